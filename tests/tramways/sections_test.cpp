// Terms, components and smaller rules that the examples take for granted: sections 1, 2, 3, 4, 5, 12.
#include <algorithm>
#include <set>

#include "position_builder.h"

namespace remise::tramways {
namespace {

using P = PositionBuilder;

TEST(Terms, Section1_1_KindsOfFields) {
  P p(". ^ ~ D2/R C L I");
  const Ground kinds[]{Ground::plain, Ground::mountain, Ground::water};
  for (int x = 0; x < 3; ++x) EXPECT_EQ(p.s.map.ground[index(p.at(x, 0))], kinds[x]);
  EXPECT_EQ(parcel_of(p.s.map.ground[index(p.at(3, 0))]), p.parcel("D2"));
  for (int x = 0; x < 4; ++x) EXPECT_EQ(p.s.building_at(p.at(x, 1)), building_types[static_cast<std::size_t>(x)]);
  EXPECT_EQ(p.s.building_at(p.at(3, 0)), Building::none);
  p.tile(orange, "D2", Building::leisure);
  EXPECT_EQ(p.s.building_at(p.at(3, 0)), Building::leisure);
}

TEST(Terms, Section1_2_NeighboursAndCoordinates) {
  P p(". . ./. R ./. . .");
  const FieldId middle = p.at(1, 1);
  EXPECT_EQ(p.s.map.beyond(middle, Edge::north), p.at(1, 0));
  EXPECT_EQ(p.s.map.beyond(middle, Edge::east), p.at(2, 1));
  EXPECT_EQ(p.s.map.beyond(middle, Edge::south), p.at(1, 2));
  EXPECT_EQ(p.s.map.beyond(middle, Edge::west), p.at(0, 1));
  EXPECT_EQ(p.s.map.beyond(p.at(0, 0), Edge::west), FieldId::none);
  EXPECT_EQ(p.at(3, 0), FieldId::none);
}

TEST(Terms, Section1_5_OnlyPlacesAreEndsAndStops) {
  P p("R . . A1/. . . .");
  p.own(orange, "A1");
  EXPECT_EQ(p.lay(orange, P::from(1, 0, "S"), "S", 1), "no_start");  // plain ground is no place
  EXPECT_EQ(p.lay(orange, P::from(0, 0, "E"), "EE", 2, "A1"), "");   // an open parcel is
  EXPECT_EQ(p.s.place_at(p.at(3, 0)), p.at(3, 0));
  EXPECT_EQ(p.s.place_at(p.at(1, 1)), FieldId::none);
}

TEST(Terms, Section1_7_VoidTicketsHaveNoStripe) {
  int tickets = 0, voids = 0;
  for (std::size_t id = 1; id <= max_cards; ++id) {
    const Card& card = tables().cards[id];
    tickets += card.ticket();
    voids += card.void_ticket;
    EXPECT_FALSE(card.ticket() && card.void_ticket) << id;
    EXPECT_FALSE(card.void_ticket && card.type != CardType::auction) << id;
  }
  EXPECT_EQ(tickets, 94);
  EXPECT_EQ(voids, 7);
  P p("R . C");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  const int no_ticket = p.deal(orange, "void rail1"), dest = p.deal(orange, "dest_C");
  EXPECT_EQ(p.play(orange, P::journey({0, 0}, {1}, P::stripe(no_ticket), P::sym(dest, 0))), "no_such_symbol");
}

TEST(Terms, Section1_8_TheStripeIsASymbol) {
  P p("R . C");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  const int card = p.deal(orange, "dest_C T");
  ASSERT_EQ(p.play(orange, P::journey({0, 0}, {1}, P::stripe(card), P::sym(card, 0))), "");
  EXPECT_EQ(p.player(orange).stress, 5 + 1 + 1);  // a further symbol of the card, and the delivery to C
}

TEST(Terms, Section1_9_AnActionIsPaidWithSymbolsOfSeveralCards) {
  P p("R . . C");
  const int a = p.deal(orange, "rail1 dest_L"), b = p.deal(orange, "rail1 dest_C");
  ASSERT_EQ(p.play(orange, P::track(P::from(0, 0, "E"), {"E", "E"}, {P::sym(a, 0), P::sym(b, 0)}, {P::sym(b, 1)})), "");
  EXPECT_EQ(p.player(orange).discard.size(), 2u);
  EXPECT_EQ(p.player(orange).stress, 6);
}

TEST(Components, Section2_4_CoinsNeverRunOutNorPassengersWithoutALimit) {
  std::string row = "R";
  for (int x = 1; x < 39; ++x) row += x % 2 ? " ." : " R";
  P q(row + "/" + row, 2);
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 39 - y; x += 2)
      if (x + y > 0) q.passenger(x, y);
  q.s.phase = Phase::admin;
  q.s.open = SeatSet::first(2);
  const int card = q.deal(0, "add_passenger money3");  // the 40th passenger of a box with 30
  q.player(0).money = 10'000;
  ASSERT_EQ(q.play(0, {{"type", "admin_play"},
                       {"card", card},
                       {"uses", {{{"slot", 0}, {"field", {0, 0}}}, {{"slot", 1}, {"field", nullptr}}}}}),
            "");
  EXPECT_EQ(q.player(0).money, 10'003);
  EXPECT_GT(std::ranges::count(q.s.passengers, 1), 30);
}

TEST(Components, Section2_5_MoneyIsPublic) {
  P p("R . C");
  p.player(pink).money = 17;
  const Json view = view_json(rules(), p.s, Viewer::spectator(), Fresh{});
  EXPECT_EQ(view["players"][pink]["money"], 17);
}

TEST(Setup, Section3_1_7_OnlyParcelsOfTheMapHaveTheirCardsInTheGame) {
  for (int i = 0; i < 10; ++i) {
    const State s = started({{"players", 3}, {"seed", "parcels " + std::to_string(i)}});
    std::multiset<ParcelId> cards;
    const auto add = [&](const auto& pile) {
      for (const CardId card : pile)
        if (tables().card(card).type == CardType::parcel) cards.insert(tables().card(card).parcel);
    };
    for (const Player& p : s.players) add(p.hand);
    add(s.row), add(s.auction_deck);  // 3.3.3: what was not dealt is in the auction
    std::multiset<ParcelId> on_map;
    for (std::size_t p = 0; p < max_parcels; ++p)
      if (s.parcels[p].field != FieldId::none) on_map.insert(id_at<ParcelId>(p));
    EXPECT_EQ(cards, on_map);
  }
}

TEST(Setup, Section3_3_4_OwnershipStaysWhereverTheCardIs) {
  P p("R . A1 . C");
  p.own(orange, "A1");
  const int card = p.deal(orange, "parcel_A1");
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(3);
  ASSERT_EQ(p.play(orange, {{"type", "admin_discard"}, {"card", card}}), "");
  EXPECT_EQ(p.s.parcel_owner(p.at(2, 0)), Seat{orange});
  EXPECT_EQ(view_json(rules(), p.s, Viewer::of(Seat{brown}), Fresh{})["parcels"]["A1"], orange);
}

TEST(Setup, Section3_4_1_OneGenericCardOfEachKind) {
  const State s = started({{"players", 4}, {"seed", "generic"}});
  std::set<CardId> seen;
  for (int seat = 0; seat < 4; ++seat) {
    const Player& p = s.players[static_cast<std::size_t>(seat)];
    int builds = 0, workers = 0;
    for (const CardId id : p.hand) {
      if (tables().card(id).type != CardType::generic) continue;
      EXPECT_TRUE(seen.insert(id).second);
      for (const Slot& slot : tables().card(id).slots)
        builds += slot.kind == SymbolKind::build, workers += slot.kind == SymbolKind::worker;
    }
    EXPECT_EQ(builds, 1);
    EXPECT_EQ(workers, 1);
    EXPECT_EQ(p.hand.size(), 6u);
  }
}

TEST(Cards, Section4_1_SymbolsOfTheShippedCards) {
  int symbols = 0;
  for (std::size_t id = 1; id <= max_cards; ++id) {
    const Card& card = tables().cards[id];
    int filled = 0;
    for (const Slot& slot : card.slots) {
      filled += slot.kind != SymbolKind::none;
      EXPECT_EQ(slot.kind == SymbolKind::rail || slot.kind == SymbolKind::money, slot.value > 0) << id;
      EXPECT_EQ(slot.kind == SymbolKind::destination || slot.kind == SymbolKind::coordinate, !slot.place.empty()) << id;
    }
    EXPECT_EQ(filled, card.symbols) << id;
    symbols += filled;
  }
  EXPECT_GT(symbols, 300);
  // The type in the corner of a building card is no symbol: it does not name a destination.
  P p("R . I");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  const int ticket = p.deal(orange, "T"), building = p.deal(orange, "rail1");
  p.tables.cards[static_cast<std::size_t>(building)].building = Building::industry;
  EXPECT_EQ(p.play(orange, P::journey({0, 0}, {1}, P::stripe(ticket), P::sym(building, 0))), "symbol_no_use");
}

// The phases of a game in the order they come, with the round before each, from one seed.
TEST(Rounds, Section5_1_PhasesOfEveryRound) {
  State s = started({{"players", 3}, {"seed", "phases"}});
  Random random = Random::from_seed("phases");
  Tramways::Choices choices;
  std::vector<std::pair<int, Phase>> met;
  while (!rules().to_act(s).empty()) {
    if (met.empty() || met.back() != std::pair<int, Phase>{s.round, s.phase}) met.push_back({s.round, s.phase});
    const Seat seat = rules().to_act(s).lowest();
    choices.clear();
    rules().legal(s, seat, choices, Fresh{});
    const auto& choice = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    const int round = s.round;
    Events events;
    ASSERT_FALSE(rules().apply(s, seat, choice.action, &events, Fresh{}));
    for (const Event& event : events)  // 5.2: nobody draws before the round has ended
      if (event.kind == EventKind::card_drawn) {
        EXPECT_EQ(round + 1, s.round);
      }
  }
  int last = 0;
  for (int round = 1; round <= 6; ++round) {
    std::vector<Phase> phases;
    for (const auto& [r, phase] : met)
      if (r == round && (phase == Phase::bid || phase == Phase::take || phase == Phase::act1 || phase == Phase::act2 ||
                         phase == Phase::admin || phase == Phase::final_hand))
        if (std::ranges::find(phases, phase) == phases.end()) phases.push_back(phase);
    std::vector<Phase> expected{Phase::bid, Phase::take, Phase::act1, Phase::act2, Phase::admin};
    if (round == 5) expected.push_back(Phase::final_hand);
    if (round == 6) expected.erase(expected.begin() + 1);  // 15.2: no cards
    if (phases.front() != Phase::bid) phases.insert(phases.begin(), Phase::bid);
    EXPECT_EQ(phases, expected) << "round " << round;
    last = round;
  }
  EXPECT_EQ(last, 6);
}

TEST(Passengers, Section12_8_StressAtTheMaximumCostsHp) {
  P p("R . I");
  p.link(orange, {{0, 0}, {1, 0}, {2, 0}}, true);
  p.passenger(0, 0);
  p.player(orange).stress = 21;
  ASSERT_EQ(p.move(orange, 0, 0, {1}, "I"), "");
  EXPECT_EQ(p.player(orange).stress, 21);
  EXPECT_EQ(p.player(orange).hp, 1 - 1);  // the link, and a step at the maximum
}

TEST(EndOfRound, Section14_2_StressAtTheMaximumOfEitherBoard) {
  P p("R . C", 3);
  p.s.phase = Phase::admin;
  p.s.open = SeatSet::first(3);
  p.player(0).stress = 21;
  p.player(1).stress = 15, p.player(1).hard = 1;
  p.player(2).stress = 15;
  for (int seat = 0; seat < 3; ++seat) ASSERT_EQ(p.play(seat, {{"type", "admin_done"}}), "");
  EXPECT_EQ(p.player(0).hp, -1);
  EXPECT_EQ(p.player(1).hp, -1);
  EXPECT_EQ(p.player(2).hp, 0);
}

}  // namespace
}  // namespace remise::tramways
