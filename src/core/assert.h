// Assertions stay on in every build: a broken invariant must never become a wrong dividend. User input cannot reach
// them.
#pragma once

namespace remise {
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line);
}

#define REMISE_ASSERT(expression) \
  (static_cast<bool>(expression) ? static_cast<void>(0) : ::remise::assertion_failed(#expression, __FILE__, __LINE__))
