#include "games/tramways/edge/view.h"

#include <algorithm>

#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/components/setup.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/scoring.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

template <class List>
Json sorted_cards(List list) {
  std::ranges::sort(list);
  return cards_json(list);
}

Json seats_json(SeatSet set) {
  Json json = Json::array();
  for (int i = 0; i < max_players; ++i)
    if (set.has(id_at<Seat>(i))) json.push_back(i);
  return json;
}

Json seat_json(Seat seat) { return seat == Seat::none ? Json(nullptr) : Json(index(seat)); }

Json order_json(const State& s) {
  Json json = Json::array();
  for (std::size_t i = 0; i < s.player_count; ++i) json.push_back(index(s.turn_order[i]));
  return json;
}

Json links_json(const State& s) {
  Json json = Json::object();
  for (const Link& link : s.links) {
    Json pieces = Json::array();
    for (const Piece& p : pieces_of(s, link)) {
      const Spot spot = s.map.spots[index(p.field)];
      pieces.push_back({spot.x, spot.y, edge_letter(p.entry), edge_letter(p.exit)});
    }
    json[std::to_string(index(link.id))] = {{"owner", index(link.owner)},
                                            {"pieces", std::move(pieces)},
                                            {"ends",
                                             {field_json(s.map, start_field(s, link)),
                                              link.complete ? field_json(s.map, far_field(s, link)) : Json(nullptr)}},
                                            {"complete", link.complete != 0},
                                            {"upgraded", link.upgraded != 0},
                                            {"worked", link.worked}};
  }
  return json;
}

Json buildings_json(const State& s) {
  Json json = Json::object();
  for (const Parcel& p : s.parcels) {
    if (p.tile == Building::none) continue;
    const Spot spot = s.map.spots[index(p.field)];
    json[std::to_string(spot.x) + "," + std::to_string(spot.y)] = {
        {"type", building_letter(p.tile)}, {"owner", index(p.owner)}, {"upgraded", p.upgraded != 0}};
  }
  return json;
}

Json passengers_json(const State& s) {
  Json json = Json::array();
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (s.passengers[f]) json.push_back(spot_json(s.map.spots[f]));
  return json;
}

Json parcels_json(const Tables& tables, const State& s) {
  Json json = Json::object();
  for (std::size_t p = 0; p < tables.parcel_names.size(); ++p)
    if (s.parcels[p].field != FieldId::none) json[tables.parcel_names[p]] = seat_json(s.parcels[p].owner);
  return json;
}

Json bids_json(const State& s) {
  Json json = Json::object();
  for (std::size_t i = 0; i < s.player_count; ++i)
    if (s.bids[i]) json[std::to_string(i)] = s.bids[i];
  return json;
}

Json places_json(const State& s) {
  Json json = Json::array();
  if (s.phase == Phase::bid)
    for (std::size_t i = 0; i < s.player_count; ++i) json.push_back(seat_json(s.places[i]));
  return json;
}

// 5.1 of the action format: what is laid out late in the setup is not there before.
bool supply_out(const State& s) { return s.round > 0; }

Json supply_json(const State& s) {
  Json json = Json::object();
  for (const Building b : building_types)
    json[std::string(building_letter(b))] = supply_out(s) ? cards_json(s.supply[index(b)]) : Json::array();
  return json;
}

Json discs_json(const State& s) {
  Json json = Json::array();
  for (std::size_t r = s.round; supply_out(s) && r <= s.discs.size(); ++r)
    json.push_back(building_letter(s.discs[r - 1]));
  return json;
}

Json scores_json(const Tables& tables, const State& s) {
  Json json = Json::array();
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = id_at<Seat>(i);
    const Player& p = s.player(seat);
    json.push_back({{"seat", i},
                    {"hp", p.hp},
                    {"links", complete_links(s, seat)},
                    {"money", p.money},
                    {"stress", p.stress},
                    {"score", score(tables, s, seat)}});
  }
  return json;
}

}  // namespace

Json outcome_json(const Tables& tables, const State& s) {
  return {{"scores", scores_json(tables, s)},
          {"winners", seats_json(winners(tables, s))},
          {"rating", s.variant == Variant::solo ? Json(rating(tables, score(tables, s, Seat{0}))) : Json(nullptr)}};
}

namespace {

// What everybody sees, in the words of recorded games.
Json public_json(const Tables& tables, const State& s) {
  return {{"round", s.round},
          {"phase", phase_name(s)},
          {"turn_order", order_json(s)},
          {"actions_done", s.actions_done},
          {"links", links_json(s)},
          {"buildings", buildings_json(s)},
          {"passengers", passengers_json(s)},
          {"parcels", parcels_json(tables, s)},
          {"supply", supply_json(s)},
          {"discs", discs_json(s)},
          {"draft", s.phase == Phase::draft ? cards_json(s.draft_pool) : Json::array()},
          {"dev_open", cards_json(s.dev_open)},
          {"book_open", s.book_open == State::no_book ? Json(nullptr) : Json(s.book_open)},
          {"final", s.phase == Phase::end ? outcome_json(tables, s) : Json(nullptr)}};
}

Json player_json(const Player& p) {
  return {{"money", p.money},           {"hp", p.hp},
          {"stress", p.stress},         {"workers", p.workers},
          {"straights", p.straights},   {"curves", p.curves},
          {"hand_limit", p.hand_limit}, {"discard", cards_json(p.discard)}};
}

// --- for a viewer
// ------------------------------------------------------------------------------------------------------

Json map_json(const Tables& tables, const State& s) {
  Json fields = Json::array();
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    const Ground g = s.map.ground[f];
    std::string token;
    if (is_parcel(g))
      token = tables.parcel_names[index(parcel_of(g))];
    else if (printed_building(g) != Building::none)
      token = building_letter(printed_building(g));
    else
      token = g == Ground::plain ? "." : g == Ground::mountain ? "^" : "~";
    Json field{{"x", s.map.spots[f].x}, {"y", s.map.spots[f].y}, {"ground", std::move(token)}};
    // 8.1.2: rails that a piece of track takes here, where one may lie.
    if (g == Ground::plain || g == Ground::mountain || is_parcel(g))
      field["rails"] = tables.constants.plain_cost + (g == Ground::mountain ? tables.constants.mountain_extra : 0);
    // The whole building a field belongs to, by its first field.
    if (s.root[f] != FieldId::none) {
      field["building"] = building_letter(s.building_at(id_at<FieldId>(f)));
      field["place"] = spot_json(s.map.spots[index(s.root[f])]);
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

Json seen_player(const Tables& tables, const State& s, Seat seat, Viewer viewer) {
  const Player& p = s.player(seat);
  const bool sees = viewer.sees(seat);
  // 15.1: while a player chooses the hand for round 6, deck and discard pile lie open.
  const bool deck_shown = sees || (s.phase == Phase::final_hand && s.in_turn() == seat);
  const PlayerBoard& board = tables.constants.player_boards[p.hard];
  Json json = player_json(p);
  json["board"] = p.hard ? "hard" : "normal";
  json["worker_limit"] = board.worker_limit;
  json["stress_max"] = board.stress_max;
  json["hand_size"] = p.hand.size();
  json["hand"] = sees ? cards_json(p.hand) : Json(nullptr);
  json["deck_size"] = p.deck.size();
  json["deck"] = deck_shown ? sorted_cards(p.deck) : Json(nullptr);  // content, not order
  json["links"] = complete_links(s, seat);
  json["score"] = score(tables, s, seat);
  if (s.phase == Phase::admin) {
    json["discards_made"] = p.discards;
    json["admin_done"] = !s.open.has(seat);
  }
  if (!s.dev_offer[index(seat)].empty())
    json["dev_offer"] = sees ? cards_json(s.dev_offer[index(seat)]) : Json(nullptr);
  return json;
}

Json seen_books(const State& s, Viewer viewer) {
  Json books = Json::array();
  for (std::size_t b = 0; b < s.book_count; ++b) {
    const Book& book = s.books[b];
    Json json{{"size", book.size()},
              {"open", book.empty() ? Json(nullptr) : Json(index(book.front()))},
              {"cards", nullptr},
              {"seen", nullptr}};
    const bool looking = s.book_open == b && viewer.sees(s.in_turn());
    if (looking || viewer.kind == Viewer::Kind::analyst) json["cards"] = cards_json(book);
    if (viewer.kind == Viewer::Kind::seat) {
      const Seen& seen = s.player(viewer.seat).seen[b];
      if (!seen.cards.empty()) json["seen"] = {{"cards", cards_json(seen.cards)}, {"taken_since", seen.taken_since}};
    }
    books.push_back(std::move(json));
  }
  return books;
}

}  // namespace

Json prices_json(const Tables& tables, std::span<const Choice<Action>> choices) {
  Json prices = Json::object();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const AllSymbols symbols = symbols_of(choices[i].action);
    const int stress = stress_of(tables, span_of(symbols)), dollars = consequences(tables, span_of(symbols));
    if (stress || dollars) prices[std::to_string(i)] = {{"stress", stress}, {"dollars", dollars}};
  }
  return prices;
}

Json view_json(const Tables& tables, const State& s, Viewer viewer) {
  const bool analyst = viewer.kind == Viewer::Kind::analyst;
  Json json = public_json(tables, s);
  json["variant"] = s.variant == Variant::standard ? "standard" : s.variant == Variant::expert2 ? "expert2" : "solo";
  json["development"] = s.development == Development::original ? "original" : "alternative";
  json["map"] = map_json(tables, s);
  Json values = Json::object();  // what each link pays a passenger's ride (12.6)
  for (const Link& link : s.links) values[std::to_string(index(link.id))] = link_value(tables.constants, link);
  json["link_values"] = std::move(values);
  Json players = Json::array();
  for (int i = 0; i < s.player_count; ++i) players.push_back(seen_player(tables, s, id_at<Seat>(i), viewer));
  json["players"] = std::move(players);
  const bool deck_out = s.phase != Phase::draft;
  json["auction"] = {{"row", cards_json(s.row)},
                     {"deck_size", deck_out ? s.auction_deck.size() : 0},
                     {"deck", analyst && deck_out ? cards_json(s.auction_deck) : Json(nullptr)},
                     {"discard", cards_json(s.auction_discard)},
                     {"bids", bids_json(s)},
                     {"bid_this_round", seats_json(s.bid_this_round)},
                     {"places", places_json(s)}};
  json["books"] = seen_books(s, viewer);
  json["dev_deck_size"] = s.dev_deck.size();
  json["dev_deck"] = analyst ? cards_json(s.dev_deck) : Json(nullptr);
  json["dev_seen"] = nullptr;  // alternative rule: what this seat was dealt and did not keep
  if (viewer.kind == Viewer::Kind::seat && s.development == Development::alternative &&
      !s.player(viewer.seat).seen[0].cards.empty())
    json["dev_seen"] = cards_json(s.player(viewer.seat).seen[0].cards);
  json["journey"] = nullptr;
  if (s.journey.from != FieldId::none) {
    Json route = Json::array();
    for (const LinkId id : s.journey.route) route.push_back(index(id));
    json["journey"] = {{"field", field_json(s.map, s.journey.from)}, {"route", std::move(route)}};
  }
  return json;
}

Json recorded_state(const Tables& tables, const State& s) {
  Json json = public_json(tables, s);
  // Recorded games list administration in turn order.
  Seat first = Seat::none;
  if (s.phase == Phase::admin)
    for (std::size_t i = 0; i < s.player_count && first == Seat::none; ++i)
      if (s.open.has(s.turn_order[i])) first = s.turn_order[i];
  json["to_act"] = first != Seat::none       ? Json::array({index(first)})
                   : s.phase == Phase::draft ? Json::array({index(draft_seat(s))})
                   : s.phase == Phase::keep  ? seats_json(s.open)
                   : s.phase == Phase::end   ? Json::array()
                                             : Json::array({index(s.in_turn())});
  json["discards_made"] = first != Seat::none ? s.player(first).discards : 0;
  Json players = Json::object();
  for (std::size_t i = 0; i < s.player_count; ++i) {
    Json player = player_json(s.players[i]);
    player["hand"] = cards_json(s.players[i].hand);
    player["deck"] = cards_json(s.players[i].deck);
    players[std::to_string(i)] = std::move(player);
  }
  json["players"] = std::move(players);
  const bool deck_out = s.phase != Phase::draft;
  json["auction"] = {{"row", cards_json(s.row)},
                     {"deck", deck_out ? cards_json(s.auction_deck) : Json::array()},
                     {"discard", cards_json(s.auction_discard)},
                     {"bids", bids_json(s)},
                     {"places", places_json(s)}};
  Json books = Json::array(), offers = Json::array();
  for (std::size_t b = 0; b < s.book_count; ++b) books.push_back(cards_json(s.books[b]));
  if (s.phase == Phase::keep)
    for (std::size_t i = 0; i < s.player_count; ++i) offers.push_back(cards_json(s.dev_offer[i]));
  json["books"] = std::move(books);
  json["dev_offer"] = std::move(offers);
  json["dev_deck"] = cards_json(s.dev_deck);
  return json;
}

Json Tramways::view(const State& s, Viewer viewer, Workspace& work) const {
  Json json = view_json(tables_, s, viewer);
  if (viewer.kind == Viewer::Kind::seat && to_act(s).has(viewer.seat)) {
    Choices choices;
    legal(s, viewer.seat, choices, work);
    json["prices"] = prices_json(tables_, choices);
  }
  return json;
}

}  // namespace remise::tramways
