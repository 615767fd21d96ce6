// The map out of boards (3.1), and the boards of a map.
#include <algorithm>
#include <cstdlib>

#include "games/tramways/components/setup.h"

namespace remise::tramways {

Spot spot_on(const Placement& p, int u, int v) {
  const int w = board_width - 1, h = board_height - 1;
  const std::pair<int, int> at[]{{u, v}, {h - v, u}, {w - u, h - v}, {v, w - u}};  // clockwise
  const auto [x, y] = at[p.quarter_turns];
  return {static_cast<std::int8_t>(p.x + x), static_cast<std::int8_t>(p.y + y)};
}

Ground ground_on(const Placement& p, int u, int v) {
  return p.board->sides[p.side].fields[static_cast<std::size_t>(v * board_width + u)];
}

bool make_map(Map& map, std::vector<std::pair<Spot, Ground>> fields) {
  std::ranges::sort(fields, [](const auto& a, const auto& b) {
    return a.first.y != b.first.y ? a.first.y < b.first.y : a.first.x < b.first.x;
  });
  map = {};
  for (const auto& [spot, ground] : fields) {
    if (map.fields > 0 && map.spots[map.fields - 1u] == spot) return false;
    map.spots[map.fields] = spot;
    map.ground[map.fields] = ground;
    ++map.fields;
  }
  for (auto& beside : map.beside) beside.fill(FieldId::none);
  constexpr int dx[]{0, 1, 0, -1}, dy[]{-1, 0, 1, 0};
  for (std::size_t f = 0; f < map.fields; ++f)
    for (const Edge e : edges) {
      const int x = map.spots[f].x + dx[index(e)], y = map.spots[f].y + dy[index(e)];
      if (x >= 0 && y >= 0 && x < 127 && y < 127)
        map.beside[f][index(e)] = map.at({static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)});
    }
  return true;
}

bool lay_boards(Map& map, const std::vector<Placement>& boards) {
  std::vector<std::pair<Spot, Ground>> fields;
  for (const Placement& p : boards)
    for (int v = 0; v < board_height; ++v)
      for (int u = 0; u < board_width; ++u) fields.push_back({spot_on(p, u, v), ground_on(p, u, v)});
  return make_map(map, std::move(fields));
}

int boards_needed(const Options& o) { return o.variant == Variant::standard ? 2 * o.players : 3; }

std::vector<Error> wrong_boards(const Tables& tables, const Options& o, const std::vector<Placement>& boards) {
  const Constants& c = tables.constants;
  std::vector<Error> wrong;
  const auto add = [&](std::string_view problem, std::string_view rule, Json found, Json more) {
    Error error = setup_error(problem, rule, "boards", std::move(found));
    error.values.update(more);
    wrong.push_back(std::move(error));
  };
  if (static_cast<int>(boards.size()) != boards_needed(o))
    add("board_count", "3.1.1", boards.size(), {{"needed", boards_needed(o)}});
  int parcels = 0;
  std::vector<std::size_t> j_boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    parcels += boards[i].board->sides[boards[i].side].parcels;
    if (boards[i].board->j_board) j_boards.push_back(i);
    for (std::size_t j = 0; j < i; ++j)
      if (boards[i].board == boards[j].board) {
        add("board_twice", "3.1.1", boards[i].board->id, {{"board", boards[i].board->id}, {"placements", {j, i}}});
        break;
      }
  }
  if (static_cast<int>(j_boards.size()) > c.max_j_boards)
    add("too_many_j_boards", "3.1.2", j_boards.size(), {{"most", c.max_j_boards}, {"placements", j_boards}});
  const int needed = c.min_parcels_per_player * o.players;
  if (parcels < needed) add("too_few_parcels", "3.1.3", parcels, {{"needed", needed}});
  return wrong;
}

namespace {

std::vector<Spot> spots_of(const Placement& p) {
  std::vector<Spot> spots;
  for (int v = 0; v < board_height; ++v)
    for (int u = 0; u < board_width; ++u) spots.push_back(spot_on(p, u, v));
  return spots;
}

// The fields two boards share, and whether they lie side by side.
struct Meeting {
  Json shared = Json::array();
  bool beside = false;
};

Meeting meet(const Placement& a, const Placement& b) {
  Meeting meeting;
  for (const Spot p : spots_of(a))
    for (const Spot q : spots_of(b)) {
      const int apart = std::abs(p.x - q.x) + std::abs(p.y - q.y);
      if (apart == 0) meeting.shared.push_back({p.x, p.y});
      meeting.beside = meeting.beside || apart == 1;
    }
  return meeting;
}

}  // namespace

std::vector<Error> wrong_places(const std::vector<Placement>& boards, bool in_one_piece) {
  std::vector<Error> wrong;
  std::vector<std::size_t> part(boards.size());  // the lowest board of the same part
  for (std::size_t i = 0; i < boards.size(); ++i) {
    part[i] = i;
    for (std::size_t j = 0; j < i; ++j) {
      Meeting meeting = meet(boards[j], boards[i]);
      if (!meeting.shared.empty()) {
        Error error = setup_error("boards_overlap", "3.1.5", "boards", meeting.shared.size());
        error.values["placements"] = {j, i};
        error.values["fields"] = std::move(meeting.shared);
        wrong.push_back(std::move(error));
      } else if (!meeting.beside) {
        continue;
      }
      const auto [low, high] = std::minmax(part[i], part[j]);
      std::ranges::replace(part, std::size_t{high}, std::size_t{low});
    }
  }
  int parts = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) parts += part[i] == i;
  if (!in_one_piece || parts <= 1) return wrong;
  Error error = setup_error("boards_apart", "3.1.5", "boards", parts);
  error.values["placements"] = Json::array();
  for (std::size_t i = 0; i < boards.size(); ++i)
    if (part[i] != 0) error.values["placements"].push_back(i);
  wrong.push_back(std::move(error));
  return wrong;
}

std::vector<FieldId> open_areas(const Map& map) {
  const auto open = [&](std::size_t f) { return map.ground[f] == Ground::plain || map.ground[f] == Ground::mountain; };
  std::vector<bool> seen(map.fields);
  std::vector<FieldId> areas;
  for (std::size_t f = 0; f < map.fields; ++f) {
    if (!open(f) || seen[f]) continue;
    areas.push_back(id_at<FieldId>(f));
    std::vector<std::size_t> stack{f};
    seen[f] = true;
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      stack.pop_back();
      for (const FieldId next : map.beside[at])
        if (next != FieldId::none && open(index(next)) && !seen[index(next)])
          seen[index(next)] = true, stack.push_back(index(next));
    }
  }
  return areas;
}

namespace {

// Covers the map with boards, one after another.
class BoardFinder {
 public:
  BoardFinder(const Tables& tables, const Map& map) : tables_(tables), map_(map) {}

  std::optional<std::vector<Placement>> find() {
    if (!cover(0)) return std::nullopt;
    return boards_;
  }

 private:
  // The first field not covered is the north-west corner of its board.
  bool cover(std::size_t field) {
    while (field < map_.fields && covered_[field]) ++field;
    if (field == map_.fields) return true;
    for (const Board& board : tables_.boards) {
      if (std::ranges::find(boards_, &board, &Placement::board) != boards_.end()) continue;
      for (std::size_t side = 0; side < board.sides.size(); ++side)
        for (int turns = 0; turns < 4; ++turns) {
          const Placement p{&board, side, map_.spots[field].x, map_.spots[field].y, turns};
          if (!fits(p)) continue;
          mark(p, true), boards_.push_back(p);
          if (cover(field + 1)) return true;
          mark(p, false), boards_.pop_back();
        }
    }
    return false;
  }

  bool fits(const Placement& p) const {
    for (int v = 0; v < board_height; ++v)
      for (int u = 0; u < board_width; ++u) {
        const FieldId f = map_.at(spot_on(p, u, v));
        if (f == FieldId::none || covered_[index(f)] || map_.ground[index(f)] != ground_on(p, u, v)) return false;
      }
    return true;
  }
  void mark(const Placement& p, bool covered) {
    for (int v = 0; v < board_height; ++v)
      for (int u = 0; u < board_width; ++u) covered_[index(map_.at(spot_on(p, u, v)))] = covered;
  }

  const Tables& tables_;
  const Map& map_;
  std::vector<Placement> boards_;
  std::array<bool, max_fields> covered_{};
};

}  // namespace

std::optional<std::vector<Placement>> boards_of(const Tables& tables, const Map& map) {
  return BoardFinder(tables, map).find();
}

}  // namespace remise::tramways
