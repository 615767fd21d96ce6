// What a viewer may know, ready to be drawn (docs/views-1840.md). The only secret is the order of the hidden line
// cards.
#include "games/vienna1840/edge/view.h"

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rounds/market.h"
#include "games/vienna1840/rounds/rounds.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

namespace {

constexpr std::array<std::string_view, 4> round_kind_words{"pre_share", "share", "company", "line"};

// Each function writes one value, those called ..._members a few members of an object.
struct ViewWriter {
  JsonWriter& w;
  const Position& p;
  RouteFinder& routes;
  std::vector<Route>& best;  // of every line on the board: asked once, told in two places
  const Tables& t = p.tables;
  const State& s = p.s;

  void find_routes() const {
    best.resize(line_count);
    for (std::size_t i = 0; i < line_count; ++i)
      if (s.lines[i].markers > 0)
        best[i] = routes.best_route(p.map(), s.board, runner_of(p, id_at<LineId>(i)));
      else
        best[i].revenue = 0, best[i].stops.count = 0;  // the rest of 1.5 KB each need not be cleared
  }

  void options() const {
    w.object([&] {
      w.members("map", map_words[index(s.map)]);
      for (const auto& [name, option] : compat_words)
        if (s.has(option)) w.members(name, true);
    });
  }

  void round() const {
    const Round& round = p.round();
    w.object("id", round.name, "kind", round_kind_words[index(round.kind)], "place", s.round, "all",
             json_list(t.rounds, [](const Round& r) { return std::string_view(r.name); }), "era",
             tile_colour_words[index(round.era)], "multiplier", round.multiplier);
  }

  void active() const {
    w.object("seat", p.to_act(), "company", company_name(t, p.active_company()), "line", line_name(s.turn.line));
  }

  void private_names(Holder holder) const {
    w.list([&] {
      for (std::size_t i = 0; i < private_count; ++i)
        if (s.privates[i] == holder) w.value(t.privates[i].id);
    });
  }

  void company_names(CompanySet set) const {
    w.list([&] {
      for (std::size_t i = 0; i < company_count; ++i)
        if (set.has(id_at<CompanyId>(i))) w.value(t.companies[i].id);
    });
  }

  void shares_of(const Player& player) const {
    w.object([&] {
      for (std::size_t c = 0; c < company_count; ++c)
        if (const int shares = player.shares[id_at<CompanyId>(c)]; shares > 0)
          w.members(t.companies[c].id, shares * 10);
    });
  }

  CompanyId directed_by(Seat seat) const {
    CompanyId directed = CompanyId::none;
    for (std::size_t c = 0; c < tram_company_count; ++c)
      if (p.director(id_at<CompanyId>(c)) == seat) directed = id_at<CompanyId>(c);
    return directed;
  }

  void player(Seat seat) const {
    const Player& player = s.player(seat);
    w.object(
        "seat", seat, "cash", player.cash.v, "shares", [&] { shares_of(player); }, "director",
        company_name(t, directed_by(seat)), "privates", [&] { private_names(Holder::of(seat)); }, "loans", player.loans,
        "certificates", p.certificates(seat), "certificate_limit", p.facts().certificate_limit, "preemptive_right",
        player.preemptive != 0, "card", s.order.find(seat) + 1, "next_card", order_by_cash(p).find(seat) + 1, "sold",
        [&] { company_names(player.sold); }, "worth", [&] { worth(seat); }, "wealth", p.wealth(seat).v);
  }

  // The terms of the wealth besides cash (R118).
  void worth(Seat seat) const {
    const Player& player = s.player(seat);
    Money tram, stadtbahn;
    for (const CompanyId c : s.stacks) (is_stadtbahn(c) ? stadtbahn : tram) += p.price(c) * player.shares[c];
    w.object("tram_shares", tram.v, "stadtbahn_shares", stadtbahn.v, "privates", p.returnable(Holder::of(seat)).v,
             "loans", (t.loan_debt * player.loans).v);
  }

  void players() const {
    w.list([&] {
      for (int i = 0; i < s.player_count; ++i) player(id_at<Seat>(i));
    });
  }

  int stack_place(CompanyId c) const {
    int place = 0;
    for (const CompanyId other : s.stacks) {
      if (other == c) break;
      place += s.cells[other] == s.cells[c];
    }
    return place;
  }

  void cell_members(Cell at) const {
    w.members("row", at.row, "column", at.column, "price",
              t.chart[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)]);
  }
  void cell(Cell at) const {
    w.object([&] { cell_members(at); });
  }

  // Where the marker goes for each size of dividend (R116).
  void projections(CompanyId c) const {
    w.list(t.dividend_moves, [&](const DividendMove& row) {
      w.object([&] {
        cell_members(after_dividend(t, s.cells[c], {row.min}));
        w.members("dividend", row.min, "move", row.move);
      });
    });
  }

  // `paid`: the dividend it would pay, all of it; it says where the marker would go.
  void share_members(CompanyId c, Money paid) const {
    w.members("id", t.companies[index(c)].id, "shares_left", p.shares_left(c) * 10);
    if (on_chart(s.cells[c]))
      w.members(
          "cell", [&] { cell(s.cells[c]); }, "stack", stack_place(c), "dividend_moves", [&] { projections(c); },
          "next_price", price_at(after_dividend(t, s.cells[c], paid)));
    else
      w.members("cell", nullptr, "stack", nullptr, "dividend_moves", json_list([] {}), "next_price", nullptr);
  }

  std::int32_t price_at(Cell at) const {
    return t.chart[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)];
  }

  // What the best routes of its lines with trams earn now, before maintenance.
  std::int32_t can_run(const TramCompany& company) const {
    std::int32_t sum = 0;
    for (const LineId line : company.lines)
      if (s.line(line).tram != TramColour::none) sum += best[index(line)].revenue;
    return sum;
  }

  // What the trams of its lines add to one run each while `newest` is the newest colour.
  std::int32_t maintenance_of(const TramCompany& company, TramColour newest) const {
    std::int32_t sum = 0;
    for (const LineId line : company.lines)
      if (const TramColour tram = s.line(line).tram; tram != TramColour::none && newest != TramColour::none)
        sum += t.maintenance[index(tram)][index(newest)];
    return sum;
  }

  // After the first tram of each colour that nobody has bought yet and that can still be had.
  void maintenance_after(const TramCompany& company) const {
    w.object([&] {
      for (std::size_t i = s.newest == TramColour::none ? 0 : index(s.newest) + 1; i < tram_colour_count; ++i)
        if (s.trams[i] > 0) w.members(tram_words[i], maintenance_of(company, id_at<TramColour>(i)));
    });
  }

  void must_buy(CompanyId c) const {
    const std::optional<TramOffer> duty = tram_duty(p, c);
    if (!duty) return w.value(nullptr);
    w.object("colour", tram_name(duty->colour), "price", duty->price.v);
  }

  void company(CompanyId id) const {
    const TramCompany& company = s.company(id);
    w.object([&] {
      share_members(id, company.revenue);
      w.members(
          "director", company.director, "treasury", company.treasury.v, "revenue", company.revenue.v, "lines",
          json_list(company.lines, number_of), "parked", json_list(company.parked, tram_name), "privates",
          [&] { private_names(Holder::of(id)); }, "can_run", can_run(company), "maintenance",
          maintenance_of(company, s.newest), "maintenance_after", [&] { maintenance_after(company); }, "must_buy",
          [&] { must_buy(id); }, "won_line", s.won.has(id), "out_of_auction", s.out.has(id));
    });
  }

  void companies() const {
    w.list([&] {
      for (std::size_t i = 0; i < tram_company_count; ++i) company(id_at<CompanyId>(i));
    });
  }

  void stadtbahn_run(const StadtbahnRun& run) const {
    const int multiplier = next_multiplier();
    w.object("value", run.revenue, "multiplier", multiplier, "total", run.revenue * multiplier, "stops",
             json_list(run.stops, [&](const StadtbahnStop& stop) {
               w.object("hex", hex_name(t, stop.hex), "location", stop.location, "value", stop.value);
             }));
  }

  void next_hexes(CompanyId stadtbahn) const {
    const auto [one, other] = next_stadtbahn_hexes(p.map(), s.board, stadtbahn);
    w.list([&, one = one, other = other] {
      if (one != HexId::none) w.value(hex_name(t, one));
      if (other != HexId::none && other != one) w.value(hex_name(t, other));
    });
  }

  void stadtbahn() const {
    w.list([&] {
      for (std::size_t i = tram_company_count; i < company_count; ++i) {
        const auto id = id_at<CompanyId>(i);
        if (!p.map().stadtbahn.has(id)) continue;
        const StadtbahnRun run = routes.stadtbahn_run(p.map(), s.board, id, p.round().era);
        w.object([&] {
          share_members(id, Money{run.revenue * next_multiplier()});
          w.members(
              "run", [&] { stadtbahn_run(run); }, "next_hexes", [&] { next_hexes(id); });
        });
      }
    });
  }

  // Of this company round, or of the next one.
  int next_multiplier() const {
    for (std::size_t r = s.round; r < t.rounds.size(); ++r)
      if (t.rounds[r].kind == RoundKind::company) return t.rounds[r].multiplier;
    return 0;
  }

  void market_cells() const {
    w.list(s.stacks, [&](CompanyId top) {
      if (stack_place(top) > 0) return;
      w.object([&] {
        cell_members(s.cells[top]);
        w.members("companies", json_list(s.stacks, [&](CompanyId c) {
                    if (s.cells[c] == s.cells[top]) w.value(t.companies[index(c)].id);
                  }));
      });
    });
  }

  void market() const {
    w.object(
        "rows", t.chart, "cells", [&] { market_cells(); }, "pars",
        json_list(t.pars, [&](const ParPrice& par) { cell(par.cell); }), "order",
        json_list(price_order(p), [&](CompanyId c) { return company_name(t, c); }));
  }

  void offers(int company_round) const {
    w.list([&] {
      if (company_round < 1 || company_round > 6) return;
      for (const TramOffer& offer : t.tram_offers[static_cast<std::size_t>(company_round)])
        w.object("colour", tram_name(offer.colour), "price", offer.price.v, "left", s.trams[index(offer.colour)]);
    });
  }

  void maintenance(TramColour newest) const {
    w.object([&] {
      for (std::size_t i = 0; newest != TramColour::none && i <= index(newest); ++i)
        w.members(tram_words[i], t.maintenance[i][index(newest)]);
    });
  }

  void trams_left() const {
    w.object([&] {
      for (std::size_t i = 0; i < tram_colour_count; ++i) w.members(tram_words[i], s.trams[i]);
    });
  }

  void maintenance_to_come() const {
    w.object([&] {
      for (std::size_t i = 0; i < tram_colour_count; ++i) {
        const bool newer = s.newest == TramColour::none || i > index(s.newest);
        if (newer) w.members(tram_words[i], [&] { maintenance(id_at<TramColour>(i)); });
      }
    });
  }

  // "now" is what can be bought in this CR, "next" in the one after it (in other rounds: in the coming one).
  void trams() const {
    int current = 0, coming = 7;
    for (std::size_t r = t.rounds.size(); r-- > 0;) {
      if (t.rounds[r].kind != RoundKind::company) continue;
      if (r > s.round) coming = t.rounds[r].number;
      if (r == s.round) current = t.rounds[r].number;
    }
    w.object(
        "now", [&] { offers(current); }, "next", [&] { offers(coming); }, "left", [&] { trams_left(); }, "newest",
        tram_name(s.newest), "maintenance", [&] { maintenance(s.newest); }, "maintenance_after_first",
        [&] { maintenance_to_come(); });
  }

  void route(LineId line) const {
    if (s.line(line).markers == 0) return w.value(nullptr);
    const Route& route = best[index(line)];
    w.object("revenue", route.revenue, "stops", json_list(route.stops, [&](const Stop& stop) {
               w.object("hex", hex_name(t, stop.hex), "location", stop.location, "value", stop.value, "bonus",
                        stop.bonus);
             }));
  }

  void line(LineId id) const {
    const Line& line = s.line(id);
    std::optional<std::int32_t> next_price, upkeep;
    if (line.markers < markers_per_line) next_price = p.map().marker_prices[line.markers].v;
    if (line.tram != TramColour::none) upkeep = p.maintenance(line.tram).v;
    w.object("number", number_of(id), "place", line_place_words[index(line.place)], "company",
             company_name(t, line.company), "home", hex_name(t, p.map().home[index(id)]), "tram", tram_name(line.tram),
             "earned", line.earned.v, "markers", line.markers, "next_marker_price", next_price, "maintenance", upkeep,
             "route", [&] { route(id); });
  }

  void lines() const {
    w.list([&] {
      for (std::size_t i = 0; i < line_count; ++i)
        if (p.map().lines.has(id_at<LineId>(i))) line(id_at<LineId>(i));
    });
  }

  void line_cards() const {
    const auto offered = json_list([&] {
      for (std::size_t i = 0; i < line_count; ++i)
        if (s.lines[i].place == LinePlace::offered) w.value(i + 1);
    });
    w.object("offered", offered, "hidden", s.deck.size());
  }

  void tiles() const {
    w.list([&] {
      for (std::size_t i = 0; i < hex_count; ++i)
        if (s.board.tile[i] != TileId::none)
          w.object("hex", hex_name(t, id_at<HexId>(i)), "tile", tile_name(t, s.board.tile[i]), "rotation",
                   s.board.rotation[i]);
    });
  }

  void supply() const {
    w.object([&] {
      for (std::size_t i = 0; i < tile_count; ++i) w.members(p.map().tiles.tiles[i].name, s.board.left[i]);
    });
  }

  void marker(HexId hex, int circle, MarkerId marker) const {
    const bool rail = is_stadtbahn(marker);
    w.object("hex", hex_name(t, hex), "circle", circle, "location",
             location_of_circle(face_at(p.map(), s.board, hex), circle), "line",
             rail ? std::nullopt : line_name(id_at<LineId>(index(marker))), "stadtbahn",
             rail ? company_name(t, stadtbahn_of(marker)) : std::nullopt);
  }

  void markers() const {
    w.list([&] {
      for (std::size_t site = 0; site < p.map().sites.size(); ++site)
        for (int circle = 0; circle < max_circles; ++circle)
          if (const MarkerId there = s.board.markers[site][static_cast<std::size_t>(circle)]; there != MarkerId::none)
            marker(p.map().sites[site], circle, there);
    });
  }

  void privates() const {
    w.list([&] {
      for (std::size_t i = 0; i < private_count; ++i) {
        if (!p.private_in_play(id_at<PrivateId>(i))) continue;
        const Holder holder = s.privates[i];
        w.object("id", t.privates[i].id, "face", t.privates[i].face.v, "dividend", t.privates[i].dividend.v, "landmark",
                 hex_name(t, t.privates[i].landmark), "minimum", s.minimum[i], "seat", holder.seat(), "company",
                 company_name(t, holder.company()), "gone", holder.kind == Holder::Kind::gone);
      }
    });
  }

  void auction() const {
    const Auction& a = s.auction;
    if (s.step != Step::bid_private && s.step != Step::bid_line) return w.value(nullptr);
    const bool line = s.step == Step::bid_line;
    const auto bidder = [&](int i) { line ? w.value(company_name(t, id_at<CompanyId>(i))) : w.value(i); };
    w.object(
        "private", line ? std::nullopt : private_name(t, id_at<PrivateId>(a.lot)), "line",
        line ? line_name(id_at<LineId>(a.lot)) : std::nullopt, "bid", a.bid, "minimum", a.bid + t.auction_step.v,
        "high", [&] { bidder(a.high); }, "in", json_list([&] {
          for (int i = 0; i < max_seats; ++i)
            if (a.in >> i & 1) bidder(i);
        }));
  }

  // Everybody who bids or could: money, what he must still buy from it, and what is left to bid with.
  void bidders() const {
    const bool lines = s.step == Step::name_line || s.step == Step::bid_line;
    const bool open = s.step == Step::bid_private || s.step == Step::bid_line;
    const auto passed = [&](std::size_t i) { return open && (s.auction.in >> i & 1) == 0; };
    if (lines)
      return w.list(s.company_order, [&](CompanyId c) {
        const Money treasury = s.company(c).treasury;
        const std::optional<TramOffer> duty = tram_duty(p, c);
        const bool full = s.company(c).lines.full();
        w.object(
            "company", company_name(t, c), "money", treasury.v, "must_buy", [&] { must_buy(c); }, "can_bid",
            std::max(0, (duty ? treasury - duty->price : treasury).v), "state",
            s.won.has(c)       ? "won"
            : s.out.has(c)     ? "out"
            : full             ? "full"
            : passed(index(c)) ? "passed"
                               : "in");
      });
    if (s.step != Step::open_private && s.step != Step::bid_private) return w.value(nullptr);
    w.list(s.order, [&](Seat seat) {
      const Money cash = s.player(seat).cash;
      w.object("seat", seat, "money", cash.v, "must_buy", nullptr, "can_bid", cash.v, "state",
               passed(index(seat)) ? "passed" : "in");
    });
  }

  void cards() const {
    if (s.step != Step::choose_order) return w.value(nullptr);
    w.object("taken", std::span(s.cards).first(s.player_count), "choosers", s.choosers);
  }

  void turn() const {
    if (s.turn.line == LineId::none) return w.value(nullptr);
    std::optional<std::string_view> bonus;
    if (s.turn.bonus != Bonus::none) bonus = bonus_words[index(s.turn.bonus)];
    w.object("line", number_of(s.turn.line), "first", s.turn.first != 0, "tile_laid", s.turn.laid != 0,
             "stadtbahn_laid", s.turn.stadtbahn != 0, "marker_placed", s.turn.marked != 0, "bonus", bonus);
  }

  void offer() const {
    if (s.offer.which == PrivateId::none) return w.value(nullptr);
    w.object("private", private_name(t, s.offer.which), "price", s.offer.price, "company",
             company_name(t, p.active_company()), "seat", p.to_act());
  }

  void company_order() const {
    w.list(s.company_order, [&](CompanyId c) { return company_name(t, c); });
  }
};

}  // namespace

void Vienna1840::write_view(JsonWriter& w, const State& s, Viewer viewer, std::span<const Choice<Action>> choices,
                            Workspace& work) const {
  const Position p = at(s);
  const ViewWriter v{w, p, work.routes, work.best};
  v.find_routes();
  const auto moves = [&] {
    if (s.step == Step::over || !viewer.sees(p.to_act())) return w.value(nullptr);
    if (viewer.kind == Viewer::Kind::seat) return write_moves(w, p, choices, work);
    std::vector<Choice<Action>> all;  // the analyst looks over the shoulder of whoever is to act
    legal(s, p.to_act(), all, work);
    write_moves(w, p, all, work);
  };
  w.object([&] {
    w.members(
        "options", [&] { v.options(); }, "round", [&] { v.round(); }, "step", step_words[index(s.step)], "active",
        [&] { v.active(); }, "order", s.order, "players", [&] { v.players(); }, "companies", [&] { v.companies(); },
        "stadtbahn", [&] { v.stadtbahn(); }, "market", [&] { v.market(); });
    w.members(
        "company_order", [&] { v.company_order(); }, "trams", [&] { v.trams(); }, "lines", [&] { v.lines(); },
        "line_cards", [&] { v.line_cards(); }, "tiles", [&] { v.tiles(); }, "supply", [&] { v.supply(); }, "markers",
        [&] { v.markers(); }, "privates", [&] { v.privates(); });
    w.members(
        "auction", [&] { v.auction(); }, "bidders", [&] { v.bidders(); }, "cards", [&] { v.cards(); }, "turn",
        [&] { v.turn(); }, "offer", [&] { v.offer(); }, "consecutive_passes", s.passes, "moves", moves);
  });
}

}  // namespace remise::vienna1840
