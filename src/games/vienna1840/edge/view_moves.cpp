// The legal moves as a user interface needs them: by what is touched on the table, with costs and what they bring.
#include "core/range.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/edge/view.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

namespace {

struct MovesWriter {
  const Vienna1840& rules;
  const State& s;
  Workspace& work;
  Position p = rules.at(s);
  const Tables& t = p.tables;
  Json out = Json::object();
  std::int32_t best_now = 0;
  bool in_line_turn = s.step == Step::build || s.step == Step::bonus;

  MovesWriter(const Vienna1840& r, const State& state, Workspace& w) : rules(r), s(state), work(w) {
    if (in_line_turn) best_now = best(s.board);
  }

  std::int32_t best(const Board& board) const {
    return work.routes.best_revenue(p.map(), board, runner_of(p, s.turn.line));
  }

  Json& list(const char* name) {
    Json& entry = out[name];
    if (entry.is_null()) entry = Json::array();
    return entry;
  }
  Json range(const Choice<Action>& c) const { return range_json(c.min, c.max, c.step); }

  void add(const Choice<Action>& c) {
    std::visit([&](const auto& a) { write(a, c); }, c.action);
  }

  void write(const Pass&, const Choice<Action>&) { out["pass"] = true; }
  void write(const BidPrivate& a, const Choice<Action>& c) {
    list("bids").push_back({{"private", private_name(t, a.lot)}, {"price", range(c)}});
  }
  void write(const BidLine& a, const Choice<Action>& c) {
    list("bids").push_back({{"line", line_name(a.lot)}, {"price", range(c)}});
  }
  void write(const ChooseOrder& a, const Choice<Action>&) { list("cards").push_back(a.card); }
  void write(const BuyDirector& a, const Choice<Action>&) {
    out["directors"][t.companies[index(a.company)].id].push_back(
        {{"par", a.par}, {"pays", a.par * 5 - t.preemptive_right.v}, {"treasury", a.par * 10}});
  }
  void write(const BuyShare& a, const Choice<Action>&) {
    list("buy_shares").push_back({{"company", company_name(t, a.company)}, {"price", p.price(a.company).v}});
  }
  void write(const SellShares& a, const Choice<Action>& c) {
    list("sell_shares")
        .push_back({{"company", company_name(t, a.company)}, {"price", p.price(a.company).v}, {"count", range(c)}});
  }
  void write(const ReturnPrivate& a, const Choice<Action>&) {
    list("return_privates")
        .push_back({{"private", private_name(t, a.which)}, {"amount", t.privates[index(a.which)].face.v}});
  }
  // Where the marker goes is in the company's dividend_moves.
  void write(const Dividend&, const Choice<Action>& c) { out["dividend"] = range(c); }
  // R47: who pays how much when the director has to help.
  void write(const BuyTram& a, const Choice<Action>&) {
    const CompanyId c = p.active_company();
    const Money price = p.tram_price(a.colour);
    const Money own = std::min(price, s.company(c).treasury);
    const Money rest = price - own, cash = s.player(p.director(c)).cash;
    const std::int32_t missing = std::max(0, (rest - cash).v);
    list("trams").push_back({{"colour", tram_name(a.colour)},
                             {"price", price.v},
                             {"treasury", own.v},
                             {"director", rest.v},
                             {"loans", (missing + t.loan_cash.v - 1) / t.loan_cash.v}});
  }
  void write(const ScrapTram& a, const Choice<Action>&) {
    list("scrap").push_back({{"colour", tram_name(a.colour)}, {"line", line_name(a.line)}});
  }
  void write(const AssignTrams& a, const Choice<Action>&) {
    list("assignments").push_back(rules.action_json(a, Seat::none, Viewer::spectator())["trams"]);
  }
  // hex -> tile -> {cost, rotations: [{rotation, circle, gain}]}
  void write(const LayTile& a, const Choice<Action>&) {
    const Lay& lay = a.lay;
    const bool first = s.board.tile[index(lay.hex)] == TileId::none;
    const bool stadtbahn = s.step == Step::build && first && p.map()[lay.hex].kind == HexKind::stadtbahn;
    Board board = s.board;
    lay_tile(p.map(), board, lay);
    Json& tile = out["tiles"][p.map()[lay.hex].name][p.map().tiles[lay.tile].name];
    if (tile.is_null())
      tile = {{"cost", lay_cost(p.map(), s.board, lay).v},
              {"kind", s.step == Step::bonus ? "bonus"
                       : stadtbahn           ? "stadtbahn"
                                             : "ordinary"},
              {"bonus", stadtbahn ? Json(bonus_words[index(p.map()[lay.hex].bonus)]) : Json()},
              {"rotations", Json::array()}};
    tile["rotations"].push_back({{"rotation", lay.rotation}, {"circle", lay.circle}, {"gain", best(board) - best_now}});
  }
  void write(const PlaceMarker& a, const Choice<Action>&) {
    Json entry{
        {"hex", hex_name(t, a.place.hex)}, {"location", a.place.location}, {"replace", a.place.replace}, {"cost", 0}};
    if (in_line_turn) {
      const MarkerKind kind = s.step == Step::bonus ? MarkerKind::bonus : MarkerKind::normal;
      entry["cost"] = marker_cost(p.map(), s.board, s.turn.line, kind, a.place).v;
      Board board = s.board;
      place_marker(p.map(), board, s.turn.line, a.place);
      entry["gain"] = best(board) - best_now;
    }
    list("markers").push_back(std::move(entry));
  }
  void write(const RemoveMarker& a, const Choice<Action>&) {
    list("removals")
        .push_back({{"hex", hex_name(t, a.removal.hex)},
                    {"stadtbahn", company_name(t, a.removal.stadtbahn)},
                    {"cost", p.map().removal_cost.v}});
  }
  void write(const OfferPrivate& a, const Choice<Action>& c) {
    const Seat owner = s.holder(a.which).seat();
    list("offers").push_back({{"private", private_name(t, a.which)},
                              {"price", range(c)},
                              {"seat", seat_name(owner)},
                              {"at_once", owner == p.director(p.active_company())}});
  }
  void write(const AcceptOffer&, const Choice<Action>&) { out["answer_offer"] = true; }
  void write(const DeclineOffer&, const Choice<Action>&) {}
  void write(const Run& a, const Choice<Action>& c) {
    Json& run = out["run"];
    const Money maintenance = p.maintenance(s.line(s.turn.line).tram);
    if (run.is_null()) run = {{"revenue", best_now}, {"maintenance", maintenance.v}, {"net", best_now + maintenance.v}};
    if (a.empty) run["empty"] = true;
    if (c.step > 0) run["claim"] = range(c);
  }
};

}  // namespace

Json moves_json(const Vienna1840& rules, const State& s, Workspace& work) {
  MovesWriter writer(rules, s, work);
  std::vector<Choice<Action>> choices;
  rules.legal(s, writer.p.to_act(), choices, work);
  for (const auto& choice : choices) writer.add(choice);
  return std::move(writer.out);
}

}  // namespace remise::vienna1840
