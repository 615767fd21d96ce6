#include "games/tramways/match.h"

namespace remise {

template class TypedMatch<tramways::Tramways>;
template class TypedGame<tramways::Tramways>;

}  // namespace remise

namespace remise::tramways {

const Tramways& Tramways::second() {
  static const Tramways made = [] {
    auto tables = Tables::read([](std::string_view name) {
      if (name == "tramways/cards.json") return embedded_data("tramways/second/cards.json");
      if (name == "tramways/boards.json") return embedded_data("tramways/second/boards.json");
      return embedded_data(name);
    });
    REMISE_ASSERT(tables.has_value());  // a test reads them
    return Tramways(std::move(*tables), CardSetId::second);
  }();
  return made;
}

std::string_view game_id() { return Tramways::id; }
int rules_version() { return Tramways::version; }

MadeGame make_game(const DataFiles& data) {
  auto tables = Tables::read(data);
  if (!tables) return std::unexpected(tables.error());
  return std::make_unique<TypedGame<Tramways>>(Tramways(std::move(*tables)));
}

std::vector<Error> check_data(const DataFiles& data) { return Tables::faults(data); }

}  // namespace remise::tramways
