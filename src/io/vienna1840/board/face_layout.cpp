#include "io/vienna1840/board/face_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace remise::vienna1840 {

namespace {

constexpr double apothem = 0.8660254;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

Point curve_at(Point a, Point control, Point b, double t) {
  return a * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + b * (t * t);
}

// How a location may be placed: along the curve between two edges, along the way to one edge, or in the centre.
struct Track {
  std::vector<int> edges;
  double least = 0, most = 0, t = 0;  // `t` runs from the first edge to the second, or from the centre to the only edge

  bool centred = false;
  Point place{};  // where there is no track yet

  Point at(double where) const {
    if (centred) return {};
    if (edges.size() == 2) return curve_at(edge_point(edges[0]), {}, edge_point(edges[1]), where);
    if (edges.size() == 1) return edge_point(edges[0], where);
    return place;
  }
  Point at() const { return at(t); }
  std::vector<Point> samples() const {
    std::vector<Point> points{at()};
    for (const int edge : edges)
      for (int quarter = 0; quarter <= 4; ++quarter) {
        const double k = quarter / 4.0;
        points.push_back(edges.size() == 2 && !centred ? at(k) : at() + (edge_point(edge) - at()) * k);
      }
    return points;
  }
};

std::vector<int> edges_of(EdgeSet set) {
  std::vector<int> edges;
  for (int e = 0; e < 6; ++e)
    if (set >> e & 1) edges.push_back(e);
  return edges;
}

Track track_of(const Location& location, bool alone) {
  Track track{edges_of(static_cast<EdgeSet>(location.tram_edges | location.stadtbahn_edges))};
  const std::size_t exits = track.edges.size();
  if (alone && !location.halt()) return {track.edges, 0, 0, 0, true};
  if (exits == 2) return {track.edges, 0.26, 0.74, 0.5};
  if (exits == 1) return alone ? Track{track.edges, 0.12, 0.12, 0.12} : Track{track.edges, 0.30, 0.56, 0.45};
  return track;
}

// Slides every location along its track to the place furthest from the others and their track.
void spread(std::vector<Track>& tracks) {
  for (int round = 0; round < 3; ++round)
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      Track& track = tracks[i];
      double best = -1, best_t = track.t;
      for (int step = 0; step <= 12; ++step) {
        const double t = track.least + (track.most - track.least) * step / 12;
        double nearest = 9, apart = 9;
        for (std::size_t j = 0; j < tracks.size(); ++j) {
          if (j == i) continue;
          apart = std::min(apart, distance(track.at(t), tracks[j].at()));
          for (const Point other : tracks[j].samples()) nearest = std::min(nearest, distance(track.at(t), other));
        }
        // Equal places: the one further from the other locations, then the one nearer to the middle of its track.
        const double value = nearest + 0.04 * apart - 0.02 * std::abs(t - (track.least + track.most) / 2);
        if (value > best + 1e-9) best = value, best_t = t;
      }
      track.t = best_t;
    }
}

double bar_angle(const Track& track) {
  if (track.edges.size() == 2) {
    const Point step = track.at(track.t + 0.01) - track.at(track.t - 0.01);
    return std::atan2(step.y, step.x) * 180 / std::numbers::pi + 90;
  }
  if (track.edges.size() == 1) return 120.0 + 60 * track.edges[0] + 90;
  double best = 0, best_gap = -1;
  for (int angle = 0; angle < 180; angle += 15) {
    double gap = 180;
    for (const int edge : track.edges) {
      const double off = std::fmod(120.0 + 60 * edge - angle + 720, 180);
      gap = std::min({gap, off, 180 - off});
    }
    if (gap > best_gap + 1e-9) best_gap = gap, best = angle;
  }
  return best;
}

void add_pieces(FaceLayout& layout, const Location& location, int number, const Track& track, bool whole_way) {
  for (const bool stadtbahn : {true, false}) {
    for (const int edge : edges_of(stadtbahn ? location.stadtbahn_edges : location.tram_edges)) {
      TrackPiece piece{edge, number, stadtbahn, location.terminal && !stadtbahn, edge_point(edge), {}, track.at()};
      if (whole_way && track.edges.size() == 2) {
        const double part = edge == track.edges[0] ? track.t : 1 - track.t;
        piece.control = edge_point(edge) * (1 - part);
      } else {
        piece.control = (piece.from + piece.to) * 0.5;
      }
      layout.track.push_back(piece);
    }
  }
}

}  // namespace

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Point edge_point(int edge, double apothems) {
  const double angle = radians(120 + 60 * edge);
  return Point{std::cos(angle), std::sin(angle)} * (apothem * apothems);
}

Point corner_point(int corner, double radius) {
  const double angle = radians(-90 + 60 * corner);
  return Point{std::cos(angle), std::sin(angle)} * radius;
}

double slot_radius(int slots) { return slots <= 1 ? 0.30 : slots == 2 ? 0.285 : 0.262; }

std::vector<Point> FaceLayout::slots(const Face& face, int location) const {
  const Point at = locations[static_cast<std::size_t>(location)].at;
  const int count = face.locations[static_cast<std::size_t>(location)].slots;
  const double r = slot_radius(count);
  if (count == 1) return {at};
  if (count == 2) return {at - Point{1.04 * r, 0}, at + Point{1.04 * r, 0}};
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) {
    const double angle = radians(-90 + 360.0 * i / count);
    points.push_back(at + Point{std::cos(angle), std::sin(angle)} * (1.2 * r));
  }
  return points;
}

FaceLayout layout_of(const Face& face, const std::vector<Point>& keep_clear) {
  FaceLayout layout;
  std::vector<Track> tracks;
  const bool alone = face.locations.size() == 1;
  for (const Location& location : face.locations) tracks.push_back(track_of(location, alone));
  // Circles of an OO hex without a tile stand side by side.
  for (std::size_t i = 0; i < tracks.size() && !alone; ++i)
    if (tracks[i].edges.empty()) tracks[i].place = {i == 0 ? -0.36 : 0.36, 0};
  if (!alone) spread(tracks);
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const Location& location = face.locations[i];
    layout.locations.push_back({tracks[i].at(), bar_angle(tracks[i]), face.locations.size() > 3});
    add_pieces(layout, location, static_cast<int>(i), tracks[i], location.halt() || !alone);
  }
  std::vector<Point> taken = keep_clear;
  for (const TrackPiece& piece : layout.track)
    for (int tenth = 0; tenth <= 10; ++tenth)
      taken.push_back(curve_at(piece.from, piece.control, piece.to, tenth / 10.0));
  for (std::size_t i = 0; i < face.locations.size(); ++i)
    for (const Point slot : face.locations[i].halt() ? std::vector<Point>{layout.locations[i].at}
                                                     : layout.slots(face, static_cast<int>(i))) {
      const double r = face.locations[i].halt() ? 0.2 : slot_radius(face.locations[i].slots);
      for (int k = 0; k < 8; ++k)
        taken.push_back(slot + Point{std::cos(radians(45 * k)), std::sin(radians(45 * k))} * r);
    }
  double best = -1;
  for (const int corner : {0, 1, 5, 2, 4, 3}) {
    const Point candidate = corner_point(corner, 0.70);
    double nearest = 2;
    for (const Point point : taken) nearest = std::min(nearest, distance(candidate, point));
    if (nearest > best + 0.03) best = nearest, layout.badge = candidate;
  }
  return layout;
}

}  // namespace remise::vienna1840
