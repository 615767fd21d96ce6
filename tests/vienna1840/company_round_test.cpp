// VIII.1 - VIII.5.2 and X: income, dividends and the share chart.
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/rounds/market.h"
#include "vienna1840/support/game.h"

namespace remise::testing {
namespace {

using P = PrivateId;

// A company round with revenue on the charters, so that directors decide.
GameTable company_round(int players, const char* round = "CR2", int revenue = 430,
                        const std::vector<std::string>& options = {}) {
  GameTable t(players, options);
  t.found_all(80);
  for (const CompanyId c : t.s.stacks)
    if (!is_stadtbahn(c)) t.company(c).revenue.v = revenue;
  t.go(round);
  return t;
}

TEST(CompanyRound, R30_R31_PrivatesPayInEveryRoundBeforeAnythingElse) {
  for (const char* round : {"CR1", "CR2", "CR3", "CR4", "CR5", "CR6"}) {
    GameTable t(3, {}, "full");
    t.found_all();
    t.company(WT).revenue.v = 100;
    t.hold(P::pr, Holder::of(A));
    t.hold(P::kk, Holder::of(WT));
    const int cash = t.cash(A), treasury = t.company(WT).treasury.v;
    t.go(round);
    EXPECT_EQ(t.cash(A), cash + 5) << round;
    EXPECT_EQ(t.company(WT).treasury.v, treasury + 10) << round;  // not the revenue space
    EXPECT_EQ(t.company(WT).revenue.v, 100);
    EXPECT_EQ(t.events[1].kind, EventKind::private_paid);
  }
}

TEST(CompanyRound, R6_R32_TramStacksMoveFirst) {
  const auto sale = [](GameTable& t) {
    std::string out;
    for (int i = 0; i < tram_colour_count; ++i)
      if (const int price = t.now().tram_price(id_at<TramColour>(i)).v; price >= 0) out += std::to_string(price) + " ";
    return out;
  };
  const std::vector<std::pair<const char*, const char*>> expected{{"CR1", "100 300 "},     {"CR2", "50 200 500 "},
                                                                  {"CR3", "100 400 600 "}, {"CR4", "300 500 800 "},
                                                                  {"CR5", "400 600 "},     {"CR6", ""}};
  GameTable t = company_round(4, "CR1");
  for (const auto& [round, prices] : expected) {
    for (const CompanyId c : {WT, DTKC, SJE, BBG}) t.company(c).revenue.v = 100;
    t.go(round);
    EXPECT_EQ(sale(t), prices) << round;
  }
  GameTable gone = company_round(4, "CR3");
  EXPECT_EQ(gone.s.trams[index(TramColour::yellow)], 0);
  EXPECT_EQ(gone.s.trams[index(TramColour::orange)], 5);
}

TEST(CompanyRound, R33_CompanyOrder) {
  GameTable t(5);
  t.found_all();
  for (const CompanyId c : {WT, SJE}) t.put(c, 3, 2);  // WT lies on top at 80
  t.put(DTKC, 0, 3);                                   // 115
  t.put(BBG, 3, 7);                                    // 115, further right
  t.put(WKB, 1, 2);                                    // 100
  for (const CompanyId c : {WT, DTKC, SJE, BBG, WKB}) t.company(c).revenue.v = 1000;
  t.go("CR2");
  EXPECT_EQ(t.s.company_order, (InplaceVector<CompanyId, tram_company_count>{BBG, DTKC, WKB, WT, SJE}));
  t.play(Dividend{0});  // prices move, the order stays
  t.play(Dividend{0});
  EXPECT_EQ(t.now().active_company(), WKB);
  t.play(Dividend{1000});
  EXPECT_EQ(t.now().active_company(), WT);
}

TEST(CompanyRound, R34_ThreePasses) {
  GameTable t = company_round(2);
  t.player(A).shares[DTKC] = 2;
  EXPECT_EQ(t.s.step, Step::dividend);
  t.play(Dividend{0});
  EXPECT_EQ(t.s.step, Step::dividend);  // the second company decides before anybody buys trams
  EXPECT_EQ(t.now().active_company(), DTKC);
  const int before = t.cash(A);
  t.play(Dividend{400});
  EXPECT_EQ(t.cash(A), before + 80);  // there for a forced purchase in pass 3
  EXPECT_EQ(t.all(EventKind::stadtbahn_paid).size(), 3u);
  EXPECT_EQ(t.s.step, Step::trams);
  EXPECT_EQ(t.now().active_company(), WT);
}

TEST(CompanyRound, R35_HowMuchMayBePaid) {
  GameTable t = company_round(3);
  EXPECT_EQ(t.refusal(Dividend{440}), "dividend_above_revenue");
  EXPECT_EQ(t.refusal(Dividend{105}), "dividend_not_in_steps");
  EXPECT_EQ(t.refusal(Dividend{-10}), "dividend_not_in_steps");
  EXPECT_EQ(t.refusal(Dividend{430}), "");
  const int treasury = t.company(WT).treasury.v;
  t.play(Dividend{100});
  EXPECT_EQ(t.company(WT).treasury.v, treasury + 330);
  EXPECT_EQ(t.company(WT).revenue.v, 0);
}

TEST(CompanyRound, R36_SharesOfTheBankGetNothingButMoveTheMarker) {
  GameTable t = company_round(3);
  const int before = t.cash(A), treasury = t.company(WT).treasury.v;
  const Cell cell = t.s.cells[WT];
  t.play(Dividend{100});
  EXPECT_EQ(t.cash(A), before + 50);
  EXPECT_EQ(t.company(WT).treasury.v, treasury + 330);
  EXPECT_EQ(t.s.cells[WT], one_right(t.rules.tables(), cell));
}

TEST(CompanyRound, R37_TheFirstCompanyRound) {
  GameTable t(4);
  for (const auto& [seat, c, par] : {std::tuple{A, WT, 100}, {B, DTKC, 90}, {C, SJE, 80}, {D, BBG, 70}})
    t.found(seat, c, par);
  t.player(A).shares[Sv] = 1;
  t.player(B).shares[Sd] = 2;
  t.player(C).shares[Sw] = 3;
  const int a = t.cash(A), b = t.cash(B), c = t.cash(C);
  t.go("CR1");
  EXPECT_EQ(t.s.step, Step::trams);
  EXPECT_EQ(t.price(WT), 95);
  EXPECT_EQ(t.price(DTKC), 85);
  EXPECT_EQ(t.price(SJE), 75);
  EXPECT_EQ(t.price(BBG), 65);
  EXPECT_EQ(t.price(Sw), 90);
  EXPECT_EQ(t.price(Sg), 70);
  EXPECT_EQ(t.price(Sv), 85);
  EXPECT_EQ(t.price(Sd), 65);
  EXPECT_EQ(t.cash(A), a + 7);
  EXPECT_EQ(t.cash(B), b + 14);
  EXPECT_EQ(t.cash(C), c);
}

TEST(CompanyRound, R42_Multiplier) {
  const std::vector<std::pair<const char*, int>> expected{{"CR1", 1}, {"CR2", 1}, {"CR3", 1},
                                                          {"CR4", 2}, {"CR5", 3}, {"CR6", 10}};
  for (const auto& [round, multiplier] : expected) {
    GameTable t(4);
    t.found_all();
    t.player(A).shares[Sd] = 2;
    const int before = t.cash(A),
              value = t.work.routes.stadtbahn_run(t.now().map(), t.s.board, Sd, Era::yellow).revenue;
    ASSERT_EQ(value, 70);
    t.put(Sd, 1, 4);
    t.go(round);
    const int run = t.work.routes.stadtbahn_run(t.now().map(), t.s.board, Sd, t.now().round().era).revenue;
    EXPECT_EQ(t.cash(A), before + run * multiplier / 10 * 2) << round;
    EXPECT_EQ(t.s.cells[Sd].column, 4 + dividend_move(t.rules.tables(), {run * multiplier}))
        << round;  // before table 6
  }
}

TEST(CompanyRound, R43_AStadtbahnNobodyOwnsRunsAllTheSame) {
  GameTable t(4);
  t.found_all();
  t.go("CR4");  // D: 70 x 2
  EXPECT_EQ(t.price(Sd), 70);
  t.go("CR2");
  EXPECT_EQ(t.price(Sd), 70);  // 70: stays
  EXPECT_EQ(t.price(Sg), 60);  // twice nothing: 75, 70, 60
}

TEST(Market, R112_RightMoves) {
  const Tables& tables = *tables_1840();
  const auto price = [&](Cell c) {
    return tables.chart[static_cast<std::size_t>(c.row)][static_cast<std::size_t>(c.column)];
  };
  EXPECT_EQ(price(after_dividend(tables, {4, 2}, {400})), 91);     // 70: 75, 81, up to 91
  EXPECT_EQ(price(after_dividend(tables, {4, 4}, {200})), 98);     // 81: up to 91, right
  EXPECT_EQ(price(after_dividend(tables, {0, 19}, {2500})), 400);  // the corner stays
  EXPECT_EQ(price(after_dividend(tables, {1, 19}, {400})), 400);
}

TEST(Market, R113_LeftMoves) {
  const Tables& tables = *tables_1840();
  EXPECT_EQ(after_dividend(tables, {3, 0}, {0}), (Cell{4, 0}));  // 70 -> 60
  EXPECT_EQ(after_dividend(tables, {3, 1}, {0}), (Cell{3, 0}));
  EXPECT_EQ(after_dividend(tables, {4, 0}, {0}), (Cell{4, 0}));  // bottom left stays
}

TEST(Market, R114_DownMoves) {
  const Tables& tables = *tables_1840();
  EXPECT_EQ(tables.chart[1][15], 265);
  EXPECT_EQ(one_down(tables, {1, 15}), (Cell{1, 15}));
  EXPECT_EQ(one_down(tables, {3, 4}), (Cell{4, 4}));
  EXPECT_EQ(one_down(tables, {3, 5}), (Cell{3, 5}));
  const std::array<std::size_t, 5> lengths{20, 20, 15, 10, 5};
  for (std::size_t row = 0; row < 5; ++row) EXPECT_EQ(tables.chart[row].size(), lengths[row]);
}

TEST(Market, R115_Stacking) {
  GameTable t(3);
  t.found_all();
  for (const CompanyId c : {WT, DTKC, SJE}) t.put(c, 3, 3);
  const Mover mover{t.rules.tables(), t.s, nullptr, t.work};
  const auto order = [&] {
    std::vector<CompanyId> list;
    for (const CompanyId c : t.s.stacks)
      if (t.s.cells[c] == Cell{3, 3}) list.push_back(c);
    return list;
  };
  move_marker(mover, WT, {3, 3});  // does not move: keeps its place
  EXPECT_EQ(order(), (std::vector{WT, DTKC, SJE}));
  move_marker(mover, WT, {3, 4});
  move_marker(mover, WT, {3, 3});  // comes back to the bottom
  EXPECT_EQ(order(), (std::vector{DTKC, SJE, WT}));
  move_marker(mover, DTKC, after_dividend(t.rules.tables(), {3, 3}, {50}));
  EXPECT_EQ(order(), (std::vector{DTKC, SJE, WT}));
}

TEST(Market, R116_Table) {
  const Tables& tables = *tables_1840();
  const std::vector<std::pair<int, int>> expected{{0, -1},   {10, 0},   {90, 0},   {100, 1},  {190, 1}, {200, 2},
                                                  {390, 2},  {400, 3},  {590, 3},  {600, 4},  {990, 4}, {1000, 5},
                                                  {1490, 5}, {1500, 6}, {2490, 6}, {2500, 7}, {9990, 7}};
  for (const auto& [dividend, move] : expected) EXPECT_EQ(dividend_move(tables, {dividend}), move) << dividend;
}

TEST(End, R117_TheLastCompanyRound) {
  GameTable t = company_round(3, "CR6", 100);
  EXPECT_EQ(t.s.step, Step::dividend);
  t.play(Dividend{100});
  t.play(Dividend{0});
  EXPECT_FALSE(t.rules.outcome(t.s));
  t.play(Dividend{50});
  EXPECT_EQ(t.s.step, Step::over);  // no trams, no duty to own one, no lines
  EXPECT_EQ(t.who(), Seat::none);
  EXPECT_TRUE(t.happened(EventKind::game_over));
  EXPECT_TRUE(t.rules.outcome(t.s));
  EXPECT_EQ(t.refusal(Pass{}), "not_to_act");
}

TEST(End, R118_FinalWealth) {
  GameTable t(4);
  t.found_all();
  t.player(A).cash.v = 500;
  t.player(A).shares[WT] = 6;
  t.put(WT, 0, 12);  // 210
  t.hold(P::pr, Holder::of(A));
  t.player(A).loans = 1;
  t.company(WT).treasury.v = 5000;
  EXPECT_EQ(t.now().wealth(A).v, 500 + 1260 + 10 - 200);
}

TEST(End, R119_ATieIsASharedWin) {
  GameTable t(3);
  t.found_all();
  t.s.step = Step::over;
  for (const Seat seat : {A, B, C}) t.player(seat).cash.v = seat == B ? 10 : 3000;
  const Json outcome = *t.rules.outcome(t.s);
  EXPECT_EQ(outcome["winners"], Json({0, 2}));
  EXPECT_EQ(outcome["scores"][0]["score"], 3500);
}

}  // namespace
}  // namespace remise::testing
