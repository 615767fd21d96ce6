// Legal actions (18): the clever enumeration against simple ones that try everything.
#include <set>

#include "games/tramways/legal/deeds.h"
#include "games/tramways/legal/payments.h"
#include "games/tramways/legal/track_offers.h"
#include "simple_payments.h"
#include "simple_track_search.h"
#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

std::string text(const TrackDeed& deed) {
  std::string t = std::to_string(static_cast<int>(deed.base.kind)) + "," + std::to_string(pack(deed.base.field)) + "," +
                  std::to_string(index(deed.base.edge)) + "," + std::to_string(index(deed.base.link)) + "," +
                  std::to_string(index(deed.base.parcel)) + "," + std::to_string(index(deed.redirect)) + ":";
  for (const Edge e : deed.exits) t += "NESW"[index(e)];
  return t;
}

// Every deed with at most 3 pieces that the rules accept, found by trying all of them.
std::set<std::string> all_track(const State& s, Seat seat) {
  std::set<std::string> found;
  std::vector<Base> bases;
  for (std::size_t f = 0; f < s.map.fields; ++f)
    for (const Edge e : edges) bases.push_back({.kind = Base::Kind::new_link, .field = s.map.spots[f], .edge = e});
  for (const Link& link : s.links) {
    bases.push_back({.kind = Base::Kind::link, .link = link.id});
    for (std::size_t p = 0; p < tables().parcel_names.size(); ++p)
      bases.push_back({.kind = Base::Kind::through, .link = link.id, .parcel = id_at<ParcelId>(p)});
  }
  for (const Base& base : bases)
    for (std::size_t redirect = 0; redirect <= 4; ++redirect) {
      if (redirect < 4 && base.kind != Base::Kind::link) continue;
      for (int pieces = redirect < 4 ? 0 : 1; pieces + (redirect < 4) <= 3; ++pieces)
        for (int code = 0; code < 1 << (2 * pieces); ++code) {
          TrackDeed deed{base, id_at<Edge>(redirect), {}};
          for (int i = 0; i < pieces; ++i) deed.exits.push_back(id_at<Edge>(code >> (2 * i) & 3));
          if (plan_track(tables(), s, seat, deed)) found.insert(text(deed));
        }
    }
  return found;
}

// The least stress of paying, by trying all subsets of symbols; -1 when nothing pays.
int least_stress(const Player& me, int cost, const FarEnd& end) {
  std::vector<Symbol> rails, dests;
  for (const CardId card : me.hand)
    for (std::uint8_t slot = 0; slot < slots_per_card; ++slot) {
      const SymbolKind kind = tables().slot({card, slot}).kind;
      if (kind == SymbolKind::rail) rails.push_back({card, slot});
      if (kind == SymbolKind::destination || kind == SymbolKind::coordinate) dests.push_back({card, slot});
    }
  std::vector<std::vector<Symbol>> dest_sets;
  if (end.symbols == 0) dest_sets.push_back({});
  for (const Symbol a : dests) {
    const Places pa = tables().slot(a).place;
    if (end.symbols == 1 && pa.meets(end.start | end.far)) dest_sets.push_back({a});
    if (end.symbols == 2)
      for (const Symbol b : dests)
        if (!(a == b) && pa.meets(end.start) && tables().slot(b).place.meets(end.far)) dest_sets.push_back({a, b});
  }
  int best = -1;
  for (unsigned part = 1; part < 1u << rails.size(); ++part) {
    int sum = 0;
    for (std::size_t i = 0; i < rails.size(); ++i)
      if (part >> i & 1) sum += tables().slot(rails[i]).value;
    if (sum != cost) continue;
    for (const auto& set : dest_sets) {
      std::map<CardId, int> used;
      for (std::size_t i = 0; i < rails.size(); ++i)
        if (part >> i & 1) ++used[rails[i].card];
      for (const Symbol s : set) ++used[s.card];
      int stress = 0, dollars = 0;
      for (const auto& [card, n] : used)
        stress += n - 1 + tables().card(card).stress, dollars += tables().card(card).pay;
      if (dollars <= me.money && (best < 0 || stress < best)) best = stress;
    }
  }
  return best;
}

void compare_track(const State& s, Seat seat) {
  std::set<std::string> found;
  TrackPayments payments(tables(), s.player(seat));
  int checked = 0;
  each_track_deed(tables(), s, seat, 3, 100, [&](const TrackDeed& deed, int cost, const FarEnd& end) {
    EXPECT_TRUE(found.insert(text(deed)).second) << "listed twice";
    if (++checked % 17 != 0 || s.player(seat).hand.size() > 9) return true;
    const Payments* ways = payments.for_end(end);
    const int stress = ways && ways->payable(cost) ? ways->least_stress(cost) : -1;
    EXPECT_EQ(stress, least_stress(s.player(seat), cost, end)) << cost;
    return true;
  });
  EXPECT_EQ(found, all_track(s, seat));
}

// Every route of up to 3 links that the rules accept, by trying all.
void compare_routes(const State& s, Seat seat, const Tramways::Choices& choices) {
  std::set<std::string> offered, accepted;
  const auto name = [](const MovePassenger& a) {
    std::string t = std::to_string(pack(a.field)) + ":";
    for (const LinkId id : a.route) t += std::to_string(index(id)) + ",";
    return t;
  };
  for (const auto& choice : choices)
    if (const auto* move = std::get_if<MovePassenger>(&choice.action); move && move->route.size() <= 3)
      offered.insert(name(*move));
  std::vector<std::pair<Symbol, Symbol>> pairs;  // one payment for each destination symbol
  for (const CardId a : s.player(seat).hand)
    for (const CardId b : s.player(seat).hand)
      for (std::uint8_t slot = 0; slot < slots_per_card; ++slot)
        if (tables().card(a).ticket() && !tables().slot({b, slot}).place.empty())
          pairs.push_back({{a, stripe_slot}, {b, slot}});
  const auto attempt = [&](const MovePassenger& base) {
    for (const auto& [ticket, dest] : pairs) {
      MovePassenger move = base;
      move.ticket = ticket, move.dest = dest;
      State copy = s;
      if (!rules().apply(copy, seat, move, nullptr, Fresh{})) {
        accepted.insert(name(move));
        return;
      }
    }
  };
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    if (!s.passengers[f]) continue;
    for (const Link& a : s.links) {
      MovePassenger move{s.map.spots[f], {}, {}, {a.id}};
      attempt(move);
      for (const Link& b : s.links) {
        if (b.id == a.id) continue;
        move.route = {a.id, b.id};
        attempt(move);
        for (const Link& c : s.links) {
          move.route = {a.id, b.id, c.id};
          if (c.id != a.id && c.id != b.id && s.links.size() <= 7) attempt(move);
        }
      }
    }
  }
  if (s.links.size() > 7) std::erase_if(offered, [](const std::string& t) { return std::ranges::count(t, ',') > 2; });
  EXPECT_EQ(offered, accepted);
}

// The fast search finds what the plain one does, in the same order, ends and costs included.
void compare_search(const State& s, Seat seat, int max_pieces, int max_cost) {
  struct Found {
    TrackDeed deed;
    int cost;
    FarEnd end;
  };
  std::vector<Found> plain;
  each_track_deed_simply(tables(), s, seat, max_pieces, max_cost,
                         [&](const TrackDeed& deed, int cost, const FarEnd& end) {
                           plain.push_back({deed, cost, end});
                           return true;
                         });
  std::size_t n = 0;
  each_track_deed(tables(), s, seat, max_pieces, max_cost, [&](const TrackDeed& deed, int cost, const FarEnd& end) {
    const bool same = n < plain.size() && plain[n].deed == deed && plain[n].cost == cost &&
                      plain[n].end.complete == end.complete && plain[n].end.joined == end.joined &&
                      plain[n].end.joined_at_start == end.joined_at_start && plain[n].end.symbols == end.symbols &&
                      plain[n].end.start == end.start && plain[n].end.far == end.far;
    EXPECT_TRUE(same) << "deed " << n << " " << text(deed);
    ++n;
    return same;
  });
  EXPECT_EQ(n, plain.size());
}

// The fast search finds the prices of the plain one, in their order, and each of its ways pays for what it should.
void compare_payments(const Player& me, const Payments& fast, SymbolKind summed, const std::vector<Need>& needs,
                      int& compared) {
  const SimplePayments plain(tables(), me, summed, needs);
  if (plain.too_many()) return;
  ++compared;
  for (int sum = 0; sum <= Payments::max_sum; ++sum) {
    std::vector<Price> prices;
    for (std::size_t i = 0; fast.payable(sum) && i < fast.count(sum); ++i) {
      const Payment a = fast.get(sum, i);
      prices.push_back({a.stress, a.cards, a.dollars});
      std::set<std::pair<CardId, int>> symbols;
      std::map<CardId, int> used;
      int total = 0, stress = 0;
      const auto use = [&](Symbol symbol) {
        EXPECT_TRUE(me.hand.contains(symbol.card));
        EXPECT_TRUE(symbols.insert({symbol.card, symbol.slot}).second) << "a symbol twice";
        ++used[symbol.card];
      };
      for (const Symbol symbol : a.summed) {
        use(symbol);
        EXPECT_EQ(tables().slot(symbol).kind, summed);
        total += tables().slot(symbol).value;
      }
      for (std::size_t n = 0; n < needs.size(); ++n) {
        use(a.named[n]);
        EXPECT_TRUE(needs[n].met_by(tables().slot(a.named[n])));
      }
      for (const auto& [card, n] : used) stress += n - 1 + tables().card(card).stress;
      EXPECT_EQ(total, sum);
      EXPECT_EQ(stress, a.stress);
      EXPECT_EQ(static_cast<int>(used.size()), a.cards);
    }
    const std::set<Price>& all = plain.prices(sum);
    ASSERT_LE(all.size(), 8u) << "more ways than the fast search keeps";
    ASSERT_TRUE(std::ranges::equal(prices, all)) << sum;
  }
}

// All tables a list of legal actions may need for this hand.
void compare_all_payments(const Player& me, int& compared) {
  Payments::Nodes nodes;
  const Payments rails(tables(), me, SymbolKind::rail, {}, &nodes);
  compare_payments(me, rails, SymbolKind::rail, {}, compared);
  compare_payments(me, Payments(tables(), me, SymbolKind::money, {}), SymbolKind::money, {}, compared);
  for (std::uint32_t a = 0; a < 4 + max_parcels; ++a) {
    const Places one{1u << a}, other{1u << ((a + 1) % 4)};
    const Payments named(tables(), me, rails, one), named_other(tables(), me, rails, other);
    compare_payments(me, named, SymbolKind::rail, {{.places = one}}, compared);
    compare_payments(me, Payments::either(named, named_other), SymbolKind::rail, {{.places = one | other}}, compared);
    compare_payments(me, Payments(tables(), me, SymbolKind::rail, {{.places = one}, {.places = other}}, &nodes),
                     SymbolKind::rail, {{.places = one}, {.places = other}}, compared);
    for (const SymbolKind kind : {SymbolKind::stripe, SymbolKind::build, SymbolKind::upgrade_link}) {
      const Need first{.kind = kind}, second{.places = one | other};
      compare_payments(me, Payments(tables(), me, SymbolKind::none, {first, second}), SymbolKind::none, {first, second},
                       compared);
      const SimplePayments plain(tables(), me, SymbolKind::none, {first, second});
      const std::vector<Price> expected(plain.prices(0).begin(), plain.prices(0).end());
      std::vector<Price> prices;
      for (const PairPayment& pair : pair_payments(tables(), me, first, second)) {
        prices.push_back({pair.stress, pair.cards, pair.dollars});
        EXPECT_TRUE(first.met_by(tables().slot(pair.first)) && second.met_by(tables().slot(pair.second)));
        EXPECT_TRUE(me.hand.contains(pair.first.card) && me.hand.contains(pair.second.card));
        EXPECT_EQ(pair.cards, 1 + (pair.first.card != pair.second.card));
      }
      ASSERT_EQ(prices, expected);
    }
  }
}

TEST(Legal, Section18_FastSearchesAgainstPlainOnes) {
  TramwaysBattery battery(oracle_game());
  int positions = 0, payments = 0;
  const Json variants[]{{{"players", 1}},
                        {{"players", 2}, {"options", {{"variant", "expert2"}, {"sides", "1910"}}}},
                        {{"players", 3}, {"options", {{"player_boards", "hard"}, {"sides", "random"}}}},
                        {{"players", 4}, {"options", {{"development", "alternative"}, {"draft", true}}}},
                        {{"players", 5}}};
  for (int game = 0; game < (testing::long_tests() ? 100 : 10) && !HasFailure(); ++game) {
    Json setup = variants[game % 5];
    setup["seed"] = "fast " + std::to_string(game);
    battery.random_game(setup, "fast",
                        [&](const State& s, Seat seat, const Tramways::Choices&) {
                          if ((s.phase != Phase::act1 && s.phase != Phase::act2) || HasFailure()) return;
                          ++positions;
                          compare_search(s, seat, 5, 2 * max_rails);
                          compare_search(s, seat, 8, 4 + positions % 3);
                          if (positions % 5 == 0) compare_all_payments(s.player(seat), payments);
                        },
                        {.max_moves = 2000, .checked_choices = 0, .codec = false});
  }
  EXPECT_GT(positions, 200);
  EXPECT_GT(payments, 2000);
}

TEST(Legal, Section18_TrackAndRoutesAgainstTryingEverything) {
  TramwaysBattery battery(oracle_game());
  int positions = 0;
  for (int game = 0; game < (testing::long_tests() ? 60 : 8) && !HasFailure(); ++game)
    battery.random_game({{"players", 1 + game % 4}, {"seed", "legal " + std::to_string(game)}}, "legal",
                        [&](const State& s, Seat seat, const Tramways::Choices& choices) {
                          if (s.phase != Phase::act1 && s.phase != Phase::act2) return;
                          if (++positions % 4 != 0) return;
                          compare_track(s, seat);
                          compare_routes(s, seat, choices);
                        },
                        {.max_moves = 2000, .checked_choices = 0, .codec = false});
  EXPECT_GT(positions, 50);
}

// What a view shows of the list: of track the shortest ways that complete a link, each once; everything else.
TEST(Legal, AViewShowsAPartOfTheTrack) {
  TramwaysBattery battery(oracle_game());
  Tramways::Workspace work;
  int shortened = 0, few_ways = 0;
  for (int game = 0; game < (testing::long_tests() ? 100 : 4) && !HasFailure(); ++game)
    battery.random_game({{"players", 2 + game % 4}, {"seed", "shown " + std::to_string(game)}}, "shown",
                        [&](const State& s, Seat seat, const Tramways::Choices& choices) {
                          Tramways::Choices shown = choices, made;
                          rules().shorten(shown);
                          rules().of(s).legal_shown(s, seat, made, work);  // without making what is left out
                          EXPECT_TRUE(made == shown);
                          const auto is_track = [](const auto& choice) {
                            return std::holds_alternative<LayTrack>(choice.action);
                          };
                          const auto all = static_cast<std::size_t>(std::ranges::count_if(choices, is_track));
                          const auto left = static_cast<std::size_t>(std::ranges::count_if(shown, is_track));
                          EXPECT_EQ(left, std::min(all, Tramways::shown_track));
                          EXPECT_EQ(shown.size() - left, choices.size() - all);
                          if (all == left) return;
                          std::set<std::string> ways, shown_ways, complete, shown_complete;
                          for (const bool after : {false, true})
                            for (const auto& choice : after ? shown : choices) {
                              const auto* track = std::get_if<LayTrack>(&choice.action);
                              if (!track) continue;
                              (after ? shown_ways : ways).insert(text(track->deed));
                              if (!track->dests.empty()) (after ? shown_complete : complete).insert(text(track->deed));
                            }
                          EXPECT_EQ(shown_ways.size(), std::min(ways.size(), Tramways::shown_track));
                          EXPECT_EQ(shown_complete.size(), std::min(complete.size(), Tramways::shown_track));
                          ++shortened;
                          // The same with all cards in hand and pieces for one field: few ways, each with many
                          // payments.
                          State rich = s;
                          Player& me = rich.player(seat);
                          me.straights = 1, me.curves = 0, me.money = 99;
                          for (const auto* pile : {&me.deck, &me.discard})
                            for (const CardId card : *pile)
                              if (!me.hand.full()) me.hand.push_back(card);
                          std::ranges::sort(me.hand);
                          Tramways::Choices plain, quick;
                          rules().of(s).legal(rich, seat, plain, work);
                          const auto entries = static_cast<std::size_t>(std::ranges::count_if(plain, is_track));
                          std::set<std::string> lain;
                          for (const auto& choice : plain)
                            if (is_track(choice)) lain.insert(text(std::get<LayTrack>(choice.action).deed));
                          few_ways += entries > Tramways::shown_track && lain.size() < Tramways::shown_track;
                          rules().shorten(plain);
                          rules().of(s).legal_shown(rich, seat, quick, work);
                          EXPECT_TRUE(quick == plain);
                        },
                        {.max_moves = 2000, .checked_choices = 0, .codec = false});
  EXPECT_GT(shortened, 20);
  EXPECT_GT(few_ways, 0);
}

TEST(Legal, Section6_2_EveryBidThatCanBePaidIsOffered) {
  // All bids up to what the hand is worth, with every set of money symbols, against the list.
  TramwaysBattery battery(oracle_game());
  int positions = 0;
  for (int game = 0; game < 12 && !HasFailure(); ++game)
    battery.random_game({{"players", 2 + game % 3}, {"seed", "bids " + std::to_string(game)}}, "bids",
                        [&](const State& s, Seat seat, const Tramways::Choices& choices) {
                          if (s.phase != Phase::bid) return;
                          ++positions;
                          std::set<int> offered, accepted;
                          for (const auto& choice : choices)
                            if (std::holds_alternative<Bid>(choice.action))
                              for (std::int64_t n = 0; n < testing::ways(choice); ++n) {
                                const Action action = testing::way(rules(), choice, n);
                                State copy = s;
                                EXPECT_FALSE(rules().apply(copy, seat, action, nullptr, Fresh{}));
                                offered.insert(std::get<Bid>(action).amount);
                              }
                          std::vector<Symbol> money;
                          for (const CardId card : s.player(seat).hand)
                            for (std::uint8_t slot = 0; slot < slots_per_card; ++slot)
                              if (tables().slot({card, slot}).kind == SymbolKind::money) money.push_back({card, slot});
                          for (unsigned part = 0; part < 1u << money.size(); ++part)
                            for (int amount = 0; amount <= s.player(seat).money + 20; ++amount) {
                              Bid bid{amount, 0, {}};
                              int value = 0;
                              for (std::size_t i = 0; i < money.size(); ++i)
                                if (part >> i & 1)
                                  bid.symbols.push_back(money[i]), value += tables().slot(money[i]).value;
                              bid.coins = std::max(0, amount - value);
                              State copy = s;
                              if (!rules().apply(copy, seat, bid, nullptr, Fresh{})) accepted.insert(amount);
                            }
                          EXPECT_EQ(offered, accepted);
                        },
                        {.max_moves = 2000, .checked_choices = 0, .codec = false});
  EXPECT_GT(positions, 50);
}

TEST(Legal, PaymentsLeastStressFirstAndUndominated) {
  // E9: four cards without stress, or three with one.
  Player me;
  Tables t = tables();
  const auto rail = [](int n) { return Slot{SymbolKind::rail, static_cast<std::uint8_t>(n), {}}; };
  const Places r = Places::of(Building::residential), a1 = Places::of(t.parcel_named("A1"));
  for (int id = 1; id <= 4; ++id) t.cards[static_cast<std::size_t>(id)] = {}, me.hand.push_back(id_at<CardId>(id));
  t.cards[1].slots[0] = t.cards[2].slots[0] = t.cards[3].slots[0] = rail(1);
  t.cards[2].slots[1] = {SymbolKind::destination, 0, r};
  t.cards[4].slots[0] = {SymbolKind::coordinate, 0, a1};
  const Payments payments(t, me, SymbolKind::rail, {{.places = r | a1}});
  ASSERT_EQ(payments.count(3), 2u);
  EXPECT_EQ(payments.get(3, 0).stress, 0);
  EXPECT_EQ(payments.get(3, 0).cards, 4);
  EXPECT_EQ(payments.get(3, 1).stress, 1);
  EXPECT_EQ(payments.get(3, 1).cards, 3);
  EXPECT_FALSE(payments.payable(4));
}

// What the view says of stress and dollars is what happens.
TEST(Legal, Section4_ListedPricesAreThePricesPaid) {
  TramwaysBattery battery(oracle_game());
  int checked = 0, stressed = 0;
  for (int game = 0; game < 6; ++game)
    battery.random_game(
        Json{{"players", 2 + game % 3}, {"seed", "prices " + std::to_string(game)}}, "policy",
        [&](const State& s, Seat seat, const Tramways::Choices& choices) {
          if (s.phase != Phase::act1 && s.phase != Phase::act2) return;
          const Json prices = view_json(rules(), s, Viewer::of(seat), Fresh{})["prices"];
          for (std::size_t i = 0; i < choices.size(); i += 7) {
            const Action& action = choices[i].action;
            if (!std::holds_alternative<LayTrack>(action) && !std::holds_alternative<Build>(action) &&
                !std::holds_alternative<UpgradeBuilding>(action))
              continue;
            State next = s;
            std::vector<Event> events;
            ASSERT_FALSE(rules().apply(next, seat, action, &events, Fresh{}));
            int stress = 0, dollars = 0;
            for (const Event& event : events) {
              const Json told = event_json(rules(), event, Viewer::analyst());
              if (told["kind"] == "stress_changed") stress += told["change"].get<int>();
              if (told["kind"] == "consequence_paid") dollars += told["amount"].get<int>();
              if (told["kind"] == "action_done") break;
            }
            const Json price = prices.value(std::to_string(i), Json{{"stress", 0}, {"dollars", 0}});
            EXPECT_EQ(price, (Json{{"stress", stress}, {"dollars", dollars}})) << choice_json(rules(), choices[i]);
            ++checked;
            stressed += stress > 0;
          }
        });
  EXPECT_GT(checked, 1000);
  EXPECT_GT(stressed, 100);
}

}  // namespace
}  // namespace remise::tramways
