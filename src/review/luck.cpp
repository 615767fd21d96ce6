#include "review/luck.h"

#include <cmath>
#include <vector>

namespace remise::review {
namespace {

double tenths(double value) { return std::round(value * 10) / 10 + 0.0; }

struct Parts {
  double start = 0, own = 0, others = 0, chance = 0, rest = 0, squares = 0;
  bool begun = false;
  double last = 0;        // expected after the last decision that told
  std::size_t since = 0;  // its number

  // Between two decisions: chance where something came to light, else a correction. A player whose results are judged
  // at his own decisions alone also has the moves of others in it.
  void gap(double now, bool chance_had_part, bool all_judged) {
    if (!begun) {
      begun = true, start = now;
      return;
    }
    (chance_had_part ? chance : all_judged ? rest : others) += now - last;
  }
};

}  // namespace

Json luck_and_skill(const Json& decisions, const Json& scores, int seats,
                    const std::function<bool(std::size_t)>& revealed) {
  std::vector<Parts> parts(static_cast<std::size_t>(seats));
  bool all_judged = true;
  for (const Json& d : decisions)
    for (const Json& value : d["after"]["results"]) all_judged = all_judged && !value.is_null();
  const auto between = [&](std::size_t from, std::size_t to) {
    for (std::size_t n = from; n < to; ++n)
      if (revealed(n)) return true;
    return false;
  };
  std::size_t last_move = 0;
  for (const Json& d : decisions) {
    const auto n = d["n"].get<std::size_t>();
    for (std::size_t s = 0; s < parts.size(); ++s) {
      const Json &before = d["before"]["results"][s], &after = d["after"]["results"][s];
      if (before.is_null() || after.is_null()) continue;
      Parts& p = parts[s];
      p.gap(before.get<double>(), p.begun && between(p.since, n), all_judged);
      (d["seat"] == s ? p.own : p.others) += after.get<double>() - before.get<double>();
      if (d["seat"] == s) p.squares += std::pow(d["error"].get<double>(), 2);
      p.last = after.get<double>(), p.since = n;
    }
    last_move = n + 1;
  }
  double mean = 0;
  for (std::size_t s = 0; s < parts.size(); ++s) {
    Parts& p = parts[s];
    const double final = scores[s].is_null() ? p.last : scores[s].get<double>();
    p.gap(final, p.begun && between(p.since, last_move), all_judged);
    mean += p.start / static_cast<double>(parts.size());
  }
  Json list = Json::array();
  for (std::size_t s = 0; s < parts.size(); ++s) {
    const Parts& p = parts[s];
    const double final = scores[s].is_null() ? p.last : scores[s].get<double>();
    const double own = tenths(p.own), others = tenths(p.others), chance = tenths(p.chance), start = tenths(p.start);
    list.push_back({{"seat", s},
                    {"start", start},
                    {"deal", tenths(p.start - mean)},
                    {"own", own},
                    {"others", others},
                    {"chance", chance},
                    {"rest", tenths(final - start - own - others - chance)},
                    {"final", tenths(final)},
                    {"error", tenths(std::sqrt(p.squares))}});
  }
  return list;
}

}  // namespace remise::review
