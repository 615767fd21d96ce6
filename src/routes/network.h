// One connected part of a route graph while it is being reduced. Internal to the route solver.
//
// Weights: in value mode a location weighs its value and an edge nothing. In route mode one number holds the three
// criteria of the canonical route: value in units of 2^42, less 2^34 for each location, less the tie-break numbers of
// the edges (each below 2^26). At most 255 locations keep the three apart.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "routes/graph.h"
#include "routes/solver.h"

namespace remise::route {

using Weight = std::int64_t;
using Node = std::uint8_t;  // a location's number inside its network

inline constexpr Weight no_weight = INT64_MIN;  // no such tail, no route yet; never an operand
inline constexpr int max_nodes = RouteGraph::max_locations;
inline constexpr int max_degree = RouteGraph::max_degree;

enum class Mode : std::uint8_t { Value, Route };

inline constexpr int value_shift = 42;
inline constexpr Weight per_location = Weight{1} << 34;

constexpr Weight location_weight(Mode mode, int value) {
  return mode == Mode::Value ? value : (Weight{value} << value_shift) - per_location;
}
constexpr Weight edge_cost(Mode mode, LocationIndex a, LocationIndex b) {
  return mode == Mode::Value ? 0 : route_tie_break(a, b);
}
constexpr int value_of(Mode mode, Weight weight) {
  return static_cast<int>(mode == Mode::Value ? weight : (weight + (Weight{1} << value_shift) - 1) >> value_shift);
}

// A list of locations away from a node, as hops in a shared arena: lists that share their far part share its hops.
using HopId = std::uint16_t;
inline constexpr HopId no_hop = 0xffff;
struct Hop {
  LocationIndex location;
  HopId next;
};

// What a route can gain by going on from a node to its end, outside the network that is left.
struct Tail {
  Weight weight;
  HopId hops;
};
struct Tails {
  Tail any{0, no_hop};          // at least the empty tail
  Tail own{no_weight, no_hop};  // the best one with an own location, if there is one
  bool empty() const { return any.weight == 0 && own.weight == no_weight; }
};

// The best route so far: a path with a tail at either end (in value mode its weight alone).
struct Best {
  Weight weight = no_weight;
  InplaceVector<LocationIndex, max_nodes> path;
  HopId before = no_hop, after = no_hop;
};

struct Network {
  Mode mode = Mode::Value;
  int size = 0;
  std::array<LocationIndex, max_nodes> location;
  std::array<Weight, max_nodes> weight;
  std::array<bool, max_nodes> open;  // may be passed
  std::array<bool, max_nodes> own;
  std::array<bool, max_nodes> worthless;  // value 0, not own: good for passing only
  std::array<std::uint8_t, max_nodes> degree;
  std::array<std::array<Node, max_degree>, max_nodes> adjacency;
  std::array<Tails, max_nodes> tails;
  std::vector<Hop> hops;  // of all networks of one call
  Best best;              // of all networks of one call

  void start(Mode new_mode);
  Node add(LocationIndex at, const RouteGraph::Location& what);
  std::span<const Node> neighbours(Node u) const { return {adjacency[u].data(), degree[u]}; }
  bool adjacent(Node a, Node b) const;
  Weight cost(Node a, Node b) const { return edge_cost(mode, location[a], location[b]); }

  void offer_pair(LocationIndex a, LocationIndex b, Weight total);
  HopId hop(LocationIndex at, HopId next);

  // A branch that starts at v, whose weight does not include v: offers the routes that go through it to v and end there
  // or in another tail of v; then makes it a tail of v if it is the best.
  void attach(Node v, Tail any, Tail own);

  // The same for the branch of u and its tails.
  void attach_leaf(Node u, Node v);

  // Takes away what cannot matter or can be summed up in a tail; what is left has degree 2 or more everywhere.
  void reduce();

 private:
  std::array<Node, max_nodes> pending_;
  std::array<bool, max_nodes> is_pending_;
  int pending_count_ = 0;

  void touch(Node u);
  void remove_edge(Node a, Node b);
  void reduce_leaf(Node u);
  void reduce_degree_two(Node u);
  void merge_into(Node u, Node kept, Node other);
};

}  // namespace remise::route
