// Bytes as text for JSON (RFC 4648, with padding).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace remise {

std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);  // nothing where it is none

}  // namespace remise
