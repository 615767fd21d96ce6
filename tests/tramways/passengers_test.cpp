// Section 2.4 (ruling 2): a box of thirty passengers, and what happens when it is empty.
#include <algorithm>

#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

// A box of so many passengers.
P box(int passengers, const std::string& map, bool administration = false) {
  P p(map, 2);
  p.s.passenger_limit = static_cast<std::uint8_t>(passengers);
  if (administration) p.s.phase = Phase::admin, p.s.open = SeatSet::first(2);
  return p;
}
bool waits(const P& p, int x, int y) { return p.s.passengers[index(p.at(x, y))]; }
int lacking(const P& p) {
  return static_cast<int>(std::ranges::count(p.events, EventKind::passenger_lacking, &Event::kind));
}
const Json finished{{"type", "admin_done"}};

TEST(PassengerBox, Section2_4_ANewMatchHasThirty) {
  const State s = started({{"players", 5}, {"seed", "box"}});
  EXPECT_EQ(s.passenger_limit, 30);
  EXPECT_EQ(s.passengers_left(), 30 - std::ranges::count(s.passengers, 1));
  const Json view = view_json(rules(), s, Viewer::spectator(), Fresh{});
  EXPECT_EQ(view["passengers_left"], s.passengers_left());
}

TEST(PassengerBox, Section2_4_WithoutLimitByOptionAndInOlderMatches) {
  const Json setup{{"players", 3}, {"seed", "box"}};
  Json unlimited = setup, limited = setup;
  unlimited["options"]["passengers"] = "unlimited";
  limited["options"]["passengers"] = "limited";
  EXPECT_EQ(started(unlimited).passenger_limit, 0);
  for (const int version : {1, 2}) {
    EXPECT_EQ(rules().start(setup, version)->passenger_limit, 0);
    EXPECT_EQ(rules().start(limited, version)->passenger_limit, 30);
  }
  EXPECT_EQ(rules().start(setup, 3)->passenger_limit, 30);
  EXPECT_EQ(view_json(rules(), started(unlimited), Viewer::spectator(), Fresh{})["passengers_left"], nullptr);
  EXPECT_EQ(rules().start({{"players", 3}, {"seed", "x"}, {"options", {{"passengers", "few"}}}}).error().code,
            "unknown_word");
}

// 3.5.1 in reading order.
TEST(PassengerBox, Section2_4_3_5_1_TheFirstBuildingsInReadingOrderGetTheFirst) {
  Json game = file_json(oracle("data/game.json"));
  game["components"]["passengers"] = 3;
  const std::string text = game.dump();
  const auto few = Tables::read([&](std::string_view name) -> std::optional<std::string_view> {
    if (name == "tramways/game.json") return text;
    return oracle_data()(name);
  });
  ASSERT_TRUE(few);
  const auto s = Tramways(*few).start({{"players", 2}, {"seed", "few"}});
  ASSERT_TRUE(s);
  int buildings = 0;
  for (std::size_t f = 0; f < s->map.fields; ++f)
    EXPECT_EQ(s->passengers[f] == 1, s->root[f] != FieldId::none && buildings++ < 3);
  EXPECT_GT(buildings, 3);
}

// 10.3.3: the building stands and brings everything else.
TEST(PassengerBox, Section2_4_10_3_3_BuildingWithoutAPassengerLeft) {
  P p = box(1, "R . A1");
  p.own(0, "A1");
  p.passenger(0, 0);
  ASSERT_EQ(p.build(0, "A1", Building::industry), "");
  EXPECT_FALSE(waits(p, 2, 0));
  EXPECT_EQ(lacking(p), 1);
  EXPECT_EQ(p.player(0).hp, 1);
  EXPECT_EQ(p.player(0).hand_limit, 8);
}

// 11.3: the same for an upgrade; where one stands, none is lacking.
TEST(PassengerBox, Section2_4_11_3_UpgradingWithoutAPassengerLeft) {
  for (const bool there : {false, true}) {
    P p = box(1, "R . A1");
    p.tile(0, "A1", Building::leisure);
    there ? p.passenger(2, 0) : p.passenger(0, 0);
    const int card = p.deal(0, "upgrade_building dest_L");
    ASSERT_EQ(
        p.play(
            0,
            {{"type", "upgrade_building"}, {"field", {2, 0}}, {"symbol", P::sym(card, 0)}, {"dest", P::sym(card, 1)}}),
        "");
    EXPECT_EQ(waits(p, 2, 0), there);
    EXPECT_EQ(lacking(p), there ? 0 : 1);
    EXPECT_EQ(p.player(0).hp, 3);
  }
}

// 13.2.4: the symbol has no use, so it cannot be chosen (4.4); two symbols need two passengers.
TEST(PassengerBox, Section2_4_13_2_4_TheSymbolNeedsAPassengerInTheBox) {
  P p = box(1, "R . R . R", true);
  const int card = p.deal(0, "add_passenger add_passenger money1");
  const auto use = [&](const std::vector<std::pair<int, Json>>& slots) {
    Json uses = Json::array();
    for (const auto& [slot, field] : slots) uses.push_back({{"slot", slot}, {"field", field}});
    return Json{{"type", "admin_play"}, {"card", card}, {"uses", uses}};
  };
  EXPECT_EQ(p.play(0, use({{0, {0, 0}}, {1, {2, 0}}})), "no_passenger_left");
  EXPECT_TRUE(p.legal(0, use({{0, {0, 0}}})));
  const auto listed = [&] {
    std::vector<Choice<Action>> choices;
    Tramways::Workspace work;
    Tramways(p.tables).legal(p.s, Seat{0}, choices, work);
    std::size_t most = 0;
    for (const auto& choice : choices)
      if (const auto* play = std::get_if<AdminPlay>(&choice.action)) {
        std::size_t passengers = 0;
        for (const AdminPlay::Use used : play->uses) passengers += used.has_field;
        most = std::max(most, passengers);
      }
    return most;
  };
  EXPECT_EQ(listed(), 1u);
  p.passenger(4, 0);
  EXPECT_EQ(listed(), 0u);
  EXPECT_EQ(p.play(0, use({{0, {0, 0}}})), "no_passenger_left");
  EXPECT_EQ(p.play(0, use({{2, nullptr}})), "");
}

// 14.3: in reading order as many as there are.
TEST(PassengerBox, Section2_4_14_3_ArrivalsInReadingOrder) {
  P p = box(3, "R . R . R/. . . . ./C . R . .", true);
  p.passenger(0, 2);
  ASSERT_EQ(p.play(0, finished), "");
  ASSERT_EQ(p.play(1, finished), "");
  EXPECT_TRUE(waits(p, 0, 0) && waits(p, 2, 0));
  EXPECT_FALSE(waits(p, 4, 0) || waits(p, 2, 2));
  EXPECT_EQ(lacking(p), 2);
  EXPECT_EQ(p.s.passengers_left(), 0);
}

// 12.7: who has arrived is in the box again.
TEST(PassengerBox, Section2_4_12_7_DeliveredPassengersReturn) {
  P p = box(2, "R . I");
  p.link(0, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  p.passenger(2, 0);
  EXPECT_EQ(p.s.passengers_left(), 0);
  ASSERT_EQ(p.move(0, 0, 0, {1}, "I"), "");
  EXPECT_EQ(p.s.passengers_left(), 1);
}

// Whole games with a box so small that it is often empty: no list offers what is refused, no passenger comes from
// nowhere.
TEST(PassengerBox, Section2_4_WholeGamesWithASmallBox) {
  Json data = file_json(oracle("data/game.json"));
  data["components"]["passengers"] = 12;
  const std::string text = data.dump();
  auto few = Tables::read([&](std::string_view name) -> std::optional<std::string_view> {
    if (name == "tramways/game.json") return text;
    return oracle_data()(name);
  });
  ASSERT_TRUE(few);
  const TypedGame<Tramways> game{Tramways(std::move(*few))};
  TramwaysBattery battery(game);
  for (int n = 0; n < (testing::long_tests() ? 400 : 10) && !::testing::Test::HasFailure(); ++n)
    battery.random_game({{"players", 1 + n % 5}, {"seed", "small box " + std::to_string(n)}},
                        "small " + std::to_string(n), {});
}

}  // namespace
}  // namespace remise::tramways
