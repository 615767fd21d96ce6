// What a match makes of its seed. Each use has a label of its own in front of the seed, so that what one of them shows
// tells nothing about another: the commitment is published at the start, and the stream decides every hidden card.
#pragma once

#include <string>
#include <string_view>

#include "core/random.h"

namespace remise {

// The draws of a match.
Random match_stream(std::string_view seed);
// The same under the first version of a game's rules: the bare hash of the seed was the key, and views showed that
// hash. Old matches replay with it; nothing publishes it any more.
Random bare_stream(std::string_view seed);
// Which person sits where, drawn by the server before the match begins.
Random seating_stream(std::string_view seed);

// Published at the start, checked by everyone when the seed is known: 64 hexadecimal digits, the SHA-256 of the line
// "remise commitment" and the seed. By hand: printf 'remise commitment\n%s' SEED | sha256sum
std::string commitment_to(std::string_view seed);

}  // namespace remise
