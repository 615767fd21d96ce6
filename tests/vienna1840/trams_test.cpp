// VIII.5.3: trams, in CRd and CRe.
#include "vienna1840/support/game.h"

namespace remise::testing {
namespace {

using T = TramColour;

BuyTram buy(T colour) { return BuyTram{colour}; }

// The tram step of CRd: one company after the other, WT first.
GameTable tram_step(int players, const char* round, const std::vector<std::string>& options = {}, int lines = 1) {
  GameTable t(players, options);
  t.found_all();
  for (int i = 0; i < players; ++i)
    for (int n = 0; n < lines; ++n) t.give_line(id_at<CompanyId>(i), 3 + i * 3 + n);
  t.go(round);
  EXPECT_EQ(t.s.step, Step::trams);
  return t;
}
Line& first_line(GameTable& t, CompanyId c) { return t.s.line(t.company(c).lines[0]); }

TEST(Trams, R44_NoDutyInCRdWhileAnAuctionFollows) {
  GameTable t = tram_step(3, "CR1", {}, 0);
  EXPECT_EQ(t.refusal(Pass{}), "");
  t.pass(3);
  EXPECT_EQ(t.s.step, Step::name_line);
  t.play(BidLine{L(4), 20});
  t.pass(2);
  EXPECT_EQ(t.s.step, Step::trams_won);  // WT has won line 4: now it must own a tram
  EXPECT_EQ(t.refusal(Pass{}), "must_own_tram");
  EXPECT_EQ(t.rule(Pass{}), "R44");
  t.play(buy(T::yellow));
  EXPECT_EQ(t.refusal(Pass{}), "");
  t.pass();
  EXPECT_EQ(t.s.line(L(4)).tram, T::yellow);
  EXPECT_EQ(t.s.step, Step::name_line);
}

TEST(Trams, R44_TheDutyIsTestedInCRdWhereTheAuctionIsSkipped) {
  GameTable t = tram_step(3, "CR5", {}, 3);
  EXPECT_EQ(t.refusal(Pass{}), "must_own_tram");
}

TEST(Trams, R44_C4_TheDutyIsTestedInCRd) {
  GameTable t = tram_step(3, "CR1", {"C4"}, 0);
  EXPECT_EQ(t.refusal(Pass{}), "must_own_tram");
  t.company(WT).treasury.v = 20;
  const int before = t.cash(A);
  t.play(buy(T::yellow));  // the director contributes
  EXPECT_EQ(t.cash(A), before - 80);
}

// VIII.5.3: who scraps the last tram while assigning has not met the duty.
TEST(Trams, R44_TheDutyIsTestedAtTheEndOfTheStep) {
  for (const bool before : {false, true}) {
    GameTable t = tram_step(3, "CR5", {}, 3);
    if (before) t.s.rules = 0;
    t.company(WT).treasury.v = 400;
    t.play(buy(T::pink));
    t.pass();
    ASSERT_EQ(t.s.step, Step::assign);
    const LineId line = t.company(WT).lines[0];
    const AssignTrams idle{{line, t.company(WT).lines[1], t.company(WT).lines[2]}, {}};
    EXPECT_EQ(t.refusal(buy(T::pink)), "wrong_step");
    t.play(ScrapTram{T::pink, LineId::none});
    if (before) {
      EXPECT_EQ(t.now().active_company(), DTKC);
      continue;
    }
    ASSERT_EQ(t.now().active_company(), WT);
    EXPECT_EQ(t.s.step, Step::assign);
    EXPECT_EQ(t.refusal(idle), "must_own_tram");
    EXPECT_EQ(t.rule(idle), "R44");
    t.player(A).cash.v = 1000;
    t.play(buy(T::pink));  // the director pays
    EXPECT_EQ(t.cash(A), 600);
    EXPECT_EQ(t.s.step, Step::assign);
    EXPECT_EQ(t.refusal(buy(T::pink)), "wrong_step");
    t.play(AssignTrams{idle.lines, {T::pink, T::none, T::none}});
    EXPECT_EQ(t.now().active_company(), DTKC);
  }
}

TEST(Trams, R44_TheLastAssignmentTestsTheDutyToo) {
  GameTable t = tram_step(2, "CR1", {}, 2);
  t.play(buy(T::yellow));
  for (int moves = 0; t.s.step != Step::assign_final; ++moves) {
    ASSERT_LT(moves, 100);
    if (is_assign_step(t.s.step)) {
      const auto& lines = t.company(t.now().active_company()).lines;
      t.play(AssignTrams{{lines[0], lines[1], LineId::none}, {T::yellow, T::none, T::none}});
    } else if (t.refusal(Pass{}) == "must_own_tram") {
      t.play(buy(T::yellow));
    } else {
      t.pass();
    }
  }
  ASSERT_EQ(t.now().active_company(), WT);
  t.play(ScrapTram{T::yellow, t.company(WT).lines[0]});
  ASSERT_EQ(t.now().active_company(), WT);
  EXPECT_EQ(t.refusal(AssignTrams{{L(3), L(4), LineId::none}, {}}), "must_own_tram");
  EXPECT_EQ(t.refusal(buy(T::orange)), "");
}

TEST(Trams, R45_ACompanyWithoutLinesHasTheDutyToo) {
  GameTable t = tram_step(2, "CR1", {}, 0);
  t.pass(2);  // trams
  t.pass(2);  // both pass on choosing a line
  EXPECT_EQ(t.s.step, Step::trams_after);
  EXPECT_EQ(t.refusal(Pass{}), "must_own_tram");
  t.play(buy(T::yellow));
  t.pass();
  EXPECT_EQ(t.now().active_company(), DTKC);
  EXPECT_EQ(t.refusal(Pass{}), "must_own_tram");
}

TEST(Trams, R46_NoTramLeftTheDutyRests) {
  GameTable t = tram_step(3, "CR1", {}, 0);
  t.pass(3);
  t.s.trams[index(T::yellow)] = 0;
  t.s.trams[index(T::orange)] = 0;
  t.play(BidLine{L(4), 20});
  t.pass(2);
  EXPECT_EQ(t.s.step, Step::name_line);  // nothing to buy: the next line is named
  EXPECT_EQ(t.company(WT).lines.size(), 1u);
  GameTable next = tram_step(3, "CR1", {}, 0);
  next.s.trams[index(T::yellow)] = next.s.trams[index(T::orange)] = 0;
  EXPECT_EQ(next.refusal(buy(T::red)), "tram_not_on_sale");  // the next colour does not come early
}

TEST(Trams, R47_WhoPaysForAForcedPurchase) {
  GameTable t = tram_step(3, "CR4", {}, 3);
  t.company(WT).treasury.v = 520;
  t.player(A).cash.v = 235;
  EXPECT_EQ(t.refusal(buy(T::red)), "");  // 300: the treasury could pay, but any tram may be chosen
  t.play(buy(T::purple));
  EXPECT_EQ(t.company(WT).treasury.v, 0);
  EXPECT_EQ(t.player(A).loans, 1);
  EXPECT_EQ(t.cash(A), 55);
}

TEST(Trams, R47_WithoutLoansWhereTheCashSuffices) {
  GameTable t = tram_step(3, "CR4", {}, 3);
  t.company(WT).treasury.v = 520;
  t.player(A).cash.v = 280;
  t.play(buy(T::purple));
  EXPECT_EQ(t.player(A).loans, 0);
  EXPECT_EQ(t.cash(A), 0);
}

TEST(Trams, R48_VoluntaryPurchasesFromTheTreasuryOnly) {
  GameTable t = tram_step(3, "CR1");
  first_line(t, WT).tram = T::yellow;
  t.company(WT).treasury.v = 90;
  EXPECT_EQ(t.refusal(buy(T::yellow)), "tram_above_treasury");
  first_line(t, WT).tram = T::none;  // not yet forced in CRd either
  EXPECT_EQ(t.refusal(buy(T::yellow)), "tram_above_treasury");
  t.company(WT).treasury.v = 100;
  EXPECT_EQ(t.refusal(buy(T::yellow)), "");
}

TEST(Trams, R49_LoansAreUnlimitedAndCostTwoHundred) {
  GameTable t = tram_step(3, "CR4", {}, 3);
  t.company(WT).treasury.v = 0;
  t.player(A).cash.v = 0;
  t.player(A).loans = 14;
  const int wealth = t.now().wealth(A).v;
  t.play(buy(T::red));
  EXPECT_EQ(t.player(A).loans, 17);
  EXPECT_EQ(t.now().wealth(A).v, wealth - 600);
}

TEST(Trams, R50_ThreeTramsAtMostAndBuyScrapBuy) {
  GameTable t = tram_step(3, "CR1");
  for (int i = 0; i < 3; ++i) t.play(buy(T::yellow));
  EXPECT_EQ(t.refusal(buy(T::yellow)), "tram_limit");
  const int left = t.s.trams[index(T::yellow)];
  t.play(ScrapTram{T::yellow, LineId::none});
  EXPECT_EQ(t.s.trams[index(T::yellow)], left);  // out of the game
  EXPECT_EQ(t.s.step, Step::trams);
  t.play(buy(T::orange));
  EXPECT_EQ(t.now().trams_of(WT).size(), 3u);
}

TEST(Trams, R51_ScrappingWheneverTheCompanyOrALineIsToAct) {
  GameTable t = tram_step(3, "CR1");
  first_line(t, WT).tram = T::yellow;
  const LineId line = t.company(WT).lines[0];
  EXPECT_EQ(t.refusal(ScrapTram{T::yellow, line}), "");
  EXPECT_EQ(t.refusal(ScrapTram{T::orange, line}), "no_such_tram");
  EXPECT_EQ(t.refusal(ScrapTram{T::yellow, LineId::none}), "no_such_tram");
  t.s.newest = T::yellow;
  t.go("LR1a");  // line 3 of WT
  ASSERT_EQ(t.s.turn.line, line);
  t.play(ScrapTram{T::yellow, line});
  EXPECT_EQ(t.s.turn.line, line);
  t.pass();  // instead of running
  EXPECT_NE(t.s.turn.line, line);
  EXPECT_EQ(t.company(WT).revenue.v, 0);
}

TEST(Trams, R51_NotAfterTheRun) {
  GameTable t = tram_step(3, "CR1");
  first_line(t, WT).tram = T::yellow;
  t.s.newest = T::yellow;
  t.hold(PrivateId::kk, Holder::of(A));
  t.go("LR2a");
  t.play(run());
  ASSERT_EQ(t.s.step, Step::after_run);
  EXPECT_EQ(t.refusal(ScrapTram{T::yellow, t.company(WT).lines[0]}), "too_late_to_scrap");
}

TEST(Trams, R52_MaintenanceGoesByTheNewestColourEverBought) {
  GameTable t = tram_step(3, "CR4");
  t.company(WT).treasury.v = 5000;
  t.s.newest = T::red;
  EXPECT_EQ(t.now().maintenance(T::yellow).v, -50);
  t.play(buy(T::purple));  // before any pink
  EXPECT_EQ(t.now().maintenance(T::red).v, -100);
  EXPECT_EQ(t.now().maintenance(T::pink).v, 0);
  EXPECT_EQ(t.now().maintenance(T::purple).v, 200);
  EXPECT_TRUE(t.happened(EventKind::maintenance_changed));
  t.play(ScrapTram{T::purple, LineId::none});
  EXPECT_EQ(t.now().maintenance(T::red).v, -100);
  t.play(buy(T::red));  // an older colour changes nothing
  EXPECT_EQ(t.s.newest, T::purple);
}

TEST(Trams, R53_Assigning) {
  GameTable t = tram_step(2, "CR2", {}, 2);  // WT: lines 3 and 4
  for (const T colour : {T::yellow, T::orange, T::red}) t.play(buy(colour));
  t.pass();
  ASSERT_EQ(t.s.step, Step::assign);
  const auto way = [&](T three, T four) { return AssignTrams{{L(3), L(4), LineId::none}, {three, four, T::none}}; };
  EXPECT_EQ(t.refusal(way(T::yellow, T::red)), "");
  EXPECT_EQ(t.refusal(way(T::yellow, T::none)), "assignment_idle");  // while one is parked
  EXPECT_EQ(t.refusal(way(T::yellow, T::yellow)), "assignment_trams");
  EXPECT_EQ(t.refusal(AssignTrams{{L(3), L(5), LineId::none}, {T::yellow, T::red, T::none}}), "assignment_lines");
  EXPECT_EQ(t.refusal(Pass{}), "pass_not_possible");
  t.play(way(T::red, T::yellow));
  EXPECT_EQ(t.s.line(L(3)).tram, T::red);
  EXPECT_EQ(t.company(WT).parked, (InplaceVector<T, 3>{T::orange}));
}

TEST(Trams, R53_OneWayIsTakenByItself) {
  GameTable t = tram_step(2, "CR2", {}, 2);
  t.play(buy(T::yellow));
  t.play(buy(T::yellow));
  t.pass();  // two equal trams for two lines
  EXPECT_EQ(t.s.line(L(3)).tram, T::yellow);
  EXPECT_EQ(t.s.line(L(4)).tram, T::yellow);
  EXPECT_EQ(t.now().active_company(), DTKC);
}

TEST(Trams, R54_WhenTramsMoveBetweenLines) {
  GameTable t = tram_step(2, "CR2", {}, 2);
  t.company(WT).treasury.v = t.company(DTKC).treasury.v = 1000;
  t.play(buy(T::yellow));
  t.play(buy(T::orange));
  t.pass();
  const AssignTrams one{{L(3), L(4), LineId::none}, {T::yellow, T::orange, T::none}};
  const AssignTrams other{{L(3), L(4), LineId::none}, {T::orange, T::yellow, T::none}};
  t.play(one);  // CRd
  t.play(buy(T::red));
  t.pass();
  if (t.s.step == Step::assign) t.play(AssignTrams{{L(6), L(7), LineId::none}, {T::red, T::none, T::none}});
  ASSERT_EQ(t.s.step, Step::name_line);
  EXPECT_EQ(t.refusal(other), "wrong_step");
  t.pass(2);  // nobody takes a line
  ASSERT_EQ(t.s.step, Step::trams_after);
  t.pass();
  ASSERT_EQ(t.s.step, Step::assign_after);  // after a tram step in CRe
  t.play(other);
  while (t.s.step != Step::assign_final) {
    if (t.s.step == Step::trams_after)
      t.pass();
    else
      t.play(AssignTrams{{L(6), L(7), LineId::none}, {T::red, T::none, T::none}});
  }
  EXPECT_EQ(t.now().active_company(), WT);  // once more at the end of CRe
  t.play(one);
  EXPECT_EQ(t.s.line(L(3)).tram, T::yellow);
  t.go("LR2a");
  EXPECT_EQ(t.refusal(other), "wrong_step");
}

TEST(Trams, AtTheLastOpportunityScrappingIsAChoiceEvenWithoutMoney) {
  GameTable t = tram_step(3, "CR4", {}, 3);
  t.company(WT).treasury.v = 0;
  first_line(t, WT).tram = T::yellow;
  t.settle();
  EXPECT_EQ(t.now().active_company(), WT);
  EXPECT_EQ(t.refusal(buy(T::red)), "tram_above_treasury");
  t.play(ScrapTram{T::yellow, t.company(WT).lines[0]});
  EXPECT_EQ(t.refusal(Pass{}), "must_own_tram");
  EXPECT_EQ(t.refusal(buy(T::red)), "");
}

TEST(Trams, WithoutMoneyAndWithoutDutyTheStepGoesBy) {
  GameTable t(3);
  t.found_all();
  t.company(WT).treasury.v = 0;
  t.hold(PrivateId::ss, Holder::of(DTKC));
  t.company(DTKC).treasury.v = 40;
  t.go("CR2");
  EXPECT_EQ(t.now().active_company(), DTKC);  // with 40 + 60 it could buy a tram for 50
  t.play(ReturnPrivate{PrivateId::ss});
  EXPECT_EQ(t.refusal(buy(T::yellow)), "");
}

}  // namespace
}  // namespace remise::testing
