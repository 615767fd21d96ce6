#include "routes/solver.h"

#include <algorithm>

#include "routes/blocks.h"
#include "routes/circle.h"
#include "routes/frontier.h"
#include "routes/network.h"
#include "routes/order.h"

namespace remise {

using namespace route;

struct RouteSolver::Workspace {
  Network network;
  BlockTree tree;
  Circle circle;
  Orderer orderer;
  Frontier frontier;
  RouteSearch search;

  // Of the graph's locations: the network an open one was put into, and the number it (or the latest copy of an
  // end-only one) has there. Networks count from 1.
  std::array<std::uint8_t, RouteGraph::max_locations> network_of;
  std::array<Node, RouteGraph::max_locations> node_of;
  std::array<LocationIndex, RouteGraph::max_locations> queue;
  int networks = 0;

  void run(const RouteGraph& graph, Mode mode);
  void offer_pairs(const RouteGraph& graph, LocationIndex own);
  void take_network(const RouteGraph& graph, LocationIndex start);
  void solve_network();
  void hang_block(const Block& block);
  void solve_block(const Block& block, bool is_root);
  Weight bound(const Question& question, std::span<const Node> nodes) const;
  Tail tail_of_path(Weight weight, bool own);
  void record(const Question& question, const Answer& answer);
  RouteResult result() const;
};

// A route needs an own location, so only what can be reached from one is looked at, one connected part at a time.
// Nothing passes an end-only location, so it joins no parts; each part has its own copy.
void RouteSolver::Workspace::run(const RouteGraph& graph, Mode mode) {
  search = {};
  network.start(mode);
  networks = 0;
  std::fill_n(network_of.begin(), graph.size(), std::uint8_t{0});
  for (int i = 0; i < graph.size(); ++i) {
    const auto at = static_cast<LocationIndex>(i);
    if (!graph[at].own || graph[at].passage == Passage::Blocked) continue;
    offer_pairs(graph, at);
  }
  for (int i = 0; i < graph.size(); ++i) {
    const auto at = static_cast<LocationIndex>(i);
    if (!graph[at].own || graph[at].passage == Passage::Blocked) continue;
    if (graph[at].passage == Passage::Open) {
      take_network(graph, at);
    } else {
      for (const LocationIndex next : graph.neighbours(at)) take_network(graph, next);
    }
  }
}

// Routes of two locations, once and for all: the rest need not care about them.
void RouteSolver::Workspace::offer_pairs(const RouteGraph& graph, LocationIndex own) {
  const Weight weight = location_weight(network.mode, graph[own].value);
  for (const LocationIndex next : graph.neighbours(own)) {
    if (graph[next].passage == Passage::Blocked) continue;
    const Weight other = location_weight(network.mode, graph[next].value) - edge_cost(network.mode, own, next);
    network.offer_pair(own, next, weight + other);
  }
}

void RouteSolver::Workspace::take_network(const RouteGraph& graph, LocationIndex start) {
  if (graph[start].passage != Passage::Open || network_of[start] != 0) return;
  ++networks;
  network.size = 0;
  int queued = 0;
  Weight all = 0, best_end = 0, second_end = 0;
  const auto take = [&](LocationIndex at) {
    network_of[at] = static_cast<std::uint8_t>(networks);
    queue[network.size] = at;
    node_of[at] = network.add(at, graph[at]);
    return node_of[at];
  };
  take(start);
  for (; queued < network.size; ++queued) {
    const LocationIndex at = queue[queued];
    const auto u = static_cast<Node>(queued);
    if (!network.open[u]) {
      const Weight gain = network.weight[u];
      second_end = std::max(second_end, std::min(best_end, gain));
      best_end = std::max(best_end, gain);
      continue;
    }
    all += std::max<Weight>(network.weight[u], 0);
    for (const LocationIndex next : graph.neighbours(at)) {
      const RouteGraph::Location& there = graph[next];
      if (there.passage == Passage::Blocked) continue;
      if (there.passage == Passage::EndOnly && there.value == 0 && !there.own) continue;  // nobody needs to end there
      const bool known = network_of[next] == networks;
      const Node v = known ? node_of[next] : take(next);
      network.adjacency[u][network.degree[u]++] = v;
      if (there.passage == Passage::EndOnly) network.adjacency[v][network.degree[v]++] = u;
    }
  }
  if (all + best_end + second_end > network.best.weight) solve_network();
}

void RouteSolver::Workspace::solve_network() {
  network.reduce();
  tree.build(network);
  if (tree.blocks.empty()) return;
  const std::size_t last = tree.blocks.size() - 1;
  for (std::size_t i = 0; i < last; ++i) hang_block(tree.blocks[i]);
  for (std::size_t i = last + 1; i-- > 0;) solve_block(tree.blocks[i], i == last);
}

// The best ways from the block's cut node into the block and what hangs on it become a tail of that node.
void RouteSolver::Workspace::hang_block(const Block& block) {
  if (block.count == 2) {
    const auto nodes = tree.nodes_of(block);
    network.attach_leaf(nodes[0] == block.cut ? nodes[1] : nodes[0], block.cut);
    return;
  }
  if (circle.take(network, tree.nodes_of(block))) return circle.hang(network, block.cut);
  frontier.prepare(network, orderer.order(network, tree.nodes_of(block)));
  Question question{.root = block.cut, .floor = 0};
  const Answer any = frontier.ask(question, search);
  Tail any_tail{no_weight, no_hop}, own_tail{no_weight, no_hop};
  if (any.found) any_tail = tail_of_path(any.weight, any.own);
  if (any.found && any.own) {
    own_tail = any_tail;
  } else {
    question.need_own = true;
    question.floor = no_weight;
    const Answer own = frontier.ask(question, search);
    if (own.found) own_tail = tail_of_path(own.weight, true);
  }
  if (!any.found) any_tail = own_tail;
  if (any_tail.weight != no_weight) network.attach(block.cut, any_tail, own_tail);
}

// The hops of the path found last, without the cut node it starts from. `own`: it must have an own location, if need
// be in the tail of its last node.
Tail RouteSolver::Workspace::tail_of_path(Weight weight, bool own) {
  if (network.mode == Mode::Value) return {weight, no_hop};
  const auto path = frontier.path();
  for (std::size_t i = 1; i < path.size(); ++i) own = own && !network.own[path[i]];
  const Tails& end = network.tails[path.back()];
  HopId hops = (own ? end.own : end.any).hops;
  for (std::size_t i = path.size() - 1; i > 0; --i) hops = network.hop(network.location[path[i]], hops);
  return {weight, hops};
}

// The best route whose way towards the root ends in this block. Seldom does the own-location condition decide, so the
// search first does without.
void RouteSolver::Workspace::solve_block(const Block& block, bool is_root) {
  if (block.count == 2) return;  // hang_block has offered everything
  Question question{.bare = is_root ? -1 : block.cut, .floor = network.best.weight};
  if (bound(question, tree.nodes_of(block)) <= network.best.weight) return;
  if (circle.take(network, tree.nodes_of(block))) return circle.offer(network, question.bare);
  frontier.prepare(network, orderer.order(network, tree.nodes_of(block)));
  Answer answer = frontier.ask(question, search);
  if (answer.found && !answer.own) {
    question.need_own = true;
    answer = frontier.ask(question, search);
  }
  if (answer.found) record(question, answer);
}

// All nodes and the two best ends: no route in the block weighs more.
Weight RouteSolver::Workspace::bound(const Question& question, std::span<const Node> nodes) const {
  Weight all = 0, best = 0, second = 0;
  for (const Node u : nodes) {
    Weight gain = u == question.bare ? 0 : network.tails[u].any.weight;
    if (network.open[u]) {
      all += std::max<Weight>(network.weight[u], 0);
    } else {
      gain = network.weight[u];
    }
    second = std::max(second, std::min(best, gain));
    best = std::max(best, gain);
  }
  return all + best + second;
}

void RouteSolver::Workspace::record(const Question& question, const Answer& answer) {
  Best& best = network.best;
  best.weight = answer.weight;
  if (network.mode == Mode::Value) return;
  const auto path = frontier.path();
  best.path.count = 0;
  bool own = false;
  for (const Node u : path) {
    best.path.push_back(network.location[u]);
    own = own || network.own[u];
  }
  const auto tails = [&](Node u) { return u == question.bare ? Tails{} : network.tails[u]; };
  const Tails front = tails(path.front()), back = tails(path.back());
  best.before = front.any.hops;
  best.after = back.any.hops;
  if (own) return;
  // One of the tails must have the own location: the one that costs less.
  const Weight front_price = front.own.weight == no_weight ? INT64_MAX : front.any.weight - front.own.weight;
  const Weight back_price = back.own.weight == no_weight ? INT64_MAX : back.any.weight - back.own.weight;
  if (front_price <= back_price) {
    best.before = front.own.hops;
  } else {
    best.after = back.own.hops;
  }
}

RouteResult RouteSolver::Workspace::result() const {
  RouteResult result;
  result.search = search;
  const Best& best = network.best;
  if (best.weight == no_weight) return result;
  result.value = value_of(network.mode, best.weight);
  auto& route = result.route;
  for (HopId at = best.before; at != no_hop; at = network.hops[at].next) route.push_back(network.hops[at].location);
  std::reverse(route.begin(), route.end());
  for (const LocationIndex at : best.path) route.push_back(at);
  for (HopId at = best.after; at != no_hop; at = network.hops[at].next) route.push_back(network.hops[at].location);
  if (route.back() < route.front()) std::reverse(route.begin(), route.end());
  return result;
}

RouteSolver::RouteSolver() = default;
RouteSolver::~RouteSolver() = default;
RouteSolver::RouteSolver(RouteSolver&&) noexcept = default;
RouteSolver& RouteSolver::operator=(RouteSolver&&) noexcept = default;

RouteSolver::Workspace& RouteSolver::workspace() {
  if (!work_) work_ = std::make_unique<Workspace>();
  return *work_;
}

RouteResult RouteSolver::solve(const RouteGraph& graph) {
  workspace().run(graph, Mode::Route);
  return work_->result();
}

int RouteSolver::solve_value(const RouteGraph& graph, RouteSearch* search) {
  workspace().run(graph, Mode::Value);
  if (search != nullptr) *search = work_->search;
  return work_->network.best.weight == no_weight ? 0 : static_cast<int>(work_->network.best.weight);
}

}  // namespace remise
