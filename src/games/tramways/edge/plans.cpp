// What can be planned in Tramways (docs/plans.md). A plan ends with the round it is for.
#include <algorithm>

#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/rounds.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

const std::vector<std::string_view> plan_words{"bid", "pass", "finish"};
enum class PlanKind : std::uint8_t { bid, pass, finish };

struct Plan {
  PlanKind kind{};
  int most = 0;
};

std::expected<Plan, Error> read_plan(const Json& json, bool with_memory) {
  ObjectReader in(json, "plan");
  Plan plan;
  plan.kind = static_cast<PlanKind>(in.one_of("type", plan_words));
  if (plan.kind == PlanKind::bid) plan.most = static_cast<int>(in.integer("most", 1, 1000));
  if (with_memory) in.skip("memory");
  if (auto error = in.finish()) return std::unexpected(std::move(*error));
  return plan;
}

// Once bidding lies behind us it is the next round's.
int round_for(const State& s, PlanKind kind) {
  return s.round + (kind == PlanKind::finish || s.phase == Phase::bid ? 0 : 1);
}

}  // namespace

Json Tramways::plans(const State& s, Seat seat, Workspace&) const {
  Json list = Json::array();
  if (s.phase == Phase::end) return list;
  if (s.player_count > 1 && round_for(s, PlanKind::bid) <= last_round) {
    const Json most{{"name", "most"}, {"min", 1}, {"max", std::max<int>(1, s.player(seat).money)}, {"step", 1}};
    list.push_back({{"type", "bid"}, {"fields", {most}}});
    list.push_back({{"type", "pass"}, {"fields", Json::array()}});
  }
  list.push_back({{"type", "finish"}, {"fields", Json::array()}});
  return list;
}

std::expected<Json, Error> Tramways::begin_plan(const State& s, Seat, const Json& json, Workspace&) const {
  const auto plan = read_plan(json, false);
  if (!plan) return std::unexpected(plan.error());
  Json begun = json;
  begun["memory"] = {{"round", round_for(s, plan->kind)}};
  return begun;
}

PlanStep Tramways::follow_plan(const State& s, Seat seat, const Json& json, Workspace& work) const {
  const auto plan = read_plan(json, true);
  if (!plan || !json.contains("memory")) return PlanStep::stop("unreadable");
  const int round = json.at("memory").at("round");
  const auto play = [&](const Action& action, bool once) {
    return PlanStep::act(action_json(*this, action, seat, Viewer::of(seat)), once ? Json(nullptr) : json);
  };
  if (s.round > round) return PlanStep::stop("round_over");
  if (s.round < round) return PlanStep::wait();
  if (plan->kind == PlanKind::finish) {
    if (s.phase != Phase::admin) return PlanStep::wait();
    Choices choices;
    legal(s, seat, choices, work);
    // Cards that still do something are its owner's to decide about.
    const auto does_something = [](const auto& choice) { return std::holds_alternative<AdminPlay>(choice.action); };
    if (std::ranges::any_of(choices, does_something)) return PlanStep::stop("something_left");
    return play(AdminDone{}, true);
  }
  if (s.phase != Phase::bid) return s.phase < Phase::bid ? PlanStep::wait() : PlanStep::stop("round_over");
  if (plan->kind == PlanKind::pass) return play(Pass{}, true);
  int amount = tables_.constants.min_bid;  // just above everybody who is still in
  for (int i = 0; i < s.player_count; ++i)
    if (id_at<Seat>(i) != seat && !s.placed.has(id_at<Seat>(i)))
      amount = std::max(amount, s.bids[static_cast<std::size_t>(i)] + 1);
  while (check_bid_amount(tables_, s, seat, amount) && amount <= plan->most) ++amount;
  if (amount > plan->most) return PlanStep::stop("outbid", {{"price", amount}, {"most", plan->most}});
  // 6.2: coins alone; which cards to spend is a decision of its own.
  if (amount > s.player(seat).money) return PlanStep::stop("cannot_bid", {{"price", amount}});
  return play(Bid{amount, amount, {}}, false);
}

}  // namespace remise::tramways
