// A second dynamic programme for the best route, plain enough to trust: no reductions, no bounds, no passes, a std::map
// per step, one edge at a time. For networks too large for brute force but narrow enough to be swept location by
// location.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "routes/graph.h"
#include "routes/solver.h"

namespace remise {

class SimpleRouteProgramme {
 public:
  using Rank = std::array<long, 3>;  // value, fewer locations, smaller tie-breaks: to be maximised
  bool found = false;
  Rank best{};

  explicit SimpleRouteProgramme(const RouteGraph& graph) : graph_(graph), last_(graph.size(), -1) {
    const auto at = [](int i) { return static_cast<LocationIndex>(i); };
    for (int i = 0; i < graph.size(); ++i)
      for (const LocationIndex j : graph.neighbours(at(i))) last_[i] = std::max({last_[i], int{j}, i});
    States states{{State{std::vector<int>(graph.size(), fresh), 0, false}, Rank{}}};
    for (int v = 0; v < graph.size(); ++v) {
      for (const LocationIndex u : graph.neighbours(at(v))) {
        if (u > v || graph[at(v)].passage == Passage::Blocked || graph[u].passage == Passage::Blocked) continue;
        States next = states;
        for (const auto& [state, rank] : states) join(next, state, rank, u, v);
        states = std::move(next);
      }
      for (int u = 0; u <= v; ++u)
        if (std::max(last_[u], u) == v) states = close(states, u);
    }
  }
  int value() const { return found ? static_cast<int>(best[0]) : 0; }

 private:
  // Of each location: itself untouched, inside or closed, the other end of its fragment, or that other end is closed.
  static constexpr int fresh = -1, inside = -2, other_closed = -3;
  struct State {
    std::vector<int> mates;
    int closed;
    bool own;
    auto operator<=>(const State&) const = default;
  };
  using States = std::map<State, Rank>;

  const RouteGraph& graph_;
  std::vector<int> last_;  // the last neighbour of a location

  static void put(States& states, State state, const Rank& rank) {
    const auto [entry, is_new] = states.emplace(std::move(state), rank);
    if (!is_new) entry->second = std::max(entry->second, rank);
  }

  void join(States& next, State state, Rank rank, int u, int v) {
    int ends[2] = {u, v};
    if (state.mates[u] == inside || state.mates[v] == inside || state.mates[u] == v) return;
    for (int& end : ends) {
      const RouteGraph::Location& there = graph_[static_cast<LocationIndex>(end)];
      const int old = state.mates[end];
      if (old != fresh) {
        if (there.passage == Passage::EndOnly) return;
        state.mates[end] = inside;
        end = old;
      } else {
        rank[0] += there.value;
        rank[1] -= 1;
        state.own = state.own || there.own;
      }
    }
    rank[2] -= route_tie_break(static_cast<LocationIndex>(u), static_cast<LocationIndex>(v));
    for (const int side : {0, 1})
      if (ends[side] != other_closed) state.mates[ends[side]] = ends[1 - side];
    if (ends[0] == other_closed && ends[1] == other_closed) return finish(state, rank);
    put(next, std::move(state), rank);
  }

  // No edge of u is left: it is skipped, inside, or an end of the route.
  States close(const States& states, int u) {
    States next;
    for (const auto& [from, rank] : states) {
      State state = from;
      const int other = state.mates[u];
      state.mates[u] = inside;
      if (other != fresh && other != inside) {
        if (++state.closed > 2) continue;
        if (other == other_closed) {
          finish(state, rank);
          continue;
        }
        state.mates[other] = other_closed;
      }
      put(next, std::move(state), rank);
    }
    return next;
  }

  void finish(const State& state, const Rank& rank) {
    if (!state.own) return;
    for (const int mate : state.mates)
      if (mate >= 0 || mate == other_closed) return;
    if (!found || rank > best) best = rank;
    found = true;
  }
};

}  // namespace remise
