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

inline constexpr Weight kNone = INT64_MIN;  // no such tail, no route yet; never an operand
inline constexpr int kMaxNodes = RouteGraph::kMaxLocations;
inline constexpr int kMaxDegree = RouteGraph::kMaxDegree;

enum class Mode : std::uint8_t { Value, Route };

inline constexpr int kValueShift = 42;
inline constexpr Weight kPerLocation = Weight{1} << 34;

constexpr Weight location_weight(Mode mode, int value) {
  return mode == Mode::Value ? value : (Weight{value} << kValueShift) - kPerLocation;
}
constexpr Weight edge_cost(Mode mode, LocationIndex a, LocationIndex b) {
  return mode == Mode::Value ? 0 : route_tie_break(a, b);
}
constexpr int value_of(Mode mode, Weight weight) {
  return static_cast<int>(mode == Mode::Value ? weight : (weight + (Weight{1} << kValueShift) - 1) >> kValueShift);
}

// A list of locations away from a node, as links in a shared arena: lists that share their far part share its links.
using LinkId = std::uint16_t;
inline constexpr LinkId kNoLink = 0xffff;
struct Link {
  LocationIndex location;
  LinkId next;
};

// What a route can gain by going on from a node to its end, outside the network that is left.
struct Tail {
  Weight weight;
  LinkId links;
};
struct Tails {
  Tail any{0, kNoLink};      // at least the empty tail
  Tail own{kNone, kNoLink};  // the best one with an own location, if there is one
  bool empty() const { return any.weight == 0 && own.weight == kNone; }
};

// The best route so far: a path with a tail at either end (in value mode its weight alone).
struct Best {
  Weight weight = kNone;
  InplaceVector<LocationIndex, kMaxNodes> path;
  LinkId before = kNoLink, after = kNoLink;
};

struct Network {
  Mode mode = Mode::Value;
  int size = 0;
  std::array<LocationIndex, kMaxNodes> location;
  std::array<Weight, kMaxNodes> weight;
  std::array<bool, kMaxNodes> open;  // may be passed
  std::array<bool, kMaxNodes> own;
  std::array<bool, kMaxNodes> worthless;  // value 0, not own: good for passing only
  std::array<std::uint8_t, kMaxNodes> degree;
  std::array<std::array<Node, kMaxDegree>, kMaxNodes> adjacency;
  std::array<Tails, kMaxNodes> tails;
  std::vector<Link> links;  // of all networks of one call
  Best best;                // of all networks of one call

  void start(Mode new_mode);
  Node add(LocationIndex at, const RouteGraph::Location& what);
  std::span<const Node> neighbours(Node u) const { return {adjacency[u].data(), degree[u]}; }
  bool adjacent(Node a, Node b) const;
  Weight cost(Node a, Node b) const { return edge_cost(mode, location[a], location[b]); }

  void offer_pair(LocationIndex a, LocationIndex b, Weight total);
  LinkId link(LocationIndex at, LinkId next);

  // A branch that starts at v, whose weight does not include v: offers the routes that go through it to v and end there
  // or in another tail of v; then makes it a tail of v if it is the best.
  void attach(Node v, Tail any, Tail own);

  // The same for the branch of u and its tails.
  void attach_leaf(Node u, Node v);

  // Takes away what cannot matter or can be summed up in a tail; what is left has degree 2 or more everywhere.
  void reduce();

 private:
  std::array<Node, kMaxNodes> pending_;
  std::array<bool, kMaxNodes> is_pending_;
  int pending_count_ = 0;

  void touch(Node u);
  void remove_edge(Node a, Node b);
  void reduce_leaf(Node u);
  void reduce_degree_two(Node u);
  void merge_into(Node u, Node kept, Node other);
};

}  // namespace remise::route
