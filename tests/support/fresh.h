// Working memory for a single call: rules.apply(state, seat, action, nullptr, Fresh<R>{}).
#pragma once

#include "core/rules.h"

namespace remise::testing {

template <Rules R>
struct Fresh {
  typename R::Workspace memory{};
  operator typename R::Workspace &() { return memory; }
};

}  // namespace remise::testing
