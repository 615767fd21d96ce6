#include "games/vienna1840/match.h"

namespace remise {

template class TypedMatch<vienna1840::Vienna1840>;
template class TypedGame<vienna1840::Vienna1840>;

}  // namespace remise

namespace remise::vienna1840 {

std::string_view game_id() { return Vienna1840::id; }
int rules_version() { return Vienna1840::version; }

MadeGame make_game(const DataFiles& data) {
  auto tables = Tables::read(data);
  if (!tables) return std::unexpected(tables.error());
  return std::make_unique<TypedGame<Vienna1840>>(Vienna1840(*tables));
}

std::vector<Error> check_data(const DataFiles& data) {
  const auto tables = Tables::read(data);
  if (!tables) return {tables.error()};
  return {};
}

}  // namespace remise::vienna1840
