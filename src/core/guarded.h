// A thread that only thinks on copies may fail without taking the process along: while a Guarded lives, a failed
// assertion of its thread is thrown. Elsewhere, and always in the browser, it ends the program.
#pragma once

#ifdef __cpp_exceptions

#include <stdexcept>

namespace remise {

struct AssertionFailed : std::logic_error {
  using std::logic_error::logic_error;
};

class Guarded {
 public:
  Guarded();
  ~Guarded();
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
};

}  // namespace remise

#endif
