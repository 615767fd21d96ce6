// Golden texts: random playthroughs and perft counts, made again from their own heads. `remise golden` rewrites them;
// so does REMISE_REWRITE=1 with this test.
#include <filesystem>

#include "io/golden/playthrough.h"
#include "support.h"

namespace remise::tramways {
namespace {

TEST(Golden, TextsAreMadeAgain) {
  std::vector<std::unique_ptr<Game>> games;
  games.push_back(std::make_unique<TypedGame<Tramways>>(oracle_game()));
  int texts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/tests/tramways/golden")) {
    const std::string text = file_text(entry.path().string());
    const auto made = make_golden(games, text);
    ASSERT_TRUE(made) << entry.path() << to_json(made.error());
    const char* rewrite = std::getenv("REMISE_REWRITE");
    if (rewrite && std::string_view(rewrite) == "1") {
      std::ofstream(entry.path(), std::ios::binary) << *made;
    } else {
      EXPECT_TRUE(*made == text) << entry.path() << " differs; look at the change, then rewrite it";
    }
    ++texts;
  }
  EXPECT_GE(texts, 6);
}

}  // namespace
}  // namespace remise::tramways
