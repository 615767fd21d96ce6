#include "bots/tramways/style.h"

#include <algorithm>
#include <variant>

#include "games/tramways/board/links.h"

namespace remise::bots::tramways {
namespace {

template <class... Ts>
struct Deeds : Ts... {
  using Ts::operator()...;
};

double builder(const Tramways&, const game::State&, Seat, const game::Action& action) {
  return std::visit(Deeds{[](const game::LayTrack&) { return 1.5; }, [](const game::UpgradeLink&) { return 1.0; },
                          [](const game::Build&) { return 1.5; }, [](const game::UpgradeBuilding&) { return 1.0; },
                          [](const auto&) { return 0.0; }},
                    action);
}

// Against several a bid is answered more often, and a gift to one of them matters less.
double by_rivals(const game::State& state, double worth) { return worth / std::max(1, state.player_count - 1); }

double trader(const Tramways&, const game::State& state, Seat, const game::Action& action) {
  return std::visit(
      Deeds{[&](const game::Bid&) { return by_rivals(state, 2.0); }, [](const game::MovePassenger&) { return 1.0; },
            [](const game::BonusMoney&) { return 1.0; }, [](const game::TakeOpenDev&) { return 1.0; },
            [](const game::TakeTopDev&) { return 1.0; }, [](const game::BuyHp&) { return -1.0; },
            [](const game::EndTurn&) { return 0.5; }, [](const auto&) { return 0.0; }},
      action);
}

// A ride over somebody else's link is a point for them.
double spoiler(const Tramways&, const game::State& state, Seat seat, const game::Action& action) {
  return std::visit(Deeds{[&](const game::MovePassenger& ride) {
                            double gifts = 0;
                            for (const game::LinkId id : ride.route)
                              if (const game::Link* link = game::find_link(state, id); link && link->owner != seat)
                                ++gifts;
                            return by_rivals(state, -1.5 * gifts);
                          },
                          [&](const game::Bid&) { return by_rivals(state, 0.5); }, [](const auto&) { return 0.0; }},
                    action);
}

}  // namespace

Style<Tramways> style_named(std::string_view name) {
  if (name == "builder") return {builder, 1};
  if (name == "trader") return {trader, 1};
  if (name == "spoiler") return {spoiler, 3};
  return {};
}

}  // namespace remise::bots::tramways
