// Setup: section 3 and 17.2-17.5, example E1, ruling T14; explicit setups; the data files.
#include <algorithm>
#include <set>

#include "games/tramways/components/setup.h"
#include "support.h"
#include "support/refused.h"

namespace remise::tramways {
namespace {

Json of(int players, const std::string& seed, Json options = Json::object()) {
  return {{"players", players}, {"seed", seed}, {"options", options}};
}

int count(const State& s, auto test) {
  int n = 0;
  for (std::size_t f = 0; f < s.map.fields; ++f) n += test(id_at<FieldId>(f));
  return n;
}

TEST(Setup, Section3_1_Maps) {
  for (int players = 2; players <= 5; ++players)
    for (int i = 0; i < 20; ++i) {
      const State s = started(of(players, std::to_string(i), {{"sides", "random"}}));
      EXPECT_EQ(s.map.fields, 30 * players);  // 3.1.1, 3.1.4
      EXPECT_EQ(s.map.spots[s.map.fields - 1u], (Spot{9, static_cast<std::int8_t>(3 * players - 1)}));
      const int parcels = count(s, [&](FieldId f) { return is_parcel(s.map.ground[index(f)]); });
      EXPECT_GE(parcels, 4 * players);  // 3.1.3
    }
}

TEST(Setup, Section3_1_2_OneJBoard) {
  for (int i = 0; i < 50; ++i) {
    const State s = started(of(5, std::to_string(i)));
    const ParcelId j = tables().parcel_named("J1");
    EXPECT_LE(count(s, [&](FieldId f) { return parcel_of(s.map.ground[index(f)]) == j; }), 1);
  }
}

TEST(Setup, Section3_1_5_ExplicitLayouts) {
  Json boards = Json::array();
  const char* names[]{"A", "D", "E", "F"};
  const int places[]{0, 5, 8, 13};
  for (int i = 0; i < 4; ++i)
    boards.push_back({{"board", names[i]}, {"side", "1920"}, {"x", places[i]}, {"y", i}, {"rotation", 90 * i}});
  const State s = started(of(2, "x", {{"sides", "explicit"}, {"boards", boards}}));
  EXPECT_EQ(s.map.fields, 60);
  // Unturned field (4,0) of board A is C; (0,0) of D turned by 90 degrees lies at its north-east corner.
  EXPECT_EQ(s.map.ground[index(s.map.at({4, 0}))], Ground::commercial);
  const auto& d = tables().board_named("D")->sides[0];
  EXPECT_EQ(s.map.ground[index(s.map.at({7, 1}))], d.fields[0]);
  const auto& e = tables().board_named("E")->sides[0];
  EXPECT_EQ(s.map.ground[index(s.map.at({12, 4}))], e.fields[0]);  // 180: south-east corner
  const auto& f = tables().board_named("F")->sides[0];
  EXPECT_EQ(s.map.ground[index(s.map.at({13, 7}))], f.fields[0]);  // 270: south-west corner
  boards[1]["x"] = 3, boards[1]["y"] = 0;
  EXPECT_EQ(rules().start(of(2, "x", {{"sides", "explicit"}, {"boards", boards}})).error().code, "boards_overlap");
  EXPECT_EQ(rules().start(of(2, "x", {{"sides", "explicit"}})).error().code, "boards_missing");
}

TEST(Setup, Section3_1_6_TheSameSeedGivesTheSameGame) {
  const State a = started(of(4, "same")), b = started(of(4, "same")), c = started(of(4, "other"));
  EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
  EXPECT_NE(std::memcmp(&a, &c, sizeof a), 0);
}

TEST(Setup, Section3_1_8_Sides) {
  const State s = started(of(2, "x", {{"sides", "1910"}}));
  const int mountains = count(s, [&](FieldId f) { return s.map.ground[index(f)] == Ground::mountain; });
  EXPECT_GE(mountains, 8);  // two or three on each 1910 side
}

TEST(Setup, Section3_2_Players) {
  const State s = started(of(2, "x", {{"player_boards", {"normal", "hard"}}}));
  EXPECT_EQ(s.players[0].workers, 2);  // 3.2.2
  EXPECT_EQ(s.players[1].workers, 1);
  for (int i = 0; i < 2; ++i) {
    const Player& p = s.players[static_cast<std::size_t>(i)];
    EXPECT_EQ(p.money, 3);  // 3.2.1
    EXPECT_EQ(p.stress, 1);
    EXPECT_EQ(p.hp, 0);
    EXPECT_EQ(p.straights + p.curves, 24);
    EXPECT_EQ(p.hand_limit, 7);
  }
  std::set<std::array<Seat, 5>> orders;  // 3.2.3
  for (int i = 0; i < 40; ++i) orders.insert(started(of(3, std::to_string(i))).turn_order);
  EXPECT_EQ(orders.size(), 6u);
}

TEST(Setup, Section3_3_1_ParcelsAreDealt) {
  const State s = started(of(4, "x"));
  for (int seat = 0; seat < 4; ++seat) {
    int owned = 0;
    for (const Parcel& p : s.parcels) owned += p.owner == id_at<Seat>(seat);
    EXPECT_EQ(owned, 4);
  }
}

TEST(Setup, Section3_3_2_Draft) {
  State s = started(of(3, "x", {{"draft", true}}));
  EXPECT_EQ(s.phase, Phase::draft);
  EXPECT_TRUE(s.row.empty());
  std::vector<int> order;
  for (int step = 0; step < 12; ++step) {
    const Seat seat = rules().to_act(s).lowest();
    for (std::size_t i = 0; i < 3; ++i)
      if (s.turn_order[i] == seat) order.push_back(static_cast<int>(i) + 1);
    ASSERT_FALSE(rules().apply(s, seat, DraftParcel{s.draft_pool[0]}, nullptr, Fresh{}));
  }
  EXPECT_EQ(order, (std::vector<int>{1, 1, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1}));
  EXPECT_EQ(s.phase, Phase::book);
  EXPECT_EQ(s.players[0].hand.size(), 6u);
  EXPECT_EQ(s.row.size() + s.auction_deck.size(), 15u);
}

TEST(Setup, Section3_5_1_OnePassengerOnEachBuildingField) {
  const State s = started(of(3, "x"));
  for (std::size_t f = 0; f < s.map.fields; ++f)
    EXPECT_EQ(s.passengers[f] != 0, printed_building(s.map.ground[f]) != Building::none);
}

TEST(Setup, Section3_6_AuctionDeck) {
  for (int players = 2; players <= 5; ++players) {
    const State s = started(of(players, "x"));
    EXPECT_EQ(s.row.size() + s.auction_deck.size(), static_cast<std::size_t>(5 * players));  // 3.6.3
    EXPECT_EQ(s.row.size(), static_cast<std::size_t>(players));                              // 3.6.4
    for (const CardId card : s.auction_deck)
      if (tables().card(card).type == CardType::auction) {
        EXPECT_LE(tables().card(card).min_players, players);  // 3.6.1
      }
  }
}

TEST(Setup, Section3_7_1_TicketBooks) {
  State s = started(of(3, "x"));
  EXPECT_EQ(s.book_count, 3);
  const Seat last = s.turn_order[2];
  EXPECT_TRUE(rules().to_act(s).has(last));  // reverse order
  ASSERT_FALSE(rules().apply(s, last, ChooseBook{1}, nullptr, Fresh{}));
  const Book book = s.books[1];
  ASSERT_FALSE(rules().apply(s, last, TakeDev{book[2], book[3]}, nullptr, Fresh{}));
  EXPECT_EQ(s.books[1].front(), book[3]);
  EXPECT_EQ(s.books[1].size(), 3u);
  ASSERT_FALSE(rules().apply(s, s.turn_order[1], ChooseBook{1}, nullptr, Fresh{}));  // the same book again
}

TEST(Setup, Section3_7_2_AlternativeRule) {
  State s = started(of(3, "x", {{"development", "alternative"}}));
  EXPECT_EQ(s.phase, Phase::keep);
  EXPECT_EQ(rules().to_act(s).size(), 3);
  for (const int seat : {1, 0, 2})
    ASSERT_FALSE(
        rules().apply(s, id_at<Seat>(seat), KeepDev{s.dev_offer[static_cast<std::size_t>(seat)][0]}, nullptr, Fresh{}));
  EXPECT_EQ(s.dev_open.size(), 3u);
  EXPECT_EQ(s.dev_deck.size(), 6u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(s.players[static_cast<std::size_t>(i)].hand.size(), 7u);  // 3.7.3
}

TEST(Setup, Section3_8_1_BuildingSupply) {
  const State s = started(of(4, "x"));
  for (const auto& pile : s.supply) EXPECT_EQ(pile.size(), 3u);
}

TEST(Setup, Section3_9_1_Discs) {
  for (int i = 0; i < 30; ++i)
    for (const Building b : building_types)
      EXPECT_LE(std::ranges::count(started(of(2, std::to_string(i))).discs, b), 5);
}

TEST(Setup, Section3_10_1_TwoExperiencedPlayers) {
  const State s = started(of(2, "x", {{"variant", "expert2"}}));
  EXPECT_EQ(s.map.fields, 45);
  EXPECT_EQ(s.map.spots[44], (Spot{4, 8}));
  EXPECT_EQ(rules().start(of(3, "x", {{"variant", "expert2"}})).error().code, "variant_players");
}

TEST(Setup, Section17_Solo) {
  const State s = started(of(1, "x"));    // 3.10.2, 17.1
  EXPECT_EQ(s.map.fields, 45);            // 17.2
  EXPECT_GE(s.auction_deck.size(), 30u);  // 17.3
  EXPECT_TRUE(s.row.empty() && s.removed.empty());
  EXPECT_EQ(s.supply[3].size(), 2u);  // 17.4
  EXPECT_EQ(s.supply[0].size(), 1u);
  EXPECT_EQ(s.book_count, 2);  // 17.5
  EXPECT_EQ(s.books[0].size(), 3u);
  State alternative = started(of(1, "x", {{"development", "alternative"}}));
  ASSERT_FALSE(rules().apply(alternative, Seat{0}, KeepDev{alternative.dev_offer[0][1]}, nullptr, Fresh{}));
  EXPECT_EQ(alternative.dev_open.size(), 3u);
  EXPECT_TRUE(alternative.dev_deck.empty());
  EXPECT_EQ(rules().start(of(1, "x", {{"draft", true}})).error().code, "draft_in_solo");
}

TEST(Setup, E1_SetupForThree) {
  Json boards = Json::array();
  const char* names[]{"A", "B", "C", "D", "E", "F"};
  for (int i = 0; i < 6; ++i)
    boards.push_back({{"board", names[i]}, {"side", "1920"}, {"x", i % 2 * 5}, {"y", i / 2 * 3}, {"rotation", 0}});
  const State s =
      started({{"players", 3}, {"seed", "e1"}, {"options", {{"sides", "explicit"}}}, {"deal", {{"boards", boards}}}});
  int parcels = 0, auction = 0;
  for (const Parcel& p : s.parcels) parcels += p.field != FieldId::none;
  EXPECT_EQ(parcels, 15);
  EXPECT_EQ(s.row.size(), 3u);
  EXPECT_EQ(s.auction_deck.size(), 12u);
  for (const auto* pile : {&s.row, &s.auction_deck})
    for (const CardId card : *pile) auction += tables().card(card).type == CardType::auction;
  EXPECT_EQ(auction, 12);
  for (const auto& pile : s.supply) EXPECT_EQ(pile.size(), 2u);
  EXPECT_EQ(s.players[0].hand.size(), 6u);
}

TEST(Setup, T14_TwoPlayers) {
  const auto with = [](std::vector<const char*> names) {
    Json boards = Json::array();
    for (int i = 0; i < 4; ++i)
      boards.push_back({{"board", names[static_cast<std::size_t>(i)]},
                        {"side", "1920"},
                        {"x", i % 2 * 5},
                        {"y", i / 2 * 3},
                        {"rotation", 0}});
    return started({{"players", 2}, {"seed", "t14"}, {"deal", {{"boards", boards}}}});
  };
  const State ten = with({"A", "B", "D", "E"});
  EXPECT_EQ(ten.removed.size(), 2u);  // 3.6.2
  EXPECT_EQ(ten.row.size() + ten.auction_deck.size(), 10u);
  for (const CardId card : ten.auction_deck) EXPECT_EQ(tables().card(card).type, CardType::auction);
  const State eight = with({"A", "B", "C", "I"});
  EXPECT_EQ(eight.removed.size(), 0u);
  EXPECT_EQ(eight.row.size() + eight.auction_deck.size(), 10u);
}

// --- explicit setups
// -------------------------------------------------------------------------------------------------------

TEST(ExplicitSetup, FaultsAreNamed) {
  const Json recorded = file_json(oracle("game-3p-1.json"))["setup"];
  const auto code = [&](auto change) {
    Json setup = recorded;
    change(setup);
    const auto state = rules().start(setup);
    return state ? std::string() : state.error().code;
  };
  EXPECT_EQ(code([](Json&) {}), "");
  EXPECT_EQ(code([](Json& s) { s["parcels"][0][0] = 30; }), "parcel_not_in_play");
  EXPECT_EQ(code([](Json& s) { s["parcels"][0][0] = s["parcels"][1][0]; }), "card_twice");
  EXPECT_EQ(code([](Json& s) { s["parcels"][0][0] = 1; }), "wrong_card");
  EXPECT_EQ(code([](Json& s) { s["turn_order"] = {0, 0, 1}; }), "bad_turn_order");
  EXPECT_EQ(code([](Json& s) { s["auction"]["deck"].erase(0); }), "wrong_count");
  EXPECT_EQ(code([](Json& s) { s["auction"]["deck"][0] = 91; }), "auction_deck_differs");
  EXPECT_EQ(code([](Json& s) { s["boards"].erase(0); }), "board_count");
  EXPECT_EQ(code([](Json& s) { s["boards"][0]["board"] = "Z"; }), "unknown_word");
  EXPECT_EQ(code([](Json& s) { s["discs"] = {"R"}; }), "wrong_count");
  EXPECT_EQ(code([](Json& s) { s["surprise"] = 1; }), "unknown_member");
  EXPECT_EQ(code([](Json& s) { s.erase("discs"); }), "missing");  // chance without a seed
  EXPECT_EQ(code([](Json& s) { s["development"] = {{"deal", s["development"]["books"]}}; }), "wrong_development_rule");
}

TEST(ExplicitSetup, AWrongShuffleIsRefusedAndChangesNothing) {
  Json file = file_json(oracle("game-3p-1.json"));
  for (const bool missing : {true, false}) {
    Json setup = file["setup"];
    if (missing)
      setup["shuffles"] = Json::array();
    else
      std::swap(setup["shuffles"][0], setup["shuffles"][1]);
    auto match = oracle_game().start(setup);
    ASSERT_TRUE(match);
    for (const Json& entry : file["actions"]) {
      const auto before = (*match)->hash();
      const auto played = (*match)->play(id_at<Seat>(entry["seat"].get<int>()), entry["action"]);
      if (played) continue;
      EXPECT_EQ(testing::met("tramways", played.error()), missing ? "shuffle_missing" : "shuffle_differs");
      EXPECT_EQ((*match)->hash(), before);
      break;
    }
    EXPECT_LT((*match)->length(), file["actions"].size());
  }
}

// --- data
// ------------------------------------------------------------------------------------------------------------------

std::vector<Error> faults(const std::string& file, auto change) {
  Json json = file_json(oracle("data/" + file));
  change(json);
  const std::string text = json.dump();
  return Tables::faults([&](std::string_view name) -> std::optional<std::string_view> {
    if (name == "tramways/" + file) return text;
    return oracle_data()(name);
  });
}

void expect_fault(const std::vector<Error>& list, const std::string& entry, const std::string& field,
                  const std::string& problem) {
  for (const Error& error : list)
    if (error.values["entry"] == entry && error.values["field"] == field && error.values["problem"] == problem) return;
  Json all = Json::array();
  for (const Error& error : list) all.push_back(to_json(error));
  ADD_FAILURE() << entry << " " << field << " " << problem << " not in " << all;
}

TEST(Data, TheShippedFilesAreGood) {
  EXPECT_TRUE(Tables::faults(embedded_data).empty());
  EXPECT_TRUE(Tables::faults(oracle_data()).empty());
}

TEST(Data, MessagesNameFileEntryAndField) {
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][12]["slots"][0] = "rail9"; }), "card 13", "slots[0]",
               "unknown_symbol");
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][12]["id"] = 12; }), "card 12", "id", "duplicate");
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][12].erase("stripe"); }), "card 13", "stripe", "missing");
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][0]["type"] = "A"; }), "cards of type D", "",
               "wrong_count");
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][20]["parcel"] = "Q7"; }), "card 21", "parcel",
               "unknown_parcel");
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][68]["stripe"] = true; }), "card 69", "stripe",
               "void_with_stripe");
  expect_fault(faults("cards.json", [](Json& j) { j["cards"][45]["building_type"] = "X"; }), "card 46", "building_type",
               "unknown_word");
  expect_fault(faults("boards.json", [](Json& j) { j["boards"][0]["sides"]["1920"]["fields"][0][0] = "?"; }),
               "board A.sides.1920", "fields[0][0]", "unknown_token");
  expect_fault(faults("boards.json", [](Json& j) { j["boards"][0]["sides"]["1920"]["fields"].erase(0); }),
               "board A.sides.1920", "fields", "wrong_count");
  expect_fault(faults("game.json", [](Json& j) { j["start"]["money"] = -1; }), "start", "money", "out_of_range");
  expect_fault(faults("game.json", [](Json& j) { j.erase("hp"); }), "", "hp", "missing");
  expect_fault(faults("game.json", [](Json& j) { j["solo"]["ratings"].erase(3); }), "solo", "ratings",
               "not_contiguous");
}

TEST(Data, ABadFileStartsNothing) {
  const auto none = Tables::read([](std::string_view) -> std::optional<std::string_view> { return std::nullopt; });
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().values["problem"], "file_missing");
  const auto garbage = Tables::read([](std::string_view) -> std::optional<std::string_view> { return "{"; });
  ASSERT_FALSE(garbage);
  EXPECT_EQ(garbage.error().values["problem"], "not_json");
}

}  // namespace
}  // namespace remise::tramways
