#include "games/tramways/edge/codec.h"

#include <algorithm>
#include <charconv>

#include "core/range.h"

#include "games/tramways/legal/selections.h"

namespace remise::tramways {
namespace {

constexpr std::string_view letters = "RCLI";
constexpr std::string_view edge_letters = "NESW";

constexpr std::string_view types[]{
    "draft_parcel",   "choose_book", "take_dev",      "keep_dev",     "bid",          "pass",     "take_auction_card",
    "void_discard",   "solo_reveal", "solo_take",     "lay_track",    "upgrade_link", "build",    "upgrade_building",
    "move_passenger", "bonus_money", "take_open_dev", "take_top_dev", "buy_hp",       "end_turn", "admin_play",
    "admin_discard",  "admin_done",  "choose_hand"};
static_assert(std::size(types) == std::variant_size_v<Action>);

}  // namespace

std::span<const std::string_view> action_types() { return types; }

std::string_view building_letter(Building b) { return b == Building::none ? "" : letters.substr(index(b), 1); }

Building building_of(std::string_view letter) {
  const auto at = letter.size() == 1 ? letters.find(letter[0]) : std::string_view::npos;
  return at == std::string_view::npos ? Building::none : id_at<Building>(at);
}

std::string_view ground_name(const Tables& tables, Ground g) {
  if (is_parcel(g)) return tables.parcel_names[index(parcel_of(g))];
  if (printed_building(g) != Building::none) return building_letter(printed_building(g));
  return g == Ground::plain ? "." : g == Ground::mountain ? "^" : "~";
}

std::string_view edge_letter(Edge e) { return edge_letters.substr(index(e), 1); }

Edge edge_of(char letter) {
  const auto at = edge_letters.find(letter);
  return at == std::string_view::npos ? Edge::none : id_at<Edge>(at);
}

std::string_view phase_name(const State& s) {
  const bool first = s.action_round == 1;
  switch (s.phase) {
    case Phase::draft: return "setup.draft";
    case Phase::book: return "setup.book";
    case Phase::book_take: return "setup.book.take";
    case Phase::keep: return "setup.keep";
    case Phase::bid: return "auction.bid";
    case Phase::take: return "auction.take";
    case Phase::void_discard: return "auction.void";
    case Phase::solo_row: return "solo.row";
    case Phase::act1: return "act1";
    case Phase::act2: return "act2";
    case Phase::bonus_c: return first ? "act1.bonus_c" : "act2.bonus_c";
    case Phase::bonus_c_take: return first ? "act1.bonus_c.take" : "act2.bonus_c.take";
    case Phase::bonus_l: return first ? "act1.bonus_l" : "act2.bonus_l";
    case Phase::admin: return "admin";
    case Phase::final_hand: return "final_hand";
    case Phase::end: return "end";
  }
  return {};
}

// --- writing ---------------------------------------------------------------------------------------------------------

void write_json(JsonWriter& w, CardId card) { card == CardId::none ? w.value(nullptr) : w.value(index(card)); }
void write_json(JsonWriter& w, LinkId link) { w.value(index(link)); }
void write_json(JsonWriter& w, Edge edge) { edge == Edge::none ? w.value(nullptr) : w.letters(edge_letter(edge)); }
void write_json(JsonWriter& w, Spot spot) { w.tuple(spot.x, spot.y); }
void write_json(JsonWriter& w, Symbol symbol) {
  char text[8];
  char* end = std::to_chars(text, text + 5, index(symbol.card)).ptr;
  *end++ = ':';
  *end++ = symbol.slot == stripe_slot ? 'T' : static_cast<char>('0' + symbol.slot);
  w.letters(std::string_view(text, end));
}

std::optional<Spot> spot_of(const Json& json) {
  const auto good = [](const Json& n) {
    return n.is_number_integer() && n.get<std::int64_t>() >= -100 && n.get<std::int64_t>() <= 110;
  };
  if (!json.is_array() || json.size() != 2 || !good(json[0]) || !good(json[1])) return {};
  return Spot{static_cast<std::int8_t>(json[0].get<int>()), static_cast<std::int8_t>(json[1].get<int>())};
}

std::optional<Spot> spot_of(const Map& map, FieldId f) {
  return f == FieldId::none ? std::nullopt : std::optional(map.spots[index(f)]);
}

namespace {

// Writes the members of an action besides its type.
struct ActionWriter {
  JsonWriter& w;
  const Tables& tables;
  bool sees;                   // the viewer may know what the actor knows
  std::optional<Range> range;  // in place of the number of the action

  void operator()(const DraftParcel& a) const { w.members("card", a.card); }
  void operator()(const ChooseBook& a) const { w.members("book", a.book); }
  void operator()(const TakeDev& a) const { w.members("card", sees ? a.card : CardId::none, "reveal", a.reveal); }
  void operator()(const KeepDev& a) const { w.members("card", sees ? a.card : CardId::none); }
  void operator()(const Bid& a) const {
    // With a range: exactly what the symbols leave to pay.
    pay(range ? std::nullopt : std::optional(a.coins), a.symbols);
    w.members("amount", Amount{a.amount, range});
  }
  void operator()(const Pass&) const {}
  void operator()(const TakeAuctionCard& a) const { w.members("card", a.card); }
  void operator()(const VoidDiscard& a) const { w.members("card", a.card); }
  void operator()(const SoloReveal& a) const { pay(a.coins, a.symbols); }
  void operator()(const SoloTake& a) const { w.members("card", a.card); }
  void operator()(const LayTrack& a) const {
    w.members(
        "base", [&] { base(a.deed.base); }, "redirect", a.deed.redirect, "exits", a.deed.exits, "rails", a.rails,
        "dests", a.dests);
  }
  void operator()(const UpgradeLink& a) const { w.members("link", a.link, "symbol", a.symbol, "dest", a.dest); }
  void operator()(const Build& a) const {
    w.members("parcel", tables.parcel_names[index(a.parcel)], "symbol", a.symbol, "coordinate", a.coordinate, "card",
              a.card);
  }
  void operator()(const UpgradeBuilding& a) const { w.members("field", a.field, "symbol", a.symbol, "dest", a.dest); }
  void operator()(const MovePassenger& a) const {
    w.members("field", a.field, "route", a.route, "ticket", a.ticket, "dest", a.dest);
  }
  void operator()(const BonusMoney&) const {}
  void operator()(const TakeOpenDev& a) const { w.members("card", a.card); }
  void operator()(const TakeTopDev&) const {}
  void operator()(const BuyHp& a) const { w.members("n", Amount{a.n, range}); }
  void operator()(const EndTurn&) const {}
  void operator()(const AdminPlay& a) const {
    w.members("card", a.card, "uses", json_list(a.uses, [&](const AdminPlay::Use& use) {
                w.object("slot", use.slot, "field", use.has_field ? std::optional(use.field) : std::nullopt);
              }));
  }
  void operator()(const AdminDiscard& a) const { w.members("card", a.card); }
  void operator()(const AdminDone&) const {}
  void operator()(const ChooseHand& a) const {
    if (range)
      w.members(
          "cards", [&] { w.object("from", a.from, "most", a.most); }, "number", range);
    else
      w.members("cards", sees ? std::optional(a.cards) : std::nullopt);
  }

  void pay(std::optional<std::int32_t> coins, const Symbols& symbols) const {
    w.members("pay", [&] { w.object("coins", coins, "symbols", symbols); });
  }
  void base(const Base& base) const {
    if (base.kind == Base::Kind::new_link)
      w.object("kind", "new", "field", base.field, "edge", base.edge);
    else if (base.kind == Base::Kind::link)
      w.object("kind", "link", "link", base.link);
    else
      w.object("kind", "through", "link", base.link, "parcel", tables.parcel_names[index(base.parcel)]);
  }
};

void write_with(const ActionWriter& writer, const Action& action) {
  writer.w.object([&] {
    writer.w.members("type", types[action.index()]);
    std::visit(writer, action);
  });
}

}  // namespace

void write_action(JsonWriter& w, const Tables& tables, const Action& action, Seat seat, Viewer viewer) {
  write_with({w, tables, viewer.sees(seat), {}}, action);
}

void write_choice(JsonWriter& w, const Tables& tables, const Choice<Action>& choice) {
  write_with({w, tables, true, choice.range()}, choice.action);
}

namespace {

void write_field(JsonWriter& w, const Tables& tables, FieldType type, std::int32_t n) {
  switch (type) {
    case FieldType::none:
    case FieldType::number:
    case FieldType::seat:
    case FieldType::secret_card: return w.value(n);
    case FieldType::link: return w.value(n & 255);
    case FieldType::card: return w.value(id_at<CardId>(n));
    case FieldType::spot: return w.tuple(n >> 8, n & 255);
    case FieldType::parcel: {
      const auto place = static_cast<std::size_t>(n);
      return place < tables.parcel_names.size() ? w.value(tables.parcel_names[place]) : w.value(nullptr);
    }
    case FieldType::building: return w.value(building_letter(id_at<Building>(n)));
    case FieldType::edge: return n < 4 ? w.value(id_at<Edge>(n)) : w.value(nullptr);
    case FieldType::symbol: return w.value(Symbol{id_at<CardId>(n >> 8), static_cast<std::uint8_t>(n & 255)});
  }
}

// What stands at an end of a link: the letter of a building, the name of a parcel, or null where it is open.
void write_end(JsonWriter& w, const Tables& tables, std::int32_t end) {
  if (end == 0) return w.value(nullptr);
  const auto place = static_cast<std::size_t>(end - 1);
  place < letters.size() ? w.value(letters.substr(place, 1)) : w.value(tables.parcel_names[place - letters.size()]);
}

}  // namespace

void write_fields(JsonWriter& w, const Tables& tables, const RecordSpec<FieldType>& spec,
                  const std::array<std::int32_t, max_record_fields>& args, Viewer viewer) {
  for (std::size_t i = 0; i < max_record_fields && !spec.fields[i].name.empty(); ++i) {
    const bool secret = spec.fields[i].type == FieldType::secret_card && !viewer.sees(id_at<Seat>(args[0]));
    w.key(spec.fields[i].name);
    secret ? w.value(nullptr) : write_field(w, tables, spec.fields[i].type, args[i]);
    if (spec.fields[i].type == FieldType::link && (args[i] & PackedLink::has_names) != 0) {
      w.key(std::string(spec.fields[i].name) + "_ends");
      w.list([&] {
        write_end(w, tables, args[i] >> 8 & 255);
        write_end(w, tables, args[i] >> 16 & 255);
      });
    }
  }
}

// --- reading ---------------------------------------------------------------------------------------------------------

namespace {

std::optional<Symbol> symbol_of(const Json& json) {
  if (!json.is_string()) return std::nullopt;
  const auto& text = json.get_ref<const std::string&>();
  const auto colon = text.find(':');
  if (colon == std::string::npos || colon < 1 || colon > 3 || text.size() != colon + 2) return std::nullopt;
  int card = 0;
  bool digits = true;
  for (const char c : text.substr(0, colon)) digits = digits && c >= '0' && c <= '9', card = 10 * card + (c - '0');
  const char slot = text[colon + 1];
  if (!digits || card < 1 || card > max_cards || (slot != 'T' && (slot < '0' || slot > '3'))) return std::nullopt;
  return Symbol{id_at<CardId>(card), slot == 'T' ? stripe_slot : static_cast<std::uint8_t>(slot - '0')};
}

class ActionReader {
 public:
  ActionReader(const Tables& tables, const Json& json) : tables_(tables), in_(json, "action") {}

  std::expected<Action, Error> read() {
    const std::size_t type = in_.one_of("type", {std::begin(types), std::end(types)});
    Action action = read_as(type);
    if (auto error = in_.finish()) return std::unexpected(*error);
    return action;
  }

 private:
  template <std::size_t I = 0>
  Action read_as(std::size_t type) {
    if constexpr (I + 1 < std::variant_size_v<Action>)
      if (type != I) return read_as<I + 1>(type);
    std::variant_alternative_t<I, Action> action;
    if (!in_.failed()) fill(action);
    return action;
  }

  template <class Holder>
  void fill_card(Holder& a) {
    a.card = card("card");
  }

  void fill(DraftParcel& a) { fill_card(a); }
  void fill(ChooseBook& a) { a.book = static_cast<std::uint8_t>(in_.integer("book", 0, 100)); }
  void fill(TakeDev& a) {
    fill_card(a);
    a.reveal = optional_card("reveal");
  }
  void fill(KeepDev& a) { fill_card(a); }
  void fill(Bid& a) {
    a.amount = static_cast<std::int32_t>(in_.integer("amount", -1'000'000, 1'000'000));
    a.coins = pay(a.symbols, a.amount);
  }
  void fill(Pass&) {}
  void fill(TakeAuctionCard& a) { fill_card(a); }
  void fill(VoidDiscard& a) { fill_card(a); }
  void fill(SoloReveal& a) { a.coins = pay(a.symbols, 0); }
  void fill(SoloTake& a) { fill_card(a); }
  void fill(LayTrack& a) {
    fill_base(a.deed.base);
    require("redirect");
    if (const Json& redirect = in_.any("redirect"); !redirect.is_null()) a.deed.redirect = edge(redirect, "redirect");
    for (const Json& exit : in_.array("exits", max_rails)) a.deed.exits.push_back(edge(exit, "exits"));
    symbols("rails", a.rails);
    symbols("dests", a.dests);
  }
  void fill(UpgradeLink& a) {
    a.link = id_at<LinkId>(in_.integer("link", 1, 255));
    a.symbol = symbol(in_.any("symbol"), "symbol");
    a.dest = symbol(in_.any("dest"), "dest");
  }
  void fill(Build& a) {
    a.parcel = parcel(in_.any("parcel"), "parcel");
    a.symbol = symbol(in_.any("symbol"), "symbol");
    a.coordinate = symbol(in_.any("coordinate"), "coordinate");
    fill_card(a);
  }
  void fill(UpgradeBuilding& a) {
    a.field = spot(in_.any("field"), "field");
    a.symbol = symbol(in_.any("symbol"), "symbol");
    a.dest = symbol(in_.any("dest"), "dest");
  }
  void fill(MovePassenger& a) {
    a.field = spot(in_.any("field"), "field");
    for (const Json& link : in_.array("route", a.route.capacity())) {
      const bool good = link.is_number_integer() && link.get<std::int64_t>() > 0 && link.get<std::int64_t>() < 256;
      if (!good) return in_.fail("not_a_link", "route", link);
      a.route.push_back(id_at<LinkId>(link.get<int>()));
    }
    a.ticket = symbol(in_.any("ticket"), "ticket");
    a.dest = symbol(in_.any("dest"), "dest");
  }
  void fill(BonusMoney&) {}
  void fill(TakeOpenDev& a) { fill_card(a); }
  void fill(TakeTopDev&) {}
  void fill(BuyHp& a) { a.n = static_cast<std::int32_t>(in_.integer("n", -1'000'000, 1'000'000)); }
  void fill(EndTurn&) {}
  void fill(AdminPlay& a) {
    fill_card(a);
    for (const Json& json : in_.array("uses", slots_per_card)) {
      ObjectReader use(json, "action.uses");
      AdminPlay::Use u;
      if (json.is_object() && json.contains("slot") && *json.find("slot") == "T")
        u.slot = stripe_slot, use.skip("slot");
      else
        u.slot = static_cast<std::uint8_t>(use.integer("slot", 0, slots_per_card));
      if (!json.is_object() || !json.contains("field")) use.fail("missing", "field");
      u.has_field = use.has("field");
      const Json& field = use.any("field");
      if (u.has_field) u.field = spot(field, "uses.field");
      if (auto error = use.finish()) return in_.fail(error->code, "uses", json);
      a.uses.push_back(u);
    }
  }
  void fill(AdminDiscard& a) { fill_card(a); }
  void fill(AdminDone&) {}
  // Either the cards, or the number of a selection from a list of legal actions.
  void fill(ChooseHand& a) {
    if (in_.has("number")) {
      ObjectReader offer(in_.object("cards"), "action.cards");
      ChooseHand all;
      for (const Json& json : offer.array("from", all.from.capacity())) all.from.push_back(card_of(json, "cards.from"));
      all.most = static_cast<std::uint8_t>(offer.integer("most", 0, static_cast<std::int64_t>(a.cards.capacity())));
      if (auto error = offer.finish()) in_.fail(error->code, "cards", error->values);
      const auto number = in_.integer("number", 0, selections(all) - 1);
      if (!in_.failed()) a = selection(all, number);
      return;
    }
    for (const Json& json : in_.array("cards", a.cards.capacity())) a.cards.push_back(card_of(json, "cards"));
  }

  void fill_base(Base& base) {
    ObjectReader in(in_.object("base"), "action.base");
    base.kind = static_cast<Base::Kind>(in.one_of("kind", {"new", "link", "through"}));
    if (base.kind == Base::Kind::new_link) {
      base.field = spot(in.any("field"), "base.field");
      base.edge = edge(in.any("edge"), "base.edge");
    } else {
      base.link = id_at<LinkId>(in.integer("link", 1, 255));
      if (base.kind == Base::Kind::through) base.parcel = parcel(in.any("parcel"), "base.parcel");
    }
    if (auto error = in.finish()) in_.fail(error->code, "base", error->values);
  }

  // Coins may be null: exactly what the symbols leave to pay of the amount.
  std::int32_t pay(Symbols& list, std::int32_t amount) {
    ObjectReader in(in_.object("pay"), "action.pay");
    if (!in.failed() && !in.present("coins")) in.fail("missing", "coins");
    for (const Json& json : in.array("symbols", list.capacity())) list.push_back(symbol(json, "pay.symbols"));
    std::int32_t missing = amount;
    for (const Symbol s : list) missing -= tables_.slot(s).value;
    const auto coins = in.integer_or("coins", -1'000'000, 1'000'000, std::max(0, missing));
    if (auto error = in.finish()) in_.fail(error->code, "pay", error->values);
    return static_cast<std::int32_t>(coins);
  }

  // A key that must stand there, though its value may be null.
  void require(std::string_view key) {
    if (!in_.failed() && !in_.present(key)) in_.fail("missing", key);
  }
  CardId card(std::string_view key) { return id_at<CardId>(in_.integer(key, 1, max_cards)); }
  CardId optional_card(std::string_view key) {
    require(key);
    return id_at<CardId>(in_.integer_or(key, 1, max_cards, 0));
  }
  CardId card_of(const Json& json, std::string_view key) {
    if (json.is_number_integer() && json.get<std::int64_t>() > 0 && json.get<std::int64_t>() <= max_cards)
      return id_at<CardId>(json.get<int>());
    in_.fail("not_a_card", key, json);
    return CardId::none;
  }
  template <class List>
  void symbols(std::string_view key, List& list) {
    for (const Json& json : in_.array(key, list.capacity())) list.push_back(symbol(json, key));
  }
  Symbol symbol(const Json& json, std::string_view key) {
    if (const auto found = symbol_of(json)) return *found;
    in_.fail("not_a_symbol", key, json);
    return {CardId{1}, 0};
  }
  Edge edge(const Json& json, std::string_view key) {
    if (json.is_string() && json.get_ref<const std::string&>().size() == 1)
      if (const Edge e = edge_of(json.get_ref<const std::string&>()[0]); e != Edge::none) return e;
    in_.fail("not_an_edge", key, json);
    return Edge::north;
  }
  Spot spot(const Json& json, std::string_view key) {
    if (const auto read = spot_of(json)) return *read;
    in_.fail("not_a_field", key, json);
    return {};
  }
  ParcelId parcel(const Json& json, std::string_view key) {
    const ParcelId p = json.is_string() ? tables_.parcel_named(json.get_ref<const std::string&>()) : ParcelId::none;
    if (p == ParcelId::none) in_.fail("not_a_parcel", key, json);
    return p;
  }

  const Tables& tables_;
  ObjectReader in_;
};

}  // namespace

std::expected<Symbols, Error> read_symbols(const Json& list, std::string_view where) {
  Symbols symbols;
  if (!list.is_array() || list.size() > Symbols::capacity())
    return std::unexpected(form_error("not_a_list", where, list));
  for (const Json& json : list) {
    const auto symbol = symbol_of(json);
    if (!symbol) return std::unexpected(form_error("not_a_symbol", where, json));
    symbols.push_back(*symbol);
  }
  return symbols;
}

std::expected<Action, Error> read_action(const Tables& tables, const Json& json) {
  return ActionReader(tables, json).read();
}

}  // namespace remise::tramways
