// One target as a program for libFuzzer; FUZZ_TARGET is its name.
#include "core/assert.h"
#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, unsigned long size) {
  static const auto* target = remise::fuzz::find_target(FUZZ_TARGET);
  REMISE_ASSERT(target);
  target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
