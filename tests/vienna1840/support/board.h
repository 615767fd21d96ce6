// Boards of 1840 for tests and benchmarks: set up by hand, or built at random by legal moves.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/components/tables.h"
#include "games/vienna1840/rules.h"
#include "support/refused.h"

namespace remise::testing {

using namespace vienna1840;

inline std::shared_ptr<const Tables> tables_1840() {
  static const auto tables = [] {
    auto read = Tables::read(embedded_data);
    REMISE_ASSERT(read.has_value());
    return *read;
  }();
  return tables;
}

// A board set up by names. Rules of connection are not asked; tiles and markers keep theirs.
struct BoardTable {
  const Map& map;
  Board board;
  Builder by;

  explicit BoardTable(MapVariant variant = MapVariant::full)
      : map(tables_1840()->map(variant)), board(start_board(map)) {
    by.treasury = {1000};
    by.waiting = {};
  }
  HexId hex(std::string_view name) const {
    const HexId id = map.find(name);
    REMISE_ASSERT(id != HexId::none);
    return id;
  }
  TileId tile(std::string_view name) const {
    const TileId id = map.tiles.find(name);
    REMISE_ASSERT(id != TileId::none);
    return id;
  }
  Lay lay(std::string_view at, std::string_view tile_name, int rotation, int circle = 0) const {
    return {hex(at), tile(tile_name), static_cast<std::uint8_t>(rotation), static_cast<std::uint8_t>(circle)};
  }
  BoardTable& put(std::string_view at, std::string_view tile_name, int rotation, int circle = 0) {
    lay_tile(map, board, lay(at, tile_name, rotation, circle));
    for (const Location& location : face_at(map, board, hex(at)).locations)
      for (unsigned edges = location.tram_edges; edges; edges &= edges - 1)
        REMISE_ASSERT(map[hex(at)].neighbours[static_cast<std::size_t>(__builtin_ctz(edges))] != HexId::none);  // R69
    return *this;
  }
  BoardTable& mark(int line, std::string_view at, int location = 0) {
    place_marker(map, board, line_numbered(line), {map[hex(at)].anchor, static_cast<std::uint8_t>(location), false});
    return *this;
  }
  BoardTable& remove(std::string_view at, CompanyId stadtbahn) {
    remove_marker(map, board, {hex(at), stadtbahn});
    return *this;
  }
  // The line that builds from now on.
  BoardTable& turn(int line, Era era = Era::yellow, int treasury = 1000, bool first_turn = false) {
    by.line = line_numbered(line);
    by.era = era;
    by.treasury = {treasury};
    by.first_turn = first_turn;
    return *this;
  }

  // The code of the refusal, or "" where the move is legal.
  std::string try_lay(std::string_view at, std::string_view tile_name, int rotation, LayKind kind = LayKind::ordinary,
                      int circle = 0) const {
    return text(check_lay(map, board, by, kind, lay(at, tile_name, rotation, circle)));
  }
  std::string try_mark(std::string_view at, int location = 0, MarkerKind kind = MarkerKind::normal,
                       bool replace = false) const {
    return text(check_marker(map, board, by, kind, {hex(at), static_cast<std::uint8_t>(location), replace}));
  }
  std::string try_home(int line, std::string_view at, int location = 0) const {
    return text(check_home(map, board, line_numbered(line), {hex(at), static_cast<std::uint8_t>(location), false}));
  }
  std::string try_remove(std::string_view at, CompanyId stadtbahn, int treasury = 1000) const {
    return text(check_removal(map, board, Money{treasury}, {hex(at), stadtbahn}));
  }
  static std::string text(const std::optional<Refusal>& refusal) {
    return refusal ? testing::met("1840", Vienna1840(tables_1840()).explain(*refusal)) : "";
  }

  int run(CompanyId stadtbahn, Era era = Era::yellow) const {
    return RouteFinder().stadtbahn_run(map, board, stadtbahn, era).revenue;
  }
  Route best(int line, Era era = Era::yellow, PrivateSet privates = {}, bool empty_stations = false) const {
    RouteFinder finder;
    return finder.best_route(map, board, {line_numbered(line), era, privates, empty_stations});
  }
  std::string stops(const Route& route) const {
    std::string out;
    for (const Stop& stop : route.stops) out += (out.empty() ? "" : " ") + map[stop.hex].name;
    return out;
  }
};

// Lines taking turns at random: home marker, ordinary tile, Stadtbahn tile with its bonus, marker, removal; all legal.
class RandomBuilder {
 public:
  RandomBuilder(MapVariant variant, Random random)
      : map_(tables_1840()->map(variant)), board_(start_board(map_)), random_(random) {
    for (std::size_t l = 0; l < line_count; ++l)
      if (map_.lines.has(id_at<LineId>(l))) waiting_.add(id_at<LineId>(l)), lines_.push_back(id_at<LineId>(l));
    random_.shuffle(std::span(lines_));
  }

  const Map& map() const { return map_; }
  const Board& board() const { return board_; }
  const std::vector<LineId>& lines() const { return lines_; }
  bool started(LineId line) const { return !waiting_.has(line); }
  Era era = Era::yellow;
  // Builds what earns the line most at once, instead of anything; equal ones at random.
  bool greedy = false;

  Builder builder(LineId line, bool first_turn = false) const { return {line, era, Money{500}, first_turn, waiting_}; }

  // One turn of a line. Markers and removals come with the given chance in percent.
  void turn(LineId line, std::uint32_t marker_chance = 50, std::uint32_t removal_chance = 10) {
    const bool first = waiting_.has(line);
    if (first) {
      std::vector<MarkerPlace> homes;
      list_home_places(map_, board_, line, homes);
      if (homes.empty()) return;
      place_marker(map_, board_, line, pick(homes));
      waiting_.remove(line);
    }
    lay(line, LayKind::ordinary, first);
    if (const Bonus bonus = lay(line, LayKind::stadtbahn, first); bonus != Bonus::none) use(line, bonus);
    if (random_.below(100) < marker_chance) mark(line, MarkerKind::normal);
    if (random_.below(100) < removal_chance) {
      std::vector<Removal> removals;
      list_removals(map_, board_, Money{500}, removals);
      if (!removals.empty())
        remove_marker(map_, board_, removals[random_.below(static_cast<std::uint32_t>(removals.size()))]);
    }
  }
  // The eleven line rounds of a game, after each of which `seen` is called. A third of the lines comes with each of the
  // first three company rounds.
  template <class Seen>
  void play(std::size_t lines, std::uint32_t marker_chance, Seen seen) {
    constexpr std::array<Era, 11> eras = {Era::yellow, Era::yellow, Era::green, Era::green, Era::green, Era::green,
                                          Era::brown,  Era::brown,  Era::grey,  Era::grey,  Era::grey};
    lines = std::min(lines, lines_.size());
    for (std::size_t round = 0; round < eras.size(); ++round) {
      era = eras[round];
      const std::size_t owned = std::min(lines, (lines * (round / 2 + 1) + 2) / 3);
      std::vector<LineId> order(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(owned));
      std::ranges::sort(order);
      for (const LineId line : order) turn(line, marker_chance);
      seen(round);
    }
  }
  void play(std::size_t lines, std::uint32_t marker_chance = 50) {
    play(lines, marker_chance, [](std::size_t) {});
  }
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }

 private:
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[random_.below(static_cast<std::uint32_t>(list.size()))];
  }
  template <class T, class Do>
  T best(const std::vector<T>& list, LineId line, Do carry_out) {
    T found = pick(list);
    std::int32_t most = -1;
    const auto first = random_.below(static_cast<std::uint32_t>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const T& candidate = list[(first + i) % list.size()];
      Board after = board_;
      carry_out(after, candidate);
      const std::int32_t revenue = finder_.best_revenue(map_, after, {line, era, {}, false});
      if (revenue > most) most = revenue, found = candidate;
    }
    return found;
  }
  Bonus lay(LineId line, LayKind kind, bool first) {
    lays_.clear();
    list_lays(map_, board_, builder(line, first), kind, lays_);
    if (lays_.empty()) return Bonus::none;
    const Lay lay = greedy && kind != LayKind::stadtbahn
                        ? best(lays_, line, [&](Board& board, const Lay& l) { lay_tile(map_, board, l); })
                        : pick(lays_);
    lay_tile(map_, board_, lay);
    return kind == LayKind::stadtbahn ? map_[lay.hex].bonus : Bonus::none;
  }
  void mark(LineId line, MarkerKind kind) {
    std::vector<MarkerPlace> places;
    list_markers(map_, board_, builder(line), kind, places);
    if (places.empty()) return;
    place_marker(
        map_, board_, line,
        greedy ? best(places, line, [&](Board& board, const MarkerPlace& p) { place_marker(map_, board, line, p); })
               : pick(places));
  }
  void use(LineId line, Bonus bonus) {
    switch (bonus) {
      case Bonus::lay_yellow: lay(line, LayKind::bonus_yellow, false); break;
      case Bonus::upgrade_to_green: lay(line, LayKind::bonus_green, false); break;
      case Bonus::lay_red: lay(line, LayKind::bonus_red, false); break;
      case Bonus::lay_purple: lay(line, LayKind::bonus_purple, false); break;
      case Bonus::place_station: mark(line, MarkerKind::bonus); break;
      case Bonus::none: break;
    }
  }

  const Map& map_;
  Board board_;
  Random random_;
  LineSet waiting_;
  std::vector<LineId> lines_;
  std::vector<Lay> lays_;
  RouteFinder finder_;
};

}  // namespace remise::testing
