// IX: the turns of the lines, runs and who pays for them, privates bought by companies.
#include "core/random.h"
#include "games/vienna1840/edge/view.h"
#include "vienna1840/support/game.h"

namespace remise::testing {
namespace {

using T = TramColour;
using P = PrivateId;

// WT runs line 4 (home H28), DT K&C line 8 (home J10); four players, full map.
GameTable line_round(const char* round = "LR1a", T tram = T::yellow, const std::vector<std::string>& options = {}) {
  GameTable t(4, options);
  t.found_all();
  t.give_line(WT, 4, tram);
  t.give_line(DTKC, 8, tram);
  t.go(round);
  EXPECT_EQ(t.s.turn.line, L(4));
  return t;
}
int best(const GameTable& t) {
  return t.work.routes.best_revenue(t.now().map(), t.s.board, runner_of(t.now(), t.s.turn.line));
}
// H28 with track to I27, and the purple station there: 20 + 40.
void build_station(GameTable& t) {
  t.play(t.lay("H28", "6", 4));
  t.play(t.lay("B20", "L2", 2));
  t.play(t.lay("I27", "L29", 2));
}

TEST(LineRound, R64_ThreeActionsInAnyOrderOnceEach) {
  GameTable t = line_round();
  t.play(t.lay("B20", "L2", 2));  // (b) first; its purple bonus is out of reach and lapses
  t.play(t.lay("H28", "6", 4));   // (a)
  EXPECT_EQ(t.refusal(t.lay("C21", "L2", 2)), "done_already");
  EXPECT_EQ(t.refusal(t.lay("G29", "58", 3)), "done_already");
  t.s.turn.laid = 0;
  EXPECT_FALSE(t.lays("G29").empty());
  t.s.turn.laid = 1;
  t.play(RemoveMarker{{t.hex("C7"), Sv}});  // anywhere between
  t.play(RemoveMarker{{t.hex("B10"), Sv}});
  EXPECT_EQ(t.refusal(run()), "");
}

TEST(LineRound, R64_NothingIsCompulsoryExceptTheRun) {
  GameTable t = line_round();
  EXPECT_EQ(t.refusal(Pass{}), "must_run");
  t.play(run());
  EXPECT_EQ(t.s.turn.line, L(8));
}

TEST(LineRound, R65_AscendingOrderWithOrWithoutATram) {
  GameTable t(4);
  t.found_all();
  t.give_line(WT, 8, T::yellow);
  t.give_line(DTKC, 4);
  t.give_line(SJE, 17, T::yellow);
  t.go("LR1a");
  for (const char* round : {"LR1a", "LR1b"})
    for (const int number : {4, 8, 17}) {
      EXPECT_EQ(t.round(), round);
      EXPECT_EQ(t.s.turn.line, L(number));
      t.play(number == 4 ? Action{Pass{}} : run());
    }
}

TEST(LineRound, R66_TheHomeMarkerIsFreeAndFirst) {
  GameTable t = line_round();
  EXPECT_TRUE(t.happened(EventKind::home_marker));
  EXPECT_EQ(t.company(WT).treasury.v, 1000);
  EXPECT_EQ(t.s.line(L(4)).markers, 1);
  EXPECT_EQ(t.refusal(t.lay("G29", "58", 3)), "home_tile_first");
  EXPECT_EQ(t.refusal(t.lay("B20", "L2", 2)), "");
}

TEST(LineRound, R72_TheHomeCircleIsChosenWhereThereAreTwo) {
  GameTable t(4);
  t.found_all();
  t.give_line(WT, 2, T::yellow);
  t.give_line(DTKC, 3, T::yellow);
  t.s.board.tile[index(t.hex("E17"))] = t.now().map().tiles.find("235");
  t.s.board.left[index(t.now().map().tiles.find("235"))]--;
  t.go("LR1a");
  t.play(run());
  ASSERT_EQ(t.s.step, Step::home);  // line 3 on E17
  EXPECT_EQ(t.refusal(Pass{}), "pass_not_possible");
  EXPECT_EQ(t.refusal(t.marker("E17", 0)), "");
  EXPECT_EQ(t.refusal(t.marker("D18", 0)), "not_the_home");
  t.play(t.marker("E17", 1));
  EXPECT_EQ(t.s.step, Step::build);
}

TEST(LineRound, R71_TheTreasuryPays) {
  GameTable t = line_round();
  t.player(A).cash.v = 1000;
  t.company(WT).revenue.v = 500;
  t.company(WT).treasury.v = 15;
  EXPECT_EQ(t.refusal(t.lay("B20", "L2", 2)), "treasury_too_small");
  EXPECT_EQ(t.refusal(RemoveMarker{{t.hex("C7"), Sv}}), "treasury_too_small");
  t.company(WT).treasury.v = 20;
  t.play(t.lay("B20", "L2", 2));
  EXPECT_EQ(t.company(WT).treasury.v, 0);
}

TEST(LineRound, R77_TheBonusAtOnceOrNever) {
  GameTable t = line_round();
  t.play(t.lay("H28", "6", 4));
  t.play(t.lay("B20", "L2", 2));
  ASSERT_EQ(t.s.step, Step::bonus);
  EXPECT_EQ(t.refusal(run()), "bonus_first");
  EXPECT_EQ(t.refusal(RemoveMarker{{t.hex("C7"), Sv}}), "bonus_first");
  EXPECT_EQ(t.refusal(t.marker("H28")), "bonus_first");
  EXPECT_EQ(t.rule(run()), "R77");
  t.pass();
  EXPECT_TRUE(t.happened(EventKind::bonus_lost));
  EXPECT_NE(t.refusal(t.lay("I27", "L29", 2)), "");
}

TEST(LineRound, R77_R80_ABonusThatCannotBeUsedLapses) {
  GameTable t = line_round("LR1b");
  for (const char* hex : {"B16", "B14", "C13"}) {  // the next G tile is D12 with a green bonus
    const LayTile lay = t.any_lay(hex);
    lay_tile(t.now().map(), t.s.board, lay.lay);
  }
  t.play(t.any_lay("D12"));
  EXPECT_TRUE(t.happened(EventKind::bonus_lost));
  EXPECT_EQ(t.s.step, Step::build);
}

TEST(LineRound, R82_NormalAndBonusMarkerAreIndependent) {
  GameTable t = line_round();
  t.play(t.lay("H28", "6", 4));
  lay_tile(t.now().map(), t.s.board, t.any_lay("G23").lay);
  lay_tile(t.now().map(), t.s.board, t.any_lay("G21").lay);
  lay_tile(t.now().map(), t.s.board, t.any_lay("G19").lay);
  // F28 with track to G29 and H28, so that there is a place in reach.
  t.s.turn.laid = 0;
  t.play(t.lay("G29", "58", 3));
  t.s.turn.laid = 0;
  t.play(t.lay("F28", "6", 2));
  t.play(t.any_lay("G17"));  // marker bonus
  ASSERT_EQ(t.s.step, Step::bonus);
  const int treasury = t.company(WT).treasury.v;
  t.play(t.marker("F28"));
  EXPECT_EQ(t.company(WT).treasury.v, treasury);
  EXPECT_EQ(t.s.turn.marked, 0);  // the normal marker may still be placed, at the next price
  EXPECT_EQ(t.s.line(L(4)).markers, 2);
  EXPECT_EQ(next_marker_price(t.now().map(), t.s.board, L(4)).v, 40);
}

TEST(LineRound, R104_TheBestRouteIsCompulsory) {
  GameTable t = line_round();
  build_station(t);
  const int value = best(t);
  ASSERT_GT(value, 0);
  EXPECT_EQ(t.rule(run(value - 10)), "R104");
  EXPECT_EQ(t.code(run(value + 10)), "claim_not_best");
  t.play(run(value));  // the same as no claim
  EXPECT_EQ(t.company(WT).revenue.v, value);
}

TEST(LineRound, R104_C11_ClaimsAreTakenAsTheyAre) {
  GameTable t = line_round("LR1a", T::yellow, {"C11"});
  EXPECT_EQ(t.refusal(run(90)), "");
  EXPECT_EQ(t.code(run(100'001)), "claim_too_high");
  t.play(run(90));
  EXPECT_EQ(t.company(WT).revenue.v, 90);
}

TEST(LineRound, R105_WithoutARouteMaintenanceAndBonusApply) {
  GameTable t = line_round("LR4a", T::orange);
  t.s.newest = T::purple;
  ASSERT_EQ(best(t), 0);
  t.play(run());
  EXPECT_EQ(t.company(WT).treasury.v, 700);
  GameTable purple = line_round("LR4a", T::purple);
  purple.play(run());
  EXPECT_EQ(purple.company(WT).revenue.v, 200);
}

TEST(LineRound, R105_C7_AnEmptyRunCostsNothing) {
  GameTable t = line_round("LR4a", T::orange);
  EXPECT_EQ(t.refusal(run(Run::no_claim, true)), "no_empty_run");
  GameTable other = line_round("LR4a", T::orange, {"C7"});
  other.s.newest = T::purple;
  EXPECT_EQ(other.refusal(run(Run::no_claim, true)), "");
  other.play(run(Run::no_claim, true));
  EXPECT_EQ(other.company(WT).treasury.v, 1000);
  EXPECT_EQ(other.company(WT).revenue.v, 0);
}

TEST(LineRound, R106_WithoutATramNoRunAndNoCost) {
  GameTable t = line_round("LR1a", T::none);
  t.s.newest = T::purple;
  EXPECT_EQ(t.refusal(run()), "no_tram");
  t.play(t.lay("H28", "6", 4));  // it builds all the same
  t.pass();
  EXPECT_EQ(t.company(WT).treasury.v, 1000);
  EXPECT_EQ(t.company(WT).revenue.v, 0);
  EXPECT_EQ(t.s.turn.line, L(8));
}

TEST(LineRound, R107_NetRevenue) {
  const std::vector<std::tuple<T, T, int>> cases{
      {T::yellow, T::yellow, 0}, {T::yellow, T::red, -50}, {T::purple, T::purple, 200}};
  for (const auto& [tram, newest, maintenance] : cases) {
    GameTable t = line_round("LR1a", tram);
    t.s.newest = newest;
    build_station(t);
    const int value = best(t);
    t.play(run());
    EXPECT_EQ(t.company(WT).revenue.v, value + maintenance);
    EXPECT_EQ(t.s.line(L(4)).earned.v, value + maintenance);
  }
}

TEST(LineRound, R108_WhoPaysForANegativeResult) {
  GameTable t = line_round("LR4a", T::orange);
  t.s.newest = T::pink;  // -100, no route
  t.company(WT).revenue.v = 30;
  t.company(WT).treasury.v = 40;
  t.player(A).cash.v = 10;
  t.play(run());
  EXPECT_EQ(t.company(WT).revenue.v, 0);
  EXPECT_EQ(t.company(WT).treasury.v, 0);
  EXPECT_EQ(t.player(A).loans, 1);
  EXPECT_EQ(t.cash(A), 80);  // 10 + 100 - 30
  const Event shortfall = t.all(EventKind::shortfall).at(0);
  EXPECT_EQ(shortfall.args[1], 30);
  EXPECT_EQ(shortfall.args[2], 40);
  EXPECT_EQ(shortfall.args[3], 30);
}

TEST(LineRound, R108_C6_TheRevenueSpaceIsSpared) {
  GameTable t = line_round("LR4a", T::yellow, {"C6"});
  t.s.newest = T::red;  // -50
  t.company(WT).revenue.v = 100;
  t.company(WT).treasury.v = 285;
  t.play(run());
  EXPECT_EQ(t.company(WT).revenue.v, 100);
  EXPECT_EQ(t.company(WT).treasury.v, 235);
}

TEST(LineRound, R110_BuyingAPrivateFromTheDirector) {
  GameTable early = line_round("LR1b");
  early.hold(P::kk, Holder::of(A));
  EXPECT_EQ(early.refusal(OfferPrivate{P::kk, 20}), "privates_not_yet");
  GameTable t = line_round("LR2a");
  t.hold(P::kk, Holder::of(A));
  t.hold(P::pr, Holder::of(A));
  EXPECT_EQ(t.refusal(OfferPrivate{P::kk, 21}), "offer_price");
  EXPECT_EQ(t.refusal(OfferPrivate{P::kk, 0}), "offer_price");
  EXPECT_EQ(t.refusal(OfferPrivate{P::hb, 1}), "private_not_with_player");
  const Money treasury = t.company(WT).treasury;
  t.company(WT).treasury.v = 19;
  EXPECT_EQ(t.refusal(OfferPrivate{P::kk, 20}), "offer_above_treasury");
  t.company(WT).treasury = treasury;
  const int before = t.cash(A);
  t.play(OfferPrivate{P::kk, 20});  // at once
  EXPECT_EQ(t.s.holder(P::kk), Holder::of(WT));
  EXPECT_EQ(t.cash(A), before + 20);
  EXPECT_EQ(t.company(WT).treasury.v, 980);
  t.play(OfferPrivate{P::pr, 1});  // any number per turn
  EXPECT_EQ(t.s.holder(P::pr), Holder::of(WT));
  EXPECT_EQ(t.refusal(OfferPrivate{P::pr, 5}), "private_not_with_player");
}

TEST(LineRound, R110_FromAnotherPlayerWithConsent) {
  GameTable t = line_round("LR2a");
  t.hold(P::hb, Holder::of(C));
  t.play(OfferPrivate{P::hb, 10});
  EXPECT_EQ(t.who(), C);
  EXPECT_EQ(t.refusal(run()), "offer_pending");
  EXPECT_EQ(t.refusal(Pass{}), "offer_pending");
  State copy = t.s;
  EXPECT_TRUE(t.rules.apply(copy, A, run(), nullptr, t.work));  // the turn waits
  t.play(DeclineOffer{});
  EXPECT_EQ(t.who(), A);
  EXPECT_EQ(t.refusal(AcceptOffer{}), "wrong_step");
  EXPECT_EQ(t.refusal(OfferPrivate{P::hb, 10}), "offer_not_higher");
  t.play(OfferPrivate{P::hb, 11});
  const int before = t.cash(C);
  t.play(AcceptOffer{});
  EXPECT_EQ(t.s.holder(P::hb), Holder::of(WT));
  EXPECT_EQ(t.cash(C), before + 11);
  EXPECT_EQ(t.who(), A);
}

TEST(LineRound, R110_BeforeOrAfterTheRun) {
  GameTable t = line_round("LR2a");
  t.hold(P::hb, Holder::of(C));
  t.play(run());
  ASSERT_EQ(t.s.step, Step::after_run);
  EXPECT_EQ(t.refusal(t.lay("H28", "6", 4)), "wrong_step");
  t.play(OfferPrivate{P::hb, 40});
  t.play(AcceptOffer{});
  EXPECT_EQ(t.s.turn.line, L(8));  // nothing is left to buy: the next line
}

TEST(LineRound, R29_TheOwnerMayReturnAnOfferedPrivate) {
  GameTable t = line_round("LR2a");
  t.hold(P::hb, Holder::of(C));
  t.play(OfferPrivate{P::hb, 10});
  const int before = t.cash(C);
  t.play(ReturnPrivate{P::hb});
  EXPECT_EQ(t.cash(C), before + 40);
  EXPECT_TRUE(t.happened(EventKind::offer_lapsed));
  EXPECT_EQ(t.who(), A);
}

TEST(LineRound, R29_AReturnThatAllowsBuildingIsAChoice) {
  GameTable t = line_round("LR1a", T::none);
  t.company(WT).treasury.v = 0;
  t.play(t.lay("H28", "6", 4));
  EXPECT_EQ(t.s.turn.line, L(8));  // nothing else to do without money
  GameTable other = line_round("LR1a", T::none);
  other.company(WT).treasury.v = 0;
  other.hold(P::kk, Holder::of(WT));
  other.play(other.lay("H28", "6", 4));
  EXPECT_EQ(other.s.turn.line, L(4));  // Karlskirche would pay for a Stadtbahn tile
  other.play(ReturnPrivate{P::kk});
  EXPECT_EQ(other.refusal(other.lay("B20", "L2", 2)), "");
}

// Ids that do not exist are refused like any other move.
TEST(LineRound, NonsenseIsRefusedNotCrashed) {
  GameTable t = line_round("LR2a");
  LayTile lay = t.lay("H28", "6", 4);
  lay.lay.tile = id_at<TileId>(200);
  EXPECT_EQ(t.refusal(lay), "no_such_tile");
  lay = t.lay("H28", "6", 9);
  EXPECT_EQ(t.refusal(lay), "no_such_rotation");
  Random random = Random::from_seed("nonsense");
  const auto byte = [&] { return static_cast<std::uint8_t>(random.below(4) ? random.below(256) : 255); };
  for (const char* round : {"SR2", "CR2", "LR2a"}) {
    t.go(round);
    for (int i = 0; i < 3000; ++i) {
      const std::array<Action, 12> actions{BidPrivate{id_at<PrivateId>(byte()), byte() * 5},
                                           BidLine{id_at<LineId>(byte()), byte() * 5},
                                           ChooseOrder{byte()},
                                           BuyDirector{id_at<CompanyId>(byte()), byte()},
                                           BuyShare{id_at<CompanyId>(byte())},
                                           SellShares{id_at<CompanyId>(byte()), byte()},
                                           ReturnPrivate{id_at<PrivateId>(byte())},
                                           BuyTram{id_at<TramColour>(byte())},
                                           ScrapTram{id_at<TramColour>(byte()), id_at<LineId>(byte())},
                                           LayTile{{id_at<HexId>(byte()), id_at<TileId>(byte()), byte(), byte()}},
                                           PlaceMarker{{id_at<HexId>(byte()), byte(), false}},
                                           RemoveMarker{{id_at<HexId>(byte()), id_at<CompanyId>(byte())}}};
      State copy = t.s;
      const Action& action = actions[random.below(actions.size())];
      const bool refused = t.rules.apply(copy, t.who(), action, nullptr, t.work).has_value();
      EXPECT_TRUE(!refused || copy == t.s);
    }
  }
}

}  // namespace
}  // namespace remise::testing
