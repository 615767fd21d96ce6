// Clocks: the arithmetic of rests, what a table does when time is up, pauses, holidays, servers that were away.
#include "server/table/clock.h"

#include "support/app_fixture.h"

namespace remise::testing {
namespace {

using server::Clocks;
using server::Terms;

constexpr std::int64_t a_minute = 60'000, an_hour = 60 * a_minute, a_day = 24 * an_hour;
constexpr std::int64_t a_monday = 4 * a_day;  // 5 January 1970, midnight in UTC

Terms correspondence(std::int64_t move, bool nights = false, bool weekends = false) {
  Terms terms;
  terms.clock = Terms::Clock::correspondence;
  terms.move = move;
  terms.nights = nights;
  terms.weekends = weekends;
  terms.holidays = 3;
  return terms;
}
const SeatSet seat_0 = SeatSet::of(Seat{0}), seat_1 = SeatSet::of(Seat{1});

TEST(Clocks, ABankRunsForWhoIsToMoveAndGrowsWithHisMoves) {
  Terms terms;
  terms.clock = Terms::Clock::live;
  terms.bank = 10 * a_minute;
  terms.increment = a_minute;
  Clocks clocks;
  clocks.begin(terms, 2);
  clocks.turn(seat_0, -1, 0);
  EXPECT_EQ(clocks.until(0), 10 * a_minute);
  EXPECT_EQ(clocks.until(1), std::nullopt);
  clocks.turn(seat_1, 0, 4 * a_minute);
  EXPECT_EQ(clocks.of(0).left, 7 * a_minute);
  EXPECT_EQ(clocks.of(0).spent, 4 * a_minute);
  EXPECT_EQ(clocks.due(), 14 * a_minute);
  clocks.turn(seat_0, 1, 5 * a_minute);
  EXPECT_EQ(clocks.until(0), 12 * a_minute);
}

TEST(Clocks, WhoDecidesAtTheSameTimeKeepsHisTime) {
  Clocks clocks;
  clocks.begin(correspondence(a_day), 2);
  SeatSet both = seat_0;
  both.add(Seat{1});
  clocks.turn(both, -1, 0);
  clocks.turn(both, 0, an_hour);  // the first has moved, and goes on
  EXPECT_EQ(clocks.until(0), an_hour + a_day);
  EXPECT_EQ(clocks.until(1), a_day) << "the other's time was not begun anew";
}

TEST(Clocks, NightsAndWeekendsRestWhereTheyAre) {
  Clocks clocks;
  clocks.begin(correspondence(4 * an_hour, true, true), 2);
  // Monday 21:00 in UTC: two hours are left of the day, and the others count from seven on.
  clocks.turn(seat_0, -1, a_monday + 21 * an_hour);
  EXPECT_EQ(clocks.until(0), a_monday + a_day + 9 * an_hour);
  // An hour further east it is 22:00.
  clocks.set_zone(0, 60, a_monday + 21 * an_hour);
  EXPECT_EQ(clocks.until(0), a_monday + a_day + 9 * an_hour);  // one hour tonight, three from seven (six in UTC) on
  clocks.set_zone(0, -600, a_monday + 21 * an_hour);           // and there it is eleven in the morning
  EXPECT_EQ(clocks.until(0), a_monday + a_day + an_hour);
  // Friday 22:00: an hour, then Monday.
  Clocks friday;
  friday.begin(correspondence(4 * an_hour, true, true), 2);
  friday.turn(seat_0, -1, a_monday + 4 * a_day + 22 * an_hour);
  EXPECT_EQ(friday.until(0), a_monday + 7 * a_day + 10 * an_hour);
  friday.turn(seat_1, 0, a_monday + 7 * a_day + 8 * an_hour);
  EXPECT_EQ(friday.of(0).spent, 2 * an_hour);
}

// The sum of what counts is the same however the span is cut, and the time is up exactly when it has counted.
TEST(Clocks, CutOrWholeTheSameTimeCounts) {
  Random random = Random::from_seed("clocks");
  for (int i = 0; i < 2000; ++i) {
    const bool nights = random.below(2) == 0, weekends = random.below(2) == 0;
    const auto move = static_cast<std::int64_t>(random.below(100 * 3600)) * 1000 + 1;
    const auto zone = static_cast<std::int64_t>(random.below(1681)) - 840;
    const auto began = static_cast<std::int64_t>(random.below(20 * 24 * 3600)) * 1000;
    Clocks whole, cut;
    for (Clocks* one : {&whole, &cut}) {
      one->begin(correspondence(move, nights, weekends), 1);
      one->set_zone(0, zone, began);
      one->turn(seat_0, -1, began);
    }
    const auto until = whole.until(0).value();
    std::int64_t at = began;
    while ((at += 1 + static_cast<std::int64_t>(random.below(12 * 3600)) * 1000) < until)
      cut.set_zone(0, zone, at);  // settles, and changes nothing
    EXPECT_EQ(cut.until(0), until);
    cut.time_up(0, until);
    EXPECT_EQ(cut.of(0).left, 0);
    EXPECT_EQ(cut.of(0).spent, move);
    whole.time_up(0, until - 1);
    EXPECT_EQ(whole.of(0).left, 1) << "not a millisecond before";
  }
}

TEST(Clocks, PausesHolidaysAndAbsentServersDoNotCount) {
  Clocks clocks;
  clocks.begin(correspondence(a_day), 2);
  clocks.turn(seat_0, -1, a_monday);
  clocks.pause(true, a_monday + an_hour);
  EXPECT_EQ(clocks.due(), std::nullopt);
  clocks.pause(false, a_monday + 5 * an_hour);
  EXPECT_EQ(clocks.until(0), a_monday + a_day + 4 * an_hour);
  clocks.away(a_monday + 6 * an_hour, a_monday + 8 * an_hour);
  EXPECT_EQ(clocks.until(0), a_monday + a_day + 6 * an_hour);
  clocks.holiday(0, 2, a_monday + 10 * an_hour);
  EXPECT_EQ(clocks.until(0), a_monday + 3 * a_day + 6 * an_hour);
  EXPECT_EQ(clocks.of(0).holiday_left, a_day);
  clocks.holiday(0, 0, a_monday + 22 * an_hour);  // back after half a day
  EXPECT_EQ(clocks.of(0).holiday_left, a_day + 36 * an_hour);
  EXPECT_EQ(clocks.until(0), a_monday + a_day + 18 * an_hour);
}

// ---- At a table -----------------------------------------------------------------------------------------------------

class ClockTest : public AppTest {
 protected:
  Json info(const std::string& table) { return world.ask(node, "GET", "/api/tables/" + table).body["table"]; }
  std::string timed(int people, const Json& terms) {
    const auto table = start("tally", people, 0, {{"terms", terms}});
    for (int i = 0; i < people; ++i) clients[i] = watch(connections[i], table, tokens[i]);
    return table;
  }
  void say(int who, Json message, const std::string& table) {
    message["table"] = table;
    message["key"] = "k" + std::to_string(++key);
    world.say(node, clients[who], message);
  }
  std::size_t entries(const std::string& table, const std::string& kind) {
    std::size_t count = 0;
    for (const auto& entry : world.db.entries(table, 0).value()) count += entry.kind == kind;
    return count;
  }
  void play(const std::string& table, int who) {
    EXPECT_EQ(post_move(node, table, rev_of(table), "m" + std::to_string(++key), add(1), tokens[who]).status, 200);
  }
  Json turn(const std::string& table) { return first_update(node, table)["turn"]; }
  Json first_update(FakeNode& at, const std::string& table) {
    FakeConnection fresh;
    const auto client = watch_at(at, fresh, table, tokens[0]);
    at.app.clients().remove(client);
    return fresh.take("update");
  }

  FakeConnection connections[3];
  server::ClientId clients[3];
  int key = 0;
};

TEST_F(ClockTest, TheTurnTellsSinceAndUntilWhen) {
  const auto table = timed(2, {{"clock", "correspondence"}, {"move_s", 3600}});
  const auto now = world.loop.now();
  const Json update = connections[0].take("update");
  EXPECT_EQ(update["turn"]["since"], now);
  EXPECT_EQ(update["turn"]["clocks"][0]["until"], now + an_hour);
  EXPECT_TRUE(update["turn"]["clocks"][1]["until"].is_null());
  EXPECT_EQ(info(table)["due"], now + an_hour);
  EXPECT_EQ(world.ask(node, "GET", "/api/me/tables", nullptr, tokens[0]).body["tables"][0]["due"], now + an_hour);
  const auto none = start("tally", 2);
  EXPECT_FALSE(turn(none).contains("clocks"));
}

TEST_F(ClockTest, WhoseTimeIsUpMayBeReplacedByTheOthers) {
  const auto table = timed(2, {{"clock", "live"}, {"bank_s", 600}});
  const Json replace{{"type", "propose_replace"}, {"seat", 0}, {"with", "bot"}, {"level", "random"}};
  say(1, replace, table);
  EXPECT_EQ(connections[1].take("error")["error"]["code"], "cannot_replace");
  world.loop.advance(10 * a_minute + 5000);
  EXPECT_EQ(entries(table, "time_up"), 1u);
  EXPECT_EQ(turn(table)["clocks"][0]["up"], true);
  EXPECT_TRUE(info(table)["due"].is_null());
  world.loop.advance(an_hour);
  EXPECT_EQ(entries(table, "time_up"), 1u) << "said once";
  EXPECT_EQ(moves_in_log(table), 0u);
  say(1, replace, table);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 1u);
}

TEST_F(ClockTest, ABotMovesOnceAndAfterThreeTheSeatIsOffered) {
  const auto table = timed(2, {{"clock", "correspondence"}, {"move_s", 3600}, {"at_zero", "bot"}});
  for (std::size_t round = 1; round <= 3; ++round) {
    world.loop.advance(an_hour + 10'000);
    EXPECT_EQ(entries(table, "time_up"), round);
    EXPECT_EQ(moves_in_log(table), 2 * round - 1);
    EXPECT_FALSE(info(table)["seats"][0].contains("minder")) << "one move, and then it is his again";
    play(table, 1);
  }
  world.loop.advance(an_hour + 10'000);
  const Json seat = info(table)["seats"][0];
  EXPECT_EQ(seat["left"], true);
  EXPECT_EQ(seat["offered"], true);
  EXPECT_EQ(moves_in_log(table), 7u);
  play(table, 1);
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 9u) << "the bot goes on until somebody sits down";
  EXPECT_EQ(entries(table, "time_up"), 4u);
}

TEST_F(ClockTest, AMoveOfOnesOwnEndsTheCount) {
  const auto table = timed(2, {{"clock", "correspondence"}, {"move_s", 3600}, {"at_zero", "bot"}});
  for (int i = 0; i < 8; ++i) {
    if (i % 2 == 0) {
      world.loop.advance(an_hour + 10'000);
    } else {
      play(table, 0);
    }
    play(table, 1);
  }
  EXPECT_FALSE(info(table)["seats"][0].contains("offered"));
}

TEST_F(ClockTest, WhoIsFasterThanTheBotMovesHimself) {
  const auto table = timed(2, {{"clock", "correspondence"}, {"move_s", 3600}, {"at_zero", "bot"}});
  node.workers.held = true;  // it thinks
  world.loop.advance(an_hour + 10'000);
  ASSERT_EQ(entries(table, "time_up"), 1u);
  play(table, 0);
  node.workers.held = false;
  world.loop.advance(10'000);
  EXPECT_EQ(moves_in_log(table), 1u);
  EXPECT_EQ(info(table)["to_act"], Json::array({1}));
}

TEST_F(ClockTest, TheSeatIsOfferedOrTheMatchEnds) {
  const auto offered = timed(2, {{"clock", "live"}, {"bank_s", 600}, {"at_zero", "offer"}});
  world.loop.advance(10 * a_minute + 5000);
  EXPECT_EQ(info(offered)["seats"][0]["offered"], true);
  const auto ends = start("tally", 2, 0, {{"terms", {{"clock", "live"}, {"bank_s", 600}, {"at_zero", "end"}}}});
  world.loop.advance(10 * a_minute + 5000);
  EXPECT_EQ(info(ends)["status"], "finished");
  EXPECT_EQ(info(ends)["ended"], (Json{{"how", "time"}, {"by", 0}, {"standing", true}}));
}

TEST_F(ClockTest, APauseNeedsAllAndEndsByOne) {
  const auto table = timed(2, {{"clock", "live"}, {"bank_s", 600}, {"at_zero", "end"}});
  say(0, {{"type", "pause"}, {"on", true}}, table);
  say(1, {{"type", "answer"}, {"proposal", info(table)["proposal"]["id"]}, {"agree", true}}, table);
  EXPECT_EQ(info(table)["paused"], true);
  world.loop.advance(an_hour);
  EXPECT_EQ(info(table)["status"], "playing");
  say(1, {{"type", "pause"}, {"on", false}}, table);
  EXPECT_EQ(info(table)["paused"], false);
  EXPECT_EQ(info(table)["due"], world.loop.now() + 10 * a_minute);
  const auto none = start("tally", 2);
  const auto client = watch(connections[2], none, tokens[0]);
  world.say(node, client, {{"type", "pause"}, {"table", none}, {"key", "p"}, {"on", true}});
  EXPECT_EQ(connections[2].take("error")["error"]["code"], "no_clock");
}

TEST_F(ClockTest, HolidaysAreCounted) {
  const auto table = timed(2, {{"clock", "correspondence"}, {"move_s", 3600}, {"holidays", 3}});
  const auto now = world.loop.now();
  say(0, {{"type", "holiday"}, {"days", 4}}, table);
  const Json error = connections[0].take("error")["error"];
  EXPECT_EQ(error["code"], "no_holiday");
  EXPECT_EQ(error["values"]["left"], 3);
  say(0, {{"type", "holiday"}, {"days", 2}}, table);
  EXPECT_EQ(info(table)["due"], now + 2 * a_day + an_hour);
  EXPECT_EQ(turn(table)["clocks"][0]["holiday_left"], a_day);
  say(0, {{"type", "holiday"}, {"days", 0}}, table);
  EXPECT_EQ(info(table)["due"], now + an_hour);
  say(0, {{"type", "holiday"}, {"days", 0}}, table);
  EXPECT_EQ(connections[0].take("error")["error"]["code"], "no_holiday");
}

TEST_F(ClockTest, TheZoneIsToldOnce) {
  const auto table = timed(2, {{"clock", "correspondence"}, {"move_s", 3600}, {"nights", true}});
  for (int i = 0; i < 3; ++i) say(0, {{"type", "zone"}, {"minutes", 120}}, table);
  EXPECT_EQ(entries(table, "zone"), 1u);
  EXPECT_EQ(turn(table)["clocks"][0]["zone"], 120);
}

// Nobody loses time while no server runs. Two nodes that come back find out together.
TEST_F(ClockTest, TheTimeWithoutAServerDoesNotCount) {
  const auto table = timed(2, {{"clock", "live"}, {"bank_s", 600}, {"at_zero", "end"}});
  const auto due = info(table)["due"].get<std::int64_t>();
  world.loop.advance(30'000);
  node.app.stop();
  world.loop.skip(3 * an_hour);
  FakeNode one(world.loop, world.db, "one"), two(world.loop, world.db, "two");

  world.loop.advance(5000);
  const Json back = world.ask(one, "GET", "/api/tables/" + table).body["table"];
  EXPECT_EQ(back["status"], "playing");
  EXPECT_EQ(entries(table, "away"), 1u);
  EXPECT_NEAR(static_cast<double>(back["due"].get<std::int64_t>() - due), 3.0 * an_hour, 12'000);
}

// The log alone tells: whoever reads it later has the same clocks.
TEST_F(ClockTest, EveryNodeAndEveryReplayAgrees) {
  const auto table = timed(3, {{"clock", "correspondence"},
                               {"bank_s", 7200},
                               {"increment_s", 60},
                               {"nights", true},
                               {"holidays", 5},
                               {"at_zero", "bot"}});
  say(1, {{"type", "zone"}, {"minutes", 330}}, table);
  for (int i = 0; i < 30; ++i) {
    world.loop.advance(7 * a_minute * (i % 4));
    const int who = info(table)["to_act"][0];
    if (i % 7 == 3) say(who, {{"type", "holiday"}, {"days", 1}}, table);
    play(table, info(table)["to_act"][0]);
    if (i == 20) say(1, {{"type", "undo"}, {"rev", rev_of(table)}, {"to", 15}}, table);
    const Json ours = first_update(node, table);
    server::Table theirs(table, node.games);
    theirs.load(world.db.entries(table, 0).value());
    EXPECT_EQ(ours["turn"], theirs.turn());
    EXPECT_EQ(ours["info"], server::info_for(theirs, theirs.seats()[0].holders));
  }
}

}  // namespace
}  // namespace remise::testing
