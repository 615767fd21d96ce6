// What a seat cannot know in 1840 is one thing only: the order of the face-down line cards (R3).
#include <algorithm>

#include "core/random.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

// Which cards are face down follows from those seen; line 2 is as likely in one place as in another once the first
// cards lie open. Sorted first, so that nothing of the true order is left in the result.
State Vienna1840::imagine(const State& s, Seat, Random& random) const {
  State imagined = s;
  std::sort(imagined.deck.begin(), imagined.deck.end());
  random.shuffle(std::span(imagined.deck.begin(), imagined.deck.size()));
  return imagined;
}

}  // namespace remise::vienna1840
