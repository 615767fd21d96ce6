// The players of Tramways: they keep the rules, know nothing hidden, and each level is stronger than the one below.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "bots/arena.h"
#include "bots/tramways/policy.h"
#include "bots/tramways/wallet.h"
#include "bots/tramways/ways.h"
#include "bots/tramways/weights.h"
#include "core/data_files.h"
#include "games/tramways/board/track.h"
#include "games/tramways/legal/payments.h"
#include "games/tramways/match.h"

namespace remise::bots {
namespace {

using remise::tramways::State;
using remise::tramways::Tramways;

class PlayersTramways : public ::testing::Test {
 protected:
  PlayersTramways() {
    for (const GameMaker& maker : game_makers())
      if (maker.id == "tramways") game = std::move(*maker(embedded_data));
    suite = make_suite(*game);
  }
  const Tramways& rules() const { return static_cast<const TypedGame<Tramways>&>(*game).rules(); }
  static const State& state_of(const Match& match) { return static_cast<const TypedMatch<Tramways>&>(match).state(); }

  PlayedSetup setup(std::vector<std::string> players, std::string seed, std::uint64_t nodes = 0,
                    Json options = Json::object()) const {
    return {{{"options", std::move(options)}}, std::move(seed), std::move(players), nodes, {}};
  }
  // Games of easy players at these tables under both rules for development cards, looked at every so many moves while
  // somebody is to act. Returns how often.
  int watch_games(const std::string& seed, std::initializer_list<std::size_t> tables, int every,
                  const std::function<void(const Match& match, int move)>& look) const {
    int looks = 0;
    for (const char* development : {"original", "alternative"})
      for (const std::size_t seats : tables) {
        PlayedSetup played = setup(std::vector<std::string>(seats, "easy"), seed, 0, {{"development", development}});
        int move = 0;
        played.observe = [&](const Match& match) {
          if (match.to_act().empty() || ++move % every != 0) return;
          look(match, move);
          ++looks;
        };
        EXPECT_EQ(suite->play(played).error, "");
      }
    return looks;
  }

  std::unique_ptr<Game> game;
  std::unique_ptr<Suite> suite;
};

TEST_F(PlayersTramways, PlayWholeGamesAtEveryTable) {
  for (int seats = 1; seats <= 5; ++seats)
    for (int variant = 0; variant < 4; ++variant) {
      Json options{{"development", variant % 2 ? "alternative" : "original"}, {"sides", variant < 2 ? "1920" : "1910"}};
      if (seats > 1) options["draft"] = variant == 1;
      if (variant == 3) options["player_boards"] = "hard";
      std::vector<std::string> players(static_cast<std::size_t>(seats), "medium");
      if (seats > 1) players[0] = "easy";
      if (seats > 2) players[2] = "random";
      const Played played = suite->play(setup(players, "whole " + std::to_string(variant), 0, options));
      EXPECT_EQ(played.error, "") << seats << " " << options;
      EXPECT_GT(played.scores[seats > 1 ? 1 : 0], 20) << seats << " " << options;
    }
}

TEST_F(PlayersTramways, ThoseThatSearchPlayWholeGames) {
  for (const int seats : {1, 2, 5})
    for (const char* level : {"hard", "strong", "expert"}) {
      std::vector<std::string> players(static_cast<std::size_t>(seats), "medium");
      players[0] = level;
      EXPECT_EQ(suite->play(setup(players, "whole", 200)).error, "") << seats << " " << level;
    }
}

// Alone at the table, whoever weighs each Action with all those left in the round scores more than whoever weighs it
// with those of the turn.
TEST_F(PlayersTramways, TheWholeRoundIsBetterThanTheTurn) {
  const auto data = embedded_data("bots/tramways.json");
  const auto weights = tramways::read_weights(*data);
  ASSERT_TRUE(weights);
  const auto mean = [&](tramways::Foresight foresight) {
    constexpr int deals = 16;
    double sum = 0;
    for (int deal = 0; deal < deals; ++deal) {
      tramways::Foreseeing player(weights->weights, {2, 4000, 10, 40, true}, {1, 300, 6, 6, true}, foresight);
      auto match = game->start({{"players", 1}, {"seed", "round " + std::to_string(deal)}});
      State s = state_of(**match);
      Tramways::Workspace work;
      Random random = Random::from_seed("round");
      player.think_for(rules(), s, id_at<Seat>(0));
      for (tramways::Moves moves; !rules().to_act(s).empty(); moves.clear()) {
        player.candidates(rules(), s, id_at<Seat>(0), random, moves);
        EXPECT_FALSE(rules().apply(s, id_at<Seat>(0), moves.front().action, nullptr, work));
      }
      sum += player.evaluate(rules(), s)[0] / deals;
    }
    return sum;
  };
  EXPECT_GT(mean({40, true}), mean({12, false}) + 3);
}

TEST_F(PlayersTramways, EachLevelBeatsTheOneBelow) {
  for (const auto& [stronger, weaker, games, needed] : {std::tuple{"beginner", "random", 8, 6},
                                                        {"easy", "beginner", 16, 12},
                                                        {"medium", "easy", 20, 14},
                                                        {"hard", "medium", 6, 3}}) {
    double wins = 0;
    for (int n = 0; n < games; ++n) {
      std::vector<std::string> players{weaker, weaker};
      players[static_cast<std::size_t>(n % 2)] = stronger;
      const Played played = suite->play(setup(players, "levels" + std::to_string(n / 2), 500));
      ASSERT_EQ(played.error, "");
      wins += played.wins[static_cast<std::size_t>(n % 2)];
    }
    EXPECT_GE(wins, needed) << stronger;
  }
}

// 17.10: alone at the table, easy is "adequate" and medium more than "cheerful" on the average.
TEST_F(PlayersTramways, SoloScores) {
  for (const auto& [level, least] : {std::pair{"easy", 40.0}, {"medium", 65.0}}) {
    double sum = 0;
    for (int n = 0; n < 30; ++n) sum += suite->play(setup({level}, "solo" + std::to_string(n))).scores[0];
    EXPECT_GE(sum / 30, least) << level;
  }
}

// Two positions that look the same to a seat and differ in everything it cannot know: the same is done.
TEST_F(PlayersTramways, HiddenCardsDoNotMatter) {
  const int compared = watch_games("hidden", {1, 2, 4}, 7, [&](const Match& match, int move) {
    const Seat seat = match.to_act().lowest();
    const State& truth = state_of(match);
    Random other = Random::from_seed("another truth " + std::to_string(move));
    const State twin = rules().imagine(truth, seat, other);
    EXPECT_FALSE(twin == truth);
    Random draws = Random::from_seed("imagine"), same_draws = draws;
    const State seen = rules().imagine(truth, seat, draws);
    EXPECT_TRUE(seen == rules().imagine(twin, seat, same_draws));
  });
  EXPECT_GT(compared, 50);
}

// The same through whole matches: two deals that differ in the auction deck and in the ticket books, face down alike.
TEST_F(PlayersTramways, FaceDownCardsDoNotChangeTheChoice) {
  auto model = game->start({{"players", 3}, {"seed", "model"}});
  ASSERT_TRUE(model);
  const State& s = state_of(**model);
  const auto list = [](const auto& cards) {
    Json json = Json::array();
    for (const auto card : cards) json.push_back(index(card));
    return json;
  };
  Json deck = list(s.row), books = Json::array();
  for (const auto card : s.auction_deck) deck.push_back(index(card));
  for (std::size_t b = 0; b < s.book_count; ++b) books.push_back(list(s.books[b]));
  Json setup{{"players", 3},
             {"seed", "model"},
             {"auction", {{"removed", Json::array()}, {"deck", deck}}},
             {"development", {{"books", books}}}};
  auto first = game->start(setup);
  std::reverse(setup["auction"]["deck"].begin() + 3, setup["auction"]["deck"].end());
  std::swap(setup["development"]["books"][0][2], setup["development"]["books"][1][3]);
  auto second = game->start(setup);
  ASSERT_TRUE(first && second);
  int compared = 0;
  while (true) {
    const Seat seat = (*first)->to_act().lowest();
    if ((*first)->view(Viewer::of(seat)) != (*second)->view(Viewer::of(seat))) break;  // the difference has come out
    ASSERT_FALSE(state_of(**first).auction_deck == state_of(**second).auction_deck);
    for (const char* level : {"random", "easy", "medium", "hard"}) {
      const auto choice = suite->choose(**first, seat, level, "seed", 60);
      ASSERT_TRUE(choice);
      EXPECT_EQ(*choice, *suite->choose(**second, seat, level, "seed", 60)) << level << " at move " << compared;
    }
    const Json action = *suite->choose(**first, seat, "medium", "seed");
    ASSERT_TRUE((*first)->play(seat, action));
    ASSERT_TRUE((*second)->play(seat, action));
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

// "What if" at a running table (19): a file that begins at the position, looks the same to its seat, and tells no
// secret.
TEST_F(PlayersTramways, AMatchAsImaginedLooksTheSameToItsSeat) {
  const int compared = watch_games("what if", {1, 2, 3, 5}, 9, [&](const Match& match, int move) {
    const Seat seat = match.to_act().lowest();
    const auto file = match.file_as_imagined(seat, "draw " + std::to_string(move));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->dump().find("what if"), std::string::npos);
    const auto copy = game->load(*file);
    ASSERT_TRUE(copy) << to_json(copy.error()).dump();
    EXPECT_EQ((*copy)->view(Viewer::of(seat))["state"], match.view(Viewer::of(seat))["state"]);
    EXPECT_EQ((*copy)->legal(seat), match.legal(seat));
    EXPECT_NE((*copy)->hash(), match.hash());
  });
  EXPECT_GT(compared, 60);
}

TEST_F(PlayersTramways, AreDeterministicAndStoppable) {
  auto match = game->start({{"players", 3}, {"seed", "same"}});
  ASSERT_TRUE(match);
  for (int move = 0; move < 25; ++move) {
    const Seat seat = (*match)->to_act().lowest();
    for (const char* level : {"random", "easy", "medium", "hard"}) {
      const auto choice = suite->choose(**match, seat, level, "seed", 60);
      ASSERT_TRUE(choice);
      EXPECT_EQ(*choice, *suite->choose(**match, seat, level, "seed", 60)) << level;
    }
    const std::atomic<bool> stop = true;
    EXPECT_TRUE((*match)->clone()->play(seat, *suite->choose(**match, seat, "hard", "x", 1 << 20, &stop)));
    ASSERT_TRUE((*match)->play(seat, *suite->choose(**match, seat, "medium", "seed")));
  }
}

TEST_F(PlayersTramways, HintsAreLegalAndSorted) {
  auto match = game->start({{"players", 2}, {"seed", "hint"}});
  ASSERT_TRUE(match);
  std::size_t hinted = 0;
  for (int move = 0; move < 40; ++move) {
    const Seat seat = (*match)->to_act().lowest();
    for (const char* level : {"medium", "hard"}) {
      const auto hints = suite->hint(**match, seat, level, "seed", 100);
      ASSERT_TRUE(hints && !hints->empty());
      hinted = std::max(hinted, hints->size());
      for (std::size_t i = 0; i < hints->size(); ++i)
        EXPECT_TRUE((*match)->clone()->play(seat, (*hints)[i]["action"])) << (*hints)[i];
    }
    ASSERT_TRUE((*match)->play(seat, *suite->choose(**match, seat, "medium", "seed")));
  }
  EXPECT_GT(hinted, 5u);
}

// The quick ways to find and pay for links agree with the game: every plan is a legal path of that cost, and the price
// of a purse in which cards cost nothing is the least stress.
TEST_F(PlayersTramways, LinksAndPricesAgreeWithTheGame) {
  namespace game_ns = remise::tramways;
  tramways::TrackWaves waves;
  tramways::Wallet wallet;
  int plans_seen = 0, priced = 0;
  for (const int seats : {1, 3}) {
    PlayedSetup played = setup(std::vector<std::string>(static_cast<std::size_t>(seats), "medium"), "agree");
    played.observe = [&](const Match& match) {
      const State& s = state_of(match);
      if (s.phase != game_ns::Phase::act1 && s.phase != game_ns::Phase::act2) return;
      const Seat seat = match.to_act().lowest();
      const auto& plans = waves.find(rules().tables(), s, seat, 6, false);
      for (const auto& plan : plans) {
        const auto found = game_ns::plan_track(rules().tables(), s, seat, plan.deed);
        ASSERT_TRUE(found) << to_json(rules().explain(found.error()));
        EXPECT_EQ(found->walk.cost(), plan.rails);
        EXPECT_TRUE(found->end.complete);
        EXPECT_EQ(found->end.symbols, 1);
        EXPECT_EQ(found->end.start | found->end.far, s.symbols_for(plan.from) | s.symbols_for(plan.to));
        ++plans_seen;
      }
      const auto& me = s.player(seat);
      const bool consequences =
          std::ranges::any_of(me.hand, [&](game_ns::CardId id) { return rules().tables().card(id).pay > 0; });
      if (consequences) return;
      wallet.open(rules().tables(), me, std::vector<double>(me.hand.size(), 0.0), 1, false);
      for (const auto type : game_ns::building_types) {
        const game_ns::Places place = game_ns::Places::of(type);
        const game_ns::Payments ways(rules().tables(), me, game_ns::SymbolKind::rail, {{.places = place}});
        for (int rails = 1; rails <= wallet.most_rails(); ++rails) {
          const double price = wallet.price(rails, place);
          ASSERT_EQ(price < tramways::Wallet::never, ways.payable(rails));
          if (!ways.payable(rails)) continue;
          EXPECT_EQ(price, ways.least_stress(rails));
          ++priced;
        }
      }
    };
    EXPECT_EQ(suite->play(played).error, "");
  }
  EXPECT_GT(plans_seen, 500);
  EXPECT_GT(priced, 100);
}

// The fixed point of all later figures. It may change with the rules, never with the players: whoever changes what it
// leans on (judge, wallet, ways, lookahead) leaves it a copy of what was.
TEST_F(PlayersTramways, Hard1PlaysAsItAlwaysDid) {
  EXPECT_EQ(suite->all_levels(), (std::vector<std::string>{"random", "beginner", "easy", "medium", "hard", "strong",
                                                           "expert", "hard-1", "hard-2"}));
  const auto moves_of = [&](const char* level, std::size_t seats) {
    std::string moves;
    PlayedSetup played = setup(std::vector<std::string>(seats, level), "kept", 150);
    played.observe = [&](const Match& match) { moves += hash_text(match.hash()); };
    EXPECT_EQ(suite->play(played).error, "");
    return hash_text(hash_bytes(moves.data(), moves.size()));
  };
  EXPECT_EQ(moves_of("hard-1", 1), "297e4d16880a2d00");
  EXPECT_EQ(moves_of("hard-1", 2), "8bf4cca08187ad79");
  EXPECT_EQ(moves_of("hard-2", 2), "8285859dd8991e73");  // the judge of the puzzles
  EXPECT_NE(moves_of("hard", 2), moves_of("hard-1", 2));
}

// Medium plays by the weights of the set on the table; weights under trial serve whatever is there.
TEST_F(PlayersTramways, EachSetHasItsOwnWeights) {
  const auto values = [](const char* file) {
    std::vector<double> list;
    const auto table = tramways::read_weights(*embedded_data(file));
    for (const Weight& weight : table->list) list.push_back(weight.value);
    return list;
  };
  const auto first = values("bots/tramways.json"), second = values("bots/tramways-second.json"),
             third = values("bots/tramways-third.json");
  std::vector<double> nearly = first;
  nearly[0] += 1e-9;  // not the shipped ones any more, and too little to matter
  const auto tried = suite->with_candidates("medium", {nearly, second, third});
  const auto game_of = [&](const char* level, const Json& options) {
    std::string hashes;
    PlayedSetup played = setup({level, level}, "sets");
    played.setup = {{"options", options}};
    played.observe = [&](const Match& match) { hashes += hash_text(match.hash()); };
    EXPECT_EQ(tried->play(played).error, "");
    return hashes;
  };
  const Json second_set{{"cards", "second"}}, third_set{{"cards", "third"}};
  EXPECT_EQ(game_of("medium", Json::object()), game_of("candidate 0", Json::object()));
  EXPECT_EQ(game_of("medium", second_set), game_of("candidate 1", second_set));
  EXPECT_NE(game_of("medium", second_set), game_of("candidate 0", second_set));
  EXPECT_EQ(game_of("medium", third_set), game_of("candidate 2", third_set));
  EXPECT_NE(game_of("medium", third_set), game_of("candidate 0", third_set));
}

TEST(WeightsTramways, RefuseWhatIsNotAWeight) {
  const std::string text(*embedded_data("bots/tramways.json"));
  Json json = *parse_json(text);
  EXPECT_TRUE(tramways::read_weights(json.dump()));
  Json missing = json;
  missing.erase("travel");
  EXPECT_EQ(tramways::read_weights(missing.dump()).error().code, "missing");
  Json unknown = json;
  unknown["speed"] = json["travel"];
  EXPECT_EQ(tramways::read_weights(unknown.dump()).error().code, "unknown_member");
  Json outside = json;
  outside["travel"]["value"] = 1e9;
  EXPECT_EQ(tramways::read_weights(outside.dump()).error().code, "out_of_range");
  EXPECT_FALSE(tramways::read_weights("not json"));
}

}  // namespace
}  // namespace remise::bots
