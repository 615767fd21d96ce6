// Which refusals a run of the tests has met. Said on standard output, so that scripts/rule-coverage.py can demand all
// of them.
#pragma once

#include <iostream>
#include <set>
#include <string>

namespace remise::testing {

// The code of a refusal that has just happened, as it came. Each is said once.
inline std::string met(const char* game, std::string code) {
  static std::set<std::string> said;
  if (said.insert(code).second) std::cout << "refused in " << game << ": " << code << "\n";
  return code;
}

// All codes a game has: each must have been met.
template <class Specs>
void to_be_met(const char* game, const Specs& specs) {
  for (const auto& spec : specs) std::cout << "refusal of " << game << ": " << spec.name << "\n";
}

}  // namespace remise::testing
