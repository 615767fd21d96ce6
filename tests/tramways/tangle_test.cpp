// A map full of links, as only a file could say: what grows with every route must stay within bounds.
#include <set>

#include "games/tramways/edge/position_file.h"
#include "games/tramways/legal/deeds.h"
#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

// Joins as many pairs of buildings as it can, by short links first.
class Tangle {
 public:
  explicit Tangle(const State& s) : s_(s) {}

  Json links() {
    for (std::size_t length = 1; length <= 5; ++length)
      for (std::size_t f = 0; f < s_.map.fields; ++f)
        for (const Edge e : edges) {
          const FieldId next = s_.map.beyond(id_at<FieldId>(f), e);
          if (s_.root[f] == FieldId::none || next == FieldId::none || most_links() == links_.size()) continue;
          start_ = s_.root[f];
          pieces_.clear();
          lay(next, opposite(e), length);
        }
    return links_;
  }

 private:
  std::size_t most_links() const { return static_cast<std::size_t>(3 * s_.player_count * s_.round); }

  bool lay(FieldId field, Edge entry, std::size_t left) {
    const Ground g = s_.map.ground[index(field)];
    if (g != Ground::plain && g != Ground::mountain) return false;
    for (const Edge exit : edges) {
      const auto bits = static_cast<std::uint8_t>(1u << index(entry) | 1u << index(exit));
      const FieldId next = s_.map.beyond(field, exit);
      if (exit == entry || next == FieldId::none || (rails_[index(field)] & bits)) continue;
      pieces_.push_back({field, entry, exit});
      rails_[index(field)] |= bits;
      if (left == 1 ? ends(s_.root[index(next)]) : lay(next, opposite(exit), left - 1)) return true;
      rails_[index(field)] &= static_cast<std::uint8_t>(~bits);
      pieces_.pop_back();
    }
    return false;
  }

  bool ends(FieldId place) {
    if (place == FieldId::none || place == start_ || joined_.contains({start_, place})) return false;
    std::array<int, 2> needed{};
    for (const Piece& p : pieces_) ++needed[is_straight(p.entry, p.exit)];
    std::size_t owner = 0;
    while (owner < s_.player_count && (used_[owner][0] + needed[0] > 12 || used_[owner][1] + needed[1] > 12)) ++owner;
    if (owner == s_.player_count) return false;
    for (const std::size_t kind : {0u, 1u}) used_[owner][kind] += needed[kind];
    joined_.insert({start_, place}), joined_.insert({place, start_});
    std::string path(edge_letter(pieces_.front().entry));
    for (const Piece& p : pieces_) path += edge_letter(p.exit);
    links_.push_back({{"id", links_.size() + 1},
                      {"owner", owner},
                      {"complete", true},
                      {"upgraded", false},
                      {"worked", 1},
                      {"field", index(pieces_.front().field)},
                      {"path", path}});
    return true;
  }

  const State& s_;
  FieldId start_ = FieldId::none;
  std::vector<Piece> pieces_;
  std::array<std::uint8_t, max_fields> rails_{};
  std::array<std::array<int, 2>, max_players> used_{};
  std::set<std::pair<FieldId, FieldId>> joined_;
  Json links_ = Json::array();
};

// More routes than can be counted: lists stay short all the same.
TEST(Tangle, ListsStayShort) {
  TramwaysBattery battery(oracle_game());
  std::size_t most = 0, tangles = 0;
  for (int game = 0; game < (testing::long_tests() ? 80 : 12); ++game) {
    State s;
    battery.random_game({{"players", 5}, {"seed", "tangle " + std::to_string(game)}}, "policy",
                        [&](const State& now, Seat, const Tramways::Choices&) {
                          if (now.round == 5 && now.phase == Phase::act1) s = now;
                        },
                        {.max_moves = 2000, .checked_choices = 1});
    ASSERT_EQ(s.round, 5);
    Json position = position_json(tables(), s);
    position["links"] = Tangle(s).links();
    position["next_link"] = position["links"].size() + 1;
    const auto read = read_position(tables(), position);
    ASSERT_TRUE(read) << to_json(read.error()) << position["links"].size();
    const Network network(*read);
    for (std::size_t f = 0; f < read->map.fields; ++f)
      tangles += read->passengers[f] && !network.each_route(read->root[f], {~0u}, 62, Network::listed_steps,
                                                            [](const Network::Route&, FieldId) {});
    for (std::uint8_t turn = 0; turn < read->player_count; ++turn) {
      State now = *read;
      now.turn = turn;
      Tramways::Choices choices;
      rules().legal(now, now.in_turn(), choices, Fresh{});
      most = std::max(most, choices.size());
    }
  }
  EXPECT_GT(tangles, 0u);
  EXPECT_LT(most, 50000u);
}

}  // namespace
}  // namespace remise::tramways
