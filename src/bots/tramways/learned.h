// The learned evaluation of Tramways: for each set of cards, number of seats and half round one linear model over the
// numbers of features.h, read from data/bots/tramways-learned.json (written by tools/learn). All in whole numbers, so
// that a position is worth the same on every machine.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/tramways/features.h"
#include "bots/tramways/policy.h"

namespace remise::bots::tramways {

// Half rounds: up to the administration, and from it on. Setting up belongs to the first of them.
inline int half_round(const game::State& s) {
  if (s.phase == game::Phase::end) return 2 * game::last_round + 2;
  return std::max(2, 2 * s.round + (s.phase >= game::Phase::admin));
}
inline constexpr int first_learned = 3, last_learned = 2 * game::last_round;  // half rounds with a model

// For what is read by table: its set of cards and number of seats, and a list of whole numbers. Errors name the place.
struct TableName {
  game::CardSetId cards{};
  int players = 0;
  bool operator==(const TableName&) const = default;
};
std::expected<TableName, Error> read_table_name(const Json& json, const std::string& where);
std::optional<Error> read_numbers(const Json& json, const char* key, std::span<std::int32_t> out, std::string where);

class LearnedModel {
 public:
  // Refuses what does not fit: other features, a half round missing, a table twice, a number too large. The error names
  // the place.
  static std::expected<std::shared_ptr<const LearnedModel>, Error> read(std::string_view json);

  static bool knows(int half_round) { return half_round >= first_learned && half_round <= last_learned; }
  // The expected final points of a seat at the beginning of a half round that is known.
  double result(const game::State& s, const Features& features, Seat seat) const;

 private:
  static constexpr std::int32_t unit = 4096;  // of a point, for one of a feature
  struct HalfRound {
    std::array<std::int32_t, table_feature_count> table{};
    std::array<std::int32_t, seat_feature_count> seat{};
  };
  struct Table {
    TableName name;
    std::array<HalfRound, last_learned - first_learned + 1> halves{};
  };
  static std::optional<Error> read_table(const Json& json, const std::string& where, Table& out);
  std::optional<Error> read_tables(const Json& list, const std::string& where);
  const Table& table_for(const game::State& s) const;

  std::vector<Table> tables_;
};

// Foresight with the learned evaluation where its playouts end, at the end of the half round: from the Actions to the
// administration nothing is left to chance but what rivals do.
class Learned {
 public:
  Learned(Foreseeing foreseeing, std::shared_ptr<const LearnedModel> model, std::shared_ptr<const Told> told)
      : foreseeing_(std::move(foreseeing)), model_(std::move(model)), told_(std::move(told)) {}

  void candidates(const Tramways& rules, const game::State& s, Seat seat, Random& random, Moves& out) {
    foreseeing_.candidates(rules, s, seat, random, out);
  }
  game::Action quick(const Tramways& rules, const game::State& s, Seat seat, Random& random) {
    return foreseeing_.quick(rules, s, seat, random);
  }
  void likely(const Tramways& rules, const game::State& s, Seat seat, Random& random, Moves& out) {
    foreseeing_.likely(rules, s, seat, random, out);
  }
  std::array<double, max_seats> evaluate(const Tramways& rules, const game::State& s);
  // Round 6 is played to the end.
  int stage(const Tramways&, const game::State& s) {
    return s.phase == game::Phase::end ? half_round(s) : std::min(half_round(s), last_learned);
  }
  void think_for(const Tramways& rules, const game::State& s, Seat seat) { foreseeing_.think_for(rules, s, seat); }
  double shown(const Tramways&, const game::State& s, double expected) const {
    return told_->result(s, expected, Reach::half_round);
  }
  std::optional<std::array<double, max_seats>> chances(const Tramways&, const game::State& s,
                                                       const std::array<double, max_seats>& results) const {
    return told_->chances(s, results);
  }
  std::optional<Odds> odds(const Tramways&, const game::State& s) const { return told_->odds(s); }

 private:
  Foreseeing foreseeing_;
  std::shared_ptr<const LearnedModel> model_;
  std::shared_ptr<const Told> told_;
  FeatureMaker maker_;
  Features features_{};
};

}  // namespace remise::bots::tramways
