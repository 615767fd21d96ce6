// The map out of boards (3.1), and the boards of a map.
#include <algorithm>

#include "games/tramways/components/setup.h"

namespace remise::tramways {
namespace {

// Where a field of a board lies on the map, and what is printed on it.
Spot spot_on(const Placement& p, int u, int v) {
  const int w = board_width - 1, h = board_height - 1;
  const std::pair<int, int> at[]{{u, v}, {h - v, u}, {w - u, h - v}, {v, w - u}};  // clockwise
  const auto [x, y] = at[p.quarter_turns];
  return {static_cast<std::int8_t>(p.x + x), static_cast<std::int8_t>(p.y + y)};
}

Ground ground_on(const Placement& p, int u, int v) {
  return p.board->sides[p.side].fields[static_cast<std::size_t>(v * board_width + u)];
}

}  // namespace

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

// 3.1.1-3.1.3, 17.2
std::optional<Error> check_boards(const Tables& tables, const Options& o, const std::vector<Placement>& boards) {
  const Constants& c = tables.constants;
  if (static_cast<int>(boards.size()) != boards_needed(o))
    return setup_error("board_count", "3.1.1", "boards", boards.size());
  int parcels = 0, j_boards = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    parcels += boards[i].board->sides[boards[i].side].parcels;
    j_boards += boards[i].board->j_board;
    for (std::size_t j = 0; j < i; ++j)
      if (boards[i].board == boards[j].board) return setup_error("board_twice", "3.1.1", "boards", boards[i].board->id);
  }
  if (j_boards > c.max_j_boards) return setup_error("too_many_j_boards", "3.1.2", "boards", j_boards);
  if (parcels < c.min_parcels_per_player * o.players) return setup_error("too_few_parcels", "3.1.3", "boards", parcels);
  return {};
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
