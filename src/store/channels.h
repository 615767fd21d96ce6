// By which channel a notice travels. Every table has one of a fixed number of channels, so that a node hears of the
// tables its clients watch and of few others; what concerns every node goes by the general one.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>

namespace remise::store {

// Part of the contract between nodes on one database, like the schema: those that count or hash otherwise do not hear
// each other, and find out only by comparing.
inline constexpr std::size_t table_channels = 1024;
inline constexpr const char* general_channel = "remise";

using Channels = std::bitset<table_channels>;

// FNV-1a, 64 bits: the same on every machine, unlike std::hash.
constexpr std::size_t channel_of(std::string_view table) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : table) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return static_cast<std::size_t>((hash ^ hash >> 32) % table_channels);
}

inline std::string channel_name(std::size_t channel) { return "remise_t" + std::to_string(channel); }

// What one node says to the others.
struct Notice {
  std::string channel;
  std::string text;
};

inline Notice notice_for_all(std::string text) { return {general_channel, std::move(text)}; }
inline Notice notice_about(std::string_view table, std::string text) {
  return {channel_name(channel_of(table)), std::move(text)};
}

}  // namespace remise::store
