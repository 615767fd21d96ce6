// Random complete games over all player counts, maps and options: the shared battery, games with a will to build, and
// the exact agreement of the legal list with what is accepted. REMISE_LONG=1 plays 10,000 of them.
#include "support/battery.h"
#include "vienna1840/support/random.h"

namespace remise::testing {
namespace {

// Every action of the small kinds, legal or not.
std::vector<Action> all_small_actions() {
  std::vector<Action> all{Pass{}, AcceptOffer{}, DeclineOffer{}, Run{}, Run{Run::no_claim, true}};
  for (int c = 0; c < company_count; ++c) {
    all.push_back(BuyShare{id_at<CompanyId>(c)});
    for (int n = 0; n <= 10; ++n) all.push_back(SellShares{id_at<CompanyId>(c), static_cast<std::uint8_t>(n)});
    for (const int par : {0, 60, 70, 80, 90, 100})
      all.push_back(BuyDirector{id_at<CompanyId>(c), static_cast<std::uint8_t>(par)});
  }
  for (int card = 0; card <= 7; ++card) all.push_back(ChooseOrder{static_cast<std::uint8_t>(card)});
  for (int amount = -10; amount <= 600; amount += 5) all.push_back(Dividend{amount});
  for (int p = 0; p < private_count; ++p) {
    all.push_back(ReturnPrivate{id_at<PrivateId>(p)});
    for (int price = 0; price <= 80; ++price)
      all.push_back(OfferPrivate{id_at<PrivateId>(p), static_cast<std::uint8_t>(price)});
    for (int price = 0; price <= 400; ++price) all.push_back(BidPrivate{id_at<PrivateId>(p), price});
  }
  for (int l = 0; l < line_count; ++l)
    for (int price = 0; price <= 100; ++price) all.push_back(BidLine{id_at<LineId>(l), price});
  for (int t = 0; t < tram_colour_count; ++t) {
    all.push_back(BuyTram{id_at<TramColour>(t)});
    all.push_back(ScrapTram{id_at<TramColour>(t), LineId::none});
    for (int l = 0; l < line_count; ++l) all.push_back(ScrapTram{id_at<TramColour>(t), id_at<LineId>(l)});
  }
  for (int h = 0; h < hex_count; ++h) {
    for (int c = tram_company_count; c < company_count; ++c)
      all.push_back(RemoveMarker{{id_at<HexId>(h), id_at<CompanyId>(c)}});
    for (std::uint8_t l = 0; l < 4; ++l)
      for (const bool replace : {false, true}) all.push_back(PlaceMarker{{id_at<HexId>(h), l, replace}});
  }
  return all;
}

bool listed(const Vienna1840& rules, const std::vector<Choice<Action>>& choices, const Action& action) {
  for (const auto& c : choices) {
    if (c.step == 0 && c.action == action) return true;
    if (c.step == 0 || c.action.index() != action.index()) continue;
    for (std::int64_t n = 0; n < std::min<std::int64_t>(ways(c), 2000); ++n)
      if (way(rules, c, n) == action) return true;
  }
  return false;
}

// Accepted exactly when listed; a refusal changes nothing.
void expect_agreement(const Vienna1840& rules, const State& s, const std::vector<Choice<Action>>& choices,
                      const Action& action) {
  State next = s;
  const Seat seat = rules.to_act(s).lowest();
  const auto no = rules.apply(next, seat, action, nullptr, Fresh<Vienna1840>{});
  const bool offered = listed(rules, choices, action);
  ASSERT_EQ(!no, offered) << action_json(rules, action, seat, Viewer::analyst()).dump()
                          << (no ? to_json(rules.explain(*no)).dump() : " accepted but not listed");
  if (no) {
    ASSERT_TRUE(same_bytes(s, next)) << "a refusal changed the state";
  }
}

Lay random_lay(const std::vector<Choice<Action>>& choices, Random& random) {
  Lay lay{id_at<HexId>(random.below(hex_count)), id_at<TileId>(random.below(tile_count)),
          static_cast<std::uint8_t>(random.below(7)), static_cast<std::uint8_t>(random.below(12) == 0)};
  // Near a legal one: only one thing differs.
  const auto& c = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
  if (const auto* legal = std::get_if<LayTile>(&c.action)) {
    const Lay other = lay;
    lay = legal->lay;
    switch (random.below(4)) {
      case 0: lay.rotation = other.rotation; break;
      case 1: lay.tile = other.tile; break;
      case 2: lay.hex = other.hex; break;
      default: lay.circle ^= 1;
    }
  }
  return lay;
}

// A claim of a run is an assertion about it, accepted where it is true; only runs without one are listed.
bool listed_exactly(const Action& action) {
  const auto* run = std::get_if<vienna1840::Run>(&action);
  return !run || run->claim == vienna1840::Run::no_claim;
}

TEST(RandomGames, TheBattery) {
  Battery<Vienna1840> battery(game(), listed_exactly);
  const int games = long_tests() ? 10000 : 24;
  for (int n = 0; n < games && !::testing::Test::HasFailure(); ++n)
    battery.random_game(setup_number(n), "policy " + std::to_string(n), {.max_moves = 20000, .checked_choices = 4});
}

TEST(RandomGames, TheMatchContract) {
  Battery<Vienna1840> battery(game());
  for (int n = 0; n < (long_tests() ? 60 : 6) && !::testing::Test::HasFatalFailure(); ++n)
    battery.match_contract(setup_number(n), "contract " + std::to_string(n));
}

TEST(Views1840, HaveExactlyTheDocumentedKeys) {
  const std::string page = testing::page("views-1840.md");
  const auto keys = testing::documented_keys(page, "state"), kinds = testing::documented_keys(page, "moves");
  ASSERT_EQ(kinds.size(), 17u);
  testing::random_match(game(), setup_number(3), "keys", [&](const Match& match, Viewer viewer) {
    const Json state = match.view(viewer)["state"];
    EXPECT_EQ(testing::keys_of(state), keys);
    for (const Json& player : state["players"]) {  // the terms of the wealth add up (R118)
      std::int64_t sum = player["cash"];
      for (const Json& term : player["worth"]) sum += term.get<std::int64_t>();
      EXPECT_EQ(sum, player["wealth"]);
    }
    for (const std::string& kind : testing::keys_of(state["moves"])) EXPECT_TRUE(kinds.contains(kind)) << kind;
  });
}

// R44: no company leaves a company round without a tram while one is on sale. With C4 it may scrap the last one in the
// assignment.
void expect_trams(const Vienna1840& rules, const State& after, const State& before) {
  State stock = before;
  stock.trams = after.trams;
  if (after.has(Compat::c4) || !rules.at(stock).trams_on_sale()) return;
  for (int c = 0; c < tram_company_count; ++c)
    EXPECT_TRUE(after.companies[static_cast<std::size_t>(c)].director == Seat::none ||
                !rules.at(after).trams_of(id_at<CompanyId>(c)).empty());
}

// Complete games of players who build. Invariants after every action.
TEST(RandomGames, InvariantsHoldAfterEveryAction) {
  const Vienna1840& rules = game().rules();
  const int games = long_tests() ? 10000 : 120;
  std::map<Step, int> seen;
  int loans = 0, grey = 0, full = 0;
  for (int n = 0; n < games; ++n) {
    State s = *rules.start(setup_number(n));
    Random random = Random::from_seed("eager " + std::to_string(n));
    std::vector<Choice<Action>> choices;
    Workspace work;
    int moves = 0;
    for (; !rules.to_act(s).empty(); ++moves) {
      const Seat seat = rules.to_act(s).lowest();
      choices.clear();
      rules.legal(s, seat, choices, work);
      ASSERT_FALSE(choices.empty());
      ++seen[s.step];
      const State before = s;
      ASSERT_FALSE(rules.apply(s, seat, eager_pick(rules, choices, random), nullptr, work));
      ASSERT_EQ(rules.broken_invariant(s), "")
          << setup_number(n) << " move " << moves << " " << step_words[index(before.step)];
      ASSERT_LT(moves, 50000);
      if (s.round != before.round && rules.at(before).round().kind == RoundKind::company)
        expect_trams(rules, s, before);
    }
    ASSERT_TRUE(rules.outcome(s));
    for (const Player& p : s.players) loans += p.loans;
    for (std::size_t h = 0; h < hex_count; ++h)
      grey += s.board.tile[h] != TileId::none &&
              tables_1840()->map(s.map).tiles[s.board.tile[h]].colour == TileColour::grey;
    full += rules.at(s).lines_full();
  }
  for (std::size_t step = 0; step < step_words.size() - 1; ++step)
    EXPECT_GT(seen[id_at<Step>(step)], 0) << step_words[step];
  EXPECT_GT(loans, 0);
  EXPECT_GT(grey, 0);
  EXPECT_GT(full, 0);
}

TEST(RandomGames, WhatIsListedIsAcceptedAndNothingElse) {
  const Vienna1840& rules = game().rules();
  const std::vector<Action> small = all_small_actions();
  const int games = long_tests() ? 300 : 12;
  for (int n = 0; n < games; ++n) {
    State s = *rules.start(setup_number(n));
    Random random = Random::from_seed("agree " + std::to_string(n));
    std::vector<Choice<Action>> choices;
    Workspace work;
    while (!rules.to_act(s).empty()) {
      const Seat seat = rules.to_act(s).lowest();
      choices.clear();
      rules.legal(s, seat, choices, work);
      if (random.below(20) == 0) {
        for (const Action& action : small) {
          expect_agreement(rules, s, choices, action);
          if (HasFatalFailure()) return;
        }
        for (int i = 0; i < 60; ++i) {
          expect_agreement(rules, s, choices, LayTile{random_lay(choices, random)});
          if (HasFatalFailure()) return;
        }
      }
      ASSERT_FALSE(rules.apply(s, seat, eager_pick(rules, choices, random), nullptr, work));
    }
  }
}

// The order of the hidden cards shows nowhere.
TEST(RandomGames, ViewsHideTheLineCards) {
  const Vienna1840& rules = game().rules();
  Battery<Vienna1840> battery(game());
  for (int n = 0; n < 6; ++n) {
    State s = *rules.start(setup_number(n));
    Random random = Random::from_seed("hidden " + std::to_string(n));
    std::vector<Choice<Action>> choices;
    Workspace work;
    for (int moves = 0; !rules.to_act(s).empty() && moves < 200; ++moves) {
      State other = s;
      random.shuffle(std::span(other.deck.begin(), other.deck.size()));
      if (moves % 20 == 0)
        for (const Viewer viewer : {Viewer::spectator(), Viewer::of(A), Viewer::of(B)})
          battery.expect_same_view(s, other, viewer);
      choices.clear();
      rules.legal(s, rules.to_act(s).lowest(), choices, work);
      ASSERT_FALSE(rules.apply(s, rules.to_act(s).lowest(), eager_pick(rules, choices, random), nullptr, work));
    }
  }
}

}  // namespace
}  // namespace remise::testing
