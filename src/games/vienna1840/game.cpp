#include "core/typed_match.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

MadeGame make_game(const DataFiles& data) {
  auto tables = Tables::read(data);
  if (!tables) return std::unexpected(tables.error());
  return std::make_unique<TypedGame<Vienna1840>>(Vienna1840(*tables));
}

}  // namespace remise::vienna1840
