// The dynamic programme over a moving frontier that finds the best route inside one block. Internal to the route
// solver.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "routes/keys.h"
#include "routes/network.h"
#include "routes/order.h"

namespace remise::route {

// What to look for in a block.
struct Question {
  int root = -1;             // a node: only paths that start there, without its weight (the tails a block yields)
  int bare = -1;             // a node whose tails belong to another block
  bool need_own = false;     // only routes with an own location; else any
  Weight floor = no_weight;  // only routes that weigh more
};

struct Answer {
  bool found = false;
  bool own = false;  // has an own location (tails included)
  Weight weight = no_weight;
};

class Frontier {
 public:
  // Fixes slots and steps for a block, for any number of questions.
  void prepare(const Network& network, const Order& order);

  Answer ask(const Question& question, RouteSearch& search);

  // The path of the last answer found, in route mode; with a root it starts there.
  std::span<const Node> path() const { return {path_.data(), static_cast<std::size_t>(path_count_)}; }

 private:
  struct Place {  // a node on the frontier
    std::uint8_t slot, index;
  };
  struct Step {
    std::uint8_t slot;
    std::uint8_t neighbour_count = 0, leaving_count = 0, staying_count = 0, last_chance_count = 0;
    std::uint16_t staying;  // first of them in staying_
    std::array<Place, max_degree> neighbours;
    std::array<Weight, max_degree> costs;  // loss of using the edge, against not using it
    std::array<Place, max_degree + 1> leaving;
    std::array<Place, max_degree + 1> last_chance;  // staying, but from now on good for an end only
    Weight unused;                                  // loss if none of the edges is used
    Weight rest;  // loss if the route is complete after this step: all that was not taken in yet
  };
  // Losses of a node, against the upper bound.
  struct Losses {
    Weight use, skip, inside;  // inside: neither end nor skipped
    Weight end, end_own;       // as an end of the route, with its best tail, with its best own tail
    bool single;               // at most one edge
    bool own, end_has_own;     // the node itself; the best tail
    bool has_own_tail;
  };
  struct Trace {
    std::uint32_t parent;
    std::uint8_t first, second;  // indices of the neighbours joined, or nobody
  };
  template <class Key>
  struct State {
    Key key;
    Weight loss;
    Trace trace;
  };
  template <class Key>
  struct Layers {
    std::vector<State<Key>> now, next;
  };
  template <class Key, bool NeedOwn>
  class Pass;

  const Network* network_ = nullptr;
  int count_ = 0, width_ = 0;
  std::array<Node, max_nodes> nodes_;
  std::array<Step, max_nodes> steps_;
  std::vector<Place> staying_;
  std::array<Losses, max_nodes> losses_;
  std::array<Weight, max_nodes> price_;  // moved from edges to nodes, for a tighter bound
  Weight bound_ = 0, edge_gain_ = 0;
  Weight progress_worth_ = 0;

  std::tuple<Layers<NarrowKey>, Layers<WideKey<30>>, Layers<WideKey<253>>> layers_;
  std::vector<std::uint32_t> table_;
  std::vector<Weight> scores_, sorted_;
  std::vector<Trace> traces_;
  std::array<std::size_t, max_nodes + 1> layer_start_;
  std::array<Node, max_nodes> path_;
  int path_count_ = 0;

  void set_steps(const Network& network);
  void set_prices(const Network& network);
  void set_losses(const Question& question);
  template <class Key, bool NeedOwn>
  Answer search(const Question& question, RouteSearch& search);
  void trace_path(int step, Trace last, const Question& question);
};

}  // namespace remise::route
