// A table of 1840 for tests: plays moves, tells why one is refused, and can be put into any round.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "games/vienna1840/rounds/rounds.h"
#include "games/vienna1840/rules.h"
#include "support/refused.h"
#include "vienna1840/support/recorded.h"

namespace remise::testing {

inline constexpr Seat A = id_at<Seat>(0), B = id_at<Seat>(1), C = id_at<Seat>(2), D = id_at<Seat>(3),
                      E = id_at<Seat>(4), F = id_at<Seat>(5);
inline constexpr CompanyId WT = CompanyId::wt, DTKC = CompanyId::dtkc, SJE = CompanyId::sje, BBG = CompanyId::bbg,
                           WKB = CompanyId::wkb, GWS = CompanyId::gwststb;
inline constexpr CompanyId Sw = CompanyId::w, Sv = CompanyId::v, Sg = CompanyId::g, Sd = CompanyId::d;

// Line cards of a table in ascending order, line 2 after the first `shown` others (R3).
inline Json plain_deck(const Map& map, int shown) {
  Json deck = Json::array();
  for (int n = 1; n <= line_count; ++n)
    if (n != 2 && map.lines.has(line_numbered(n))) {
      deck.push_back(n);
      if (static_cast<int>(deck.size()) == shown) deck.push_back(2);
    }
  return deck;
}

class GameTable {
 public:
  Vienna1840 rules{tables_1840()};
  State s;
  std::vector<Event> events;  // of the last move
  mutable Workspace work;

  // Playing order A, B, C, ...; line cards as in plain_deck.
  explicit GameTable(int players, const std::vector<std::string>& options = {}, const char* map = nullptr) {
    Json setup{{"players", players}, {"options", Json::object()}};
    for (const auto& o : options) setup["options"][o] = true;
    if (map) setup["options"]["map"] = map;
    Json order = Json::array();
    for (int i = 0; i < players; ++i) order.push_back(i);
    const auto& facts = tables_1840()->by_players[static_cast<std::size_t>(players)];
    const MapVariant variant = map && std::string(map) == "full" ? MapVariant::full : facts.boards.front();
    setup["deal"] = {{"order", order}, {"lines", plain_deck(tables_1840()->map(variant), facts.lines_shown)}};
    const auto start = rules.start(setup);
    REMISE_ASSERT(start.has_value());
    s = *start;
  }

  Position now() const { return rules.at(s); }
  Seat who() const { return now().to_act(); }
  Player& player(Seat seat) { return s.player(seat); }
  TramCompany& company(CompanyId c) { return s.company(c); }
  int cash(Seat seat) const { return s.player(seat).cash.v; }
  int price(CompanyId c) const { return now().price(c).v; }
  std::string round() const { return now().round().name; }

  void play(const Action& action) {
    events.clear();
    if (const auto no = rules.apply(s, who(), action, &events, work))
      ADD_FAILURE() << action_json(rules, action, who(), Viewer::analyst()).dump()
                    << " refused: " << to_json(rules.explain(*no)).dump();
  }
  // The code of the refusal, "" where the move is legal. Checks that nothing changed and that the list agrees.
  std::string refusal(const Action& action) {
    State copy = s;
    const auto no = rules.apply(copy, who(), action, nullptr, work);
    EXPECT_EQ(no.has_value(), !lists(action)) << action_json(rules, action, who(), Viewer::analyst()).dump();
    if (!no) return "";
    EXPECT_EQ(copy, s);
    return met("1840", rules.explain(*no));
  }
  std::string rule(const Action& action) {
    State copy = s;
    const auto no = rules.apply(copy, who(), action, nullptr, work);
    return no ? rules.explain(*no).rule : "";
  }
  std::string code(const Action& action) {
    State copy = s;
    const auto no = rules.apply(copy, who(), action, nullptr, work);
    return no ? met("1840", rules.explain(*no)) : "";
  }
  // Is the action in the list of legal moves? A claim of a run is only an assertion and not listed.
  bool lists(const Action& action) const {
    std::vector<Choice<Action>> choices;
    rules.legal(s, who(), choices, work);
    for (const auto& c : choices) {
      if (c.step == 0 && c.action == action) return true;
      for (int n = c.min; c.step > 0 && n <= c.max; n += c.step)
        if (rules.with_amount(c.action, n) == action) return true;
    }
    return false;
  }
  bool happened(EventKind kind) const {
    for (const Event& e : events)
      if (e.kind == kind) return true;
    return false;
  }
  std::vector<Event> all(EventKind kind) const {
    std::vector<Event> found;
    for (const Event& e : events)
      if (e.kind == kind) found.push_back(e);
    return found;
  }

  // --- putting the table into a position

  void settle() {
    events.clear();
    rules.settle(s, &events, work);
  }
  // Begins a round of the bar and carries out what is forced.
  void go(std::string_view name) {
    const auto& rounds = rules.tables().rounds;
    for (std::size_t i = 0; i < rounds.size(); ++i)
      if (rounds[i].name == name) s.round = static_cast<std::uint8_t>(i - 1);
    events.clear();
    next_round(Mover{rules.tables(), s, &events, work});
    rules.settle(s, &events, work);
  }
  // The seat becomes director, at a par price, with ten times par in the treasury.
  void found(Seat seat, CompanyId c, int par = 100) {
    player(seat).shares[c] = 5;
    player(seat).preemptive = 0;
    company(c).director = seat;
    company(c).treasury.v = par * 10;
    for (const ParPrice& p : rules.tables().pars)
      if (p.price.v == par) s.cells[c] = p.cell;
    s.stacks.push_back(c);
  }
  // Everybody directs a company, in the order of the companies; privates are out of the way.
  void found_all(int par = 100) {
    for (int i = 0; i < s.player_count; ++i) found(id_at<Seat>(i), id_at<CompanyId>(i), par);
    for (auto& holder : s.privates) holder = Holder::gone();
  }
  void give_line(CompanyId c, int number, TramColour tram = TramColour::none) {
    Line& line = s.line(line_numbered(number));
    line.place = LinePlace::owned;
    line.company = c;
    line.tram = tram;
    s.deck.erase(line_numbered(number));
    company(c).lines.push_back(line_numbered(number));
    if (tram != TramColour::none && (s.newest == TramColour::none || s.newest < tram)) s.newest = tram;
  }
  void put(CompanyId c, int row, int column) {
    s.cells[c] = {static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
    s.stacks.erase(c);
    s.stacks.push_back(c);
  }
  void hold(PrivateId p, Holder holder) { s.holder(p) = holder; }

  // --- shorthand for moves

  HexId hex(std::string_view name) const { return now().map().find(name); }
  LayTile lay(std::string_view where, std::string_view tile, int rotation, int circle = 0) const {
    return {{hex(where), now().map().tiles.find(tile), static_cast<std::uint8_t>(rotation),
             static_cast<std::uint8_t>(circle)}};
  }
  PlaceMarker marker(std::string_view where, int location = 0) const {
    return {{hex(where), static_cast<std::uint8_t>(location), false}};
  }
  // All legal lays on a hex.
  std::vector<LayTile> lays(std::string_view where) const {
    std::vector<Choice<Action>> choices;
    std::vector<LayTile> found;
    rules.legal(s, who(), choices, work);
    for (const auto& c : choices)
      if (const auto* l = std::get_if<LayTile>(&c.action); l && l->lay.hex == hex(where)) found.push_back(*l);
    return found;
  }
  LayTile any_lay(std::string_view where) const {
    const auto found = lays(where);
    REMISE_ASSERT(!found.empty());
    return found.front();
  }
  void pass() { play(Pass{}); }
  void pass(int times) {
    for (int i = 0; i < times; ++i) pass();
  }
};

// Within a test `Run` is a name of GoogleTest.
inline Action run(std::int32_t claim = Run::no_claim, bool empty = false) { return Run{claim, empty}; }
inline LineId L(int number) { return line_numbered(number); }

}  // namespace remise::testing
