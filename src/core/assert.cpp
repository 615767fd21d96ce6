#include "core/assert.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/guarded.h"

namespace remise {

#ifdef __cpp_exceptions
namespace {
thread_local int guards = 0;
}

Guarded::Guarded() { ++guards; }
Guarded::~Guarded() { --guards; }
#endif

void assertion_failed(const char* expression, const char* file, int line) {
#ifdef __cpp_exceptions
  if (guards > 0)
    throw AssertionFailed(std::string(file) + ":" + std::to_string(line) + ": assertion failed: " + expression);
#endif
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}

}  // namespace remise
