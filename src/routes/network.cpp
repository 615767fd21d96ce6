#include "routes/network.h"

#include <algorithm>

namespace remise::route {

void Network::start(Mode new_mode) {
  mode = new_mode;
  size = 0;
  hops.clear();
  best.weight = no_weight;
  best.path.count = 0;
}

Node Network::add(LocationIndex at, const RouteGraph::Location& what) {
  const auto u = static_cast<Node>(size++);
  location[u] = at;
  weight[u] = location_weight(mode, what.value);
  open[u] = what.passage == Passage::Open;
  own[u] = what.own;
  worthless[u] = what.value == 0 && !what.own;
  degree[u] = 0;
  tails[u] = {};
  return u;
}

bool Network::adjacent(Node a, Node b) const {
  const auto list = neighbours(a);
  return std::find(list.begin(), list.end(), b) != list.end();
}

HopId Network::hop(LocationIndex at, HopId next) {
  if (mode == Mode::Value) return no_hop;
  REMISE_ASSERT(hops.size() < no_hop);
  hops.push_back({at, next});
  return static_cast<HopId>(hops.size() - 1);
}

void Network::offer_pair(LocationIndex a, LocationIndex b, Weight total) {
  if (total <= best.weight) return;
  best.weight = total;
  best.path.count = 2;
  best.path[0] = a;
  best.path[1] = b;
  best.before = best.after = no_hop;
}

void Network::attach(Node v, Tail any, Tail own_branch) {
  const auto offer = [&](const Tail& before, const Tail& after) {
    if (before.weight == no_weight || after.weight == no_weight) return;
    const Weight total = weight[v] + before.weight + after.weight;
    if (total <= best.weight) return;
    best.weight = total;
    best.path.count = 1;
    best.path[0] = location[v];
    best.before = before.hops;
    best.after = after.hops;
  };
  Tails& at = tails[v];
  if (own[v]) {
    offer(at.any, any);
  } else {
    offer(at.own, any);
    offer(at.any, own_branch);
  }
  if (!open[v]) return;
  if (any.weight > at.any.weight) at.any = any;
  if (own_branch.weight > at.own.weight) at.own = own_branch;
}

void Network::touch(Node u) {
  if (degree[u] > 2 || is_pending_[u]) return;
  is_pending_[u] = true;
  pending_[pending_count_++] = u;
}

void Network::remove_edge(Node a, Node b) {
  const auto forget = [&](Node from, Node to) {
    auto& list = adjacency[from];
    int i = 0;
    while (list[i] != to) ++i;
    list[i] = list[--degree[from]];
  };
  forget(a, b);
  forget(b, a);
}

void Network::reduce() {
  pending_count_ = 0;
  std::fill_n(is_pending_.begin(), size, false);
  for (int u = 0; u < size; ++u) touch(static_cast<Node>(u));
  while (pending_count_ > 0) {
    const Node u = pending_[--pending_count_];
    is_pending_[u] = false;
    if (degree[u] == 1) {
      reduce_leaf(u);
    } else if (degree[u] == 2 && open[u] && tails[u].empty()) {
      reduce_degree_two(u);
    }
  }
}

// A node with one neighbour becomes a tail of it.
void Network::reduce_leaf(Node u) {
  const Node v = adjacency[u][0];
  if (!open[v] && degree[v] == 1) return reduce_leaf(v);  // the end-only one of the last two is the leaf
  attach_leaf(u, v);
  remove_edge(u, v);
  touch(v);
}

void Network::attach_leaf(Node u, Node v) {
  const Weight step = weight[u] - cost(u, v);
  const Tails& at = tails[u];
  const Tail any{step + at.any.weight, hop(location[u], at.any.hops)};
  Tail with_own{no_weight, no_hop};
  if (own[u]) {
    with_own = any;
  } else if (at.own.weight != no_weight) {
    with_own = {step + at.own.weight, hop(location[u], at.own.hops)};
  }
  attach(v, any, with_own);
}

// The rules for an open node u without tails between a and c. They are wrong for nodes with tails.
void Network::reduce_degree_two(Node u) {
  const Node a = adjacency[u][0], c = adjacency[u][1];
  if (adjacent(a, c)) {
    if (worthless[u]) {
      // The direct way is shorter, and nobody needs to end here.
      remove_edge(u, a);
      remove_edge(u, c);
    } else if (mode == Mode::Value) {
      // Any route along a-c can go by u instead; one that ends ..c-a-u can end ..c-u-a.
      remove_edge(a, c);
    } else {
      return;  // the two ways to end differ as routes
    }
    touch(u);
    touch(a);
    touch(c);
    return;
  }
  if (mode != Mode::Value) return;
  if (open[a] && degree[a] == 2 && tails[a].empty()) {
    merge_into(u, a, c);
  } else if (open[c] && degree[c] == 2 && tails[c].empty()) {
    merge_into(u, c, a);
  }
}

// Two neighbours of degree 2 act as one: who comes to the first loses nothing by going on to the second.
void Network::merge_into(Node u, Node kept, Node other) {
  weight[kept] += weight[u];
  own[kept] = own[kept] || own[u];
  worthless[kept] = worthless[kept] && worthless[u];
  degree[u] = 0;
  std::replace(adjacency[kept].begin(), adjacency[kept].begin() + degree[kept], u, other);
  std::replace(adjacency[other].begin(), adjacency[other].begin() + degree[other], u, kept);
  touch(kept);
  touch(other);
}

}  // namespace remise::route
