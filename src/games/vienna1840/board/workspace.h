// Working memory of the rules (core/rules.h), so that moves and lists of moves allocate nothing once it has grown. It
// carries nothing from one call to the next: every user fills what it reads.
#pragma once

#include <vector>

#include "games/vienna1840/board/routes.h"

namespace remise::vienna1840 {

struct Workspace {
  RouteFinder routes;
  std::vector<Route> best;  // of a view, by line
  std::vector<Lay> lays;
  std::vector<MarkerPlace> places;
  std::vector<Removal> removals;

  // The lists, emptied.
  void clear() {
    lays.clear();
    places.clear();
    removals.clear();
  }
};

}  // namespace remise::vienna1840
