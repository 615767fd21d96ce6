#include "review/reviewer.h"

#include "games/tramways/board/links.h"
#include "review/tramways/accounts.h"

namespace remise::review::tramways {
namespace {

// What a move changes at once for the seat that makes it.
struct Effects {
  int happiness = 0, links = 0, stress = 0, money = 0, cards = 0;
};

class TramwaysReviewer final : public Reviewer {
 public:
  double threshold() const override { return 2; }
  std::uint64_t usual_nodes() const override { return 16000; }  // playouts go to the end of the game
  Accounts accounts(const Match& match) const override { return score_accounts(typed(match)); }
  std::vector<ReviewedRun> runs(const Match&) const override { return {}; }
  std::string round(const Match& match) const override { return std::to_string(typed(match).state().round); }

  Json why(const Match& match, Seat seat, const Json& played, const Json& better) const override {
    const TramwaysMatch& m = typed(match);
    const auto a = m.rules().read_action(played), b = m.rules().read_action(better);
    Json out = Json::array();
    if (!a || !b) return out;
    const Effects x = effects(m, seat, *a), y = effects(m, seat, *b);
    // Only what speaks for the better move is a cause; `sign` is -1 where less is better.
    const auto tell = [&](const char* code, int mine, int best, int sign = 1) {
      if (sign * best > sign * mine) out.push_back({{"code", code}, {"played", mine}, {"better", best}});
    };
    tell("happiness", x.happiness, y.happiness);
    tell("links", x.links, y.links);
    tell("stress", x.stress, y.stress, -1);
    tell("money", x.money, y.money);
    tell("cards", x.cards, y.cards, -1);
    return out;
  }

  bool revealed(const Match& match, std::size_t move) const override {
    const auto& events = typed(match).moves()[move].events;
    return std::ranges::any_of(events, [&](const Event& e) { return typed(match).rules().reveals(e); });
  }

 private:
  static const TramwaysMatch& typed(const Match& match) { return static_cast<const TramwaysMatch&>(match); }

  // Of the deed itself: what follows by chance or at the end of a round is the same after every move.
  static Effects effects(const TramwaysMatch& m, Seat seat, const Action& action) {
    Effects found;
    const State& before = m.state();
    State s = before;
    std::vector<Event> events;
    Tramways::Workspace work;
    if (m.rules().apply(s, seat, action, &events, work)) return found;
    const auto mine = [&](const Event& e) { return id_at<Seat>(e.args[0]) == seat; };
    for (const Event& e : events) {
      if (m.rules().reveals(e) || e.kind == EventKind::stress_at_maximum || e.kind == EventKind::round_begun) break;
      switch (e.kind) {
        case EventKind::hp_changed: found.happiness += mine(e) ? e.args[1] : 0; break;
        case EventKind::stress_changed: found.stress += mine(e) ? e.args[1] : 0; break;
        case EventKind::link_completed: found.links += mine(e); break;
        case EventKind::card_played:
        case EventKind::card_discarded: found.cards += mine(e); break;
        default: break;
      }
    }
    found.money = s.player(seat).money - before.player(seat).money;
    return found;
  }
};

}  // namespace

std::unique_ptr<Reviewer> make_reviewer(const Game& game) {
  if (game.id() != Tramways::id) return nullptr;
  return std::make_unique<TramwaysReviewer>();
}

}  // namespace remise::review::tramways
