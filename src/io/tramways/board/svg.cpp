#include "io/tramways/board/svg.h"

#include <array>
#include <cmath>
#include <map>
#include <sstream>

namespace remise::tramways {
namespace {

constexpr double c = 58;  // field size

struct Theme {
  const char *board, *plain, *mountain, *water, *wave, *parcel, *ink, *faint, *seam, *key, *peak;
  std::array<const char*, 5> player;
};
constexpr Theme light{"#E7E0CF", "#F6F0DF", "#E2D6BE", "#BFDBE8",
                      "#7FB2C9", "#DEDAD2", "#1B1F26", "#6B6455",
                      "#8F8672", "#1B1F26", "#A8977A", {"#6F4424", "#F3A3C0", "#15805A", "#E5821B", "#6B4FC0"}};
constexpr Theme dark{"#161D23", "#2A323A", "#3A3B3A", "#25404F",
                     "#4E819B", "#3B434B", "#EFEADF", "#98A2AC",
                     "#4B5965", "#0B1216", "#6E6A5E", {"#7A4D2C", "#F3A3C0", "#1A8560", "#EC8E2C", "#7A60D6"}};

const char* building_colour(char type) {
  return type == 'R' ? "#6DBE95" : type == 'C' ? "#3A73BC" : type == 'L' ? "#C23B55" : "#EDBE35";
}
const char* building_ink(char type) { return type == 'R' ? "#08261A" : type == 'I' ? "#2E2200" : "#FFFFFF"; }
const char* player_ink(std::size_t seat) { return seat == 1 || seat == 3 ? "#1B1F26" : "#FFFFFF"; }

class Picture {
 public:
  Picture(const Json& state, bool in_dark) : state_(state), theme_(in_dark ? dark : light) {}

  Drawn draw(const Panel* panel) {
    for (const Json& field : state_["map"]) {
      const int x = field.value("x", 0), y = field.value("y", 0);
      if (min_x_ > x) min_x_ = x;
      if (min_y_ > y) min_y_ = y;
      max_x_ = std::max(max_x_, x), max_y_ = std::max(max_y_, y);
      fields_[{x, y}] = &field;
    }
    const double margin = 26, width = (max_x_ - min_x_ + 1) * c + 2 * margin,
                 map_height = (max_y_ - min_y_ + 1) * c + 2 * margin;
    const double foot = panel ? 34.0 * static_cast<double>(panel->rows.size()) + 44 : 0;
    const double full_width = panel ? std::max(width, 620.0) : width;
    out_ << "<rect width=\"" << full_width << "\" height=\"" << map_height + foot << "\" fill=\"" << theme_.board
         << "\"/>\n<g transform=\"translate(" << (full_width - (max_x_ - min_x_ + 1) * c) / 2 - min_x_ * c << ' '
         << margin - min_y_ * c << ")\">\n";
    coordinates();
    for (const auto& [at, field] : fields_) ground(at.first, at.second, *field);
    for (const auto& [at, field] : fields_) building(at.first, at.second, *field);
    seams();
    for (const auto& [id, link] : state_["links"].items()) link_lines(link);
    for (const auto& [id, link] : state_["links"].items()) link_badge(link);
    for (const Json& p : state_["passengers"]) passenger(p[0].get<int>(), p[1].get<int>());
    out_ << "</g>\n";
    if (panel) players(*panel, map_height, full_width);
    return {0, 0, full_width, map_height + foot, out_.str(), "text{font-family:Inter,Helvetica,Arial,sans-serif}"};
  }

 private:
  static double left(int x) { return x * c; }
  void text(double x, double y, double size, const char* fill, const std::string& words, const char* anchor = "middle",
            int weight = 600) {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" font-size=\"" << size << "\" fill=\"" << fill
         << "\" text-anchor=\"" << anchor << "\" font-weight=\"" << weight << "\">" << escaped(words) << "</text>\n";
  }
  static std::string escaped(const std::string& words) {
    std::string safe;
    for (const char ch : words) safe += ch == '<' ? "&lt;" : ch == '&' ? "&amp;" : std::string(1, ch);
    return safe;
  }
  void rect(double x, double y, double w, double h, double r, const char* fill, const std::string& more = "") {
    out_ << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << w << "\" height=\"" << h << "\" rx=\"" << r
         << "\" fill=\"" << fill << "\" " << more << "/>\n";
  }

  void coordinates() {
    for (int x = min_x_; x <= max_x_; ++x) text(left(x) + c / 2, min_y_ * c - 8, 12, theme_.faint, std::to_string(x));
    for (int y = min_y_; y <= max_y_; ++y)
      text(min_x_ * c - 13, y * c + c / 2 + 4, 12, theme_.faint, std::to_string(y));
  }

  void ground(int x, int y, const Json& field) {
    const std::string token = field.value("ground", std::string("."));
    const double l = left(x), t = y * c;
    const char* fill = token == "^" ? theme_.mountain : token == "~" ? theme_.water : theme_.plain;
    rect(l + 0.5, t + 0.5, c - 1, c - 1, 0.06 * c, fill);
    if (token == "^") {
      out_ << "<path d=\"M" << l + .16 * c << ' ' << t + .76 * c << " L" << l + .42 * c << ' ' << t + .28 * c << " L"
           << l + .62 * c << ' ' << t + .76 * c << " Z\" fill=\"" << theme_.peak << "\"/>\n<path d=\"M" << l + .46 * c
           << ' ' << t + .76 * c << " L" << l + .66 * c << ' ' << t + .46 * c << " L" << l + .86 * c << ' '
           << t + .76 * c << " Z\" fill=\"" << theme_.peak << "\" opacity=\".75\"/>\n<path d=\"M" << l + .355 * c << ' '
           << t + .4 * c << " L" << l + .42 * c << ' ' << t + .28 * c << " L" << l + .47 * c << ' ' << t + .4 * c
           << " L" << l + .42 * c << ' ' << t + .46 * c << " Z\" fill=\"#FFFFFF\"/>\n";
    } else if (token == "~") {
      for (const double dy : {.34, .52, .7})
        out_ << "<path d=\"M" << l + .16 * c << ' ' << t + dy * c << " q" << .085 * c << ' ' << -.1 * c << ' '
             << .17 * c << " 0 t" << .17 * c << " 0 t" << .17 * c << " 0 t" << .17 * c << " 0\" fill=\"none\" stroke=\""
             << theme_.wave << "\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>\n";
    } else if (state_["parcels"].contains(token) && !field.contains("building")) {
      rect(l + .1 * c, t + .1 * c, .8 * c, .8 * c, .08 * c, theme_.parcel);
      if (railed(x, y))  // the rails lie over the middle: the name goes into a corner they leave free
        text(l + .13 * c, t + .3 * c, .18 * c, theme_.ink, token, "start", 700);
      else
        text(l + c / 2, t + .62 * c, .3 * c, theme_.ink, token, "middle", 700);
      const Json& owner = state_["parcels"][token];
      if (!owner.is_null()) shape(owner.get<std::size_t>(), l + .8 * c, t + .2 * c, .135 * c);
    }
  }

  bool railed(int x, int y) const {
    for (const auto& [id, link] : state_["links"].items())
      for (const Json& piece : link["pieces"])
        if (piece[0] == x && piece[1] == y) return true;
    return false;
  }

  bool same_building(int x, int y, const Json& place) const {
    const auto at = fields_.find({x, y});
    return at != fields_.end() && at->second->contains("place") && (*at->second)["place"] == place;
  }

  void building(int x, int y, const Json& field) {
    if (!field.contains("building")) return;
    const char type = field["building"].get<std::string>()[0];
    const Json& place = field["place"];
    const double in = .06 * c;
    double l = left(x) + in, t = y * c + in, r = left(x) + c - in, b = y * c + c - in;
    rect(l, t, r - l, b - t, .1 * c, building_colour(type));
    // No edge between fields of one building.
    if (same_building(x + 1, y, place)) rect(r - .1 * c, t, 2 * in + .2 * c, b - t, 0, building_colour(type));
    if (same_building(x, y + 1, place)) rect(l, b - .1 * c, r - l, 2 * in + .2 * c, 0, building_colour(type));
    roof(type, left(x), y * c);
    text(left(x) + .5 * c, y * c + .76 * c, .34 * c, building_ink(type), std::string(1, type), "middle", 800);
    const std::string key = std::to_string(x) + "," + std::to_string(y);
    if (const Json& built = state_["buildings"]; built.contains(key)) {
      shape(built[key].value("owner", std::size_t{0}), left(x) + .82 * c, y * c + .2 * c, .135 * c);
      if (built[key].value("upgraded", false)) {
        const double cx = left(x) + .2 * c, cy = y * c + .2 * c;
        out_ << "<circle cx=\"" << cx << "\" cy=\"" << cy << "\" r=\"" << .12 * c << "\" fill=\"#FFFFFF\"/>\n";
        for (const double dy : {-.02, .06})
          out_ << "<path d=\"M" << cx - .06 * c << ' ' << cy + dy * c << " l" << .06 * c << ' ' << -.06 * c << " l"
               << .06 * c << ' ' << .06 * c << "\" fill=\"none\" stroke=\"#1B1F26\" stroke-width=\"2\"/>\n";
      }
    }
  }

  // The second cue of a type: gable, flat, round, sawtooth.
  void roof(char type, double l, double t) {
    out_ << "<path d=\"M" << l + .28 * c << ' ' << t + .42 * c;
    if (type == 'R') out_ << " L" << l + .5 * c << ' ' << t + .2 * c << " L" << l + .72 * c << ' ' << t + .42 * c;
    if (type == 'C') out_ << " V" << t + .24 * c << " H" << l + .72 * c << " V" << t + .42 * c;
    if (type == 'L') out_ << " a" << .22 * c << ' ' << .2 * c << " 0 0 1 " << .44 * c << " 0";
    if (type == 'I')
      for (int i = 0; i < 3; ++i) out_ << " v" << -.18 * c << " l" << .1467 * c << ' ' << .18 * c;
    out_ << " Z\" fill=\"" << building_ink(type) << "\" opacity=\".85\"/>\n";
  }

  // Where boards meet: every five columns or three rows of the usual layout, told by the map's own size.
  void seams() {
    if ((max_x_ + 1) % 5 != 0 || (max_y_ + 1) % 3 != 0 || min_x_ || min_y_ ||
        fields_.size() != static_cast<std::size_t>((max_x_ + 1) * (max_y_ + 1)))
      return;
    for (int x = 5; x <= max_x_; x += 5)
      out_ << "<path d=\"M" << left(x) << " 0 V" << (max_y_ + 1) * c << "\" stroke=\"" << theme_.seam
           << "\" stroke-width=\"2\" opacity=\".55\"/>\n";
    for (int y = 3; y <= max_y_; y += 3)
      out_ << "<path d=\"M0 " << y * c << " H" << (max_x_ + 1) * c << "\" stroke=\"" << theme_.seam
           << "\" stroke-width=\"2\" opacity=\".55\"/>\n";
  }

  // Owner's shapes: circle, square, diamond, hexagon, arch.
  void shape(std::size_t seat, double x, double y, double r) {
    const std::string paint =
        std::string("fill=\"") + theme_.player[seat % 5] + "\" stroke=\"#FFFFFF\" stroke-width=\"1.6\"/>\n";
    if (seat == 0) out_ << "<circle cx=\"" << x << "\" cy=\"" << y << "\" r=\"" << r << "\" " << paint;
    if (seat == 1)
      out_ << "<rect x=\"" << x - .88 * r << "\" y=\"" << y - .88 * r << "\" width=\"" << 1.76 * r << "\" height=\""
           << 1.76 * r << "\" " << paint;
    if (seat == 2)
      out_ << "<path d=\"M" << x << ' ' << y - 1.2 * r << " l" << 1.2 * r << ' ' << 1.2 * r << " l" << -1.2 * r << ' '
           << 1.2 * r << " l" << -1.2 * r << ' ' << -1.2 * r << "Z\" " << paint;
    if (seat == 3) {
      out_ << "<path d=\"";
      for (int i = 0; i < 6; ++i)
        out_ << (i ? " L" : "M") << x + 1.1 * r * std::cos(i * M_PI / 3) << ' ' << y + 1.1 * r * std::sin(i * M_PI / 3);
      out_ << "Z\" " << paint;
    }
    if (seat == 4)
      out_ << "<path d=\"M" << x - .9 * r << ' ' << y + .9 * r << " V" << y << " a" << .9 * r << ' ' << .9 * r
           << " 0 0 1 " << 1.8 * r << " 0 V" << y + .9 * r << "Z\" " << paint;
  }

  static std::pair<double, double> edge_point(int x, int y, char edge) {
    const double cx = x * c + c / 2, cy = y * c + c / 2;
    if (edge == 'N') return {cx, cy - c / 2};
    if (edge == 'S') return {cx, cy + c / 2};
    return {edge == 'E' ? cx + c / 2 : cx - c / 2, cy};
  }

  void link_lines(const Json& link) {
    std::ostringstream path;
    bool first = true;
    char exit = 'N';
    double ex = 0, ey = 0;
    for (const Json& piece : link["pieces"]) {
      const int x = piece[0].get<int>(), y = piece[1].get<int>();
      const char in = piece[2].get<std::string>()[0];
      exit = piece[3].get<std::string>()[0];
      const auto [ax, ay] = edge_point(x, y, in);
      const auto [bx, by] = edge_point(x, y, exit);
      if (first) path << "M" << ax << ' ' << ay;
      first = false;
      path << " Q" << x * c + c / 2 << ' ' << y * c + c / 2 << ' ' << bx << ' ' << by;
      ex = bx, ey = by;
    }
    const bool upgraded = link.value("upgraded", false);
    const double casing = (upgraded ? .40 : .25) * c, line = (upgraded ? .32 : .17) * c;
    const auto stroke = [&](const char* colour, double width, const std::string& more = "") {
      out_ << "<path d=\"" << path.str() << "\" fill=\"none\" stroke=\"" << colour << "\" stroke-width=\"" << width
           << "\" stroke-linejoin=\"round\" " << more << "/>\n";
    };
    stroke(theme_.key, casing + 1.6, "stroke-opacity=\".6\"");
    stroke("#FFFFFF", casing);
    stroke(theme_.player[link.value("owner", std::size_t{0}) % 5], line);
    if (upgraded) {
      stroke("#FFFFFF", .13 * c);
      std::ostringstream dash;
      dash << "stroke-dasharray=\"" << .05 * c << ' ' << .15 * c << "\"";
      stroke(theme_.player[link.value("owner", std::size_t{0}) % 5], .13 * c, dash.str());
    }
    if (!link.value("complete", false)) {  // an open arrow head
      const double dx = exit == 'E' ? 1 : exit == 'W' ? -1 : 0, dy = exit == 'S' ? 1 : exit == 'N' ? -1 : 0;
      const double bx = ex - dx * .16 * c, by = ey - dy * .16 * c;
      out_ << "<path d=\"M" << bx - dy * .16 * c << ' ' << by - dx * .16 * c << " L" << ex << ' ' << ey << " L"
           << bx + dy * .16 * c << ' ' << by + dx * .16 * c << "\" fill=\"none\" stroke=\"" << theme_.ink
           << "\" stroke-width=\"3\"/>\n";
    }
  }

  void link_badge(const Json& link) {
    const Json& pieces = link["pieces"];
    const Json& middle = pieces[pieces.size() / 2];
    const std::size_t seat = link.value("owner", std::size_t{0});
    // The middle of the piece: for a curve nearer to its corner.
    const int px = middle[0].get<int>(), py = middle[1].get<int>();
    const auto [ax, ay] = edge_point(px, py, middle[2].get<std::string>()[0]);
    const auto [bx, by] = edge_point(px, py, middle[3].get<std::string>()[0]);
    const double x = .25 * ax + .25 * bx + .5 * (px * c + c / 2), y = .25 * ay + .25 * by + .5 * (py * c + c / 2);
    shape(seat, x, y, .19 * c);
    const auto n = pieces.size();
    const std::string words =
        !link.value("complete", false) ? "–" : std::to_string(link.value("upgraded", false) ? (n * 3 + 1) / 2 : n);
    text(x, y + .075 * c, .22 * c, player_ink(seat), words, "middle", 700);
  }

  void passenger(int x, int y) {
    const double cx = left(x) + .8 * c, base = y * c + .93 * c;
    out_ << "<g fill=\"#FFFFFF\" stroke=\"#1B1F26\" stroke-width=\"1.6\"><path d=\"M" << cx - .1 * c << ' ' << base
         << " v" << -.07 * c << " a" << .1 * c << ' ' << .1 * c << " 0 0 1 " << .2 * c << " 0 v" << .07 * c
         << "Z\"/><circle cx=\"" << cx << "\" cy=\"" << base - .22 * c << "\" r=\"" << .075 * c << "\"/></g>\n";
  }

  void players(const Panel& panel, double top, double width) {
    text(26, top + 14, 15, theme_.ink, panel.moment, "start", 700);
    for (std::size_t i = 0; i < panel.rows.size(); ++i) {
      const double y = top + 44 + 34.0 * static_cast<double>(i);
      shape(i, 38, y, 10);
      text(58, y + 5, 14, theme_.ink, panel.rows[i].name, "start", 700);
      text(150, y + 5, 14, theme_.faint, panel.rows[i].facts, "start", 500);
      text(width - 26, y + 6, 18, theme_.ink, panel.rows[i].score, "end", 800);
    }
  }

  const Json& state_;
  const Theme& theme_;
  std::map<std::pair<int, int>, const Json*> fields_;
  int min_x_ = 99, min_y_ = 99, max_x_ = 0, max_y_ = 0;
  std::ostringstream out_;
};

}  // namespace

Drawn draw_map(const Json& state, bool in_dark, const Panel* panel) { return Picture(state, in_dark).draw(panel); }

}  // namespace remise::tramways
