#include "games/tramways/rules.h"

#include "core/seed.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/edge/position_file.h"
#include "games/tramways/edge/view.h"

namespace remise::tramways {

static_assert(Rules<Tramways>);

namespace {

// [{board: {j, sides: {side: {parcels, fields}}}}]
Json prints_of(const Tables& tables) {
  Json prints = Json::object();
  for (const Board& board : tables.boards) {
    Json& print = prints[board.id] = {{"j", board.j_board}, {"sides", Json::object()}};
    for (std::size_t side = 0; side < board.sides.size(); ++side)
      print["sides"][side_names()[side]] = {{"parcels", board.sides[side].parcels},
                                            {"fields", fields_json(tables, {&board, side, 0, 0, 0})}};
  }
  return prints;
}

}  // namespace

Json Tramways::about() const {
  const auto choice = [](const char* key, Json choices, Json otherwise) {
    return Json{{"key", key}, {"type", "choice"}, {"choices", std::move(choices)}, {"default", std::move(otherwise)}};
  };
  Json options = Json::array();
  const auto only = [](Json choices) { return Json{{"default", choices.front()}, {"choices", choices}}; };
  Json variant = choice("variant", {"standard", "expert2", "solo"}, "standard");
  for (int n = 1; n <= max_players; ++n)
    variant["by_players"][std::to_string(n)] = only(n == 1   ? Json{"solo"}
                                                    : n == 2 ? Json{"standard", "expert2"}
                                                             : Json{"standard"});
  options.push_back(std::move(variant));
  options.push_back(choice("cards", card_set_names, card_set_names.front()));
  options.push_back(choice("development", {"original", "alternative"}, "original"));
  options.push_back({{"key", "draft"},
                     {"type", "boolean"},
                     {"default", false},
                     {"by_players", {{"1", only(Json::array({false}))}}}});  // 17.3
  options.push_back(choice("passengers", {"limited", "unlimited"}, "limited"));
  options.push_back(choice("sides", {"1920", "1910", "random", "explicit"}, "1920"));
  // One word for all players, or a list with one word for each seat.
  Json boards = choice("player_boards", {"normal", "hard"}, "normal");
  boards["per_seat"] = true;
  options.push_back(std::move(boards));
  // [{board, side, x, y, rotation}]: needed with sides "explicit".
  Json names = Json::array();
  for (const Board& board : tables_.boards) names.push_back(board.id);
  options.push_back({{"key", "boards"},
                     {"type", "placements"},
                     {"needs", {{"sides", "explicit"}}},
                     {"boards", std::move(names)},
                     {"prints", prints_of(tables_)},
                     {"rotations", {0, 90, 180, 270}},
                     {"sides", {"1920", "1910"}},
                     {"default", nullptr}});
  return {{"id", id},
          {"name", "Tramways"},
          {"designer", "Alban Viard"},
          {"players", {1, max_players}},
          {"options", std::move(options)}};
}

std::expected<State, Error> Tramways::start(const Json& setup, int rules) const {
  if (const CardSetId set = named_cards(setup); cards_ == CardSetId::first && set != cards_)
    return with(set).start(setup, rules);
  auto state = start_here(setup, rules);
  if (state) state->cards = cards_;
  return state;
}

std::expected<State, Error> Tramways::start_here(const Json& setup, int rules) const {
  if (setup.is_object() && setup.contains("position")) return read_position_setup(tables_, setup);
  const auto read = read_setup(tables_, setup);
  if (!read) return std::unexpected(read.error());
  const std::string_view seed = read->seed ? *read->seed : std::string_view();
  return start_state(tables_, *read, rules == 1 ? bare_stream(seed) : match_stream(seed), rules);
}

Json Tramways::position_setup(const State& s) const {
  Json setup{{"players", s.player_count}, {"position", position_json(tables_, s)}};
  if (cards_ != CardSetId::first) setup["options"] = {{"cards", card_set_names[index(cards_)]}};
  return setup;
}

SeatSet Tramways::to_act(const State& s) const {
  switch (s.phase) {
    case Phase::draft: return SeatSet::of(draft_seat(s));
    case Phase::keep:
    case Phase::admin: return s.open;
    case Phase::end: return {};
    default: return SeatSet::of(s.in_turn());
  }
}

std::optional<Refusal> Tramways::apply(State& s, Seat seat, const Action& action, std::vector<Event>* events,
                                       Workspace&) const {
  return apply(s, seat, action, events, nullptr);
}

std::optional<Refusal> Tramways::apply(State& s, Seat seat, const Action& action, std::vector<Event>* events,
                                       Between* between) const {
  if (!to_act(s).has(seat)) return refuse(RefusalCode::not_your_turn, seat);
  if (Check no = std::visit([p = Position{tables_, s, seat}](const auto& a) { return check(p, a); }, action)) return no;
  const bool given = s.shuffles.given;  // only then can a fault be found after the first change
  const std::size_t told = events ? events->size() : 0;
  std::optional<State> before;
  if (given) before = s;
  Check late;
  std::visit([mover = Mover{tables_, s, seat, events, late, between}](const auto& a) { act(mover, a); }, action);
  if (!late) return {};
  s = *before;
  if (events) events->resize(told);
  return late;
}

std::optional<Json> Tramways::outcome(const State& s) const {
  if (s.phase != Phase::end) return std::nullopt;
  return standing(s);
}

Json Tramways::standing(const State& s) const { return outcome_json(tables_, s); }

std::expected<Action, Error> Tramways::read_action(const Json& json) const {
  return tramways::read_action(tables_, json);
}

Error Tramways::explain(const Refusal& refusal) const {
  const auto& spec = refusal_specs[index(refusal.kind)];
  Json values = json_tree(
      [&](JsonWriter& w) { w.object([&] { write_fields(w, tables_, spec, refusal.args, Viewer::analyst()); }); });
  return {std::string(id), std::string(spec.name), std::string(spec.rule), std::move(values)};
}

void Tramways::write_action(JsonWriter& w, const Action& action, Seat seat, Viewer viewer) const {
  tramways::write_action(w, tables_, action, seat, viewer);
}

void Tramways::write_choice(JsonWriter& w, const Choice<Action>& choice) const {
  tramways::write_choice(w, tables_, choice);
}

void Tramways::write_event(JsonWriter& w, const Event& event, Viewer viewer) const {
  const auto& spec = event_specs[index(event.kind)];
  w.object([&] {
    w.members("kind", spec.name);
    write_fields(w, tables_, spec, event.args, viewer);
  });
}

}  // namespace remise::tramways
