// VII: share rounds.
#include "vienna1840/support/game.h"

namespace remise::testing {
namespace {

using P = PrivateId;

// A table in SR1, before the director shares.
GameTable first_share_round(int players, const std::vector<std::string>& options = {}) {
  GameTable t(players, options);
  for (auto& holder : t.s.privates) holder = Holder::gone();
  t.go("SR1");
  return t;
}
GameTable share_round(int players, const char* round = "SR2", const std::vector<std::string>& options = {}) {
  GameTable t(players, options);
  t.found_all(80);
  t.give_line(WT, 4, TramColour::yellow);  // so that the line round after it waits for somebody
  t.go(round);
  return t;
}

TEST(ShareRound, R2_AnyOfTheSixAndTheOthersLeave) {
  GameTable t = first_share_round(2);
  EXPECT_EQ(t.refusal(BuyDirector{Sw, 100}), "not_on_chart");
  t.play(BuyDirector{DTKC, 100});
  EXPECT_EQ(t.refusal(BuyDirector{DTKC, 90}), "director_sold");
  t.play(BuyDirector{SJE, 90});
  EXPECT_EQ(t.refusal(BuyDirector{WT, 70}), "wrong_step");
  EXPECT_EQ(t.refusal(BuyShare{WT}), "not_on_chart");
  EXPECT_EQ(t.refusal(BuyShare{SJE}), "");
}

TEST(ShareRound, R16_TheDirectorShareComesFirst) {
  GameTable t = first_share_round(3);
  t.player(A).cash.v = 40;
  EXPECT_EQ(t.refusal(Pass{}), "director_first");
  EXPECT_EQ(t.refusal(BuyShare{Sd}), "director_first");
  EXPECT_EQ(t.refusal(BuyDirector{WT, 80}), "par_above_cash");  // needs 50
  EXPECT_EQ(t.refusal(BuyDirector{WT, 75}), "no_such_par");
  t.play(BuyDirector{WT, 70});
  EXPECT_EQ(t.company(WT).treasury.v, 700);
  EXPECT_EQ(t.cash(A), 40);
}

TEST(ShareRound, R17_ThePreemptiveRightPaysItsShareOnly) {
  GameTable t = first_share_round(3);
  EXPECT_EQ(t.player(A).preemptive, 1);
  t.play(BuyDirector{WT, 90});
  EXPECT_EQ(t.cash(A), 300 - 100);
  EXPECT_EQ(t.player(A).preemptive, 0);
}

TEST(ShareRound, R18_NoSaleInTheFirstRound) {
  GameTable t = share_round(3, "SR1");
  t.s.step = Step::shares;
  t.player(A).shares[Sd] = 2;
  EXPECT_EQ(t.refusal(SellShares{Sd, 1}), "no_sale_in_first_round");
}

TEST(ShareRound, R18_SellThenBuyOne) {
  GameTable t = share_round(3);
  t.player(A).shares[Sd] = 1;
  t.player(A).shares[Sg] = 2;
  t.play(SellShares{Sd, 1});
  t.play(SellShares{Sg, 2});
  EXPECT_EQ(t.who(), A);
  t.play(BuyShare{Sw});
  EXPECT_EQ(t.who(), B);  // after buying nothing is sold
}

TEST(ShareRound, R18_SellingIsAnActionNotAPass) {
  GameTable t = share_round(3);
  t.player(C).shares[Sd] = 1;
  t.pass(2);
  t.play(SellShares{Sd, 1});
  t.pass();
  EXPECT_EQ(t.round(), "SR2");
  EXPECT_EQ(t.who(), A);
}

TEST(ShareRound, R19_NoBuyingBackInTheSameRound) {
  GameTable t = share_round(3);
  t.player(A).shares[Sg] = 2;
  t.play(SellShares{Sg, 1});
  EXPECT_EQ(t.refusal(BuyShare{Sg}), "sold_this_round");
  t.pass(3);
  EXPECT_EQ(t.refusal(BuyShare{Sg}), "sold_this_round");
  t.pass();
  ASSERT_NE(t.round(), "SR2");
  t.go("SR3");
  while (t.who() != A) t.pass();
  EXPECT_EQ(t.refusal(BuyShare{Sg}), "");
}

TEST(ShareRound, R20_SixtyPercentIsTheMost) {
  GameTable t = share_round(3);
  EXPECT_EQ(t.refusal(BuyShare{WT}), "");
  t.player(A).shares[WT] = 6;
  EXPECT_EQ(t.refusal(BuyShare{WT}), "holding_limit");
  t.player(A).shares[Sw] = 5;
  EXPECT_EQ(t.refusal(BuyShare{Sw}), "");
  t.player(A).shares[Sw] = 6;
  EXPECT_EQ(t.refusal(BuyShare{Sw}), "holding_limit");
}

TEST(ShareRound, NoShareLeft) {
  GameTable t = share_round(3);
  t.player(B).shares[Sd] = 6;
  t.player(C).shares[Sd] = 4;
  EXPECT_EQ(t.refusal(BuyShare{Sd}), "no_share_left");
}

TEST(ShareRound, R21_TheBankTakesAnyNumber) {
  GameTable t = share_round(3);
  t.player(A).shares[Sd] = 1;  // nine of ten are with the bank
  EXPECT_EQ(t.refusal(SellShares{Sd, 1}), "");
  EXPECT_EQ(t.refusal(SellShares{Sd, 2}), "too_few_shares");
}

TEST(ShareRound, R22_TheDirectorStays) {
  GameTable t = share_round(3);
  EXPECT_EQ(t.refusal(SellShares{WT, 1}), "too_few_shares");
  t.player(A).shares[WT] = 6;
  EXPECT_EQ(t.refusal(SellShares{WT, 1}), "");
  EXPECT_EQ(t.refusal(SellShares{WT, 2}), "too_few_shares");
  t.player(A).shares[WT] = 5;
  t.player(B).shares[WT] = 4;
  t.player(B).cash.v = 1000;
  t.pass();
  t.play(BuyShare{WT});
  EXPECT_EQ(t.player(B).shares[WT], 5);
  EXPECT_EQ(t.company(WT).director, A);
}

TEST(ShareRound, R23_CertificateLimit) {
  GameTable t(6);
  t.found_all(80);
  t.hold(P::pr, Holder::of(A));
  t.hold(P::kk, Holder::of(A));
  t.player(A).shares[Sw] = 4;
  t.player(A).shares[Sd] = 5;
  t.go("SR2");
  EXPECT_EQ(t.now().certificates(A), 12);
  EXPECT_EQ(t.refusal(BuyShare{Sg}), "certificate_limit");
  t.hold(P::pr, Holder::of(WT));  // with the company it does not count
  EXPECT_EQ(t.refusal(BuyShare{Sg}), "");
  const std::array<int, 7> limits{0, 0, 18, 16, 14, 13, 12};
  for (std::size_t n = 2; n <= 6; ++n) EXPECT_EQ(tables_1840()->by_players[n].certificate_limit, limits[n]);
}

TEST(ShareRound, R24_AllSharesAtThePriceBeforeTheSale) {
  GameTable t = share_round(3);
  t.put(Sd, 3, 4);  // 91, over 81
  t.player(A).shares[Sd] = 2;
  const int before = t.cash(A);
  t.play(SellShares{Sd, 2});
  EXPECT_EQ(t.cash(A), before + 182);
  EXPECT_EQ(t.price(Sd), 81);
}

TEST(ShareRound, R25_TheRoundEndsWhenAllPassInARow) {
  GameTable t = share_round(3);
  t.player(C).shares[Sd] = 1;
  t.pass(2);
  t.play(SellShares{Sd, 1});
  t.pass();
  t.pass(2);
  EXPECT_EQ(t.round(), "SR2");
  t.pass();
  EXPECT_NE(t.round(), "SR2");
}

TEST(ShareRound, R25_ReturningAPrivateIsNoAction) {
  GameTable t = share_round(3);
  t.hold(P::kk, Holder::of(C));
  t.pass(2);
  t.play(ReturnPrivate{P::kk});
  EXPECT_EQ(t.s.passes, 2);
  t.pass();
  EXPECT_NE(t.round(), "SR2");
}

TEST(ShareRound, R26_TheRichestGetsTheFirstCard) {
  for (const char* round : {"SR1", "SR2"}) {
    GameTable t = share_round(3, round);
    t.s.step = Step::shares;
    t.player(A).cash.v = 10;
    t.player(B).cash.v = 40;
    t.player(C).cash.v = 40;
    for (auto& cell : t.s.cells)
      if (cell.row >= 0) cell = {0, 19};  // nobody can buy
    t.settle();
    EXPECT_EQ(t.s.order, (InplaceVector<Seat, max_seats>{B, C, A})) << round;
    // The log says who had how much: nobody chose a card here.
    ASSERT_EQ(t.all(EventKind::order_dealt).size(), 3u);
    EXPECT_EQ(t.all(EventKind::order_dealt)[0], record(EventKind::order_dealt, B, 1, 40));
    EXPECT_FALSE(t.happened(EventKind::order_card));
  }
}

TEST(ShareRound, R27_SoldOutTramCompaniesRise) {
  GameTable t = share_round(3);
  t.player(A).shares[WT] = 6;
  t.player(B).shares[WT] = 4;
  t.player(A).shares[Sd] = 5;
  t.player(B).shares[Sd] = 5;
  t.put(SJE, 0, 5);
  t.player(C).shares[SJE] = 6;
  t.player(B).shares[SJE] = 4;
  const int before = t.price(Sd);
  t.put(WT, 1, 2);
  t.pass(3);
  EXPECT_EQ(t.price(WT), 110);
  EXPECT_EQ(t.price(Sd), before);
  EXPECT_EQ(t.price(SJE), 128);  // the top of the chart
}

TEST(ShareRound, R27_C8_StadtbahnCompaniesRiseToo) {
  GameTable t = share_round(3, "SR2", {"C8"});
  t.player(A).shares[Sd] = 5;
  t.player(B).shares[Sd] = 5;
  t.put(Sd, 4, 2);
  t.pass(3);
  EXPECT_EQ(t.price(Sd), 80);
}

TEST(ShareRound, R28_RisesInCompanyOrder) {
  GameTable t = share_round(3);
  for (const CompanyId c : {WT, SJE}) t.put(c, 1, 2);  // WT on top of SJE at 100
  t.player(A).shares[WT] = 6;
  t.player(B).shares[WT] = 4;
  t.player(C).shares[SJE] = 6;
  t.player(B).shares[SJE] = 4;
  t.pass(3);
  EXPECT_EQ(t.price(WT), 110);
  EXPECT_EQ(t.price(SJE), 110);
  EXPECT_LT(t.s.stacks.find(WT), t.s.stacks.find(SJE));
}

TEST(ShareRound, R29_ReturningAPrivate) {
  GameTable t = share_round(3);
  t.hold(P::hb, Holder::of(A));
  t.hold(P::kk, Holder::of(WT));
  t.hold(P::sb, Holder::of(B));
  const int before = t.cash(A);
  EXPECT_EQ(t.refusal(ReturnPrivate{P::sb}), "private_not_yours");
  t.play(ReturnPrivate{P::hb});
  EXPECT_EQ(t.cash(A), before + 40);
  const int treasury = t.company(WT).treasury.v;
  t.play(ReturnPrivate{P::kk});
  EXPECT_EQ(t.company(WT).treasury.v, treasury + 20);
  EXPECT_EQ(t.refusal(ReturnPrivate{P::kk}), "private_not_yours");
  EXPECT_EQ(t.s.holder(P::kk), Holder::gone());
}

TEST(ShareRound, R29_AReturnThatAllowsAPurchaseIsAChoice) {
  GameTable t = share_round(3, "SR1");
  t.s.step = Step::shares;
  t.player(A).cash.v = 30;
  t.player(B).cash.v = 30;
  t.hold(P::hb, Holder::of(A));
  t.hold(P::kk, Holder::of(B));
  t.settle();
  EXPECT_EQ(t.who(), A);  // 30 + 40 buys D at 65
  EXPECT_EQ(t.refusal(BuyShare{Sd}), "share_above_cash");
  t.play(ReturnPrivate{P::hb});
  t.play(BuyShare{Sd});
  EXPECT_EQ(t.who(), B);  // has 30 + 20 and buys nothing, but see below
}

// IV.2, R26: what a private brings counts for the playing order, so its owner is asked.
TEST(ShareRound, R29_WhoHoldsAPrivateIsNotPassedOver) {
  for (const bool before : {false, true}) {
    GameTable t = share_round(3);
    for (const Seat seat : {A, B, C}) t.player(seat).cash.v = 30;
    t.hold(P::kk, Holder::of(B));
    if (before) t.s.rules = 0;  // begun under version 2: the round goes by
    t.settle();
    if (before) {
      EXPECT_NE(t.round(), "SR2");
      continue;
    }
    ASSERT_EQ(t.round(), "SR2");
    EXPECT_EQ(t.who(), B);
    t.play(ReturnPrivate{P::kk});  // with 50 he has most: card 1
    EXPECT_NE(t.round(), "SR2");
    EXPECT_EQ(t.s.order.front(), B);
  }
}

}  // namespace
}  // namespace remise::testing
