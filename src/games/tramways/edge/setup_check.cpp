// May a setup be played? Everything that is wrong with it, and the layout as it lies (docs/views-tramways.md).
#include <algorithm>

#include "games/tramways/components/setup.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

Json errors_json(const std::vector<Error>& errors) {
  Json list = Json::array();
  for (const Error& error : errors) list.push_back(to_json(error));
  return list;
}

bool turned(const Placement& p) { return p.quarter_turns % 2 != 0; }

Json board_json(const Tables& tables, const Placement& p) {
  return {{"board", p.board->id},
          {"side", side_names()[p.side]},
          {"x", p.x},
          {"y", p.y},
          {"rotation", 90 * p.quarter_turns},
          {"width", turned(p) ? board_height : board_width},
          {"height", turned(p) ? board_width : board_height},
          {"parcels", p.board->sides[p.side].parcels},
          {"j", p.board->j_board},
          {"fields", fields_json(tables, p)}};
}

Json layout_json(const Tables& tables, const Options& o, const std::vector<Placement>& boards) {
  Json list = Json::array();
  int parcels = 0, j_boards = 0, buildings = 0;
  int left = INT_MAX, top = INT_MAX, right = INT_MIN, bottom = INT_MIN;
  for (const Placement& p : boards) {
    list.push_back(board_json(tables, p));
    parcels += p.board->sides[p.side].parcels;
    j_boards += p.board->j_board;
    for (const Ground g : p.board->sides[p.side].fields) buildings += printed_building(g) != Building::none;
    left = std::min(left, p.x), top = std::min(top, p.y);
    right = std::max(right, p.x + (turned(p) ? board_height : board_width));
    bottom = std::max(bottom, p.y + (turned(p) ? board_width : board_height));
  }
  const bool limited = o.limited_passengers.value_or(true);
  return {{"boards", std::move(list)},
          {"needed", boards_needed(o)},
          {"parcels", parcels},
          {"parcels_needed", tables.constants.min_parcels_per_player * o.players},
          {"j_boards", j_boards},
          {"j_boards_most", tables.constants.max_j_boards},
          {"width", boards.empty() ? 0 : right - left},
          {"height", boards.empty() ? 0 : bottom - top},
          {"buildings", buildings},
          {"passengers", limited ? Json(tables.constants.passengers) : Json(nullptr)}};
}

// 3.1.6: no condition, but seldom meant.
std::vector<Error> notes_on(const std::vector<Placement>& boards) {
  Map map;
  if (boards.size() > max_fields / (board_width * board_height) || !lay_boards(map, boards)) return {};
  const std::vector<FieldId> areas = open_areas(map);
  if (areas.size() <= 1) return {};
  Error note = setup_error("open_fields_apart", "3.1.6", "boards", areas.size());
  note.values["fields"] = Json::array();
  for (std::size_t i = 1; i < areas.size(); ++i) {
    const Spot spot = map.spots[index(areas[i])];
    note.values["fields"].push_back({spot.x, spot.y});
  }
  return {note};
}

void append(std::vector<Error>& to, std::vector<Error> more) {
  for (Error& error : more)
    if (std::ranges::find(to, error) == to.end()) to.push_back(std::move(error));
}

}  // namespace

Json fields_json(const Tables& tables, const Placement& p) {
  const auto width = static_cast<std::size_t>(turned(p) ? board_height : board_width);
  const auto height = static_cast<std::size_t>(turned(p) ? board_width : board_height);
  Json rows(height, Json(width, nullptr));
  for (int v = 0; v < board_height; ++v)
    for (int u = 0; u < board_width; ++u) {
      const Spot spot = spot_on(p, u, v);
      rows[static_cast<std::size_t>(spot.y - p.y)][static_cast<std::size_t>(spot.x - p.x)] =
          ground_name(tables, ground_on(p, u, v));
    }
  return rows;
}

Json Tramways::check_setup(const Json& json) const {
  if (const CardSetId set = named_cards(json); cards_ == CardSetId::first && set != cards_)
    return with(set).check_setup(json);
  Json whole = json;  // with chance, so that its lack is no fault
  const bool chance = json.is_object() && json.contains("seed");
  if (json.is_object() && !chance && !json.contains("position")) whole["seed"] = "";
  Setup setup;
  std::vector<Error> problems, notes;
  if (!json.is_object() || !json.contains("position")) problems = read_setup(tables_, whole, setup);
  std::optional<std::vector<Placement>> boards = setup.deal.boards;
  if (boards) {
    append(problems, wrong_boards(tables_, setup.options, *boards));
    append(problems, wrong_places(*boards, true));
    notes = notes_on(*boards);
  }
  if (problems.empty()) {
    const auto state = start(whole);
    if (!state)
      problems.push_back(state.error());
    else if (!boards && (chance || whole.contains("position")))
      boards = boards_of(tables_, state->map);
  }
  return {{"possible", problems.empty()},
          {"problems", errors_json(problems)},
          {"notes", errors_json(notes)},
          {"layout", boards ? layout_json(tables_, setup.options, *boards) : Json(nullptr)}};
}

}  // namespace remise::tramways
