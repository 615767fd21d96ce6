#include "io/vienna1840/import/source.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace remise::vienna1840 {

namespace {

const Json* member(const Json& json, const char* key) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::int64_t> whole(const Json* json) {
  if (json && json->is_number_integer()) return json->get<std::int64_t>();
  if (json && json->is_string()) {
    const auto& text = json->get_ref<const std::string&>();
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem == std::errc{} && end == text.data() + text.size()) return value;
  }
  return std::nullopt;
}

std::string type_of(const Json& action) {
  const Json* type = member(action, "type");
  return type && type->is_string() ? type->get<std::string>() : std::string();
}

// Talk and notes: no part of the game, and an undo passes over them.
bool is_talk(const std::string& type) { return type == "message" || type == "log"; }

// Which actions count: an undo takes back the last one, or with action_id all after that one; a redo brings the last
// undone ones back, until a new action is made.
std::vector<bool> kept_actions(const Json& actions) {
  std::vector<bool> kept(actions.size(), false);
  std::vector<std::vector<std::size_t>> undone;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const std::string type = type_of(actions[i]);
    if (type == "undo") {
      const auto back_to = whole(member(actions[i], "action_id"));
      std::vector<std::size_t> gone;
      for (std::size_t j = i; j-- > 0;) {
        if (!kept[j]) continue;
        const std::int64_t id = whole(member(actions[j], "id")).value_or(static_cast<std::int64_t>(j) + 1);
        if (back_to && id <= *back_to) break;
        gone.push_back(j);
        kept[j] = false;
        if (!back_to) break;
      }
      if (!gone.empty()) undone.push_back(std::move(gone));
    } else if (type == "redo") {
      if (undone.empty()) continue;
      for (const std::size_t j : undone.back()) kept[j] = true;
      undone.pop_back();
    } else if (!is_talk(type)) {
      undone.clear();
      kept[i] = true;
    }
  }
  return kept;
}

void add_moves(SourceGame& game, const Json& actions) {
  const std::vector<bool> kept = kept_actions(actions);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!kept[i]) continue;
    const std::int64_t id = whole(member(actions[i], "id")).value_or(static_cast<std::int64_t>(i) + 1);
    if (type_of(actions[i]).empty()) {
      game.unreadable.push_back(id);
      continue;
    }
    game.moves.push_back({actions[i], type_of(actions[i]), id, false});
    const Json* followed = member(actions[i], "auto_actions");
    if (!followed || !followed->is_array()) continue;
    for (const Json& action : *followed)
      if (const std::string type = type_of(action); !type.empty() && !is_talk(type))
        game.moves.push_back({action, type, id, true});
  }
}

}  // namespace

namespace {

// The title of anything that looks like a game file of 18xx.games.
std::string title_of(const Json& file) {
  const Json* title = member(file, "title");
  const Json* actions = member(file, "actions");
  const Json* players = member(file, "players");
  const bool shaped = title && title->is_string() && actions && actions->is_array() && players && players->is_array();
  return shaped ? title->get<std::string>() : "";
}

constexpr const char* our_title = "1840";

}  // namespace

bool is_source(const Json& file) { return title_of(file) == our_title; }

std::string other_title(const Json& file) { return is_source(file) ? "" : title_of(file); }

std::expected<SourceGame, Error> read_source(const Json& file) {
  if (!is_source(file)) return std::unexpected(form_error("not_an_object", "file", file));
  SourceGame game;
  const Json& players = *member(file, "players");
  if (players.size() < 2 || players.size() > 6)
    return std::unexpected(form_error("out_of_range", "players", players.size()));
  std::vector<std::pair<std::int64_t, std::string>> seats;
  for (const Json& player : players) {
    const auto id = whole(member(player, "id"));
    if (!id) return std::unexpected(form_error("missing", "players.id"));
    const Json* name = member(player, "name");
    seats.emplace_back(*id, name && name->is_string() ? name->get<std::string>().substr(0, 100) : std::to_string(*id));
  }
  const Json none;
  const Json* settings = member(file, "settings");
  // A table may have fixed its order of play; else players sit as listed.
  if (const Json* order = settings ? member(*settings, "player_order") : nullptr; order && order->is_array()) {
    const auto place = [&](std::int64_t id) {
      std::size_t i = 0;
      while (i < order->size() && whole(&(*order)[i]) != id) ++i;
      return i;
    };
    std::stable_sort(seats.begin(), seats.end(),
                     [&](const auto& a, const auto& b) { return place(a.first) < place(b.first); });
  }
  for (const auto& [id, name] : seats) game.players.push_back(id), game.names.push_back(name);
  auto seed = whole(settings ? member(*settings, "seed") : nullptr);
  if (!seed) seed = whole(member(file, "id"));
  game.seed = static_cast<std::uint64_t>(seed.value_or(0) < 0 ? 0 : seed.value_or(0));
  if (const Json* rules = settings ? member(*settings, "optional_rules") : nullptr; rules && rules->is_array())
    for (const Json& rule : *rules) {
      if (rule != "three_player_small")
        return std::unexpected(form_error("unknown_word", "settings.optional_rules", rule));
      game.small_map = game.small_map || seats.size() == 3;
    }
  const Json& actions = *member(file, "actions");
  if (actions.size() > 200'000) return std::unexpected(form_error("too_large", "actions", actions.size()));
  add_moves(game, actions);
  return game;
}

}  // namespace remise::vienna1840
