// The best route by trying every path: slow, short, and sharing nothing with the solver but the graph and the
// definition of the canonical route.
#pragma once

#include <tuple>
#include <vector>

#include "routes/graph.h"
#include "routes/solver.h"

namespace remise {

struct BruteForceRoute {
  // Value (more is better), locations (fewer), sum of tie-breaks (less), as one number to maximise.
  using Rank = std::tuple<int, int, long>;

  const RouteGraph& graph;
  bool found = false;
  bool tied = false;  // two routes of the same rank: no canonical one
  Rank best{};
  std::vector<int> route;

  explicit BruteForceRoute(const RouteGraph& the_graph) : graph(the_graph), on_path_(256, false) {
    for (int start = 0; start < graph.size(); ++start)
      if (at(start).passage != Passage::Blocked) extend(start, 0, 0, 0);
  }
  int value() const { return found ? std::get<0>(best) : 0; }

 private:
  std::vector<int> path_;
  std::vector<bool> on_path_;

  const RouteGraph::Location& at(int i) const { return graph[static_cast<LocationIndex>(i)]; }

  void extend(int next, int value, int owns, long ties) {
    if (!path_.empty())
      ties += route_tie_break(static_cast<LocationIndex>(path_.back()), static_cast<LocationIndex>(next));
    path_.push_back(next);
    on_path_[next] = true;
    value += at(next).value;
    owns += at(next).own;
    if (path_.size() >= 2 && owns > 0 && path_.front() < path_.back()) offer({value, -int(path_.size()), -ties});
    if (path_.size() == 1 || at(next).passage == Passage::Open)
      for (const LocationIndex n : graph.neighbours(static_cast<LocationIndex>(next)))
        if (!on_path_[n] && at(n).passage != Passage::Blocked) extend(n, value, owns, ties);
    on_path_[next] = false;
    path_.pop_back();
  }

  void offer(const Rank& rank) {
    if (found && rank < best) return;
    tied = found && rank == best;
    found = true;
    best = rank;
    route = path_;
  }
};

}  // namespace remise
