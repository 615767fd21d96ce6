// What people are told that a match will come to, and how likely they are to win it. Playouts of hard are played by a
// quicker player than those who sit there, so that their results are too low, the more the earlier; where rivals hinder
// each other, the learned evaluation expects too much. For each set of cards, number of seats and part of the match the
// mean of what was missing in games of the level, read from data/bots/tramways-told.json (tools/learn/told.py).
#pragma once

#include <array>
#include <expected>
#include <memory>
#include <optional>
#include <string_view>

#include "bots/odds.h"
#include "bots/tramways/judge.h"

namespace remise::bots::tramways {

// How far a search plays on.
enum class Reach : std::uint8_t { match, half_round };

class Told {
 public:
  // Refuses what does not fit: a table missing or twice, a number too large. The error names the place.
  static std::expected<std::shared_ptr<const Told>, Error> read(std::string_view json);

  double result(const game::State& s, double expected, Reach reach) const;
  // How likely each seat is to win where a search ends with these results: at the beginning of a half round, or at the
  // end of the match. Alone nobody wins.
  std::optional<std::array<double, max_seats>> chances(const game::State& s,
                                                       const std::array<double, max_seats>& results) const;
  // How to tell what a search finds of them. Not at all while setting up: whoever thinks there believes to win.
  std::optional<Odds> odds(const game::State& s) const;

 private:
  static constexpr double unit = 100;       // of a point
  static constexpr std::size_t parts = 13;  // setting up, then the half rounds (learned.h)
  static std::size_t part(const game::State& s);

  using ByPart = std::array<std::int32_t, parts>;
  struct Table {
    ByPart lacks{}, lacks_learned{};  // of playouts to the end, and to the end of the half round
    ByPart doubt{};                   // by which a seat must be ahead to be e times as likely to win; last: at the end
    std::array<Odds, parts> odds{};
  };
  static std::optional<Error> read_table(const Json& json, const std::string& where, int players, Table& out);
  const Table& table(const game::State& s) const {
    return tables_[index(s.cards)][static_cast<std::size_t>(s.player_count - 1)];
  }

  std::array<std::array<Table, game::max_players>, game::card_set_names.size()> tables_{};
};

}  // namespace remise::bots::tramways
