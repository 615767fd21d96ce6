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

char* escape(char* at, unsigned char c) {
  constexpr std::string_view hex = "0123456789abcdef", letters = "\"\\\n\r\t", names = "\"\\nrt";
  *at++ = '\\';
  if (const auto found = letters.find(static_cast<char>(c)); found != std::string_view::npos) {
    *at++ = names[found];
    return at;
  }
  for (const char part : {'u', '0', '0', hex[c >> 4], hex[c & 15]}) *at++ = part;
  return at;
}

}  // namespace

void JsonWriter::flush() {
  out_.append(buffer_, at_);
  at_ = buffer_;
}

void JsonWriter::bare(std::string_view word) {
  room(1);
  separate();
  if (word.size() > 100) {
    flush();
    out_ += word;
    return;
  }
  room(static_cast<std::ptrdiff_t>(word.size()));
  at_ = std::ranges::copy(word, at_).out;
}

void JsonWriter::text(std::string_view text) {
  room(130);
  separate();
  *at_++ = '"';
  bool special = text.size() > 100;
  if (!special) {
    char* at = at_;
    for (const char c : text) {
      *at++ = c;
      special |= needs_escape[static_cast<unsigned char>(c)];
    }
    if (!special) at_ = at;
  }
  if (special) careful(text);
  *at_++ = '"';
}

void JsonWriter::careful(std::string_view text) {
  for (const char c : text) {
    room(20);
    if (needs_escape[static_cast<unsigned char>(c)])
      at_ = escape(at_, static_cast<unsigned char>(c));
    else
      *at_++ = c;
  }
}

}  // namespace remise
