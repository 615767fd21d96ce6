// The recorded games: every state, every legal deed with its least stress, every verdict.
#include "io/tramways/import/import.h"
#include "support.h"

namespace remise::tramways {
namespace {

void replay(const std::string& name, int states, int probes, int positions) {
  ImportFiles files;
  files.name = name;
  files.source = file_json(oracle(name));
  files.states = files.source;
  files.legal = file_json(oracle("legal.json"));
  files.probes = file_json(oracle("probes.json"));
  const auto import = import_record(oracle_game(), files);
  ASSERT_TRUE(import) << to_json(import.error());
  EXPECT_EQ(import->moves, files.source["actions"].size());
  int shown = 0;
  for (const auto& difference : import->differences)
    if (++shown <= 20) ADD_FAILURE() << to_json(difference);
  EXPECT_EQ(import->differences.size(), 0u);
  EXPECT_EQ(import->compared.value("states", 0), states);
  EXPECT_EQ(import->compared.value("probes", 0), probes);
  EXPECT_EQ(import->compared.value("positions", 0), positions);
  EXPECT_EQ(import->compared.value("final", 0), 1);
}

TEST(RecordedGames, ThreePlayers) { replay("game-3p-1.json", 163, 659, 7); }
TEST(RecordedGames, Solo) { replay("game-solo-1.json", 58, 221, 7); }

}  // namespace
}  // namespace remise::tramways
