// Blocks that are plain circles, the commonest kind: all routes in them are arcs, and trying them all beats any
// programme. Internal to the route solver.
#pragma once

#include <array>
#include <span>
#include <utility>

#include "routes/network.h"

namespace remise::route {

class Circle {
 public:
  // False if the block is something else.
  bool take(const Network& network, std::span<const Node> block);

  // Makes the best ways from `cut` around the circle a tail of it.
  void hang(Network& network, Node cut);

  // Offers the best route along the circle, tails included. `bare`: a node whose tails belong to another block, or -1.
  void offer(Network& network, int bare) const;

 private:
  int count_ = 0;
  std::array<Node, max_nodes> nodes_;
  std::array<Weight, max_nodes> costs_;  // of the edge to the next node
  std::array<bool, max_nodes> inside_;

  int next(int i) const { return i + 1 == count_ ? 0 : i + 1; }
  int previous(int i) const { return i == 0 ? count_ - 1 : i - 1; }
  Tail links_of(Network& network, int from, int to, bool forward, Tail tail) const;
};

}  // namespace remise::route
