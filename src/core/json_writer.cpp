#include "core/json_writer.h"

#include <algorithm>
#include <array>

namespace remise {
namespace {

constexpr std::array<bool, 256> needs_escape = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 32; ++c) table[c] = true;
  table['"'] = table['\\'] = true;
  return table;
}();

void escape(std::string& out, unsigned char c) {
  constexpr std::string_view hex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: out += {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
  }
}

}  // namespace

void JsonWriter::text(std::string_view text) {
  separate();
  out_ += '"';
  const auto special = [](char c) { return needs_escape[static_cast<unsigned char>(c)]; };
  for (;;) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if(text, special) - text.begin());
    out_ += text.substr(0, plain);
    if (plain == text.size()) break;
    escape(out_, static_cast<unsigned char>(text[plain]));
    text.remove_prefix(plain + 1);
  }
  out_ += '"';
}

}  // namespace remise
