#include "server/people/results.h"

#include <algorithm>
#include <map>

namespace remise::server {
namespace {

bool meets(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& one) { return std::ranges::find(b, one) != b.end(); });
}

// By the scores of the result; winners come first whatever their score (a game may break ties in its own way), and
// those who cannot win come last.
std::vector<int> places_of(const Table& table) {
  std::vector<int> places(table.seats().size(), 0);
  const auto outcome = table.outcome();
  if (!outcome || !outcome->contains("scores") || outcome->at("scores").empty()) return places;
  std::vector<double> worth(places.size(), 0);
  constexpr double winner = 1e9, loser = -1e9;
  for (const Json& one : outcome->at("scores")) {
    const auto seat = one.value("seat", std::size_t{0});
    if (seat < worth.size() && one.contains("score") && one.at("score").is_number()) worth[seat] = one.at("score");
  }
  for (const Json& seat : outcome->at("winners"))
    if (seat.get<std::size_t>() < worth.size()) worth[seat.get<std::size_t>()] = winner;
  for (std::size_t s = 0; s < worth.size(); ++s)
    if (table.is_out(static_cast<int>(s))) worth[s] = loser;
  for (std::size_t s = 0; s < worth.size(); ++s)
    places[s] = 1 + static_cast<int>(std::ranges::count_if(worth, [&](double other) { return other > worth[s]; }));
  return places;
}

// A match ended early says little before everybody has made some moves, and must not be a quick way to a rating.
bool long_enough(const Table& table) {
  return !table.ended() || table.match()->length() >= least_rated_moves * table.seats().size();
}

}  // namespace

std::vector<SeatResult> results_of(const Table& table) {
  std::vector<SeatResult> results;
  if (table.status() != Table::Status::finished || !table.match()) return results;
  const auto places = places_of(table);
  const bool counts = table.lobby().rated && places.front() > 0 && long_enough(table);
  const int last = static_cast<int>(places.size());
  for (std::size_t s = 0; s < places.size(); ++s) {
    const TableSeat& seat = table.seats()[s];
    const TableSeat& began = table.began()[s];
    const bool bot = seat.kind == TableSeat::Kind::bot && !seat.resigned;
    SeatResult one{static_cast<int>(s), bot ? "b:" + seat.level : account_among(seat.holders), seat.name, places[s]};
    const bool same = bot ? began.kind == TableSeat::Kind::bot : meets(seat.holders, began.holders);
    one.rated = counts && same && !one.holder.empty();
    // Who resigned, or whose seat somebody else has now, is last.
    if (const auto gone = account_among(began.holders); !same && !gone.empty()) {
      results.push_back({static_cast<int>(s), gone, began.name, places[s] > 0 ? last : 0, counts});
      if (seat.resigned) continue;  // the bot that has the seat now is nobody's result
    }
    results.push_back(std::move(one));
  }
  return results;
}

}  // namespace remise::server
