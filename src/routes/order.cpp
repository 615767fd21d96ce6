#include "routes/order.h"

#include <algorithm>
#include <utility>

namespace remise::route {
namespace {

constexpr int max_power = 30;
constexpr auto power = [] {
  std::array<std::uint64_t, max_power + 1> table{1};
  for (int i = 1; i <= max_power; ++i) table[i] = table[i - 1] * 3;
  return table;
}();

}  // namespace

const Order& Orderer::order(const Network& network, std::span<const Node> block) {
  std::fill_n(inside_.begin(), network.size, false);
  for (const Node u : block) inside_[u] = true;
  best_.cost = ~std::uint64_t{0};
  const std::size_t n = block.size();
  std::size_t start = 0;
  for (int tries = 0;; ++tries) {
    attempt(network, block, block[start], tries % 2 == 0);
    // One try costs about as much as a few states per node; spend on trying a fraction of what the search will cost.
    const std::uint64_t worth = best_.cost / (64 * n);
    if (static_cast<std::uint64_t>(tries) >= worth || static_cast<std::size_t>(tries) >= 2 * n) break;
    if (tries % 2 == 1) start = (start + n * 5 / 13 + 1) % n;
  }
  return best_;
}

// Takes the node that leaves the smallest frontier behind; among equals the one next to the oldest (or newest) node.
void Orderer::attempt(const Network& network, std::span<const Node> block, Node start, bool oldest_first) {
  for (const Node u : block) {
    taken_[u] = candidate_[u] = false;
    int inner = 0;
    for (const Node v : network.neighbours(u)) inner += inside_[v];
    to_come_[u] = static_cast<std::uint8_t>(inner);
  }
  trial_.count = trial_.width = 0;
  trial_.cost = 0;
  int candidates = 1, width = 0;
  candidates_[0] = start;
  candidate_[start] = true;
  oldest_[start] = 0;
  while (candidates > 0) {
    int chosen = 0, chosen_score = INT32_MAX;
    for (int i = 0; i < candidates; ++i) {
      const Node u = candidates_[i];
      int closed = to_come_[u] == 0;
      for (const Node v : network.neighbours(u)) closed += inside_[v] && taken_[v] && to_come_[v] == 1;
      const int score = -closed * 512 + (oldest_first ? oldest_[u] : -oldest_[u]);
      if (score < chosen_score) chosen = i, chosen_score = score;
    }
    const Node u = candidates_[chosen];
    candidates_[chosen] = candidates_[--candidates];
    taken_[u] = true;
    ++width;
    trial_.width = std::max(trial_.width, width);
    trial_.cost += power[std::min(width, max_power)];
    if (trial_.cost >= best_.cost) return;
    if (to_come_[u] == 0) --width;
    for (const Node v : network.neighbours(u)) {
      if (!inside_[v]) continue;
      if (--to_come_[v] == 0 && taken_[v]) --width;
      if (!taken_[v] && !candidate_[v]) {
        candidate_[v] = true;
        oldest_[v] = static_cast<std::uint8_t>(trial_.count);
        candidates_[candidates++] = v;
      }
    }
    trial_.nodes[trial_.count++] = u;
  }
  std::swap(best_, trial_);
}

}  // namespace remise::route
