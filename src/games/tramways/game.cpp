#include <algorithm>

#include "games/tramways/match.h"

namespace remise {

template class TypedMatch<tramways::Tramways>;
template class TypedGame<tramways::Tramways>;

}  // namespace remise

namespace remise::tramways {

namespace {

constexpr std::array other_sets{CardSetId::second, CardSetId::third};

Tramways shipped_with(CardSetId cards) {
  auto tables = Tables::read(embedded_data, cards);
  REMISE_ASSERT(tables.has_value());  // a test reads them
  return Tramways(std::move(*tables), cards);
}

}  // namespace

const Tramways& Tramways::shipped(CardSetId cards) {
  if (cards == CardSetId::second) {
    static const Tramways second = shipped_with(CardSetId::second);
    return second;
  }
  REMISE_ASSERT(cards == CardSetId::third);
  static const Tramways third = shipped_with(CardSetId::third);
  return third;
}

std::expected<Tramways, Error> Tramways::made_of(const DataFiles& data) {
  auto first = Tables::read(data);
  if (!first) return std::unexpected(first.error());
  Tramways rules(std::move(*first));
  for (const CardSetId cards : other_sets) {
    if (Tables::shipped(data, cards)) continue;
    auto tables = Tables::read(data, cards);
    if (!tables) return std::unexpected(tables.error());
    rules.own_sets_[index(cards)] = std::make_shared<const Tramways>(std::move(*tables), cards);
  }
  return rules;
}

std::string_view game_id() { return Tramways::id; }
int rules_version() { return Tramways::version; }

MadeGame make_game(const DataFiles& data) {
  auto rules = Tramways::made_of(data);
  if (!rules) return std::unexpected(rules.error());
  return std::make_unique<TypedGame<Tramways>>(std::move(*rules));
}

std::vector<Error> check_data(const DataFiles& data) {
  std::vector<Error> all = Tables::faults(data);
  for (const CardSetId cards : other_sets) {
    if (Tables::shipped(data, cards)) continue;
    for (Error& fault : Tables::faults(data, cards))  // those of game.json come with every set
      if (std::ranges::find(all, fault) == all.end()) all.push_back(std::move(fault));
  }
  return all;
}

}  // namespace remise::tramways
