// What the players of Tramways can think of: every kind of track, and every way to pay.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "bots/suite.h"
#include "bots/tramways/judge.h"
#include "core/data_files.h"
#include "games/tramways/board/track.h"
#include "games/tramways/match.h"
#include "tramways/position_builder.h"

namespace remise::bots {
namespace {

namespace rules_of = remise::tramways;
using rules_of::State;

std::string kind_of(const rules_of::TrackDeed& deed) {
  if (deed.redirect != rules_of::Edge::none) return "redirected";
  if (deed.base.kind == rules_of::Base::Kind::through) return "through";
  return deed.base.kind == rules_of::Base::Kind::link ? "continued" : "new";
}

class WaysTramways : public ::testing::Test {
 protected:
  WaysTramways() {
    for (const GameMaker& maker : game_makers())
      if (maker.id == "tramways") game = std::move(*maker(embedded_data));
    suite = make_suite(*game);
  }
  void watch(const std::vector<std::string>& players, const std::string& seed,
             const std::function<void(const TypedMatch<rules_of::Tramways>&)>& look) const {
    PlayedSetup played{{{"options", Json::object()}}, seed, players, 0, {}};
    played.observe = [&](const Match& m) { look(static_cast<const TypedMatch<rules_of::Tramways>&>(m)); };
    EXPECT_EQ(suite->play(played).error, "");
  }

  // What kinds of deed and payment an action is.
  void note(const State& s, const rules_of::Action& action, std::map<std::string, int>& seen) const {
    const auto& tables = static_cast<const TypedGame<rules_of::Tramways>&>(*game).rules().tables();
    if (const auto* bid = std::get_if<rules_of::Bid>(&action)) seen["bid with cards"] += !bid->symbols.empty();
    if (const auto* row = std::get_if<rules_of::SoloReveal>(&action))
      seen["row paid with cards"] += !row->symbols.empty();
    if (const auto* play = std::get_if<rules_of::AdminPlay>(&action))
      seen["consequence"] += tables.card(play->card).pay + tables.card(play->card).stress;
    if (const auto* ride = std::get_if<rules_of::MovePassenger>(&action))
      seen["second symbol"] += ride->ticket.card == ride->dest.card;
    const auto* lay = std::get_if<rules_of::LayTrack>(&action);
    if (!lay) return;
    ++seen[kind_of(lay->deed)];
    seen["left open"] += lay->dests.empty();
    seen["two destinations"] += lay->dests.size() == 2;
    seen["joined"] += rules_of::plan_track(tables, s, s.in_turn(), lay->deed)->end.joined != rules_of::LinkId::none;
  }

  std::unique_ptr<Game> game;
  std::unique_ptr<Suite> suite;
};

// Plans agree with the game: of every kind there are legal ones, of the cost and with the ends the plan says. The few
// that break 8.3.4 or lack pieces are told by the game.
TEST_F(WaysTramways, PlansOfEveryKindAgreeWithTheGame) {
  const auto& rules = static_cast<const TypedGame<rules_of::Tramways>&>(*game).rules();
  std::map<std::string, int> seen;
  tramways::TrackWaves waves;
  for (int n = 0; n < 8; ++n)
    watch({"medium", "random", "medium"}, "plans " + std::to_string(n), [&](const auto& match) {
      const State& s = match.state();
      if (s.phase != rules_of::Phase::act1 && s.phase != rules_of::Phase::act2) return;
      const auto& plans = waves.find(rules.tables(), s, s.in_turn(), 7, true);
      for (const auto& plan : plans) {
        const auto found = rules_of::plan_track(rules.tables(), s, s.in_turn(), plan.deed);
        ++seen[found ? "legal" : "refused"];
        if (!found) continue;
        EXPECT_EQ(found->walk.cost(), plan.rails);
        EXPECT_TRUE(found->end.complete);
        EXPECT_EQ(found->end.joined, plan.joined);
        EXPECT_EQ(found->end.start | found->end.far, s.symbols_for(plan.from) | s.symbols_for(plan.to));
        ++seen[kind_of(plan.deed)];
        seen["joined"] += plan.joined != rules_of::LinkId::none;
        seen["over a parcel"] += plan.over > 0;
      }
    });
  for (const char* kind : {"new", "continued", "redirected", "through", "joined", "over a parcel"})
    EXPECT_GT(seen[kind], 0) << kind;
  EXPECT_LT(seen["refused"], seen["legal"] / 10);
}

// Whatever the judgement offers in any position is legal, and all kinds are offered: what a player can do, a bot can.
TEST_F(WaysTramways, EverythingAPlayerCanDoIsOfferedAndLegal) {
  const auto& rules = static_cast<const TypedGame<rules_of::Tramways>&>(*game).rules();
  const auto weights = tramways::read_weights(*embedded_data("bots/tramways.json"))->weights;
  tramways::Judge judge(weights, {2, 4000, 10, 400, true});
  rules_of::Tramways::Workspace work;
  std::map<std::string, int> offered;
  for (int n = 0; n < 12; ++n)
    watch(std::vector<std::string>(static_cast<std::size_t>(1 + n % 3), n < 6 ? "medium" : "random"),  // untidy boards
          "all " + std::to_string(n), [&](const auto& match) {
            const State& s = match.state();
            if (match.to_act().empty()) return;
            const Seat seat = match.to_act().lowest();
            tramways::Moves moves;
            judge.moves(rules, s, seat, moves);
            for (const auto& move : moves) {
              State then = s;
              const auto refusal = rules.apply(then, seat, move.action, nullptr, work);
              ASSERT_FALSE(refusal) << to_json(rules.explain(*refusal))
                                    << action_json(rules, move.action, seat, Viewer::analyst());
              note(s, move.action, offered);
            }
          });
  for (const char* kind : {"new", "continued", "redirected", "through", "joined", "left open", "bid with cards",
                           "row paid with cards", "second symbol", "consequence"})
    EXPECT_GT(offered[kind], 0) << kind;
}

// 8.5.2 (T4) and 8.6 (T1): two incomplete links become one, which takes a symbol for each end; a last piece is turned.
TEST(WaysOfTramways, JoinTwoOpenLinksAndRedirectOne) {
  const auto weights = tramways::read_weights(*embedded_data("bots/tramways.json"))->weights;
  tramways::Judge judge(weights, {2, 4000, 10, 40, true});
  const auto best_track = [&](rules_of::PositionBuilder& p) {
    tramways::Moves moves;
    judge.moves(rules_of::Tramways(p.tables), p.s, Seat{0}, moves);
    sort_best_first(moves);
    for (const auto& move : moves)
      if (const auto* lay = std::get_if<rules_of::LayTrack>(&move.action)) return *lay;
    return rules_of::LayTrack{};
  };
  rules_of::PositionBuilder open("R . . . C");
  open.link(rules_of::orange, {{0, 0}, {1, 0}, {2, 0}}, false, 1);
  open.link(rules_of::orange, {{4, 0}, {3, 0}, {2, 0}}, false, 1);
  for (const char* words : {"rail1", "dest_R", "dest_C"}) open.deal(rules_of::orange, words);
  EXPECT_EQ(best_track(open).dests.size(), 2u);
  rules_of::PositionBuilder turn("R . . . / . . . . / . . C .");
  turn.link(rules_of::orange, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, false, 1);
  for (const char* words : {"rail2", "dest_C"}) turn.deal(rules_of::orange, words);
  EXPECT_EQ(best_track(turn).deed.redirect, rules_of::Edge::south);
}

}  // namespace
}  // namespace remise::bots
