// Cards, symbols and actions of Tramways in words, for people at a terminal who have no picture of the cards.
#pragma once

#include "core/game.h"
#include "games/tramways/components/tables.h"
#include "games/tramways/state.h"
#include "io/text/locale.h"

namespace remise::tramways {

class Words {
 public:
  Words(const Match& match, const Locale& locale);

  // By what is printed on it: “2 rails · destination: residential”; the number alone where there is no such card.
  std::string card(std::size_t id) const;
  std::string symbol(const std::string& at) const;  // "18:0" -> "2 rails"
  std::string link(const Json& id) const;           // 7 -> "R 3d - D2 5f"; the number alone where there is no such link
  // For Speaker: what the cards and symbols of a sentence's members show, {"symbol": {"18:0": "2 rails"}}.
  Json labels() const;
  // The same action with words where its members are lists and objects: `pay` what it is paid with, or null, `uses` of
  // a card's symbols, and of track `from`, a field, or null where it goes on with `link`, and its `way`.
  Json spoken(const Json& action) const;

 private:
  std::string paid(const std::string& at) const;
  std::string spot_name(FieldId field) const;
  std::string place_letter(FieldId field) const;
  FieldId link_far(const Link& link) const;
  std::string ends(const Link& link) const;
  Json alike_links() const;
  std::string way(const Json& track) const;
  std::string payment(const Json& action) const;
  std::string uses(const Json& action) const;
  std::string face(const Card& card) const;
  std::string printed(const Slot& slot) const;

  const Tables& tables_;
  const State& state_;
  const Locale& locale_;
};

}  // namespace remise::tramways
