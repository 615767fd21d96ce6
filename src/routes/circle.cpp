#include "routes/circle.h"

#include <algorithm>

namespace remise::route {

bool Circle::take(const Network& network, std::span<const Node> block) {
  std::fill_n(inside_.begin(), network.size, false);
  for (const Node u : block) inside_[u] = true;
  count_ = 0;
  int from = -1;
  for (Node u = block[0];;) {
    int ways = 0;
    Node way[2] = {};
    for (const Node v : network.neighbours(u)) {
      if (!inside_[v]) continue;
      if (ways == 2) return false;
      way[ways++] = v;
    }
    const Node to = way[0] == from ? way[1] : way[0];
    costs_[count_] = network.cost(u, to);
    nodes_[count_++] = u;
    from = u;
    u = to;
    if (u == block[0]) break;
  }
  return true;
}

// The nodes from index `from` to `to` in the given direction, then the tail.
Tail Circle::links_of(Network& network, int from, int to, bool forward, Tail tail) const {
  HopId hops = tail.hops;
  for (int i = to;; i = forward ? previous(i) : next(i)) {
    hops = network.hop(network.location[nodes_[i]], hops);
    if (i == from) break;
  }
  return {tail.weight, hops};
}

void Circle::hang(Network& network, Node cut) {
  struct Way {
    Weight weight = no_weight;
    int to = 0;
    bool forward = false, own_tail = false;
  } any, own;
  const int start = static_cast<int>(std::find(nodes_.begin(), nodes_.begin() + count_, cut) - nodes_.begin());
  for (const bool forward : {true, false}) {
    Weight sum = 0;
    bool has_own = false;
    for (int at = start, steps = 1; steps < count_; ++steps) {
      const int to = forward ? next(at) : previous(at);
      const Node u = nodes_[to];
      sum += network.weight[u] - costs_[forward ? at : to];
      has_own = has_own || network.own[u];
      const Tails& tails = network.tails[u];
      const Weight total = sum + tails.any.weight;
      if (total > any.weight) any = {total, to, forward, false};
      if (has_own && total > own.weight) own = {total, to, forward, false};
      if (!has_own && tails.own.weight != no_weight && sum + tails.own.weight > own.weight)
        own = {sum + tails.own.weight, to, forward, true};
      if (!network.open[u]) break;
      at = to;
    }
  }
  const auto tail = [&](const Way& way) -> Tail {
    if (way.weight == no_weight) return {no_weight, no_hop};
    const Tails& tails = network.tails[nodes_[way.to]];
    return links_of(network, way.forward ? next(start) : previous(start), way.to, way.forward,
                    {way.weight, (way.own_tail ? tails.own : tails.any).hops});
  };
  const Tail any_tail = tail(any);
  network.attach(cut, any_tail, tail(own));
}

void Circle::offer(Network& network, int bare) const {
  static constexpr Tails no_tails{};
  const auto tails_of = [&](int i) -> const Tails& { return nodes_[i] == bare ? no_tails : network.tails[nodes_[i]]; };
  Best& best = network.best;
  int first = -1, length = 0;
  for (int start = 0; start < count_; ++start) {
    const Tails& front = tails_of(start);
    Weight sum = network.weight[nodes_[start]];
    bool own = network.own[nodes_[start]];
    for (int at = start, nodes = 2; nodes <= count_; ++nodes) {
      const int to = next(at);
      const Node u = nodes_[to];
      sum += network.weight[u] - costs_[at];
      own = own || network.own[u];
      const Tails& back = tails_of(to);
      const auto consider = [&](const Tail& before, const Tail& after) {
        if (before.weight == no_weight || after.weight == no_weight) return;
        const Weight total = sum + before.weight + after.weight;
        if (total <= best.weight) return;
        best.weight = total;
        best.before = before.hops;
        best.after = after.hops;
        first = start;
        length = nodes;
      };
      if (own) {
        consider(front.any, back.any);
      } else {
        consider(front.own, back.any);
        consider(front.any, back.own);
      }
      if (!network.open[u]) break;
      at = to;
    }
  }
  if (first < 0 || network.mode == Mode::Value) return;
  best.path.count = 0;
  for (int at = first; length > 0; --length, at = next(at)) best.path.push_back(network.location[nodes_[at]]);
}

}  // namespace remise::route
