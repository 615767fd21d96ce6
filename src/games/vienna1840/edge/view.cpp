// What a viewer may know, ready to be drawn (docs/views-1840.md). The only secret is the order of the hidden line
// cards.
#include "games/vienna1840/edge/view.h"

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rounds/market.h"
#include "games/vienna1840/rounds/rounds.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

Json route_json(const Position& p, const Route& route) {
  Json stops = Json::array();
  for (const Stop& stop : route.stops)
    stops.push_back({{"hex", hex_name(p.tables, stop.hex)},
                     {"location", stop.location},
                     {"value", stop.value},
                     {"bonus", stop.bonus}});
  return {{"revenue", route.revenue}, {"stops", std::move(stops)}};
}

namespace {

constexpr std::array<std::string_view, 4> round_kind_words{"pre_share", "share", "company", "line"};

struct ViewWriter {
  const Position& p;
  RouteFinder& routes;
  const Tables& t = p.tables;
  const State& s = p.s;

  Json round() const {
    const Round& round = p.round();
    Json all = Json::array();
    for (const Round& r : t.rounds) all.push_back(r.name);
    return {{"id", round.name},      {"kind", round_kind_words[index(round.kind)]}, {"place", s.round},
            {"all", std::move(all)}, {"era", tile_colour_words[index(round.era)]},  {"multiplier", round.multiplier}};
  }

  Json active() const {
    return {{"seat", seat_name(p.to_act())},
            {"company", company_name(t, p.active_company())},
            {"line", line_name(s.turn.line)}};
  }

  Json private_names(Holder holder) const {
    Json list = Json::array();
    for (std::size_t i = 0; i < private_count; ++i)
      if (s.privates[i] == holder) list.push_back(t.privates[i].id);
    return list;
  }

  Json company_names(CompanySet set) const {
    Json list = Json::array();
    for (std::size_t i = 0; i < company_count; ++i)
      if (set.has(id_at<CompanyId>(i))) list.push_back(t.companies[i].id);
    return list;
  }

  Json players() const {
    Json list = Json::array();
    for (int i = 0; i < s.player_count; ++i) {
      const auto seat = id_at<Seat>(i);
      const Player& player = s.player(seat);
      Json shares = Json::object(), director = nullptr;
      for (std::size_t c = 0; c < company_count; ++c) {
        const auto id = id_at<CompanyId>(c);
        if (player.shares[id] > 0) shares[t.companies[c].id] = player.shares[id] * 10;
        if (!is_stadtbahn(id) && p.director(id) == seat) director = t.companies[c].id;
      }
      list.push_back({{"seat", i},
                      {"cash", player.cash.v},
                      {"shares", std::move(shares)},
                      {"director", std::move(director)},
                      {"privates", private_names(Holder::of(seat))},
                      {"loans", player.loans},
                      {"certificates", p.certificates(seat)},
                      {"certificate_limit", p.facts().certificate_limit},
                      {"preemptive_right", player.preemptive != 0},
                      {"card", s.order.find(seat) + 1},
                      {"sold", company_names(player.sold)},
                      {"wealth", p.wealth(seat).v}});
    }
    return list;
  }

  int stack_place(CompanyId c) const {
    int place = 0;
    for (const CompanyId other : s.stacks) {
      if (other == c) break;
      place += s.cells[other] == s.cells[c];
    }
    return place;
  }

  Json cell(Cell at) const {
    return {{"row", at.row},
            {"column", at.column},
            {"price", t.chart[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)]}};
  }

  // Where the marker goes for each size of dividend (R116).
  Json projections(CompanyId c) const {
    Json list = Json::array();
    for (const DividendMove& row : t.dividend_moves) {
      Json to = cell(after_dividend(t, s.cells[c], {row.min}));
      to["dividend"] = row.min;
      to["move"] = row.move;
      list.push_back(std::move(to));
    }
    return list;
  }

  Json share(CompanyId c) const {
    Json json{{"id", t.companies[index(c)].id},
              {"shares_left", p.shares_left(c) * 10},
              {"cell", nullptr},
              {"stack", nullptr},
              {"dividend_moves", Json::array()}};
    if (!on_chart(s.cells[c])) return json;
    json["cell"] = cell(s.cells[c]);
    json["stack"] = stack_place(c);
    json["dividend_moves"] = projections(c);
    return json;
  }

  Json companies() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < tram_company_count; ++i) {
      const auto id = id_at<CompanyId>(i);
      const TramCompany& company = s.companies[i];
      Json json = share(id), lines = Json::array(), parked = Json::array();
      for (const LineId line : company.lines) lines.push_back(number_of(line));
      for (const TramColour tram : company.parked) parked.push_back(tram_name(tram));
      json["director"] = seat_name(company.director);
      json["treasury"] = company.treasury.v;
      json["revenue"] = company.revenue.v;
      json["lines"] = std::move(lines);
      json["parked"] = std::move(parked);
      json["privates"] = private_names(Holder::of(id));
      json["won_line"] = s.won.has(id);
      json["out_of_auction"] = s.out.has(id);
      list.push_back(std::move(json));
    }
    return list;
  }

  Json stadtbahn() const {
    Json list = Json::array();
    for (std::size_t i = tram_company_count; i < company_count; ++i) {
      const auto id = id_at<CompanyId>(i);
      if (!p.map().stadtbahn.has(id)) continue;
      Json json = share(id), stops = Json::array();
      const StadtbahnRun run = routes.stadtbahn_run(p.map(), s.board, id, p.round().era);
      for (const StadtbahnStop& stop : run.stops)
        stops.push_back({{"hex", hex_name(t, stop.hex)}, {"location", stop.location}, {"value", stop.value}});
      const int multiplier = next_multiplier();
      json["run"] = {{"value", run.revenue},
                     {"multiplier", multiplier},
                     {"total", run.revenue * multiplier},
                     {"stops", std::move(stops)}};
      Json next = Json::array();
      for (const HexId hex : next_stadtbahn_hexes(p.map(), s.board, id))
        if (hex != HexId::none && (next.empty() || next[0] != hex_name(t, hex))) next.push_back(hex_name(t, hex));
      json["next_hexes"] = std::move(next);
      list.push_back(std::move(json));
    }
    return list;
  }

  // Of this company round, or of the next one.
  int next_multiplier() const {
    for (std::size_t r = s.round; r < t.rounds.size(); ++r)
      if (t.rounds[r].kind == RoundKind::company) return t.rounds[r].multiplier;
    return 0;
  }

  Json market() const {
    Json rows = Json::array(), cells = Json::array(), pars = Json::array();
    for (const auto& row : t.chart) rows.push_back(row);
    for (std::size_t i = 0; i < s.stacks.size(); ++i) {
      const Cell at = s.cells[s.stacks[i]];
      if (stack_place(s.stacks[i]) > 0) continue;
      Json json = cell(at), names = Json::array();
      for (const CompanyId c : s.stacks)
        if (s.cells[c] == at) names.push_back(t.companies[index(c)].id);
      json["companies"] = std::move(names);
      cells.push_back(std::move(json));
    }
    for (const ParPrice& par : t.pars) pars.push_back(cell(par.cell));
    Json order = Json::array();
    for (const CompanyId c : price_order(p)) order.push_back(t.companies[index(c)].id);
    return {
        {"rows", std::move(rows)}, {"cells", std::move(cells)}, {"pars", std::move(pars)}, {"order", std::move(order)}};
  }

  Json offers(int company_round) const {
    Json list = Json::array();
    if (company_round > 6) return list;
    for (const TramOffer& offer : t.tram_offers[static_cast<std::size_t>(company_round)])
      list.push_back(
          {{"colour", tram_name(offer.colour)}, {"price", offer.price.v}, {"left", s.trams[index(offer.colour)]}});
    return list;
  }

  Json maintenance(TramColour newest) const {
    Json json = Json::object();
    for (std::size_t i = 0; newest != TramColour::none && i <= index(newest); ++i)
      json[std::string(tram_words[i])] = t.maintenance[i][index(newest)];
    return json;
  }

  // "now" is what can be bought in this CR, "next" in the one after it (in other rounds: in the coming one).
  Json trams() const {
    int current = 0, coming = 7;
    for (std::size_t r = t.rounds.size(); r-- > 0;) {
      if (t.rounds[r].kind != RoundKind::company) continue;
      if (r > s.round) coming = t.rounds[r].number;
      if (r == s.round) current = t.rounds[r].number;
    }
    Json to_come = Json::object(), left = Json::object();
    for (std::size_t i = 0; i < tram_colour_count; ++i) {
      left[std::string(tram_words[i])] = s.trams[i];
      const bool newer = s.newest == TramColour::none || i > index(s.newest);
      if (newer) to_come[std::string(tram_words[i])] = maintenance(id_at<TramColour>(i));
    }
    return {{"now", current ? offers(current) : Json::array()},
            {"next", offers(coming)},
            {"left", std::move(left)},
            {"newest", tram_name(s.newest)},
            {"maintenance", maintenance(s.newest)},
            {"maintenance_after_first", std::move(to_come)}};
  }

  Json lines() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < line_count; ++i) {
      const auto id = id_at<LineId>(i);
      const Line& line = s.lines[i];
      if (!p.map().lines.has(id)) continue;
      Json json{
          {"number", number_of(id)},
          {"place", line_place_words[index(line.place)]},
          {"company", company_name(t, line.company)},
          {"home", hex_name(t, p.map().home[i])},
          {"tram", tram_name(line.tram)},
          {"earned", line.earned.v},
          {"markers", line.markers},
          {"next_marker_price", line.markers < markers_per_line ? Json(p.map().marker_prices[line.markers].v) : Json()},
          {"maintenance", line.tram == TramColour::none ? Json() : Json(p.maintenance(line.tram).v)},
          {"route", nullptr}};
      if (line.markers > 0) json["route"] = route_json(p, routes.best_route(p.map(), s.board, runner_of(p, id)));
      list.push_back(std::move(json));
    }
    return list;
  }

  Json line_cards() const {
    Json offered = Json::array();
    for (std::size_t i = 0; i < line_count; ++i)
      if (s.lines[i].place == LinePlace::offered) offered.push_back(i + 1);
    return {{"offered", std::move(offered)}, {"hidden", s.deck.size()}};
  }

  Json tiles() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < hex_count; ++i)
      if (s.board.tile[i] != TileId::none)
        list.push_back({{"hex", hex_name(t, id_at<HexId>(i))},
                        {"tile", tile_name(t, s.board.tile[i])},
                        {"rotation", s.board.rotation[i]}});
    return list;
  }

  Json supply() const {
    Json json = Json::object();
    for (std::size_t i = 0; i < tile_count; ++i) json[p.map().tiles.tiles[i].name] = s.board.left[i];
    return json;
  }

  Json markers() const {
    Json list = Json::array();
    for (std::size_t site = 0; site < p.map().sites.size(); ++site) {
      const HexId hex = p.map().sites[site];
      const Face& face = face_at(p.map(), s.board, hex);
      for (int circle = 0; circle < max_circles; ++circle) {
        const MarkerId marker = s.board.markers[site][static_cast<std::size_t>(circle)];
        if (marker == MarkerId::none) continue;
        const bool rail = is_stadtbahn(marker);
        list.push_back({{"hex", hex_name(t, hex)},
                        {"circle", circle},
                        {"location", location_of_circle(face, circle)},
                        {"line", rail ? Json() : line_name(id_at<LineId>(index(marker)))},
                        {"stadtbahn", rail ? company_name(t, stadtbahn_of(marker)) : Json()}});
      }
    }
    return list;
  }

  Json privates() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < private_count; ++i) {
      if (!p.private_in_play(id_at<PrivateId>(i))) continue;
      const Holder holder = s.privates[i];
      list.push_back({{"id", t.privates[i].id},
                      {"face", t.privates[i].face.v},
                      {"dividend", t.privates[i].dividend.v},
                      {"landmark", hex_name(t, t.privates[i].landmark)},
                      {"minimum", s.minimum[i]},
                      {"seat", seat_name(holder.seat())},
                      {"company", company_name(t, holder.company())},
                      {"gone", holder.kind == Holder::Kind::gone}});
    }
    return list;
  }

  Json auction() const {
    const Auction& a = s.auction;
    if (s.step != Step::bid_private && s.step != Step::bid_line) return nullptr;
    const bool line = s.step == Step::bid_line;
    Json in = Json::array();
    for (int i = 0; i < max_seats; ++i)
      if (a.in >> i & 1) in.push_back(line ? company_name(t, id_at<CompanyId>(i)) : Json(i));
    return {{"private", line ? Json() : private_name(t, id_at<PrivateId>(a.lot))},
            {"line", line ? line_name(id_at<LineId>(a.lot)) : Json()},
            {"bid", a.bid},
            {"minimum", a.bid + t.auction_step.v},
            {"high", line ? company_name(t, id_at<CompanyId>(a.high)) : Json(a.high)},
            {"in", std::move(in)}};
  }

  Json cards() const {
    if (s.step != Step::choose_order) return nullptr;
    Json taken = Json::array(), waiting = Json::array();
    for (int i = 0; i < s.player_count; ++i) taken.push_back(seat_name(s.cards[static_cast<std::size_t>(i)]));
    for (const Seat seat : s.choosers) waiting.push_back(seat_name(seat));
    return {{"taken", std::move(taken)}, {"choosers", std::move(waiting)}};
  }

  Json turn() const {
    if (s.turn.line == LineId::none) return nullptr;
    return {{"line", number_of(s.turn.line)},
            {"first", s.turn.first != 0},
            {"tile_laid", s.turn.laid != 0},
            {"stadtbahn_laid", s.turn.stadtbahn != 0},
            {"marker_placed", s.turn.marked != 0},
            {"bonus", s.turn.bonus == Bonus::none ? Json() : Json(bonus_words[index(s.turn.bonus)])}};
  }

  Json offer() const {
    if (s.offer.which == PrivateId::none) return nullptr;
    return {{"private", private_name(t, s.offer.which)},
            {"price", s.offer.price},
            {"company", company_name(t, p.active_company())},
            {"seat", seat_name(p.to_act())}};
  }

  Json company_order() const {
    Json list = Json::array();
    for (const CompanyId c : s.company_order) list.push_back(company_name(t, c));
    return list;
  }

  Json options() const {
    Json json{{"map", map_words[index(s.map)]}};
    for (const auto& [name, option] : compat_words)
      if (s.has(option)) json[std::string(name)] = true;
    return json;
  }
};

}  // namespace

Json Vienna1840::view(const State& s, Viewer viewer, Workspace& work) const {
  const Position p = at(s);
  const ViewWriter w{p, work.routes};
  Json order = Json::array();
  for (const Seat seat : s.order) order.push_back(seat_name(seat));
  Json json{{"options", w.options()},
            {"round", w.round()},
            {"step", step_words[index(s.step)]},
            {"active", w.active()},
            {"order", std::move(order)},
            {"players", w.players()},
            {"companies", w.companies()},
            {"stadtbahn", w.stadtbahn()},
            {"market", w.market()},
            {"company_order", w.company_order()},
            {"trams", w.trams()},
            {"lines", w.lines()},
            {"line_cards", w.line_cards()},
            {"tiles", w.tiles()},
            {"supply", w.supply()},
            {"markers", w.markers()},
            {"privates", w.privates()},
            {"auction", w.auction()},
            {"cards", w.cards()},
            {"turn", w.turn()},
            {"offer", w.offer()},
            {"consecutive_passes", s.passes},
            {"moves", nullptr}};
  if (viewer.sees(p.to_act()) && s.step != Step::over) json["moves"] = moves_json(*this, s, work);
  return json;
}

}  // namespace remise::vienna1840
