// A network of revenue locations, as the best-route solver sees it: a plain value to be filled again and again.
//
// A route is a sequence of two or more different locations, each adjacent to the next, with at least one own location
// on it. Open locations may be passed or be an end; end-only ones can only be the first or last; blocked ones are not
// there at all. Values are counted once for each location on the route.
//
// For the builder of a graph:
// * A bonus belongs to one location: add it to that value (add_value). A bonus shared by several locations cannot be
//   expressed, unless they are all neighbours on one track (then it is one location).
// * An area of several hexes is one location with more edges.
// * "No piece of track twice" follows from "no location twice" as long as every piece of track touches a location.
// Track
//   that runs from side to side of a hex is just a longer edge; pieces of it that two edges would share are beyond this
//   model.
// * The numbers of the locations decide between routes of equal value (see route_solver.h): number them in a fixed
// order.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/assert.h"

namespace remise {

using LocationIndex = std::uint8_t;

enum class Passage : std::uint8_t { Open, EndOnly, Blocked };

class RouteGraph {
 public:
  static constexpr int max_locations = 255;
  static constexpr int max_degree = 16;
  static constexpr int max_value = 2047;

  struct Location {
    std::int16_t value = 0;
    Passage passage = Passage::Open;
    bool own = false;
    bool operator==(const Location&) const = default;
  };

  void clear() { count_ = 0; }

  LocationIndex add_location(int value, Passage passage = Passage::Open, bool own = false) {
    REMISE_ASSERT(count_ < max_locations);
    degrees_[count_] = 0;
    locations_[count_] = {};
    const auto at = static_cast<LocationIndex>(count_++);
    set_value(at, value);
    set_passage(at, passage);
    set_own(at, own);
    return at;
  }

  // Parallel edges count once; an edge from a location to itself is no edge.
  void add_edge(LocationIndex a, LocationIndex b) {
    REMISE_ASSERT(a < count_ && b < count_);
    if (a == b || adjacent(a, b)) return;
    REMISE_ASSERT(degrees_[a] < max_degree && degrees_[b] < max_degree);
    neighbours_[a][degrees_[a]++] = b;
    neighbours_[b][degrees_[b]++] = a;
  }

  void set_value(LocationIndex at, int value) {
    REMISE_ASSERT(value >= 0 && value <= max_value);
    locations_[at].value = static_cast<std::int16_t>(value);
  }
  void add_value(LocationIndex at, int bonus) { set_value(at, locations_[at].value + bonus); }
  void set_passage(LocationIndex at, Passage passage) { locations_[at].passage = passage; }
  void set_own(LocationIndex at, bool own) { locations_[at].own = own; }

  int size() const { return count_; }
  const Location& operator[](LocationIndex at) const { return locations_[at]; }
  std::span<const LocationIndex> neighbours(LocationIndex at) const { return {neighbours_[at].data(), degrees_[at]}; }
  bool adjacent(LocationIndex a, LocationIndex b) const {
    for (const LocationIndex n : neighbours(a))
      if (n == b) return true;
    return false;
  }

 private:
  // Only the first count_ rows mean anything, and of a row only its first degrees_ entries: clearing costs nothing.
  int count_ = 0;
  std::array<Location, max_locations> locations_;
  std::array<std::uint8_t, max_locations> degrees_;
  std::array<std::array<LocationIndex, max_degree>, max_locations> neighbours_;
};

}  // namespace remise
