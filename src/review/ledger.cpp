#include <algorithm>
#include <numeric>

#include "review/reviewer.h"

namespace remise::review {

int Account::sum() const { return std::accumulate(by_round.begin(), by_round.end(), 0); }

void Ledger::begin_round(std::string name) {
  if (!accounts_.rounds.empty() && accounts_.rounds.back() == name) return;
  accounts_.rounds.push_back(std::move(name));
}

void Ledger::add(Seat seat, std::string_view source, std::string_view of, int amount) {
  if (amount == 0) return;
  auto& list = accounts_.list;
  auto found =
      std::ranges::find_if(list, [&](const Account& a) { return a.seat == seat && a.source == source && a.of == of; });
  if (found == list.end()) {
    list.push_back({std::string(source), std::string(of), seat, {}});
    found = list.end() - 1;
  }
  found->by_round.resize(std::max<std::size_t>(1, accounts_.rounds.size()));
  found->by_round.back() += amount;
}

Accounts Ledger::finish(const std::vector<std::string_view>& order) {
  if (accounts_.rounds.empty()) accounts_.rounds.emplace_back();
  for (Account& account : accounts_.list) account.by_round.resize(accounts_.rounds.size());
  const auto place = [&](const Account& a) { return std::ranges::find(order, a.source) - order.begin(); };
  std::ranges::stable_sort(accounts_.list, [&](const Account& a, const Account& b) {
    if (a.seat != b.seat) return a.seat < b.seat;
    return place(a) != place(b) ? place(a) < place(b) : a.of < b.of;
  });
  return std::move(accounts_);
}

}  // namespace remise::review
