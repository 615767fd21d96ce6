// One target as a program for libFuzzer; FUZZ_RUN is its function.
#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, unsigned long size) {
  remise::fuzz::FUZZ_RUN({reinterpret_cast<const char*>(data), size});
  return 0;
}
