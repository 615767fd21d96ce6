#include "core/base64.h"

#include <cstdint>

namespace remise {
namespace {

constexpr std::string_view base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? base64_letters[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t three = 0;
    std::size_t padding = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto value = base64_letters.find(text[i + k]);
      const bool pad = text[i + k] == '=' && i + 4 == text.size() && k >= 2;
      if (!pad && (value == std::string_view::npos || padding > 0)) return std::nullopt;
      padding += pad;
      three = three << 6 | (pad ? 0u : static_cast<std::uint32_t>(value));
    }
    if ((three & ((1u << 8 * padding) - 1)) != 0) return std::nullopt;  // one text for each value
    for (std::size_t k = 0; k < 3 - padding; ++k) bytes += static_cast<char>(three >> (16 - 8 * k) & 255);
  }
  return bytes;
}

}  // namespace remise
