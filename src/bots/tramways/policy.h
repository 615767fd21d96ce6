// The judgement of judge.h as policies: one that plays on, one that can be searched (bots/lookahead.h), and one with
// human failings.
#pragma once

#include <optional>
#include <span>

#include "bots/tramways/told.h"

namespace remise::bots::tramways {

// What is played in playouts.
class Sensible {
 public:
  Sensible(const Weights& weights, Breadth narrow) : narrow_(weights, narrow) {}

  game::Action quick(const Tramways& rules, const game::State& s, Seat seat, Random& random);
  // What it chooses from: every sensible move, with a value that is a little wrong.
  void doubtful(const Tramways& rules, const game::State& s, Seat seat, Random& random, Moves& out);
  void think_for(const Tramways&, const game::State& s, Seat seat) { thinker_ = seat, round_ = s.round; }
  Judge& narrow() { return narrow_; }
  std::array<double, max_seats> evaluate(const Tramways& rules, const game::State& s) {
    return narrow_.results(rules, s);
  }
  int stage(const Tramways&, const game::State& s) {
    return s.phase == game::Phase::end ? game::last_round + 1 : s.round;
  }

 private:
  std::optional<game::Action> idle(const game::State& s, Seat seat) const;

  Judge narrow_;
  Moves moves_;
  Seat thinker_ = Seat::none;
  int round_ = 0;
};

// How far an Action is followed before it is compared with others.
struct Foresight {
  std::size_t tried = 12;  // of the best Actions, each with what the seat can do after it
  bool round = false;      // to its last Action of the round, as if nobody moved in between; else of the turn
};

// Looks ahead to the end of the turn or of the round: what the best moves leave for it counts as well.
class Foreseeing {
 public:
  static constexpr bool judges_others = false;  // they idle after the round (Sensible::idle)

  // Without `told` people are told what the playouts come to.
  Foreseeing(const Weights& weights, Breadth wide, Breadth narrow, Foresight foresight,
             std::shared_ptr<const Told> told = {})
      : judge_(weights, wide), sensible_(weights, narrow), foresight_(foresight), told_(std::move(told)) {}

  void candidates(const Tramways& rules, const game::State& s, Seat seat, Random& random, Moves& out);
  game::Action quick(const Tramways& rules, const game::State& s, Seat seat, Random& random) {
    return sensible_.quick(rules, s, seat, random);
  }
  // What a playout that is planned chooses from, best first.
  void likely(const Tramways& rules, const game::State& s, Seat seat, Random& random, Moves& out);
  std::array<double, max_seats> evaluate(const Tramways& rules, const game::State& s) {
    return sensible_.evaluate(rules, s);
  }
  int stage(const Tramways& rules, const game::State& s) { return sensible_.stage(rules, s); }
  void think_for(const Tramways& rules, const game::State& s, Seat seat) { sensible_.think_for(rules, s, seat); }
  double shown(const Tramways&, const game::State& s, double expected) const {
    return told_ ? told_->result(s, expected, Reach::match) : expected;
  }

 private:
  // Adds to the value of each move what follows it.
  void foresee(const Tramways& rules, const game::State& s, Seat seat, std::span<Move> moves);
  double rest_of_turn(const Tramways& rules, const game::State& s, Seat seat, int depth);
  double rest_of_round(const Tramways& rules, game::State& s, Seat seat, int actions);

  Judge judge_;
  Sensible sensible_;
  Foresight foresight_;
  std::shared_ptr<const Told> told_;
  std::array<Moves, 4> moves_;
  Tramways::Workspace work_;
};

// What a weak player overlooks.
struct Failings {
  double later;   // part of what a link will bring that is seen
  double stress;  // part of its cost that is felt
  double slips;   // mistakes, in points
  Breadth breadth;
};
inline constexpr Failings easy_failings{0.3, 0.7, 2.5, {0, 300, 4, 12}};
// Takes what pays at once, by short links, and hardly feels stress.
inline constexpr Failings beginner_failings{0, 0.3, 8, {0, 60, 3, 4}};

// Judges like the others but sees less and mistakes values now and then.
class Easy final : public Player<Tramways> {
 public:
  Easy(const Weights& weights, const Failings& failings);
  game::Action choose(const Tramways& rules, const game::State& s, Seat seat, Budget& budget, Random& random) override;

 private:
  Judge judge_;
  double slips_;
  Moves moves_;
};

}  // namespace remise::bots::tramways
