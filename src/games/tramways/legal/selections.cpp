#include "games/tramways/legal/selections.h"

#include <algorithm>

namespace remise::tramways {
namespace {

std::int64_t combinations(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::int64_t ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

}  // namespace

std::int64_t selections(const ChooseHand& offer) {
  const int n = static_cast<int>(offer.from.size());
  std::int64_t ways = 0;
  for (int k = 0; k <= std::min<int>(offer.most, n); ++k) ways += combinations(n, k);
  return ways;
}

ChooseHand selection(const ChooseHand& offer, std::int64_t number) {
  ChooseHand chosen;
  const int n = static_cast<int>(offer.from.size());
  int size = 0;
  while (number >= combinations(n, size)) number -= combinations(n, size++);
  for (int i = 0; size > 0; ++i) {
    const std::int64_t with_this = combinations(n - i - 1, size - 1);
    if (number < with_this) {
      chosen.cards.push_back(offer.from[static_cast<std::size_t>(i)]);
      --size;
    } else {
      number -= with_this;
    }
  }
  return chosen;
}

}  // namespace remise::tramways
