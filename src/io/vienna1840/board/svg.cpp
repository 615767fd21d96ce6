#include "io/vienna1840/board/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "io/vienna1840/board/face_layout.h"
#include "io/vienna1840/board/svg_style.h"

namespace remise::vienna1840 {

namespace {

constexpr double size = 40;  // hex radius

std::string num(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  std::string s = text;
  if (s.ends_with(".0")) s.resize(s.size() - 2);
  return s == "-0" ? "0" : s;
}
std::string num(Point p) { return num(p.x) + " " + num(p.y); }

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return out;
}

std::string dashes(std::size_t stadtbahn, double factor) {
  std::string out;
  const std::string pattern = stadtbahn_dash[stadtbahn];
  for (std::size_t at = 0; at < pattern.size();) {
    std::size_t used = 0;
    const double value = std::stod(pattern.substr(at), &used);
    out.append(out.empty() ? "" : " ").append(num(std::max(0.1, value * size * factor)));
    at += used;
  }
  return out;
}

class Drawing {
 public:
  explicit Drawing(const MapPicture& picture) : p_(picture), map_(*picture.map), board_(*picture.board) {
    for (std::size_t s = 0; s < stadtbahn_count; ++s)
      for (const PathHex& step : map_.paths[s])
        for (const int edge : {static_cast<int>(step.enter), static_cast<int>(step.leave)})
          if (edge >= 0) dotted_[{index(step.hex), edge}] = s;
    for (std::size_t h = 0; h < hex_count; ++h)
      if (map_.has(id_at<HexId>(h))) layouts_.emplace(h, layout_of(face(id_at<HexId>(h)), keep_clear(id_at<HexId>(h))));
  }

  Drawn write() {
    for (const auto& [h, layout] : layouts_) fill(id_at<HexId>(h));
    for (const auto& [h, layout] : layouts_) unbuilt_path(id_at<HexId>(h));
    for (const auto& [h, layout] : layouts_) track(id_at<HexId>(h), layout);
    for (const auto& [h, layout] : layouts_) edges(id_at<HexId>(h));
    route_line();
    for (const auto& [h, layout] : layouts_) locations(id_at<HexId>(h), layout);
    route_stops();
    for (const auto& [h, layout] : layouts_) coordinate(id_at<HexId>(h));
    return frame();
  }

 private:
  const Face& face(HexId h) const { return face_at(map_, board_, h); }
  bool empty(HexId h) const { return board_.tile[index(h)] == TileId::none; }

  static int row(const std::string& name) { return name[0] - 'A'; }
  static int column(const std::string& name) { return std::stoi(name.substr(1)); }
  Point centre(HexId h) const {
    const std::string& name = map_[h].name;
    return {0.8660254 * size * (column(name) - 1), 1.5 * size * row(name)};
  }
  Point on(HexId h, Point local) const { return centre(h) + local * size; }

  std::string polygon(HexId h, double radius) const {
    std::string d = "M";
    for (int c = 0; c < 6; ++c) d.append(c ? "L" : "").append(num(on(h, corner_point(c, radius))));
    return d + "Z";
  }
  void add(const std::string& text) { out_ += text + "\n"; }
  void path(const std::string& css, const std::string& d, double width, const std::string& more = "") {
    add("<path class=\"" + css + "\" d=\"" + d + "\" stroke-width=\"" + num(width * size) + "\"" + more + "/>");
  }
  void text(Point at, double height, const std::string& css, const std::string& words, const std::string& more = "") {
    add("<text class=\"" + css + "\" x=\"" + num(at.x) + "\" y=\"" + num(at.y + height * size * 0.35) +
        "\" font-size=\"" + num(height * size) + "\"" + more + ">" + escaped(words) + "</text>");
  }
  void icon(Point at, double width, const std::string& css, const std::string& d, double stroke) {
    const double k = width * size / 24;
    char transform[96];
    std::snprintf(transform, sizeof transform, "translate(%.1f %.1f) scale(%.3f)", at.x - 12 * k, at.y - 12 * k, k);
    add("<path class=\"" + css + "\" transform=\"" + transform + "\" stroke-width=\"" + num(stroke) + "\" d=\"" + d +
        "\"/>");
  }

  void fill(HexId h) {
    const Hex& hex = map_[h];
    std::string css = "h ";
    if (!empty(h)) {
      css += "tile t" + std::to_string(index(map_.tiles[board_.tile[index(h)]].colour));
    } else {
      switch (hex.kind) {
        case HexKind::stadtbahn: css += "sb"; break;
        case HexKind::red_edge: css += "red"; break;
        case HexKind::inner_city: css += "inner"; break;
        case HexKind::railway_station: css += "purple"; break;
        case HexKind::park: css += "park"; break;
        case HexKind::edge_halt: css += "sand"; break;
        // The through tracks beside Grinzing and Heiligenstadt belong to the red edge.
        case HexKind::fixed: css += hex.printed.locations.empty() ? "red" : "sand"; break;
        default: css += hex.cost == 40 ? "river" : "plain";
      }
    }
    path(css, polygon(h, 0.985), 0.03);
    if (!empty(h) && hex.cost == 40) wave(h);
    if (hex.kind == HexKind::stadtbahn) path("sbe", polygon(h, 0.91), 0.045);
    if (hex.kind == HexKind::inner_city && empty(h)) path("ine", polygon(h, 0.88), 0.045, " stroke-dasharray=\"4 3\"");
  }

  void wave(HexId h) {
    const Point at = on(h, {-0.45, 0.62});
    path("no",
         "M" + num(at) + "q" + num({0.11 * size, -0.14 * size}) + " " + num({0.22 * size, 0}) + "t" +
             num({0.22 * size, 0}) + "t" + num({0.22 * size, 0}) + "t" + num({0.22 * size, 0}),
         0.07, " stroke=\"#7FB2CC\"");
  }

  void unbuilt_path(HexId h) {
    if (!empty(h)) return;
    for (std::size_t s = 0; s < stadtbahn_count; ++s)
      for (const PathHex& step : map_.paths[s])
        if (step.hex == h && step.build && step.enter >= 0 && step.leave >= 0)
          path(std::string("dots ") + stadtbahn_class[s],
               "M" + num(on(h, edge_point(step.enter, 0.97))) + "Q" + num(centre(h)) + " " +
                   num(on(h, edge_point(step.leave, 0.97))),
               0.13, " stroke-dasharray=\"" + dashes(s, 1.25) + "\"");
  }

  std::string curve(HexId h, const TrackPiece& piece) const {
    return "M" + num(on(h, piece.from)) + "Q" + num(on(h, piece.control)) + " " + num(on(h, piece.to));
  }

  void dotted(std::size_t stadtbahn, const std::string& d) {
    path("cas", d, 0.25);
    path("tr", d, 0.17);
    path(std::string("dots ") + stadtbahn_class[stadtbahn], d, 0.085,
         " stroke-dasharray=\"" + dashes(stadtbahn, 1) + "\"");
  }

  std::size_t stadtbahn_at(HexId h, int edge) const {
    const auto found = dotted_.find({index(h), edge});
    return found == dotted_.end() ? 0 : found->second;
  }

  void track(HexId h, const FaceLayout& layout) {
    // Dotted track from edge to edge, without a location (A11, A15).
    for (std::size_t s = 0; s < stadtbahn_count; ++s)
      for (const PathHex& step : map_.paths[s])
        if (step.hex == h && step.enter >= 0 && step.leave >= 0 &&
            face(h).stadtbahn[static_cast<std::size_t>(step.enter)] < 0 && !step.build && face(h).locations.empty())
          dotted(s, "M" + num(on(h, edge_point(step.enter))) + "Q" + num(centre(h)) + " " +
                        num(on(h, edge_point(step.leave))));
    for (const TrackPiece& piece : layout.track)
      if (piece.stadtbahn) dotted(stadtbahn_at(h, piece.edge), curve(h, piece));
    for (const TrackPiece& piece : layout.track)
      if (!piece.stadtbahn && !piece.arrow) path("cas", curve(h, piece), 0.23);
    for (const TrackPiece& piece : layout.track)
      if (!piece.stadtbahn && !piece.arrow) path("tr", curve(h, piece), 0.15);
    // Arrows: of red areas and tiles; both hexes of an area have some, but only the first has the location.
    for (int e = 0; e < 6; ++e) {
      if (face(h).tram[static_cast<std::size_t>(e)] < 0) continue;
      const bool here = static_cast<std::size_t>(face(h).tram[static_cast<std::size_t>(e)]) < face(h).locations.size();
      if (here && !face(h).locations[static_cast<std::size_t>(face(h).tram[static_cast<std::size_t>(e)])].terminal)
        continue;
      arrow(h, e, 0.15, 0.64, 0.40, 0.17, "arr", true);
    }
    if (empty(h) && (map_[h].arrows != 0))
      for (int e = 0; e < 6; ++e)
        if (map_[h].arrows >> e & 1)
          arrow(h, e, 0, 0.98, 0.80, 0.13, map_[h].kind == HexKind::inner_city ? "iarr" : "parr", false);
  }

  void arrow(HexId h, int edge, double width, double base, double tip, double half, const std::string& css,
             bool shaft) {
    if (shaft) path("cas", "M" + num(on(h, edge_point(edge))) + "L" + num(on(h, edge_point(edge, 0.60))), 0.23);
    if (shaft) path("tr", "M" + num(on(h, edge_point(edge))) + "L" + num(on(h, edge_point(edge, 0.60))), width);
    const Point out = edge_point(edge);
    const Point side = Point{-out.y, out.x} * (half / 0.8660254);
    path(css,
         "M" + num(on(h, edge_point(edge, base) + side)) + "L" + num(on(h, edge_point(edge, tip))) + "L" +
             num(on(h, edge_point(edge, base) - side)) + "Z",
         shaft ? 0.04 : 0);
  }

  // Walls between inner-city hexes.
  void edges(HexId h) {
    if (map_[h].kind != HexKind::inner_city) return;
    for (int e = 0; e < 6; ++e) {
      const HexId other = neighbour(h, e);
      if (other == HexId::none || map_[other].kind != HexKind::inner_city || index(other) < index(h)) continue;
      const Point a = on(h, corner_point((e + 3) % 6, 0.95)), b = on(h, corner_point((e + 4) % 6, 0.95));
      path("wall", "M" + num(a) + "L" + num(b), 0.10, " stroke-linecap=\"round\"");
    }
  }

  // The hex beyond an edge by its name, whether or not track may cross.
  HexId neighbour(HexId h, int edge) const {
    static constexpr int rows[] = {1, 0, -1, -1, 0, 1}, columns[] = {-1, -2, -1, 1, 2, 1};
    const std::string& name = map_[h].name;
    const int r = row(name) + rows[edge], c = column(name) + columns[edge];
    if (r < 0 || c < 0) return HexId::none;
    return map_.find(std::string(1, static_cast<char>('A' + r)) + std::to_string(c));
  }

  // The second hex of a red area, or none.
  HexId partner(HexId h) const {
    for (const auto& [other, layout] : layouts_)
      if (map_[id_at<HexId>(other)].anchor == h && id_at<HexId>(other) != h) return id_at<HexId>(other);
    return HexId::none;
  }

  void locations(HexId h, const FaceLayout& layout) {
    const Hex& hex = map_[h];
    const Face& f = face(h);
    if (hex.anchor != h && hex.kind == HexKind::red_edge) return;
    for (std::size_t l = 0; l < f.locations.size(); ++l) {
      if (f.locations[l].halt())
        halt(h, layout.locations[l]);
      else
        circles(h, f, layout, static_cast<int>(l));
    }
    values(h, f, layout);
    if (hex.landmark != PrivateId::none)
      icon(on(h, landmark_place(h)),
           hex.kind != HexKind::inner_city ? 0.62
           : empty(h)                      ? 0.80
                                           : 0.46,
           hex.kind == HexKind::inner_city ? "lmr" : "lm", landmark_icon[index(hex.landmark)], 1.75);
    if (hex.kind == HexKind::stadtbahn && empty(h)) bonus(h);
    name(h, f);
  }

  // On a red tile at the top; in a park away from its halt.
  Point landmark_place(HexId h) const {
    if (map_[h].kind == HexKind::inner_city) return {0, empty(h) ? -0.08 : -0.62};
    Point away;
    for (const TrackPiece& piece : layout_of(face(h)).track) away = away - piece.from * 0.5 - piece.to;
    const double length = distance(away, {});
    return length < 0.01 ? Point{} : away * (0.30 / length);
  }
  std::vector<Point> keep_clear(HexId h) const {
    if (map_[h].kind == HexKind::red_edge) return {{-0.3, -0.5}, {0, -0.5}, {0.3, -0.5}};  // its name
    if (map_[h].landmark == PrivateId::none) return {};
    const Point at = landmark_place(h);
    return {at + Point{0.3, 0}, at - Point{0.3, 0}, at + Point{0, 0.3}, at - Point{0, 0.3}};
  }

  void halt(HexId h, const PlacedLocation& at) {
    const double w = at.small ? 0.30 : 0.46, t = at.small ? 0.15 : 0.185;
    const Point c = on(h, at.at);
    add("<rect class=\"slot\" x=\"" + num(c.x - w * size / 2) + "\" y=\"" + num(c.y - t * size / 2) + "\" width=\"" +
        num(w * size) + "\" height=\"" + num(t * size) + "\" rx=\"2\" stroke-width=\"" + num(0.055 * size) +
        "\" transform=\"rotate(" + num(at.bar) + " " + num(c) + ")\"/>");
  }

  void circles(HexId h, const Face& f, const FaceLayout& layout, int location) {
    const Location& at = f.locations[static_cast<std::size_t>(location)];
    const std::vector<Point> slots = layout.slots(f, location);
    const double r = slot_radius(at.slots) * size;
    if (at.slots == 2) {
      const Point a = on(h, slots[0]);
      const double w = r + 0.03 * size;
      add("<rect class=\"slot\" x=\"" + num(a.x - w) + "\" y=\"" + num(a.y - w) + "\" width=\"" +
          num(2 * w + 2.08 * r) + "\" height=\"" + num(2 * w) + "\" rx=\"" + num(w) + "\" stroke-width=\"" +
          num(0.045 * size) + "\"/>");
    }
    LineSet homes = homes_waiting(h);
    for (int i = 0; i < at.slots; ++i) {
      const Point c = on(h, slots[static_cast<std::size_t>(i)]);
      add("<circle class=\"slot\" cx=\"" + num(c.x) + "\" cy=\"" + num(c.y) + "\" r=\"" + num(r) +
          "\" stroke-width=\"" + num(0.045 * size) + "\"/>");
      const MarkerId marker = marker_at(map_, board_, h, at.first_circle + i);
      if (marker != MarkerId::none) {
        draw_marker(c, r, marker);
      } else if (!homes.empty()) {
        const LineId line = homes.lowest();
        reserved_[index(h)].add(line);
        homes.remove(line);
        text(c, 0.30, "home", std::to_string(number_of(line)));
      }
    }
  }

  // Lines waiting for this hex whose number is not drawn yet.
  LineSet homes_waiting(HexId h) {
    LineSet set{map_[h].homes.bits & p_.waiting.bits};
    set.bits &= ~reserved_[index(h)].bits;
    return set;
  }

  void draw_marker(Point c, double slot, MarkerId marker) {
    if (is_stadtbahn(marker)) {
      const std::size_t s = index(stadtbahn_of(marker)) - tram_company_count;
      const double r = 0.92 * slot;
      add("<circle fill=\"#fff\" cx=\"" + num(c.x) + "\" cy=\"" + num(c.y) + "\" r=\"" + num(r) + "\"/>");
      add(std::string("<circle class=\"no ") + stadtbahn_class[s] + "\" cx=\"" + num(c.x) + "\" cy=\"" + num(c.y) +
          "\" r=\"" + num(r * 0.82) + "\" stroke-width=\"" + num(r * 0.3) + "\"/>");
      text(c, r * 1.05 / size, "ink", std::string(1, "WVGD"[s]));
      return;
    }
    const CompanyId company = p_.company[index(marker)];
    const double r = 0.80 * slot;
    const bool known = index(company) < tram_company_count;
    shape(c, r, known ? company : CompanyId::wt);
    const int number = static_cast<int>(index(marker)) + 1;
    text(c, (number > 9 ? 1.08 : 1.25) * r / size, dark_text(company) ? "ink" : "", std::to_string(number),
         dark_text(company) ? "" : " fill=\"#fff\"");
  }

  void shape(Point c, double r, CompanyId company) {
    const std::string more = std::string(" class=\"") + company_class[index(company)] + "\" stroke=\"" +
                             (dark_text(company) ? "#1B1F26" : "#fff") + "\" stroke-width=\"" + num(0.14 * r) +
                             "\" stroke-linejoin=\"round\" transform=\"translate(" + num(c) + ")\"/>";
    const auto k = [&](double x, double y) { return num({x * r / 9, y * r / 9}); };
    switch (company) {
      case CompanyId::dtkc:
        return add("<path d=\"M" + k(-8.1, -8.1) + "L" + k(8.1, -8.1) + "L" + k(8.1, 8.1) + "L" + k(-8.1, 8.1) + "Z\"" +
                   more);
      case CompanyId::sje:
        return add("<path d=\"M" + k(0, -10.8) + "L" + k(10.8, 0) + "L" + k(0, 10.8) + "L" + k(-10.8, 0) + "Z\"" +
                   more);
      case CompanyId::bbg:
        return add("<path d=\"M" + k(-10.17, 0) + "L" + k(-5.4, -8.37) + "L" + k(5.4, -8.37) + "L" + k(10.17, 0) + "L" +
                   k(5.4, 8.37) + "L" + k(-5.4, 8.37) + "Z\"" + more);
      case CompanyId::wkb:
        return add("<path d=\"M" + k(-8.55, 8.55) + "L" + k(-8.55, 0) + "A" + k(8.55, 8.55) + " 0 0 1 " + k(8.55, 0) +
                   "L" + k(8.55, 8.55) + "Z\"" + more);
      case CompanyId::gwststb:
        return add("<path d=\"M" + k(-8.55, -8.28) + "L" + k(8.55, -8.28) + "L" + k(8.55, 0.45) + "Q" + k(8.55, 6.3) +
                   " " + k(0, 10.35) + "Q" + k(-8.55, 6.3) + " " + k(-8.55, 0.45) + "Z\"" + more);
      default: return add("<circle r=\"" + num(r) + "\"" + more);
    }
  }

  static bool boxed(const Location& at) { return at.terminal && at.revenue.front() != at.revenue.back(); }

  void values(HexId h, const Face& f, const FaceLayout& layout) {
    const auto era = index(p_.era);
    std::vector<std::int16_t> shown;
    for (std::size_t l = 0; l < f.locations.size(); ++l) {
      const Location& at = f.locations[l];
      if (boxed(at) || (map_[h].kind == HexKind::red_edge && at.revenue[0] != at.revenue[3])) {
        boxes(h, at);
        continue;
      }
      if (at.revenue[era] == 0 || std::ranges::find(shown, at.revenue[era]) != shown.end()) continue;
      shown.push_back(at.revenue[era]);
      Point where = layout.badge;
      if (shown.size() > 1) {  // a second value stands beside its own location
        const Point loc = layout.locations[l].at;
        const double length = std::max(0.2, distance(loc, {}));
        where = loc * ((length + 0.33) / length);
      }
      const Point c = on(h, where);
      add("<circle class=\"badge\" cx=\"" + num(c.x) + "\" cy=\"" + num(c.y) + "\" r=\"" + num(0.195 * size) + "\"/>");
      text(c, 0.265, "ink", std::to_string(at.revenue[era]));
    }
  }

  void boxes(HexId h, const Location& at) {
    const double w = 0.335 * size, height = 0.325 * size;
    const HexId second = partner(h);
    const Point c = second == HexId::none ? on(h, {0, 0.50}) : on(second, {0, 0});
    for (int e = 0; e < era_count; ++e) {
      const double x = c.x + (e - 2) * w, y = c.y - height / 2;
      const bool now = e == static_cast<int>(index(p_.era));
      add("<rect class=\"b" + std::to_string(e) + "\" x=\"" + num(x) + "\" y=\"" + num(y) + "\" width=\"" + num(w) +
          "\" height=\"" + num(height) + "\"" + (now ? " stroke=\"#1B1F26\" stroke-width=\"2\"" : "") + "/>");
      text({x + w / 2, c.y}, now ? 0.28 : 0.25, "ink", std::to_string(at.revenue[static_cast<std::size_t>(e)]),
           now ? "" : " opacity=\"0.82\"");
    }
  }

  void bonus(HexId h) {
    const Hex& hex = map_[h];
    // The corner of the hex furthest from the dotted path.
    Point best{0, -0.55};
    double far = -1;
    for (int c : {0, 3, 1, 5, 2, 4}) {
      if (c == 3 && !hex.place.empty()) continue;  // its name
      double nearest = 2;
      for (int e = 0; e < 6; ++e)
        if (hex.dotted >> e & 1) nearest = std::min(nearest, distance(corner_point(c, 0.55), edge_point(e)));
      nearest = std::min(nearest, distance(corner_point(c, 0.55), {}) + 0.3);
      if (nearest > far + 0.01) far = nearest, best = corner_point(c, 0.58);
    }
    if (hex.bonus != Bonus::none) {
      const BonusSign& sign = bonus_sign[index(hex.bonus)];
      const double k = 0.50 * size / 24;
      const Point at = on(h, best);
      char transform[96];
      std::snprintf(transform, sizeof transform, "translate(%.1f %.1f) scale(%.3f)", at.x - 12 * k, at.y - 12 * k, k);
      add(std::string("<g transform=\"") + transform +
          "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><path d=\"M12 2.5 20.3 7.2v9.6L12 "
          "21.5l-8.3-4.7V7.2Z\" fill=\"" +
          sign.fill + "\" stroke=\"" + sign.edge + "\" stroke-width=\"1.75\"/><path fill=\"none\" d=\"" + sign.sign +
          "\" stroke=\"" + sign.stroke + "\" stroke-width=\"" + (hex.bonus == Bonus::place_station ? "7" : "2.4") +
          "\"/></g>");
    }
    for (const HexId next : next_stadtbahn_hexes(map_, board_, hex.stadtbahn))
      if (next == h) {
        const Point at = on(h, best * -1.0);
        add("<rect x=\"" + num(at.x - 0.2 * size) + "\" y=\"" + num(at.y - 0.14 * size) + "\" width=\"" +
            num(0.4 * size) + "\" height=\"" + num(0.28 * size) + "\" rx=\"3\" fill=\"#BF7016\"/>");
        text(at, 0.24, "ink", std::to_string(hex.cost));
        break;
      }
  }

  void name(HexId h, const Face& f) {
    const Hex& hex = map_[h];
    if (hex.place.empty() || !empty(h)) return;
    if (hex.kind == HexKind::red_edge) return area_name(h, f);
    const bool circle = !f.locations.empty() && !f.locations[0].halt() && f.tram_edges == 0 && f.stadtbahn_edges == 0;
    if (!circle && !f.locations.empty()) return;
    if (hex.kind == HexKind::park) return;
    const double below = f.locations.empty() && hex.landmark == PrivateId::none ? 0.0 : 0.55;
    // Long names go on two lines.
    const std::size_t space = hex.place.find_last_of(" -");
    if (hex.place.size() > 12 && space != std::string::npos) {
      text(on(h, {0, below - 0.11}), 0.21, "nm", hex.place.substr(0, hex.place[space] == '-' ? space + 1 : space));
      text(on(h, {0, below + 0.11}), 0.21, "nm", hex.place.substr(space + 1));
    } else {
      text(on(h, {0, below}), 0.23, "nm", hex.place);
    }
  }

  // The name moves and boards call the hex by, small, in its lower corner.
  void coordinate(HexId h) { text(on(h, {0, 0.84}), 0.19, "co", map_[h].name); }

  void area_name(HexId h, const Face& f) {
    const HexId second = partner(h);
    const bool top = row(map_[h].name) == 0;
    if (second == HexId::none) {
      const bool arrows_above = (f.tram_edges & 0b001100) != 0 && !top;
      return text(on(h, {0, arrows_above ? 0.78 : -0.50}), arrows_above ? 0.21 : 0.25, "an", map_[h].place);
    }
    const bool beside = row(map_[h].name) == row(map_[second].name);
    const Point off{0, beside ? (top ? -0.48 : 0.48) : 0};
    text((on(h, off) + on(second, off)) * 0.5, beside ? 0.25 : 0.21, "an", map_[h].place);
  }

  // --- route

  const TrackPiece* piece(HexId h, int edge, int location) const {
    for (const TrackPiece& one : layouts_.at(index(h)).track)
      if (one.edge == edge && one.location == location && !one.stadtbahn) return &one;
    return nullptr;
  }

  Point stop_point(const Stop& stop) const {
    const FaceLayout& layout = layouts_.at(index(stop.hex));
    return stop.location < layout.locations.size() ? on(stop.hex, layout.locations[stop.location].at)
                                                   : centre(stop.hex);
  }

  // The path from one stop to the next: both lie at the two ends of one edge.
  std::string leg(const Stop& a, const Stop& b) const {
    for (const auto& [h, layout] : layouts_) {
      const HexId from = id_at<HexId>(h);
      if (map_[from].anchor != a.hex && from != a.hex) continue;
      for (int e = 0; e < 6; ++e) {
        const HexId to = map_[from].neighbours[static_cast<std::size_t>(e)];
        if (to == HexId::none || (map_[to].anchor != b.hex && to != b.hex)) continue;
        const bool end_a = face(from).tram[static_cast<std::size_t>(e)] == a.location || empty_station(from);
        const bool end_b = face(to).tram[static_cast<std::size_t>(opposite(e))] == b.location || empty_station(to);
        if (!end_a || !end_b) continue;
        const TrackPiece* out = piece(from, e, a.location);
        const TrackPiece* in = piece(to, opposite(e), b.location);
        const Point edge = on(from, edge_point(e));
        std::string d = "M" + num(stop_point(a));
        d += out ? "Q" + num(on(from, out->control)) + " " + num(edge) : "L" + num(edge);
        d += in ? "Q" + num(on(to, in->control)) + " " + num(on(to, in->to)) : "L" + num(stop_point(b));
        return d;
      }
    }
    return "M" + num(stop_point(a)) + "L" + num(stop_point(b));
  }
  bool empty_station(HexId h) const { return map_[h].kind == HexKind::railway_station && empty(h); }

  const char* route_colour() const {
    const CompanyId c = p_.route_line == LineId::none ? CompanyId::none : p_.company[index(p_.route_line)];
    return index(c) < tram_company_count ? company_fill[index(c)] : "#0A616C";
  }

  void route_line() {
    if (!p_.route || !p_.route->exists()) return;
    std::string d;
    for (std::size_t i = 0; i + 1 < p_.route->stops.size(); ++i) d += leg(p_.route->stops[i], p_.route->stops[i + 1]);
    const std::string round = " stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\"";
    path("no", d, 0.36, round + " stroke=\"#fff\"");
    path("no", d, 0.235, round + " stroke=\"" + route_colour() + "\"");
    path("no", d, 0.07, round + " stroke=\"#fff\" opacity=\"0.8\" stroke-dasharray=\"0.1 " + num(0.24 * size) + "\"");
  }

  void route_stops() {
    if (!p_.route || !p_.route->exists()) return;
    for (const Stop& stop : p_.route->stops) {
      const Face& f = face(stop.hex);
      const bool circle = stop.location < f.locations.size() && !f.locations[stop.location].halt();
      const Point c = stop_point(stop) + Point{0, circle ? -0.42 * size : 0};
      const bool zero = stop.value + stop.bonus == 0;
      const CompanyId company = p_.route_line == LineId::none ? CompanyId::none : p_.company[index(p_.route_line)];
      const double w = circle ? 0.27 : 0.235, height = circle ? 0.155 : 0.235;
      add("<rect x=\"" + num(c.x - w * size) + "\" y=\"" + num(c.y - height * size) + "\" width=\"" +
          num(2 * w * size) + "\" height=\"" + num(2 * height * size) + "\" rx=\"" + num(height * size) + "\" fill=\"" +
          (zero ? "#fff" : route_colour()) + "\" stroke=\"" + (zero ? route_colour() : "#fff") +
          "\" stroke-width=\"1.5\"/>");
      text(c, 0.25, "", std::to_string(stop.value + stop.bonus),
           zero || dark_text(company) ? " fill=\"#1B1F26\"" : " fill=\"#fff\"");
    }
  }

  Drawn frame() const {
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
    for (const auto& [h, layout] : layouts_) {
      const Point c = centre(id_at<HexId>(h));
      left = std::min(left, c.x), right = std::max(right, c.x), top = std::min(top, c.y),
      bottom = std::max(bottom, c.y);
    }
    left -= 1.3 * size, right += 1.3 * size, top -= 1.4 * size, bottom += 1.4 * size;
    return {left,
            top,
            right - left,
            bottom - top,
            "<rect class=\"board\" x=\"" + num(left) + "\" y=\"" + num(top) + "\" width=\"" + num(right - left) +
                "\" height=\"" + num(bottom - top) + "\"/>\n" + out_,
            std::string(shared_style) + (p_.dark ? dark_style : light_style)};
  }

  const MapPicture& p_;
  const Map& map_;
  const Board& board_;
  std::map<std::pair<std::size_t, int>, std::size_t> dotted_;  // (hex, edge) -> Stadtbahn
  std::map<std::size_t, FaceLayout> layouts_;
  std::map<std::size_t, LineSet> reserved_;
  std::string out_;
};

}  // namespace

Drawn draw_map(const MapPicture& picture) { return Drawing(picture).write(); }

}  // namespace remise::vienna1840
