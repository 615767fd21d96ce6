// VI: the auction of the privates and the choice of playing order cards.
#include "vienna1840/support/game.h"

namespace remise::testing {
namespace {

using P = PrivateId;

TEST(PreShare, R7_NamingAPrivateIsBidding) {
  GameTable t(3, {}, "full");
  t.pass();  // names nothing
  EXPECT_EQ(t.who(), B);
  EXPECT_EQ(t.refusal(BidPrivate{P::hb, 35}), "bid_too_low");
  EXPECT_EQ(t.rule(BidPrivate{P::hb, 35}), "R8");
  EXPECT_EQ(t.refusal(BidPrivate{P::hb, 40}), "");
  t.play(BidPrivate{P::hb, 40});
  EXPECT_EQ(t.who(), C);
  EXPECT_EQ(t.refusal(BidPrivate{P::pr, 45}), "other_lot");
}

TEST(PreShare, R8_BidsGoInStepsOfFive) {
  GameTable t(3);
  t.play(BidPrivate{P::kk, 20});
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 20}), "bid_too_low");
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 25}), "");
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 27}), "bid_not_in_steps");
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 305}), "bid_above_cash");
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 300}), "");
}

TEST(PreShare, R8_C1_BidsOfAnyAmount) {
  GameTable t(3, {"C1"});
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 23}), "");
  t.play(BidPrivate{P::kk, 23});
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 27}), "bid_too_low");
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 28}), "");
}

TEST(PreShare, R9_WhoPassedIsOutAndThePlayerAfterTheOpenerOpens) {
  GameTable t(4);
  t.play(BidPrivate{P::sb, 30});  // A opens
  t.play(BidPrivate{P::sb, 35});  // B
  t.pass();                       // C is out of this auction
  t.play(BidPrivate{P::sb, 40});  // D
  EXPECT_EQ(t.who(), A);
  t.pass();
  t.play(BidPrivate{P::sb, 45});  // B
  EXPECT_EQ(t.who(), D);          // not C again
  t.pass();
  EXPECT_EQ(t.s.holder(P::sb), Holder::of(B));
  EXPECT_EQ(t.cash(B), 260 - 45);
  EXPECT_EQ(t.who(), B);  // after the opener A
  t.play(BidPrivate{P::pr, 10});
  t.pass(3);
  EXPECT_EQ(t.who(), C);  // after the opener B, who has also won
}

TEST(PreShare, R10_TheCheapestDropsAndIsTakenForNothing) {
  GameTable t(2);
  for (int minimum : {20, 15, 10, 5}) {
    EXPECT_EQ(t.s.minimum[index(P::kk)], minimum);
    t.pass(2);
  }
  EXPECT_EQ(t.s.holder(P::kk), Holder::of(A));
  EXPECT_EQ(t.cash(A), 350);
  EXPECT_EQ(t.who(), B);  // A counts as the opener (R9)
}

TEST(PreShare, R10_NotWhenOthersAreSold) {
  GameTable t(3);
  t.play(BidPrivate{P::sb, 30});
  t.pass(2);
  t.pass(3);  // B, C, A: its owner is paid, nothing is lowered
  EXPECT_EQ(t.cash(A), 300 - 30 + 15);
  EXPECT_EQ(t.s.minimum[index(P::kk)], 20);
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 15}), "bid_too_low");
}

TEST(PreShare, R10_C13_AlsoWhenOthersAreSold) {
  GameTable t(3, {"C13"});
  t.play(BidPrivate{P::ss, 60});
  t.pass(2);
  t.pass(3);  // B, C, A
  EXPECT_EQ(t.s.minimum[index(P::kk)], 15);
  EXPECT_EQ(t.s.minimum[index(P::sb)], 30);
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 15}), "");
}

TEST(PreShare, R11_TheLowestCardGoesOnAndIsForced) {
  GameTable t(3);
  t.pass();
  t.play(BidPrivate{P::ss, 60});  // B opens
  t.pass(2);
  t.pass(3);  // C, A, B
  EXPECT_EQ(t.who(), A);
}

TEST(PreShare, R11_C2_ThePlayerAfterTheLastPasserGoesOnAndIsForced) {
  GameTable t(3, {"C2"});
  t.pass();
  t.play(BidPrivate{P::ss, 60});
  t.pass(2);
  t.pass(3);
  EXPECT_EQ(t.who(), C);
  GameTable forced(3, {"C2", "C13"});
  forced.pass();
  forced.play(BidPrivate{P::ss, 60});
  forced.pass(2);
  forced.pass(12);
  EXPECT_EQ(forced.s.holder(P::kk), Holder::of(C));
}

TEST(PreShare, R12_PrivatesPayOnceOneIsSold) {
  GameTable t(2);
  t.play(BidPrivate{P::kk, 20});
  t.pass();
  EXPECT_EQ(t.who(), B);
  t.pass(2);
  EXPECT_EQ(t.cash(A), 350 - 20 + 10);
  EXPECT_EQ(t.who(), A);  // R11
  EXPECT_EQ(t.s.minimum[index(P::sb)], 30);
  t.pass(2);
  EXPECT_EQ(t.cash(A), 350);
}

// Decided by us: with nothing left to pay, an all-pass lowers the cheapest unsold private, so that the round ends.
TEST(PreShare, R12_AllSoldPrivatesReturnedTheNextOneDrops) {
  GameTable t(2);
  t.play(BidPrivate{P::kk, 20});
  t.pass();
  t.pass();
  t.play(ReturnPrivate{P::kk});
  t.pass();
  EXPECT_EQ(t.s.minimum[index(P::sb)], 25);
}

// Matches begun under older versions of the rules lower the price as long as the cheapest is unsold.
TEST(PreShare, R10_OlderVersionsPlayOn) {
  for (const int version : {1, 2, 3}) {
    const Json setup{{"players", 3}, {"seed", "old"}, {"deal", {{"order", {0, 1, 2}}}}};
    GameTable t(3);
    t.s = *t.rules.start(setup, version);
    t.play(BidPrivate{P::sb, 30});
    t.pass(2);
    t.pass(3);
    EXPECT_EQ(t.s.minimum[index(P::kk)], version < 3 ? 15 : 20);
  }
}

TEST(PreShare, R13_TheReductionKeepsThePrintedValue) {
  GameTable t(2);
  t.pass(8);
  EXPECT_EQ(t.s.holder(P::kk), Holder::of(A));
  t.pass();  // B
  EXPECT_EQ(t.who(), A);
  t.play(ReturnPrivate{P::kk});
  EXPECT_EQ(t.cash(A), 350 + 20);
}

void sell_all(GameTable& t) {
  while (t.s.step == Step::open_private || t.s.step == Step::bid_private) {
    std::vector<Choice<Action>> choices;
    t.rules.legal(t.s, t.who(), choices, t.work);
    t.play(t.s.step == Step::open_private ? choices.front().action : Action{Pass{}});
  }
}

TEST(PreShare, R14_TheLeastCashChoosesFirst) {
  GameTable t(4);
  sell_all(t);
  // Begin the choice with cash 90, 50, 90, 120 for the old order A, B, C, D.
  t.s.choosers.clear();
  t.s.step = Step::open_private;
  const std::array<int, 4> cash{90, 50, 90, 120};
  for (int i = 0; i < 4; ++i) t.player(id_at<Seat>(i)).cash.v = cash[static_cast<std::size_t>(i)];
  start_pre_share(Mover{t.rules.tables(), t.s, nullptr, t.work});
  ASSERT_EQ(t.s.step, Step::choose_order);
  EXPECT_EQ(t.who(), B);
  t.play(ChooseOrder{2});
  EXPECT_EQ(t.who(), A);
  EXPECT_EQ(t.refusal(ChooseOrder{2}), "card_taken");
  EXPECT_EQ(t.refusal(ChooseOrder{5}), "no_such_card");
  EXPECT_EQ(t.refusal(ChooseOrder{0}), "no_such_card");
  t.play(ChooseOrder{4});
  EXPECT_EQ(t.who(), C);
  t.play(ChooseOrder{1});  // D gets card 3
  EXPECT_EQ(t.s.order, (InplaceVector<Seat, max_seats>{C, B, D, A}));
}

TEST(PreShare, R15_TheFirstShareRoundGoesByTheCards) {
  GameTable t(3);
  sell_all(t);
  t.play(ChooseOrder{3});
  const Seat second = t.who();
  t.play(ChooseOrder{2});
  EXPECT_EQ(t.round(), "SR1");
  EXPECT_EQ(t.s.step, Step::buy_director);
  EXPECT_NE(t.who(), second);
  EXPECT_EQ(t.who(), t.s.order.front());
}

TEST(PreShare, R123_OnSmallMapsKarlskircheIsTheFirst) {
  GameTable full(3, {}, "full"), small(3), two(2);
  full.pass(3);
  small.pass(3);
  two.pass(2);
  EXPECT_EQ(full.s.minimum[index(P::pr)], 5);
  EXPECT_EQ(full.s.minimum[index(P::kk)], 20);
  EXPECT_EQ(small.s.minimum[index(P::kk)], 15);
  EXPECT_EQ(two.s.minimum[index(P::kk)], 15);
  EXPECT_EQ(small.refusal(BidPrivate{P::pr, 10}), "private_not_for_sale");
  EXPECT_EQ(two.refusal(BidPrivate{P::ss, 60}), "private_not_for_sale");
}

TEST(PreShare, WhoCannotBidPassesByHimself) {
  GameTable t(3);
  t.player(B).cash.v = 24;
  t.player(C).cash.v = 19;
  t.play(BidPrivate{P::kk, 20});  // neither B nor C has 25
  EXPECT_EQ(t.s.holder(P::kk), Holder::of(A));
  EXPECT_EQ(t.all(EventKind::passed).size(), 4u);  // B, C; then B and C cannot open for 30 either
  EXPECT_EQ(t.who(), A);
}

TEST(PreShare, R29_AReturnThatAllowsABidIsAChoice) {
  GameTable t(3);
  t.hold(P::sb, Holder::of(B));
  t.player(B).cash.v = 0;
  t.play(BidPrivate{P::kk, 20});
  EXPECT_EQ(t.who(), B);
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 25}), "bid_above_cash");
  t.play(ReturnPrivate{P::sb});
  EXPECT_EQ(t.refusal(BidPrivate{P::kk, 30}), "");
}

}  // namespace
}  // namespace remise::testing
