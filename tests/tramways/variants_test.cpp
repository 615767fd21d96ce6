// Every variant, walked through as a recorded game: played by chance, written down as an explicit setup with its
// shuffles and actions, and imported again without a seed.
#include <set>

#include "io/tramways/import/import.h"
#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

Json card_list(const auto& pile) {
  Json list = Json::array();
  for (const CardId card : pile) list.push_back(index(card));
  return list;
}

// Boards with mixed sides and all rotations, spread so that they do not overlap; a gap here and there (3.1.5).
Json scattered_boards(const Json& setup, int count) {
  Random random = Random::from_seed("boards " + setup.dump());
  for (;;) {
    std::vector<std::size_t> order(tables().boards.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    random.shuffle(std::span(order));
    Json boards = Json::array();
    for (int i = 0; i < count; ++i)
      boards.push_back({{"board", tables().boards[order[static_cast<std::size_t>(i)]].id},
                        {"side", random.below(2) ? "1920" : "1910"},
                        {"x", i % 2 * 5 + i / 2 % 2},
                        {"y", i / 2 * 5},
                        {"rotation", 90 * random.below(4)}});
    Json attempt = setup;
    attempt["options"]["sides"] = "explicit";
    attempt["deal"] = {{"boards", boards}};
    if (rules().start(attempt)) return boards;
  }
}

// A game of chance, with what a record of it needs.
struct Recorder {
  Json setup, actions = Json::array(), shuffles = Json::array(), auction, outcome;
  std::set<std::string> phases, types;
  State start, final;

  explicit Recorder(const Json& wanted) : setup(wanted) {
    auto match_game = oracle_game().start(wanted);
    EXPECT_TRUE(match_game) << to_json(match_game.error());
    auto& match = static_cast<TypedMatch<Tramways>&>(**match_game);
    start = match.state();
    note_auction(start);
    Random random = Random::from_seed("walk " + wanted.dump());
    Tramways::Choices choices;
    while (!match.to_act().empty()) {
      auto picked = testing::pick(rules(), match.state(), random, choices);
      // Prefer what few random moves do: completing links, moving passengers, gaining cards.
      for (int again = 0; again < 6 && dull(picked.action); ++again)
        picked = testing::pick(rules(), match.state(), random, choices);
      const Json action = action_json(rules(), picked.action, picked.seat, Viewer::analyst());
      phases.insert(view_json(rules(), match.state(), Viewer::spectator(), Fresh{})["phase"].get<std::string>());
      types.insert(action["type"].get<std::string>());
      const auto played = match.play(picked.seat, action);
      EXPECT_TRUE(played) << to_json(played.error());
      actions.push_back({{"seat", index(picked.seat)}, {"action", action}});
      note_shuffles(match.moves().back().events, match.state());
      note_auction(match.state());
    }
    final = match.state();
    outcome = *match.outcome();
  }

  static bool dull(const Action& action) {
    const auto* lay = std::get_if<LayTrack>(&action);
    return (lay && lay->dests.empty()) || std::holds_alternative<EndTurn>(action) ||
           std::holds_alternative<AdminDiscard>(action);
  }

  // The deck of 3.6.3 as it was made: at the start, or when the draft was over.
  void note_auction(const State& s) {
    if (!auction.is_null() || s.phase == Phase::draft) return;
    Json deck = card_list(s.row);
    for (const CardId card : s.auction_deck) deck.push_back(index(card));
    auction = {{"removed", card_list(s.removed)}, {"deck", deck}};
  }

  void note_shuffles(const Events& events, const State& after) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      Json order = Json::array();
      const auto add = [&](const auto& pile) {
        for (const CardId card : pile) order.push_back(index(card));
      };
      if (events[i].kind == EventKind::deck_shuffled) {
        const auto seat = events[i].args[0];
        for (std::size_t j = i + 1; j < events.size(); ++j)
          if (events[j].kind == EventKind::card_drawn && events[j].args[0] == seat) order.push_back(events[j].args[1]);
        add(after.players[static_cast<std::size_t>(seat)].deck);
        shuffles.push_back({{"what", "deck"}, {"seat", seat}, {"order", order}});
      } else if (events[i].kind == EventKind::dev_deck_made) {
        add(after.dev_open), add(after.dev_deck);
        shuffles.push_back({{"what", "development"}, {"seat", nullptr}, {"order", order}});
      } else if (events[i].kind == EventKind::auction_shuffled) {
        order.push_back(index(after.row.back()));
        add(after.auction_deck);
        shuffles.push_back({{"what", "auction"}, {"seat", nullptr}, {"order", order}});
      }
    }
  }

  // The record of actions.md part 4.
  Json record() const {
    const bool draft = setup["options"].value("draft", false);
    Json parcels = Json::array(), books = Json::array(), buildings = Json::object(), discs = Json::array(),
         boards = Json::array(), order = Json::array();
    for (std::size_t i = 0; i < start.player_count; ++i) {
      order.push_back(index(start.turn_order[i]));
      Json own = Json::array();
      for (const CardId card : start.players[i].hand)
        if (tables().card(card).type == CardType::parcel) own.push_back(index(card));
      parcels.push_back(own);
    }
    const bool original = start.development == Development::original;
    for (std::size_t b = 0; b < (original ? start.book_count : start.player_count); ++b)
      books.push_back(card_list(original ? start.books[b] : start.dev_offer[b]));
    for (const Building b : building_types) {
      buildings[building_letter(b)] = card_list(start.supply[index(b)]);
    }
    for (const Building b : start.discs) discs.push_back(building_letter(b));
    Json options = setup["options"];
    options["sides"] = "explicit";
    Json explicit_setup{{"players", start.player_count},
                        {"options", options},
                        {"boards", setup["deal"]["boards"]},
                        {"turn_order", order},
                        {"parcels", draft ? Json(nullptr) : parcels},
                        {"auction", auction},
                        {"development", {{original ? "books" : "deal", books}}},
                        {"buildings", buildings},
                        {"discs", discs},
                        {"shuffles", shuffles}};
    return {{"format", "tramways-record-1"},
            {"game", "tramways"},
            {"setup", explicit_setup},
            {"actions", actions},
            {"final", outcome}};
  }
};

// Played, recorded, imported: the same game to the last byte of players, links and piles.
Recorder walk(int players, Json options, const std::string& seed) {
  const int boards = options["variant"] == "standard" ? 2 * players : 3;
  Json player_boards = Json::array();
  for (int i = 0; i < players; ++i) player_boards.push_back(i % 2 ? "hard" : "normal");
  options["player_boards"] = player_boards;
  Json setup{{"players", players}, {"options", options}, {"seed", seed}};
  setup["deal"] = {{"boards", scattered_boards(setup, boards)}};
  setup["options"]["sides"] = "explicit";
  Recorder game(setup);
  ImportFiles files;
  files.name = "record.json";
  files.source = game.record();
  const auto import = import_record(oracle_game(), files);
  EXPECT_TRUE(import) << to_json(import.error());
  if (!import) return game;
  for (const auto& difference : import->differences) ADD_FAILURE() << to_json(difference);
  EXPECT_EQ(import->moves, game.actions.size());
  State again = static_cast<const TypedMatch<Tramways>&>(*import->match).state();
  EXPECT_TRUE(again.players == game.final.players && again.links == game.final.links &&
              again.pieces == game.final.pieces && again.passengers == game.final.passengers &&
              again.books == game.final.books && again.dev_open == game.final.dev_open &&
              again.dev_deck == game.final.dev_deck && again.auction_deck == game.final.auction_deck &&
              again.parcels == game.final.parcels);
  EXPECT_EQ(again.shuffles.next_entry, again.shuffles.entries.size()) << "a shuffle was recorded that did not happen";
  return game;
}

Json options_of(const char* variant, const char* development, bool draft) {
  return {{"variant", variant}, {"development", development}, {"draft", draft}};
}

class Variants : public ::testing::TestWithParam<std::tuple<int, const char*, const char*, bool>> {};

TEST_P(Variants, Section3_RecordedAndImportedAgain) {
  const auto [players, variant, development, draft] = GetParam();
  std::set<std::string> phases, types;
  for (int i = 0; i < (testing::long_tests() ? 40 : 3) && !HasFailure(); ++i) {
    const Recorder game = walk(players, options_of(variant, development, draft), "variant " + std::to_string(i));
    phases.insert(game.phases.begin(), game.phases.end());
    types.insert(game.types.begin(), game.types.end());
  }
  // The walk has met the decisions that only this variant has (18.1).
  EXPECT_EQ(phases.contains("setup.draft"), draft);
  EXPECT_EQ(phases.contains("setup.keep"), std::string_view(development) == "alternative");
  EXPECT_EQ(phases.contains("setup.book.take"), std::string_view(development) == "original");
  EXPECT_EQ(phases.contains("solo.row"), players == 1);
  EXPECT_EQ(phases.contains("auction.bid"), players > 1);
  for (const char* type : {"lay_track", "admin_play", "choose_hand", "end_turn"})
    EXPECT_TRUE(types.contains(type)) << type;
}

INSTANTIATE_TEST_SUITE_P(
    All, Variants,
    ::testing::Values(std::tuple{1, "solo", "original", false}, std::tuple{1, "solo", "alternative", false},
                      std::tuple{2, "standard", "original", false}, std::tuple{2, "standard", "alternative", true},
                      std::tuple{2, "expert2", "original", true}, std::tuple{2, "expert2", "alternative", false},
                      std::tuple{3, "standard", "original", true}, std::tuple{3, "standard", "alternative", false},
                      std::tuple{4, "standard", "original", false}, std::tuple{4, "standard", "alternative", true},
                      std::tuple{5, "standard", "original", true}, std::tuple{5, "standard", "alternative", false}));

TEST(ExplicitSetup, Section17_3_ASoloDeckHoldsAllAuctionCards) {
  const Json recorded = file_json(oracle("game-solo-1.json"))["setup"];
  Json setup = recorded;
  ASSERT_TRUE(rules().start(setup));
  Json& deck = setup["auction"]["deck"];
  for (std::size_t i = 0; i < deck.size(); ++i)
    if (tables().card(id_at<CardId>(deck[i].get<int>())).type == CardType::auction) {
      deck.erase(i);
      break;
    }
  EXPECT_EQ(rules().start(setup).error().code, "auction_deck_differs");
}

TEST(ExplicitSetup, Section18_3_WithoutASeedThereIsNoChance) {
  // A complete deal without seed and without a list of shuffles: the first shuffle is missing, nothing is invented.
  Json file = file_json(oracle("game-3p-1.json"));
  file["setup"].erase("shuffles");
  auto match = oracle_game().start(file["setup"]);
  ASSERT_TRUE(match);
  std::string code;
  for (const Json& entry : file["actions"]) {
    const auto played = (*match)->play(id_at<Seat>(entry["seat"].get<int>()), entry["action"]);
    if (played) continue;
    code = played.error().code;
    break;
  }
  EXPECT_EQ(code, "shuffle_missing");
}

}  // namespace
}  // namespace remise::tramways
