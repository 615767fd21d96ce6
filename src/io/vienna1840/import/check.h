// Compares a followed game with what was recorded of it (formats: docs/import-1840.md).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/vienna1840/import/follow.h"

namespace remise::vienna1840 {

// States after every move: {format, players, start, actions: [{i, action, changed, full, run, dividend}], result}.
class StateCheck {
 public:
  StateCheck(const Json& file, const SourceGame& source);

  bool on() const { return actions_ != nullptr; }
  void start(const Follower& follower, std::vector<Difference>& out);
  // After source move i; puts the follower's cursor on the state that agrees.
  void after(std::size_t i, Follower& follower, std::vector<Difference>& out);
  void finish(const Follower& follower, const Json& result, std::vector<Difference>& out);
  std::size_t states() const { return states_; }
  std::size_t values() const { return values_; }

 private:
  std::vector<Difference> compare(const Follower& follower, const State& state, const Json& move);
  void compare_run(const Json& record, const Follower& follower, const Json& move, std::vector<Difference>& out) const;

  const Json& file_;
  const Json* actions_ = nullptr;
  FlatState expected_;
  std::size_t states_ = 0, values_ = 0;
};

// Lists of legal moves: {positions: [{i, id, line, step, lays, lay_cost, stations, removals}]}.
void check_legal(const Json& position, const Follower& follower, std::vector<Difference>& out);
// Best revenues: {runs: [{i, id, line, best}]}.
void check_best(const Json& run, const Follower& follower, std::vector<Difference>& out);

}  // namespace remise::vienna1840
