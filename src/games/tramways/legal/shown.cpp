// What a view shows of a long list of track: each way with its first payment, those that complete a link before others,
// short ones before long ones; in the order of the list.
#include <algorithm>

#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

struct Worth {
  bool same_way, incomplete;  // as the entry before it; an end without a place
  std::size_t pieces, number;
  auto operator<=>(const Worth&) const = default;
};

Worth worth_of(const LayTrack& track, const LayTrack* before, std::size_t number) {
  return {before && before->deed == track.deed, track.dests.empty(), static_cast<std::size_t>(track.deed.exits.size()),
          number};
}

}  // namespace

void Tramways::shorten(Choices& choices) const {
  std::vector<Worth> tracks;
  const LayTrack* before = nullptr;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto* track = std::get_if<LayTrack>(&choices[i].action);
    if (track) tracks.push_back(worth_of(*track, before, i));
    before = track;
  }
  if (tracks.size() <= shown_track) return;
  std::ranges::nth_element(tracks, tracks.begin() + shown_track);
  std::vector<bool> left_out(choices.size());
  for (auto it = tracks.begin() + shown_track; it != tracks.end(); ++it) left_out[it->number] = true;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (left_out[i]) continue;
    if (kept != i) choices[kept] = std::move(choices[i]);
    ++kept;
  }
  choices.resize(kept);
}

}  // namespace remise::tramways
