// A match of 1840 over the JSON contract: compiled once, in game.cpp, for all who use it.
#pragma once

#include "core/typed_match.h"
#include "games/vienna1840/rules.h"

namespace remise {

extern template class TypedMatch<vienna1840::Vienna1840>;
extern template class TypedGame<vienna1840::Vienna1840>;

}  // namespace remise
