// The blocks of a network (its parts that no single node can cut) and the order in which they become tails. Internal to
// the route solver.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "routes/network.h"

namespace remise::route {

struct Block {
  int first = 0, count = 0;  // its nodes in BlockTree::nodes
  Node cut = 0;              // the node towards the root; of no meaning for the root block
};

// The last block is the root, a largest one; every other block comes before the block it hangs on.
struct BlockTree {
  std::vector<Block> blocks;
  std::vector<Node> nodes;

  void build(const Network& network);
  std::span<const Node> nodes_of(const Block& block) const {
    return {nodes.data() + block.first, static_cast<std::size_t>(block.count)};
  }

 private:
  std::array<std::uint16_t, max_nodes> seen_at_, low_, shared_by_;
  std::array<std::uint8_t, max_nodes> next_edge_;
  std::vector<Node> path_, open_nodes_;
  std::vector<Block> found_;

  void find(const Network& network, Node start);
  void arrange();
};

}  // namespace remise::route
