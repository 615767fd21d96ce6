#include "games/tramways/deeds.h"

namespace remise::tramways {

Network::Network(const State& s) : s_(s) {
  struct Joint {
    FieldId a, b;
    LinkId link;
  };
  InplaceVector<Joint, max_links> joints;
  std::array<std::uint8_t, max_fields + 2> degree{};
  for (const Link& link : s.links) {
    if (!link.complete) continue;
    const FieldId a = s.place_at(start_field(s, link)), b = s.place_at(far_field(s, link));
    if (a == b) continue;  // 10.4: no passenger can use it
    joints.push_back({a, b, link.id});
    ++degree[index(a)], ++degree[index(b)];
  }
  for (std::size_t f = 0; f <= max_fields; ++f) first_[f + 1] = static_cast<std::uint8_t>(first_[f] + degree[f]);
  ways_.resize(2 * joints.size());
  auto at = first_;
  for (const Joint& j : joints) {
    ways_[at[index(j.a)]++] = {j.link, j.b};
    ways_[at[index(j.b)]++] = {j.link, j.a};
  }
}

}  // namespace remise::tramways
