// A match of Tramways over the JSON contract: compiled once, in game.cpp, for all who use it.
#pragma once

#include "core/typed_match.h"
#include "games/tramways/rules.h"

namespace remise {

extern template class TypedMatch<tramways::Tramways>;
extern template class TypedGame<tramways::Tramways>;

}  // namespace remise
