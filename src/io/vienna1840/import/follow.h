// Follows a game of 18xx.games move by move with our rules.
//
// The two programs stop at different places: each carries out by itself what it thinks leaves no choice. So our states
// are kept as one line of time, automatic steps included, with a cursor at the state that belongs to the last source
// move. A source move is one of these:
//   settled   we did it by ourselves already: the cursor passes it
//   played    it is translated and applied
//   silent    it changes nothing on our side (a standing order, naming a line, "done building")
// Where we still ask and the source does not (a pass it skips), the pass is put in; never a real choice.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/import/import.h"
#include "io/vienna1840/import/recorded.h"
#include "io/vienna1840/import/source.h"

namespace remise::vienna1840 {

// Who a move belongs to.
struct Who {
  enum class Kind : std::uint8_t { nobody, player, company, line, private_company };
  Kind kind = Kind::nobody;
  std::uint8_t number = 0;
  bool operator==(const Who&) const = default;
};

struct PlayedMove {
  Seat seat = Seat::none;
  Action action;
};

class Follower {
 public:
  // Copies, made to look ahead, share the working memory.
  Follower(const Vienna1840& rules, const SourceGame& source, const State& start, Workspace& work);

  // Before source move i: what is skipped by the source but asked by us is put in, if that leads to move i.
  void prepare(std::size_t i);
  // Carries out source move i. A difference where it cannot be followed.
  std::optional<Difference> follow(std::size_t i);
  // After the last move of a finished game: lets what is left run out.
  void finish();

  // States that may belong to the moment after the last move: the first is the earliest.
  std::size_t earliest() const { return cursor_; }
  const std::vector<State>& states() const { return states_; }
  void settle_on(std::size_t state) { cursor_ = state; }
  const State& now() const { return states_.back(); }
  const Ledger& ledger() const { return ledger_; }
  const std::vector<PlayedMove>& moves() const { return moves_; }
  const std::vector<Event>& events() const { return events_; }  // of the last move
  // Keys of the recorded state without a meaning for us right after the last move (R72).
  const std::vector<std::string>& not_compared() const { return not_compared_; }
  bool choosing_circle() const { return circle_line_ != LineId::none; }
  const std::vector<Difference>& claims() const { return claims_; }  // wrong revenues and prices met so far
  const Vienna1840& rules() const { return rules_; }

 private:
  // How a source move may be understood (see above); where several are possible, looking ahead decides.
  enum class Reading : std::uint8_t { settled, silent, played };
  std::vector<Reading> readings(std::size_t i) const;
  std::optional<Difference> follow_as(std::size_t i, Reading reading);
  int cost_of(std::size_t i, Reading reading);
  int least_cost_ahead(std::size_t i, std::size_t end, int bound, int& steps);
  std::optional<Difference> play(std::size_t i);
  void forget_past();

  using Actions = std::vector<Action>;
  using Translated = std::expected<Actions, std::string>;  // or why not

  Who who(const SourceMove& move) const;
  Who decider(const State& s) const;
  bool may_act(const State& s, const Who& who, const SourceMove& move) const;
  bool suits(const State& s, const SourceMove& move) const;
  std::optional<std::size_t> settled_at(const SourceMove& move) const;
  std::optional<Action> default_action(const State& s) const;
  bool bridge(const std::function<bool()>& reached, int most);
  std::optional<Refusal> apply(const Action& action);
  bool names_circle(const SourceMove& move) const;
  bool may_be_silent(std::size_t i) const;
  bool pass_may_be_silent(std::size_t i) const;
  void take_silently(const SourceMove& move);
  void check_settled(const SourceMove& move, const State& before);
  std::optional<Difference> problem(const SourceMove& move, const std::string& why) const;

  // Translation of one source move at the present state (follow_1840_moves.cpp).
  Translated translate(std::size_t i);
  Translated lay_tile(std::size_t i);
  Translated place_token(const SourceMove& move);
  Translated remove_token(const SourceMove& move) const;
  Translated run_routes(const SourceMove& move);
  Translated trams(const SourceMove& move);
  Translated buy_company(const SourceMove& move) const;
  std::optional<int> route_value(const Json& connections, LineId line) const;
  void adopt_assignment(const SourceMove& move);
  void note(const SourceMove& move);  // keeps the ledger after a move

  std::string text(const SourceMove& move, const char* key) const;
  std::optional<int> number(const SourceMove& move, const char* key) const;
  CompanyId company_named(const std::string& name) const;
  PrivateId private_named(const std::string& name) const;
  LineId line_named(const std::string& name) const;
  struct City {
    HexId hex = HexId::none;
    int location = -1;
  };
  City city_of(const SourceMove& move) const;
  void claim_differs(const SourceMove& move, const std::string& path, Json expected, Json found,
                     const std::string& ruling = "");

  const Vienna1840& rules_;
  const Tables& tables_;
  const Map& map_;
  const SourceGame& source_;
  Workspace& work_;
  std::vector<State> states_;
  std::vector<bool> automatic_;  // whether a state was reached by an automatic step
  std::size_t cursor_ = 0;
  std::vector<PlayedMove> moves_;
  Ledger ledger_;
  std::vector<Event> events_;
  std::map<std::string, HexId> copies_;  // "57-2": where this copy of a tile was laid last
  Who recent_;                           // who decided last
  LineId named_ = LineId::none;          // put up for auction, not yet bid for
  LineId circle_line_ = LineId::none;    // its marker's circle was part of laying 235; the source asks for it next
  std::vector<std::string> not_compared_;
  std::vector<Difference> claims_;
  bool idle_pass_ = false;  // the last move was a pass that nobody asked for
};

}  // namespace remise::vienna1840
