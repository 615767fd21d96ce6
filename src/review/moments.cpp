#include "review/moments.h"

#include <algorithm>

#include "review/review.h"

namespace remise::review {
namespace {

struct Weight {
  double sure;  // what it is worth less its error: larger budgets then agree with smaller ones more often
  std::size_t n;
  std::string story;
};

void add(std::vector<Weight>& list, Weight weight) {
  if (!weight.story.empty()) std::erase_if(list, [&](const Weight& w) { return w.story == weight.story; });
  list.push_back(std::move(weight));
}

void keep_best(std::vector<Weight>& list, std::size_t count) {
  std::ranges::stable_sort(list, [](const Weight& a, const Weight& b) { return a.sure > b.sure; });
  if (list.size() > count) list.resize(count);
}

}  // namespace

Json moments_of(const Json& decisions, int seat, const std::function<std::string(const Json&)>& story) {
  constexpr std::size_t good_places = 2;  // kept for good moves, where there are any
  std::vector<Weight> costly, good;
  for (const Json& d : decisions) {
    if (seat >= 0 && d["seat"] != seat) continue;
    const auto n = d["n"].get<std::size_t>();
    const auto sure = [&](const char* amount) { return d[amount].get<double>() - d["error"].get<double>(); };
    if (d.contains("better")) add(costly, {sure("loss"), n, story(d)});
    if (d.contains("gain")) add(good, {sure("gain"), n, story(d)});
  }
  keep_best(costly, most_moments);
  keep_best(good, std::max(good_places, most_moments - std::min(most_moments, costly.size())));
  keep_best(costly, most_moments - good.size());
  std::vector<std::size_t> numbers;
  for (const auto* list : {&costly, &good})
    for (const Weight& weight : *list) numbers.push_back(weight.n);
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace remise::review
