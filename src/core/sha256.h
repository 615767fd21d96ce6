// SHA-256 (FIPS 180-4): for streams, commitments (core/seed.h), checksums of backups and names of files.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace remise {

// In pieces, for what does not lie in memory as a whole.
class Sha256 {
 public:
  void add(std::string_view bytes);
  std::array<std::uint8_t, 32> digest() const;  // of everything so far
  std::string hex() const;

 private:
  std::array<std::uint32_t, 8> hash_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  // less than a block
  std::uint64_t size_ = 0;
};

std::array<std::uint8_t, 32> sha256(std::string_view bytes);
std::string sha256_hex(std::string_view bytes);

}  // namespace remise
