// The learned evaluation of 1840: for each number of seats and each round one linear model over the numbers of
// features.h, read from data/bots/1840-learned.json (written by tools/learn). All in whole numbers, so that a position
// is worth the same on every machine.
#pragma once

#include <algorithm>
#include <expected>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "bots/lookahead.h"
#include "bots/odds.h"
#include "bots/vienna1840/features.h"
#include "bots/vienna1840/policy.h"

namespace remise::bots::vienna1840 {

class LearnedModel {
 public:
  // Refuses what does not fit: other features, other rounds, a number too large. The error names the place.
  static std::expected<std::shared_ptr<const LearnedModel>, Error> read(std::string_view json, const Tables& tables);

  // Is there a model for the first state of this round?
  bool knows(int seats, int round) const { return at(seats, round).known; }
  // The expected final wealth of every seat.
  std::array<double, max_seats> results(int seats, int round, const Features& features) const;
  // What to show for a move in this round that a search expects so much of, and how to tell how often it finds it to
  // win: searching for the best move prefers what it overrates, and playouts are played by others than those who go on.
  double shown(int seats, int round, double expected) const;
  Odds odds(int seats, int round) const;

  // How likely each seat is to win with these results expected at the start of a round: the further a seat is ahead,
  // and the surer the values of that round are, the likelier. Nothing where the model does not tell how sure.
  bool tells(int seats, int round) const { return doubt(seats, round) > 0; }
  std::optional<std::array<double, max_seats>> chances(int seats, int round,
                                                       const std::array<double, max_seats>& results) const;

  const std::string& weights_hash() const { return weights_; }

 private:
  class Reader;
  static constexpr std::int32_t unit = 4096;  // of a Gulden, for one of a feature
  static constexpr int fewest_seats = 2;

  // How far a seat is ahead of the others, and what they have on average.
  struct RoundModel {
    bool known = false;
    std::array<std::int32_t, seat_feature_count> ahead{};
    std::array<std::int32_t, table_feature_count> table{};
    std::array<std::int32_t, seat_feature_count> everybody{};  // by the sum over the seats
  };
  struct SeatsModel {
    std::vector<RoundModel> rounds;
    std::vector<std::int32_t> shown;  // Gulden added to what a search in that round expects
    std::vector<Odds> odds;
    std::vector<std::int32_t> doubt;  // Gulden by which a seat must be ahead to be e times as likely to win
  };

  std::int32_t doubt(int seats, int round) const {
    return by_seats_[static_cast<std::size_t>(seats - fewest_seats)].doubt[static_cast<std::size_t>(round)];
  }
  const RoundModel& at(int seats, int round) const {
    return by_seats_[static_cast<std::size_t>(seats - fewest_seats)].rounds[static_cast<std::size_t>(round)];
  }

  std::array<SeatsModel, max_seats - fewest_seats + 1> by_seats_;
  std::string weights_;
};

// The sensible policy with the learned evaluation at the end of its playouts.
class Learned {
 public:
  using Model = std::shared_ptr<const LearnedModel>;
  // Of `models` the first that knows a table and its round serves, and `opening` where none does. The far-sighted look
  // further in company rounds.
  Learned(Sensible sensible, std::vector<Model> models, Model opening = {}, bool far_sighted = false)
      : sensible_(std::move(sensible)),
        models_(std::move(models)),
        opening_(std::move(opening)),
        far_sighted_(far_sighted) {}

  void candidates(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out) {
    sensible_.candidates(rules, state, seat, random, out);
  }
  Action quick(const Vienna1840& rules, const State& state, Seat seat, Random& random) {
    return sensible_.quick(rules, state, seat, random);
  }
  void likely(const Vienna1840& rules, const State& state, Seat seat, Random& random, Moves& out) {
    sensible_.likely(rules, state, seat, random, out);
  }
  std::array<double, max_seats> evaluate(const Vienna1840& rules, const State& state);
  int stage(const Vienna1840&, const State& state) { return state.round; }
  // What trams and dividends are worth shows in line rounds: at two seats to the next company round (from CR1, which no
  // share round follows, one round more; from CR5, with its three line rounds, one less); with more seats, where a
  // round is long and much happens in it, one round less.
  int further(const Vienna1840& rules, const State& state) const {
    const bool company = rules.at(state).round().kind == RoundKind::company;
    return !far_sighted_ || !company ? 0 : state.player_count == 2 ? 3 : 2;
  }
  // Not where playouts go on for rounds with more than two seats: one that plans then costs thousands of nodes, and
  // many plain ones tell more than a few of those.
  Planning planning(const Vienna1840&, const State& state, Planning usual) const {
    return !far_sighted_ || state.player_count == 2 ? usual : Planning{};
  }
  // At two seats more nodes than these find the same moves; with more seats the playouts differ more.
  std::uint64_t enough(const Vienna1840&, const State& state, std::uint64_t nodes) const {
    constexpr std::uint64_t enough_for_two = 20'000;
    return far_sighted_ && state.player_count == 2 ? std::min(nodes, enough_for_two) : nodes;
  }
  // With more than two seats the values of three rounds, one after the other, together: there each is off by half of
  // what the players will differ by, and not in the same places.
  int further_ends(const Vienna1840&, const State& state) const {
    return far_sighted_ && state.player_count > 2 && state.round > first_share_round ? 2 : 0;
  }
  std::optional<std::array<double, max_seats>> chances(const Vienna1840&, const State& state,
                                                       const std::array<double, max_seats>& results) const {
    if (state.step == Step::over) return std::nullopt;
    for (const Model& model : models_)  // the first may tell of its players' games by the values of another
      if (auto chances = model->chances(state.player_count, state.round, results)) return chances;
    return std::nullopt;
  }
  // Corrected by games of such players: those of the first model, which is that of the far-sighted or of all others.
  double shown(const Vienna1840&, const State& state, double expected) const {
    return models_.front()->shown(state.player_count, state.round, expected);
  }
  Odds odds(const Vienna1840&, const State& state) const {
    return models_.front()->odds(state.player_count, state.round);
  }

 private:
  static constexpr int first_share_round = 1;  // SR1

  const LearnedModel& serving(int seats, int round) const {
    for (const Model& model : models_)
      if (model->knows(seats, round)) return *model;
    return *models_.back();
  }

  Sensible sensible_;
  std::vector<Model> models_;
  Model opening_;
  bool far_sighted_;
  Features features_;
};

}  // namespace remise::bots::vienna1840
