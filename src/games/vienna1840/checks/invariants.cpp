// What must hold in every state, for tests, simulation and import.
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

namespace {

std::string name(std::string_view what, std::size_t which) { return std::string(what) + " " + std::to_string(which); }

// All money is with the bank, the players or the companies.
std::string check_money(const State& s) {
  Money sum = s.bank;
  for (std::size_t i = 0; i < s.players.size(); ++i) {
    if (s.players[i].cash < Money{}) return name("negative cash of player", i);
    sum += s.players[i].cash;
  }
  for (std::size_t i = 0; i < s.companies.size(); ++i) {
    const TramCompany& c = s.companies[i];
    if (c.treasury < Money{} || c.revenue < Money{}) return name("negative money of company", i);
    sum += c.treasury + c.revenue;
  }
  return sum == Money{} ? "" : "money does not add up";
}

std::string check_shares(const Position& p) {
  for (int i = 0; i < company_count; ++i) {
    const auto c = id_at<CompanyId>(i);
    const int left = p.shares_left(c);
    if (left < 0 || left > 10) return name("shares of company", static_cast<std::size_t>(i));
    const bool started = is_stadtbahn(c) ? p.map().stadtbahn.has(c) : p.director(c) != Seat::none;
    if (started != on_chart(p.s.cells[c]) || started != p.s.stacks.contains(c))
      return name("chart place of company", i);
    if (!started && left != 10) return name("shares of a company not in the game", i);
    if (on_chart(p.s.cells[c])) {
      const auto row = static_cast<std::size_t>(p.s.cells[c].row),
                 column = static_cast<std::size_t>(p.s.cells[c].column);
      if (row >= p.tables.chart.size() || column >= p.tables.chart[row].size())
        return name("off the chart: company", i);
    }
    if (!is_stadtbahn(c) && started && p.s.player(p.director(c)).shares[c] < 5) return name("director share of", i);
  }
  for (int i = 0; i < p.s.player_count; ++i) {
    for (int c = 0; c < company_count; ++c)
      if (p.s.players[static_cast<std::size_t>(i)].shares[id_at<CompanyId>(c)] > 6) return name("holding of player", i);
    if (p.certificates(id_at<Seat>(i)) > p.facts().certificate_limit) return name("certificates of player", i);
  }
  return "";
}

std::string check_trams(const Position& p) {
  std::array<int, tram_colour_count> seen{};
  for (std::size_t i = 0; i < tram_company_count; ++i) {
    const TramList trams = p.trams_of(id_at<CompanyId>(i));
    if (static_cast<int>(trams.size()) > p.tables.trams_per_company) return name("trams of company", i);
    for (const TramColour t : trams) ++seen[index(t)];
  }
  for (std::size_t i = 0; i < tram_colour_count; ++i) {
    if (seen[i] + p.s.trams[i] > p.facts().trams[i]) return name("trams of colour", i);
    if (seen[i] > 0 && (p.s.newest == TramColour::none || index(p.s.newest) < i)) return "newest tram";
  }
  return "";
}

std::string check_lines(const Position& p) {
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < line_count; ++i) {
    const auto id = id_at<LineId>(i);
    const Line& line = p.s.lines[i];
    const bool owned = line.place == LinePlace::owned;
    if (owned != (line.company != CompanyId::none) || (owned && !p.s.company(line.company).lines.contains(id)))
      return name("owner of line", i + 1);
    if (!owned && (line.tram != TramColour::none || line.markers != 0)) return name("things of line", i + 1);
    if (line.markers != count_markers(p.s.board, marker_of(id))) return name("markers of line", i + 1);
    hidden += line.place == LinePlace::hidden;
    if (line.place == LinePlace::hidden && !p.s.deck.contains(id)) return name("hidden line", i + 1);
  }
  if (hidden != p.s.deck.size()) return "line cards";
  for (const auto& site : p.s.board.markers)  // one marker of a line per hex and area (R94)
    for (std::size_t a = 0; a < site.size(); ++a)
      for (std::size_t b = a + 1; b < site.size(); ++b)
        if (site[a] != MarkerId::none && site[a] == site[b]) return name("two markers of", index(site[a]));
  return "";
}

std::string check_tiles(const Position& p) {
  std::array<int, tile_count> seen{};
  for (std::size_t i = 0; i < hex_count; ++i)
    if (p.s.board.tile[i] != TileId::none) ++seen[index(p.s.board.tile[i])];
  const Board start = start_board(p.map(), p.s.has(Compat::c10));
  for (std::size_t i = 0; i < tile_count; ++i)
    if (seen[i] + p.s.board.left[i] != start.left[i]) return name("tiles of kind", i);
  return "";
}

}  // namespace

std::string Vienna1840::broken_invariant(const State& s) const {
  const Position p = at(s);
  for (std::string fault : {check_money(s), check_shares(p), check_trams(p), check_lines(p), check_tiles(p)})
    if (!fault.empty()) return fault;
  if (s.step != Step::over && p.to_act() == Seat::none) return "nobody to act";
  return "";
}

}  // namespace remise::vienna1840
