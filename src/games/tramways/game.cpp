#include "games/tramways/match.h"

namespace remise {

template class TypedMatch<tramways::Tramways>;
template class TypedGame<tramways::Tramways>;

}  // namespace remise

namespace remise::tramways {

namespace {

Tramways made_of(CardSetId cards, std::string_view cards_file, std::string_view boards_file) {
  auto tables = Tables::read([&](std::string_view name) {
    if (name == "tramways/cards.json") return embedded_data(cards_file);
    if (name == "tramways/boards.json") return embedded_data(boards_file);
    return embedded_data(name);
  });
  REMISE_ASSERT(tables.has_value());  // a test reads them
  return Tramways(std::move(*tables), cards);
}

}  // namespace

const Tramways& Tramways::shipped(CardSetId cards) {
  if (cards == CardSetId::second) {
    static const Tramways second = made_of(cards, "tramways/second/cards.json", "tramways/second/boards.json");
    return second;
  }
  static const Tramways third = made_of(CardSetId::third, "tramways/third/cards.json", "tramways/third/boards.json");
  return third;
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
