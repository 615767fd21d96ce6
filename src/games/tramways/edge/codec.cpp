#include "games/tramways/edge/codec.h"
#include "core/range.h"

#include <algorithm>

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

std::string_view edge_letter(Edge e) { return edge_letters.substr(index(e), 1); }

Edge edge_of(char letter) {
  const auto at = edge_letters.find(letter);
  return at == std::string_view::npos ? Edge::none : id_at<Edge>(at);
}

std::string phase_name(const State& s) {
  const std::string act = s.action_round == 1 ? "act1" : "act2";
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
    case Phase::bonus_c: return act + ".bonus_c";
    case Phase::bonus_c_take: return act + ".bonus_c.take";
    case Phase::bonus_l: return act + ".bonus_l";
    case Phase::admin: return "admin";
    case Phase::final_hand: return "final_hand";
    case Phase::end: return "end";
  }
  return {};
}

Json spot_json(Spot s) { return Json::array({s.x, s.y}); }

Json field_json(const Map& map, FieldId f) {
  return f == FieldId::none ? Json(nullptr) : spot_json(map.spots[index(f)]);
}

std::string symbol_text(Symbol s) {
  return std::to_string(index(s.card)) + ":" + (s.slot == stripe_slot ? std::string("T") : std::to_string(s.slot));
}

// --- writing ---------------------------------------------------------------------------------------------------------

namespace {

Json card_json(CardId card) { return card == CardId::none ? Json(nullptr) : Json(index(card)); }

template <class List>
Json symbols_json(const List& list) {
  Json json = Json::array();
  for (const Symbol s : list) json.push_back(symbol_text(s));
  return json;
}

Json base_json(const Tables& tables, const Base& base) {
  if (base.kind == Base::Kind::new_link)
    return {{"kind", "new"}, {"field", spot_json(base.field)}, {"edge", edge_letter(base.edge)}};
  if (base.kind == Base::Kind::link) return {{"kind", "link"}, {"link", index(base.link)}};
  return {{"kind", "through"}, {"link", index(base.link)}, {"parcel", tables.parcel_names[index(base.parcel)]}};
}

struct Writer {
  const Tables& tables;
  bool sees;  // the viewer may know what the actor knows
  Json& out;

  void operator()(const DraftParcel& a) const { out["card"] = index(a.card); }
  void operator()(const ChooseBook& a) const { out["book"] = a.book; }
  void operator()(const TakeDev& a) const {
    out["card"] = sees ? card_json(a.card) : Json(nullptr);
    out["reveal"] = card_json(a.reveal);
  }
  void operator()(const KeepDev& a) const { out["card"] = sees ? card_json(a.card) : Json(nullptr); }
  void operator()(const Bid& a) const {
    out["amount"] = a.amount;
    out["pay"] = {{"coins", a.coins}, {"symbols", symbols_json(a.symbols)}};
  }
  void operator()(const Pass&) const {}
  void operator()(const TakeAuctionCard& a) const { out["card"] = index(a.card); }
  void operator()(const VoidDiscard& a) const { out["card"] = index(a.card); }
  void operator()(const SoloReveal& a) const {
    out["pay"] = {{"coins", a.coins}, {"symbols", symbols_json(a.symbols)}};
  }
  void operator()(const SoloTake& a) const { out["card"] = index(a.card); }
  void operator()(const LayTrack& a) const {
    out["base"] = base_json(tables, a.deed.base);
    out["redirect"] = a.deed.redirect == Edge::none ? Json(nullptr) : Json(edge_letter(a.deed.redirect));
    Json exits = Json::array();
    for (const Edge e : a.deed.exits) exits.push_back(edge_letter(e));
    out["exits"] = std::move(exits);
    out["rails"] = symbols_json(a.rails);
    out["dests"] = symbols_json(a.dests);
  }
  void operator()(const UpgradeLink& a) const {
    out["link"] = index(a.link);
    out["symbol"] = symbol_text(a.symbol);
    out["dest"] = symbol_text(a.dest);
  }
  void operator()(const Build& a) const {
    out["parcel"] = tables.parcel_names[index(a.parcel)];
    out["symbol"] = symbol_text(a.symbol);
    out["coordinate"] = symbol_text(a.coordinate);
    out["card"] = index(a.card);
  }
  void operator()(const UpgradeBuilding& a) const {
    out["field"] = spot_json(a.field);
    out["symbol"] = symbol_text(a.symbol);
    out["dest"] = symbol_text(a.dest);
  }
  void operator()(const MovePassenger& a) const {
    out["field"] = spot_json(a.field);
    Json route = Json::array();
    for (const LinkId id : a.route) route.push_back(index(id));
    out["route"] = std::move(route);
    out["ticket"] = symbol_text(a.ticket);
    out["dest"] = symbol_text(a.dest);
  }
  void operator()(const BonusMoney&) const {}
  void operator()(const TakeOpenDev& a) const { out["card"] = index(a.card); }
  void operator()(const TakeTopDev&) const {}
  void operator()(const BuyHp& a) const { out["n"] = a.n; }
  void operator()(const EndTurn&) const {}
  void operator()(const AdminPlay& a) const {
    out["card"] = index(a.card);
    Json uses = Json::array();
    for (const auto& use : a.uses)
      uses.push_back({{"slot", use.slot}, {"field", use.has_field ? spot_json(use.field) : Json(nullptr)}});
    out["uses"] = std::move(uses);
  }
  void operator()(const AdminDiscard& a) const { out["card"] = index(a.card); }
  void operator()(const AdminDone&) const {}
  void operator()(const ChooseHand& a) const { out["cards"] = sees ? cards_json(a.cards) : Json(nullptr); }
};

}  // namespace

Json action_json(const Tables& tables, const Action& action, Seat seat, Viewer viewer) {
  Json out{{"type", types[action.index()]}};
  std::visit(Writer{tables, viewer.sees(seat), out}, action);
  return out;
}

Json choice_json(const Tables& tables, const Choice<Action>& choice) {
  Json out = action_json(tables, choice.action, Seat::none, Viewer::analyst());
  if (choice.step == 0) return out;
  const Json range = range_json(choice.min, choice.max, choice.step);
  if (std::holds_alternative<Bid>(choice.action)) {
    out["amount"] = range;
    out["pay"]["coins"] = nullptr;  // exactly what the symbols leave to pay
  } else if (std::holds_alternative<BuyHp>(choice.action)) {
    out["n"] = range;
  } else if (const auto* hand = std::get_if<ChooseHand>(&choice.action)) {
    out["cards"] = {{"from", cards_json(hand->from)}, {"most", hand->most}};
    out["number"] = range;
  }
  return out;
}

Json record_json(const Tables& tables, const RecordSpec<FieldType>& spec,
                 const std::array<std::int32_t, max_record_fields>& args, Viewer viewer) {
  Json out = Json::object();
  for (std::size_t i = 0; i < max_record_fields && !spec.fields[i].name.empty(); ++i) {
    const std::int32_t n = args[i];
    Json value = n;
    switch (spec.fields[i].type) {
      case FieldType::none:
      case FieldType::number:
      case FieldType::seat:
      case FieldType::link: break;
      case FieldType::secret_card: value = viewer.sees(id_at<Seat>(args[0])) ? Json(n) : Json(nullptr); break;
      case FieldType::card: value = card_json(id_at<CardId>(n)); break;
      case FieldType::spot: value = Json::array({n >> 8, n & 255}); break;
      case FieldType::parcel:
        value = static_cast<std::size_t>(n) < tables.parcel_names.size()
                    ? Json(tables.parcel_names[static_cast<std::size_t>(n)])
                    : Json(nullptr);
        break;
      case FieldType::building: value = building_letter(id_at<Building>(n)); break;
      case FieldType::edge: value = n < 4 ? Json(edge_letter(id_at<Edge>(n))) : Json(nullptr); break;
      case FieldType::symbol: value = symbol_text({id_at<CardId>(n >> 8), static_cast<std::uint8_t>(n & 255)}); break;
    }
    out[std::string(spec.fields[i].name)] = std::move(value);
  }
  return out;
}

// --- reading ---------------------------------------------------------------------------------------------------------

namespace {

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
    if (json.is_string()) {
      const auto& text = json.get_ref<const std::string&>();
      const auto colon = text.find(':');
      if (colon != std::string::npos && colon >= 1 && colon <= 3 && text.size() == colon + 2) {
        int card = 0;
        bool digits = true;
        for (const char c : text.substr(0, colon))
          digits = digits && c >= '0' && c <= '9', card = 10 * card + (c - '0');
        const char slot = text[colon + 1];
        if (digits && card >= 1 && card <= max_cards && (slot == 'T' || (slot >= '0' && slot <= '3')))
          return {id_at<CardId>(card), slot == 'T' ? stripe_slot : static_cast<std::uint8_t>(slot - '0')};
      }
    }
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
    const auto good = [](const Json& n) {
      return n.is_number_integer() && n.get<std::int64_t>() >= -100 && n.get<std::int64_t>() <= 110;
    };
    if (json.is_array() && json.size() == 2 && good(json[0]) && good(json[1]))
      return {static_cast<std::int8_t>(json[0].get<int>()), static_cast<std::int8_t>(json[1].get<int>())};
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

std::expected<Action, Error> read_action(const Tables& tables, const Json& json) {
  return ActionReader(tables, json).read();
}

}  // namespace remise::tramways
