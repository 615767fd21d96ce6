#include "games/tramways/edge/position_file.h"

#include <algorithm>
#include <charconv>

#include "games/tramways/board/links.h"
#include "games/tramways/checks/invariants.h"
#include "games/tramways/components/setup.h"
#include "games/tramways/edge/position_file_io.h"
#include "games/tramways/rounds/development.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {
namespace {

// Far beyond what a match can bring, and small enough for sums and for lists of bids.
constexpr int most_money = 5000, most_hp = 5000;
constexpr int last_link = 254;

// --- words -----------------------------------------------------------------------------------------------------------

// As in views: the Action round of a bonus is part of the word.
bool phase_from(std::string_view word, State& s) {
  for (std::size_t p = 0; p <= index(Phase::end); ++p)
    for (const std::uint8_t action_round : {1, 2}) {
      s.phase = id_at<Phase>(p);
      s.action_round = action_round;
      if (phase_name(s) == word) return true;
    }
  return false;
}

// The Action round stays 2 from the first round's end on, until Actions begin again (7.1).
void settle_action_round(State& s) {
  switch (s.phase) {
    case Phase::bonus_c:
    case Phase::bonus_c_take:
    case Phase::bonus_l: return;
    case Phase::act1: s.action_round = 1; return;
    case Phase::act2:
    case Phase::admin:
    case Phase::final_hand:
    case Phase::end: s.action_round = 2; return;
    default: s.action_round = s.round > 1 ? 2 : 1;
  }
}

std::string key_text(const Random& random) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint32_t word : random.key)
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[word >> shift & 15];
  return text;
}

bool read_key(std::string_view text, Random& random) {
  if (text.size() != 8 * random.key.size()) return false;
  for (std::size_t i = 0; i < random.key.size(); ++i) {
    const char* from = text.data() + 8 * i;
    const auto [end, fault] = std::from_chars(from, from + 8, random.key[i], 16);
    if (fault != std::errc{} || end != from + 8) return false;
  }
  return true;
}

template <class Io>
void describe_text(Io& io, const char* key, auto&& write, auto&& read) {
  std::string text;
  if constexpr (!Io::reading) text = write();
  io.text(key, text);
  if constexpr (Io::reading)
    if (!io.failed() && !read(text)) io.fail("unknown_word", key, text);
}

// --- the parts of a position -----------------------------------------------------------------------------------------

template <class Io>
void describe_random(Io& io, Random& random) {
  describe_text(
      io, "key", [&] { return key_text(random); }, [&](std::string_view text) { return read_key(text, random); });
  io.number("drawn", random.drawn, 0, INT64_MAX);
}

template <class Io>
void describe_player(Io& io, const State& s, Player& p) {
  io.word("board", p.hard, {"normal", "hard"});
  io.number("money", p.money, 0, most_money);
  io.number("hp", p.hp, -most_hp, most_hp);
  io.number("stress", p.stress, 0, 99);
  io.number("workers", p.workers, 0, 99);
  io.number("discards", p.discards, 0, max_own_cards);
  io.list("hand", p.hand, 1, max_cards);
  io.list("deck", p.deck, 1, max_cards);
  io.list("discard", p.discard, 1, max_cards);
  io.set("mixed", p.mixed);
  std::size_t seen = s.development == Development::original ? s.book_count : 1u;
  io.objects("seen", seen, seen, [&](Io& in, std::size_t b) {
    in.list("cards", p.seen[b].cards, 1, max_cards);
    in.number("taken_since", p.seen[b].taken_since, 0, Book::capacity());
  });
}

template <class Io>
void describe_parcel(Io& io, const State& s, Parcel& p) {
  io.number("owner", p.owner, 0, s.player_count - 1);
  describe_text(
      io, "tile", [&] { return std::string(building_letter(p.tile)); },
      [&](std::string_view letter) {
        p.tile = building_of(letter);
        return letter.empty() || p.tile != Building::none;
      });
  io.flag("upgraded", p.upgraded);
}

// Only parcels with an owner, by their names.
void describe_parcels(PositionWriter& io, const Tables& tables, State& s) {
  for (std::size_t p = 0; p < tables.parcel_names.size(); ++p)
    if (s.parcels[p].owner != Seat::none)
      io.object(tables.parcel_names[p].c_str(), [&](PositionWriter& in) { describe_parcel(in, s, s.parcels[p]); });
}

void describe_parcels(PositionReader& io, const Tables& tables, State& s) {
  for (std::size_t p = 0; p < tables.parcel_names.size(); ++p)
    if (io.has(tables.parcel_names[p].c_str()))
      io.object(tables.parcel_names[p].c_str(), [&](PositionReader& in) { describe_parcel(in, s, s.parcels[p]); });
}

// A link from its first piece on: the edge it is entered over, then one exit for each piece (1.6).
std::string path_text(std::span<const Piece> pieces) {
  std::string text(edge_letter(pieces.front().entry));
  for (const Piece& p : pieces) text += edge_letter(p.exit);
  return text;
}

bool read_path(State& s, const Link& head, FieldId field, std::string_view text) {
  if (text.size() < 2 || text.size() > max_rails + 1 || s.links.full()) return false;
  PieceList pieces;
  Edge entry = edge_of(text[0]);
  for (const char letter : text.substr(1)) {
    const Edge exit = edge_of(letter);
    if (entry == Edge::none || exit == Edge::none || field == FieldId::none) return false;
    pieces.push_back({field, entry, exit});
    field = s.map.beyond(field, exit);
    entry = opposite(exit);
  }
  if (s.pieces.size() + pieces.size() > s.pieces.capacity()) return false;
  if (!s.links.empty() && s.links.back().id >= head.id) return false;
  store_link(s, head, {pieces.begin(), pieces.size()});
  return true;
}

template <class Io>
void describe_link(Io& io, State& s, Link link) {
  FieldId first = Io::reading ? FieldId::none : s.pieces[link.first].field;
  io.number("id", link.id, 1, last_link);
  io.number("owner", link.owner, 0, s.player_count - 1);
  io.flag("complete", link.complete);
  io.flag("upgraded", link.upgraded);
  io.number("worked", link.worked, 0, last_round);
  io.number("field", first, 0, s.map.fields - 1);
  describe_text(
      io, "path", [&] { return path_text(pieces_of(s, link)); },
      [&](std::string_view text) { return read_path(s, link, first, text); });
}

template <class Io>
void describe_journey(Io& io, State& s) {
  io.number_or_none("from", s.journey.from, FieldId::none, 0, s.map.fields - 1);
  io.list("route", s.journey.route, 1, last_link);
}

template <class Io>
void describe_passengers(Io& io, State& s) {
  InplaceVector<std::uint8_t, max_fields> fields;
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (s.passengers[f]) fields.push_back(static_cast<std::uint8_t>(f));
  io.list("passengers", fields, 0, s.map.fields - 1);
  for (const std::uint8_t f : fields) s.passengers[f] = 1;
}

std::string discs_text(const State& s) {
  std::string text;
  for (const Building b : s.discs) text += building_letter(b);
  return text;
}

bool read_discs(State& s, std::string_view text) {
  if (text.size() != s.discs.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) s.discs[i] = building_of(text.substr(i, 1));
  return std::ranges::find(s.discs, Building::none) == s.discs.end();
}

template <class Io>
void describe_turn(Io& io, State& s) {
  io.number("round", s.round, 0, last_round);
  describe_text(
      io, "phase", [&] { return phase_name(s); }, [&](std::string_view word) { return phase_from(word, s); });
  const int last = s.player_count - 1;
  io.exactly("turn_order", std::span(s.turn_order.data(), s.player_count), 0, last);
  io.number("turn", s.turn, 0, last);
  io.number("actions_done", s.actions_done, 0, 10);
  io.number("draft_step", s.draft_step, 0, 4 * max_players);
  io.set("open", s.open, s.player_count);
  io.exactly("bids", std::span(s.bids.data(), s.player_count), 0, 2 * most_money);
  io.set("bid_this_round", s.bid_this_round, s.player_count);
  io.exactly("places", std::span(s.places.data(), s.player_count), 0, last);
}

template <class Io>
void describe_cards(Io& io, State& s) {
  io.lists("supply", std::span(s.supply.data(), s.supply.size()), 1, max_cards);
  describe_text(
      io, "discs", [&] { return discs_text(s); }, [&](std::string_view text) { return read_discs(s, text); });
  io.list("row", s.row, 1, max_cards);
  io.list("auction_deck", s.auction_deck, 1, max_cards);
  io.list("auction_discard", s.auction_discard, 1, max_cards);
  io.list("removed", s.removed, 1, max_cards);
  io.list("draft_pool", s.draft_pool, 1, max_cards);
  io.lists("books", std::span(s.books.data(), s.book_count), 1, max_cards);
  io.number_or_none("book_open", s.book_open, State::no_book, 0, max_players - 1);
  io.list("dev_deck", s.dev_deck, 1, max_cards);
  io.list("dev_open", s.dev_open, 1, max_cards);
  io.lists("dev_offer", std::span(s.dev_offer.data(), s.player_count), 1, max_cards);
  io.exactly("kept", std::span(s.kept.data(), s.player_count), 0, max_cards);  // 0: none yet
  io.set("secret", s.secret);
}

// Everything but who plays where: players, variant and map are known already.
template <class Io>
void describe(Io& io, const Tables& tables, State& s) {
  io.object("random", [&](Io& in) { describe_random(in, s.random); });
  describe_turn(io, s);
  std::size_t players = s.player_count, links = s.links.size();
  io.objects("players", players, max_players, [&](Io& in, std::size_t i) { describe_player(in, s, s.players[i]); });
  io.object("parcels", [&](Io& in) { describe_parcels(in, tables, s); });
  describe_passengers(io, s);
  io.number("next_link", s.next_link, 1, last_link + 1);
  io.objects("links", links, max_links,
             [&](Io& in, std::size_t i) { describe_link(in, s, i < s.links.size() ? s.links[i] : Link{}); });
  describe_cards(io, s);
  io.object("journey", [&](Io& in) { describe_journey(in, s); });
}

Words variants() { return {"standard", "expert2", "solo"}; }
Words developments() { return {"original", "alternative"}; }

// --- reading ---------------------------------------------------------------------------------------------------------

// Players, variant and map: what all other ranges depend on.
std::optional<Error> read_ground(PositionReader& io, const Tables& tables, const Json& json, State& s) {
  const Json* players = json.is_object() && json.contains("players") ? &*json.find("players") : nullptr;
  if (!players || !players->is_array() || players->empty() || players->size() > max_players)
    return form_error("not_a_list", "position.players", players ? *players : Json());
  s.player_count = static_cast<std::uint8_t>(players->size());
  io.word("variant", s.variant, variants());
  io.word("development", s.development, developments());
  if (io.has("passenger_limit")) io.number("passenger_limit", s.passenger_limit, 1, max_fields);  // 2.4
  const Json& list = io.array("boards", 2 * max_players);
  if (io.failed()) return io.finish();
  const bool fits =
      (s.variant == Variant::solo) == (s.player_count == 1) && (s.variant != Variant::expert2 || s.player_count == 2);
  if (!fits) return setup_error("variant_players", "17.1", "position.variant", s.player_count);
  const auto boards = read_placements(tables, list, "position.boards");
  if (!boards) return boards.error();
  Options options;
  options.players = s.player_count;
  options.variant = s.variant;
  if (auto wrong = wrong_boards(tables, options, *boards); !wrong.empty()) return wrong.front();
  if (!lay_boards(s.map, *boards)) return setup_error("boards_overlap", "3.1.5", "position.boards", boards->size());
  return {};
}

// What follows from the map and from who plays.
void prepare(const Tables& tables, State& s) {
  s.turn_order.fill(Seat::none);
  s.places.fill(Seat::none);
  if (s.development == Development::original) s.book_count = static_cast<std::uint8_t>(dev_piles(tables, s));
  find_parcels(s);
}

// What follows from the rest. False: more pieces lie on the map than there are.
bool settle(const Tables& tables, State& s) {
  const Constants& c = tables.constants;
  settle_action_round(s);
  merge_buildings(s);
  for (const Seat seat : s.places)
    if (seat != Seat::none) s.placed.add(seat);
  for (std::size_t i = 0; i < s.player_count; ++i) {
    Player& p = s.players[i];
    p.straights = static_cast<std::uint8_t>(c.rail_straights);
    p.curves = static_cast<std::uint8_t>(c.rail_curves);
    p.hand_limit = static_cast<std::uint8_t>(hand_limit(tables, s, id_at<Seat>(i)));
  }
  for (const Link& link : s.links)
    for (const Piece& piece : pieces_of(s, link)) {
      const Player& p = s.player(link.owner);
      if ((is_straight(piece.entry, piece.exit) ? p.straights : p.curves) == 0) return false;
      put_piece(s, link.owner, piece);
    }
  return true;
}

Error bad_position(std::string_view fault) { return setup_error("bad_position", "", "position", fault); }

}  // namespace

Json position_json(const Tables& tables, const State& truth) {
  State s = truth;
  Json json;
  PositionWriter io(json);
  const auto boards = boards_of(tables, s.map);
  io.word("variant", s.variant, variants());
  io.word("development", s.development, developments());
  if (s.passenger_limit != 0) io.number("passenger_limit", s.passenger_limit, 1, max_fields);
  describe(io, tables, s);
  json["boards"] = placements_json(boards ? *boards : std::vector<Placement>{});
  return json;
}

std::expected<State, Error> read_position(const Tables& tables, const Json& json) {
  std::optional<Error> error;
  PositionReader io(json, "position", error);
  State s;
  if (auto wrong = read_ground(io, tables, json, s)) return std::unexpected(*wrong);
  prepare(tables, s);
  describe(io, tables, s);
  if (auto wrong = io.finish()) return std::unexpected(*wrong);
  if (!settle(tables, s)) return std::unexpected(bad_position("pieces are conserved"));
  if (const std::string fault = first_fault(tables, s); !fault.empty()) return std::unexpected(bad_position(fault));
  return s;
}

std::expected<State, Error> read_position_setup(const Tables& tables, const Json& setup) {
  ObjectReader in(setup, "setup");
  const auto players = in.integer("players", 1, max_players);
  const Json& position = in.object("position");
  const Json& options = in.any("options");
  if (auto error = in.finish()) return std::unexpected(*error);
  if (!options.is_null()) {
    ObjectReader chosen(options, "setup.options");
    if (chosen.has("cards")) chosen.one_of("cards", {card_set_names.begin(), card_set_names.end()});
    chosen.skip("cards");
    if (auto error = chosen.finish()) return std::unexpected(*error);
  }
  auto state = read_position(tables, position);
  if (state && state->player_count != players)
    return std::unexpected(setup_error("position_players", "", "players", players));
  return state;
}

}  // namespace remise::tramways
