#include "games/tramways/match.h"

namespace remise {

template class TypedMatch<tramways::Tramways>;
template class TypedGame<tramways::Tramways>;

}  // namespace remise

namespace remise::tramways {

std::string_view game_id() { return Tramways::id; }

MadeGame make_game(const DataFiles& data) {
  auto tables = Tables::read(data);
  if (!tables) return std::unexpected(tables.error());
  return std::make_unique<TypedGame<Tramways>>(Tramways(std::move(*tables)));
}

std::vector<Error> check_data(const DataFiles& data) { return Tables::faults(data); }

}  // namespace remise::tramways
