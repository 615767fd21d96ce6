#include "games/tramways/components/tables.h"

#include <algorithm>
#include <map>
#include <set>

#include "games/tramways/components/data_reader.h"

namespace remise::tramways {
namespace {

constexpr std::string_view cards_file = "cards.json";
constexpr std::string_view boards_file = "boards.json";
constexpr std::string_view game_file = "game.json";

constexpr std::string_view type_letters = "DLBAGO";
constexpr std::array<int, 6> cards_per_type{20, 25, 16, 30, 10, 5};  // 2.2
constexpr std::string_view building_letters = "RCLI";

Building building_named(std::string_view word) {
  const auto at = word.size() == 1 ? building_letters.find(word[0]) : std::string_view::npos;
  return at == std::string_view::npos ? Building::none : id_at<Building>(at);
}

bool is_parcel_name(std::string_view token) {
  return token.size() == 2 && token[0] >= 'A' && token[0] <= 'J' && token[1] >= '0' && token[1] <= '9';
}

std::optional<Slot> simple_symbol(std::string_view word) {
  if (word == "rail1") return Slot{SymbolKind::rail, 1, {}};
  if (word == "rail2") return Slot{SymbolKind::rail, 2, {}};
  if (word == "rail3") return Slot{SymbolKind::rail, 3, {}};
  if (word == "upgrade_link") return Slot{SymbolKind::upgrade_link, 0, {}};
  if (word == "build") return Slot{SymbolKind::build, 0, {}};
  if (word == "upgrade_building") return Slot{SymbolKind::upgrade_building, 0, {}};
  if (word == "worker") return Slot{SymbolKind::worker, 0, {}};
  if (word == "add_passenger") return Slot{SymbolKind::add_passenger, 0, {}};
  if (word == "stress_down") return Slot{SymbolKind::stress_down, 0, {}};
  return std::nullopt;
}

std::optional<Slot> read_symbol(const Tables& tables, std::string_view word) {
  if (auto slot = simple_symbol(word)) return slot;
  if (word.starts_with("money") && word.size() > 5 && word.size() <= 7) {
    int n = 0;
    for (const char c : word.substr(5)) {
      if (c < '0' || c > '9') return std::nullopt;
      n = 10 * n + (c - '0');
    }
    if (n < 1) return std::nullopt;
    return Slot{SymbolKind::money, static_cast<std::uint8_t>(n), {}};
  }
  if (word.starts_with("dest_")) {
    const Building b = building_named(word.substr(5));
    if (b == Building::none) return std::nullopt;
    return Slot{SymbolKind::destination, 0, Places::of(b)};
  }
  if (word.starts_with("parcel_")) {
    const ParcelId p = tables.parcel_named(word.substr(7));
    if (p == ParcelId::none) return std::nullopt;
    return Slot{SymbolKind::coordinate, 0, Places::of(p)};
  }
  return std::nullopt;
}

Document parse_file(const DataFiles& data, CardSetId cards, std::string_view name, Faults& faults) {
  const auto text = data(file_of(cards, name));
  if (!text) return faults.add(name, "", "", "file_missing"), Document();
  auto json = parse_document(*text);
  if (!json) return faults.add(name, "", "", json.error().code), Document();
  return std::move(*json);
}

// --- cards.json ------------------------------------------------------------------------------------------------------

void read_consequence(const Entry& entry, Card& card) {
  const Value& json = entry.any("consequence");
  if (json.is_null()) return;
  const Entry consequence = entry.object("consequence");
  const std::string kind = consequence.text("kind");
  const int amount = consequence.integer("amount", 1, 20, 1);
  if (kind == "pay") {
    card.pay = static_cast<std::uint8_t>(amount);
  } else if (kind == "stress") {
    card.stress = static_cast<std::uint8_t>(amount);
  } else {
    consequence.fault("kind", "unknown_word", kind, "pay, stress");
  }
}

void read_slots(const Tables& tables, const Entry& entry, Card& card) {
  const Value& slots = entry.list("slots");
  if (slots.size() != slots_per_card) return entry.fault("slots", "wrong_count", slots.size(), slots_per_card);
  for (std::size_t i = 0; i < slots_per_card; ++i) {
    if (slots[i].is_null()) continue;
    const std::string field = "slots[" + std::to_string(i) + "]";
    const auto slot = slots[i].is_string() ? read_symbol(tables, slots[i].text()) : std::nullopt;
    if (!slot)
      entry.fault(field, "unknown_symbol", slots[i]);
    else
      card.slots[i] = *slot, ++card.symbols;
  }
  if (entry.boolean("stripe")) card.slots[stripe_slot] = {SymbolKind::stripe, 0, {}}, ++card.symbols;
}

// The keys that only one type of card has: null for all others.
void read_type_keys(const Tables& tables, const Entry& entry, Card& card) {
  const auto expect = [&](std::string_view key, CardType type) {
    const bool given = !entry.any(key).is_null();
    if (given != (card.type == type)) entry.fault(key, given ? "only_for_another_type" : "missing");
    return given && card.type == type;
  };
  if (expect("min_players", CardType::auction))
    card.min_players = static_cast<std::uint8_t>(entry.integer("min_players", 2, max_players, 2));
  if (expect("building_type", CardType::building)) {
    card.building = building_named(entry.text("building_type"));
    if (card.building == Building::none)
      entry.fault("building_type", "unknown_word", entry.any("building_type"), "R, C, L, I");
  }
  if (expect("parcel", CardType::parcel)) {
    card.parcel = tables.parcel_named(entry.text("parcel"));
    if (card.parcel == ParcelId::none) entry.fault("parcel", "unknown_parcel", entry.any("parcel"));
  }
  card.void_ticket = entry.boolean("void");
  if (card.void_ticket && card.type != CardType::auction) entry.fault("void", "only_for_another_type");
  if (card.void_ticket && card.ticket()) entry.fault("stripe", "void_with_stripe");
}

void read_cards(const Value& file, Tables& tables, Faults& faults) {
  const Entry top(faults, cards_file, "", file);
  if (top.text("format") != "tramways-cards") top.fault("format", "unknown_word", top.any("format"), "tramways-cards");
  std::set<int> seen;
  std::array<int, 6> counts{};
  for (const Value& json : top.list("cards")) {
    const Entry nameless(faults, cards_file, "card " + std::to_string(seen.size() + 1), json);
    const int id = nameless.integer("id", 1, max_cards, 0);
    if (id == 0) continue;
    const Entry entry(faults, cards_file, "card " + std::to_string(id), json);
    if (!seen.insert(id).second) {
      entry.fault("id", "duplicate", id);
      continue;
    }
    Card& card = tables.cards[static_cast<std::size_t>(id)];
    const std::string type = entry.text("type");
    const auto letter = type.size() == 1 ? type_letters.find(type[0]) : std::string_view::npos;
    if (letter == std::string_view::npos) {
      entry.fault("type", "unknown_word", type, "D, L, B, A, G, O");
      continue;
    }
    card.type = static_cast<CardType>(letter);
    ++counts[letter];
    read_slots(tables, entry, card);
    read_consequence(entry, card);
    read_type_keys(tables, entry, card);
  }
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] != cards_per_type[i])
      faults.add(cards_file, std::string("cards of type ") + type_letters[i], "", "wrong_count", counts[i],
                 cards_per_type[i]);
}

// What the deck as a whole must offer.
void check_deck(Tables& tables, Faults& faults) {
  for (const Building b : building_types) {
    const auto n = std::ranges::count_if(tables.cards, [&](const Card& c) { return c.building == b; });
    if (n != 4)
      faults.add(cards_file, std::string("building cards ") + building_letters[index(b)], "building_type",
                 "wrong_count", n, 4);
  }
  for (std::size_t p = 0; p < tables.parcel_names.size(); ++p) {
    CardId found = CardId::none;
    for (int id = 1; id <= max_cards; ++id)
      if (tables.cards[static_cast<std::size_t>(id)].parcel == id_at<ParcelId>(p)) {
        if (found != CardId::none)
          faults.add(cards_file, "card " + std::to_string(id), "parcel", "duplicate", tables.parcel_names[p]);
        found = id_at<CardId>(id);
      }
    if (found == CardId::none) faults.add(cards_file, "parcel " + tables.parcel_names[p], "parcel", "no_card");
    tables.parcel_cards[p] = found;
  }
  for (int players = 2; players <= max_players; ++players) {
    const auto usable = std::ranges::count_if(
        tables.cards, [&](const Card& c) { return c.type == CardType::auction && c.min_players <= players; });
    if (usable < tables.constants.auction_cards_per_player * players)
      faults.add(cards_file, "auction cards for " + std::to_string(players), "min_players", "too_few", usable,
                 tables.constants.auction_cards_per_player * players);
  }
}

void read_generic_kinds(const Entry& start, Tables& tables) {
  const Value& kinds = start.list("generic_cards");
  if (kinds.size() != 2) return start.fault("generic_cards", "wrong_count", kinds.size(), 2);
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<std::pair<SymbolKind, int>> wanted;
    for (const Value& word : kinds[k])
      if (const auto slot = word.is_string() ? read_symbol(tables, word.text()) : std::nullopt)
        wanted.emplace_back(slot->kind, slot->value);
      else
        start.fault("generic_cards", "unknown_symbol", word);
    std::ranges::sort(wanted);
    for (int id = 1; id <= max_cards; ++id) {
      const Card& card = tables.cards[static_cast<std::size_t>(id)];
      if (card.type != CardType::generic) continue;
      std::vector<std::pair<SymbolKind, int>> has;
      for (std::size_t i = 0; i < slots_per_card; ++i)
        if (card.slots[i].kind != SymbolKind::none) has.emplace_back(card.slots[i].kind, card.slots[i].value);
      std::ranges::sort(has);
      if (has == wanted) tables.generic_cards[k].push_back(id_at<CardId>(id));
    }
    if (tables.generic_cards[k].size() < max_players)
      start.fault("generic_cards", "too_few", tables.generic_cards[k].size(), max_players);
  }
}

// --- boards.json -----------------------------------------------------------------------------------------------------

std::optional<Ground> read_ground(Tables& tables, const std::string& token) {
  if (token == ".") return Ground::plain;
  if (token == "^") return Ground::mountain;
  if (token == "~") return Ground::water;
  if (const Building b = building_named(token); b != Building::none)
    return id_at<Ground>(index(Ground::residential) + index(b));
  if (!is_parcel_name(token)) return std::nullopt;
  return ground_of(tables.parcel_named(token));
}

// All parcel names of all boards, sorted, so that ParcelIds do not depend on the order of the boards.
void collect_parcels(const Value& file, Tables& tables, Faults& faults) {
  std::set<std::string> names;
  const auto visit = [&](const auto& self, const Value& json) -> void {
    if (json.is_string() && is_parcel_name(json.text())) names.emplace(json.text());
    if (json.is_array())
      for (const Value& item : json) self(self, item);
  };
  if (const Value* boards = file.find("boards"))
    for (const Value& board : *boards)
      if (const Value* sides = board.find("sides"))
        for (const Member& side : sides->members())
          if (const Value* fields = side.value.find("fields")) visit(visit, *fields);
  if (names.size() > max_parcels) faults.add(boards_file, "", "", "too_many_parcels", names.size(), max_parcels);
  tables.parcel_names.assign(names.begin(), names.end());
  tables.parcel_names.resize(std::min(names.size(), std::size_t{max_parcels}));
}

void read_side(const Entry& entry, Tables& tables, BoardSide& side) {
  const Value& rows = entry.list("fields");
  if (rows.size() != board_height) return entry.fault("fields", "wrong_count", rows.size(), board_height);
  for (std::size_t y = 0; y < board_height; ++y) {
    const std::string row = "fields[" + std::to_string(y) + "]";
    if (!rows[y].is_array() || rows[y].size() != board_width) {
      entry.fault(row, "wrong_count", rows[y].size(), board_width);
      continue;
    }
    for (std::size_t x = 0; x < board_width; ++x) {
      const Value& token = rows[y][x];
      const auto ground = token.is_string() ? read_ground(tables, std::string(token.text())) : std::nullopt;
      if (!ground || (is_parcel(*ground) && index(parcel_of(*ground)) >= max_parcels)) {
        entry.fault(row + "[" + std::to_string(x) + "]", "unknown_token", token);
        continue;
      }
      side.fields[y * board_width + x] = *ground;
      if (is_parcel(*ground)) ++side.parcels;
    }
  }
  if (side.parcels > 3) entry.fault("fields", "too_many_parcels", side.parcels, 3);
}

void read_boards(const Value& file, Tables& tables, Faults& faults) {
  const Entry top(faults, boards_file, "", file);
  if (top.text("format") != "tramways-boards")
    top.fault("format", "unknown_word", top.any("format"), "tramways-boards");
  top.integer("width", board_width, board_width, board_width);
  top.integer("height", board_height, board_height, board_height);
  if (file.find("every_type")) tables.every_type = top.boolean("every_type");
  std::map<ParcelId, std::string> home;
  for (const Value& json : top.list("boards")) {
    const Entry nameless(faults, boards_file, "board " + std::to_string(tables.boards.size() + 1), json);
    Board board;
    board.id = nameless.text("id");
    const Entry entry(faults, boards_file, "board " + board.id, json);
    if (board.id.empty() || tables.board_named(board.id)) entry.fault("id", board.id.empty() ? "missing" : "duplicate");
    const Entry sides = entry.object("sides");
    read_side(sides.object("1920"), tables, board.sides[0]);
    read_side(sides.object("1910"), tables, board.sides[1]);
    for (const BoardSide& side : board.sides)
      for (const Ground g : side.fields)
        if (is_parcel(g)) {
          const std::string& name = tables.parcel_names[index(parcel_of(g))];
          board.j_board = board.j_board || name[0] == 'J';
          const auto [at, added] = home.emplace(parcel_of(g), board.id);
          if (!added && at->second != board.id && name[0] != 'J') entry.fault(name, "parcel_on_two_boards", at->second);
        }
    tables.boards.push_back(std::move(board));
  }
  if (tables.boards.size() < 2 * max_players)
    faults.add(boards_file, "boards", "", "too_few", tables.boards.size(), 2 * max_players);
}

// --- game.json -------------------------------------------------------------------------------------------------------

Constants::Layout read_layout(const Entry& layouts, std::string_view key, int boards) {
  const Entry entry = layouts.object(key);
  const Constants::Layout layout{entry.integer("columns", 1, 10, 1), entry.integer("rows", 1, 10, boards)};
  if (layout.columns * layout.rows != boards) entry.fault("", "wrong_count", layout.columns * layout.rows, boards);
  return layout;
}

PlayerBoard read_player_board(const Entry& entry) {
  PlayerBoard board;
  board.worker_limit = static_cast<std::uint8_t>(entry.integer("worker_limit", 1, 20, 2));
  board.start_workers = static_cast<std::uint8_t>(entry.integer("start_workers", 0, board.worker_limit, 1));
  board.stress_min = static_cast<std::uint8_t>(entry.integer("stress_min", 0, 20, 1));
  board.stress_max = static_cast<std::uint8_t>(entry.integer("stress_max", board.stress_min + 1, 99, 21));
  return board;
}

void read_start(const Entry& top, Constants& c) {
  const Entry components = top.object("components");
  c.passengers = components.integer("passengers", 1, max_fields, 30);
  const Entry rails = components.object("rails_per_player");
  c.rail_straights = rails.integer("straight", 1, max_rails, 12);
  c.rail_curves = rails.integer("curve", 1, max_rails, 12);
  if (c.rail_straights + c.rail_curves > max_rails)
    rails.fault("", "out_of_range", c.rail_straights + c.rail_curves, max_rails);
  c.discs_per_type = top.object("components").integer("building_type_discs_per_type", 2, 20, 5);
  const Entry layouts = top.object("layouts");
  c.solo_layout = read_layout(layouts, "solo", 3);
  c.expert_layout = read_layout(layouts, "2_expert", 3);
  for (int n = 2; n <= max_players; ++n)
    c.layouts[static_cast<std::size_t>(n)] = read_layout(layouts, std::to_string(n), 2 * n);
  const Entry map = top.object("map");
  c.min_parcels_per_player = map.integer("min_parcels_per_player", 4, 4, 4);
  c.max_j_boards = map.integer("max_j_boards", 0, 3, 1);
  c.rotation_retries = map.integer("rotation_retries_for_connected_open_fields", 0, 1000, 50);
  const Entry start = top.object("start");
  c.start_money = start.integer("money", 0, 1000, 3);
  c.start_hp = start.integer("hp", -100, 100, 0);
  c.start_stress = start.integer("stress", 0, 99, 1);
  c.start_parcels = start.integer("parcel_cards", 4, 4, 4);
  const Entry boards = top.object("player_board");
  c.player_boards = {read_player_board(boards.object("normal")), read_player_board(boards.object("hard"))};
  const Entry limit = top.object("hand_limit");
  c.hand_limit = limit.integer("base", 1, 9, 7);
  c.hand_limit_per_industry = limit.integer("per_industry_built", 0, 9, 1);
  c.hand_limit_max = limit.integer("max", c.hand_limit, 9, 9);
  const Entry development = top.object("development");
  c.book_size = development.integer("original_book_size", 1, 4, 4);
  c.alternative_deal = development.integer("alternative_deal", 1, 4, 4);
  c.alternative_open = development.integer("alternative_open", 1, 3, 3);
  const Entry buildings = top.object("buildings_available");
  for (int n = 1; n <= max_players; ++n) {
    const Entry entry = buildings.object(n == 1 ? "solo" : std::to_string(n));
    for (const Building b : building_types)
      c.buildings[static_cast<std::size_t>(n)][index(b)] = entry.integer(building_letters.substr(index(b), 1), 0, 4, 1);
  }
  c.discs_drawn = top.integer("building_type_discs_drawn", last_round - 1, last_round - 1, last_round - 1);
}

void read_play(const Entry& top, Constants& c) {
  top.integer("rounds", last_round, last_round, last_round);
  const Entry auction = top.object("auction");
  c.auction_cards_per_player = auction.integer("cards_per_player_total", 5, 5, 5);
  c.min_bid = auction.integer("min_bid", 1, 100, 1);
  c.first_place_stress = auction.integer("first_place_stress", 0, 20, 1);
  c.first_place_stress_last_round = auction.integer("first_place_stress_round_6", 0, 20, 2);
  c.two_player_unsold_parcels = auction.integer("two_player_unsold_parcels", 0, 25, 2);
  const Entry actions = top.object("actions");
  c.max_actions = {actions.integer("round_1_max", 1, 10, 1), actions.integer("round_2_max", 1, 10, 2)};
  c.income_if_unused = actions.integer("income_if_unused", 0, 100, 2);
  c.extra_symbol_stress = actions.integer("extra_symbol_stress", 0, 20, 1);
  const Entry track = top.object("track");
  c.plain_cost = track.integer("plain_cost", 1, 9, 1);
  c.mountain_extra = track.integer("mountain_extra", 0, 9, 1);
  c.workers_per_action = track.integer("workers_per_action", 0, 9, 1);
  track.integer("join_incomplete_destinations", 2, 2, 2);
  track.integer("complete_destinations", 1, 1, 1);
  const Entry hp = top.object("hp");
  c.hp_build = hp.integer("build", 0, 100, 1);
  c.hp_upgrade_building = hp.integer("upgrade_building", 0, 100, 3);
  c.hp_upgrade_link = hp.integer("upgrade_link", 0, 100, 3);
  c.hp_per_link = hp.integer("per_link_travelled", 0, 100, 1);
  c.hp_stress_max = hp.integer("stress_max_penalty", 0, 100, 1);
  const Entry passenger = top.object("passenger");
  c.money_per_rail = passenger.integer("money_per_rail", 0, 100, 1);
  c.upgraded_percent = passenger.integer("upgraded_percent", 100, 1000, 150);
  c.unable_to_pay_stress = passenger.integer("unable_to_pay_stress", 0, 20, 1);
  const Entry bonus = top.object("bonus");
  c.bonus_r_stress = bonus.object("R").integer("stress", -20, 0, -1);
  c.bonus_c_stress = bonus.object("C").integer("stress", 0, 20, 1);
  c.bonus_c_money = bonus.object("C").integer("money", 0, 1000, 5);
  c.bonus_i_stress = bonus.object("I").integer("stress", 0, 20, 1);
  c.bonus_i_workers = bonus.object("I").integer("workers", 0, 20, 1);
  for (const Value& price : top.list("leisure_prices"))
    if (price.is_number_integer() && price.get<std::int64_t>() >= 0 && price.get<std::int64_t>() < 100000)
      c.leisure_prices.push_back(price.get<int>());
    else
      top.fault("leisure_prices", "not_an_integer", price);
  const Entry admin = top.object("administration");
  c.free_discards = admin.integer("free_discards", 0, 100, 1);
  c.extra_discard_cost = admin.integer("extra_discard_cost", 0, 100, 1);
  c.end_of_round_stress_loss = top.object("end_of_round").integer("stress_max_hp_loss", 0, 100, 1);
}

void read_scoring(const Entry& top, Constants& c) {
  const Entry scoring = top.object("scoring");
  c.hp_per_complete_link = scoring.integer("hp_per_complete_link", 0, 100, 3);
  c.money_per_hp = scoring.integer("money_per_hp", 1, 1000, 10);
  c.hp_per_stress = scoring.integer("hp_per_stress", -100, 0, -1);
  const Entry solo = top.object("solo");
  c.solo_row_price = solo.integer("row_price_per_card", 0, 100, 1);
  c.solo_newest_stress = solo.integer("newest_card_stress", 0, 20, 1);
  c.solo_last_round_stress = solo.integer("round_6_stress", 0, 20, 2);
  c.solo_books = solo.integer("development_books", 1, max_players, 2);
  c.solo_book_size = solo.integer("development_book_size", 1, 4, 3);
  for (const Value& json : solo.list("ratings")) {
    Rating rating;
    const Value* name = json.find("name");
    if (!name || !name->is_string()) {
      solo.fault("ratings", "not_an_object", json);
      continue;
    }
    rating.name = name->text();
    const auto bound = [&](const char* key, std::int32_t otherwise) {
      const Value* at = json.find(key);
      return at && at->is_number_integer() ? at->get<std::int32_t>() : otherwise;
    };
    rating.min = bound("min", INT32_MIN);
    rating.max = bound("max", INT32_MAX);
    c.ratings.push_back(rating);
  }
  for (std::size_t i = 0; i < c.ratings.size(); ++i) {
    const bool fits = i == 0 ? c.ratings[i].min == INT32_MIN
                             : c.ratings[i - 1].max != INT32_MAX && c.ratings[i].min == c.ratings[i - 1].max + 1;
    if (!fits || (i + 1 == c.ratings.size() && c.ratings[i].max != INT32_MAX))
      solo.fault("ratings", "not_contiguous", c.ratings[i].name);
  }
  if (c.ratings.empty()) solo.fault("ratings", "missing");
}

Tables read_all(const DataFiles& data, CardSetId set, Faults& faults) {
  Tables tables;
  const Document game = parse_file(data, set, game_file, faults);
  const Document boards = parse_file(data, set, boards_file, faults);
  const Document cards = parse_file(data, set, cards_file, faults);
  if (!faults.empty()) return tables;
  const Entry top(faults, game_file, "", game.root());
  if (top.text("format") != "tramways-game") top.fault("format", "unknown_word", top.any("format"), "tramways-game");
  read_start(top, tables.constants);
  read_play(top, tables.constants);
  read_scoring(top, tables.constants);
  collect_parcels(boards.root(), tables, faults);
  read_boards(boards.root(), tables, faults);
  read_cards(cards.root(), tables, faults);
  check_deck(tables, faults);
  read_generic_kinds(top.object("start"), tables);
  return tables;
}

}  // namespace

int Constants::leisure_price(int n) const {
  if (n == 0) return 0;
  const auto i = static_cast<std::size_t>(n) - 1;
  return i < leisure_prices.size() ? leisure_prices[i] : n * (n + 1) / 2;
}

int Constants::most_happiness(int money) const {
  int n = 0;
  while (leisure_price(n + 1) <= money) ++n;
  return n;
}

ParcelId Tables::parcel_named(std::string_view name) const {
  const auto at = std::ranges::find(parcel_names, name);
  return at == parcel_names.end() ? ParcelId::none : id_at<ParcelId>(at - parcel_names.begin());
}

const Board* Tables::board_named(std::string_view name) const {
  const auto at = std::ranges::find(boards, name, &Board::id);
  return at == boards.end() ? nullptr : &*at;
}

std::vector<CardId> Tables::cards_of(CardType type) const {
  std::vector<CardId> list;
  for (std::size_t id = 1; id <= max_cards; ++id)
    if (cards[id].type == type) list.push_back(id_at<CardId>(id));
  return list;
}

std::expected<Tables, Error> Tables::read(const DataFiles& data, CardSetId cards) {
  Faults faults(cards);
  Tables tables = read_all(data, cards, faults);
  if (!faults.empty()) return std::unexpected(faults.list().front());
  return tables;
}

std::vector<Error> Tables::faults(const DataFiles& data, CardSetId cards) {
  Faults faults(cards);
  read_all(data, cards, faults);
  return std::move(faults.list());
}

bool Tables::shipped(const DataFiles& data, CardSetId cards) {
  return std::ranges::all_of(std::array{cards_file, boards_file, game_file}, [&](std::string_view file) {
    const auto given = data(file_of(cards, file)), ours = embedded_data(file_of(cards, file));
    return given && ours && given->data() == ours->data();
  });
}

}  // namespace remise::tramways
