// What an entry of the list of legal moves costs and brings, in a few words.
#pragma once

#include <string>

#include "core/game.h"
#include "io/text/locale.h"

namespace remise::cli {

class Worth {
 public:
  Worth(const Match& match, Seat seat, const Locale& texts) : match_(match), seat_(seat), texts_(texts) {}
  // "  (treasury −20, route +10)"; empty where nothing is known before it is played, or nothing changes.
  std::string of(const Json& action);

 private:
  void add(std::string_view member, const Json& values);

  const Match& match_;
  Seat seat_;
  const Locale& texts_;
  Json view_;
  std::string words_;
};

}  // namespace remise::cli
