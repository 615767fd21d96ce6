// Golden texts: what the rules do, written out so that a person can read it, and compared letter by letter.
//
// The first lines of a text say how to make it; an empty line ends them, and what follows is made from them:
//   kind playthrough                   a match of random moves to its end: sentences, and the table at the end of each
//                                      round with the hash of its state
//   kind perft                         how many positions follow, by the kind of the first move
//   game GAME
//   setup {"players": 4, "seed": "a"}
//   policy SEED                        of the random moves
//   moves N                            at most so many (playthrough); before the counting begins (perft)
//   until TYPE [MEMBER]                perft: more random moves, until somebody may do this ("bid line")
//   depth D                            perft
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "io/text/locale.h"

namespace remise {

// Making a text again from its own head must give the same text. `locale` says the sentences.
std::expected<std::string, Error> make_golden(const std::vector<std::unique_ptr<Game>>& games, const Locale& locale,
                                              std::string_view head);

}  // namespace remise
