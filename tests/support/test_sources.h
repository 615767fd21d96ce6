// The tests as text, for tests that ask whether something is tested at all.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace remise::testing {

// All test files of a folder of tests/, comments left out: what stands only in a comment is not tested.
inline std::string test_sources(const std::string& folder) {
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/tests/" + folder)) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line); text += '\n') text += line.substr(0, line.find("//"));
  }
  return text;
}

}  // namespace remise::testing
