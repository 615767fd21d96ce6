// Order of play, administration, ends of rounds, scoring, solo: sections 5, 7, 13-17, examples E20, E21, rulings T12,
// T15.
#include "games/tramways/rounds/scoring.h"
#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;
const Json done{{"type", "admin_done"}}, end_turn_action{{"type", "end_turn"}};

P administration(int players = 2, const std::string& map = "R . C") {
  P p(map, players);
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(players);
  return p;
}

Json use(int card, int slot) {
  return {{"type", "admin_play"}, {"card", card}, {"uses", {{{"slot", slot}, {"field", nullptr}}}}};
}

TEST(Rounds, Section5_SixRounds) {
  const auto state = rules().start({{"players", 2}, {"seed", "rounds"}});
  ASSERT_TRUE(state);
  State s = *state;
  Random random = Random::from_seed("x");
  Tramways::Choices choices;
  int highest = 0;
  while (!rules().to_act(s).empty()) {
    const Seat seat = rules().to_act(s).lowest();
    choices.clear();
    rules().legal(s, seat, choices, Fresh{});
    ASSERT_FALSE(rules().apply(s, seat, choices[random.below(static_cast<std::uint32_t>(choices.size()))].action,
                               nullptr, Fresh{}));
    highest = std::max<int>(highest, s.round);
  }
  EXPECT_EQ(highest, 6);
}

TEST(Rounds, Section7_1_IncomeForUnusedActions) {
  P p("R . . . C", 2);
  p.turn_of(0, 1);
  ASSERT_EQ(p.play(0, end_turn_action), "");
  EXPECT_EQ(p.player(0).money, 2);
  p.turn_of(0, 2);
  p.s.actions_done = 1;
  ASSERT_EQ(p.play(0, end_turn_action), "");
  EXPECT_EQ(p.player(0).money, 4);
}

TEST(Rounds, Section7_1_TheTurnEndsAfterTheLastAction) {
  P p("R . . . C/. . . . .", 2);
  ASSERT_EQ(p.lay(0, P::from(0, 0, "E"), "E", 1), "");
  EXPECT_EQ(p.s.in_turn(), Seat{0});  // one of two
  p.s.actions_done = 1;
  const int card = p.deal(0, "rail1");
  ASSERT_EQ(p.play(0, P::track(P::on(1), {"E"}, {P::sym(card, 0)}, Json::array())), "");
  EXPECT_EQ(p.s.in_turn(), Seat{1});
  EXPECT_EQ(p.player(0).money, 0);  // 7.2: no income
}

TEST(Rounds, Section7_3_TwoActionRoundsInTurnOrder) {
  P p("R . C", 2);
  p.turn_of(0, 1);
  ASSERT_EQ(p.play(0, end_turn_action), "");
  ASSERT_EQ(p.play(1, end_turn_action), "");
  EXPECT_EQ(p.s.phase, Phase::act2);
  ASSERT_EQ(p.play(0, end_turn_action), "");
  ASSERT_EQ(p.play(1, end_turn_action), "");
  EXPECT_EQ(p.s.phase, Phase::admin);
}

TEST(Rounds, Section7_4_NoMoneySymbolsInThisPhase) {
  P p("R . C", 2);
  const int rail = p.deal(0, "rail1 money1"), dest = p.deal(0, "dest_C");
  EXPECT_EQ(p.play(0, P::track(P::from(0, 0, "E"), {"E"}, {P::sym(rail, 0), P::sym(rail, 1)}, {P::sym(dest, 0)})),
            "symbol_wrong_phase");
}

TEST(Rounds, Section7_5_AGainedCardServesTheNextAction) {
  P p("R . A1 . C", 2);
  p.own(0, "A1");
  const int symbol = p.deal(0, "build"), coordinate = p.deal(0, "parcel_A1"),
            card = p.supply(Building::leisure, "rail1 dest_L");
  ASSERT_EQ(p.play(0, {{"type", "build"},
                       {"parcel", "A1"},
                       {"symbol", P::sym(symbol, 0)},
                       {"coordinate", P::sym(coordinate, 0)},
                       {"card", card}}),
            "");
  EXPECT_EQ(p.play(0, P::track(P::from(0, 0, "E"), {"E"}, {P::sym(card, 0)}, {P::sym(card, 1)})), "");
}

TEST(Rounds, Section7_6_NeglectedLinksGoAtTheEndOfPhase2) {
  P p("R . . C", 2);
  p.link(0, {{0, 0}, {1, 0}, {2, 0}}, false, 1);
  p.turn_of(1, 2);
  ASSERT_EQ(p.play(1, end_turn_action), "");
  EXPECT_EQ(p.s.phase, Phase::admin);
  EXPECT_TRUE(p.s.links.empty());
  EXPECT_EQ(p.player(0).straights, 12);
}

// --- 13
// ------------------------------------------------------------------------------------------------------------------

TEST(Administration, Section13_1_OpenToAllWhoHaveNotFinished) {
  P p = administration(3);
  EXPECT_EQ(Tramways(p.tables).to_act(p.s), SeatSet::first(3));
  ASSERT_EQ(p.play(1, done), "");
  EXPECT_EQ(p.play(1, done), "not_your_turn");
  EXPECT_EQ(Tramways(p.tables).to_act(p.s).size(), 2);
  ASSERT_EQ(p.play(2, done), "");
  ASSERT_EQ(p.play(0, done), "");
  EXPECT_EQ(p.s.round, 3);
}

TEST(Administration, Section13_1_TheOrderDoesNotMatter) {
  // Every interleaving of two players' administrations gives the same state.
  P start = administration(2);
  const int a = start.deal(0, "money2"), b = start.deal(1, "stress_down");
  const std::vector<std::pair<int, Json>> mine{{0, use(a, 0)}, {0, done}}, other{{1, use(b, 0)}, {1, done}};
  std::vector<State> results;
  for (const std::string order : {"aabb", "abab", "abba", "baab", "baba", "bbaa"}) {
    P p = start;
    std::size_t i = 0, j = 0;
    for (const char who : order) {
      const auto& [seat, action] = who == 'a' ? mine[i++] : other[j++];
      ASSERT_EQ(p.play(seat, action), "");
    }
    results.push_back(p.s);
  }
  for (const State& s : results) EXPECT_EQ(std::memcmp(&s, &results[0], sizeof s), 0);
}

TEST(Administration, Section13_2_Symbols) {
  P p = administration(2, "R C .");
  const int money = p.deal(0, "money3"), worker = p.deal(0, "worker"), down = p.deal(0, "stress_down"),
            add = p.deal(0, "add_passenger");
  ASSERT_EQ(p.play(0, use(money, 0)), "");
  EXPECT_EQ(p.player(0).money, 3);                       // 13.2.1
  EXPECT_EQ(p.play(0, use(worker, 0)), "worker_limit");  // 13.2.2
  ASSERT_EQ(p.play(0, use(down, 0)), "");
  EXPECT_EQ(p.player(0).stress, 4);  // 13.2.3
  const auto at = [&](Json field) {
    return Json{{"type", "admin_play"}, {"card", add}, {"uses", {{{"slot", 0}, {"field", field}}}}};
  };
  EXPECT_EQ(p.play(0, at(nullptr)), "field_needed");  // 13.2.4
  EXPECT_EQ(p.play(0, at({2, 0})), "field_not_free");
  p.passenger(0, 0);
  EXPECT_EQ(p.play(0, at({0, 0})), "field_not_free");
  ASSERT_EQ(p.play(0, at({1, 0})), "");
  EXPECT_TRUE(p.s.passengers[index(p.at(1, 0))]);
}

TEST(Administration, Section13_3_Discards) {
  P p = administration();
  const int a = p.deal(0, "rail1"), b = p.deal(0, "rail1"), c = p.deal(0, "rail1");
  p.player(0).money = 1;
  ASSERT_EQ(p.play(0, {{"type", "admin_discard"}, {"card", a}}), "");
  EXPECT_EQ(p.player(0).money, 1);
  ASSERT_EQ(p.play(0, {{"type", "admin_discard"}, {"card", b}}), "");
  EXPECT_EQ(p.player(0).money, 0);
  EXPECT_EQ(p.play(0, {{"type", "admin_discard"}, {"card", c}}), "discard_too_dear");
}

TEST(Administration, E20_Administration) {  // 13.4
  P p = administration();
  Player& me = p.player(0);
  me.workers = 1, me.money = 3, me.stress = 5;
  const int c92 = p.deal(0, "rail2 worker"), c13 = p.deal(0, "money2 stress_down"), c72 = p.deal(0, "rail1 pay2"),
            c73 = p.deal(0, "rail1 stress+1");
  for (int i = 0; i < 5; ++i) me.deck.push_back(id_at<CardId>(p.make_card("rail1")));
  ASSERT_EQ(p.play(0, use(c92, 1)), "");
  EXPECT_EQ(me.workers, 2);
  ASSERT_EQ(p.play(0, {{"type", "admin_play"},
                       {"card", c13},
                       {"uses", {{{"slot", 0}, {"field", nullptr}}, {{"slot", 1}, {"field", nullptr}}}}}),
            "");
  EXPECT_EQ(me.money, 5);
  EXPECT_EQ(me.stress, 5);
  ASSERT_EQ(p.play(0, {{"type", "admin_discard"}, {"card", c72}}), "");
  EXPECT_EQ(me.money, 3);
  ASSERT_EQ(p.play(0, {{"type", "admin_discard"}, {"card", c73}}), "");
  EXPECT_EQ(me.money, 2);
  EXPECT_EQ(me.stress, 6);
  ASSERT_EQ(p.play(1, done), "");
  ASSERT_EQ(p.play(0, done), "");
  EXPECT_EQ(me.hand.size(), 7u);  // 5 of the deck, then 2 of the shuffled pile of 4
  EXPECT_EQ(me.deck.size(), 2u);
  EXPECT_TRUE(me.discard.empty());
}

// --- 14, 15
// --------------------------------------------------------------------------------------------------------------

TEST(EndOfRound, Section14_1_AnEmptiedDeckIsNotReplacedBeforeItIsNeeded) {
  P p = administration();
  Player& me = p.player(0);
  for (int i = 0; i < 7; ++i) me.deck.push_back(id_at<CardId>(p.make_card("rail1")));
  me.discard.push_back(id_at<CardId>(p.make_card("rail1")));
  ASSERT_EQ(p.play(0, done), "");
  ASSERT_EQ(p.play(1, done), "");
  EXPECT_EQ(me.hand.size(), 7u);
  EXPECT_TRUE(me.deck.empty());
  EXPECT_EQ(me.discard.size(), 1u);
}

TEST(EndOfRound, Section14_3_OnlyTheTypeOfTheDisc) {
  P p = administration(2, "R . C");
  p.s.discs[1] = Building::commercial;
  ASSERT_EQ(p.play(0, done), "");
  ASSERT_EQ(p.play(1, done), "");
  EXPECT_FALSE(p.s.passengers[index(p.at(0, 0))]);
  EXPECT_TRUE(p.s.passengers[index(p.at(2, 0))]);
  EXPECT_EQ(p.s.round, 3);  // 14.4
}

TEST(EndOfRound, T12_Arrival) {
  P p = administration(2, "R R . . R R/. . . . . .");
  p.passenger(1, 0);
  ASSERT_EQ(p.play(0, done), "");
  ASSERT_EQ(p.play(1, done), "");
  EXPECT_FALSE(p.s.passengers[index(p.at(0, 0))]);
  EXPECT_TRUE(p.s.passengers[index(p.at(4, 0))]);
  EXPECT_FALSE(p.s.passengers[index(p.at(5, 0))]);
}

TEST(EndOfRound, Section15_1_TheHandOfRound6IsChosen) {
  P p = administration();
  p.s.round = 5;
  Player& me = p.player(0);
  me.hand_limit = 3;
  const int kept = p.deal(0, "rail1"), a = p.make_card("rail1"), b = p.make_card("rail1"), c = p.make_card("rail1");
  me.deck.push_back(id_at<CardId>(a));
  me.discard.push_back(id_at<CardId>(b));
  me.discard.push_back(id_at<CardId>(c));
  ASSERT_EQ(p.play(1, done), "");
  ASSERT_EQ(p.play(0, done), "");
  EXPECT_EQ(p.s.phase, Phase::final_hand);
  const auto choose = [](Json cards) { return Json{{"type", "choose_hand"}, {"cards", cards}}; };
  EXPECT_EQ(p.play(0, choose({a, b, c})), "too_many_cards");
  EXPECT_EQ(p.play(0, choose({kept})), "not_in_deck");
  EXPECT_EQ(p.play(0, choose({a, a})), "card_twice");
  Tramways::Choices choices;
  Tramways(p.tables).legal(p.s, Seat{0}, choices, Fresh{});
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices[0].max, 1 + 3 + 3 - 1);  // none, one or two of three
  ASSERT_EQ(p.play(0, choose({a, c})), "");
  EXPECT_EQ(me.hand.size(), 3u);
  EXPECT_TRUE(me.deck.empty() && me.discard.empty());
  ASSERT_EQ(p.play(1, choose(Json::array())), "");
  EXPECT_EQ(p.s.round, 6);
}

TEST(EndOfRound, Section15_3_TheGameEndsAfterRound6) {
  P p = administration();
  p.s.round = 6;
  ASSERT_EQ(p.play(0, done), "");
  ASSERT_EQ(p.play(1, done), "");
  EXPECT_EQ(p.s.phase, Phase::end);
  EXPECT_TRUE(Tramways(p.tables).outcome(p.s));
}

// --- 16, 17
// --------------------------------------------------------------------------------------------------------------

TEST(Scoring, E21_FinalScoring) {  // 16.1
  P p("R . . . . . . . . . . . . C/R . . . . . . . . . . . . C/R . . . . . . . . . . . . C");
  const int hp[]{24, 32, 30}, links[]{4, 5, 6}, stress[]{3, 13, 8}, money[]{11, 9, 5}, scores[]{34, 34, 40};
  for (int i = 0; i < 3; ++i) {
    Player& player = p.player(i);
    player.hp = static_cast<std::int16_t>(hp[i]);
    player.stress = static_cast<std::uint8_t>(stress[i]);
    player.money = money[i];
    for (int k = 0; k < links[i]; ++k) p.link(i, {{2 * k, i}, {2 * k + 1, i}, {2 * k + 2, i}}, true);
    EXPECT_EQ(score(p.tables, p.s, id_at<Seat>(i)), scores[i]);
  }
  EXPECT_EQ(winners(p.tables, p.s), SeatSet::of(Seat{2}));
}

TEST(Scoring, Section16_2_IncompleteLinksScoreNothing) {
  P p("R . . C");
  p.link(0, {{0, 0}, {1, 0}, {2, 0}}, false);
  EXPECT_EQ(score(p.tables, p.s, Seat{0}), -5);
}

TEST(Scoring, Section16_3_Ties) {
  P p("R . C", 2);
  p.player(0).money = 3, p.player(1).money = 4;
  EXPECT_EQ(winners(p.tables, p.s), SeatSet::of(Seat{1}));
  p.player(0).money = 4;
  EXPECT_EQ(winners(p.tables, p.s).size(), 2);
}

P solo_row() {
  P p("R . C", 1);
  p.s.variant = Variant::solo;
  p.s.phase = Phase::solo_row;
  for (int i = 0; i < 4; ++i) p.s.auction_deck.push_back(id_at<CardId>(p.make_card("rail1")));
  return p;
}

Json reveal(int coins) { return {{"type", "solo_reveal"}, {"pay", {{"coins", coins}, {"symbols", Json::array()}}}}; }
Json take(int card) { return {{"type", "solo_take"}, {"card", card}}; }

TEST(Solo, T15_SoloRow) {
  P p = solo_row();
  p.player(0).money = 3;
  EXPECT_EQ(p.play(0, take(1)), "row_empty");
  ASSERT_EQ(p.play(0, reveal(0)), "");
  EXPECT_EQ(p.play(0, reveal(0)), "pay_not_exact");
  ASSERT_EQ(p.play(0, reveal(1)), "");
  ASSERT_EQ(p.play(0, reveal(2)), "");
  EXPECT_EQ(p.player(0).money, 0);
  P q = p;
  ASSERT_EQ(p.play(0, take(3)), "");
  EXPECT_EQ(p.player(0).stress, 6);
  EXPECT_EQ(p.s.auction_discard.size(), 2u);
  ASSERT_EQ(q.play(0, take(1)), "");
  EXPECT_EQ(q.player(0).stress, 5);
  EXPECT_EQ(q.s.phase, Phase::act1);
}

TEST(Solo, Section17_6_WhoCannotPayMustTake) {
  P p = solo_row();
  ASSERT_EQ(p.play(0, reveal(0)), "");
  Tramways::Choices choices;
  Tramways(p.tables).legal(p.s, Seat{0}, choices, Fresh{});
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<SoloTake>(choices[0].action));
}

TEST(Solo, Section17_7_TheDiscardPileBecomesTheDeck) {
  P p = solo_row();
  p.s.auction_deck.clear();
  EXPECT_EQ(p.play(0, reveal(0)), "nothing_to_reveal");
  p.s.auction_discard.push_back(id_at<CardId>(1));
  ASSERT_EQ(p.play(0, reveal(0)), "");
  EXPECT_EQ(p.s.row.size(), 1u);
}

TEST(Solo, Section17_8_VoidTickets) {
  P p = solo_row();
  p.tables.cards[1].void_ticket = true;
  const int ticket = p.deal(0, "T");
  ASSERT_EQ(p.play(0, reveal(0)), "");
  ASSERT_EQ(p.play(0, take(1)), "");
  EXPECT_EQ(p.s.phase, Phase::void_discard);
  ASSERT_EQ(p.play(0, {{"type", "void_discard"}, {"card", ticket}}), "");
  EXPECT_EQ(p.s.phase, Phase::act1);
}

TEST(Solo, Section17_9_Round6) {
  P p("R . C", 1);
  p.s.variant = Variant::solo;
  p.s.round = 5;
  Check late;
  const Mover mover{p.tables, p.s, Seat{0}, nullptr, late};
  begin_round(mover);
  EXPECT_EQ(p.player(0).stress, 7);
  EXPECT_EQ(p.s.phase, Phase::act1);
}

TEST(Solo, Section17_10_Ratings) {
  const Tables& t = tables();
  EXPECT_EQ(rating(t, -5), "Dismal");
  EXPECT_EQ(rating(t, 19), "Dismal");
  EXPECT_EQ(rating(t, 20), "Sad");
  EXPECT_EQ(rating(t, 55), "Satisfied");
  EXPECT_EQ(rating(t, 100), "Ecstatic");
}

}  // namespace
}  // namespace remise::tramways
