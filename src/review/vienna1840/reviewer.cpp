#include "review/reviewer.h"

#include "games/vienna1840/board/workspace.h"
#include "review/vienna1840/accounts.h"
#include "review/vienna1840/why.h"

namespace remise::review::vienna1840 {
namespace {

class ViennaReviewer final : public Reviewer {
 public:
  double threshold() const override { return 40; }
  std::string_view second_level() const override { return "hard-2"; }  // without planning
  std::uint64_t usual_nodes() const override { return 6000; }

  Accounts accounts(const Match& match) const override { return wealth_accounts(typed(match)); }

  std::vector<ReviewedRun> runs(const Match& match) const override {
    std::vector<ReviewedRun> found;
    const ViennaMatch& m = typed(match);
    const Vienna1840& rules = m.rules();
    const auto first = match.at(0);
    State s = typed(*first).state();
    Workspace work;
    for (std::size_t n = 0; n < m.moves().size(); ++n) {
      const auto& move = m.moves()[n];
      const Position p = rules.at(s);
      const LineId line = std::holds_alternative<Run>(move.action) ? s.turn.line : LineId::none;
      const int best = line == LineId::none ? 0 : work.routes.best_revenue(p.map(), s.board, runner_of(p, line));
      for (const Event& e : move.events) {
        if (e.kind != EventKind::line_ran) continue;
        const bool own = id_at<LineId>(e.args[0]) == line;  // else it ran by itself: always the best route
        const Seat seat = s.company(id_at<CompanyId>(e.args[1])).director;
        found.push_back(
            {n, seat, std::to_string(number_of(id_at<LineId>(e.args[0]))), e.args[3], own ? best : e.args[3]});
      }
      const auto refusal = rules.apply(s, move.seat, move.action, nullptr, work);
      REMISE_ASSERT(!refusal);
    }
    return found;
  }

  std::string round(const Match& match) const override {
    return typed(match).rules().tables().rounds[typed(match).state().round].name;
  }

  Json why(const Match& match, Seat seat, const Json& played, const Json& better) const override {
    const Vienna1840& rules = typed(match).rules();
    const auto a = rules.read_action(played), b = rules.read_action(better);
    if (!a || !b) return Json::array();
    return reasons(typed(match), seat, *a, *b);
  }

  // Bidding for one lot: too much, or too little.
  std::string story(const Json& decision) const override {
    const bool bids = decision["played"]["type"] == "bid";
    const char* other = decision.contains("better") ? "better" : "obvious";
    const Json& bid = decision[bids ? "played" : other];
    if (bid["type"] != "bid") return "";
    const Json lot = bid.contains("line") ? bid["line"] : bid["private"];
    return decision["round"].get<std::string>() + (bids ? " bid " : " pass ") + lot.dump();
  }

  bool revealed(const Match& match, std::size_t move) const override {
    const auto& events = typed(match).moves()[move].events;
    return std::ranges::any_of(events, [&](const Event& e) { return typed(match).rules().reveals(e); });
  }

 private:
  static const ViennaMatch& typed(const Match& match) { return static_cast<const ViennaMatch&>(match); }
};

}  // namespace

std::unique_ptr<Reviewer> make_reviewer(const Game& game) {
  if (game.id() != Vienna1840::id) return nullptr;
  return std::make_unique<ViennaReviewer>();
}

}  // namespace remise::review::vienna1840
