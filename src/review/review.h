// What should have been played? Every decision of a match judged by a player within a budget in nodes, and what follows
// from it: the expected result over the match, the moments that mattered, luck and skill apart, where the results came
// from. Pure, and deterministic for level, budget and seed, natively and in the browser; the result is a file
// (docs/review-file.md).
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "bots/suite.h"
#include "core/game.h"
#include "review/reviewer.h"

namespace remise::review {

inline constexpr int file_version = 1;
inline constexpr std::size_t most_moments = 8;

struct Settings {
  std::string level;        // one that weighs moves (Suite::weighing_levels); empty: who gives hints
  std::uint64_t nodes = 0;  // for each decision; 0: what is usual for the game
  std::string seed = "review";
};

// A difference counts from here on: beyond the threshold of the game, and beyond so many standard errors.
inline constexpr double errors_apart = 2.5;
inline constexpr int fewest_playouts = 6;
// Very costly, in thresholds.
inline constexpr double heavy = 3;
// Where that is in doubt, or much hangs on it, the decision is judged again with so many times the nodes.
inline constexpr std::uint64_t again_factor = 4;

class Review {
 public:
  // An error where the level does not judge, the game has no players, or nobody knows how to review it.
  static std::expected<Review, Error> of(const Match& match, Settings settings);

  std::size_t moves() const { return match_.length(); }
  // One decision; null where there was nothing to decide. Any number of threads may ask, in any order.
  Json judge(std::size_t move) const;
  // The whole file, from what judge said about every move in order.
  Json file(const std::vector<Json>& judged, const Json& names = nullptr) const;

 private:
  struct Decision {
    const Match& before;
    Seat seat;
    const Json& played;
  };
  struct Opinion {
    bots::Weighing weighing;
    std::size_t at;  // where the move played stands in it

    const bots::WeighedMove& played() const { return weighing.moves[at]; }
  };

  bool next_to_best(const bots::WeighedMove& move) const;
  bool sure(int playouts, double amount, double error) const;
  std::optional<Opinion> opinion_of(const Decision& d, const std::string& seed, std::uint64_t nodes) const;
  bool wants_again(const bots::WeighedMove& found) const;
  bool second_opinion(const Decision& d, const Json& better) const;
  Json causes(const Decision& d, const Opinion& opinion) const;
  Review(const Match& match, Settings settings, std::shared_ptr<const bots::Suite> suite,
         std::shared_ptr<const Reviewer> reviewer)
      : match_(match), settings_(std::move(settings)), suite_(std::move(suite)), reviewer_(std::move(reviewer)) {}

  const Match& match_;
  Settings settings_;
  std::shared_ptr<const bots::Suite> suite_;
  std::shared_ptr<const Reviewer> reviewer_;
};

// Strict: what is not a review of this version is refused, with the place that is wrong.
std::optional<Error> check_file(const Json& file);

// "Where it came from" alone, for result pages: {"rounds": [...], "seats": [[{source, of, amount, by_round}]]}; null
// for games nobody can account for.
Json accounts_json(const Match& match);

}  // namespace remise::review
