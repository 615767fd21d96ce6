// One target as a program for libFuzzer; FUZZ_RUN is its function. At the end it says how far its inputs got.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bytes.h"

extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t max_size);

namespace {

std::array<std::size_t, remise::fuzz::depth_count> reached{};

void say_depths() {
  std::size_t all = 0;
  for (const auto count : reached) all += count;
  std::fprintf(stderr, "depths: %zu inputs, %zu unread, %zu misshapen, %zu refused, %zu accepted\n", all, reached[0],
               reached[1], reached[2], reached[3]);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) { return std::atexit(say_depths); }

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto depth = remise::fuzz::FUZZ_RUN({reinterpret_cast<const char*>(data), size});
  ++reached[static_cast<std::size_t>(depth)];
  return depth == remise::fuzz::Depth::unread ? -1 : 0;  // -1: not worth keeping, whatever of the parser it has met
}

// Most changes are made inside a line of JSON, where there is one: the others break its form, and there are several in
// a row.
extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  if (seed % 16 != 0) {
    auto random = remise::Random::from_seed(std::to_string(seed));
    const auto text = remise::fuzz::twisted_line({reinterpret_cast<const char*>(data), size}, random);
    if (text && text->size() <= max_size && !text->empty()) {
      std::memcpy(data, text->data(), text->size());
      return text->size();
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}
