// Moves in advance. What a seat plans is stored beside the log and seen by nobody else; the log holds that there is
// something, and the moves it leads to. So a replay needs no plans, and every node knows whom to ask.
#include <algorithm>

#include "server/table/table.h"

namespace remise::server {
namespace {

constexpr std::size_t most_plans = 8, longest_plan = 400, most_stopped = 8;

// {"n": 4, "plans": [...], "stopped": [{"plan", "code", "values"}]}: `n` is the entry it was written with.
std::string stored_text(std::int64_t n, Json plans, Json stopped) {
  return Json{{"n", n}, {"plans", std::move(plans)}, {"stopped", std::move(stopped)}}.dump();
}

Json without_memory(Json plan) {
  plan.erase("memory");
  return plan;
}

}  // namespace

void Table::fold_plans(std::size_t seat, bool on, std::int64_t number) {
  on ? planned_.add(id_at<Seat>(seat)) : planned_.remove(id_at<Seat>(seat));
  plans_number_[seat] = number;
}

SeatSet Table::planners_to_act() const {
  SeatSet found;
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (planned_.has(id_at<Seat>(s)) && to_act().has(id_at<Seat>(s)) && seats_[s].present() && !seats_[s].by_bot())
      found.add(id_at<Seat>(s));
  return found;
}

Drafted Table::plan(int seat, const Json& plans, std::string_view key) const {
  if (!match_) return refuse(ErrorCode::not_started);
  if (status_ == Status::finished) return refuse(ErrorCode::match_ended);
  if (plans.size() > most_plans) return refuse(ErrorCode::too_many_plans, {{"max", most_plans}});
  Json begun = Json::array();
  for (const Json& one : plans) {
    if (one.dump(-1, ' ', false, Json::error_handler_t::replace).size() > longest_plan)
      return refuse(ErrorCode::too_large, {{"max", longest_plan}});
    auto plan = match_->begin_plan(id_at<Seat>(seat), one);
    if (!plan) return std::unexpected(plan.error());
    begun.push_back(std::move(*plan));
  }
  Draft draft{"planned", {{"seat", seat}, {"on", !begun.empty()}, {"key", key}}, std::nullopt};
  draft.plans = store::SeatPlans{seat, stored_text(next_, std::move(begun), Json::array())};
  return draft;
}

std::expected<std::optional<Draft>, Error> Table::follow_plans(int seat, const std::string& stored) const {
  if (!planners_to_act().has(id_at<Seat>(seat))) return std::nullopt;
  const auto json = parse_json(stored);
  // Somebody has changed them since they were read: whoever did sees to it that they are asked.
  if (!json || json->value("n", std::int64_t{-1}) != plans_number(seat)) return std::nullopt;
  Json left = Json::array(), stopped = json->at("stopped");
  const Json& plans = json->at("plans");
  const auto note = [&](const Json& plan, const std::string& code, const Json& values) {
    stopped.push_back({{"plan", without_memory(plan)}, {"code", code}, {"values", values}});
    while (stopped.size() > most_stopped) stopped.erase(stopped.begin());
  };
  for (std::size_t i = 0; i < plans.size(); ++i) {
    PlanStep step = match_->follow_plan(id_at<Seat>(seat), plans[i]);
    if (step.kind == PlanStep::Kind::act)
      if (auto done = match_->check(id_at<Seat>(seat), step.action); !done)
        step = PlanStep::stop("refused", {{"code", done.error().code}});
    if (step.kind == PlanStep::Kind::wait) left.push_back(plans[i]);
    if (step.kind == PlanStep::Kind::stop) note(plans[i], step.code, step.values);
    if (step.kind != PlanStep::Kind::act) continue;
    if (!step.left.is_null()) left.push_back(step.left);
    for (std::size_t rest = i + 1; rest < plans.size(); ++rest) left.push_back(plans[rest]);
    auto draft = move(seat, step.action, "", {.advance = true});
    if (!draft) return std::unexpected(draft.error());
    draft->payload["plans"] = !left.empty();
    draft->plans = store::SeatPlans{seat, stored_text(next_, std::move(left), std::move(stopped))};
    return std::move(*draft);
  }
  if (left.size() == plans.size()) return std::nullopt;
  Draft draft{"planned", {{"seat", seat}, {"on", !left.empty()}}, std::nullopt};
  draft.plans = store::SeatPlans{seat, stored_text(next_, std::move(left), std::move(stopped))};
  return draft;
}

}  // namespace remise::server
