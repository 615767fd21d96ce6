// Terms, components, cards, symbols, stress, auction: sections 1, 2, 4, 6, examples E2-E5, rulings T6-T10.
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/auction.h"
#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

Json admin_use(int card, std::vector<int> slots) {
  Json uses = Json::array();
  for (const int slot : slots) uses.push_back({{"slot", slot}, {"field", nullptr}});
  return {{"type", "admin_play"}, {"card", card}, {"uses", uses}};
}

P admin_table(const std::string& map = "R . C") {
  P p(map, 2);
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(2);
  return p;
}

// --- 1, 2
// ---------------------------------------------------------------------------------------------------------------

TEST(Terms, Section1_3_BuildingsMergeByType) {
  P p("R R C/A1 R ./C . .");
  EXPECT_EQ(p.s.place_at(p.at(0, 0)), p.s.place_at(p.at(1, 1)));
  EXPECT_NE(p.s.place_at(p.at(1, 0)), p.s.place_at(p.at(2, 0)));
  EXPECT_NE(p.s.place_at(p.at(0, 2)), p.s.place_at(p.at(2, 0)));
  p.tile(orange, "A1", Building::commercial);  // merges with a printed one, whoever owns it
  EXPECT_EQ(p.s.place_at(p.at(0, 1)), p.s.place_at(p.at(0, 2)));
}

TEST(Terms, Section1_4_OpenParcels) {
  P p("R . A1 . C");
  p.own(orange, "A1");
  EXPECT_TRUE(p.s.open_parcel(p.at(2, 0)));
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}, true);
  EXPECT_FALSE(p.s.open_parcel(p.at(2, 0)));
  EXPECT_EQ(p.s.place_at(p.at(2, 0)), FieldId::none);
}

TEST(Terms, Section1_6_IncompleteLinksHaveOneEnd) {
  P p("R . . C");
  ASSERT_EQ(p.lay(orange, P::from(0, 0, "E"), "E", 1), "");
  const Json state = view_json(rules(), p.s, Viewer::spectator(), Fresh{});
  EXPECT_EQ(state["links"]["1"]["ends"], Json::array({Json::array({0, 0}), nullptr}));
}

TEST(Components, Section2_CountsOfTheData) {
  const Tables& t = tables();
  EXPECT_EQ(t.boards.size(), 12u);                           // 2.1
  EXPECT_EQ(t.cards_of(CardType::development).size(), 20u);  // 2.2
  EXPECT_EQ(t.cards_of(CardType::parcel).size(), 25u);
  EXPECT_EQ(t.cards_of(CardType::building).size(), 16u);
  EXPECT_EQ(t.cards_of(CardType::auction).size(), 30u);
  EXPECT_EQ(t.cards_of(CardType::generic).size(), 10u);
  EXPECT_EQ(t.cards_of(CardType::overview).size(), 5u);
  EXPECT_EQ(t.constants.rail_straights + t.constants.rail_curves, 24);  // 2.3
}

// --- 4
// -------------------------------------------------------------------------------------------------------------------

TEST(Cards, Section4_2_FurtherSymbolsOfACardCostStress) {
  P p("R . . . C");
  const int card = p.deal(orange, "rail1 rail1 dest_C");
  EXPECT_EQ(p.play(orange, P::track(P::from(0, 0, "E"), {"E"}, {P::sym(card, 0)}, Json::array())), "");
  EXPECT_EQ(p.player(orange).stress, 5);
  P q("R . . C");
  const int all = q.deal(orange, "rail1 rail1 dest_C");
  EXPECT_EQ(
      q.play(orange, P::track(P::from(0, 0, "E"), {"E", "E"}, {P::sym(all, 0), P::sym(all, 1)}, {P::sym(all, 2)})), "");
  EXPECT_EQ(q.player(orange).stress, 7);
}

TEST(Cards, Section4_2_EachSymbolOnce) {
  P p("R . . . C");
  const int card = p.deal(orange, "rail1");
  EXPECT_EQ(p.play(orange, P::track(P::from(0, 0, "E"), {"E", "E"}, {P::sym(card, 0), P::sym(card, 0)}, Json::array())),
            "symbol_twice");
  EXPECT_EQ(p.play(orange, P::track(P::from(0, 0, "E"), {"E"}, {P::sym(card, 1)}, Json::array())), "no_such_symbol");
  EXPECT_EQ(p.play(orange, P::track(P::from(0, 0, "E"), {"E"}, {"99:0"}, Json::array())), "no_such_symbol");
}

TEST(Cards, Section4_3_AUsedCardIsGone) {
  P p("R . . . C");
  const int card = p.deal(orange, "rail1 rail1");
  const auto lay = [&](int slot) {
    return p.play(orange, P::track(P::from(slot ? 4 : 0, 0, slot ? "W" : "E"), Json::array({slot ? "W" : "E"}),
                                   {P::sym(card, slot)}, Json::array()));
  };
  EXPECT_EQ(lay(0), "");
  EXPECT_EQ(lay(1), "not_in_hand");
}

TEST(Cards, Section4_4_SymbolsThatDoNothingAreNotUsed) {
  P p("R . . . C");
  const int rail = p.deal(orange, "rail1 rail2"), other = p.deal(orange, "build");
  const auto lay = [&](Json rails) {
    return p.play(orange, P::track(P::from(0, 0, "E"), {"E"}, rails, Json::array()));
  };
  EXPECT_EQ(lay({P::sym(rail, 0), P::sym(rail, 1)}), "wrong_rail_sum");
  EXPECT_EQ(lay({P::sym(rail, 0), P::sym(other, 0)}), "symbol_no_use");
}

TEST(Cards, Section4_5_Consequences) {
  P p = admin_table();
  const int pay = p.deal(orange, "money3 pay2"), stress = p.deal(orange, "money1 stress+1");
  EXPECT_EQ(p.play(orange, admin_use(pay, {0})), "consequence_unpayable");  // not even out of its own money
  EXPECT_EQ(p.play(orange, {{"type", "admin_discard"}, {"card", pay}}), "discard_too_dear");
  p.player(orange).money = 2;
  EXPECT_EQ(p.play(orange, admin_use(pay, {0})), "");
  EXPECT_EQ(p.player(orange).money, 3);
  EXPECT_EQ(p.play(orange, admin_use(stress, {0})), "");
  EXPECT_EQ(p.player(orange).stress, 6);
  EXPECT_EQ(p.player(orange).money, 4);
}

TEST(Cards, Section4_6_OrderOfConsequenceStressSymbols) {
  P p = admin_table();
  p.player(orange).stress = 1;
  const int card = p.deal(orange, "stress_down stress+1");
  EXPECT_EQ(p.play(orange, admin_use(card, {0})), "");  // up by the consequence, down by the symbol
  EXPECT_EQ(p.player(orange).stress, 1);
}

TEST(Cards, Section4_7_SymbolsAndPhases) {
  P p = admin_table();
  const int card = p.deal(orange, "rail2 worker money1 build");
  p.player(orange).workers = 0;
  EXPECT_EQ(p.play(orange, admin_use(card, {0})), "symbol_wrong_phase");
  EXPECT_EQ(p.play(orange, admin_use(card, {3})), "symbol_wrong_phase");
  EXPECT_EQ(p.play(orange, admin_use(card, {1, 2})), "");
}

TEST(Cards, Section4_8_StressTrack) {
  P p("R . C", 2);
  Check late;
  const Mover mover{p.tables, p.s, Seat{0}, nullptr, late};
  p.player(orange).stress = 1;
  lower_stress(mover, Seat{0}, 1);
  EXPECT_EQ(p.player(orange).stress, 1);
  p.player(orange).hard = 1;
  p.player(orange).stress = 14;
  raise_stress(mover, Seat{0}, 3);
  EXPECT_EQ(p.player(orange).stress, 15);
  EXPECT_EQ(p.player(orange).hp, -3);  // 4.9: may be negative
}

TEST(Cards, Section4_10_HandsMayExceedTheLimit) {
  P p("A1 . C", 2);
  p.own(orange, "A1");
  p.player(orange).hand_limit = 1;
  for (int i = 0; i < 3; ++i) p.deal(orange, "rail1");
  EXPECT_EQ(p.build(orange, "A1", Building::leisure), "");
  EXPECT_EQ(p.player(orange).hand.size(), 4u);
}

TEST(Cards, T6_Stress) {
  P p("R . C", 2);
  Check late;
  const Mover mover{p.tables, p.s, Seat{0}, nullptr, late};
  p.player(orange).stress = 20;
  raise_stress(mover, Seat{0}, 2);
  EXPECT_EQ(p.player(orange).stress, 21);
  EXPECT_EQ(p.player(orange).hp, -2);
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(2);
  ASSERT_EQ(p.play(brown, {{"type", "admin_done"}}), "");
  ASSERT_EQ(p.play(orange, {{"type", "admin_done"}}), "");
  EXPECT_EQ(p.player(orange).hp, -3);
}

TEST(Cards, T7_NetZero) {
  P p = admin_table();
  p.player(orange).stress = 1;
  const int card = p.deal(orange, "money2 stress_down");
  EXPECT_EQ(p.play(orange, admin_use(card, {1})), "stress_lowest");
  EXPECT_EQ(p.play(orange, admin_use(card, {0, 1})), "");
  EXPECT_EQ(p.player(orange).stress, 1);
  EXPECT_EQ(p.player(orange).money, 2);
}

TEST(Cards, E5_Phases) {
  P p("R . . C");
  const int card = p.deal(orange, "rail2 worker");
  const auto lay = [&](Json rails) {
    return p.play(orange, P::track(P::from(0, 0, "E"), {"E", "N"}, rails, Json::array()));
  };
  EXPECT_EQ(lay({P::sym(card, 0), P::sym(card, 1)}), "symbol_wrong_phase");
  P q("R . . . C");
  const int same = q.deal(orange, "rail2 worker");
  EXPECT_EQ(q.play(orange, P::track(P::from(0, 0, "E"), {"E", "E"}, {P::sym(same, 0)}, Json::array())), "");
}

// --- 6
// -------------------------------------------------------------------------------------------------------------------

P auction(int players, int money = 10, int round = 2) {
  P p("R . C", players);
  p.s.round = static_cast<std::uint8_t>(round - 1);
  for (int i = 0; i < players; ++i) p.player(i).money = money;
  for (int i = 0; i < players; ++i) p.s.row.push_back(id_at<CardId>(p.make_card("rail1")));
  Check late;
  const Mover mover{p.tables, p.s, Seat{0}, nullptr, late};
  begin_round(mover);
  return p;
}

Json bid_of(int amount, int coins, std::vector<std::string> symbols = {}) {
  return {{"type", "bid"}, {"amount", amount}, {"pay", {{"coins", coins}, {"symbols", symbols}}}};
}
Json bid_coins(int amount) { return bid_of(amount, amount); }
const Json passing{{"type", "pass"}};

TEST(Auction, Section6_1_2_PassingTakesTheLastPlace) {
  P p = auction(3);
  ASSERT_EQ(p.play(0, passing), "");
  EXPECT_EQ(p.s.places[2], Seat{0});
  EXPECT_EQ(p.play(0, passing), "not_your_turn");
}

TEST(Auction, Section6_1_4_BidsArePaidAtOnceAndNeverCredited) {
  P p = auction(2);
  ASSERT_EQ(p.play(0, bid_coins(2)), "");
  EXPECT_EQ(p.player(0).money, 8);
  ASSERT_EQ(p.play(1, bid_coins(3)), "");
  ASSERT_EQ(p.play(0, bid_coins(4)), "");
  EXPECT_EQ(p.player(0).money, 4);
}

TEST(Auction, Section6_2_3_WithoutMoneyOnlyPassing) {
  P p = auction(2, 0);
  Tramways::Choices choices;
  Tramways(p.tables).legal(p.s, Seat{0}, choices, Fresh{});
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Pass>(choices[0].action));
  EXPECT_EQ(p.play(0, bid_coins(1)), "not_enough_money");
}

TEST(Auction, Section6_2_2_NoChange) {
  P p = auction(2, 5);
  const int two = p.deal(0, "money2"), one = p.deal(0, "money1");
  EXPECT_EQ(p.play(0, bid_of(3, 2, {P::sym(two, 0)})), "pay_not_exact");
  EXPECT_EQ(p.play(0, bid_of(2, 0, {P::sym(two, 0), P::sym(one, 0)})), "pay_surplus");
  EXPECT_EQ(p.play(0, bid_of(3, 1, {P::sym(two, 0)})), "");
  EXPECT_EQ(p.player(0).money, 4);
}

TEST(Auction, Section6_2_1_ConsequencesComeFirst) {
  P p = auction(2, 1);
  const int card = p.deal(0, "money2 pay1");
  EXPECT_EQ(p.play(0, bid_of(3, 1, {P::sym(card, 0)})), "consequence_unpayable");
  EXPECT_EQ(p.play(0, bid_of(2, 0, {P::sym(card, 0)})), "");
  EXPECT_EQ(p.player(0).money, 0);
}

TEST(Auction, Section6_3_TakingCards) {
  P p = auction(2);
  p.tables.cards[1].parcel = p.parcel("A1");
  ASSERT_EQ(p.play(0, passing), "");
  EXPECT_EQ(p.s.phase, Phase::take);
  EXPECT_EQ(p.player(1).stress, 6);  // 6.3.1
  EXPECT_EQ(p.play(1, {{"type", "take_auction_card"}, {"card", 77}}), "not_in_row");
  ASSERT_EQ(p.play(1, {{"type", "take_auction_card"}, {"card", 1}}), "");  // 6.3.2 in the new order
  EXPECT_EQ(p.s.parcels[index(p.parcel("A1"))].owner, Seat{1});            // 6.3.3
  p.s.auction_deck.push_back(id_at<CardId>(p.make_card("rail1")));
  p.s.auction_deck.push_back(id_at<CardId>(p.make_card("rail1")));
  ASSERT_EQ(p.play(0, {{"type", "take_auction_card"}, {"card", 2}}), "");
  EXPECT_EQ(p.s.row.size(), 2u);  // 6.3.5
  EXPECT_EQ(p.s.phase, Phase::act1);
}

TEST(Auction, Section6_3_4_VoidTickets) {
  P p = auction(2);
  p.tables.cards[1].void_ticket = true;
  const int valid = p.deal(1, "rail1 T"), plain = p.deal(1, "rail1"), dear = p.deal(1, "T pay9 stress+1");
  p.player(1).money = 8;
  ASSERT_EQ(p.play(0, passing), "");
  ASSERT_EQ(p.play(1, {{"type", "take_auction_card"}, {"card", 1}}), "");
  EXPECT_EQ(p.s.phase, Phase::void_discard);
  EXPECT_EQ(p.play(1, {{"type", "void_discard"}, {"card", plain}}), "not_a_ticket");
  EXPECT_EQ(p.play(1, {{"type", "void_discard"}, {"card", dear}}), "consequence_unpayable");
  EXPECT_EQ(p.play(1, {{"type", "void_discard"}, {"card", valid}}), "");
  EXPECT_EQ(p.player(1).discard.back(), id_at<CardId>(valid));
  EXPECT_EQ(p.s.phase, Phase::take);
}

TEST(Auction, E2_AuctionWithFive) {  // 6.1.1, 6.1.3, 6.1.6
  P p = auction(5);                  // Brown, Pink, Green, Orange, Violet
  ASSERT_EQ(p.play(0, bid_coins(4)), "");
  ASSERT_EQ(p.play(1, bid_coins(1)), "");
  ASSERT_EQ(p.play(2, passing), "");
  EXPECT_EQ(p.play(3, bid_coins(4)), "bid_taken");
  EXPECT_EQ(p.play(3, bid_coins(1)), "bid_taken");
  ASSERT_EQ(p.play(3, bid_coins(3)), "");
  ASSERT_EQ(p.play(4, bid_coins(2)), "");
  EXPECT_EQ(p.s.places[0], Seat{0});  // Brown leads
  EXPECT_EQ(p.play(1, bid_coins(1)), "bid_repeats_own");
  ASSERT_EQ(p.play(1, bid_coins(2)), "");
  EXPECT_EQ(p.s.places[1], Seat{3});  // Orange leads
  EXPECT_EQ(p.play(4, bid_coins(2)), "bid_repeats_own");
  EXPECT_TRUE(p.legal(4, bid_coins(1)));
  ASSERT_EQ(p.play(4, bid_coins(3)), "");
  ASSERT_EQ(p.play(1, passing), "");
  EXPECT_EQ(p.s.phase, Phase::take);
  const std::array<Seat, 5> order{Seat{0}, Seat{3}, Seat{4}, Seat{1}, Seat{2}};
  EXPECT_EQ(p.s.turn_order, order);
  const int money[]{6, 7, 10, 7, 5};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(p.player(i).money, money[i]) << i;
  EXPECT_EQ(p.player(0).stress, 6);
}

TEST(Auction, E3_Bids) {
  P p = auction(2, 30);
  EXPECT_EQ(p.play(0, bid_coins(0)), "bid_too_low");
  ASSERT_EQ(p.play(0, bid_coins(2)), "");
  EXPECT_EQ(p.play(1, bid_coins(2)), "bid_taken");
  EXPECT_TRUE(p.legal(1, bid_coins(1)));
  EXPECT_TRUE(p.legal(1, bid_coins(3)));
  EXPECT_EQ(p.play(1, bid_coins(23)), "");
  EXPECT_EQ(p.player(1).money, 7);
}

TEST(Auction, E4_PayingWithCards) {
  P p = auction(2, 1);
  const int card = p.deal(0, "money2 stress_down");
  P q = p;
  ASSERT_EQ(p.play(0, bid_of(3, 1, {P::sym(card, 0)})), "");
  EXPECT_EQ(p.player(0).money, 0);
  EXPECT_EQ(p.player(0).stress, 5);
  EXPECT_EQ(p.player(0).discard.size(), 1u);
  ASSERT_EQ(q.play(0, bid_of(1, 0, {P::sym(card, 0)})), "");
  EXPECT_EQ(q.player(0).money, 1);
}

TEST(Auction, T8_Tie) {
  P p = auction(3);
  ASSERT_EQ(p.play(0, bid_coins(2)), "");
  ASSERT_EQ(p.play(1, bid_coins(3)), "");
  ASSERT_EQ(p.play(2, passing), "");
  ASSERT_EQ(p.play(0, bid_coins(3)), "");  // equals the bid of the round before
  EXPECT_TRUE(Tramways(p.tables).to_act(p.s).has(Seat{1}));
  EXPECT_EQ(p.s.phase, Phase::bid);  // 6.1.5: nobody leads
}

TEST(Auction, T9_AllOthersPass) {
  P p = auction(3, 0);
  ASSERT_EQ(p.play(0, passing), "");
  ASSERT_EQ(p.play(1, passing), "");
  EXPECT_EQ(p.s.turn_order[0], Seat{2});
  EXPECT_EQ(p.player(2).stress, 6);
  EXPECT_EQ(p.player(2).money, 0);
  P q = auction(2, 0, 6);  // 15.2
  ASSERT_EQ(q.play(0, passing), "");
  EXPECT_EQ(q.player(1).stress, 7);
  EXPECT_EQ(q.s.phase, Phase::act1);
}

TEST(Auction, T10_VoidTicketWithoutValidTicket) {
  P p = auction(2);
  p.tables.cards[1].void_ticket = true;
  p.deal(1, "rail1");
  ASSERT_EQ(p.play(0, passing), "");
  ASSERT_EQ(p.play(1, {{"type", "take_auction_card"}, {"card", 1}}), "");
  EXPECT_EQ(p.s.phase, Phase::take);
  EXPECT_EQ(p.player(1).hand.size(), 2u);
}

}  // namespace
}  // namespace remise::tramways
