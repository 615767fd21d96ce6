#include "io/tramways/words.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "games/tramways/board/links.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/match.h"
#include "io/text/sentences.h"

namespace remise::tramways {

namespace {

void add(std::string& list, const std::string& word, std::string_view between = ", ") {
  if (!word.empty()) list.append(list.empty() ? "" : between).append(word);
}

// What is printed on a card, side by side.
void add_print(std::string& list, const std::string& word) { add(list, word, " · "); }

// The one place that a symbol names.
std::size_t only(Places place) { return static_cast<std::size_t>(std::countr_zero(place.bits)); }

}  // namespace

Words::Words(const Match& match, const Locale& locale)
    : tables_(static_cast<const TypedMatch<Tramways>&>(match).rules().tables()),
      state_(static_cast<const TypedMatch<Tramways>&>(match).state()),
      locale_(locale) {}

std::string Words::printed(const Slot& slot) const {
  const auto named = [&](const std::string& word) { return locale_.text("tramways.symbol." + word); };
  switch (slot.kind) {
    case SymbolKind::none: return "";
    case SymbolKind::rail: return named("rail" + std::to_string(slot.value));
    case SymbolKind::upgrade_link: return named("upgrade_link");
    case SymbolKind::build: return named("build");
    case SymbolKind::upgrade_building: return named("upgrade_building");
    case SymbolKind::worker: return named("worker");
    case SymbolKind::add_passenger: return named("add_passenger");
    case SymbolKind::stress_down: return named("stress_down");
    case SymbolKind::money: return named("money" + std::to_string(slot.value));
    case SymbolKind::destination:
      return named("dest_" + std::string(building_letter(id_at<Building>(only(slot.place)))));
    case SymbolKind::coordinate: return tables_.parcel_names[only(slot.place) - 4];
    case SymbolKind::stripe: return named("ticket");
  }
  return "";
}

std::string Words::face(const Card& card) const {
  std::string text;
  if (card.type == CardType::building)
    add_print(text, locale_.text("tramways.building." + std::string(building_letter(card.building))));
  for (const Slot& slot : card.slots)
    if (slot.kind != SymbolKind::stripe) add_print(text, printed(slot));  // nearly every card is a ticket
  if (!card.ticket())
    add_print(text, locale_.text(card.void_ticket ? "tramways.symbol.void" : "tramways.symbol.no_ticket"));
  if (card.pay > 0) add_print(text, locale_.text("tramways.symbol.pay", {{"n", card.pay}}));
  if (card.stress > 0) add_print(text, locale_.text("tramways.symbol.stress", {{"n", card.stress}}));
  return text;
}

std::string Words::card(std::size_t id) const {
  if (id == 0 || id >= tables_.cards.size()) return std::to_string(id);
  return locale_.text("tramways.card_name", {{"symbols", face(tables_.cards[id])}});
}

std::string Words::symbol(const std::string& at) const {
  std::size_t id = 0;
  const auto [rest, fault] = std::from_chars(at.data(), at.data() + at.size(), id);
  const std::string_view slot(rest, static_cast<std::size_t>(at.data() + at.size() - rest));
  if (fault != std::errc{} || id == 0 || id >= tables_.cards.size() || slot.size() != 2) return at;
  const std::size_t place = slot[1] == 'T' ? stripe_slot : static_cast<std::size_t>(slot[1] - '0');
  if (place > stripe_slot) return at;
  return printed(tables_.cards[id].slots[place]);
}

Json Words::labels() const {
  Json cards = Json::object();
  for (std::size_t id = 1; id < tables_.cards.size(); ++id) cards[std::to_string(id)] = card(id);
  Json symbols = Json::object();
  for (std::size_t id = 1; id < tables_.cards.size(); ++id)
    for (std::size_t slot = 0; slot <= stripe_slot; ++slot)
      if (std::string name = printed(tables_.cards[id].slots[slot]); !name.empty())
        symbols[std::to_string(id) + ":" + (slot == stripe_slot ? "T" : std::to_string(slot))] = std::move(name);
  Json books = Json::object();  // people count from one
  for (int i = 0; i < max_seats; ++i) books[std::to_string(i)] = std::to_string(i + 1);
  Json links = Json::object();
  for (const Link& one : state_.links) links[std::to_string(index(one.id))] = link(index(one.id));
  return {{"card", cards},     {"reveal", cards},       {"book", books},
          {"symbol", symbols}, {"link", alike_links()}, {"link_of", links}};
}

// Links that their ends alone do not tell from another, as in a sentence: {"7": "R 3d–C 5f"}.
Json Words::alike_links() const {
  const auto pair_of = [&](const Link& link) {
    const std::string from = place_letter(start_field(state_, link)), to = place_letter(link_far(link));
    return from < to ? from + to : to + from;
  };
  Json names = Json::object();
  for (const Link& one : state_.links)
    if (std::ranges::count(state_.links, pair_of(one), pair_of) > 1) {
      std::string name = link(index(one.id));
      name.replace(name.find(" - "), 3, "–");
      names[std::to_string(index(one.id))] = std::move(name);
    }
  return names;
}

// A symbol with the card it is on, by which two of the same kind are told apart.
std::string Words::paid(const std::string& at) const {
  const std::string name = symbol(at);
  std::size_t id = 0;
  std::from_chars(at.data(), at.data() + at.size(), id);
  return name == at ? name : name + " (" + face(tables_.cards[id]) + ")";
}

std::string Words::spot_name(FieldId field) const {
  const Spot spot = state_.map.spots[index(field)];
  return field_name({spot.x, spot.y});
}

// "R", "D2"; three dots where there is no place.
std::string Words::place_letter(FieldId field) const {
  const FieldId place = field == FieldId::none ? FieldId::none : state_.place_at(field);
  if (place == FieldId::none) return "…";
  const std::size_t at = only(state_.symbols_for(place));
  return at < 4 ? std::string(building_letter(id_at<Building>(at))) : tables_.parcel_names[at - 4];
}

FieldId Words::link_far(const Link& link) const { return link.complete ? far_field(state_, link) : FieldId::none; }

// From place to place: "R 3d - D2 5f"; where it is open, the field of its last piece stands for the place.
std::string Words::ends(const Link& link) const {
  const auto place_name = [&](FieldId field) {
    const FieldId place = field == FieldId::none ? FieldId::none : state_.place_at(field);
    return place_letter(field) + (place == FieldId::none ? "" : " " + spot_name(place));
  };
  return place_name(start_field(state_, link)) + " - " +
         (link.complete ? place_name(far_field(state_, link)) : spot_name(pieces_of(state_, link).back().field) + " …");
}

std::string Words::link(const Json& id) const {
  const Link* found = id.is_number_integer() ? find_link(state_, id_at<LinkId>(id.get<std::size_t>())) : nullptr;
  if (!found) return id.dump();
  const std::string name = ends(*found);
  for (const Link& other : state_.links)  // two between the same places are told apart by where they begin
    if (other.id != found->id && ends(other) == name)
      return name + " (" + spot_name(pieces_of(state_, *found).front().field) + ")";
  return name;
}

std::string Words::payment(const Json& action) const {
  std::string text;
  const auto each = [&](const Json& symbols) {
    for (const Json& at : symbols) add(text, paid(at));
  };
  for (const char* key : {"symbol", "coordinate", "ticket", "dest"})
    if (action.contains(key)) add(text, paid(action[key]));
  for (const char* key : {"rails", "dests"})
    if (action.contains(key)) each(action[key]);
  if (action.contains("pay")) each(action["pay"]["symbols"]);
  return text;
}

std::string Words::uses(const Json& action) const {
  const auto& slots = tables_.cards[action["card"].get<std::size_t>()].slots;
  std::string text;
  for (const Json& use : action["uses"]) {
    const std::string symbol = printed(slots[use["slot"].get<std::size_t>()]);
    add(text, use["field"].is_null() ? symbol : symbol + " " + field_name(use["field"]));
  }
  return text;
}

// From edge to edge: "east, east, south".
std::string Words::way(const Json& track) const {
  std::string text;
  const auto go = [&](const std::string& edge) { add(text, locale_.text("tramways.edge." + edge)); };
  if (track["base"].contains("edge") && track["base"]["edge"].is_string()) go(track["base"]["edge"]);
  for (const Json& exit : track["exits"]) go(exit.get<std::string>());
  return text;
}

Json Words::spoken(const Json& action) const {
  Json said = action;
  const std::string pay = payment(action);
  said["pay"] = pay.empty() ? Json(nullptr) : Json(pay);
  if (action.contains("link")) said["link"] = link(action["link"]);
  if (action.contains("route")) {
    said["route"] = Json::array();
    for (const Json& id : action["route"]) said["route"].push_back(link(id));
  }
  if (action.contains("redirect") && action["redirect"].is_string())
    said["redirect"] = locale_.text("tramways.edge." + action["redirect"].get<std::string>());
  if (action.contains("field")) said["field"] = field_name(action["field"]);
  if (action.contains("uses")) said["uses"] = uses(action);
  if (action.contains("base")) {
    const Json& base = action["base"];
    said["from"] = base.contains("field") ? Json(field_name(base["field"])) : Json(nullptr);
    said["link"] = base.contains("link") ? Json(link(base["link"])) : Json(nullptr);
    said["way"] = way(action);
  }
  return said;
}

}  // namespace remise::tramways
