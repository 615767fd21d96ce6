#include "bots/vienna1840/style.h"

#include <variant>

namespace remise::bots::vienna1840 {
namespace {

template <class... Ts>
struct Cases : Ts... {
  using Ts::operator()...;
};

// For each Gulden of revenue that stays in the company, or goes to its shareholders.
constexpr double kept_worth = 0.2, paid_worth = 0.1;

double builder(const Vienna1840& rules, const State& state, Seat, const Action& action) {
  return std::visit(Cases{[&](const Dividend& dividend) {
                            const auto& company = state.company(rules.at(state).active_company());
                            return kept_worth * (company.revenue.v - dividend.amount);
                          },
                          [](const BidLine&) { return 15.0; }, [](const BuyTram&) { return 60.0; },
                          [](const LayTile&) { return 10.0; }, [](const PlaceMarker&) { return 10.0; },
                          [](const BuyShare&) { return -10.0; }, [](const auto&) { return 0.0; }},
                    action);
}

double trader(const Vienna1840&, const State&, Seat, const Action& action) {
  return std::visit(
      Cases{[](const Dividend& dividend) { return paid_worth * dividend.amount; }, [](const BuyShare&) { return 35.0; },
            [](const SellShares& sale) { return 80.0 * sale.count; }, [](const auto&) { return 0.0; }},
      action);
}

double spoiler(const Vienna1840&, const State&, Seat, const Action& action) {
  return std::holds_alternative<RemoveMarker>(action) ? 10 : 0;
}

}  // namespace

Style<Vienna1840> style_named(std::string_view name) {
  if (name == "builder") return {builder, 1};
  if (name == "trader") return {trader, 1};
  if (name == "spoiler") return {spoiler, 1.5};
  return {};
}

}  // namespace remise::bots::vienna1840
