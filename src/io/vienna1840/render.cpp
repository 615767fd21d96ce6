// A table of 1840 as text, as a picture, and its best routes. Shows public knowledge only.
#include <algorithm>
#include <cstdlib>

#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/match.h"
#include "io/text/renderer.h"
#include "io/text/text_table.h"
#include "io/vienna1840/board/board.h"
#include "io/vienna1840/board/board_text.h"
#include "io/vienna1840/board/svg.h"
#include "io/vienna1840/words.h"

namespace remise::vienna1840 {

namespace {

const TypedMatch<Vienna1840>& typed(const Match& match) { return static_cast<const TypedMatch<Vienna1840>&>(match); }
const Vienna1840& rules(const Match& match) { return static_cast<const TypedGame<Vienna1840>&>(match.game()).rules(); }

std::string number(int value) { return value < 0 ? "\u2212" + std::to_string(-value) : std::to_string(value); }

class TextPage {
 public:
  TextPage(const Match& match, const Locale& locale, const RenderOptions& options)
      : t_(rules(match).tables()),
        s_(typed(match).state()),
        p_(rules(match).at(s_)),
        locale_(locale),
        names_(options.names),
        moves_(match.length()) {}

  std::string write() {
    head();
    board();
    players();
    companies();
    lines();
    stadtbahn();
    supply();
    return out_;
  }

 private:
  std::string say(const std::string& key, const Json& values = Json::object()) const {
    return locale_.text("1840." + key, values);
  }
  std::string name(Seat seat) const {
    return seat == Seat::none            ? "-"
           : index(seat) < names_.size() ? names_[index(seat)]
                                         : std::to_string(static_cast<int>(seat));
  }
  std::string name(CompanyId c) const { return t_.companies[index(c)].id; }
  std::string tram(TramColour colour) const {
    return colour == TramColour::none ? "-" : say("tram." + std::string(tram_words[index(colour)]));
  }
  std::string percent(int n) const { return say("percent", {{"n", n}}); }
  std::string privates(Holder holder) const {
    std::string list;
    for (std::size_t i = 0; i < private_count; ++i)
      if (s_.privates[i] == holder) list += (list.empty() ? "" : ", ") + say("private." + t_.privates[i].id);
    return list;
  }
  void title(const std::string& text) { out_ += "\n" + text + "\n"; }

  void head() {
    out_ += say("round." + p_.round().name) + ", " + say("step." + std::string(step_words[index(s_.step)]));
    if (p_.to_act() != Seat::none) out_ += ": " + name(p_.to_act());
    if (s_.turn.line != LineId::none) out_ += ", " + say("show.line", {{"line", number_of(s_.turn.line)}});
    out_ += "  (" + locale_.text("core.moves_played", {{"n", moves_}}) + ")\n";
  }

  void board() { out_ += "\n" + map_text(p_.map(), s_.board) + "    " + say("show.map_legend") + "\n"; }

  void players() {
    title(say("show.players"));
    TextTable table;
    table.row({"", "", say("show.cash"), say("show.certificates"), say("show.loans"), say("show.wealth"),
               say("show.shares")});
    for (const Seat seat : s_.order) {
      const Player& player = s_.player(seat);
      std::string shares;
      for (std::size_t c = 0; c < company_count; ++c)
        if (player.shares.items[c])
          shares += (shares.empty() ? "" : "  ") + t_.companies[c].id + " " + percent(player.shares.items[c] * 10);
      const std::string held = privates(Holder::of(seat));
      table.row({p_.to_act() == seat ? ">" : "", name(seat), number(player.cash.v),
                 std::to_string(p_.certificates(seat)) + "/" + std::to_string(p_.facts().certificate_limit),
                 std::to_string(player.loans), number(p_.wealth(seat).v), shares + (held.empty() ? "" : "  " + held)});
    }
    out_ += table.text();
  }

  void companies() {
    title(say("show.companies"));
    TextTable table;
    table.row({"", "", say("show.price"), say("show.treasury"), say("show.revenue"), say("show.for_sale"),
               say("show.lines")});
    for (const CompanyId c : s_.stacks) {
      if (is_stadtbahn(c)) continue;
      const TramCompany& company = s_.company(c);
      std::string lines;
      for (const LineId line : company.lines)
        lines += (lines.empty() ? "" : "  ") + std::to_string(number_of(line)) + " " + tram(s_.line(line).tram);
      for (const TramColour parked : company.parked) lines += "  (" + tram(parked) + ")";
      const std::string held = privates(Holder::of(c));
      table.row({name(c), name(company.director), number(p_.price(c).v), number(company.treasury.v),
                 number(company.revenue.v), percent(p_.shares_left(c) * 10),
                 lines + (held.empty() ? "" : "  " + held)});
    }
    out_ += table.text();
  }

  void lines() {
    TextTable table;
    RouteFinder finder;
    for (std::size_t l = 0; l < line_count; ++l) {
      const Line& line = s_.lines[l];
      const auto id = id_at<LineId>(l);
      if (line.place != LinePlace::owned || line.markers == 0) continue;
      std::string stops;
      const Route route = finder.best_route(p_.map(), s_.board, runner_of(p_, id));
      for (const Stop& stop : route.stops)
        stops += (stops.empty() ? "" : " ") + p_.map()[stop.hex].name + ":" + std::to_string(stop.value + stop.bonus);
      table.row({std::to_string(number_of(id)), name(line.company), std::to_string(line.markers) + "/6",
                 number(route.revenue),
                 number(p_.maintenance(line.tram == TramColour::none ? TramColour::pink : line.tram).v), stops});
    }
    const std::string text = table.text();
    if (text.empty()) return;
    title(say("show.best_routes"));
    out_ += text;
  }

  void stadtbahn() {
    title(say("show.stadtbahn"));
    TextTable table;
    RouteFinder finder;
    for (const CompanyId c : s_.stacks) {
      if (!is_stadtbahn(c)) continue;
      const StadtbahnRun run = finder.stadtbahn_run(p_.map(), s_.board, c, p_.round().era);
      std::string stops;
      for (const StadtbahnStop& stop : run.stops)
        stops += (stops.empty() ? "" : " ") + p_.map()[stop.hex].name + ":" + std::to_string(stop.value);
      table.row({name(c), t_.companies[index(c)].name, number(p_.price(c).v), percent(p_.shares_left(c) * 10),
                 number(run.revenue), stops});
    }
    out_ += table.text();
  }

  void supply() {
    std::string trams, offered;
    for (std::size_t i = 0; i < tram_colour_count; ++i)
      if (s_.trams[i]) {
        const Money price = p_.tram_price(id_at<TramColour>(i));
        trams += "  " + tram(id_at<TramColour>(i)) + " " + std::to_string(s_.trams[i]) +
                 (price.v >= 0 ? " (" + std::to_string(price.v) + ")" : "");
      }
    for (std::size_t l = 0; l < line_count; ++l)
      if (s_.lines[l].place == LinePlace::offered) offered += " " + std::to_string(l + 1);
    title(say("show.trams_left") + trams);
    out_ += say("show.lines_offered", {{"lines", offered.empty() ? " -" : offered}, {"hidden", s_.deck.size()}}) + "\n";
  }

  const Tables& t_;
  const State& s_;
  Position p_;
  const Locale& locale_;
  const std::vector<std::string>& names_;
  std::size_t moves_;
  std::string out_;
};

std::string text(const Match& match, const Locale& locale, const RenderOptions& options) {
  return TextPage(match, locale, options).write();
}

std::string svg(const Match& match, const Locale&, const RenderOptions& options) {
  return svg_of(draw_position(match, {options.viewer, options.route, options.dark}), "Map of 1840");
}

// "BBG (Chiara)", "4 (BBG, Chiara)": a company comes with its director, and a line with its company.
Json labels(const Match& match, const Speaker& speaker) {
  const State& s = typed(match).state();
  const Tables& tables = rules(match).tables();
  const Locale& locale = speaker.locale();
  const auto values = [&](CompanyId c) {
    Json all{{"company", tables.companies[index(c)].id}};
    const Seat director = index(c) < tram_company_count ? s.companies[index(c)].director : Seat::none;
    if (director == Seat::none || index(director) >= speaker.names().size()) return all;
    all["seat"] = speaker.names()[index(director)];
    all["seat_is"] = director == speaker.reader() ? "you" : "other";
    return all;
  };
  Json companies = Json::object(), lines = Json::object(), hexes = Json::object();
  for (std::size_t c = 0; c < company_count; ++c) {
    const auto id = id_at<CompanyId>(c);
    if (is_stadtbahn(id))
      companies[tables.companies[c].id] = locale.text("1840.stadtbahn_of", {{"stadtbahn", tables.companies[c].id}});
    else if (const Json of = values(id); of.contains("seat"))
      companies[tables.companies[c].id] = locale.text("1840.company_of", of);
  }
  for (std::size_t l = 0; l < line_count; ++l)
    if (Json of = s.lines[l].company == CompanyId::none ? Json::object() : values(s.lines[l].company);
        of.contains("seat")) {
      of["line"] = l + 1;
      lines[std::to_string(l + 1)] = locale.text("1840.line_of", of);
    }
  for (const Hex& hex : rules(match).at(s).map().hexes)
    if (!hex.place.empty()) hexes[hex.name] = hex.place + " (" + hex.name + ")";
  return {{"company", std::move(companies)}, {"line_of", std::move(lines)}, {"hex", std::move(hexes)}};
}

// "1, 2, 4": the lines in play.
std::string lines_of(const Map& map) {
  std::string list;
  for (std::size_t l = 0; l < line_count; ++l)
    if (map.lines.has(id_at<LineId>(l))) list.append(list.empty() ? "" : ", ").append(std::to_string(l + 1));
  return list;
}

std::expected<Json, Error> route(const Match& match, const RenderOptions& options) {
  const State& s = typed(match).state();
  const Position p = rules(match).at(s);
  const LineId line = line_named(options.route);
  if (line == LineId::none || !p.map().lines.has(line))
    return std::unexpected(Error{"1840", "no_such_line", "", {{"line", options.route}, {"known", lines_of(p.map())}}});
  if (s.line(line).markers == 0)
    return std::unexpected(Error{"1840", "line_not_running", "", {{"line", options.route}}});
  RouteFinder finder;
  const Route best = finder.best_route(p.map(), s.board, runner_of(p, line));
  Json stops = Json::array();
  for (const Stop& stop : best.stops)
    stops.push_back(
        {{"hex", p.map()[stop.hex].name}, {"location", stop.location}, {"value", stop.value}, {"bonus", stop.bonus}});
  return Json{{"line", number_of(line)}, {"value", best.revenue}, {"stops", std::move(stops)}};
}

std::string stops_text(const Map& map, const Route& route, const Locale& locale) {
  std::string text;
  for (const Stop& stop : route.stops) {
    const Hex& hex = map[stop.hex];
    text += "  " + hex.name + "  " + std::to_string(stop.value);
    if (stop.bonus > 0) text += " + " + std::to_string(stop.bonus);
    text += (hex.place.empty() ? "" : "  ") + hex.place + "\n";
  }
  return text + locale.text("core.route_total", {{"value", route.revenue}}) + "\n";
}

std::expected<BoardRoute, std::vector<std::string>> board_route(std::string_view text, const std::string& line,
                                                                const DataFiles& data, const Locale& locale) {
  const auto tables = Tables::read(data);
  if (!tables) return std::unexpected(std::vector{locale.text(tables.error())});
  const auto board = read_board_text(text, **tables, line);
  if (!board) {
    std::vector<std::string> faults;
    for (const auto& [row, error] : board.error()) {
      const std::string reason = locale.text(error);
      faults.push_back(row == 0 ? reason : locale.text("1840.board.row", {{"row", row}, {"reason", reason}}));
    }
    return std::unexpected(std::move(faults));
  }
  RouteFinder finder;
  const Route route = finder.best_route(*board->map, board->board, board->runner);
  MapPicture picture{board->map, &board->board, board->runner.era, {}, {}, &route, board->runner.line, false};
  picture.company.fill(CompanyId::none);
  std::string words = route.exists()
                          ? stops_text(*board->map, route, locale)
                          : locale.text("1840.board.no_route", {{"line", number_of(board->runner.line)}}) + "\n";
  return BoardRoute{route_json(*board, route), std::move(words), svg_of(draw_map(picture), "Map of 1840")};
}

std::string chapter(const Match& match) { return rules(match).at(typed(match).state()).round().name; }

}  // namespace

Renderer renderer() {
  return {Vienna1840::id, &text, &svg, &labels, &route, &board_route, &chapter, &spoken_action, &gain_of};
}

}  // namespace remise::vienna1840
