#include "review/causes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "bots/weighing.h"

namespace remise::review {
namespace {

using Amounts = std::map<std::string, double>;

// The books of one seat; results of all seats, by the sums of theirs.
struct Books {
  Amounts own;
  std::array<double, max_seats> results{};

  void add(const Accounts& accounts, Seat seat, double weight) {
    for (const Account& a : accounts.list) {
      if (a.seat == seat) own[a.source] += weight * a.sum();
      results[index(a.seat)] += weight * a.sum();
    }
  }
};

// A player that answers at once: only the difference counts.
std::string quick_level(const bots::Suite& suite) {
  const auto levels = suite.levels();
  return std::ranges::find(levels, "medium") != levels.end() ? "medium" : levels.back();
}

}  // namespace

PlayedOn play_both_on(const Comparing& moves, std::string_view seed, std::uint64_t nodes, int worlds) {
  constexpr std::size_t longest = 3000;
  const std::string level = quick_level(moves.suite);
  Books books[2];
  std::uint64_t spent = 0;
  int count = 0;
  for (; count < worlds && (count == 0 || spent < nodes); ++count) {
    const std::string draws = std::string(seed) + "/" + std::to_string(count);
    const auto file = moves.match.file_as_imagined(moves.seat, draws);
    if (!file) return {};
    const auto world = moves.match.game().load(*file);
    if (!world) return {};
    const Accounts so_far = moves.reviewer.accounts(**world);
    for (const bool best : {false, true}) {
      const auto then = (*world)->clone();
      if (!then->play(moves.seat, best ? moves.better : moves.played)) return {};
      const auto made = moves.suite.play_on(*then, level, draws, longest);
      if (!made) return {};
      spent += *made;
      books[best].add(moves.reviewer.accounts(*then), moves.seat, 1.0);
      books[best].add(so_far, moves.seat, -1.0);
    }
  }
  const auto worth = [&](const Books& one) {
    return bots::utility(one.results, moves.seat, moves.match.seats(), moves.rivals) / count;
  };
  PlayedOn on{worth(books[1]) - worth(books[0]), {}};
  Amounts all = books[0].own;
  all.merge(Amounts(books[1].own));
  for (const auto& [source, unused] : all)
    on.sources.push_back({source, books[0].own[source] / count, books[1].own[source] / count});
  return on;
}

Json confirmed_sources(const PlayedOn& on, double loss) {
  constexpr std::size_t most_told = 2;
  Json out = Json::array();
  if (on.loss < loss / 2 || on.loss > loss * 4) return out;  // to the end it grows: the player looks less far
  std::vector<SourceChange> list = on.sources;
  std::erase_if(list, [&](const SourceChange& c) { return c.less() < loss / 4; });
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) { return a.less() > b.less(); });
  for (const SourceChange& c : list) {
    if (out.size() == most_told) break;
    out.push_back({{"code", "source"},
                   {"source", c.source},
                   {"of", ""},
                   {"played", std::llround(c.played)},
                   {"better", std::llround(c.better)}});
  }
  return out;
}

}  // namespace remise::review
