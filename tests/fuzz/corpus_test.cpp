// The fuzz targets without a fuzzer: every seed, every input that once broke something, and mutations of them. The real
// fuzzers run with ./test --fuzz MINUTES.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bytes.h"
#include "core/random.h"
#include "targets.h"

namespace remise::fuzz {
namespace {

// What was tried when the program died, kept for the next run.
const std::string* current = nullptr;

void keep_input(int signal) {
  if (current) {
    const char* name = "fuzz-crash";
    std::ofstream(name, std::ios::binary) << *current;
    std::fprintf(stderr, "the input is kept in ./%s; put it into fuzz/corpus\n", name);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::vector<std::string> seeds_of(std::string_view target) {
  std::vector<std::string> seeds;
  const std::filesystem::path folder = std::filesystem::path(REMISE_SOURCE_DIR "/fuzz/corpus") / target;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return seeds;
}

std::string mutated(const std::vector<std::string>& seeds, Random& random) {
  static const std::vector<std::string> words{"null",
                                              "-1",
                                              "1e300",
                                              "\"\"",
                                              "{}",
                                              "[]",
                                              "99999999999999999999",
                                              "true",
                                              "\"type\"",
                                              "{\"",
                                              "\\u0000",
                                              "$T",
                                              "\xf0\x9f\x9a\x8b",
                                              "0",
                                              "\n\n"};
  const auto pick = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  std::string text = seeds[pick(seeds.size())];
  if (random.below(4) != 0)
    if (auto twisted = twisted_line(text, random)) return *twisted;
  for (auto edits = 1 + pick(6); edits > 0; --edits) {
    const std::size_t at = text.empty() ? 0 : pick(text.size());
    switch (pick(6)) {
      case 0:
        if (!text.empty()) text[at] = static_cast<char>(text[at] ^ (1 << pick(8)));
        break;
      case 1: text.insert(at, 1, static_cast<char>(pick(256))); break;
      case 2: text.erase(at, 1 + pick(8)); break;
      case 3: text.insert(at, words[pick(words.size())]); break;
      case 4: text.insert(at, text.substr(pick(text.size() + 1), pick(60))); break;
      default: text.resize(at); break;
    }
  }
  return text;
}

class Targets : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Targets, SurviveTheCorpusAndItsMutations) {
  const char* wish = std::getenv("REMISE_LONG");
  const int count = wish && *wish == '1' ? 5000 : GetParam() == "route" || GetParam() == "board" ? 1000 : 150;
  const auto* target = find_target(GetParam());
  ASSERT_TRUE(target);
  std::signal(SIGABRT, keep_input);
  std::signal(SIGSEGV, keep_input);
  const auto seeds = seeds_of(GetParam());
  ASSERT_FALSE(seeds.empty());
  std::array<std::size_t, depth_count> reached{};
  for (const auto& seed : seeds) {
    current = &seed;
    ++reached[static_cast<std::size_t>(target->run(seed))];
  }
  EXPECT_GT(reached[static_cast<std::size_t>(Depth::accepted)], 0u) << "no seed gets to the end";
  Random random = Random::from_seed("mutations of " + std::string(GetParam()));
  for (int i = 0; i < count; ++i) {
    const std::string text = mutated(seeds, random);
    current = &text;
    ++reached[static_cast<std::size_t>(target->run(text))];
  }
  current = nullptr;
  // Of what is drawn a good part must get past the first door, or nothing behind it is tried.
  const auto deep =
      reached[static_cast<std::size_t>(Depth::refused)] + reached[static_cast<std::size_t>(Depth::accepted)];
  const auto inputs = seeds.size() + static_cast<std::size_t>(count);
  EXPECT_GE(4 * deep, inputs);
  std::printf("fuzz %s: %zu inputs, %zu unread, %zu misshapen, %zu refused, %zu accepted\n",
              std::string(GetParam()).c_str(), inputs, reached[0], reached[1], reached[2], reached[3]);
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> list;
  for (const Target& target : targets()) list.push_back(target.name);
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, Targets, ::testing::ValuesIn(names()),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace remise::fuzz
