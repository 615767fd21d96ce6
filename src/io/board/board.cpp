#include "io/board/board.h"

#include <algorithm>
#include <cmath>

namespace remise {
namespace {

constexpr std::size_t most_text = 400;  // bytes of a title or a sentence: more would not fit

std::string rounded(double value) {
  std::string text = std::to_string(std::llround(value * 10) / 10.0);
  text.resize(text.find('.') + 2);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

// As XML takes it: no markup, no control characters.
std::string xml_text(std::string_view words) {
  std::string safe;
  for (const char c : words) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += static_cast<unsigned char>(c) < ' ' || c == 127 ? ' ' : c;
  }
  return safe;
}

bool begins_sign(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }
std::size_t signs(std::string_view text) { return static_cast<std::size_t>(std::ranges::count_if(text, begins_sign)); }

// Lines of at most so many signs, broken between words; what does not fit into `most` lines ends with an ellipsis.
std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t most) {
  std::vector<std::string> lines(1);
  text = text.substr(0, most_text);
  while (!text.empty() && (text.back() & 0x80) != 0) text.remove_suffix(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.back().empty() && signs(lines.back()) + 1 + signs(word) > width) {
      if (lines.size() == most) {
        lines.back() += " …";
        return lines;
      }
      lines.emplace_back();
    }
    lines.back().append(lines.back().empty() ? "" : " ").append(word);
  }
  return lines;
}

std::string box_of(const Drawn& drawn) {
  return rounded(drawn.left) + " " + rounded(drawn.top) + " " + rounded(drawn.width) + " " + rounded(drawn.height);
}

}  // namespace

std::optional<BoardArt> board_art_of(std::string_view game) {
  for (const BoardArt& art : board_arts())
    if (art.game == game) return art;
  return std::nullopt;
}

std::string svg_of(const Drawn& drawn, std::string_view label) {
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + box_of(drawn) + "\" width=\"" +
                    rounded(drawn.width) + "\" height=\"" + rounded(drawn.height) + "\" role=\"img\"";
  if (!label.empty()) out += " aria-label=\"" + xml_text(label) + "\"";
  out += ">\n";
  if (!drawn.style.empty()) out += "<style>" + drawn.style + "</style>\n";
  return out + drawn.elements + "</svg>\n";
}

std::string svg_of(const Drawn& drawn, const Card& card) {
  constexpr double margin = 24;
  const auto lines = wrapped(card.sentence, 84, 2);
  const double foot = 44 + 30 * static_cast<double>(lines.size()) + 16;
  const char *ground = card.dark ? "#11171C" : "#F3EFE5", *ink = card.dark ? "#EFEADF" : "#1B1F26",
             *faint = card.dark ? "#B4BCC4" : "#454F5B";
  const std::string face =
      "\" font-family=\"'Sofia Sans',Inter,'Helvetica Neue',Arial,sans-serif\" text-anchor=\"start\" ";
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\" width=\"1200\" height=\"630\" "
      "role=\"img\">\n";
  if (!drawn.style.empty()) out += "<style>" + drawn.style + "</style>\n";
  const std::string height = rounded(card_height - foot);
  out += std::string("<rect width=\"1200\" height=\"630\" fill=\"") + ground + "\"/>\n<rect width=\"1200\" height=\"" +
         height + "\" fill=\"" + board_ground(card.dark) + "\"/>\n<svg x=\"0\" y=\"0\" width=\"1200\" height=\"" +
         height + "\" viewBox=\"" + box_of(drawn) + "\">\n" + drawn.elements + "</svg>\n";
  double y = card_height - foot + 36;
  const auto write = [&](const std::string& words, int size, int weight, const char* fill) {
    out += "<text x=\"" + rounded(margin) + "\" y=\"" + rounded(y) + face +
           "style=\"font-size:" + std::to_string(size) + "px;font-weight:" + std::to_string(weight) + ";fill:" + fill +
           ";text-anchor:start\">" + xml_text(words) + "</text>\n";
  };
  write(wrapped(card.title, 60, 1).front(), 30, 700, ink);
  y += 8;
  for (const std::string& line : lines) y += 30, write(line, 22, 500, faint);
  return out + "</svg>\n";
}

}  // namespace remise
