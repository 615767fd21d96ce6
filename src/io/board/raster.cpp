#include "io/board/raster.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace remise {
namespace {

struct Dot {
  double x = 0, y = 0;
};
using Line = std::vector<Dot>;  // a way through points; a shape is the inside of a closed one

// x' = a x + c y + e, y' = b x + d y + f
struct Affine {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
  Dot operator()(Dot p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  Affine then_inside(const Affine& in) const {
    return {a * in.a + c * in.b, b * in.a + d * in.b,     a * in.c + c * in.d,
            b * in.c + d * in.d, a * in.e + c * in.f + e, b * in.e + d * in.f + f};
  }
  double scale() const { return std::sqrt(std::abs(a * d - b * c)); }
};

struct Colour {
  double r = 0, g = 0, b = 0, alpha = 0;
};

struct Paint {
  Colour fill{0, 0, 0, 1}, stroke{};
  double width = 1, opacity = 1, stroke_opacity = 1, font = 12;
  bool round = false;
  std::string anchor = "start";
  std::vector<double> dashes;
};

using Attributes = std::map<std::string, std::string, std::less<>>;

int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 0;
}
Colour colour_of(std::string_view text) {
  if (text.empty() || text.front() != '#') return {};
  text.remove_prefix(1);
  const auto at = [&](std::size_t i) {
    return text.size() <= 4 ? hex_digit(text[i]) * 17 / 255.0
                            : (hex_digit(text[2 * i]) * 16 + hex_digit(text[2 * i + 1])) / 255.0;
  };
  if (text.size() != 3 && text.size() != 4 && text.size() != 6 && text.size() != 8) return {};
  return {at(0), at(1), at(2), text.size() == 4 || text.size() == 8 ? at(3) : 1};
}

// The numbers of a text, whatever stands between them.
std::vector<double> numbers_of(std::string_view text) {
  std::vector<double> all;
  while (!text.empty()) {
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{}) {
      text.remove_prefix(1);
      continue;
    }
    all.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return all;
}

// --- paths

class PathReader {
 public:
  explicit PathReader(std::string_view d) : rest_(d) {}

  std::vector<Line> read() {
    char command = 'M';
    while (skip(), !rest_.empty()) {
      const bool letter = std::isalpha(static_cast<unsigned char>(rest_.front())) != 0;
      if (letter) command = rest_.front(), rest_.remove_prefix(1);
      if (!step(command) || (!letter && std::tolower(command) == 'z')) break;
      if (command == 'M') command = 'L';
      if (command == 'm') command = 'l';
    }
    return std::move(lines_);
  }

 private:
  void skip() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == ',')) rest_.remove_prefix(1);
  }
  double number() {
    skip();
    double value = 0;
    const auto [end, fault] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (fault != std::errc{}) return bad_ = true, 0;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  Dot point(bool relative) {
    const double x = number(), y = number();
    return relative ? Dot{at_.x + x, at_.y + y} : Dot{x, y};
  }
  void to(Dot p) {
    if (lines_.empty()) lines_.push_back({at_});
    lines_.back().push_back(p);
    at_ = p;
  }
  void curve(Dot control, Dot end) {
    const Dot from = at_;
    for (int i = 1; i <= 10; ++i) {
      const double t = i / 10.0, u = 1 - t;
      to({u * u * from.x + 2 * u * t * control.x + t * t * end.x,
          u * u * from.y + 2 * u * t * control.y + t * t * end.y});
    }
    control_ = control;
  }
  // Arcs of ellipses that are not turned, by the formulas of the SVG standard (F.6).
  void arc(double rx, double ry, bool large, bool sweep, Dot end) {
    const Dot from = at_;
    if (rx <= 0 || ry <= 0) return to(end);
    const double x = (from.x - end.x) / 2, y = (from.y - end.y) / 2;
    const double grow = std::sqrt(std::max(1.0, x * x / (rx * rx) + y * y / (ry * ry)));
    rx *= grow, ry *= grow;
    const double under = rx * rx * y * y + ry * ry * x * x;
    double k = under > 0 ? std::sqrt(std::max(0.0, (rx * rx * ry * ry - under) / under)) : 0;
    if (large == sweep) k = -k;
    const Dot centre{k * rx * y / ry + (from.x + end.x) / 2, -k * ry * x / rx + (from.y + end.y) / 2};
    const double first = std::atan2((from.y - centre.y) / ry, (from.x - centre.x) / rx);
    double turn = std::atan2((end.y - centre.y) / ry, (end.x - centre.x) / rx) - first;
    if (sweep && turn < 0) turn += 2 * M_PI;
    if (!sweep && turn > 0) turn -= 2 * M_PI;
    for (int i = 1; i <= 16; ++i) {
      const double angle = first + turn * i / 16;
      to({centre.x + rx * std::cos(angle), centre.y + ry * std::sin(angle)});
    }
  }
  bool step(char command) {
    const bool relative = std::islower(static_cast<unsigned char>(command)) != 0;
    switch (std::toupper(command)) {
      case 'M':
        at_ = point(relative);
        if (!bad_) lines_.push_back({at_});
        break;
      case 'L': to(point(relative)); break;
      case 'H': to({number() + (relative ? at_.x : 0), at_.y}); break;
      case 'V': to({at_.x, number() + (relative ? at_.y : 0)}); break;
      case 'Q': {
        const Dot control = point(relative), end = point(relative);
        curve(control, end);
        break;
      }
      case 'T': {
        const Dot control{2 * at_.x - control_.x, 2 * at_.y - control_.y};
        curve(control, point(relative));
        break;
      }
      case 'A': {
        const double rx = number(), ry = number();
        number();
        const bool large = number() != 0, sweep = number() != 0;
        arc(rx, ry, large, sweep, point(relative));
        break;
      }
      case 'Z':
        if (!lines_.empty()) to(lines_.back().front());
        break;
      default: return false;
    }
    return !bad_;
  }

  std::string_view rest_;
  std::vector<Line> lines_;
  Dot at_, control_;
  bool bad_ = false;
};

Line ellipse(double x, double y, double rx, double ry) {
  Line line;
  for (int i = 0; i <= 28; ++i) line.push_back({x + rx * std::cos(i * M_PI / 14), y + ry * std::sin(i * M_PI / 14)});
  return line;
}
Line box(double x, double y, double w, double h, double r) {
  r = std::clamp(r, 0.0, std::min(w, h) / 2);
  Line line;
  const std::array<Dot, 4> corners{{{x + w - r, y + r}, {x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}}};
  for (int c = 0; c < 4; ++c)
    for (int i = 0; i <= (r > 0 ? 5 : 0); ++i) {
      const double angle = (c - 1 + i / 5.0) * M_PI / 2;
      const Dot& at = corners[static_cast<std::size_t>(c)];
      line.push_back({at.x + r * std::cos(angle), at.y + r * std::sin(angle)});
    }
  line.push_back(line.front());
  return line;
}

// --- strokes: every piece of a line becomes a shape; all turn the same way, so that where they overlap nothing is lost

void add_turned(std::vector<Line>& out, Line shape) {
  double area = 0;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) area += shape[i].x * shape[i + 1].y - shape[i + 1].x * shape[i].y;
  if (area < 0) std::ranges::reverse(shape);
  out.push_back(std::move(shape));
}
void outline(std::vector<Line>& out, const Line& line, double half, bool round) {
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double x = line[i + 1].x - line[i].x, y = line[i + 1].y - line[i].y, length = std::hypot(x, y);
    if (length < 1e-6) continue;
    const Dot side{-y / length * half, x / length * half};
    const Dot a = line[i], b = line[i + 1];
    add_turned(out, {{a.x + side.x, a.y + side.y},
                     {b.x + side.x, b.y + side.y},
                     {b.x - side.x, b.y - side.y},
                     {a.x - side.x, a.y - side.y},
                     {a.x + side.x, a.y + side.y}});
  }
  if (half < 0.4) return;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (round || (i > 0 && i + 1 < line.size())) add_turned(out, ellipse(line[i].x, line[i].y, half, half));
}
// The pieces of a line that a pattern of dashes leaves.
std::vector<Line> dashed(const Line& line, const std::vector<double>& pattern, double scale) {
  double all = 0;
  for (const double part : pattern) all += part * scale;
  if (pattern.empty() || all < 0.5) return {line};
  std::vector<Line> pieces{{}};
  std::size_t part = 0;
  double left = pattern[0] * scale;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    Dot at = line[i];
    double length = std::hypot(line[i + 1].x - at.x, line[i + 1].y - at.y);
    if (part % 2 == 0 && pieces.back().empty()) pieces.back().push_back(at);
    while (length > left) {
      const double share = left / length;
      at = {at.x + (line[i + 1].x - at.x) * share, at.y + (line[i + 1].y - at.y) * share};
      length -= left;
      if (part % 2 == 0) pieces.back().push_back(at), pieces.emplace_back();
      part = (part + 1) % (pattern.size() * 2);
      left = std::max(0.01, pattern[part % pattern.size()] * scale);
      if (part % 2 == 0) pieces.back().push_back(at);
    }
    left -= length;
    if (part % 2 == 0) pieces.back().push_back(line[i + 1]);
  }
  return pieces;
}

// --- short texts: letters of three by five blocks

std::string_view glyph(char c) {
  static constexpr std::string_view digits =
      "111101101101111"
      "010110010010111"
      "111001111100111"
      "111001111001111"
      "101101111001001"
      "111100111001111"
      "111100111101111"
      "111001010010010"
      "111101111101111"
      "111101111001111";
  static constexpr std::string_view letters =
      "010101111101101"
      "110101110101110"
      "011100100100011"
      "110101101101110"
      "111100110100111"
      "111100110100100"
      "011100101101011"
      "101101111101101"
      "111010010010111"
      "001001001101010"
      "101101110101101"
      "100100100100111"
      "101111111101101"
      "110101101101101"
      "010101101101010"
      "110101110100100"
      "010101101110011"
      "110101110101101"
      "011100010001110"
      "111010010010010"
      "101101101101111"
      "101101101101010"
      "101101111111101"
      "101101010101101"
      "101101010010010"
      "111001010100111";
  if (c >= '0' && c <= '9') return digits.substr(static_cast<std::size_t>(c - '0') * 15, 15);
  if (c >= 'A' && c <= 'Z') return letters.substr(static_cast<std::size_t>(c - 'A') * 15, 15);
  return {};
}
constexpr std::size_t longest_word = 3;  // more than that is a name, which would not be readable

// --- the picture

class Canvas {
 public:
  Canvas(int width, int height, Colour ground) : pixels_{width, height, {}} {
    for (int i = 0; i < width * height; ++i)
      for (const double part : {ground.r, ground.g, ground.b}) pixels_.rgb.push_back(byte(part));
    cover_.resize(static_cast<std::size_t>(width));
  }

  // The inside of all these together.
  void fill(const std::vector<Line>& shapes, Colour colour) {
    if (colour.alpha <= 0) return;
    double top = 1e9, bottom = -1e9, left = 1e9, right = -1e9;
    for (const Line& line : shapes)
      for (const Dot& p : line) {
        top = std::min(top, p.y), bottom = std::max(bottom, p.y);
        left = std::min(left, p.x), right = std::max(right, p.x);
      }
    left_ = std::clamp(static_cast<int>(left) - 1, 0, pixels_.width);
    right_ = std::clamp(static_cast<int>(right) + 2, 0, pixels_.width);
    const int first = std::max(0, static_cast<int>(std::floor(top)));
    const int last = std::min(pixels_.height - 1, static_cast<int>(std::floor(bottom)));
    for (int y = first; y <= last; ++y) {
      std::fill(cover_.begin() + left_, cover_.begin() + right_, 0.0);
      for (int sub = 0; sub < rows; ++sub) scan(shapes, y + (sub + 0.5) / rows);
      blend(y, colour);
    }
  }

  Pixels take() { return std::move(pixels_); }

 private:
  static constexpr int rows = 4;  // looked at in each row of pixels
  static std::uint8_t byte(double part) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.0, 1.0) * 255));
  }
  void scan(const std::vector<Line>& shapes, double y) {
    crossings_.clear();
    for (const Line& line : shapes)
      for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const Dot &a = line[i], &b = line[i + 1];
        if ((a.y <= y) == (b.y <= y)) continue;
        crossings_.push_back({a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), a.y < b.y ? 1 : -1});
      }
    std::ranges::sort(crossings_);
    int winding = 0;
    for (std::size_t i = 0; i + 1 < crossings_.size(); ++i) {
      winding += crossings_[i].second;
      if (winding != 0) span(crossings_[i].first, crossings_[i + 1].first);
    }
  }
  void span(double from, double to) {
    from = std::max(from, 0.0), to = std::min(to, static_cast<double>(pixels_.width));
    for (int x = static_cast<int>(from); x < to; ++x)
      cover_[static_cast<std::size_t>(x)] += (std::min(to, x + 1.0) - std::max(from, static_cast<double>(x))) / rows;
  }
  void blend(int y, Colour colour) {
    for (int x = left_; x < right_; ++x) {
      const double share = std::min(1.0, cover_[static_cast<std::size_t>(x)]) * colour.alpha;
      if (share <= 0) continue;
      std::uint8_t* at = &pixels_.rgb[static_cast<std::size_t>(y * pixels_.width + x) * 3];
      const std::array<double, 3> parts{colour.r, colour.g, colour.b};
      for (std::size_t c = 0; c < 3; ++c) at[c] = byte(at[c] / 255.0 * (1 - share) + parts[c] * share);
    }
  }

  Pixels pixels_;
  std::vector<double> cover_;
  int left_ = 0, right_ = 0;  // columns the shape at hand lies in
  std::vector<std::pair<double, int>> crossings_;
};

class Painter {
 public:
  Painter(Canvas& canvas, const Drawn& drawn, const Affine& place) : canvas_(canvas), rest_(drawn.elements) {
    groups_.push_back({place, {}});
    read_style(drawn.style);
  }

  void paint() {
    while (true) {
      const auto open = rest_.find('<');
      if (open == std::string_view::npos) return;
      const auto close = rest_.find('>', open);
      if (close == std::string_view::npos) return;
      std::string_view tag = rest_.substr(open + 1, close - open - 1);
      rest_.remove_prefix(close + 1);
      if (tag.starts_with("/g")) {
        if (groups_.size() > 1) groups_.pop_back();
      } else if (!tag.empty() && tag.front() != '/') {
        element(tag);
      }
    }
  }

 private:
  struct Group {
    Affine place;
    Paint paint;
  };

  // ".a,.b{fill:#FFF;stroke:none}"
  void read_style(std::string_view style) {
    while (!style.empty()) {
      const auto open = style.find('{'), close = style.find('}');
      if (open == std::string_view::npos || close == std::string_view::npos || close < open) return;
      std::string_view selectors = style.substr(0, open);
      const std::string_view rules = style.substr(open + 1, close - open - 1);
      while (!selectors.empty()) {
        const std::string_view one = selectors.substr(0, selectors.find(','));
        selectors.remove_prefix(std::min(selectors.size(), one.size() + 1));
        if (one.starts_with('.')) rules_[std::string(one.substr(1))] += std::string(rules) + ";";
        if (one == "text") text_rules_ += std::string(rules) + ";";
      }
      style.remove_prefix(close + 1);
    }
  }

  static Attributes attributes_of(std::string_view tag) {
    Attributes all;
    while (true) {
      const auto equals = tag.find("=\"");
      if (equals == std::string_view::npos) return all;
      const auto blank = tag.rfind(' ', equals);
      const auto end = tag.find('"', equals + 2);
      if (end == std::string_view::npos || blank == std::string_view::npos) return all;
      all[std::string(tag.substr(blank + 1, equals - blank - 1))] = tag.substr(equals + 2, end - equals - 2);
      tag.remove_prefix(end + 1);
    }
  }

  static void set(Paint& paint, std::string_view name, std::string_view value) {
    const auto number = [&] { return numbers_of(value).empty() ? 0 : numbers_of(value)[0]; };
    if (name == "fill") paint.fill = colour_of(value);
    if (name == "stroke") paint.stroke = colour_of(value);
    if (name == "stroke-width") paint.width = number();
    if (name == "opacity") paint.opacity = number();
    if (name == "stroke-opacity") paint.stroke_opacity = number();
    if (name == "stroke-linecap") paint.round = value == "round";
    if (name == "stroke-dasharray") paint.dashes = numbers_of(value);
    if (name == "font-size") paint.font = number();
    if (name == "text-anchor") paint.anchor = value;
  }
  static void set_rules(Paint& paint, std::string_view rules) {
    while (!rules.empty()) {
      const std::string_view one = rules.substr(0, rules.find(';'));
      rules.remove_prefix(std::min(rules.size(), one.size() + 1));
      if (const auto colon = one.find(':'); colon != std::string_view::npos)
        set(paint, one.substr(0, colon), one.substr(colon + 1));
    }
  }

  static Affine place_of(std::string_view transform) {
    Affine all;
    while (!transform.empty()) {
      const auto open = transform.find('('), close = transform.find(')');
      if (open == std::string_view::npos || close == std::string_view::npos || close < open) break;
      const auto n = numbers_of(transform.substr(open + 1, close - open - 1));
      const auto name = transform.substr(0, open);
      const auto at = [&](std::size_t i, double otherwise) { return i < n.size() ? n[i] : otherwise; };
      if (name.ends_with("translate")) all = all.then_inside({1, 0, 0, 1, at(0, 0), at(1, 0)});
      if (name.ends_with("scale")) all = all.then_inside({at(0, 1), 0, 0, at(1, at(0, 1)), 0, 0});
      if (name.ends_with("rotate")) {
        const double angle = at(0, 0) * M_PI / 180, c = std::cos(angle), s = std::sin(angle);
        all = all.then_inside({1, 0, 0, 1, at(1, 0), at(2, 0)})
                  .then_inside({c, s, -s, c, 0, 0})
                  .then_inside({1, 0, 0, 1, -at(1, 0), -at(2, 0)});
      }
      transform.remove_prefix(close + 1);
    }
    return all;
  }

  void element(std::string_view tag) {
    const std::string_view name = tag.substr(0, tag.find_first_of(" /"));
    const Attributes all = attributes_of(tag);
    Group group = groups_.back();
    if (name == "text") set_rules(group.paint, text_rules_);
    for (const auto& [key, value] : all) set(group.paint, key, value);
    if (const auto classes = all.find("class"); classes != all.end()) {
      std::string_view rest = classes->second;
      while (!rest.empty()) {
        const std::string one(rest.substr(0, rest.find(' ')));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        if (const auto rules = rules_.find(one); rules != rules_.end()) set_rules(group.paint, rules->second);
      }
    }
    if (const auto found = all.find("style"); found != all.end()) set_rules(group.paint, found->second);
    if (const auto found = all.find("transform"); found != all.end())
      group.place = group.place.then_inside(place_of(found->second));
    if (name == "g") return groups_.push_back(group);
    const auto number = [&](const char* key) {
      const auto found = all.find(key);
      const auto list = found == all.end() ? std::vector<double>{} : numbers_of(found->second);
      return list.empty() ? 0.0 : list[0];
    };
    if (name == "path" && all.contains("d")) draw(group, PathReader(all.find("d")->second).read());
    if (name == "circle") draw(group, {ellipse(number("cx"), number("cy"), number("r"), number("r"))});
    if (name == "rect") draw(group, {box(number("x"), number("y"), number("width"), number("height"), number("rx"))});
    if (name == "text") word(group, number("x"), number("y"), rest_.substr(0, rest_.find('<')));
  }

  void draw(const Group& group, std::vector<Line> lines) {
    const Paint& paint = group.paint;
    for (Line& line : lines)
      for (Dot& p : line) p = group.place(p);
    Colour inside = paint.fill, edge = paint.stroke;
    inside.alpha *= paint.opacity, edge.alpha *= paint.opacity * paint.stroke_opacity;
    if (inside.alpha > 0) {
      std::vector<Line> closed = lines;
      for (Line& line : closed)
        if (!line.empty()) line.push_back(line.front());
      canvas_.fill(closed, inside);
    }
    if (edge.alpha <= 0 || paint.width <= 0) return;
    const double scale = group.place.scale();
    std::vector<Line> shapes;
    for (const Line& line : lines)
      for (const Line& piece : dashed(line, paint.dashes, scale))
        outline(shapes, piece, paint.width * scale / 2, paint.round);
    canvas_.fill(shapes, edge);
  }

  void word(const Group& group, double x, double y, std::string_view letters) {
    if (letters.empty() || letters.size() > longest_word ||
        !std::ranges::all_of(letters, [](char c) { return !glyph(c).empty(); }))
      return;
    const double unit = group.paint.font * 0.14, step = unit * 4;
    const double width = step * static_cast<double>(letters.size()) - unit;
    x -= group.paint.anchor == "middle" ? width / 2 : group.paint.anchor == "end" ? width : 0;
    std::vector<Line> shapes;
    for (std::size_t i = 0; i < letters.size(); ++i)
      for (int block = 0; block < 15; ++block)
        if (glyph(letters[i])[static_cast<std::size_t>(block)] == '1')
          shapes.push_back(box(x + step * static_cast<double>(i) + unit * (block % 3), y + unit * (block / 3 - 5),
                               unit * 1.02, unit * 1.02, 0));
    Group plain = group;
    plain.paint.stroke = {};
    draw(plain, std::move(shapes));
  }

  Canvas& canvas_;
  std::string_view rest_;
  std::vector<Group> groups_;
  std::map<std::string, std::string, std::less<>> rules_;
  std::string text_rules_;
};

// --- PNG

std::uint32_t crc_of(std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> all{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320U ^ (c >> 1) : c >> 1;
      all[n] = c;
    }
    return all;
  }();
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFF] ^ (crc >> 8);
  return ~crc;
}
std::string four_bytes(std::uint32_t value) {
  std::string out;
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift & 0xFF);
  return out;
}
std::string chunk(const std::string& name, const std::string& data) {
  return four_bytes(static_cast<std::uint32_t>(data.size())) + name + data + four_bytes(crc_of(name + data));
}

// DEFLATE with its fixed codes (RFC 1951); repeats are looked for at the last place with the same three bytes, and one
// row above.
class Deflater {
 public:
  std::string write(std::string_view data, std::size_t row) {
    bits(3, 3);  // the only block, with fixed codes
    std::vector<std::size_t> last(1 << 15, none);
    for (std::size_t at = 0; at < data.size();) {
      std::size_t length = 0, before = none;
      const auto look = [&](std::size_t from) {
        const std::size_t found = same(data, from, at);
        if (found > length) length = found, before = from;
      };
      if (at >= row) look(at - row);
      if (at + 3 <= data.size() && length < longest_repeat) {
        std::size_t& place = last[hash(data, at)];
        if (place != none && at - place <= 32768) look(place);
        place = at;
      }
      if (length < 4) {
        symbol(static_cast<unsigned char>(data[at++]));
        continue;
      }
      repeat(length, at - before);
      at += length;
    }
    symbol(256);
    if (held_ > 0) out_ += static_cast<char>(hold_);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;
  static constexpr std::size_t longest_repeat = 258;
  static std::size_t same(std::string_view data, std::size_t from, std::size_t at) {
    std::size_t length = 0;
    while (length < longest_repeat && at + length < data.size() && data[from + length] == data[at + length]) ++length;
    return length;
  }
  static std::size_t hash(std::string_view data, std::size_t at) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(data[at + i]));
    };
    return (byte(0) * 506832829U ^ byte(1) * 2654435761U ^ byte(2) * 40503U) >> 7 & 0x7FFF;
  }
  void bits(std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) {
      hold_ |= (value >> i & 1) << held_;
      if (++held_ == 8) out_ += static_cast<char>(hold_), hold_ = 0, held_ = 0;
    }
  }
  void code(std::uint32_t value, int count) {  // codes go in from their first bit
    for (int i = count - 1; i >= 0; --i) bits(value >> i & 1, 1);
  }
  void symbol(std::uint32_t s) {
    if (s < 144) return code(0x30 + s, 8);
    if (s < 256) return code(0x190 + s - 144, 9);
    if (s < 280) return code(s - 256, 7);
    code(0xC0 + s - 280, 8);
  }
  void repeat(std::size_t length, std::size_t distance) {
    static constexpr std::array<std::uint16_t, 29> lengths{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                           15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                           67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr std::array<std::uint16_t, 30> distances{
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    const auto l = static_cast<std::size_t>(std::ranges::upper_bound(lengths, length) - lengths.begin()) - 1;
    symbol(static_cast<std::uint32_t>(257 + l));
    bits(static_cast<std::uint32_t>(length - lengths[l]), l < 8 || l == 28 ? 0 : static_cast<int>(l / 4) - 1);
    const auto d = static_cast<std::size_t>(std::ranges::upper_bound(distances, distance) - distances.begin()) - 1;
    code(static_cast<std::uint32_t>(d), 5);
    bits(static_cast<std::uint32_t>(distance - distances[d]), d < 4 ? 0 : static_cast<int>(d / 2) - 1);
  }

  std::string out_;
  std::uint32_t hold_ = 0;
  int held_ = 0;
};

// The 256 colours that occur most, of 32 steps in each part; what else there is becomes the nearest of them.
struct Palette {
  std::string colours;
  std::array<std::uint8_t, 1 << 15> index_of{};
};
std::size_t bucket_of(const std::uint8_t* rgb) {
  return static_cast<std::size_t>(rgb[0] >> 3) << 10 | static_cast<std::size_t>(rgb[1] >> 3) << 5 |
         static_cast<std::size_t>(rgb[2] >> 3);
}
Palette palette_of(const Pixels& pixels) {
  struct Bucket {
    std::size_t count = 0, key = 0;
    std::array<std::size_t, 3> sum{};
  };
  std::vector<Bucket> buckets(1 << 15);
  for (std::size_t at = 0; at + 2 < pixels.rgb.size(); at += 3) {
    Bucket& bucket = buckets[bucket_of(&pixels.rgb[at])];
    ++bucket.count;
    for (std::size_t c = 0; c < 3; ++c) bucket.sum[c] += pixels.rgb[at + c];
  }
  for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i].key = i;
  std::erase_if(buckets, [](const Bucket& bucket) { return bucket.count == 0; });
  std::ranges::stable_sort(buckets, std::greater<>(), &Bucket::count);
  const std::size_t kept = std::min<std::size_t>(buckets.size(), 256);
  Palette palette;
  const auto part = [&](const Bucket& bucket, std::size_t c) { return static_cast<int>(bucket.sum[c] / bucket.count); };
  for (std::size_t i = 0; i < kept; ++i)
    for (std::size_t c = 0; c < 3; ++c) palette.colours += static_cast<char>(part(buckets[i], c));
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    std::size_t best = i;
    for (std::size_t k = 0, least = SIZE_MAX; i >= kept && k < kept; ++k) {
      std::size_t far = 0;
      for (std::size_t c = 0; c < 3; ++c)
        far += static_cast<std::size_t>(std::abs(part(buckets[i], c) - part(buckets[k], c)));
      if (far < least) least = far, best = k;
    }
    palette.index_of[buckets[i].key] = static_cast<std::uint8_t>(best);
  }
  return palette;
}

}  // namespace

Pixels pixels_of(const Drawn& drawn, int width, int height, const char* ground) {
  Canvas canvas(width, height, colour_of(ground));
  const double scale = std::min(width / std::max(1.0, drawn.width), height / std::max(1.0, drawn.height));
  Painter(canvas, drawn,
          {scale, 0, 0, scale, (width - drawn.width * scale) / 2 - drawn.left * scale,
           (height - drawn.height * scale) / 2 - drawn.top * scale})
      .paint();
  return canvas.take();
}

std::string png_of(const Pixels& pixels) {
  const Palette palette = palette_of(pixels);
  const auto width = static_cast<std::size_t>(pixels.width);
  std::string data;
  for (int y = 0; y < pixels.height; ++y) {
    data += '\0';  // no filter
    for (std::size_t x = 0; x < width; ++x)
      data +=
          static_cast<char>(palette.index_of[bucket_of(&pixels.rgb[(static_cast<std::size_t>(y) * width + x) * 3])]);
  }
  std::uint32_t a = 1, b = 0;
  for (const char c : data) a = (a + static_cast<unsigned char>(c)) % 65521, b = (b + a) % 65521;
  const std::string head = four_bytes(static_cast<std::uint32_t>(pixels.width)) +
                           four_bytes(static_cast<std::uint32_t>(pixels.height)) + std::string("\x08\x03\0\0\0", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("PLTE", palette.colours) +
         chunk("IDAT", "\x78\x01" + Deflater().write(data, width + 1) + four_bytes(b << 16 | a)) + chunk("IEND", "");
}

}  // namespace remise
