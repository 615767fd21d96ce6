// Texts people type: names, titles, chat. UTF-8 is checked by the JSON parser.
#pragma once

#include <algorithm>
#include <string_view>

namespace remise::server {

// One line without control characters; at least one visible character where `least` is 1.
inline bool is_line(std::string_view text, std::size_t least) {
  const bool plain = std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  const auto visible = std::ranges::count_if(text, [](unsigned char c) { return c > 0x20; });
  return plain && static_cast<std::size_t>(visible) >= least;
}

// Several lines.
inline bool is_text(std::string_view text, std::size_t least, std::size_t most) {
  const bool plain =
      std::ranges::none_of(text, [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; });
  return plain && text.size() >= least && text.size() <= most;
}

}  // namespace remise::server
