// Actions, events and refusals as JSON.
#include "core/range.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

Json private_name(const Tables& tables, PrivateId id) {
  return index(id) < private_count ? Json(tables.privates[index(id)].id) : Json(nullptr);
}
Json company_name(const Tables& tables, CompanyId id) {
  return index(id) < company_count ? Json(tables.companies[index(id)].id) : Json(nullptr);
}
Json line_name(LineId id) { return index(id) < line_count ? Json(number_of(id)) : Json(nullptr); }
Json hex_name(const Tables& tables, HexId id) {
  return index(id) < hex_count ? Json(tables.map(MapVariant::full)[id].name) : Json(nullptr);
}
Json tile_name(const Tables& tables, TileId id) {
  return index(id) < tile_count ? Json(tables.map(MapVariant::full).tiles[id].name) : Json(nullptr);
}
Json tram_name(TramColour colour) {
  return index(colour) < tram_colour_count ? Json(tram_words[index(colour)]) : Json(nullptr);
}
Json seat_name(Seat seat) { return seat == Seat::none ? Json(nullptr) : Json(static_cast<int>(seat)); }

namespace {

Json field_json(const Tables& tables, FieldType type, std::int32_t value) {
  const auto place = static_cast<std::size_t>(value);
  switch (type) {
    case FieldType::player: return seat_name(id_at<Seat>(value));
    case FieldType::company: return company_name(tables, id_at<CompanyId>(value));
    case FieldType::line: return line_name(id_at<LineId>(value));
    case FieldType::private_company: return private_name(tables, id_at<PrivateId>(value));
    case FieldType::tram: return tram_name(id_at<TramColour>(value));
    case FieldType::hex: return hex_name(tables, id_at<HexId>(value));
    case FieldType::tile: return tile_name(tables, id_at<TileId>(value));
    case FieldType::marker: {
      const auto marker = id_at<MarkerId>(value);
      return is_stadtbahn(marker) ? company_name(tables, stadtbahn_of(marker)) : line_name(id_at<LineId>(value));
    }
    case FieldType::era: return place < era_count ? Json(tile_colour_words[place]) : Json(nullptr);
    case FieldType::round: return place < tables.rounds.size() ? Json(tables.rounds[place].name) : Json(nullptr);
    case FieldType::step: return place < step_words.size() ? Json(step_words[place]) : Json(nullptr);
    case FieldType::bonus: return place < bonus_words.size() ? Json(bonus_words[place]) : Json(nullptr);
    case FieldType::yes_no: return value != 0;
    default: return value;
  }
}

template <class Kind>
Json fields_json(const Tables& tables, const RecordSpec<FieldType>& spec, const Record<Kind>& record) {
  Json json = Json::object();
  for (std::size_t i = 0; i < spec.fields.size() && !spec.fields[i].name.empty(); ++i)
    json[std::string(spec.fields[i].name)] = field_json(tables, spec.fields[i].type, record.args[i]);
  return json;
}

Json assignment_json(const AssignTrams& a) {
  Json trams = Json::object();
  for (std::size_t i = 0; i < a.lines.size(); ++i)
    if (a.lines[i] != LineId::none) trams[std::to_string(number_of(a.lines[i]))] = tram_name(a.trams[i]);
  return trams;
}

struct Writer {
  const Tables& t;

  Json operator()(const Pass&) const { return {{"type", "pass"}}; }
  Json operator()(const BidPrivate& a) const {
    return {{"type", "bid"}, {"private", private_name(t, a.lot)}, {"price", a.price}};
  }
  Json operator()(const BidLine& a) const { return {{"type", "bid"}, {"line", line_name(a.lot)}, {"price", a.price}}; }
  Json operator()(const ChooseOrder& a) const { return {{"type", "choose_order"}, {"card", a.card}}; }
  Json operator()(const BuyDirector& a) const {
    return {{"type", "buy_director"}, {"company", company_name(t, a.company)}, {"par", a.par}};
  }
  Json operator()(const BuyShare& a) const { return {{"type", "buy_share"}, {"company", company_name(t, a.company)}}; }
  Json operator()(const SellShares& a) const {
    return {{"type", "sell_shares"}, {"company", company_name(t, a.company)}, {"count", a.count}};
  }
  Json operator()(const ReturnPrivate& a) const {
    return {{"type", "return_private"}, {"private", private_name(t, a.which)}};
  }
  Json operator()(const Dividend& a) const { return {{"type", "dividend"}, {"amount", a.amount}}; }
  Json operator()(const BuyTram& a) const { return {{"type", "buy_tram"}, {"colour", tram_name(a.colour)}}; }
  Json operator()(const ScrapTram& a) const {
    return {{"type", "scrap_tram"}, {"colour", tram_name(a.colour)}, {"line", line_name(a.line)}};
  }
  Json operator()(const AssignTrams& a) const { return {{"type", "assign_trams"}, {"trams", assignment_json(a)}}; }
  Json operator()(const LayTile& a) const {
    return {{"type", "lay_tile"},
            {"hex", hex_name(t, a.lay.hex)},
            {"tile", tile_name(t, a.lay.tile)},
            {"rotation", a.lay.rotation},
            {"circle", a.lay.circle}};
  }
  Json operator()(const PlaceMarker& a) const {
    return {{"type", "place_marker"},
            {"hex", hex_name(t, a.place.hex)},
            {"location", a.place.location},
            {"replace", a.place.replace}};
  }
  Json operator()(const RemoveMarker& a) const {
    return {{"type", "remove_marker"},
            {"hex", hex_name(t, a.removal.hex)},
            {"stadtbahn", company_name(t, a.removal.stadtbahn)}};
  }
  Json operator()(const OfferPrivate& a) const {
    return {{"type", "offer_private"}, {"private", private_name(t, a.which)}, {"price", a.price}};
  }
  Json operator()(const AcceptOffer&) const { return {{"type", "accept_offer"}}; }
  Json operator()(const DeclineOffer&) const { return {{"type", "decline_offer"}}; }
  Json operator()(const Run& a) const {
    Json json{{"type", "run"}};
    if (a.claim != Run::no_claim) json["revenue"] = a.claim;
    if (a.empty) json["empty"] = true;
    return json;
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

// The member of an action that a range stands for.
std::string_view amount_key(const Action& action) {
  if (std::holds_alternative<SellShares>(action)) return "count";
  if (std::holds_alternative<Dividend>(action)) return "amount";
  return std::holds_alternative<Run>(action) ? "revenue" : "price";
}

}  // namespace

Json Vienna1840::action_json(const Action& action, Seat, Viewer) const { return std::visit(Writer{*tables_}, action); }

std::expected<Action, Error> Vienna1840::read_action(const Json& json) const {
  return ActionReader(*tables_, json).read();
}

Json Vienna1840::choice_json(const Choice<Action>& choice) const {
  Json json = std::visit(Writer{*tables_}, choice.action);
  if (choice.step > 0) json[std::string(amount_key(choice.action))] = range_json(choice.min, choice.max, choice.step);
  return json;
}

Json Vienna1840::event_json(const Event& event, Viewer) const {
  const auto& spec = event_specs[static_cast<std::size_t>(event.kind)];
  Json json = fields_json(*tables_, spec, event);
  json["kind"] = spec.name;
  return json;
}

Error Vienna1840::explain(const Refusal& refusal) const {
  const auto& spec = refusal_specs[static_cast<std::size_t>(refusal.kind)];
  return {std::string(id), std::string(spec.name), std::string(spec.rule), fields_json(*tables_, spec, refusal)};
}

}  // namespace remise::vienna1840
