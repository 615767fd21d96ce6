// Rules of Tramways that no example shows.
#include "games/tramways/refusal.h"
#include "position_builder.h"
#include "support/refused.h"
#include "support/test_sources.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

// A box has 30 passengers and 52 coins; the engine's town has as many as it needs.
TEST(Components, Section2_4_ATownHasAsManyAsItNeeds) {
  std::string map;
  for (int y = 0; y < 8; ++y) map += y == 0 ? "R R R R R . C" : "/R R R R R . C";
  P p(map);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 5; ++x)
      if (x != 4 || y != 7) p.passenger(x, y);  // 39 passengers stand there
  p.player(orange).money = 1000;
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(3);
  const int card = p.deal(orange, "money2 add_passenger");
  EXPECT_EQ(p.play(orange, {{"type", "admin_play"},
                            {"card", card},
                            {"uses", {{{"slot", 0}, {"field", nullptr}}, {{"slot", 1}, {"field", {4, 7}}}}}}),
            "");
  EXPECT_EQ(p.player(orange).money, 1002);
  EXPECT_TRUE(p.s.passengers[index(p.at(4, 7))]);
}

TEST(Rounds, Section5_2_HandsAreNotRefilledInsideARound) {
  P p("R . . . C", 2);
  p.player(0).deck.push_back(id_at<CardId>(p.make_card("rail3")));
  p.turn_of(0, 1);
  const int card = p.deal(0, "rail1");
  ASSERT_EQ(p.play(0, P::track(P::from(0, 0, "E"), {"E"}, {P::sym(card, 0)}, Json::array())), "");
  ASSERT_EQ(p.play(1, {{"type", "end_turn"}}), "");
  EXPECT_EQ(p.s.action_round, 2);
  EXPECT_TRUE(p.player(0).hand.empty());
  EXPECT_EQ(p.player(0).deck.size(), 1u);
}

TEST(Passengers, Section12_8_StressAtTheMaximumCostsHappiness) {
  P p("R . I");
  p.link(brown, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  p.player(orange).stress = 21;
  p.player(orange).money = 1;
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "I"), "");
  EXPECT_EQ(p.player(orange).stress, 21);
  EXPECT_EQ(p.player(orange).hp, -1);
  EXPECT_EQ(p.player(brown).hp, 1);
}

// --- refusals that no example meets
// ------------------------------------------------------------------------------------

std::string refused(const State& s, Seat seat, const Action& action) {
  State copy = s;
  const auto refusal = rules().apply(copy, seat, action, nullptr, Fresh{});
  if (!refusal) return "";
  EXPECT_EQ(std::memcmp(&copy, &s, sizeof s), 0);
  return testing::met("tramways", rules().explain(*refusal));
}

TEST(Refusals, OfTicketBooksAndDevelopmentCards) {
  State s = *rules().start({{"players", 3}, {"seed", "x"}});
  const Seat last = s.turn_order[2];
  EXPECT_EQ(refused(s, last, TakeDev{s.books[0][0], s.books[0][1]}), "wrong_phase");
  State empty = s;
  empty.books[1] = {};
  EXPECT_EQ(refused(empty, last, ChooseBook{1}), "book_empty");
  ASSERT_EQ(rules().apply(s, last, ChooseBook{1}, nullptr, Fresh{}), std::nullopt);
  const Book book = s.books[1];
  EXPECT_EQ(refused(s, last, TakeDev{s.books[0][0], book[1]}), "not_in_book");
  EXPECT_EQ(refused(s, last, TakeDev{book[0], book[0]}), "reveal_not_in_book");
  EXPECT_EQ(refused(s, last, TakeDev{book[0], CardId::none}), "reveal_missing");
  const State alternative =
      *rules().start({{"players", 3}, {"seed", "x"}, {"options", {{"development", "alternative"}}}});
  EXPECT_EQ(refused(alternative, Seat{0}, KeepDev{alternative.dev_offer[1][0]}), "not_offered");
}

TEST(Refusals, OfTheDraft) {
  const State s = *rules().start({{"players", 3}, {"seed", "x"}, {"options", {{"draft", true}}}});
  const CardId generic = tables().cards_of(CardType::generic)[0];
  EXPECT_EQ(refused(s, rules().to_act(s).lowest(), DraftParcel{generic}), "no_such_parcel_card");
  // A given auction deck without the parcels that are left over is found out when the draft ends.
  Json deck = Json::array();
  for (const CardId card : tables().cards_of(CardType::auction))
    if (tables().card(card).min_players <= 3 && deck.size() < 15) deck.push_back(static_cast<int>(card));
  State given = *rules().start({{"players", 3},
                                {"seed", "x"},
                                {"options", {{"draft", true}}},
                                {"deal", {{"auction", {{"deck", deck}, {"removed", Json::array()}}}}}});
  for (int step = 0; step < 11; ++step)
    ASSERT_FALSE(
        rules().apply(given, rules().to_act(given).lowest(), DraftParcel{given.draft_pool[0]}, nullptr, Fresh{}));
  EXPECT_EQ(refused(given, rules().to_act(given).lowest(), DraftParcel{given.draft_pool[0]}), "deal_differs");
}

TEST(Refusals, OfAdministrationAndTrack) {
  P p("R . C", 2);
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "", 1), "no_piece");
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(2);
  const int card = p.deal(orange, "money2 worker");
  const auto play = [&](const Json& uses) {
    return p.play(orange, {{"type", "admin_play"}, {"card", card}, {"uses", uses}});
  };
  const Json money{{"slot", 0}, {"field", nullptr}};
  EXPECT_EQ(play(Json::array()), "no_uses");
  EXPECT_EQ(play({money, money}), "slot_twice");
  EXPECT_EQ(play(Json::array({{{"slot", 0}, {"field", {0, 0}}}})), "field_not_allowed");
}

TEST(Refusals, EachIsExpectedByATest) {
  const std::string words = testing::test_sources("tramways");
  for (const RecordSpec<FieldType>& spec : refusal_specs)
    EXPECT_NE(words.find('"' + std::string(spec.name) + '"'), std::string::npos) << "no test expects " << spec.name;
  testing::to_be_met("tramways", refusal_specs);
}

}  // namespace
}  // namespace remise::tramways
