// SHA-256 (FIPS 180-4): for streams, commitments (core/seed.h) and names of files.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace remise {

std::array<std::uint8_t, 32> sha256(std::string_view bytes);
std::string sha256_hex(std::string_view bytes);

}  // namespace remise
