// A position survives its way through a file exactly, and nothing a file may say breaks the rules later.
#include "games/tramways/edge/position_file.h"

#include <functional>

#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

using testing::long_tests;

// All player counts and variants, and every kind of setup (3).
Json setup_of_position(int i) {
  const int players = 1 + i % 5;
  Json options{{"development", i / 5 % 2 ? "alternative" : "original"},
               {"sides", i % 3 == 0   ? "1920"
                         : i % 3 == 1 ? "1910"
                                      : "random"}};
  options["player_boards"] = Json::array();
  for (int seat = 0; seat < players; ++seat)
    options["player_boards"].push_back((i / 10 + seat) % 3 ? "normal" : "hard");
  if (players == 2 && i / 10 % 2) options["variant"] = "expert2";
  if (players > 1) options["draft"] = i / 10 % 3 == 1;
  return {{"players", players}, {"options", options}, {"seed", "position " + std::to_string(i)}};
}

// Random moves from a state on, until the end or for so many moves; `watch` sees every state.
State play_on(State s, Random random, int moves, const std::function<void(const State&)>& watch = {}) {
  Tramways::Choices choices;
  for (; moves > 0 && !rules().to_act(s).empty(); --moves) {
    const auto picked = testing::pick(rules(), s, random, choices);
    EXPECT_FALSE(choices.empty()) << phase_name(s);
    if (choices.empty()) return s;
    const auto refused = rules().apply(s, picked.seat, picked.action, nullptr, Fresh{});
    EXPECT_FALSE(refused) << to_json(rules().explain(*refused));
    if (refused) return s;
    if (watch) watch(s);
  }
  return s;
}

void expect_round_trip(const State& s) {
  const Json json = rules().position_setup(s);
  const auto text = parse_json(json.dump());
  ASSERT_TRUE(text);
  const auto read = rules().start(*text);
  ASSERT_TRUE(read) << to_json(read.error()) << json;
  EXPECT_TRUE(testing::same_bytes(*read, s)) << json << rules().position_setup(*read);
}

TEST(Position, RoundTripInEveryStateOfRandomGames) {
  const int games = long_tests() ? 600 : 20;
  const auto [first, step] = testing::slice();
  for (int game = first; game < games && !HasFailure(); game += step) {
    const auto start = rules().start(setup_of_position(game));
    ASSERT_TRUE(start) << to_json(start.error());
    Random random = Random::from_seed("policy " + std::to_string(game));
    int moves = 0;
    expect_round_trip(*start);
    const State end = play_on(*start, random, 3000, [&](const State& s) {
      if (::testing::Test::HasFailure()) return;
      expect_round_trip(s);
      if (++moves % 25 == 0)
        for (int i = 0; i < s.player_count; ++i) expect_round_trip(rules().imagine(s, id_at<Seat>(i), random));
    });
    EXPECT_EQ(end.phase, Phase::end);
  }
}

// What comes after is what would have come: chance included.
TEST(Position, TheMatchGoesOnAsItWould) {
  for (int game = 0; game < (long_tests() ? 200 : 20) && !HasFailure(); ++game) {
    const auto start = rules().start(setup_of_position(game));
    ASSERT_TRUE(start);
    Random random = Random::from_seed("before " + std::to_string(game));
    const State s = play_on(*start, random, static_cast<int>(random.below(200)));
    const auto read = rules().start(rules().position_setup(s));
    ASSERT_TRUE(read) << to_json(read.error());
    const Random after = Random::from_seed("after " + std::to_string(game));
    EXPECT_TRUE(testing::same_bytes(play_on(s, after, 3000), play_on(*read, after, 3000))) << game;
  }
}

// Given shuffles are no part of a position, and nothing that somebody imagines has any.
TEST(Position, WhatADealGaveForLaterIsForgotten) {
  auto start = rules().start(setup_of_position(1));
  ASSERT_TRUE(start);
  start->auction_given = start->shuffles.given = start->shuffles.seeded = 1;
  Random random = Random::from_seed("imagined");
  expect_round_trip(rules().imagine(*start, Seat{0}, random));
  const auto read = rules().start(rules().position_setup(*start));
  ASSERT_TRUE(read) << to_json(read.error());
  EXPECT_EQ(read->shuffles, Shuffles{});
  EXPECT_EQ(read->auction_given, 0);
}

// --- refused ---------------------------------------------------------------------------------------------------------

Json some_position(int game, int moves) {
  const auto start = rules().start(setup_of_position(game));
  EXPECT_TRUE(start);
  return rules().position_setup(play_on(*start, Random::from_seed("some"), moves));
}

std::string code_of(const Json& setup) {
  const auto read = rules().start(setup);
  return read ? "" : read.error().scope + "." + read.error().code;
}

TEST(Position, NothingBesideIt) {
  const Json good = some_position(2, 30);
  ASSERT_EQ(code_of(good), "");
  for (const char* key : {"seed", "deal", "boards"}) {
    Json bad = good;
    bad[key] = "x";
    EXPECT_EQ(code_of(bad), "core.unknown_member") << key;
  }
  Json other = good;
  other["options"] = {{"draft", true}};  // only which cards are played
  EXPECT_EQ(code_of(other), "core.unknown_member");
  other["options"] = "x";
  EXPECT_EQ(code_of(other), "core.not_an_object");
  other["options"] = {{"cards", "fourth"}};
  EXPECT_EQ(code_of(other), "core.unknown_word");
  other["options"] = {{"cards", "first"}};
  EXPECT_EQ(code_of(other), "");
  other["players"] = 4;
  EXPECT_EQ(code_of(other), "tramways.position_players");
  other["players"] = 6;
  EXPECT_EQ(code_of(other), "core.out_of_range");
  EXPECT_EQ(code_of({{"players", 3}, {"position", 7}}), "core.not_an_object");
  other = good;
  other["position"]["players"] = Json::array();
  EXPECT_EQ(code_of(other), "core.not_a_list");
  for (int i = 0; i < 256 + 3; ++i) other["position"]["players"].push_back(good["position"]["players"][0]);
  EXPECT_EQ(code_of(other), "core.not_a_list");
  EXPECT_EQ(code_of({{"players", 3}, {"position", nullptr}}), "core.missing");
}

TEST(Position, EveryMemberIsNeededAndNoOther) {
  for (const int moves : {0, 30, 120}) {
    const Json good = some_position(moves + 3, moves);
    for (const auto& [key, value] : good["position"].items()) {
      Json bad = good;
      bad["position"].erase(key);
      // Positions written before there was a limit have as many passengers as are needed (2.4).
      EXPECT_EQ(code_of(bad) == "", key == "passenger_limit") << key;
      bad["position"][key] = "nonsense";
      EXPECT_NE(code_of(bad), "") << key;
    }
    Json bad = good;
    bad["position"]["more"] = 1;
    EXPECT_EQ(code_of(bad), "core.unknown_member");
  }
}

TEST(Position, NumbersBeyondTheirRange) {
  Json good = some_position(3, 60);
  const auto refused = [&](const char* path, Json value) {
    Json bad = good;
    bad[Json::json_pointer(path)] = std::move(value);
    EXPECT_NE(code_of(bad), "") << path;
  };
  for (const Json& value : {Json(-1), Json(1000), Json(UINT64_MAX), Json(INT64_MIN), Json(1.5), Json("1"), Json()}) {
    refused("/position/round", value);
    refused("/position/turn", value);
    refused("/position/players/0/hand/0", value);
    refused("/position/players/1/stress", value);
    refused("/position/passengers/0", value);
    refused("/position/next_link", value);
    refused("/position/supply/0/0", value);
  }
  refused("/position/players/0/money", 5001);
  refused("/position/random/key", std::string(64, 'g'));
  refused("/position/boards/0/x", 3);  // overlaps
  refused("/position/boards/0/board", "none");
  refused("/position/discs", "RCLX");
}

// --- twisted ---------------------------------------------------------------------------------------------------------

// Whatever is done to a position, what is still accepted can be played to its end, shown and imagined.
class Twister {
 public:
  explicit Twister(Random random) : random_(random) {}

  Json twist(Json position) {
    for (auto n = 1 + below(3); n > 0; --n) one(position);
    return position;
  }

 private:
  std::size_t below(std::size_t n) { return random_.below(static_cast<std::uint32_t>(n)); }
  Json& any(const std::vector<Json*>& list) { return *list[below(list.size())]; }

  void collect(Json& json) {
    if (json.is_number()) numbers_.push_back(&json);
    if (json.is_string()) texts_.push_back(&json);
    if (json.is_boolean()) flags_.push_back(&json);
    if (json.is_array()) lists_.push_back(&json);
    if (json.is_array() && !json.empty()) filled_.push_back(&json);
    if (json.is_object()) objects_.push_back(&json);
    if (json.is_structured())
      for (Json& inner : json) collect(inner);
  }

  void one(Json& position) {
    for (auto* list : {&numbers_, &texts_, &flags_, &lists_, &filled_, &objects_}) list->clear();
    collect(position);
    switch (below(12)) {
      case 0: any(numbers_) = any(numbers_).get<std::int64_t>() + (below(2) ? 1 : -1); return;
      case 1: any(numbers_) = static_cast<int>(below(120)) - 2; return;
      case 2: any(numbers_) = below(2) ? 255 : 1u << below(32); return;
      case 3: std::swap(any(numbers_), any(numbers_)); return;
      case 4: std::swap(any(texts_), any(texts_)); return;
      case 5: letter(any(texts_).get_ref<std::string&>()); return;
      case 6:
        if (!flags_.empty()) any(flags_) = below(2) == 0;
        return;
      case 7: remove(any(filled_)); return;
      case 8: move(any(filled_), any(lists_), false); return;
      case 9: move(any(filled_), any(lists_), true); return;
      case 10: exchange(any(filled_), any(filled_)); return;
      default: member(any(objects_)); return;
    }
  }
  void remove(Json& list) { list.erase(below(list.size())); }
  void letter(std::string& text) {
    constexpr std::string_view letters = "NESWRCLI0f";
    if (text.empty() || below(4) == 0)
      text += letters[below(letters.size())];
    else if (below(4) == 0)
      text.pop_back();
    else
      text[below(text.size())] = letters[below(letters.size())];
  }
  // A card from one pile to another, say.
  void move(Json& from, Json& to, bool keep) {
    const std::size_t at = below(from.size());
    const Json item = from[at];
    if (item.is_structured() && &from != &to) return;  // not an object into itself
    if (!keep) from.erase(at);
    to.insert(to.begin() + static_cast<std::ptrdiff_t>(below(to.size() + 1)), item);
  }
  void exchange(Json& a, Json& b) {
    Json& first = a[below(a.size())];
    Json& second = b[below(b.size())];
    if (first.is_structured() == second.is_structured() && (!first.is_structured() || &a == &b))
      std::swap(first, second);
  }
  void member(Json& object) {
    if (object.empty()) return;
    auto at = object.begin();
    std::advance(at, below(object.size()));
    if (below(2))
      object.erase(at);
    else
      *at = below(2) ? Json() : Json(below(7));
  }

  Random random_;
  std::vector<Json*> numbers_, texts_, flags_, lists_, filled_, objects_;
};

void expect_sound(const State& s, Random& random, const std::string& where) {
  EXPECT_EQ(rules().broken_invariant(s), "") << where;
  EXPECT_FALSE(view_json(rules(), s, Viewer::analyst(), Fresh{}).empty());
  rules().outcome(s);
  for (int i = 0; i < s.player_count; ++i) {
    const Seat seat = id_at<Seat>(i);
    const State twin = rules().imagine(s, seat, random);
    EXPECT_EQ(rules().broken_invariant(twin), "") << where << " imagined by " << i;
    EXPECT_FALSE(view_json(rules(), s, Viewer::of(seat), Fresh{}).empty());
    EXPECT_FALSE(view_json(rules(), twin, Viewer::of(seat), Fresh{}).empty());
  }
}

void survive(const State& s, Random& random, const std::string& where) {
  expect_sound(s, random, where);
  int moves = 0;
  play_on(s, random, 200, [&](const State& now) {
    EXPECT_EQ(rules().broken_invariant(now), "") << where << " move " << moves;
    if (++moves % 40 == 0) expect_sound(now, random, where + " move " + std::to_string(moves));
  });
}

// Found by the test below in round 10,671: the highest number allowed left no room for the Actions still to come.
TEST(Position, LinkNumbersLeaveRoomForTheActionsToCome) {
  std::optional<State> found;
  play_on(*rules().start(setup_of_position(2)), Random::from_seed("room"), 3000, [&](const State& now) {
    if (!found && now.round == 2 && now.phase == Phase::bid) found = now;
  });
  ASSERT_TRUE(found);
  const State s = *found;
  const int per_round = (tables().constants.max_actions[0] + tables().constants.max_actions[1]) * s.player_count;
  int tiles = 0;
  for (const Parcel& p : s.parcels) tiles += p.tile != Building::none;
  const auto with = [&](int next) {
    State changed = s;
    changed.next_link = id_at<LinkId>(static_cast<std::size_t>(next));
    return read_position(tables(), position_json(tables(), changed)).has_value();
  };
  EXPECT_TRUE(with(1 + per_round + 2 * tiles));  // one round is over
  EXPECT_FALSE(with(2 + per_round + 2 * tiles));
}

TEST(Position, WhateverIsAcceptedCanBePlayed) {
  const int rounds = long_tests() ? 20000 : 100, twists = 40;
  const auto [first, step] = testing::slice();
  int tried = 0, accepted = 0;
  for (int round = first; round < rounds && !HasFailure(); round += step) {
    const std::string name = "round " + std::to_string(round);
    Random random = Random::from_seed(name);
    const auto start = rules().start(setup_of_position(round));
    ASSERT_TRUE(start);
    const State s = play_on(*start, random, static_cast<int>(random.below(250)));
    const Json good = position_json(tables(), s);
    for (int k = 0; k < twists && !HasFailure(); ++k) {
      const Json bad = Twister(Random::from_seed(name + " twist " + std::to_string(k))).twist(good);
      const auto read = read_position(tables(), bad);
      ++tried;
      if (!read || *read == s) continue;
      ++accepted;
      survive(*read, random, name + " twist " + std::to_string(k));
    }
  }
  std::cout << accepted << " of " << tried << " twisted positions were accepted\n";
  if (step == 1) {
    EXPECT_GT(accepted, tried / 100);
  }
}

}  // namespace
}  // namespace remise::tramways
