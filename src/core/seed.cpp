#include "core/seed.h"

#include "core/sha256.h"

namespace remise {
namespace {

// No label holds a line end, so that no label with its seed equals another one with another seed.
std::string labelled(std::string_view label, std::string_view seed) {
  std::string text("remise ");
  text.append(label).append("\n").append(seed);
  return text;
}

}  // namespace

Random match_stream(std::string_view seed) { return Random::from_seed(labelled("stream", seed)); }
Random bare_stream(std::string_view seed) { return Random::from_seed(seed); }
Random seating_stream(std::string_view seed) { return Random::from_seed(labelled("seats", seed)); }
std::string commitment_to(std::string_view seed) { return sha256_hex(labelled("commitment", seed)); }

}  // namespace remise
