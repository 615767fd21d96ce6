// VIII.6, VIII.7 and III.5: line cards and their auction.
#include "vienna1840/support/game.h"

namespace remise::testing {
namespace {

using T = TramColour;

// CRe with trams out of the way: every company has one, and none is left to buy.
GameTable auction(int players, const char* round = "CR2", const std::vector<std::string>& options = {}, int lines = 0) {
  GameTable t(players, options);
  t.found_all();
  for (int i = 0; i < players; ++i) {
    for (int n = 0; n < lines; ++n) t.give_line(id_at<CompanyId>(i), 7 + i * 3 + n);
    t.company(id_at<CompanyId>(i)).parked.push_back(T::pink);
  }
  t.s.newest = T::pink;
  t.s.trams.fill(0);
  t.go(round);
  while (t.s.step == Step::assign) {  // any assignment will do
    std::vector<Choice<Action>> choices;
    t.rules.legal(t.s, t.who(), choices, t.work);
    t.play(choices.front().action);
  }
  return t;
}

// What the page shows of an auction: money, what must still be bought from it, and what is left for bids.
TEST(LineAuction, R44_BiddersAndTheTramTheyMustStillBuy) {
  GameTable t(3);
  t.found_all();
  for (int i = 1; i < 3; ++i) t.company(id_at<CompanyId>(i)).parked.push_back(T::red);
  t.s.newest = T::red;
  t.s.trams = {0, 0, 4, 4, 4};
  t.s.company_order.clear();
  for (int i = 0; i < 3; ++i) t.s.company_order.push_back(id_at<CompanyId>(i));
  t.go("CR4");
  t.s.step = Step::name_line;
  t.s.at = 0;
  t.company(WT).treasury = {427};
  const auto view = [&] {
    std::vector<Choice<Action>> choices;
    t.rules.legal(t.s, t.who(), choices, t.work);
    return Json::parse(
        json_text([&](JsonWriter& w) { t.rules.write_view(w, t.s, Viewer::of(t.who()), choices, t.work); }));
  };
  Json seen = view();
  EXPECT_EQ(seen["bidders"][0]["must_buy"], (Json{{"colour", "red"}, {"price", 300}}));
  EXPECT_EQ(seen["bidders"][0]["can_bid"], 127);
  EXPECT_EQ(seen["bidders"][0]["state"], "in");
  EXPECT_EQ(seen["bidders"][1]["must_buy"], nullptr);
  EXPECT_EQ(seen["bidders"][1]["can_bid"], seen["bidders"][1]["money"]);
  EXPECT_EQ(seen["moves"]["bids"][0]["safe"], 125);
  EXPECT_EQ(seen["companies"][0]["must_buy"]["price"], 300);
  t.company(WT).treasury = {310};  // no bid leaves enough
  EXPECT_EQ(view()["moves"]["bids"][0]["safe"], nullptr);
  t.company(WT).parked.push_back(T::red);  // nothing to buy
  seen = view();
  EXPECT_EQ(seen["bidders"][0]["must_buy"], nullptr);
  EXPECT_EQ(seen["moves"]["bids"][0]["safe"], nullptr);
}

TEST(LineAuction, R3_LineCards) {
  GameTable t(6);
  const auto offered = [&] {
    int count = 0;
    for (const Line& line : t.s.lines) count += line.place == LinePlace::offered;
    return count;
  };
  EXPECT_EQ(offered(), 7);
  EXPECT_EQ(t.s.line(L(2)).place, LinePlace::hidden);
  t.found_all();
  const Mover mover{t.rules.tables(), t.s, &t.events, t.work};
  reveal_lines(mover);
  EXPECT_EQ(offered(), 14);
  EXPECT_EQ(t.all(EventKind::line_offered).size(), 7u);
  EXPECT_TRUE(t.rules.reveals(t.events.front()));
  reveal_lines(mover);
  EXPECT_EQ(offered(), 18);  // 7, 7, then 4
  reveal_lines(mover);
  EXPECT_EQ(offered(), 18);
}

TEST(LineAuction, R3_LineTwoIsNeverAmongTheFirst) {
  Vienna1840 rules(tables_1840());
  for (int players = 2; players <= 6; ++players)
    for (int i = 0; i < 40; ++i) {
      const auto s = rules.start({{"players", players}, {"seed", "deal " + std::to_string(i)}});
      ASSERT_TRUE(s);
      EXPECT_EQ(s->line(L(2)).place, LinePlace::hidden);
      EXPECT_TRUE(s->deck.contains(L(2)));
    }
  const Json early{{"players", 2}, {"deal", {{"order", {0, 1}}, {"lines", {2, 1, 3, 4, 5, 6, 7, 15, 18}}}}};
  EXPECT_FALSE(rules.start(early));
}

TEST(LineAuction, R3_C12_DealFromTheSeed) {
  Vienna1840 rules(tables_1840());
  const auto deal = [&](int players, const char* seed) {
    const auto s = rules.start({{"players", players}, {"seed", seed}, {"options", {{"C12", true}}}});
    std::set<int> first;
    for (int n = 1; n <= line_count; ++n)
      if (s->line(L(n)).place == LinePlace::offered) first.insert(n);
    std::vector<std::set<int>> groups{first};
    const auto shown = static_cast<std::size_t>(players + 1);
    for (std::size_t i = 0; i < s->deck.size(); i += shown) {
      groups.emplace_back();
      for (std::size_t j = i; j < std::min(i + shown, s->deck.size()); ++j) groups.back().insert(number_of(s->deck[j]));
    }
    return groups;
  };
  using Groups = std::vector<std::set<int>>;
  EXPECT_EQ(deal(5, "2124318788"), (Groups{{8, 17, 18, 14, 4, 13}, {5, 10, 2, 6, 7, 3}, {11, 1, 16, 15, 12, 9}}));
  EXPECT_EQ(deal(2, "133875"), (Groups{{4, 5, 18}, {2, 15, 3}, {1, 7, 6}}));
  EXPECT_FALSE(rules.start({{"players", 5}, {"seed", "abc"}, {"options", {{"C12", true}}}}));
}

TEST(LineAuction, R55_SkippedWhenAllHaveThreeLines) {
  GameTable t = auction(3, "CR4", {}, 3);
  EXPECT_EQ(t.round(), "SR4");
  GameTable other(3);
  other.found_all();
  for (int n = 0; n < 3; ++n) other.give_line(WT, 3 + n, T::pink);
  other.go("CR4");
  EXPECT_FALSE(auction_skipped(other.now()));
}

TEST(LineAuction, R56_NamingIsBidding) {
  GameTable t = auction(3);
  ASSERT_EQ(t.s.step, Step::name_line);
  EXPECT_EQ(t.refusal(BidLine{L(4), 15}), "line_bid_too_low");
  EXPECT_EQ(t.refusal(BidLine{L(4), 22}), "line_bid_not_in_steps");
  EXPECT_EQ(t.refusal(BidLine{L(2), 20}), "line_not_offered");
  EXPECT_EQ(t.refusal(BidLine{L(4), 1005}), "line_bid_above_treasury");
  t.play(BidLine{L(4), 20});
  EXPECT_EQ(t.refusal(BidLine{L(4), 20}), "line_bid_too_low");
  EXPECT_EQ(t.refusal(BidLine{L(5), 25}), "other_line");
  EXPECT_EQ(t.refusal(BidLine{L(4), 25}), "");
}

TEST(LineAuction, R56_BelowTwentyPassesByItself) {
  GameTable t = auction(3);
  t.company(DTKC).treasury.v = 19;
  t.pass();  // WT
  EXPECT_EQ(t.now().active_company(), SJE);
  EXPECT_TRUE(t.s.out.has(DTKC));
  GameTable other = auction(3);
  other.company(DTKC).treasury.v = 19;
  other.hold(PrivateId::kk, Holder::of(DTKC));
  other.pass();
  EXPECT_EQ(other.now().active_company(), DTKC);  // Karlskirche could be returned
  EXPECT_EQ(other.refusal(BidLine{L(4), 20}), "line_bid_above_treasury");
}

TEST(LineAuction, R56_C1_BidsOfAnyAmount) {
  GameTable t = auction(3, "CR2", {"C1"});
  EXPECT_EQ(t.refusal(BidLine{L(4), 23}), "");
  t.play(BidLine{L(4), 23});
  EXPECT_EQ(t.refusal(BidLine{L(4), 27}), "line_bid_too_low");
  EXPECT_EQ(t.refusal(BidLine{L(4), 28}), "");
}

TEST(LineAuction, R57_PassingOnChoosingAndOnBidding) {
  GameTable t = auction(3);
  t.pass();  // WT is out of all auctions
  EXPECT_EQ(t.events.at(0), record(EventKind::auction_passed, WT, true, false));
  t.play(BidLine{L(4), 20});  // DTKC
  EXPECT_EQ(t.now().active_company(), SJE);
  t.pass();  // out of this line only, DTKC has it
  EXPECT_EQ(t.events.at(0), record(EventKind::auction_passed, SJE, false, false));
  EXPECT_EQ(t.s.line(L(4)).company, DTKC);
  EXPECT_EQ(t.now().active_company(), SJE);
  t.play(BidLine{L(5), 20});  // nobody else is in: at once
  EXPECT_EQ(t.s.line(L(5)).company, SJE);
}

TEST(LineAuction, R58_BiddingOrderAndNextChooser) {
  GameTable t = auction(4);
  t.play(BidLine{L(4), 20});  // WT chooses
  EXPECT_EQ(t.now().active_company(), DTKC);
  t.pass();
  t.play(BidLine{L(4), 25});                // SJE
  t.pass();                                 // BBG
  EXPECT_EQ(t.now().active_company(), WT);  // around
  t.pass();
  EXPECT_EQ(t.s.line(L(4)).company, SJE);
  EXPECT_EQ(t.s.step, Step::name_line);
  EXPECT_EQ(t.now().active_company(), WT);  // outbid: chooses again
}

TEST(LineAuction, R59_OneLineEachRoundAndThreeInTheGame) {
  GameTable t(4);
  t.found_all();
  for (int n = 0; n < 3; ++n) t.give_line(DTKC, 7 + n);
  for (const CompanyId c : {WT, DTKC, SJE, BBG}) t.company(c).parked.push_back(T::pink);
  t.s.newest = T::pink;
  t.s.trams.fill(0);
  t.go("CR3");
  while (t.s.step == Step::assign) t.play(AssignTrams{{L(7), L(8), L(9)}, {T::pink, T::none, T::none}});
  t.play(BidLine{L(4), 20});
  EXPECT_EQ(t.now().active_company(), SJE);  // DTKC has three
  t.pass(2);
  EXPECT_EQ(t.now().active_company(), SJE);  // WT has won one
  t.play(BidLine{L(5), 20});
  EXPECT_EQ(t.now().active_company(), BBG);
  t.pass();
  EXPECT_EQ(t.s.line(L(5)).company, SJE);
}

TEST(LineAuction, R60_TramsAtOnceAfterWinning) {
  GameTable t(3);
  t.found_all();
  t.go("CR2");
  t.pass(3);
  t.play(BidLine{L(4), 20});
  t.pass(2);
  ASSERT_EQ(t.s.step, Step::trams_won);
  t.play(BuyTram{T::yellow});
  t.pass();
  EXPECT_EQ(t.s.line(L(4)).tram, T::yellow);  // assigned before the next line is named
  EXPECT_EQ(t.s.step, Step::name_line);
}

// One company has two lines, the others three.
GameTable nearly_full(const std::vector<std::string>& options) {
  GameTable t(4, options);
  t.found_all();
  int number = 6;
  for (const CompanyId c : {WT, DTKC, SJE, BBG})
    for (int n = 0; n < (c == SJE ? 2 : 3); ++n) t.give_line(c, ++number, T::pink);
  t.go("CR4");
  while (t.s.step == Step::trams || t.s.step == Step::assign) t.pass();
  return t;
}

TEST(LineAuction, R61_EveryCompanyWithoutANewLineMayBuyTramsAfterwards) {
  GameTable t = nearly_full({});
  EXPECT_EQ(t.now().active_company(), SJE);
  t.pass();
  std::vector<CompanyId> asked;
  while (t.s.step == Step::trams_after) {
    asked.push_back(t.now().active_company());
    t.pass();
  }
  EXPECT_EQ(asked, (std::vector{WT, DTKC, SJE, BBG}));
}

TEST(LineAuction, R61_C5_NotThoseThatBeganWithThreeLines) {
  GameTable t = nearly_full({"C5"});
  t.pass();
  ASSERT_EQ(t.s.step, Step::trams_after);
  EXPECT_EQ(t.now().active_company(), SJE);
  t.pass();
  EXPECT_EQ(t.round(), "SR4");
}

TEST(LineAuction, R62_ThePriceGoesFromTheTreasuryToTheBank) {
  GameTable t = auction(3);
  t.company(WT).treasury.v = 35;
  t.player(A).cash.v = 1000;
  EXPECT_EQ(t.refusal(BidLine{L(4), 40}), "line_bid_above_treasury");
  const int bank = t.s.bank.v;
  t.play(BidLine{L(4), 35});
  t.pass(2);
  EXPECT_EQ(t.company(WT).treasury.v, 0);
  EXPECT_EQ(t.s.bank.v, bank + 35);
}

TEST(LineAuction, R63_UnsoldLinesStayUntilAllHaveThree) {
  GameTable t = auction(2, "CR2");
  t.pass(2);
  EXPECT_EQ(t.round(), "SR2");
  EXPECT_EQ(t.s.line(L(4)).place, LinePlace::offered);
  EXPECT_EQ(t.s.line(L(2)).place, LinePlace::offered);
  GameTable full(2);
  full.found_all();
  for (int n : {4, 5, 6}) full.give_line(WT, n, T::pink);
  for (int n : {7, 15, 18}) full.give_line(DTKC, n, T::pink);
  reveal_lines(Mover{full.rules.tables(), full.s, &full.events, full.work});
  for (int n : {1, 2, 3}) EXPECT_EQ(full.s.line(L(n)).place, LinePlace::closed);
  EXPECT_EQ(full.all(EventKind::line_closed).size(), 3u);
  EXPECT_TRUE(full.s.deck.empty());
}

TEST(LineAuction, R63_R91_ClosedLinesReleaseTheirHomeCircles) {
  for (const bool closed : {false, true}) {
    GameTable t(4);
    t.found_all();
    t.give_line(WT, 6, T::pink);  // home K27, next to J28 and H28 beyond
    if (closed) t.s.line(L(4)).place = LinePlace::closed, t.s.deck.erase(L(4));
    t.go("LR3a");
    t.play(t.lay("J28", "57", 0));
    t.s.turn.laid = 0;
    // Track over I29 to H28, the home of line 4, and a tile there.
    const auto edges = [&](const LayTile& l) {
      return t.now().map().face(l.lay.hex, l.lay.tile, l.lay.rotation).tram_edges;
    };
    for (const LayTile& lay : t.lays("I29"))
      if (edges(lay) == 0b000101 && !t.s.turn.laid) t.play(lay);  // lower left and upper left
    t.s.turn.laid = 0;
    ASSERT_FALSE(t.lays("H28").empty());
    t.play(t.lays("H28").front());
    EXPECT_EQ(t.refusal(t.marker("H28")), closed ? "" : "circle_reserved");
  }
}

}  // namespace
}  // namespace remise::testing
