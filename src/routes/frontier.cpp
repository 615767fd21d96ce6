#include "routes/frontier.h"

#include <algorithm>
#include <limits>

namespace remise::route {
namespace {

constexpr std::uint8_t nobody = 0xff;
constexpr Weight forbidden = Weight{1} << 62;  // more than any sum of losses, and far from overflow

// Each pass keeps at most so many states per layer; one that had to drop none is exact, and the last drops none.
constexpr std::size_t beams[] = {128, 16384, std::numeric_limits<std::size_t>::max()};

}  // namespace

void Frontier::prepare(const Network& network, const Order& order) {
  network_ = &network;
  count_ = order.count;
  width_ = order.width;
  std::copy_n(order.nodes.begin(), count_, nodes_.begin());
  set_steps(network);
  set_prices(network);
}

void Frontier::set_steps(const Network& network) {
  std::array<std::uint8_t, max_nodes> index, to_come, slot_of, free_slots;
  std::fill_n(index.begin(), network.size, nobody);
  for (int i = 0; i < count_; ++i) index[nodes_[i]] = static_cast<std::uint8_t>(i);
  for (int i = 0; i < count_; ++i) {
    to_come[i] = 0;
    for (const Node v : network.neighbours(nodes_[i])) to_come[i] += index[v] != nobody;
  }
  int free_count = width_;
  for (int s = 0; s < width_; ++s) free_slots[s] = static_cast<std::uint8_t>(width_ - 1 - s);
  staying_.clear();
  std::array<Place, max_nodes> active;
  int active_count = 0;
  for (int i = 0; i < count_; ++i) {
    Step& step = steps_[i];
    step.neighbour_count = step.leaving_count = step.last_chance_count = 0;
    slot_of[i] = step.slot = free_slots[--free_count];
    active[active_count++] = {step.slot, static_cast<std::uint8_t>(i)};
    const auto note_last_chance = [&](std::uint8_t j) {
      if (to_come[j] == 1 || (to_come[j] > 0 && !network.open[nodes_[j]]))
        step.last_chance[step.last_chance_count++] = {slot_of[j], j};
    };
    for (const Node v : network.neighbours(nodes_[i])) {
      const std::uint8_t j = index[v];
      if (j == nobody) continue;
      --to_come[j];
      if (j >= i) continue;
      step.neighbours[step.neighbour_count++] = {slot_of[j], j};
      note_last_chance(j);
    }
    note_last_chance(static_cast<std::uint8_t>(i));
    step.staying = static_cast<std::uint16_t>(staying_.size());
    int kept = 0;
    for (int k = 0; k < active_count; ++k) {
      if (to_come[active[k].index] == 0) {
        step.leaving[step.leaving_count++] = active[k];
        free_slots[free_count++] = active[k].slot;
      } else {
        staying_.push_back(active[k]);
        active[kept++] = active[k];
      }
    }
    active_count = kept;
    step.staying_count = static_cast<std::uint8_t>(kept);
  }
}

// A node inside a route has two edges, an end has one: so a price per edge end can be taken off the edges and charged
// to the nodes without changing any route's weight. With prices between the second and the third cheapest edge of each
// node, little of the cost of edges is left to be found out late, which is what makes canonical routes affordable.
void Frontier::set_prices(const Network& network) {
  edge_gain_ = 0;
  std::fill_n(price_.begin(), count_, Weight{0});
  if (network.mode == Mode::Value) {
    for (int i = 0; i < count_; ++i) {
      steps_[i].unused = 0;
      std::fill_n(steps_[i].costs.begin(), steps_[i].neighbour_count, Weight{0});
    }
    return;
  }
  // All edges of each node, first with their full costs.
  std::array<std::array<std::pair<std::uint8_t, std::uint32_t>, max_degree>, max_nodes> edges;
  std::array<std::uint8_t, max_nodes> degree;
  std::fill_n(degree.begin(), count_, std::uint8_t{0});
  for (int i = 0; i < count_; ++i) {
    Step& step = steps_[i];
    for (int k = 0; k < step.neighbour_count; ++k) {
      const std::uint8_t j = step.neighbours[k].index;
      step.costs[k] = network.cost(nodes_[i], nodes_[j]);
      const auto cost = static_cast<std::uint32_t>(step.costs[k]);
      edges[i][degree[i]++] = {j, cost};
      edges[j][degree[j]++] = {static_cast<std::uint8_t>(i), cost};
    }
  }
  for (int sweep = 0; sweep < 3; ++sweep) {
    for (int i = 0; i < count_; ++i) {
      Weight least[3] = {forbidden, forbidden, forbidden};
      for (int k = 0; k < degree[i]; ++k) {
        Weight cost = edges[i][k].second - price_[edges[i][k].first];
        for (Weight& place : least)
          if (cost < place) std::swap(cost, place);
      }
      const int used = network.open[nodes_[i]] ? 2 : 1;
      if (degree[i] > used) {
        price_[i] = (least[used - 1] + least[used]) / 2;
      } else {
        price_[i] = least[degree[i] - 1];
      }
    }
  }
  for (int i = 0; i < count_; ++i) {
    Step& step = steps_[i];
    step.unused = 0;
    for (int k = 0; k < step.neighbour_count; ++k) {
      step.costs[k] -= price_[i] + price_[step.neighbours[k].index];
      step.unused += std::max<Weight>(-step.costs[k], 0);
    }
    edge_gain_ += step.unused;
  }
}

// Everything is measured as what is lost against the bound: all nodes used, and the two best ends.
void Frontier::set_losses(const Question& question) {
  const Network& net = *network_;
  Weight best = no_weight, second = no_weight, all = edge_gain_;
  int best_at = -1;
  const auto end_gain = [&](int i) {
    const Node u = nodes_[i];
    // An end-only node counts as an end, not as a node that all routes could use.
    if (!net.open[u]) return net.weight[u] - price_[i];
    return (u == question.bare ? 0 : net.tails[u].any.weight) + price_[i];
  };
  for (int i = 0; i < count_; ++i) {
    const Node u = nodes_[i];
    if (u == question.root) {
      all -= price_[i];
      continue;
    }
    if (net.open[u]) all += std::max<Weight>(net.weight[u] - 2 * price_[i], 0);
    const Weight gain = end_gain(i);
    if (gain > best) {
      second = best, best = gain, best_at = i;
    } else if (gain > second) {
      second = gain;
    }
  }
  if (question.root >= 0) second = best, best_at = -1;  // the other end is fixed
  progress_worth_ = all / (4 * count_);
  bound_ = all + best + (question.root >= 0 ? 0 : second);
  for (int i = 0; i < count_; ++i) {
    const Node u = nodes_[i];
    Losses& at = losses_[i];
    if (u == question.root) {
      at = {.use = 0,
            .skip = forbidden,
            .inside = 0,
            .end = 0,
            .end_own = forbidden,
            .single = true,
            .own = false,
            .end_has_own = false,
            .has_own_tail = false};
      continue;
    }
    const Weight missed = i == best_at ? best - second : 0;  // if the best end is none
    const Weight gain = end_gain(i), ideal = i == best_at ? best : second;
    const bool open = net.open[u];
    const Weight weight = open ? net.weight[u] - 2 * price_[i] : 0;
    const Weight own_tail = open && u != question.bare ? net.tails[u].own.weight : no_weight;
    at.use = std::max<Weight>(-weight, 0);
    at.skip = std::max<Weight>(weight, 0) + missed;
    at.inside = open ? missed : 0;
    at.end = ideal - gain;
    at.has_own_tail = own_tail != no_weight;
    at.end_own = at.has_own_tail ? ideal - own_tail - price_[i] : forbidden;
    at.end_has_own = at.has_own_tail && own_tail == net.tails[u].any.weight;
    at.single = !open;
    at.own = net.own[u];
  }
  Weight rest = 0;
  for (int i = count_ - 1; i >= 0; --i) {
    steps_[i].rest = rest;
    rest += losses_[i].skip + steps_[i].unused;
  }
}

// One pass through all steps.
template <class Key, bool NeedOwn>
class Frontier::Pass {
 public:
  Pass(Frontier& frontier, bool trace, Weight limit)
      : frontier_(frontier), layers_(std::get<Layers<Key>>(frontier.layers_)), trace_(trace), limit_(limit) {}

  void run(std::size_t beam, RouteSearch& search) {
    layers_.now.assign(1, {});
    frontier_.traces_.clear();
    truncated_ = false;
    for (at_ = 0; at_ < frontier_.count_ && !layers_.now.empty(); ++at_) {
      step_ = &frontier_.steps_[at_];
      self_ = &frontier_.losses_[at_];
      if (trace_) frontier_.layer_start_[at_] = frontier_.traces_.size();
      layers_.next.clear();
      clear_table(layers_.now.size());
      for (parent_ = 0; parent_ < layers_.now.size(); ++parent_) expand(layers_.now[parent_]);
      search.states += layers_.next.size();
      search.max_states = std::max(search.max_states, static_cast<std::uint32_t>(layers_.next.size()));
      if (layers_.next.size() > beam) truncate(beam);
      if (trace_)
        for (const State<Key>& state : layers_.next) frontier_.traces_.push_back(state.trace);
      std::swap(layers_.now, layers_.next);
    }
    ++search.passes;
    // The two layers change roles from pass to pass: neither should have to grow again for the same graph.
    const std::size_t capacity = std::max(layers_.now.capacity(), layers_.next.capacity());
    layers_.now.reserve(capacity);
    layers_.next.reserve(capacity);
  }

  bool found() const { return found_; }
  bool truncated() const { return truncated_; }
  bool own() const { return found_own_; }
  Weight limit() const { return limit_; }
  int found_step() const { return found_step_; }
  Trace found_trace() const { return found_trace_; }

 private:
  Frontier& frontier_;
  Layers<Key>& layers_;
  const bool trace_;
  Weight limit_;  // losses must stay below
  bool found_ = false, found_own_ = false, truncated_ = false;
  int found_step_ = 0;
  Trace found_trace_{};

  int at_ = 0;
  const Step* step_ = nullptr;
  const Losses* self_ = nullptr;
  std::size_t parent_ = 0;
  std::uint8_t first_ = nobody, second_ = nobody;
  std::size_t mask_ = 0;
  int shift_ = 0;

  static constexpr int done = -1;

  // What joining the new node to a neighbour would mean.
  struct Joint {
    std::uint8_t slot, index;
    std::uint8_t code;
    bool used, own, ends;  // the neighbour becomes used, is own, is an end of the route
    int far;               // slot of the other end of its fragment, or done if that is finished
    Weight loss;
  };

  bool find_joint(const Key& key, int i, Joint& joint) const {
    const Place place = step_->neighbours[i];
    const int code = key.get(place.slot);
    if (code == slot_used) return false;
    joint = {place.slot, place.index, static_cast<std::uint8_t>(code), true, false, false, done, step_->costs[i]};
    if (code != slot_free) {
      if (code != mate(place.slot)) joint.far = code - 2;
      return true;
    }
    const Losses& there = frontier_.losses_[place.index];
    joint.loss += there.use;
    joint.own = there.own;
    if (there.single) {
      if (key.ends() == 2) return false;
      joint.loss += there.end;
      joint.ends = true;
    } else {
      joint.used = false;
      joint.far = place.slot;
    }
    return true;
  }

  static void apply(Key& key, const Joint& joint) {
    if (joint.used) key.set(joint.slot, slot_used);
    if (joint.ends) key.add_end();
    key.add_own(joint.own);
  }

  void expand(const State<Key>& from) {
    if (from.loss >= limit_) return;
    const Weight base = from.loss + step_->unused;
    first_ = second_ = nobody;
    leave(from.key, base, 0);
    std::array<Joint, max_degree> joints;
    int count = 0;
    for (int i = 0; i < step_->neighbour_count; ++i) count += find_joint(from.key, i, joints[count]);
    for (int i = 0; i < count; ++i) {
      const Joint& a = joints[i];
      Key key = from.key;
      const Weight loss = base + self_->use + a.loss;
      apply(key, a);
      key.add_own(self_->own);
      first_ = a.index;
      second_ = nobody;
      if (loss < limit_) join_one(key, loss, a.far);
      if (self_->single) continue;
      for (int j = i + 1; j < count; ++j) {
        const Joint& b = joints[j];
        if (a.code == mate(b.slot) || loss + b.loss >= limit_) continue;  // would close a circle; cannot win
        if (b.ends && key.ends() == 2) continue;
        Key both = key;
        apply(both, b);
        second_ = b.index;
        join_two(both, loss + b.loss, a.far, b.far);
      }
    }
  }

  void join_one(Key key, Weight loss, int far) {
    const int slot = step_->slot;
    if (self_->single) {
      if (key.ends() == 2) return;
      key.add_end();
      loss += self_->end;
      key.set(slot, slot_used);
      if (far == done) return complete(key, loss, 0);
      key.set(far, mate(far));
    } else if (far == done) {
      key.set(slot, mate(slot));
    } else {
      key.set(slot, mate(far));
      key.set(far, mate(slot));
    }
    leave(key, loss, 0);
  }

  void join_two(Key key, Weight loss, int far, int other) {
    key.set(step_->slot, slot_used);
    if (far == done && other == done) return complete(key, loss, 0);
    if (far == done) {
      key.set(other, mate(other));
    } else if (other == done) {
      key.set(far, mate(far));
    } else {
      key.set(far, mate(other));
      key.set(other, mate(far));
    }
    leave(key, loss, 0);
  }

  // Nodes without neighbours to come leave the frontier: whatever they are now is final.
  void leave(Key key, Weight loss, int i) {
    if (loss >= limit_) return;
    for (; i < step_->leaving_count; ++i) {
      const Place place = step_->leaving[i];
      const Losses& there = frontier_.losses_[place.index];
      const int code = key.get(place.slot);
      key.set(place.slot, slot_free);
      if (code == slot_free) {
        loss += there.skip;
      } else if (code == slot_used) {
        loss += there.inside;
      } else {
        if (key.ends() == 2) return;
        key.add_end();
        if (code != mate(place.slot)) key.set(code - 2, code);
        const bool last = code == mate(place.slot);
        if constexpr (NeedOwn) {
          if (!key.own() && there.has_own_tail && !there.end_has_own) {
            Key with_own = key;
            with_own.add_own(true);
            last ? complete(with_own, loss + there.end_own, i + 1) : leave(with_own, loss + there.end_own, i + 1);
          }
        }
        loss += there.end;
        key.add_own(there.end_has_own);
        if (last) return complete(key, loss, i + 1);
      }
    }
    // With both ends of the route fixed, a free node that could only be an end will be skipped: say so at once.
    if (key.ends() == 2) {
      for (int k = 0; k < step_->last_chance_count; ++k) {
        const Place place = step_->last_chance[k];
        if (key.get(place.slot) != slot_free) continue;
        const Losses& there = frontier_.losses_[place.index];
        key.set(place.slot, slot_used);
        loss += there.skip - there.inside;
      }
    }
    if (loss < limit_) insert(key, loss);
  }

  // Both ends are finished: a route, if no other fragment is open. Everything not on it is lost.
  void complete(Key key, Weight loss, int i) {
    if (loss >= limit_ || key.any_open() || (NeedOwn && !key.own())) return;
    const auto lose = [&](Place place) {
      const Losses& there = frontier_.losses_[place.index];
      loss += key.get(place.slot) == slot_free ? there.skip : there.inside;
    };
    for (; i < step_->leaving_count; ++i) lose(step_->leaving[i]);
    for (int k = 0; k < step_->staying_count; ++k) lose(frontier_.staying_[step_->staying + k]);
    loss += step_->rest;
    if (loss >= limit_) return;
    limit_ = loss;
    found_ = true;
    found_own_ = key.own();
    found_step_ = at_;
    found_trace_ = {static_cast<std::uint32_t>(parent_), first_, second_};
  }

  void insert(const Key& key, Weight loss) {
    const Key identity = key.identity(NeedOwn);
    std::size_t h = identity.hash() >> shift_;
    for (;; h = (h + 1) & mask_) {
      const std::uint32_t entry = frontier_.table_[h];
      if (entry == 0) break;
      State<Key>& there = layers_.next[entry - 1];
      if (!(there.key.identity(NeedOwn) == identity)) continue;
      if (loss < there.loss || (loss == there.loss && key.own() && !there.key.own()))
        there = {key, loss, {static_cast<std::uint32_t>(parent_), first_, second_}};
      return;
    }
    layers_.next.push_back({key, loss, {static_cast<std::uint32_t>(parent_), first_, second_}});
    frontier_.table_[h] = static_cast<std::uint32_t>(layers_.next.size());
    if (layers_.next.size() * 2 > mask_) rebuild_table();
  }

  void clear_table(std::size_t expected) {
    std::size_t size = 32;
    shift_ = 64 - 5;
    while (size < expected * 4) size *= 2, --shift_;
    mask_ = size - 1;
    if (frontier_.table_.size() < size) frontier_.table_.resize(size);
    std::fill_n(frontier_.table_.begin(), size, 0u);
  }

  void rebuild_table() {
    clear_table(layers_.next.size());
    for (std::size_t i = 0; i < layers_.next.size(); ++i) {
      std::size_t h = layers_.next[i].key.identity(NeedOwn).hash() >> shift_;
      while (frontier_.table_[h] != 0) h = (h + 1) & mask_;
      frontier_.table_[h] = static_cast<std::uint32_t>(i + 1);
    }
  }

  // Keeps the most promising states, the earlier among equals: the same on every platform. Edges that the nodes on the
  // frontier still have to find may prove costly.
  Weight score(const State<Key>& state) const { return state.loss - state.key.progress() * frontier_.progress_worth_; }

  void truncate(std::size_t beam) {
    truncated_ = true;
    auto& scores = frontier_.scores_;
    auto& sorted = frontier_.sorted_;
    scores.clear();
    for (const State<Key>& state : layers_.next) scores.push_back(score(state));
    sorted = scores;
    const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(beam);
    std::nth_element(sorted.begin(), nth, sorted.end());
    const Weight threshold = *nth;
    std::size_t equal = beam;
    for (const Weight its : scores) equal -= its < threshold;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (scores[i] > threshold || (scores[i] == threshold && equal == 0)) continue;
      equal -= scores[i] == threshold;
      layers_.next[kept++] = layers_.next[i];
    }
    layers_.next.resize(kept);
  }
};

Answer Frontier::ask(const Question& question, RouteSearch& figures) {
  set_losses(question);
  figures.max_width = std::max(figures.max_width, static_cast<std::uint32_t>(width_));
  const auto with = [&]<class Key>(Key) {
    return question.need_own ? search<Key, true>(question, figures) : search<Key, false>(question, figures);
  };
  if (width_ <= NarrowKey::slots) return with(NarrowKey{});
  if (width_ <= WideKey<30>::slots) return with(WideKey<30>{});
  REMISE_ASSERT(width_ <= WideKey<253>::slots);
  return with(WideKey<253>{});
}

template <class Key, bool NeedOwn>
Answer Frontier::search(const Question& question, RouteSearch& figures) {
  Answer answer;
  const bool trace = network_->mode == Mode::Route;
  Weight limit = question.floor == no_weight ? forbidden : bound_ - question.floor;
  for (const std::size_t beam : beams) {
    if (limit <= 0) break;
    Pass<Key, NeedOwn> pass(*this, trace, limit);
    pass.run(beam, figures);
    if (pass.found()) {
      limit = pass.limit();
      answer = {true, pass.own(), bound_ - limit};
      if (trace) trace_path(pass.found_step(), pass.found_trace(), question);
    }
    if (!pass.truncated()) break;
  }
  return answer;
}

void Frontier::trace_path(int step, Trace last, const Question& question) {
  struct Joined {
    std::uint8_t to[2] = {nobody, nobody};
  };
  std::array<Joined, max_nodes> joined;
  std::fill_n(joined.begin(), count_, Joined{});
  const auto connect = [&](std::uint8_t a, std::uint8_t b) {
    joined[a].to[joined[a].to[0] != nobody] = b;
    joined[b].to[joined[b].to[0] != nobody] = a;
  };
  for (;; --step) {
    if (last.first != nobody) connect(static_cast<std::uint8_t>(step), last.first);
    if (last.second != nobody) connect(static_cast<std::uint8_t>(step), last.second);
    if (step == 0) break;
    last = traces_[layer_start_[step - 1] + last.parent];
  }
  int start = -1;
  for (int i = 0; i < count_; ++i) {
    if (joined[i].to[0] == nobody || joined[i].to[1] != nobody) continue;
    if (start < 0 || nodes_[i] == question.root) start = i;
  }
  path_count_ = 0;
  for (std::uint8_t from = nobody, at = static_cast<std::uint8_t>(start); at != nobody;) {
    path_[path_count_++] = nodes_[at];
    const std::uint8_t next = joined[at].to[0] == from ? joined[at].to[1] : joined[at].to[0];
    from = at;
    at = next;
  }
}

}  // namespace remise::route
