#include "io/tramways/words.h"

#include <bit>
#include <charconv>

#include "games/tramways/edge/codec.h"
#include "games/tramways/match.h"
#include "io/text/sentences.h"

namespace remise::tramways {

namespace {

void add(std::string& list, const std::string& word) {
  if (!word.empty()) list.append(list.empty() ? "" : ", ").append(word);
}

// From edge to edge: "E E S".
std::string way_text(const Json& track) {
  std::string text = track["base"].value("edge", std::string());
  for (const Json& exit : track["exits"]) text.append(text.empty() ? "" : " ").append(exit.get<std::string>());
  return text;
}

// The one place that a symbol names.
std::size_t only(Places place) { return static_cast<std::size_t>(std::countr_zero(place.bits)); }

}  // namespace

Words::Words(const Match& match, const Locale& locale)
    : tables_(static_cast<const TypedGame<Tramways>&>(match.game()).rules().tables()), locale_(locale) {}

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
    add(text, locale_.text("tramways.building." + std::string(building_letter(card.building))));
  for (const Slot& slot : card.slots)
    if (slot.kind != SymbolKind::stripe) add(text, printed(slot));  // nearly every card is a ticket
  if (!card.ticket()) add(text, locale_.text(card.void_ticket ? "tramways.symbol.void" : "tramways.symbol.no_ticket"));
  if (card.pay > 0) add(text, "−$" + std::to_string(card.pay));
  if (card.stress > 0) add(text, locale_.text("tramways.symbol.stress", {{"n", card.stress}}));
  return text;
}

std::string Words::card(std::size_t id) const {
  std::string number = std::to_string(id);
  if (id == 0 || id >= tables_.cards.size()) return number;
  const std::string text = face(tables_.cards[id]);
  return text.empty() ? number : number + " (" + text + ")";
}

std::string Words::symbol(const std::string& at) const {
  std::size_t id = 0;
  const auto [rest, fault] = std::from_chars(at.data(), at.data() + at.size(), id);
  const std::string_view slot(rest, static_cast<std::size_t>(at.data() + at.size() - rest));
  if (fault != std::errc{} || id == 0 || id >= tables_.cards.size() || slot.size() != 2) return at;
  const std::size_t place = slot[1] == 'T' ? stripe_slot : static_cast<std::size_t>(slot[1] - '0');
  if (place > stripe_slot) return at;
  return printed(tables_.cards[id].slots[place]) + " (" + std::to_string(id) + ")";
}

Json Words::labels() const {
  Json cards = Json::object();
  for (std::size_t id = 1; id < tables_.cards.size(); ++id) cards[std::to_string(id)] = card(id);
  Json books = Json::object();  // people count from one
  for (int i = 0; i < max_seats; ++i) books[std::to_string(i)] = std::to_string(i + 1);
  return {{"card", cards}, {"reveal", cards}, {"book", books}};
}

std::string Words::payment(const Json& action) const {
  std::string text;
  const auto each = [&](const Json& symbols) {
    for (const Json& at : symbols) add(text, symbol(at));
  };
  for (const char* key : {"symbol", "coordinate", "ticket", "dest"})
    if (action.contains(key)) add(text, symbol(action[key]));
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

Json Words::spoken(const Json& action) const {
  Json said = action;
  const std::string pay = payment(action);
  said["pay"] = pay.empty() ? Json(nullptr) : Json(pay);
  if (action.contains("field")) said["field"] = field_name(action["field"]);
  if (action.contains("uses")) said["uses"] = uses(action);
  if (action.contains("base")) {
    const Json& base = action["base"];
    said["from"] = base.contains("field") ? Json(field_name(base["field"])) : Json(nullptr);
    said["link"] = base.value("link", Json());
    said["way"] = way_text(action);
  }
  return said;
}

}  // namespace remise::tramways
