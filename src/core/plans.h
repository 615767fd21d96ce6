// Moves decided in advance (docs/plans.md). A plan is a small object that a game understands: what its owner wants to
// be done when the turn comes, and what was so when it was made. A game that has plans offers, typed over its rules:
//
//   Json plans(known, seat, work)              what can be planned now: [{type, ...: choices or a range}]
//   begin_plan(known, seat, plan, work)        the plan with its memory, or what is wrong with it
//   follow_plan(known, seat, plan, work)       what it says now that the seat is to act
//
// All are given what the seat may know and nothing else, and are pure, so that a plan can neither tell nor use more.
#pragma once

#include <expected>

#include "core/json.h"

namespace remise {

struct PlanStep {
  enum class Kind : std::uint8_t { wait, act, stop };
  Kind kind = Kind::wait;
  Json action;       // act
  Json left;         // act: what is left of the plan; null: it is done
  std::string code;  // stop: why; the sentence is GAME.plan_stop.CODE
  Json values = Json::object();

  static PlanStep wait() { return {}; }
  static PlanStep act(Json action, Json left) { return {Kind::act, std::move(action), std::move(left), "", {}}; }
  static PlanStep stop(std::string code, Json values = Json::object()) {
    return {Kind::stop, nullptr, nullptr, std::move(code), std::move(values)};
  }
};

}  // namespace remise
