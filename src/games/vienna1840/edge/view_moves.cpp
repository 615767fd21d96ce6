// The legal moves as a user interface needs them: by what is touched on the table, with costs and what they bring.
#include <algorithm>

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/edge/view.h"
#include "games/vienna1840/rounds/rounds.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

namespace {

// Calls `each` with every run of items that have the same `key`.
template <class T, class Key, class Each>
void for_groups(std::span<T> items, Key key, Each each) {
  while (!items.empty()) {
    const auto same = [&](const T& item) { return key(item) == key(items.front()); };
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(items, same) - items.begin());
    each(items.first(size));
    items = items.subspan(size);
  }
}

struct MovesWriter {
  JsonWriter& w;
  const Position& p;
  std::span<const Choice<Action>> choices;
  Workspace& work;
  const State& s = p.s;
  const Tables& t = p.tables;
  const bool in_line_turn = s.step == Step::build || s.step == Step::bonus;
  const std::int32_t best_now = in_line_turn ? best(s.board) : 0;
  const Reach reach = in_line_turn ? reach_of(p.map(), s.board, s.turn.line) : Reach{};

  std::int32_t best(const Board& board) const {
    return work.routes.best_revenue(p.map(), board, runner_of(p, s.turn.line));
  }

  static Range range(const Choice<Action>& c) { return {c.min, c.max, c.step}; }

  template <class Kind>
  bool any() const {
    return std::ranges::any_of(choices, [](const auto& c) { return std::holds_alternative<Kind>(c.action); });
  }
  template <class Kind, class Each>
  void all(Each each) const {
    for (const Choice<Action>& choice : choices)
      if (const Kind* action = std::get_if<Kind>(&choice.action)) each(*action, choice);
  }
  // The moves of one kind under a key, which is missing where there is none.
  template <class Kind, class Each>
  void list(std::string_view key, Each each) const {
    if (any<Kind>()) w.members(key, json_list([&] { all<Kind>(each); }));
  }

  void write() const {
    w.object([&] {
      if (any<Pass>()) w.members("pass", true);
      if (any<AcceptOffer>()) w.members("answer_offer", true);
      before_building();
      shares();
      trams();
      building();
    });
  }

  void before_building() const {
    list<BidPrivate>("bids", [&](const BidPrivate& a, const auto& c) {
      w.object("private", private_name(t, a.lot), "price", range(c));
    });
    list<BidLine>("bids", [&](const BidLine& a, const auto& c) {
      w.object("line", line_name(a.lot), "price", range(c), "safe", safe_bid(range(c)));
    });
    list<ChooseOrder>("cards", [&](const ChooseOrder& a, const auto&) { w.value(a.card); });
    if (any<BuyDirector>()) w.members("directors", [&] { directors(); });
    list<OfferPrivate>("offers", [&](const OfferPrivate& a, const auto& c) {
      const Seat owner = s.holder(a.which).seat();
      w.object("private", private_name(t, a.which), "price", range(c), "seat", owner, "at_once",
               owner == p.director(p.active_company()));
    });
    list<ReturnPrivate>("return_privates", [&](const ReturnPrivate& a, const auto&) {
      w.object("private", private_name(t, a.which), "amount", t.privates[index(a.which)].face.v);
    });
  }

  // The highest bid that leaves enough for the tram the company must still buy (R44); none where every bid does or none
  // would.
  std::optional<std::int32_t> safe_bid(const Range& bids) const {
    const std::optional<TramOffer> duty = tram_duty(p, p.active_company());
    if (!duty) return {};
    const std::int32_t most = (s.company(p.active_company()).treasury - duty->price).v;
    if (most < bids.min || most >= bids.max) return {};
    return bids.min + (most - bids.min) / bids.step * bids.step;
  }

  // company -> [{par, pays, treasury}]
  void directors() const {
    w.object([&] {
      for (std::size_t i = 0; i < company_count; ++i) {
        bool begun = false;
        all<BuyDirector>([&](const BuyDirector& a, const auto&) {
          if (index(a.company) != i) return;
          if (!begun) w.key(t.companies[i].id), w.begin_list();
          begun = true;
          w.object("par", a.par, "pays", a.par * 5 - t.preemptive_right.v, "treasury", a.par * 10);
        });
        if (begun) w.end_list();
      }
    });
  }

  void shares() const {
    list<BuyShare>("buy_shares", [&](const BuyShare& a, const auto&) {
      w.object("company", company_name(t, a.company), "price", p.price(a.company).v);
    });
    list<SellShares>("sell_shares", [&](const SellShares& a, const auto& c) {
      w.object("company", company_name(t, a.company), "price", p.price(a.company).v, "count", range(c));
    });
    // Where the marker goes is in the company's dividend_moves.
    all<Dividend>([&](const Dividend&, const auto& c) { w.members("dividend", range(c)); });
  }

  void trams() const {
    // R47: who pays how much when the director has to help.
    list<BuyTram>("trams", [&](const BuyTram& a, const auto&) {
      const CompanyId c = p.active_company();
      const Money price = p.tram_price(a.colour);
      const Money own = std::min(price, s.company(c).treasury);
      const Money rest = price - own, cash = s.player(p.director(c)).cash;
      const std::int32_t missing = std::max(0, (rest - cash).v);
      w.object("colour", tram_name(a.colour), "price", price.v, "treasury", own.v, "director", rest.v, "loans",
               (missing + t.loan_cash.v - 1) / t.loan_cash.v);
    });
    list<ScrapTram>("scrap", [&](const ScrapTram& a, const auto&) {
      w.object("colour", tram_name(a.colour), "line", line_name(a.line));
    });
    list<AssignTrams>("assignments", [&](const AssignTrams& a, const auto&) { write_assignment(w, a); });
  }

  void building() const {
    if (any<LayTile>()) w.members("tiles", [&] { tiles(); });
    list<PlaceMarker>("markers", [&](const PlaceMarker& a, const auto&) { marker(a.place); });
    list<RemoveMarker>("removals", [&](const RemoveMarker& a, const auto&) {
      w.object("hex", hex_name(t, a.removal.hex), "stadtbahn", company_name(t, a.removal.stadtbahn), "cost",
               p.map().removal_cost.v);
    });
    if (any<Run>()) w.members("run", [&] { run(); });
  }

  // hex -> tile -> {cost, kind, bonus, rotations: [{rotation, circle, gain}]}
  void tiles() const {
    std::vector<Lay>& lays = work.lays;
    lays.clear();
    all<LayTile>([&](const LayTile& a, const auto&) { lays.push_back(a.lay); });
    std::ranges::stable_sort(lays, {}, [](const Lay& lay) { return std::pair(lay.hex, lay.tile); });
    w.object([&] {
      for_groups(
          std::span(lays), [](const Lay& lay) { return lay.hex; },
          [&](std::span<Lay> of_hex) {
            w.key(p.map()[of_hex.front().hex].name);
            w.object([&] {
              for_groups(
                  of_hex, [](const Lay& lay) { return lay.tile; },
                  [&](std::span<const Lay> of_tile) {
                    w.members(p.map().tiles[of_tile.front().tile].name, [&] { tile(of_tile); });
                  });
            });
          });
    });
  }

  void tile(std::span<const Lay> rotations) const {
    const Lay& any = rotations.front();
    const bool first = s.board.tile[index(any.hex)] == TileId::none;
    const bool stadtbahn = s.step == Step::build && first && p.map()[any.hex].kind == HexKind::stadtbahn;
    std::optional<std::string_view> bonus;
    if (stadtbahn) bonus = bonus_words[index(p.map()[any.hex].bonus)];
    w.object("cost", lay_cost(p.map(), s.board, any).v, "kind",
             s.step == Step::bonus ? "bonus"
             : stadtbahn           ? "stadtbahn"
                                   : "ordinary",
             "bonus", bonus, "rotations", json_list(rotations, [&](const Lay& lay) {
               w.object("rotation", lay.rotation, "circle", lay.circle, "gain", gain(lay));
             }));
  }

  // What the line's best route gains. A hex that its trams do not come to changes nothing.
  std::int32_t gain(const Lay& lay) const {
    const HexId twin = p.map()[lay.hex].twin;
    if (!reach.in[index(lay.hex)] && (twin == HexId::none || !reach.in[index(twin)])) return 0;
    Board board = s.board;
    lay_tile(p.map(), board, lay);
    return best(board) - best_now;
  }

  void marker(const MarkerPlace& place) const {
    w.object([&] {
      w.members("hex", hex_name(t, place.hex), "location", place.location, "replace", place.replace);
      if (!in_line_turn) return w.members("cost", 0);
      const MarkerKind kind = s.step == Step::bonus ? MarkerKind::bonus : MarkerKind::normal;
      Board board = s.board;
      place_marker(p.map(), board, s.turn.line, place);
      w.members("cost", marker_cost(p.map(), s.board, s.turn.line, kind, place).v, "gain", best(board) - best_now);
    });
  }

  void run() const {
    const Money maintenance = p.maintenance(s.line(s.turn.line).tram);
    bool empty = false;
    std::optional<Range> claim;
    all<Run>([&](const Run& a, const auto& c) {
      empty = empty || a.empty;
      if (c.range()) claim = c.range();
    });
    w.object([&] {
      w.members("revenue", best_now, "maintenance", maintenance.v, "net", best_now + maintenance.v);
      if (empty) w.members("empty", true);
      if (claim) w.members("claim", claim);
    });
  }
};

}  // namespace

void write_moves(JsonWriter& w, const Position& p, std::span<const Choice<Action>> choices, Workspace& work) {
  MovesWriter{w, p, choices, work}.write();
}

}  // namespace remise::vienna1840
