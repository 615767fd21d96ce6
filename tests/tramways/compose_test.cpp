// Moves in the making, in positions made by hand: what may follow, what is paid, and why not in the situation as it is.
#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

Json compose(const P& p, int seat, const Json& action, const Json& use = Json::array(),
             const Json& avoid = Json::array()) {
  const Tramways rules{p.tables};
  Tramways::Choices choices;
  std::string text;
  {
    JsonWriter w(text);
    Json question{{"action", action}};
    if (!use.empty()) question["use"] = use;
    if (!avoid.empty()) question["avoid"] = avoid;
    const auto done = rules.compose(w, p.s, id_at<Seat>(seat), question, choices, Fresh{});
    EXPECT_TRUE(done) << to_json(done.error());
  }
  return tree_of(text);
}

std::string why(const Json& answer) {
  const Json& error = answer["why"];
  if (error.is_null()) return "";
  const std::string code = error["code"];
  if (error["scope"] != "tramways") return code;
  return testing::met("tramways", Error{"tramways", code, error["rule"], error["values"]});
}
std::string why(const P& p, int seat, const Json& action, const Json& use = Json::array(),
                const Json& avoid = Json::array()) {
  return why(compose(p, seat, action, use, avoid));
}
std::string closed(const P& p, const char* type) {
  const Json answer = compose(p, orange, Json::object());
  for (const Json& one : answer["closed"])
    if (one["set"]["type"] == type)
      return testing::met("tramways", Error{"tramways", one["why"]["code"], one["why"]["rule"], one["why"]["values"]});
  return "";
}
Json of_type(const char* type) { return {{"type", type}}; }

TEST(Compose, AnEmptyHandSaysWhatIsMissing) {
  P p("R . C", 2);
  EXPECT_EQ(closed(p, "lay_track"), "no_rail_in_hand");
  EXPECT_EQ(closed(p, "upgrade_link"), "no_complete_link");
  EXPECT_EQ(closed(p, "build"), "no_parcel_to_build");
  EXPECT_EQ(closed(p, "upgrade_building"), "no_building_to_upgrade");
  EXPECT_EQ(closed(p, "move_passenger"), "no_ticket_in_hand");
  EXPECT_EQ(why(p, orange, of_type("upgrade_link")), "no_complete_link");
  EXPECT_EQ(why(p, orange, of_type("admin_done")), "wrong_phase");
  p.player(orange).workers = 0;
  EXPECT_EQ(closed(p, "lay_track"), "no_worker");
  p.deal(orange, "T dest_C");
  EXPECT_EQ(closed(p, "move_passenger"), "no_passenger_waits");
}

TEST(Compose, Section9_2_LinksToUpgrade) {
  P p("R . C", 2);
  const int link = p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  EXPECT_EQ(closed(p, "upgrade_link"), "no_upgrade_link_symbol");
  const int card = p.deal(orange, "upgrade_link");
  EXPECT_EQ(closed(p, "upgrade_link"), "");
  EXPECT_EQ(why(p, orange, {{"type", "upgrade_link"}, {"link", link}}), "no_destination_in_hand");
  const int dest = p.deal(orange, "dest_R dest_L");
  const Json answer = compose(p, orange, {{"type", "upgrade_link"}, {"link", link}});
  EXPECT_EQ(answer["send"],
            Json({{"type", "upgrade_link"}, {"link", link}, {"symbol", P::sym(card, 0)}, {"dest", P::sym(dest, 0)}}));
  EXPECT_EQ(answer["effects"]["seats"], Json::array({{{"seat", 0}, {"hp", 3}}}));
  EXPECT_EQ(answer["pay"]["symbols"][2],
            Json({{"symbol", P::sym(dest, 1)}, {"state", "no"}, {"why", "dests_not_matching"}}));
  EXPECT_EQ(why(p, orange, {{"type", "upgrade_link"}, {"link", link}}, {P::sym(dest, 1)}), "dests_not_matching");
  EXPECT_EQ(why(p, orange, {{"type", "upgrade_link"}, {"link", link}}, {}, {P::sym(dest, 0)}), "no_way_to_pay");
  EXPECT_EQ(why(p, orange, {{"type", "upgrade_link"}, {"link", 7}}), "no_such_link");
  ASSERT_EQ(p.play(orange, answer["send"]), "");
  EXPECT_EQ(closed(p, "upgrade_link"), "no_link_to_upgrade");
}

TEST(Compose, Section10_Buildings) {
  P p("R . A1", 2);
  p.own(orange, "A1");
  EXPECT_EQ(closed(p, "build"), "no_building_card_left");
  const int industry = p.supply(Building::industry);
  EXPECT_EQ(closed(p, "build"), "no_build_symbol");
  p.deal(orange, "build");
  EXPECT_EQ(closed(p, "build"), "");
  const Json action{{"type", "build"}, {"parcel", "A1"}, {"card", industry}};
  const Json lacking = compose(p, orange, action);
  EXPECT_EQ(why(lacking), "no_coordinate_in_hand");
  EXPECT_EQ(lacking["why"]["values"]["parcel"], "A1");
  p.deal(orange, "parcel_A1");
  const Json answer = compose(p, orange, action);
  ASSERT_FALSE(answer["send"].is_null()) << answer;
  EXPECT_EQ(answer["effects"]["seats"], Json::array({{{"seat", 0}, {"hp", 1}, {"hand_limit", 1}}}));
  EXPECT_EQ(why(p, orange, {{"type", "build"}, {"parcel", "A1"}}), "not_chosen");
  ASSERT_EQ(p.play(orange, answer["send"]), "");
  EXPECT_EQ(closed(p, "upgrade_building"), "no_upgrade_building_symbol");
  p.turn_of(orange);
  EXPECT_EQ(why(p, orange, {{"type", "upgrade_building"}, {"field", {2, 0}}}), "no_upgrade_building_symbol");
}

// A square is what a person touches: the parcel there is meant, or there is none.
TEST(Compose, Section10_1_BuildingsAreAskedAboutByTheirSquare) {
  P p("R . A1 B1", 2);
  p.own(orange, "A1");
  p.supply(Building::industry);
  p.deal(orange, "build parcel_A1");
  const auto at = [](int x) { return Json{{"type", "build"}, {"field", {x, 0}}}; };
  const Json own = compose(p, orange, at(2));
  EXPECT_EQ(own["action"], Json({{"type", "build"}, {"parcel", "A1"}}));
  EXPECT_EQ(own["next"][0]["kind"], "card");
  EXPECT_EQ(why(p, orange, at(3)), "parcel_not_own");
  for (const int x : {0, 1}) {
    const Json answer = compose(p, orange, at(x));
    EXPECT_EQ(why(answer), "no_parcel_here");
    EXPECT_EQ(answer["why"]["rule"], "10.1");
    EXPECT_EQ(answer["why"]["values"]["field"], Json({x, 0}));
    EXPECT_TRUE(answer["next"].empty());
  }
  EXPECT_EQ(why(p, orange, at(9)), "no_such_field");
}

TEST(Compose, Section12_2_APassengerWithoutALinkSaysSo) {
  P p("R . C / L . .", 2);
  p.passenger(0, 0), p.passenger(0, 1);
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.deal(orange, "T dest_C");
  const auto from = [](int y) { return Json{{"type", "move_passenger"}, {"field", {0, y}}}; };
  EXPECT_EQ(why(p, orange, from(0)), "not_chosen");
  const Json answer = compose(p, orange, from(1));
  EXPECT_EQ(why(answer), "no_link_leads_away");
  EXPECT_EQ(answer["why"]["rule"], "12.2");
  EXPECT_EQ(answer["why"]["values"]["field"], Json({0, 1}));
  EXPECT_TRUE(answer["next"].empty());
}

TEST(Compose, Section8_TrackStepByStep) {
  P p("R . . ~ / . ^ C .", 2);
  const int a = p.deal(orange, "rail2 rail1"), b = p.deal(orange, "rail1 dest_C");
  const Json starts = compose(p, orange, of_type("lay_track"))["next"];
  EXPECT_EQ(starts[0]["set"]["base"], Json({{"kind", "new"}, {"field", {0, 0}}}));
  EXPECT_EQ(starts[0]["edges"], Json({"E", "S"}));
  const Json base = P::from(0, 0, "E");
  Json action{{"type", "lay_track"}, {"base", base}};
  Json answer = compose(p, orange, action);
  EXPECT_EQ(why(answer), "not_chosen");
  ASSERT_EQ(answer["next"].size(), 2u) << answer;  // on to the east, or south to the mountain
  EXPECT_EQ(answer["next"][0]["edge"], "E");
  EXPECT_EQ(answer["next"][0]["rails"], 1);
  EXPECT_EQ(answer["next"][0]["end"]["kind"], "open");
  action["exits"] = {"E", "E"};
  EXPECT_EQ(why(p, orange, action), "end_water");
  action["exits"] = {"E", "S"};
  answer = compose(p, orange, action);
  // Two rails and a destination: the cheapest is rail2 of one card and the other card's destination.
  EXPECT_EQ(answer["send"]["rails"], Json({P::sym(a, 0)}));
  EXPECT_EQ(answer["send"]["dests"], Json({P::sym(b, 1)}));
  EXPECT_EQ(answer["pay"]["stress"], 0);
  EXPECT_EQ(answer["effects"]["seats"],
            Json::array({{{"seat", 0}, {"workers", -1}, {"links", 1}, {"straights", -1}, {"curves", -1}}}));
  // With rail1 of the second card the sum takes rail1 of the first: two symbols of a card.
  const Json other = compose(p, orange, action, {P::sym(b, 0)});
  EXPECT_EQ(other["send"]["rails"], Json({P::sym(b, 0), P::sym(a, 1)}));
  EXPECT_EQ(other["pay"]["stress"], 1);
  EXPECT_EQ(why(p, orange, action, {P::sym(a, 0), P::sym(b, 0)}), "wrong_rail_sum");
  EXPECT_EQ(why(p, orange, action, {P::sym(a, 0), P::sym(a, 0)}), "");  // named twice in `use`: once is meant
  EXPECT_EQ(why(p, orange, action, {"90:0"}), "not_in_hand");
}

// 4.8: the marker stops at the end of its track, and that costs happiness.
TEST(Compose, Section4_8_ThePriceIsTrueToTheLastStep) {
  P p("R . C", 2);
  p.player(orange).stress = 20;
  const int card = p.deal(orange, "rail1 dest_C stress+2");
  const Json answer = compose(p, orange, {{"type", "lay_track"}, {"base", P::from(0, 0, "E")}, {"exits", {"E"}}});
  ASSERT_FALSE(answer["send"].is_null()) << answer;
  EXPECT_EQ(answer["pay"]["ways"][0]["stress"], 3);
  EXPECT_EQ(answer["pay"]["stress"], 1);
  EXPECT_EQ(answer["pay"]["hp"], -3);
  EXPECT_EQ(answer["effects"]["seats"][0]["hp"], -3);
  EXPECT_EQ(answer["pay"]["symbols"].size(), 2u);
  (void)card;
}

TEST(Compose, Section13_Administration) {
  P p("R . C", 2);
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(2);
  EXPECT_EQ(closed(p, "admin_play"), "no_card_to_play");
  EXPECT_EQ(closed(p, "admin_discard"), "no_card_to_discard");
  p.player(orange).stress = 1;
  const int card = p.deal(orange, "stress_down money2");
  // Alone it takes nothing away; with the other symbol it takes away what that brings (4.6).
  const Json first = compose(p, orange, {{"type", "admin_play"}, {"card", card}});
  ASSERT_EQ(first["next"].size(), 2u);
  const Json down{{"slot", 0}, {"field", nullptr}}, money{{"slot", 1}, {"field", nullptr}};
  EXPECT_EQ(why(p, orange, {{"type", "admin_play"}, {"card", card}, {"uses", {down}}}), "stress_lowest");
  EXPECT_EQ(why(p, orange, {{"type", "admin_play"}, {"card", card}, {"uses", {down, money}}}), "");
}

// 12.5: what the destination gives is told before the passenger is moved, and a row tells what the bar tells.
TEST(Compose, Section12_5_WhatTheDestinationGives) {
  struct Case {
    const char *map, *dest;
    Json bonus;
  };
  const Case cases[] = {
      {"L . R", "dest_R", {{"building", "R"}, {"stress", -1}, {"workers", 0}}},
      {"R . C", "dest_C", {{"building", "C"}, {"stress", 1}, {"workers", 0}, {"money", 5}, {"card", false}}},
      {"R . I", "dest_I", {{"building", "I"}, {"stress", 1}, {"workers", 1}}},
      {"R . L", "dest_L", {{"building", "L"}, {"stress", 0}, {"workers", 0}, {"most", 2}}},
  };
  for (const Case& one : cases) {
    P p(one.map, 2);
    p.player(orange).workers = 1, p.player(orange).money = 3;
    const int link = p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
    p.passenger(0, 0);
    p.deal(orange, std::string("T ") + one.dest);
    const Json ride = compose(p, orange, {{"type", "move_passenger"}, {"field", {0, 0}}})["next"][0];
    const Json answer = compose(p, orange, {{"type", "move_passenger"}, {"field", {0, 0}}, {"route", {link}}});
    EXPECT_EQ(answer["effects"]["bonus"], one.bonus);
    for (const char* what : {"stress", "hp", "money"})
      EXPECT_EQ(ride["brings"][what], answer["effects"]["seats"][0].value(what, 0)) << one.map << what;
    ASSERT_EQ(p.play(orange, answer["send"]), "");
    if (one.bonus["building"] == "L") {
      EXPECT_EQ(p.play(orange, {{"type", "buy_hp"}, {"n", 3}}), "too_expensive");
      EXPECT_TRUE(p.legal(orange, {{"type", "buy_hp"}, {"n", 2}}));
    }
  }
  P p("A1 . R", 2);  // 12.5.5: an empty parcel gives nothing
  p.own(orange, "A1");
  const int link = p.link(orange, {{2, 0}, {1, 0}, {0, 0}}, true);
  p.passenger(2, 0);
  p.deal(orange, "T parcel_A1");
  const Json answer = compose(p, orange, {{"type", "move_passenger"}, {"field", {2, 0}}, {"route", {link}}});
  ASSERT_FALSE(answer["send"].is_null()) << answer;
  EXPECT_TRUE(answer["effects"]["bonus"].is_null());
}

// 12.5.4, 12.6: buying happiness costs; the fares come after it by themselves, whatever was bought.
TEST(Compose, Section12_6_FaresFollowTheBonus) {
  P p("R . L", 2);
  p.player(orange).money = 3;
  const int link = p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  p.deal(orange, "T dest_L");
  const Json moved = compose(p, orange, {{"type", "move_passenger"}, {"field", {0, 0}}, {"route", {link}}});
  ASSERT_EQ(p.play(orange, moved["send"]), "");
  const Json bought = compose(p, orange, {{"type", "buy_hp"}, {"n", 2}})["effects"];
  EXPECT_EQ(bought["seats"], Json::array({{{"seat", 0}, {"money", -3}, {"hp", 2}}}));
  EXPECT_EQ(bought["then"]["seats"], Json::array({{{"seat", 0}, {"money", 1}}}));
  const Json nothing = compose(p, orange, {{"type", "buy_hp"}, {"n", 0}})["effects"];
  EXPECT_EQ(nothing["seats"], Json::array());
  EXPECT_EQ(nothing["then"]["seats"], Json::array({{{"seat", 0}, {"money", 1}}}));
}

// 10.4: buildings of a kind that touch become one; each is named once.
TEST(Compose, Section10_4_WhatANewBuildingBecomesOneWith) {
  P p("R R A1 R / . . C .", 2);
  p.own(orange, "A1");
  const int home = p.supply(Building::residential), shop = p.supply(Building::commercial);
  const int works = p.supply(Building::industry);
  p.deal(orange, "build parcel_A1");
  const Json answer = compose(p, orange, {{"type", "build"}, {"parcel", "A1"}});
  std::map<int, Json> merges;
  for (const Json& step : answer["next"]) merges[step["card"]] = step["merges"];
  EXPECT_EQ(merges[home], Json({{3, 0}, {0, 0}}));
  EXPECT_EQ(merges[shop], Json({{2, 1}}));
  EXPECT_EQ(merges[works], Json::array());
  EXPECT_TRUE(compose(p, orange, of_type("build"))["next"].back()["merges"].is_null());  // not known where yet
}

// 13.3: the first discard of a round is free, each further one has its price, besides the consequence of the card.
TEST(Compose, Section13_3_WhatTheNextDiscardCosts) {
  P p("R . C", 2);
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(2);
  p.player(orange).money = 9;
  const int card = p.deal(orange, "money2 pay2");
  p.deal(orange, "money1");
  const auto step = [&] { return compose(p, orange, of_type("admin_discard"))["next"][0]; };
  EXPECT_EQ(step()["fee"], 0);
  EXPECT_EQ(step()["dollars"], 2);
  ASSERT_EQ(p.play(orange, {{"type", "admin_discard"}, {"card", card}}), "");
  EXPECT_EQ(step()["fee"], 1);
  EXPECT_EQ(step()["dollars"], 1);
}

}  // namespace
}  // namespace remise::tramways
