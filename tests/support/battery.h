// The tests every game must pass, over the typed rules of core/rules.h. No game is named here.
//
//   Battery<MyRules> battery(game);
//   battery.random_game({{"players", 3}, {"seed", "x"}}, "policy 1");      // invariants, legal == accepted, codec
//   battery.match_contract({{"players", 3}, {"seed", "x"}}, "policy 1");   // undo, at(n), files, logs and views
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/random.h"
#include "core/typed_match.h"
#include "support/fresh.h"
#include "support/written.h"

namespace remise::testing {

// ./test --long sets REMISE_LONG=1.
inline bool long_tests() {
  const char* wish = std::getenv("REMISE_LONG");
  return wish && std::string_view(wish) == "1";
}

// A long run shared out to several processes: REMISE_SLICE=2/16 does every 16th game from number 2 on.
struct Slice {
  int first = 0, step = 1;
};
inline Slice slice() {
  Slice s;
  if (const char* wish = std::getenv("REMISE_SLICE")) std::sscanf(wish, "%d/%d", &s.first, &s.step);
  return s.step > 0 && s.first >= 0 ? s : Slice{};
}

template <class State>
bool same_bytes(const State& a, const State& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// How many actions an entry of a legal list stands for, and the n-th of them.
template <class Action>
std::int64_t ways(const Choice<Action>& choice) {
  return choice.step > 0 ? (std::int64_t{choice.max} - choice.min) / choice.step + 1 : 1;
}
template <Rules R>
typename R::Action way(const R& rules, const Choice<typename R::Action>& choice, std::int64_t n) {
  if (choice.step == 0) return choice.action;
  return rules.with_amount(choice.action, static_cast<std::int32_t>(choice.min + n * choice.step));
}

template <Rules R>
struct Picked {
  Seat seat = Seat::none;
  typename R::Action action{};
};

// One of the legal actions: first a seat, then an entry of its list, then an amount, each with equal chances.
template <Rules R>
Picked<R> pick(const R& rules, const typename R::State& state, Random& random,
               std::vector<Choice<typename R::Action>>& choices) {
  const SeatSet seats = rules.to_act(state);
  auto skip = random.below(static_cast<std::uint32_t>(seats.size()));
  Seat seat = Seat::none;
  for (int i = 0; i < max_seats; ++i)
    if (seats.has(id_at<Seat>(i)) && skip-- == 0) seat = id_at<Seat>(i);
  choices.clear();
  rules.legal(state, seat, choices, Fresh<R>{});
  if (choices.empty()) return {};
  const auto& choice = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
  const auto n = static_cast<std::uint32_t>(std::min<std::int64_t>(ways(choice), UINT32_MAX));
  return {seat, way(rules, choice, random.below(n))};
}

// Positions after exactly `depth` actions (fewer where the game ends).
template <Rules R>
std::uint64_t perft(const R& rules, const typename R::State& state, int depth) {
  const SeatSet seats = rules.to_act(state);
  if (depth == 0 || seats.empty()) return 1;
  std::uint64_t count = 0;
  std::vector<Choice<typename R::Action>> choices;
  typename R::Workspace work{};
  for (int i = 0; i < rules.seats(state); ++i) {
    if (!seats.has(id_at<Seat>(i))) continue;
    choices.clear();
    rules.legal(state, id_at<Seat>(i), choices, work);
    for (const auto& choice : choices) {
      if (depth == 1) {
        count += static_cast<std::uint64_t>(ways(choice));
        continue;
      }
      for (std::int64_t n = 0; n < ways(choice); ++n) {
        typename R::State next = state;
        const auto refusal = rules.apply(next, id_at<Seat>(i), way(rules, choice, n), nullptr, work);
        EXPECT_FALSE(refusal);
        count += perft(rules, next, depth - 1);
      }
    }
  }
  return count;
}

struct BatteryLimits {
  std::size_t max_moves = 20000;     // a game must end before
  std::size_t checked_choices = 40;  // offered actions tried out in each position; all when there are fewer
  std::size_t strangers = 6;         // actions made up in each position, most of them not offered; at most as many
  bool codec = true;
};

template <Rules R>
class Battery {
 public:
  using State = typename R::State;
  using Action = typename R::Action;
  using Choices = std::vector<Choice<Action>>;

  // Most lists are complete: what they do not hold is refused. Where a game accepts more than it lists, its test says
  // for which actions the list is exact.
  using ListedExactly = std::function<bool(const Action& action)>;

  explicit Battery(
      const TypedGame<R>& game, ListedExactly listed_exactly = [](const Action&) { return true; })
      : game_(game), rules_(game.rules()), listed_exactly_(std::move(listed_exactly)) {}

  // Plays one game with random moves. In every position: all invariants hold, every seat to act has a choice, offered
  // actions are accepted and others refused, refused ones change no byte, and actions survive their JSON form.
  // `watch(state, seat, choices)` sees every position. Returns the final state.
  template <class Watch>
  State random_game(const Json& setup, const std::string& policy, Watch&& watch, BatteryLimits limits = {}) {
    auto started = rules_.start(setup);
    EXPECT_TRUE(started) << to_json(started.error());
    if (!started) return {};
    State state = *started;
    Random random = Random::from_seed(policy);
    Choices choices;
    std::vector<Action> elsewhere;  // legal somewhere in this game
    std::size_t moves = 0;
    for (; !rules_.to_act(state).empty() && moves < limits.max_moves; ++moves) {
      const std::string fault = rules_.broken_invariant(state);
      EXPECT_EQ(fault, "") << place(setup, policy, moves);
      if (!fault.empty()) return state;
      const auto picked = pick(rules_, state, random, choices);
      EXPECT_FALSE(choices.empty()) << "nothing to do: " << place(setup, policy, moves);
      if (choices.empty()) return state;
      try_choices(state, picked.seat, choices, random, limits, place(setup, policy, moves));
      try_strangers(state, picked.seat, choices, elsewhere, random, limits, place(setup, policy, moves));
      watch(static_cast<const State&>(state), picked.seat, static_cast<const Choices&>(choices));
      refuses_foreign(state, picked, place(setup, policy, moves));
      if (rules_.apply(state, picked.seat, picked.action, nullptr, work_)) {
        ADD_FAILURE() << "an offered action was refused: " << place(setup, policy, moves);
        return state;
      }
    }
    EXPECT_LT(moves, limits.max_moves) << place(setup, policy, moves);
    EXPECT_TRUE(rules_.outcome(state)) << place(setup, policy, moves);
    EXPECT_EQ(rules_.broken_invariant(state), "") << place(setup, policy, moves);
    return state;
  }
  State random_game(const Json& setup, const std::string& policy, BatteryLimits limits = {}) {
    return random_game(
        setup, policy, [](const State&, Seat, const Choices&) {}, limits);
  }

  // The JSON contract over one random game: undo, at(n), hashes, match files, logs, and that views do not disturb.
  void match_contract(const Json& setup, const std::string& policy, std::size_t most = 100000) {
    auto started = game_.start(setup);
    ASSERT_TRUE(started) << to_json(started.error());
    auto& match = static_cast<TypedMatch<R>&>(**started);
    Random random = Random::from_seed(policy);
    Choices choices;
    std::vector<std::uint64_t> hashes{match.hash()};
    while (!match.to_act().empty() && match.length() < most) {
      const auto picked = pick(rules_, match.state(), random, choices);
      // Through JSON, as a client would.
      const auto played = match.play(picked.seat, action_json(rules_, picked.action, picked.seat, Viewer::analyst()));
      ASSERT_TRUE(played) << to_json(played.error()) << place(setup, policy, match.length());
      hashes.push_back(match.hash());
      if (random.below(50) == 0) one_view(match, hashes.back());
      bytes_tell_no_secret(match.state(), random, place(setup, policy, match.length()));
    }
    for (std::size_t n = 0; n < hashes.size(); n += 1 + random.below(40))
      EXPECT_EQ(match.at(n)->hash(), hashes[n]) << n;
    const auto loaded = game_.load(match.file(true));
    ASSERT_TRUE(loaded) << to_json(loaded.error());
    EXPECT_EQ((*loaded)->hash(), match.hash());
    EXPECT_EQ((*loaded)->log(Viewer::analyst()), match.log(Viewer::analyst(), 0));
    EXPECT_EQ((*loaded)->outcome(), match.outcome());
    const std::size_t back = match.length() / 2;
    match.undo(back);
    EXPECT_EQ(match.hash(), hashes[match.length()]);
  }

  // Two states that differ only in what the viewer may not know must look alike to him, byte by byte.
  void expect_same_view(const State& a, const State& b, Viewer viewer) {
    EXPECT_EQ(view_text(rules_, a, viewer, work_), view_text(rules_, b, viewer, work_));
  }

 private:
  static std::string place(const Json& setup, const std::string& policy, std::size_t move) {
    return " setup " + setup.dump() + " policy \"" + policy + "\" move " + std::to_string(move);
  }

  void try_choices(const State& state, Seat seat, const Choices& choices, Random& random, const BatteryLimits& limits,
                   const std::string& where) {
    const std::size_t tries = std::min(choices.size(), limits.checked_choices);
    for (std::size_t i = 0; i < tries; ++i) {
      const bool all = tries == choices.size();
      const auto& choice = choices[all ? i : random.below(static_cast<std::uint32_t>(choices.size()))];
      const std::int64_t last = ways(choice) - 1;
      for (const std::int64_t n : {std::int64_t{0}, last / 2, last}) {
        const Action action = way(rules_, choice, n);
        State next = state;
        const auto refusal = rules_.apply(next, seat, action, nullptr, work_);
        EXPECT_FALSE(refusal) << choice_json(rules_, choice)
                              << (refusal ? to_json(rules_.explain(*refusal)).dump() : "") << where;
        EXPECT_FALSE(same_bytes(state, next)) << "an action without effect" << choice_json(rules_, choice) << where;
        if (limits.codec) round_trip(action, seat, where);
        if (n == last) break;
      }
    }
  }

  bool offered(const Choices& choices, const Action& action) const {
    for (const auto& choice : choices) {
      if (choice.step == 0 && choice.action == action) return true;
      if (choice.step == 0) continue;
      if constexpr (requires { action.index(); })
        if (choice.action.index() != action.index()) continue;
      for (std::int64_t n = 0; n < ways(choice); ++n)
        if (way(rules_, choice, n) == action) return true;
    }
    return false;
  }

  // An action that may be legal or not: one of another position, an amount beside a range, or a listed one with a
  // number of its JSON form changed. Nothing where that is no action at all.
  std::optional<Action> stranger(Seat seat, const Choices& choices, const std::vector<Action>& elsewhere,
                                 Random& random) const {
    const auto& choice = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    if (choice.step > 0 && listed_exactly_(choice.action) && random.below(2) == 0) {
      const std::int32_t beside[]{choice.min - choice.step, choice.max + choice.step, choice.min + 1};
      return rules_.with_amount(choice.action, beside[random.below(3)]);
    }
    if (!elsewhere.empty() && random.below(2) == 0)
      return elsewhere[random.below(static_cast<std::uint32_t>(elsewhere.size()))];
    Json json = action_json(rules_, way(rules_, choice, 0), seat, Viewer::analyst());
    std::vector<Json*> numbers;
    find_numbers(json, numbers);
    if (numbers.empty()) return std::nullopt;
    Json& number = *numbers[random.below(static_cast<std::uint32_t>(numbers.size()))];
    number = number.template get<std::int64_t>() + (random.below(2) ? 1 : -1);
    auto read = rules_.read_action(json);
    return read ? std::optional<Action>(*read) : std::nullopt;
  }
  static void find_numbers(Json& json, std::vector<Json*>& out) {
    if (json.is_number_integer()) out.push_back(&json);
    if (json.is_structured())
      for (Json& member : json) find_numbers(member, out);
  }

  // What is not offered is refused and changes nothing; what is offered is accepted.
  void try_strangers(const State& state, Seat seat, const Choices& choices, std::vector<Action>& elsewhere,
                     Random& random, const BatteryLimits& limits, const std::string& where) {
    constexpr std::size_t remembered = 200;
    for (std::size_t i = 0; i < std::min(limits.strangers, limits.checked_choices); ++i) {
      const auto action = stranger(seat, choices, elsewhere, random);
      if (!action) continue;
      const bool listed = offered(choices, *action);
      if (!listed && !listed_exactly_(*action)) continue;
      State next = state;
      const auto refusal = rules_.apply(next, seat, *action, nullptr, work_);
      EXPECT_EQ(!refusal, listed) << action_json(rules_, *action, seat, Viewer::analyst())
                                  << (refusal ? to_json(rules_.explain(*refusal)).dump() : " is not listed") << where;
      if (refusal) {
        EXPECT_TRUE(same_bytes(state, next)) << "a refusal changed the state" << where;
      }
    }
    const auto& choice = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
    const Action action = way(rules_, choice, random.below(2) ? ways(choice) - 1 : 0);
    if (elsewhere.size() < remembered)
      elsewhere.push_back(action);
    else
      elsewhere[random.below(remembered)] = action;
  }

  void round_trip(const Action& action, Seat seat, const std::string& where) {
    const Json json = action_json(rules_, action, seat, Viewer::analyst());
    const auto read = rules_.read_action(json);
    EXPECT_TRUE(read) << json << (read ? "" : to_json(read.error()).dump()) << where;
    if (read) {
      EXPECT_TRUE(*read == action) << json << where;
    }
    EXPECT_EQ(parse_json(json.dump()).value_or(Json()), json);
  }

  // Another seat cannot play the action, and trying changes nothing.
  void refuses_foreign(const State& state, const Picked<R>& picked, const std::string& where) {
    for (int i = 0; i < rules_.seats(state); ++i) {
      const Seat other = id_at<Seat>(i);
      if (rules_.to_act(state).has(other)) continue;
      State next = state;
      EXPECT_TRUE(rules_.apply(next, other, picked.action, nullptr, work_)) << where;
      EXPECT_TRUE(same_bytes(state, next)) << "a refusal changed the state" << where;
      return;
    }
  }

  static std::vector<Viewer> viewers_of(int seats) {
    std::vector<Viewer> viewers{Viewer::spectator(), Viewer::analyst()};
    for (int i = 0; i < seats; ++i) viewers.push_back(Viewer::of(id_at<Seat>(i)));
    return viewers;
  }

  // States that differ only in what a viewer cannot know go to that viewer as the same bytes (core/known.h). Who looks
  // on knows no more than any of the seats.
  void bytes_tell_no_secret(const State& state, Random& random, const std::string& where) {
    if constexpr (requires { rules_.imagine(state, Seat{}, random); }) {
      for (int i = 0; i < rules_.seats(state); ++i) {
        const State other = rules_.imagine(state, id_at<Seat>(i), random);
        for (const Viewer viewer : {Viewer::of(id_at<Seat>(i)), Viewer::spectator()})
          EXPECT_TRUE(same_bytes(rules_.known(state, viewer), rules_.known(other, viewer))) << "seat " << i << where;
      }
    }
  }

  // What a client makes of the bytes is what the server shows, with the same legal moves; also where they come as a
  // change.
  void folds_to_view(const TypedMatch<R>& match, Viewer viewer) {
    const Known before = match.at(match.length() / 2)->known(viewer), now = match.known(viewer);
    for (const Known* from : std::initializer_list<const Known*>{nullptr, &before}) {
      const auto text = parse_json(from ? known_text(now, from->state) : known_text(now));
      const auto known = text ? read_known(*text, from) : std::unexpected(text.error());
      ASSERT_TRUE(known) << to_json(known.error());
      EXPECT_EQ(*known, now);
      const auto folded = game_.go_on(*known);
      ASSERT_TRUE(folded) << to_json(folded.error());
      EXPECT_EQ((*folded)->view(viewer), match.view(viewer));
      EXPECT_EQ((*folded)->known(viewer), now);
    }
  }

  // What a view lists: everything; where the rules shorten it, a part in the same order with every kind of action.
  static void lists(const Json& shown, const Json& all) {
    constexpr bool shortens = requires(const R& rules, std::vector<Choice<typename R::Action>>& choices) {
      rules.shorten(choices);
    };
    if (!shortens || shown.size() == all.size()) {
      EXPECT_EQ(shown, all);
      return;
    }
    std::set<Json> kinds, shown_kinds;
    auto next = shown.begin();
    for (const Json& entry : all) {
      kinds.insert(entry["type"]);
      if (next == shown.end() || *next != entry) continue;
      shown_kinds.insert(entry["type"]);
      ++next;
    }
    EXPECT_TRUE(next == shown.end()) << *next << " is not in the list, or not in its order";
    EXPECT_EQ(kinds, shown_kinds);
  }

  void one_view(const TypedMatch<R>& match, std::uint64_t hash) {
    for (const Viewer viewer : viewers_of(match.seats())) {
      folds_to_view(match, viewer);
      std::string view, log;
      match.write_view(view, viewer);
      match.write_log(log, viewer, 0, match.length());
      EXPECT_EQ(repeated_key(view), "");
      EXPECT_EQ(repeated_key(log), "");
      EXPECT_EQ(match.log(viewer).size(), match.length());
      const Json seen = match.view(viewer);
      const bool acts = viewer.kind == Viewer::Kind::seat && match.to_act().has(viewer.seat);
      lists(seen["legal"], acts ? match.legal(viewer.seat) : Json::array());
      if (acts) {
        EXPECT_EQ(match.legal(viewer.seat).size(), match.legal_count(viewer.seat));
      }
      const Json before = match.view_at(match.length(), viewer);
      EXPECT_EQ(before["state"], seen["state"]);
      EXPECT_EQ(before["legal"], Json::array());
    }
    EXPECT_EQ(match.hash(), hash);
  }

  const TypedGame<R>& game_;
  const R& rules_;
  ListedExactly listed_exactly_;
  typename R::Workspace work_{};
};

}  // namespace remise::testing
