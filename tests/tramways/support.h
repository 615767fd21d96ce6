// What the tests of Tramways share: the rules with the data the recorded games were made for, and files.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "games/tramways/edge/codec.h"
#include "games/tramways/match.h"
#include "support/battery.h"
#include "support/fresh.h"

namespace remise::tramways {

using Fresh = testing::Fresh<Tramways>;

inline std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline Json file_json(const std::string& path) {
  auto json = parse_json(file_text(path));
  EXPECT_TRUE(json) << path;
  return json ? *json : Json();
}

inline std::string oracle(const std::string& name) { return REMISE_SOURCE_DIR "/tests/tramways/oracle/" + name; }

// The data the recorded games and the examples of the rules hold for.
inline DataFiles oracle_data() {
  static std::map<std::string, std::string, std::less<>> texts;
  return [](std::string_view name) -> std::optional<std::string_view> {
    const auto at = texts.find(name);
    if (at != texts.end()) return at->second;
    const std::string file(name.substr(name.find('/') + 1));
    return texts.emplace(std::string(name), file_text(oracle("data/" + file))).first->second;
  };
}

inline const TypedGame<Tramways>& oracle_game() {
  static const TypedGame<Tramways> game = [] {
    auto tables = Tables::read(oracle_data());
    EXPECT_TRUE(tables) << to_json(tables.error());
    return TypedGame<Tramways>(Tramways(std::move(*tables)));
  }();
  return game;
}

// The game as it is shipped.
inline const TypedGame<Tramways>& shipped_game() {
  static const TypedGame<Tramways> game = [] {
    auto tables = Tables::read(embedded_data);
    EXPECT_TRUE(tables) << to_json(tables.error());
    return TypedGame<Tramways>(Tramways(std::move(*tables)));
  }();
  return game;
}

inline const Tramways& rules() { return oracle_game().rules(); }
inline const Tables& tables() { return rules().tables(); }

inline State started(const Json& setup) {
  const auto state = rules().start(setup);
  EXPECT_TRUE(state) << to_json(state.error());
  return state ? *state : State{};
}

// Tramways accepts more than it lists: any payment, not only the cheapest; track of more pieces than are offered;
// routes too long to list; and the uses of a card or the cards of a hand in any order (rules.h). Everything else is
// listed.
inline bool listed_exactly(const Action& action) {
  return !std::holds_alternative<Bid>(action) && !std::holds_alternative<SoloReveal>(action) &&
         !std::holds_alternative<LayTrack>(action) && !std::holds_alternative<UpgradeLink>(action) &&
         !std::holds_alternative<Build>(action) && !std::holds_alternative<UpgradeBuilding>(action) &&
         !std::holds_alternative<MovePassenger>(action) && !std::holds_alternative<AdminPlay>(action) &&
         !std::holds_alternative<ChooseHand>(action);
}

struct TramwaysBattery : testing::Battery<Tramways> {
  explicit TramwaysBattery(const TypedGame<Tramways>& game) : Battery(game, listed_exactly) {}
};

}  // namespace remise::tramways
