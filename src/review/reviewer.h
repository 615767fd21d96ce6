// What a review must know of one game. src/review/foo holds it for src/games/foo and defines
// remise::review::foo::make_reviewer, which gives null for another game (found by the build).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace remise::review {

// Where the results of all seats came from. The amounts of a seat add up to its result exactly, at any moment of a
// match: what the players began with is a source as well.
struct Account {
  std::string source;  // "dividends", "links": GAME.review.source.SOURCE names it
  std::string of;      // which company, which kind of building; empty where a source has no parts
  Seat seat = Seat::none;
  std::vector<int> by_round;  // beside Accounts::rounds

  int sum() const;
};
struct Accounts {
  std::vector<std::string> rounds;
  std::vector<Account> list;  // by seat, then in the order of the game's list of sources
};

// Adds up what happens; every source of every seat has one entry.
class Ledger {
 public:
  void begin_round(std::string name);
  void add(Seat seat, std::string_view source, std::string_view of, int amount);
  // Sources in the order of the list; those not in it come last.
  Accounts finish(const std::vector<std::string_view>& order);

 private:
  Accounts accounts_;
};

// A run of a tram against the best one.
struct ReviewedRun {
  std::size_t move = 0;
  Seat seat = Seat::none;
  std::string what;  // which tram ran: the number of its line
  int made = 0, best = 0;
};

class Reviewer {
 public:
  virtual ~Reviewer() = default;

  // The least difference that is worth a word, in results of the game.
  virtual double threshold() const = 0;
  // Who must agree before a move is called a mistake: a player that judges in another way. One nobody knows: nobody.
  virtual std::string_view second_level() const { return ""; }
  // What a decision is judged with unless told otherwise.
  virtual std::uint64_t usual_nodes() const = 0;
  virtual Accounts accounts(const Match& match) const = 0;
  // Every run of the match, exact; empty for games without runs.
  virtual std::vector<ReviewedRun> runs(const Match& match) const = 0;
  // The part of the match at hand: "LR2a", "3".
  virtual std::string round(const Match& match) const = 0;
  // Why one move is better than another, as codes with figures: [{"code": ..., values ...}], the weightiest first;
  // GAME.review.why.CODE says it. Empty where no cause is clear. `match` stands before the move.
  virtual Json why(const Match& match, Seat seat, const Json& played, const Json& better) const = 0;
  // What a costly or strong decision belongs to where several are one story: the bids of an auction. Empty: to nothing.
  virtual std::string story(const Json& decision) const {
    (void)decision;
    return "";
  }
  // Whether something hidden came to light with this move: chance had a part in what followed.
  virtual bool revealed(const Match& match, std::size_t move) const = 0;
};

// Null where nobody knows the game (written by the build).
std::unique_ptr<Reviewer> make_reviewer(const Game& game);

}  // namespace remise::review
