// A hash over the bytes of a plain value, the same on every platform with little-endian numbers (all we build for).
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace remise {

template <class T>
concept PlainValue = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;

inline std::uint64_t hash_bytes(const void* data, std::size_t size) {
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint64_t h = 0x9e3779b97f4a7c15u ^ size;
  for (; size >= 8; at += 8, size -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    h = (h ^ word) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, at, size);
  h = (h ^ rest) * 0xc4ceb9fe1a85ec53u;
  return h ^ h >> 29;
}

template <PlainValue T>
std::uint64_t hash_value(const T& value) {
  return hash_bytes(&value, sizeof value);
}

template <PlainValue T>
bool same_bytes(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace remise
