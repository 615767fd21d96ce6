// Positions made by hand for the examples of the rules: a map in tokens, cards with chosen symbols.
#pragma once

#include "games/tramways/board/links.h"
#include "games/tramways/rounds/rounds.h"
#include "support.h"
#include "support/refused.h"

namespace remise::tramways {

inline constexpr int orange = 0, brown = 1, pink = 2;

class PositionBuilder {
 public:
  // Rows divided by '/', tokens of boards.json by spaces. Workers 2, stress 5, $0, round 2, second action round.
  explicit PositionBuilder(const std::string& map, int players = 3) : tables(tramways::tables()) {
    std::vector<std::pair<Spot, Ground>> fields;
    std::istringstream rows(map);
    std::string row, token;
    for (int y = 0; std::getline(rows, row, '/'); ++y) {
      std::istringstream tokens(row);
      for (int x = 0; tokens >> token; ++x) fields.push_back({spot(x, y), ground(token)});
    }
    s.player_count = static_cast<std::uint8_t>(players);
    EXPECT_TRUE(make_map(s.map, fields));
    for (std::size_t f = 0; f < s.map.fields; ++f)
      if (is_parcel(s.map.ground[f])) s.parcels[index(parcel_of(s.map.ground[f]))].field = id_at<FieldId>(f);
    merge_buildings(s);
    for (std::size_t i = 0; i < max_players; ++i) s.turn_order[i] = i < s.player_count ? id_at<Seat>(i) : Seat::none;
    s.places.fill(Seat::none);
    for (Player& p : s.players) p.workers = 2, p.stress = 5, p.straights = p.curves = 12, p.hand_limit = 7;
    for (std::size_t i = 0; i < s.discs.size(); ++i) s.discs[i] = Building::residential;
    s.round = 2;
    turn_of(0);
    for (auto& card : tables.cards) card = {};
  }

  Tables tables;
  State s;

  static Spot spot(int x, int y) { return {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)}; }
  FieldId at(int x, int y) const { return s.map.at(spot(x, y)); }
  Player& player(int seat) { return s.players[static_cast<std::size_t>(seat)]; }
  ParcelId parcel(const std::string& name) const { return tables.parcel_named(name); }

  void turn_of(int seat, int action_round = 2) {
    s.phase = action_round == 1 ? Phase::act1 : Phase::act2;
    s.action_round = static_cast<std::uint8_t>(action_round);
    s.turn = static_cast<std::uint8_t>(seat);
    s.actions_done = 0;
  }
  void own(int seat, const std::string& name) { s.parcels[index(parcel(name))].owner = id_at<Seat>(seat); }
  // A building of a player, as if it had been there for long: no passenger.
  void tile(int seat, const std::string& name, Building type) {
    own(seat, name);
    s.parcels[index(parcel(name))].tile = type;
    merge_buildings(s);
  }
  void passenger(int x, int y) { s.passengers[index(at(x, y))] = 1; }

  // A card with these symbols ("rail2 dest_C", "T" for the stripe) in the hand; its number.
  int deal(int seat, const std::string& words) {
    const int id = make_card(words);
    player(seat).hand.push_back(id_at<CardId>(id));
    return id;
  }
  int make_card(const std::string& words) {
    const int id = ++cards_made_;
    Card& card = tables.cards[static_cast<std::size_t>(id)];
    card = {};
    card.type = CardType::auction;
    std::istringstream in(words);
    std::string word;
    for (std::size_t i = 0; in >> word;) {
      ++card.symbols;
      if (word == "T")
        card.slots[stripe_slot] = {SymbolKind::stripe, 0, {}};
      else if (word.starts_with("pay"))
        card.pay = static_cast<std::uint8_t>(word[3] - '0');
      else if (word.starts_with("stress+"))
        card.stress = static_cast<std::uint8_t>(word[7] - '0');
      else if (word == "void")
        card.void_ticket = true;
      else
        card.slots[i++] = symbol(word);
    }
    return id;
  }
  // A building card lying ready.
  int supply(Building type, const std::string& words = "rail1") {
    const int id = make_card(words);
    tables.cards[static_cast<std::size_t>(id)].type = CardType::building;
    tables.cards[static_cast<std::size_t>(id)].building = type;
    s.supply[index(type)].push_back(id_at<CardId>(id));
    return id;
  }

  // Track laid before: fields in order, the start touching the field before `path`. {x, y} of the place, then the
  // pieces, then the field beyond the last piece.
  int link(int seat, const std::vector<std::pair<int, int>>& path, bool complete, int worked = 2) {
    PieceList pieces;
    for (std::size_t i = 1; i + 1 < path.size(); ++i)
      pieces.push_back(
          {at(path[i].first, path[i].second), towards(path[i], path[i - 1]), towards(path[i], path[i + 1])});
    for (const Piece& p : pieces) put_piece(s, id_at<Seat>(seat), p);
    Link link{.id = s.next_link,
              .owner = id_at<Seat>(seat),
              .complete = complete,
              .worked = static_cast<std::uint8_t>(worked)};
    store_link(s, link, {pieces.begin(), pieces.size()});
    s.next_link = id_at<LinkId>(index(s.next_link) + 1);
    return static_cast<int>(index(link.id));
  }
  const Link* find(int id) const { return find_link(s, id_at<LinkId>(id)); }
  int links(int seat) const { return complete_links(s, id_at<Seat>(seat)); }

  // Plays an action; the code of the refusal, or "" when it was carried out. A refusal changes nothing.
  std::string play(int seat, const Json& json) {
    const auto action = read_action(tables, json);
    if (!action) return action.error().code;
    const State before = s;
    events.clear();
    const Tramways rules{tables};
    const auto refused = rules.apply(s, id_at<Seat>(seat), *action, &events, Fresh{});
    if (!refused) return "";
    EXPECT_EQ(std::memcmp(&before, &s, sizeof s), 0);
    return testing::met("tramways", rules.explain(*refused));
  }
  bool legal(int seat, const Json& json) {
    PositionBuilder copy = *this;
    return copy.play(seat, json).empty();
  }
  Events events;

  static Json from(int x, int y, const char* edge) { return {{"kind", "new"}, {"field", {x, y}}, {"edge", edge}}; }
  static Json on(int link) { return {{"kind", "link"}, {"link", link}}; }
  static Json through(int link, const char* parcel) {
    return {{"kind", "through"}, {"link", link}, {"parcel", parcel}};
  }
  static Json track(const Json& base, const Json& exits, const Json& rails, const Json& dests) {
    return {{"type", "lay_track"}, {"base", base},   {"redirect", nullptr},
            {"exits", exits},      {"rails", rails}, {"dests", dests}};
  }
  static Json journey(const Json& field, const Json& route, const std::string& ticket, const std::string& dest) {
    return {{"type", "move_passenger"}, {"field", field}, {"route", route}, {"ticket", ticket}, {"dest", dest}};
  }
  static std::string sym(int card, int slot) { return std::to_string(card) + ":" + std::to_string(slot); }
  static std::string stripe(int card) { return std::to_string(card) + ":T"; }

  // Lays track and pays with fresh cards of one symbol each, so that paying costs no stress: `rails` cards rail1, and
  // one card for each word of `dests` ("C", "A1").
  std::string lay(int seat, const Json& base, const std::string& exits, int rails, const std::string& dests = "",
                  const char* redirect = nullptr) {
    const PositionBuilder before = *this;
    turn_of(seat);
    Json action{{"type", "lay_track"},
                {"base", base},
                {"exits", Json::array()},
                {"rails", Json::array()},
                {"dests", Json::array()}};
    action["redirect"] = redirect ? Json(redirect) : Json(nullptr);
    for (const char e : exits) action["exits"].push_back(std::string(1, e));
    for (int i = 0; i < rails; ++i) action["rails"].push_back(sym(deal(seat, "rail1"), 0));
    std::istringstream words(dests);
    for (std::string word; words >> word;) action["dests"].push_back(sym(deal(seat, dest(word)), 0));
    const std::string code = play(seat, action);
    if (!code.empty()) *this = before;
    return code;
  }
  // Moves a passenger with two fresh cards.
  std::string move(int seat, int x, int y, const std::vector<int>& route, const std::string& to) {
    const PositionBuilder before = *this;
    turn_of(seat);
    const int ticket = deal(seat, "T"), target = deal(seat, dest(to));
    const std::string code = play(seat, {{"type", "move_passenger"},
                                         {"field", {x, y}},
                                         {"route", route},
                                         {"ticket", stripe(ticket)},
                                         {"dest", sym(target, 0)}});
    if (!code.empty()) *this = before;
    return code;
  }
  // Builds with two fresh cards and a fresh building card.
  std::string build(int seat, const std::string& name, Building type) {
    const PositionBuilder before = *this;
    turn_of(seat);
    const int symbol = deal(seat, "build"), coordinate = deal(seat, "parcel_" + name), card = supply(type);
    const std::string code = play(seat, {{"type", "build"},
                                         {"parcel", name},
                                         {"symbol", sym(symbol, 0)},
                                         {"coordinate", sym(coordinate, 0)},
                                         {"card", card}});
    if (!code.empty()) *this = before;
    return code;
  }

 private:
  static std::string dest(const std::string& word) { return (word.size() == 1 ? "dest_" : "parcel_") + word; }

  Ground ground(const std::string& token) const {
    if (token == ".") return Ground::plain;
    if (token == "^") return Ground::mountain;
    if (token == "~") return Ground::water;
    if (const Building b = building_of(token); b != Building::none)
      return id_at<Ground>(index(Ground::residential) + index(b));
    return ground_of(parcel(token));
  }
  Slot symbol(const std::string& word) const {
    const auto kind = [](SymbolKind k, int value = 0) { return Slot{k, static_cast<std::uint8_t>(value), {}}; };
    if (word.starts_with("rail")) return kind(SymbolKind::rail, word[4] - '0');
    if (word.starts_with("money")) return kind(SymbolKind::money, word[5] - '0');
    if (word.starts_with("dest_")) return {SymbolKind::destination, 0, Places::of(building_of(word.substr(5)))};
    if (word.starts_with("parcel_")) return {SymbolKind::coordinate, 0, Places::of(parcel(word.substr(7)))};
    if (word == "build") return kind(SymbolKind::build);
    if (word == "upgrade_link") return kind(SymbolKind::upgrade_link);
    if (word == "upgrade_building") return kind(SymbolKind::upgrade_building);
    if (word == "worker") return kind(SymbolKind::worker);
    if (word == "add_passenger") return kind(SymbolKind::add_passenger);
    EXPECT_EQ(word, "stress_down");
    return kind(SymbolKind::stress_down);
  }
  Edge towards(std::pair<int, int> a, std::pair<int, int> b) const {
    for (const Edge e : edges)
      if (s.map.beyond(at(a.first, a.second), e) == at(b.first, b.second)) return e;
    ADD_FAILURE() << "fields do not touch";
    return Edge::north;
  }

  int cards_made_ = 0;
};

}  // namespace remise::tramways
