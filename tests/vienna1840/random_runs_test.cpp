// Every run of random games, by trams and by the Stadtbahn, against walking the track. REMISE_LONG=1: 1,000 games.
#include "vienna1840/support/random.h"
#include "vienna1840/support/walked_routes.h"

namespace remise::testing {
namespace {

struct Compared {
  int games = 0, runs = 0, with_route = 0, stadtbahn = 0, stadtbahn_paid = 0;
};

// R99-R103: what the line may claim at most, at the moment it runs.
void compare_run(const Vienna1840& rules, const State& s, Workspace& work, Compared& compared) {
  const Position p = rules.at(s);
  const LineId line = s.turn.line;
  const Runner runner = runner_of(p, line);
  const Route route = work.routes.best_route(p.map(), s.board, runner);
  const auto walked = BruteForce(p.map(), s.board, runner, 200'000'000).best();
  ASSERT_TRUE(walked.has_value());
  ASSERT_EQ(route.revenue, *walked) << "line " << number_of(line);
  ++compared.runs;
  compared.with_route += route.exists();
}

// R38-R41: all four, at every income.
void compare_stadtbahn(const Vienna1840& rules, const State& s, Workspace& work, Compared& compared) {
  const Position p = rules.at(s);
  for (std::size_t c = tram_company_count; c < company_count; ++c) {
    const auto id = id_at<CompanyId>(c);
    if (!p.map().stadtbahn.has(id)) continue;
    const StadtbahnRun run = work.routes.stadtbahn_run(p.map(), s.board, id, p.round().era);
    const StadtbahnRun walked = walked_stadtbahn_run(p.map(), s.board, id, p.round().era);
    ASSERT_EQ(run.revenue, walked.revenue) << c;
    int sum = 0;
    for (const StadtbahnStop& stop : run.stops) sum += stop.value;
    ASSERT_EQ(sum, run.revenue);
    ++compared.stadtbahn;
    compared.stadtbahn_paid += run.revenue > 0;
  }
}

TEST(RandomGames, EveryRunEqualsAWalkOverTheTrack) {
  const Vienna1840& rules = game().rules();
  Compared compared;
  Workspace work;
  for (; compared.games < (long_tests() ? 1000 : 40); ++compared.games) {
    State s = *rules.start(setup_number(compared.games));
    Random random = Random::from_seed("runs " + std::to_string(compared.games));
    std::vector<Choice<Action>> choices;
    int income_of = -1;  // the round whose income was looked at
    while (!rules.to_act(s).empty()) {
      const Seat seat = rules.to_act(s).lowest();
      choices.clear();
      rules.legal(s, seat, choices, work);
      const Action action = eager_pick(rules, choices, random);
      if (std::holds_alternative<vienna1840::Run>(action)) {
        ASSERT_NO_FATAL_FAILURE(compare_run(rules, s, work, compared));
      }
      if (s.step == Step::dividend && s.round != income_of) {
        income_of = s.round;
        ASSERT_NO_FATAL_FAILURE(compare_stadtbahn(rules, s, work, compared));
      }
      ASSERT_FALSE(rules.apply(s, seat, action, nullptr, work));
    }
  }
  RecordProperty("runs", compared.runs);
  std::printf("%d games: %d runs, %d with a route; %d Stadtbahn runs, %d paid\n", compared.games, compared.runs,
              compared.with_route, compared.stadtbahn, compared.stadtbahn_paid);
  EXPECT_GT(compared.with_route, 5 * compared.games);
  EXPECT_GT(compared.stadtbahn_paid, 5 * compared.games);
}

}  // namespace
}  // namespace remise::testing
