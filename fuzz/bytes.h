// A fuzzer's input read as decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/random.h"
#include "targets.h"

namespace remise::fuzz {

class Bytes {
 public:
  explicit Bytes(std::string_view input)
      : data_(reinterpret_cast<const std::uint8_t*>(input.data())), size_(input.size()) {}
  bool empty() const { return at_ >= size_; }
  std::uint8_t next() { return empty() ? 0 : data_[at_++]; }
  // One of 0 .. n-1, from as few bytes as will do.
  std::size_t below(std::size_t n) {
    std::size_t value = next();
    if (n > 256) value = value << 8 | next();
    return n ? value % n : 0;
  }
  std::string_view rest() {
    const std::string_view text(reinterpret_cast<const char*>(data_) + at_, size_ - at_);
    at_ = size_;
    return text;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

// All games with the data of this build; made once.
const std::vector<std::unique_ptr<Game>>& games();

// Whole games, drawn: of each game this many, with different numbers of players and options. Each is played at its
// first use, so that a target can begin anywhere between the deal and the end.
inline constexpr std::size_t whole_games = 10;
const Match& whole_game(std::size_t game, std::size_t number);

// A match of some game: a whole one cut off somewhere, and a few legal moves more, as the bytes say.
std::unique_ptr<Match> some_match(Bytes& bytes);
// The bytes for which some_match gives whole_game(game, number) after its first n moves.
std::string bytes_for(std::size_t game, std::size_t number, std::size_t n);

// An entry of Match::legal with its ranges filled in.
Json filled(Json choice, Bytes& bytes);

// Something else somewhere inside a value.
void twist(Json& json, Bytes& bytes);
// A text of lines in which one line of JSON is twisted: bytes changed at random mostly break only the form. Nothing
// where no line is JSON.
std::optional<std::string> twisted_line(std::string_view text, Random& random);

// Plays one action for a seat and checks what must hold whatever the action is: a refused move changes nothing and
// names its reason; an accepted one can be taken back (which takes time: it is tried when asked for).
Depth play_and_check(Match& match, Seat seat, const Json& action, bool take_back);

}  // namespace remise::fuzz
