#include "games/sticks/rules.h"

namespace remise::sticks {

std::expected<Tables, Error> Tables::read(const DataFiles& data) {
  const auto text = data("sticks/game.json");
  if (!text) return std::unexpected(form_error("missing", "sticks/game.json"));
  const auto json = parse_json(*text);
  if (!json) return std::unexpected(json.error());
  ObjectReader in(*json, "sticks/game.json");
  Tables tables;
  tables.sticks = static_cast<std::int32_t>(in.integer("sticks", 1, 1000));
  tables.most = static_cast<std::int32_t>(in.integer("most", 1, 1000));
  in.skip("source");
  if (auto error = in.finish()) return std::unexpected(*error);
  return tables;
}

Json Sticks::about() const {
  return {{"id", id}, {"name", "Sticks"}, {"designer", ""}, {"players", {2, 4}}, {"options", Json::array()}};
}

std::expected<Sticks::State, Error> Sticks::start(const Json& setup) const {
  ObjectReader in(setup, "setup");
  State state;
  state.players = static_cast<std::int16_t>(in.integer("players", 2, 4));
  in.skip("seed");
  in.skip("options");
  if (auto error = in.finish()) return std::unexpected(*error);
  state.left = tables_.sticks;
  return state;
}

std::optional<Sticks::Refusal> Sticks::apply(State& s, Seat seat, const Action& a, std::vector<Event>* events,
                                             Workspace&) const {
  if (!to_act(s).has(seat)) return record(Code::not_your_turn, seat);
  if (a.sticks < 1 || a.sticks > most(s)) return record(Code::too_many, a.sticks, most(s));  // S1
  s.left -= a.sticks;
  s.turn = static_cast<std::int16_t>((s.turn + 1) % s.players);
  if (events) events->push_back(record(EventKind::taken, seat, a.sticks, s.left));
  return std::nullopt;
}

std::optional<Json> Sticks::outcome(const State& s) const {
  if (s.left > 0) return std::nullopt;
  const int loser = (s.turn + s.players - 1) % s.players;  // S2: the one before whoever would be next
  Json scores = Json::array(), winners = Json::array();
  for (int seat = 0; seat < s.players; ++seat) {
    scores.push_back({{"seat", seat}, {"score", seat == loser ? 0 : 1}});
    if (seat != loser) winners.push_back(seat);
  }
  return Json{{"scores", scores}, {"winners", winners}};
}

std::expected<Sticks::Action, Error> Sticks::read_action(const Json& json) const {
  ObjectReader in(json, "action");
  in.one_of("type", {"take"});
  const Action action{static_cast<std::int32_t>(in.integer("sticks", -1000, 1000))};
  if (auto error = in.finish()) return std::unexpected(*error);
  return action;
}

// The build finds these by the name of the folder.
std::string_view game_id() { return Sticks::id; }
int rules_version() { return Sticks::version; }

MadeGame make_game(const DataFiles& data) {
  auto tables = Tables::read(data);
  if (!tables) return std::unexpected(tables.error());
  return std::make_unique<TypedGame<Sticks>>(Sticks(*tables));
}

// For `remise data check`.
std::vector<Error> check_data(const DataFiles& data) {
  const auto tables = Tables::read(data);
  if (!tables) return {tables.error()};
  return {};
}

}  // namespace remise::sticks
