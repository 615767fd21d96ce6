#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

#include "io/text/sentences.h"
#include "io/text/text_table.h"
#include "io/tramways/render.h"
#include "io/tramways/words.h"

namespace remise::tramways {
namespace {

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

// Columns have numbers and rows letters, as on the page.
void draw_map(std::ostream& out, const Json& state) {
  std::map<std::pair<int, int>, std::string> cells;
  int width = 0, height = 0;
  for (const Json& field : state["map"]) {
    const int x = field.value("x", 0), y = field.value("y", 0);
    cells[{y, x}] = cell(field, state);
    width = std::max(width, x + 1), height = std::max(height, y + 1);
  }
  out << "     ";
  for (int x = 0; x < width; ++x) out << std::left << std::setw(7) << x + 1;
  out << '\n';
  for (int y = 0; y < height; ++y) {
    out << std::right << std::setw(3) << row_name(y) << "  ";
    for (int x = 0; x < width; ++x) out << std::left << std::setw(7) << (cells.contains({y, x}) ? cells[{y, x}] : "");
    out << '\n';
  }
}

class TextPage {
 public:
  TextPage(const Match& match, const Locale& locale, const RenderOptions& options)
      : view_(match.view(options.viewer)),
        state_(view_["state"]),
        locale_(locale),
        names_(options.names),
        words_(match, locale),
        moves_(match.length()) {}

  std::string write() {
    head();
    draw_map(out_, state_);
    legend();
    links();
    players();
    cards();
    return out_.str();
  }

 private:
  std::string say(const std::string& key, const Json& values = Json::object()) const {
    return locale_.text("tramways." + key, values);
  }
  std::string name(const Json& seat) const {
    const auto i = seat.get<std::size_t>();
    return i < names_.size() ? names_[i] : locale_.text("core.seat", {{"n", i + 1}});
  }
  std::string names(const Json& seats) const {
    std::string list;
    for (const Json& seat : seats) list.append(list.empty() ? "" : ", ").append(name(seat));
    return list;
  }
  void title(const std::string& text) { out_ << '\n' << text << '\n'; }

  void head() {
    out_ << moment_name(state_, locale_);
    if (!view_["to_act"].empty()) out_ << ": " << names(view_["to_act"]);
    out_ << "  (" << locale_.text("core.moves_played", {{"n", moves_}}) << ")\n"
         << say("show.order", {{"names", names(state_["turn_order"])}}) << "\n\n";
  }

  void legend() {
    out_ << "\n    ";
    for (std::size_t i = 0; i < state_["players"].size(); ++i)
      out_ << " " << letter(static_cast<int>(i)) << " = " << name(i);
    out_ << "\n     " << say("show.legend") << '\n';
  }

  void links() {
    if (state_["links"].empty()) return;
    title(say("show.links"));
    std::map<int, const Json*> in_order;
    for (const auto& [id, link] : state_["links"].items()) in_order[std::stoi(id)] = &link;
    TextTable table;
    for (const auto& [id, found] : in_order) {
      const Json& link = *found;
      std::string more = link.value("complete", false) ? "" : say("show.open");
      if (link.value("upgraded", false)) more += (more.empty() ? "" : ", ") + say("show.upgraded");
      table.row({words_.link(id), name(link["owner"]), say("show.pieces", {{"n", link["pieces"].size()}}), more});
    }
    out_ << table.text();
  }

  void players() {
    title(say("show.players"));
    TextTable table(TextTable::Last::numbers);
    table.row({"", "", say("show.money"), say("show.happiness"), say("show.stress"), say("show.workers"),
               say("show.straights"), say("show.curves"), say("show.hand"), say("show.deck"), say("show.finished"),
               say("show.score")});
    const Json& to_act = view_["to_act"];
    for (const Json& seat : state_["turn_order"]) {
      const Json& p = state_["players"][seat.get<std::size_t>()];
      const auto of = [&](const char* key, const char* limit) { return p[key].dump() + "/" + p[limit].dump(); };
      const bool acts = std::find(to_act.begin(), to_act.end(), seat) != to_act.end();
      table.row({acts ? ">" : "", name(seat), say("amount", {{"n", p["money"]}}), p["hp"].dump(),
                 of("stress", "stress_max"), of("workers", "worker_limit"), p["straights"].dump(), p["curves"].dump(),
                 of("hand_size", "hand_limit"), p["deck_size"].dump(), p["links"].dump(), p["score"].dump()});
    }
    out_ << table.text();
  }

  void cards() {
    for (std::size_t i = 0; i < state_["players"].size(); ++i)
      if (const Json& hand = state_["players"][i]["hand"]; !hand.is_null())
        list(say("show.hand_of", {{"name", name(i)}}), hand);
    const Json& auction = state_["auction"];
    list(say("show.auction", {{"n", auction["deck_size"]}}), auction["row"]);
    for (std::size_t i = 0; i < state_["books"].size(); ++i) {
      const Json& book = state_["books"][i];
      list(say("show.book", {{"book", i + 1}, {"n", book["size"]}}),
           book["cards"].is_null() ? Json::array({book["open"]}) : book["cards"]);
    }
    if (!state_["dev_open"].empty()) list(say("dev_open"), state_["dev_open"]);
    std::string places;
    for (const Json& disc : state_["discs"])
      places.append(places.empty() ? "" : ", ").append(say("building." + disc.get<std::string>()));
    if (!places.empty()) title(say("show.discs", {{"places", places}}));
    if (const Json& left = state_["passengers_left"]; !left.is_null())
      out_ << say("show.passengers_left", {{"n", left}}) << '\n';
  }

  void list(const std::string& what, const Json& cards) {
    title(what);
    for (const Json& card : cards)
      if (card.is_number()) out_ << "  " << words_.card(card.get<std::size_t>()) << '\n';
  }

  const Json view_;
  const Json& state_;
  const Locale& locale_;
  const std::vector<std::string>& names_;
  Words words_;
  std::size_t moves_;
  std::ostringstream out_;
};

}  // namespace

std::string moment_name(const Json& state, const Locale& locale) {
  const int round = state["round"].get<int>();
  std::string phase = state["phase"].get<std::string>();
  if (phase.starts_with("act1.") || phase.starts_with("act2.")) phase.erase(0, 5);  // a bonus within a turn
  return (round == 0 ? locale.text("tramways.setup") : locale.text("tramways.round", {{"n", round}})) + ", " +
         locale.text("tramways.phase." + phase);
}

std::string draw_text(const Match& match, const Locale& locale, const RenderOptions& options) {
  return TextPage(match, locale, options).write();
}

}  // namespace remise::tramways
