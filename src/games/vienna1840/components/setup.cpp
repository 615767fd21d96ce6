// III: what lies on the table before the first move.
#include <algorithm>

#include "core/seed.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rounds/market.h"
#include "games/vienna1840/rounds/rounds.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

namespace {

using Deck = InplaceVector<LineId, line_count>;
using Order = InplaceVector<Seat, max_seats>;

Deck lines_in_play(const Map& map) {
  Deck lines;
  for (int i = 0; i < line_count; ++i)
    if (map.lines.has(id_at<LineId>(i))) lines.push_back(id_at<LineId>(i));
  return lines;
}

// R3: line 2 is not among the first cards.
Deck shuffled_lines(const Tables& tables, const Map& map, std::size_t shown, Random& random) {
  Deck open, late;
  for (const LineId line : lines_in_play(map)) (tables.not_shown_at_start.has(line) ? late : open).push_back(line);
  random.shuffle(std::span(open.begin(), open.size()));
  Deck deck, rest = late;
  for (std::size_t i = 0; i < open.size(); ++i) (i < shown ? deck : rest).push_back(open[i]);
  random.shuffle(std::span(rest.begin(), rest.size()));
  for (const LineId line : rest) deck.push_back(line);
  return deck;
}

// C12: the deal of recorded games. Every CRf draws for all lines not offered yet, so the whole order is known
// beforehand.
Deck recorded_lines(const Tables& tables, const Map& map, std::size_t shown, std::uint64_t seed) {
  std::uint64_t r = seed % 0x80000000u;
  const auto draw = [&r] { return r = (1103515245u * r + 12345u) % 0x80000000u; };
  Deck left = lines_in_play(map), deck;
  for (bool first = true; !left.empty(); first = false) {
    InplaceVector<std::pair<std::uint64_t, LineId>, line_count> drawn;
    for (const LineId line : left)
      if (!first || !tables.not_shown_at_start.has(line)) drawn.push_back({draw(), line});
    std::stable_sort(drawn.begin(), drawn.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < shown && i < drawn.size(); ++i) {
      deck.push_back(drawn[i].second);
      left.erase(drawn[i].second);
    }
    for (int company = 0; first && company < tram_company_count; ++company) draw();
  }
  return deck;
}

// A list of different numbers from `low` on, translated to ids that `known` contains; all of them must be there.
template <class List, class E>
bool read_permutation(ObjectReader& in, std::string_view key, const List& known, int low, List& out) {
  const Json& json = in.array(key, known.capacity());
  for (const Json& item : json) {
    const bool number = item.is_number_integer() && item >= low && item < low + 100;
    const E id = number ? id_at<E>(item.template get<int>() - low) : E::none;
    if (!number || !known.contains(id) || out.contains(id)) return in.fail("unknown_word", key, item), false;
    out.push_back(id);
  }
  if (out.size() != known.size()) in.fail("not_a_list", key, json);
  return !in.failed();
}

void put_trams_and_markers(const Mover& mover) {
  const Tables& tables = mover.tables;
  State& s = mover.s;
  const PlayerCountFacts& facts = tables.by_players[s.player_count];
  for (std::size_t i = 0; i < tram_colour_count; ++i) s.trams[i] = static_cast<std::uint8_t>(facts.trams[i]);
  for (auto& cell : s.cells) cell = off_chart;
  for (int i = 0; i < stadtbahn_count; ++i) {
    const auto c = id_at<CompanyId>(tram_company_count + i);
    if (tables.map(s.map).stadtbahn.has(c)) put_on_chart(mover, c, tables.stadtbahn_cells[static_cast<std::size_t>(i)]);
  }
  s.board = start_board(tables.map(s.map), s.has(Compat::c10));
}

void put_privates_and_lines(const Tables& tables, State& s, const Deck& deck) {
  const Map& map = tables.map(s.map);
  for (std::size_t i = 0; i < private_count; ++i) {
    s.minimum[i] = static_cast<std::uint8_t>(tables.privates[i].face.v);
    if (!map.privates.has(id_at<PrivateId>(i))) s.privates[i] = Holder::gone();
  }
  for (std::size_t i = 0; i < line_count; ++i)
    if (!map.lines.has(id_at<LineId>(i))) s.lines[i].place = LinePlace::closed;
  const auto shown = static_cast<std::size_t>(tables.by_players[s.player_count].lines_shown);
  for (std::size_t i = 0; i < deck.size(); ++i) {
    if (i < shown)
      s.line(deck[i]).place = LinePlace::offered;
    else
      s.deck.push_back(deck[i]);
  }
}

struct Options {
  MapVariant map{};
  std::uint16_t compat = 0;
};

Options read_options(const Tables& tables, const Json& json, int players, std::optional<Error>& error) {
  Options options;
  const auto& boards = tables.by_players[static_cast<std::size_t>(players)].boards;
  options.map = boards.front();
  if (json.is_null()) return options;
  ObjectReader in(json, "options");
  if (in.has("map")) {
    options.map = id_at<MapVariant>(in.one_of("map", map_words));
    if (!in.failed() && std::find(boards.begin(), boards.end(), options.map) == boards.end())
      in.fail("unknown_word", "map", in.any("map"));
  }
  for (const auto& [name, option] : compat_words)
    if (in.boolean_or(name, false))
      options.compat = static_cast<std::uint16_t>(options.compat | static_cast<int>(option));
  error = in.finish();
  return options;
}

// The number of a recorded game's seed: decimal digits only.
std::optional<std::uint64_t> seed_number(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

}  // namespace

Json Vienna1840::about() const {
  Json options = Json::array();
  // R120: with three players there is a choice.
  Json map{{"key", "map"},
           {"type", "choice"},
           {"choices", {"full", "small"}},
           {"default", "small"},
           {"players", Json::array({3})}};
  for (int n = 2; n <= max_seats; ++n) {
    Json choices = Json::array();
    for (const MapVariant board : tables_->by_players[static_cast<std::size_t>(n)].boards)
      choices.push_back(map_words[index(board)]);
    map["by_players"][std::to_string(n)] = {{"default", choices.front()}, {"choices", choices}};
  }
  options.push_back(std::move(map));
  for (const auto& [name, option] : compat_words)
    options.push_back({{"key", name}, {"type", "boolean"}, {"default", false}, {"compatibility", true}});
  return {{"id", id},
          {"name", "1840: Vienna Tramways"},
          {"designer", "Leonhard Orgler"},
          {"players", {2, 6}},
          {"options", std::move(options)}};
}

std::expected<State, Error> Vienna1840::start(const Json& setup, int rules) const {
  ObjectReader in(setup, "setup");
  const int players = static_cast<int>(in.integer("players", 2, max_seats));
  const Json& options_json = in.any("options");
  const Json& deal = in.any("deal");
  const bool whole_deal = deal.is_object() && deal.contains("order") && deal.contains("lines");
  const bool has_seed = in.has("seed");
  const std::string_view seed = has_seed || !whole_deal ? in.text("seed", 1000) : std::string_view{};
  if (auto error = in.finish()) return std::unexpected(*error);

  std::optional<Error> error;
  const Options options = read_options(*tables_, options_json, players, error);
  if (error) return std::unexpected(*error);

  State s;
  s.player_count = static_cast<std::uint8_t>(players);
  s.map = options.map;
  s.compat = options.compat;
  s.rules = static_cast<std::uint8_t>(rules < 3 ? 0 : rules);
  const Map& map = tables_->map(s.map);
  const auto shown = static_cast<std::size_t>(tables_->by_players[static_cast<std::size_t>(players)].lines_shown);

  Order seats;
  for (int i = 0; i < players; ++i) seats.push_back(id_at<Seat>(i));
  Deck deck;
  s.order = seats;
  if (s.has(Compat::c12) && has_seed) {
    const auto number = seed_number(seed);
    if (!number) return std::unexpected(form_error("not_a_number", "setup.seed", std::string(seed)));
    deck = recorded_lines(*tables_, map, shown, *number);
  } else if (has_seed) {
    Random random = rules == 1 ? bare_stream(seed) : match_stream(seed);
    random.shuffle(std::span(s.order.begin(), s.order.size()));  // III.1
    deck = shuffled_lines(*tables_, map, shown, random);
  }
  if (!deal.is_null()) {
    ObjectReader given(deal, "deal");
    if (given.has("order")) s.order.clear(), read_permutation<Order, Seat>(given, "order", seats, 0, s.order);
    if (given.has("lines")) deck.clear(), read_permutation<Deck, LineId>(given, "lines", lines_in_play(map), 1, deck);
    if (auto fault = given.finish()) return std::unexpected(*fault);
    for (std::size_t i = 0; i < shown; ++i)  // R3
      if (tables_->not_shown_at_start.has(deck[i]))
        return std::unexpected(form_error("unknown_word", "deal.lines", number_of(deck[i])));
  }

  Workspace work;
  const Mover mover{*tables_, s, nullptr, work};
  put_trams_and_markers(mover);
  put_privates_and_lines(*tables_, s, deck);
  for (const Seat seat : seats) mover.bank_pays(seat, mover.now().facts().capital);
  start_pre_share(mover);
  return s;
}

}  // namespace remise::vienna1840
