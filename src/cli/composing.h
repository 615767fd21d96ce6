// An action made step by step at the terminal, over the answers about an action begun (docs/moves-in-the-making.md).
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/game.h"
#include "io/text/sentences.h"

namespace remise::cli {

class Composing {
 public:
  Composing(const Match& match, Seat seat) : match_(match), seat_(seat) {}

  void begin(const std::string& type) {
    if (!type.empty()) now_.action["type"] = type;
  }
  // What can follow, what would be played now, and what that brings.
  void show(std::ostream& out, const Speaker& speak);
  enum class Result : std::uint8_t { goes_on, play, stop };
  Result obey(const std::string& line, std::ostream& out, const Speaker& speak);
  const Json& action() const { return answer_["send"]; }  // after Result::play

 private:
  struct Begun {
    Json action = Json::object(), use = Json::array(), avoid = Json::array();
  };

  bool ask(const Begun& begun, std::ostream& out, const Speaker& speak);
  bool take_step(std::size_t number, const std::string& rest, std::ostream& out);
  bool pays_with_symbols() const;
  void toggle(const std::string& symbol);
  void show_pay(std::ostream& out, const Speaker& speak) const;

  const Match& match_;
  Seat seat_;
  Begun now_;
  std::vector<Begun> before_;
  Json answer_;
};

}  // namespace remise::cli
