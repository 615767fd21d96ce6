// A fuzzer's input read as decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/game.h"

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

// A match of some game, with a few legal moves played, as the bytes say.
std::unique_ptr<Match> some_match(Bytes& bytes);

// An entry of Match::legal with its ranges filled in.
Json filled(Json choice, Bytes& bytes);

// Something else somewhere inside a value.
void twist(Json& json, Bytes& bytes);

// Plays one action for a seat and checks what must hold whatever the action is: a refused move changes nothing and
// names its reason; an accepted one can be taken back.
void play_and_check(Match& match, Seat seat, const Json& action);

}  // namespace remise::fuzz
