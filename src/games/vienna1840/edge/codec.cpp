// Actions, events and refusals as JSON.
#include "core/range.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

std::optional<std::string_view> private_name(const Tables& tables, PrivateId id) {
  return index(id) < private_count ? std::optional(std::string_view(tables.privates[index(id)].id)) : std::nullopt;
}
std::optional<std::string_view> company_name(const Tables& tables, CompanyId id) {
  return index(id) < company_count ? std::optional(std::string_view(tables.companies[index(id)].id)) : std::nullopt;
}
std::optional<int> line_name(LineId id) { return index(id) < line_count ? std::optional(number_of(id)) : std::nullopt; }
std::optional<std::string_view> hex_name(const Tables& tables, HexId id) {
  return index(id) < hex_count ? std::optional(std::string_view(tables.map(MapVariant::full)[id].name)) : std::nullopt;
}
std::optional<std::string_view> tile_name(const Tables& tables, TileId id) {
  return index(id) < tile_count ? std::optional(std::string_view(tables.map(MapVariant::full).tiles[id].name))
                                : std::nullopt;
}
std::optional<std::string_view> tram_name(TramColour colour) {
  return index(colour) < tram_colour_count ? std::optional(tram_words[index(colour)]) : std::nullopt;
}

void write_assignment(JsonWriter& w, const AssignTrams& a) {
  w.object([&] {
    for (std::size_t i = 0; i < a.lines.size(); ++i)
      if (a.lines[i] != LineId::none) w.members(number_of(a.lines[i]), tram_name(a.trams[i]));
  });
}

namespace {

template <class Words>
std::optional<std::string_view> word_at(const Words& words, std::int32_t place) {
  const auto i = static_cast<std::size_t>(place);
  return i < words.size() ? std::optional<std::string_view>(words[i]) : std::nullopt;
}

void write_field(JsonWriter& w, const Tables& tables, FieldType type, std::int32_t value) {
  switch (type) {
    case FieldType::player: return w.value(id_at<Seat>(value));
    case FieldType::company: return w.value(company_name(tables, id_at<CompanyId>(value)));
    case FieldType::line: return w.value(line_name(id_at<LineId>(value)));
    case FieldType::private_company: return w.value(private_name(tables, id_at<PrivateId>(value)));
    case FieldType::tram: return w.value(tram_name(id_at<TramColour>(value)));
    case FieldType::hex: return w.value(hex_name(tables, id_at<HexId>(value)));
    case FieldType::tile: return w.value(tile_name(tables, id_at<TileId>(value)));
    case FieldType::marker: {
      const auto marker = id_at<MarkerId>(value);
      return is_stadtbahn(marker) ? w.value(company_name(tables, stadtbahn_of(marker)))
                                  : w.value(line_name(id_at<LineId>(value)));
    }
    case FieldType::era: return w.value(value < era_count ? word_at(tile_colour_words, value) : std::nullopt);
    case FieldType::round:
      return w.value(static_cast<std::size_t>(value) < tables.rounds.size()
                         ? std::optional(std::string_view(tables.rounds[static_cast<std::size_t>(value)].name))
                         : std::nullopt);
    case FieldType::edge: return w.value(word_at(edge_words, value));
    case FieldType::step: return w.value(word_at(step_words, value));
    case FieldType::bonus: return w.value(word_at(bonus_words, value));
    case FieldType::yes_no: return w.value(value != 0);
    default: return w.value(value);
  }
}

template <class Kind>
void write_fields(JsonWriter& w, const Tables& tables, const RecordSpec<FieldType>& spec, const Record<Kind>& record) {
  for (std::size_t i = 0; i < spec.fields.size() && !spec.fields[i].name.empty(); ++i) {
    w.key(spec.fields[i].name);
    write_field(w, tables, spec.fields[i].type, record.args[i]);
  }
}

struct ActionWriter {
  JsonWriter& w;
  const Tables& t;
  std::optional<Range> range;  // in place of the number of the action

  void operator()(const Pass&) const { w.object("type", "pass"); }
  void operator()(const BidPrivate& a) const {
    w.object("type", "bid", "private", private_name(t, a.lot), "price", Amount{a.price, range});
  }
  void operator()(const BidLine& a) const {
    w.object("type", "bid", "line", line_name(a.lot), "price", Amount{a.price, range});
  }
  void operator()(const ChooseOrder& a) const { w.object("type", "choose_order", "card", a.card); }
  void operator()(const BuyDirector& a) const {
    w.object("type", "buy_director", "company", company_name(t, a.company), "par", a.par);
  }
  void operator()(const BuyShare& a) const { w.object("type", "buy_share", "company", company_name(t, a.company)); }
  void operator()(const SellShares& a) const {
    w.object("type", "sell_shares", "company", company_name(t, a.company), "count", Amount{a.count, range});
  }
  void operator()(const ReturnPrivate& a) const {
    w.object("type", "return_private", "private", private_name(t, a.which));
  }
  void operator()(const Dividend& a) const { w.object("type", "dividend", "amount", Amount{a.amount, range}); }
  void operator()(const BuyTram& a) const { w.object("type", "buy_tram", "colour", tram_name(a.colour)); }
  void operator()(const ScrapTram& a) const {
    w.object("type", "scrap_tram", "colour", tram_name(a.colour), "line", line_name(a.line));
  }
  void operator()(const AssignTrams& a) const {
    w.object("type", "assign_trams", "trams", [&] { write_assignment(w, a); });
  }
  void operator()(const LayTile& a) const {
    w.object("type", "lay_tile", "hex", hex_name(t, a.lay.hex), "tile", tile_name(t, a.lay.tile), "rotation",
             a.lay.rotation, "circle", a.lay.circle);
  }
  void operator()(const PlaceMarker& a) const {
    w.object("type", "place_marker", "hex", hex_name(t, a.place.hex), "location", a.place.location, "replace",
             a.place.replace);
  }
  void operator()(const RemoveMarker& a) const {
    w.object("type", "remove_marker", "hex", hex_name(t, a.removal.hex), "stadtbahn",
             company_name(t, a.removal.stadtbahn));
  }
  void operator()(const OfferPrivate& a) const {
    w.object("type", "offer_private", "private", private_name(t, a.which), "price", Amount{a.price, range});
  }
  void operator()(const AcceptOffer&) const { w.object("type", "accept_offer"); }
  void operator()(const DeclineOffer&) const { w.object("type", "decline_offer"); }
  void operator()(const Run& a) const {
    w.object([&] {
      w.members("type", "run");
      if (range || a.claim != Run::no_claim) w.members("revenue", Amount{a.claim, range});
      if (a.empty) w.members("empty", true);
    });
  }
};

// Reads the members of one action; names are looked up in the tables.
class ActionReader {
 public:
  ActionReader(const Tables& tables, const Json& json) : t_(tables), in_(json, "action") {}

  std::expected<Action, Error> read() {
    const Action action = by_type(in_.text("type"));
    if (auto error = in_.finish()) return std::unexpected(*error);
    return action;
  }

 private:
  Action by_type(std::string_view type) {
    if (type == "pass") return Pass{};
    if (type == "bid" && in_.has("line")) return BidLine{line(), price("price")};
    if (type == "bid") return BidPrivate{private_company(), price("price")};
    if (type == "choose_order") return ChooseOrder{small("card")};
    if (type == "buy_director") return BuyDirector{company("company"), small("par")};
    if (type == "buy_share") return BuyShare{company("company")};
    if (type == "sell_shares") return SellShares{company("company"), small("count")};
    if (type == "return_private") return ReturnPrivate{private_company()};
    if (type == "dividend") return Dividend{price("amount")};
    if (type == "buy_tram") return BuyTram{tram("colour")};
    if (type == "scrap_tram") return scrap();
    if (type == "assign_trams") return assignment();
    if (type == "lay_tile") return LayTile{{hex(), tile(), small("rotation"), small_or("circle", 0)}};
    if (type == "place_marker") return PlaceMarker{{hex(), small_or("location", 0), in_.boolean_or("replace", false)}};
    if (type == "remove_marker") return RemoveMarker{{hex(), company("stadtbahn")}};
    if (type == "offer_private") return OfferPrivate{private_company(), small("price")};
    if (type == "accept_offer") return AcceptOffer{};
    if (type == "decline_offer") return DeclineOffer{};
    if (type == "run") return run();
    in_.fail("unknown_word", "type", std::string(type));
    return Pass{};
  }

  std::int32_t price(std::string_view key) { return static_cast<std::int32_t>(in_.integer(key, 0, 1'000'000)); }
  std::uint8_t small(std::string_view key) { return static_cast<std::uint8_t>(in_.integer(key, 0, 255)); }
  std::uint8_t small_or(std::string_view key, std::uint8_t otherwise) {
    return static_cast<std::uint8_t>(in_.integer_or(key, 0, 255, otherwise));
  }
  LineId line() { return line_numbered(static_cast<int>(in_.integer("line", 1, line_count))); }

  CompanyId company(std::string_view key) {
    const std::string_view name = in_.text(key);
    for (std::size_t i = 0; i < company_count; ++i)
      if (t_.companies[i].id == name) return id_at<CompanyId>(i);
    in_.fail("unknown_word", key, std::string(name));
    return CompanyId::none;
  }
  PrivateId private_company() {
    const std::string_view name = in_.text("private");
    for (std::size_t i = 0; i < private_count; ++i)
      if (t_.privates[i].id == name) return id_at<PrivateId>(i);
    in_.fail("unknown_word", "private", std::string(name));
    return PrivateId::none;
  }
  TramColour tram(std::string_view key) { return id_at<TramColour>(in_.one_of(key, tram_words)); }
  HexId hex() {
    const std::string_view name = in_.text("hex");
    const HexId id = t_.map(MapVariant::full).find(name);
    if (id == HexId::none) in_.fail("unknown_word", "hex", std::string(name));
    return id;
  }
  TileId tile() {
    const std::string_view name = in_.text("tile");
    const TileId id = t_.map(MapVariant::full).tiles.find(name);
    if (id == TileId::none) in_.fail("unknown_word", "tile", std::string(name));
    return id;
  }
  ScrapTram scrap() {
    ScrapTram scrap{tram("colour"), LineId::none};
    if (in_.has("line"))
      scrap.line = line();
    else
      in_.skip("line");
    return scrap;
  }
  Run run() {
    Run run;
    if (in_.has("revenue")) run.claim = price("revenue");
    run.empty = in_.boolean_or("empty", false);
    return run;
  }
  // {"5": "yellow", "8": null}; JSON sorts keys as text, the action wants ascending numbers.
  AssignTrams assignment() {
    AssignTrams result;
    const Json& trams = in_.object("trams");
    std::size_t count = 0;
    for (int number = 1; number <= line_count; ++number) {
      const auto entry = trams.find(std::to_string(number));
      if (entry == trams.end()) continue;
      if (count == result.lines.size()) break;
      result.lines[count] = line_numbered(number);
      result.trams[count++] = tram_of(*entry);
    }
    if (count != trams.size()) in_.fail("unknown_word", "trams", trams);
    return result;
  }
  TramColour tram_of(const Json& json) {
    if (json.is_null()) return TramColour::none;
    if (json.is_string())
      for (std::size_t i = 0; i < tram_words.size(); ++i)
        if (json.get_ref<const std::string&>() == tram_words[i]) return id_at<TramColour>(i);
    in_.fail("unknown_word", "trams", json);
    return TramColour::none;
  }

  const Tables& t_;
  ObjectReader in_;
};

}  // namespace

std::expected<Action, Error> Vienna1840::read_action(const Json& json) const {
  return ActionReader(*tables_, json).read();
}

void Vienna1840::write_action(JsonWriter& w, const Action& action, Seat, Viewer) const {
  std::visit(ActionWriter{w, *tables_, {}}, action);
}

void Vienna1840::write_choice(JsonWriter& w, const Choice<Action>& choice) const {
  std::visit(ActionWriter{w, *tables_, choice.range()}, choice.action);
}

void Vienna1840::write_event(JsonWriter& w, const Event& event, Viewer) const {
  const auto& spec = event_specs[static_cast<std::size_t>(event.kind)];
  w.object([&] {
    w.members("kind", spec.name);
    write_fields(w, *tables_, spec, event);
  });
}

Error Vienna1840::explain(const Refusal& refusal) const {
  const auto& spec = refusal_specs[static_cast<std::size_t>(refusal.kind)];
  Json values = json_tree([&](JsonWriter& w) { w.object([&] { write_fields(w, *tables_, spec, refusal); }); });
  return {std::string(id), std::string(spec.name), std::string(spec.rule), std::move(values)};
}

}  // namespace remise::vienna1840
