// One page with every refusal of both games: met by a test, told in four languages with its values, to be read by
// people. The tests of the games provoke them and say how they came (tests/support/refused.h).
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>

#include "core/data_files.h"
#include "core/game.h"
#include "games/tramways/refusal.h"
#include "games/vienna1840/refusal.h"
#include "io/text/renderer.h"

namespace remise::testing {
namespace {

// The first example of each code that a test program meets; its random games are left out.
std::map<std::string, Error> examples_of(const std::string& program) {
  std::map<std::string, Error> found;
  const std::string command =
      "REMISE_LONG=0 '" + program + "' --gtest_brief=1 --gtest_filter=" + REFUSAL_FILTER + " 2>&1";
  FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) return found;
  std::array<char, 4096> line{};
  static constexpr std::string_view mark = "refusal met: ";
  while (std::fgets(line.data(), line.size(), pipe)) {
    const std::string_view text(line.data());
    if (!text.starts_with(mark)) continue;
    const auto json = parse_json(text.substr(mark.size()));
    if (!json) continue;
    found.emplace((*json)["code"], Error{(*json)["scope"], (*json)["code"], (*json)["rule"], (*json)["values"]});
  }
  pclose(pipe);
  return found;
}

std::unique_ptr<Game> game_named(std::string_view id) {
  for (const GameMaker& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  return nullptr;
}

template <class Specs>
void write_page(std::ostream& out, std::string_view id, const std::string& program, const Specs& specs) {
  const auto examples = examples_of(program);
  const auto game = game_named(id);
  const auto match = game->start({{"players", 3}, {"seed", "refusals"}});
  ASSERT_TRUE(match);
  const Json file{{"names", {"Ada", "Ben", "Cleo"}}};
  out << "# Refusals of " << id << "\n";
  for (const auto& spec : specs) {
    const auto found = examples.find(std::string(spec.name));
    EXPECT_NE(found, examples.end()) << "no test meets the refusal " << spec.name << " of " << id;
    if (found == examples.end()) continue;
    out << "\n## " << spec.name << " (" << spec.rule << ")\n\n`" << found->second.values.dump() << "`\n\n";
    for (const std::string_view lang : languages) {
      const Locale locale(lang, embedded_data, {"core", std::string(id)});
      const std::string sentence = speaker_for(locale, **match, file).error(found->second);
      EXPECT_FALSE(sentence.empty() || sentence.find('{') != std::string::npos) << sentence;
      out << "* " << lang << ": " << sentence << "\n";
    }
  }
  out << "\n";
}

TEST(Refusals, AllOnOnePage) {
  std::ofstream out(REFUSALS_PAGE);
  write_page(out, "1840", TEST_VIENNA1840, vienna1840::refusal_specs);
  write_page(out, "tramways", TEST_TRAMWAYS, tramways::refusal_specs);
  EXPECT_TRUE(out.good());
}

}  // namespace
}  // namespace remise::testing
