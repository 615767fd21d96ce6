// Moving passengers (12).
#pragma once

#include "games/tramways/position.h"

namespace remise::tramways {

int link_value(const Constants& c, const Link& link);  // 12.6.1, 12.6.2
// The place at the other end of a link, or none when it does not touch `place`.
FieldId other_end(const State& s, const Link& link, FieldId place);
// A passenger from the box onto a field of a building, where there is none; without one left the field stays empty and
// everybody is told (2.4).
void board_passenger(const Mover& mover, FieldId field);
// A passenger's way, link by link (12.2, 12.3).
class RouteWalk {
 public:
  explicit RouteWalk(const State& s) : s_(s) {}

  Check begin(Spot field);
  // `wanted`: what the destination symbol names, where it is known.
  Check step(LinkId id, Places wanted = {});
  FieldId place() const { return place_; }   // reached so far
  Places passed() const { return passed_; }  // what names the stops before it
  bool visited(FieldId place) const { return visited_[index(place)]; }
  std::size_t links() const { return links_; }

 private:
  const State& s_;
  FieldId place_ = FieldId::none;
  Places passed_{};
  std::size_t links_ = 0;
  std::array<bool, max_fields> visited_{};
};

// Step 3 and the end of the journey, after the bonus (12.6, 12.7).
void finish_journey(const Mover& mover);

}  // namespace remise::tramways
