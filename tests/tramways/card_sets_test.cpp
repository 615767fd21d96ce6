// The second and third set of cards and boards (docs/tramways-data.md): chosen by an option, named by the state, and
// without it everything is as it was.
#include <algorithm>
#include <map>
#include <set>

#include "core/data_check.h"
#include "games/tramways/match.h"
#include "support.h"

namespace remise::tramways {
namespace {

class CardSets : public ::testing::TestWithParam<CardSetId> {
 protected:
  CardSets() {
    for (const GameMaker& maker : game_makers())
      if (maker.id == "tramways") game = std::move(*maker(embedded_data));
  }
  static std::string_view name() { return card_set_names[index(GetParam())]; }
  static Json setup(int players, const std::string& seed) { return setup(players, seed, {{"cards", name()}}); }
  static Json setup(int players, const std::string& seed, Json options) {
    return {{"players", players}, {"seed", seed}, {"options", std::move(options)}};
  }
  std::unique_ptr<Match> begin(int players, const std::string& seed) const {
    auto match = game->start(setup(players, seed));
    EXPECT_TRUE(match) << to_json(match.error());
    return std::move(*match);
  }
  static const State& state(const Match& match) { return static_cast<const TypedMatch<Tramways>&>(match).state(); }
  static std::vector<std::string> printed(const Tables& tables, int card) {
    std::vector<std::string> words;
    for (const Slot& slot : tables.cards[static_cast<std::size_t>(card)].slots)
      if (slot.kind != SymbolKind::none && slot.kind != SymbolKind::stripe)
        words.push_back(std::to_string(index(slot.kind)) + ":" + std::to_string(slot.value) + ":" +
                        std::to_string(slot.place.bits));
    return words;
  }

  std::unique_ptr<Game> game;
};

TEST_P(CardSets, AreChosenByAnOptionAndNamedInTheView) {
  const auto other = begin(3, "a"), first = std::move(*game->start({{"players", 3}, {"seed", "a"}}));
  EXPECT_EQ(other->view(Viewer::of(Seat{0}))["state"]["cards"], name());
  EXPECT_FALSE(first->view(Viewer::of(Seat{0}))["state"].contains("cards"));
  const auto named = std::move(*game->start(setup(3, "a", {{"cards", "first"}})));
  EXPECT_EQ(named->hash(), first->hash());
  EXPECT_NE(other->hash(), first->hash());
  EXPECT_EQ(game->start(setup(3, "a", {{"cards", "fourth"}})).error().code, "unknown_word");
  EXPECT_EQ(game->start(setup(3, "a", {{"cards", 2}})).error().code, "not_a_text");
  EXPECT_TRUE(game->check_setup(setup(2, "b"))["possible"]);
  EXPECT_FALSE(game->check_setup(setup(2, "b", {{"cards", "none"}}))["possible"]);
}

// 2.2, 3.4.1 and the cards that examples of the rules name (20).
TEST_P(CardSets, KeepWhatTheRulesTell) {
  const Tables &other = Tramways::shipped(GetParam()).tables(), &first = tables();
  EXPECT_EQ(other.parcel_names, first.parcel_names);
  for (std::size_t id = 1; id <= max_cards; ++id) {
    EXPECT_EQ(other.cards[id].type, first.cards[id].type) << id;
    EXPECT_EQ(other.cards[id].building, first.cards[id].building) << id;
    EXPECT_EQ(other.cards[id].parcel, first.cards[id].parcel) << id;
    EXPECT_EQ(other.cards[id].min_players, first.cards[id].min_players) << id;
    EXPECT_EQ(other.cards[id].void_ticket, first.cards[id].void_ticket) << id;
  }
  for (const int id : {1, 13, 30, 40, 50, 92, 97}) EXPECT_EQ(printed(other, id), printed(first, id)) << id;
  EXPECT_EQ(other.cards[72].pay, 2);
  EXPECT_EQ(other.cards[73].stress, 1);
  ASSERT_EQ(other.boards.size(), first.boards.size());
  for (std::size_t b = 0; b < first.boards.size(); ++b)
    for (std::size_t side = 0; side < 2; ++side) {
      EXPECT_EQ(other.boards[b].id, first.boards[b].id);
      std::set<Ground> mine, old;
      for (const Ground g : other.boards[b].sides[side].fields)
        if (is_parcel(g)) mine.insert(g);
      for (const Ground g : first.boards[b].sides[side].fields)
        if (is_parcel(g)) old.insert(g);
      EXPECT_EQ(mine, old) << first.boards[b].id;
    }
}

TEST_P(CardSets, EveryMapHasAllKindsOfBuilding) {
  for (const char* sides : {"1920", "1910", "random"})
    for (int players = 1; players <= 5; ++players)
      for (int n = 0; n < 40; ++n) {
        const auto match = game->start(setup(players, std::to_string(n), {{"cards", name()}, {"sides", sides}}));
        ASSERT_TRUE(match);
        std::set<Building> kinds;
        for (std::size_t f = 0; f < state(**match).map.fields; ++f)
          kinds.insert(state(**match).building_at(id_at<FieldId>(f)));
        for (const Building b : building_types) EXPECT_TRUE(kinds.contains(b)) << players << " " << n << sides;
      }
}

// Whole matches by chance: no invariant breaks, and file, position, seat's bytes and imagined file all keep the set.
TEST_P(CardSets, StayThroughFilesPositionsAndFollowers) {
  for (int players = 1; players <= 5; ++players) {
    auto match = begin(players, "whole");
    Random random = Random::from_seed("moves");
    while (!match->to_act().empty()) {
      const Seat seat = match->to_act().lowest();
      const auto& typed = static_cast<const TypedMatch<Tramways>&>(*match);
      ASSERT_EQ(typed.rules().broken_invariant(typed.state()), "");
      if (match->length() % 40 == 0) {
        const auto follower = game->go_on(match->known(Viewer::of(seat)));
        ASSERT_TRUE(follower);
        EXPECT_EQ((*follower)->legal(seat), match->legal(seat));
        const auto imagined = game->load(*match->file_as_imagined(seat, "x"));
        ASSERT_TRUE(imagined) << to_json(imagined.error());
        EXPECT_EQ(state(**imagined).cards, GetParam());
        EXPECT_EQ((*imagined)->legal(seat), match->legal(seat));
      }
      ASSERT_TRUE(match->play(seat, *match->pick(seat, random)));
    }
    const auto again = game->load(match->file(true));
    ASSERT_TRUE(again) << to_json(again.error());
    EXPECT_EQ((*again)->hash(), match->hash());
  }
}

// A transcription of one's own, in a folder like data/ (docs/tramways-data.md).
class OwnFiles {
 public:
  template <class Change>
  void change(const std::string& name, Change edit) {
    Json json = *parse_json(*embedded_data("tramways/" + name));
    edit(json);
    files_["tramways/" + name] = json.dump();
  }
  DataFiles data() const {
    return [this](std::string_view name) -> std::optional<std::string_view> {
      const auto found = files_.find(name);
      return found == files_.end() ? embedded_data(name) : found->second;
    };
  }
  MadeGame made() const { return maker()(data()); }
  std::vector<Error> faults() const {
    for (std::size_t i = 0; i < game_makers().size(); ++i)
      if (game_makers()[i].id == "tramways") return data_checkers()[i](data());
    return {};
  }

 private:
  static GameMaker maker() {
    const auto makers = game_makers();
    return *std::ranges::find(makers, "tramways", &GameMaker::id);
  }

  std::map<std::string, std::string, std::less<>> files_;
};

TEST_P(CardSets, ComeFromWhoeverGivesTheFiles) {
  OwnFiles own;
  own.change(std::string(name()) + "/cards.json", [](Json& j) { j["cards"][2]["slots"] = {"money9", {}, {}, {}}; });
  own.change("game.json", [](Json& j) { j["start"]["money"] = 17; });
  EXPECT_EQ(own.faults().size(), 0u);
  const auto made = own.made();
  ASSERT_TRUE(made) << to_json(made.error());
  const auto match = (*made)->start(setup(2, "own"));
  ASSERT_TRUE(match);
  const auto& typed = static_cast<const TypedMatch<Tramways>&>(**match);
  EXPECT_EQ(typed.state().players[0].money, 17);
  EXPECT_EQ(typed.rules().tables().cards[3].slots[0].value, 9);
  EXPECT_EQ(state(*begin(2, "own")).players[0].money, 3);  // ours are as they were
}

TEST_P(CardSets, AreRefusedWhereAFileIsBroken) {
  OwnFiles own;
  const std::string file = std::string(name()) + "/cards.json";
  own.change(file, [](Json& j) { j["cards"][2]["slots"][0] = "rail9"; });
  const auto made = own.made();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().values["file"], "tramways/" + file);
  EXPECT_EQ(own.faults().size(), 1u);
  OwnFiles numbers;
  numbers.change("game.json", [](Json& j) { j["start"]["money"] = -1; });
  EXPECT_EQ(numbers.faults().size(), 1u) << "game.json is that of all sets";
}

INSTANTIATE_TEST_SUITE_P(, CardSets, ::testing::Values(CardSetId::second, CardSetId::third),
                         [](const auto& set) { return std::string(card_set_names[index(set.param)]); });

}  // namespace
}  // namespace remise::tramways
