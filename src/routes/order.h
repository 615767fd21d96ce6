// In which order the frontier takes in the nodes of a block. Internal to the route solver.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "routes/network.h"

namespace remise::route {

// The frontier holds the nodes taken in that still have neighbours to come. Its width decides the cost of the dynamic
// programme: about threefold for each node more.
struct Order {
  std::array<Node, max_nodes> nodes;
  int count = 0;
  int width = 0;             // most nodes at once, the new one included
  std::uint64_t cost = ~0u;  // sum of 3^width over the steps, saturated
};

class Orderer {
 public:
  // Tries several starts, more where the block is hard, and gives the cheapest order.
  const Order& order(const Network& network, std::span<const Node> block);

 private:
  Order best_, trial_;
  std::array<bool, max_nodes> inside_, taken_, candidate_;
  std::array<std::uint8_t, max_nodes> to_come_;  // neighbours in the block not yet taken
  std::array<std::uint8_t, max_nodes> oldest_;   // of a candidate: when its first neighbour was taken
  std::array<Node, max_nodes> candidates_;

  void attempt(const Network& network, std::span<const Node> block, Node start, bool oldest_first);
};

}  // namespace remise::route
