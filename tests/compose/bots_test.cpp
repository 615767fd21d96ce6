// Every action of the bots' games can be composed.
#include "bots/suite.h"
#include "compose/walk.h"
#include "core/data_files.h"
#include "support/battery.h"

namespace remise::testing {
namespace {

std::unique_ptr<Game> game_called(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  return nullptr;
}

class ComposeBots : public ::testing::TestWithParam<const char*> {};

TEST_P(ComposeBots, EveryAction) {
  const auto game = game_called(GetParam());
  const auto suite = bots::make_suite(*game);
  int actions = 0;
  const int games = long_tests() ? 100 : 3;
  for (int i = 0; i < games && !HasFailure(); ++i) {
    bots::PlayedSetup setup{{{"options", Json::object()}},
                            "bots " + std::to_string(i),
                            std::vector<std::string>(static_cast<std::size_t>(2 + i % 4), i % 2 ? "medium" : "easy"),
                            i % 2 ? 50u : 0u,
                            {}};
    std::unique_ptr<Match> before;
    setup.observe = [&](const Match& match) {
      if (before && match.length() == before->length() + 1 && !HasFailure()) {
        const Json move = match.log(Viewer::analyst(), match.length() - 1)[0];
        std::string fault;
        const Json answer = composed(*before, id_at<Seat>(move["seat"].get<int>()), move["action"], fault);
        EXPECT_FALSE(answer.is_null()) << move << fault;
        ++actions;
      }
      before = match.clone();
    };
    EXPECT_EQ(suite->play(setup).error, "");
  }
  EXPECT_GT(actions, 200);
}

INSTANTIATE_TEST_SUITE_P(Games, ComposeBots, ::testing::Values("1840", "tramways"),
                         [](const auto& game) { return "of_" + std::string(game.param); });

}  // namespace
}  // namespace remise::testing
