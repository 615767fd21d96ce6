#include "routes/blocks.h"

#include <algorithm>

namespace remise::route {

void BlockTree::build(const Network& network) {
  blocks.clear();
  nodes.clear();
  found_.clear();
  std::fill_n(seen_at_.begin(), network.size, std::uint16_t{0});
  std::fill_n(shared_by_.begin(), network.size, std::uint16_t{0});
  for (int u = 0; u < network.size; ++u) {
    if (network.degree[u] == 0) continue;
    find(network, static_cast<Node>(u));  // what is left is connected
    break;
  }
  arrange();
}

// Tarjan's depth-first search, with a stack of its own.
void BlockTree::find(const Network& network, Node start) {
  std::uint16_t clock = 0;
  const auto enter = [&](Node u) {
    seen_at_[u] = low_[u] = ++clock;
    next_edge_[u] = 0;
    path_.push_back(u);
    open_nodes_.push_back(u);
  };
  path_.clear();
  open_nodes_.clear();
  enter(start);
  while (!path_.empty()) {
    const Node u = path_.back();
    if (next_edge_[u] < network.degree[u]) {
      const Node v = network.adjacency[u][next_edge_[u]++];
      if (seen_at_[v] == 0) {
        enter(v);
      } else {
        low_[u] = std::min(low_[u], seen_at_[v]);
      }
      continue;
    }
    path_.pop_back();
    if (path_.empty()) break;
    const Node parent = path_.back();
    low_[parent] = std::min(low_[parent], low_[u]);
    if (low_[u] < seen_at_[parent]) continue;
    Block block{.first = static_cast<int>(nodes.size())};
    Node taken;
    do {
      taken = open_nodes_.back();
      open_nodes_.pop_back();
      nodes.push_back(taken);
    } while (taken != u);
    nodes.push_back(parent);
    block.count = static_cast<int>(nodes.size()) - block.first;
    for (const Node v : nodes_of(block)) ++shared_by_[v];
    found_.push_back(block);
  }
}

// Peels off blocks that share one node with the others, until the root is left.
void BlockTree::arrange() {
  if (found_.empty()) return;
  std::size_t root = 0;
  for (std::size_t i = 1; i < found_.size(); ++i)
    if (found_[i].count > found_[root].count) root = i;
  std::swap(found_[root], found_.back());
  for (std::size_t left = found_.size() - 1; left > 0;) {
    for (std::size_t i = 0; i < left;) {
      int cuts = 0;
      for (const Node v : nodes_of(found_[i]))
        if (shared_by_[v] > 1) ++cuts, found_[i].cut = v;
      if (cuts != 1) {
        ++i;
        continue;
      }
      for (const Node v : nodes_of(found_[i])) --shared_by_[v];
      blocks.push_back(found_[i]);
      found_[i] = found_[--left];
    }
  }
  blocks.push_back(found_.back());
}

}  // namespace remise::route
