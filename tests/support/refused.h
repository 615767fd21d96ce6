// Which refusals a run of the tests has met. Said on standard output, so that scripts/rule-coverage.py can demand all
// of them, and the page of all refusals can show one of each (tests/compose/refusals_test.cpp).
#pragma once

#include <iostream>
#include <set>
#include <string>

#include "core/json.h"

namespace remise::testing {

// The code of a refusal that has just happened, as it came. Each is said once.
inline std::string met(const char* game, std::string code) {
  static std::set<std::string> said;
  if (said.insert(code).second) std::cout << "refused in " << game << ": " << code << "\n";
  return code;
}
// The same with its values, as an example.
inline std::string met(const char* game, const Error& error) {
  static std::set<std::string> shown;
  if (shown.insert(error.code).second) std::cout << "refusal met: " << to_json(error).dump() << "\n";
  return met(game, error.code);
}

// All codes a game has: each must have been met.
template <class Specs>
void to_be_met(const char* game, const Specs& specs) {
  for (const auto& spec : specs) std::cout << "refusal of " << game << ": " << spec.name << "\n";
}

}  // namespace remise::testing
