// What a seat cannot know in 1840 is one thing only: the order of the face-down line cards (R3).
#include <algorithm>

#include "core/random.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {

// Which cards are face down follows from those seen. Sorted, so that nothing of the true order is left in the result.
State Vienna1840::known(const State& s, Viewer viewer) const {
  State known = s;
  if (viewer.kind != Viewer::Kind::analyst) std::sort(known.deck.begin(), known.deck.end());
  return known;
}

// Line 2 is as likely in one place as in another once the first cards lie open.
State Vienna1840::imagine(const State& s, Seat seat, Random& random) const {
  State imagined = known(s, Viewer::of(seat));
  random.shuffle(std::span(imagined.deck.begin(), imagined.deck.size()));
  return imagined;
}

// Cards are turned from the front: those of the start that are not face down any more come first, as they came, then
// the imagined ones. Once the last ones have been put away unseen (R63) their order does not matter.
Json Vienna1840::imagined_setup(const Json& setup, const State& start, const State& imagined) const {
  Json order = Json::array(), lines = Json::array();
  for (const Seat seat : start.order) order.push_back(static_cast<int>(seat));
  for (std::size_t i = 0; i < line_count; ++i)
    if (start.lines[i].place == LinePlace::offered) lines.push_back(number_of(id_at<LineId>(i)));
  const std::size_t turned = start.deck.size() - imagined.deck.size();
  for (std::size_t i = 0; i < (imagined.deck.empty() ? start.deck.size() : turned); ++i)
    lines.push_back(number_of(start.deck[i]));
  for (const LineId line : imagined.deck) lines.push_back(number_of(line));
  Json guessed = setup;
  guessed.erase("seed");
  guessed["deal"] = {{"order", std::move(order)}, {"lines", std::move(lines)}};
  return guessed;
}

}  // namespace remise::vienna1840
