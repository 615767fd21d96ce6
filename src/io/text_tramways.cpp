#include <iomanip>
#include <map>
#include <sstream>

#include "io/render_tramways.h"
#include "io/tramways_words.h"

namespace remise {
namespace {

std::string list_text(const Json& list) {
  std::string text;
  for (const Json& item : list)
    text.append(text.empty() ? "" : " ").append(item.is_string() ? item.get<std::string>() : item.dump());
  return text.empty() ? "-" : text;
}

std::string name_of(const RenderOptions& options, std::size_t seat) {
  return seat < options.names.size() ? options.names[seat] : "seat " + std::to_string(seat);
}

std::string letter(int seat) { return std::string(1, static_cast<char>('a' + seat)); }

// One cell: ground, parcel or building, 'x for its owner, * for a passenger, -x for each rail. Owners are letters.
std::string cell(const Json& field, const Json& state) {
  const std::string key = std::to_string(field.value("x", 0)) + "," + std::to_string(field.value("y", 0));
  const std::string ground = field.value("ground", std::string("."));
  std::string text = field.contains("building") ? field.value("building", std::string()) : ground;
  if (const Json& built = state["buildings"]; built.contains(key)) {
    text += built[key].value("upgraded", false) ? "+'" : "'";
    text += letter(built[key].value("owner", 0));
  } else if (state["parcels"].contains(ground) && !state["parcels"][ground].is_null()) {
    text += "'" + letter(state["parcels"][ground].get<int>());
  }
  const Json spot = Json::array({field.value("x", 0), field.value("y", 0)});
  for (const Json& passenger : state["passengers"])
    if (passenger == spot) text += "*";
  std::string rails;
  for (const auto& [id, link] : state["links"].items())
    for (const Json& piece : link["pieces"])
      if (piece[0] == spot[0] && piece[1] == spot[1]) rails += letter(link.value("owner", 0));
  if (!rails.empty()) text = (text == "." ? "-" : text + "-") + rails;
  return text;
}

void draw_map(std::ostream& out, const Json& state) {
  std::map<std::pair<int, int>, std::string> cells;
  int width = 0, height = 0;
  for (const Json& field : state["map"]) {
    const int x = field.value("x", 0), y = field.value("y", 0);
    cells[{y, x}] = cell(field, state);
    width = std::max(width, x + 1), height = std::max(height, y + 1);
  }
  out << "     ";
  for (int x = 0; x < width; ++x) out << std::left << std::setw(7) << x;
  out << '\n';
  for (int y = 0; y < height; ++y) {
    out << std::right << std::setw(3) << y << "  ";
    for (int x = 0; x < width; ++x) out << std::left << std::setw(7) << (cells.contains({y, x}) ? cells[{y, x}] : "");
    out << '\n';
  }
}

void list_cards(std::ostream& out, const std::string& title, const Json& cards, const TramwaysWords& words) {
  out << '\n' << title << '\n';
  for (const Json& card : cards.is_array() ? cards : Json::array({cards}))
    if (card.is_number()) out << "  " << words.card(card.get<std::size_t>()) << '\n';
}

}  // namespace

std::string tramways_text(const Match& match, const Locale& locale, const RenderOptions& options) {
  const Json view = match.view(options.viewer);
  const Json& state = view["state"];
  std::ostringstream out;
  out << "round " << state["round"] << ", " << state.value("phase", std::string()) << ", order "
      << list_text(state["turn_order"]) << ", to act " << list_text(view["to_act"]) << "\n\n";
  draw_map(out, state);
  out << "\n    ";
  for (std::size_t i = 0; i < state["players"].size(); ++i)
    out << " " << letter(static_cast<int>(i)) << " = " << name_of(options, i);
  out << "; 'x owner, * passenger, -x rail, + upgraded, ^ mountain, ~ water\n\nlinks\n";
  std::map<int, const Json*> links;  // in order of their numbers
  for (const auto& [id, link] : state["links"].items()) links[std::stoi(id)] = &link;
  for (const auto& [id, found] : links) {
    const Json& link = *found;
    out << "  " << std::setw(4) << std::left << id << name_of(options, link.value("owner", std::size_t{0})) << ", "
        << link["pieces"].size() << (link["pieces"].size() == 1 ? " piece" : " pieces")
        << (link.value("complete", false) ? "" : ", incomplete") << (link.value("upgraded", false) ? ", upgraded" : "")
        << ", " << link["ends"].dump() << '\n';
  }
  out << "\nplayers\n";
  for (std::size_t i = 0; i < state["players"].size(); ++i) {
    const Json& p = state["players"][i];
    out << "  " << std::setw(12) << std::left << name_of(options, i) << "$" << p["money"] << "  HP " << p["hp"]
        << "  stress " << p["stress"] << "/" << p["stress_max"] << "  workers " << p["workers"] << "/"
        << p["worker_limit"] << "  rails " << p["straights"] << "+" << p["curves"] << "  hand " << p["hand_size"] << "/"
        << p["hand_limit"] << "  deck " << p["deck_size"] << "  links " << p["links"] << "  score " << p["score"]
        << '\n';
  }
  const TramwaysWords words(match, locale);
  for (std::size_t i = 0; i < state["players"].size(); ++i)
    if (const Json& hand = state["players"][i]["hand"]; !hand.is_null())
      list_cards(out, "hand of " + name_of(options, i), hand, words);
  list_cards(out, "auction, " + state["auction"]["deck_size"].dump() + " more in the deck", state["auction"]["row"],
             words);
  for (std::size_t i = 0; i < state["books"].size(); ++i) {
    const Json& book = state["books"][i];
    list_cards(
        out,
        "ticket book " + std::to_string(i + 1) + ", " + book["size"].dump() + (book["size"] == 1 ? " card" : " cards"),
        book["cards"].is_null() ? book["open"] : book["cards"], words);
  }
  if (!state["dev_open"].empty()) list_cards(out, "development", state["dev_open"], words);
  out << "\ndiscs " << list_text(state["discs"]);
  if (const std::string first = state["discs"].empty() ? "" : state["discs"][0].get<std::string>();
      locale.has("tramways.building." + first))
    out << " (" << locale.text("tramways.building." + first) << ")";
  out << '\n';
  return out.str();
}

Json tramways_labels(const Match& match, const Locale& locale, const std::vector<std::string>&) {
  return TramwaysWords(match, locale).labels();
}

Json tramways_spoken(const Match& match, const Locale& locale, const Json& action) {
  return TramwaysWords(match, locale).spoken(action);
}

// Builders and movers are worth watching; a turn is ended, and a card kept, only now and then.
Taste tramways_taste(const Json& action) {
  const std::string type = action.value("type", "");
  if (type == "move_passenger" || type == "build" || type == "upgrade_link" || type == "upgrade_building")
    return {40, 0};
  if (type == "lay_track") return {8, 0};
  return {1, 0};
}

std::expected<Json, Error> tramways_route(const Match&, const RenderOptions& options) {
  return std::unexpected(
      form_error("unknown_word", "route", options.route));  // no best route is asked for in this game
}

}  // namespace remise
