// Where the track and the locations of a face go in a drawing: computed from its edges, never by hand. Lengths in units
// of the hex radius, centre at (0, 0), y downwards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/vienna1840/components/tiles.h"

namespace remise::vienna1840 {

struct Point {
  double x = 0, y = 0;
  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
};
double distance(Point a, Point b);
Point edge_point(int edge, double apothems = 1.0);    // on the way from the centre to the middle of an edge
Point corner_point(int corner, double radius = 1.0);  // corner 0 is the top one, then clockwise

// A piece of track from an edge to a location, as a quadratic curve.
struct TrackPiece {
  int edge = 0;
  int location = 0;
  bool stadtbahn = false;
  bool arrow = false;  // into a red area or tile
  Point from, control, to;
};

struct PlacedLocation {
  Point at;
  double bar = 0;      // angle of a halt's bar, in degrees
  bool small = false;  // one of several halts: a smaller bar
};

struct FaceLayout {
  std::vector<PlacedLocation> locations;
  std::vector<TrackPiece> track;
  std::vector<Point> slots(const Face& face, int location) const;  // centres of its circles
  Point badge;                                                     // the corner furthest from track and circles
};
double slot_radius(int slots);

// `keep_clear`: points the badge keeps away from.
FaceLayout layout_of(const Face& face, const std::vector<Point>& keep_clear = {});

}  // namespace remise::vienna1840
