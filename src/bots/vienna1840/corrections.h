// Where the judgement (judge.h) is usually wrong, learned from searches: at each step of each round, how much its
// differences are worth and what each kind of move gains or loses against the others. Playouts go on by the judgement
// so corrected. Read from data/bots/1840-corrections.json (written by tools/learn/correct.py).
#pragma once

#include <array>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/vienna1840/judge.h"

namespace remise::bots::vienna1840 {

// A kind of move: its type, with the colour of a tram and whether shares are of a Stadtbahn.
std::string_view kind_name(std::size_t kind);
std::size_t kind_of(const Action& action);
inline constexpr std::size_t kind_count = 29;

std::string_view step_name(Step step);

class Corrections {
 public:
  static std::expected<std::shared_ptr<const Corrections>, Error> read(std::string_view json, const Tables& tables);

  // Nothing where searches have told nothing.
  struct Entry {
    double scale = 1;
    std::array<std::int16_t, kind_count> gain{};  // Gulden
  };
  const Entry* find(const State& state) const {
    const auto place = where(state.player_count, state.round, state.step);
    return place < places_.size() && places_[place] ? &entries_[places_[place] - 1u] : nullptr;
  }

 private:
  static constexpr std::size_t step_count = static_cast<std::size_t>(Step::over);
  static std::size_t where(int seats, int round, Step step) {
    return (static_cast<std::size_t>(round) * (max_seats + 1) + static_cast<std::size_t>(seats)) * step_count +
           static_cast<std::size_t>(step);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint16_t> places_;  // number of the entry, from 1
};

}  // namespace remise::bots::vienna1840
