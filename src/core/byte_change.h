// What became of some bytes: a text of bytes made of another one, in proportion to what differs.
//
//   size of the new bytes, then for each run that differs: how many bytes stay before it, how many it has, and they
//   themselves.
//
// Numbers are written seven bits at a time, the lowest first. What is beyond the end of the old bytes counts as zero.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace remise {

inline constexpr std::size_t most_changed_bytes = 1 << 20;

std::string change_between(std::string_view before, std::string_view now);
std::optional<std::string> changed(std::string_view before, std::string_view change);  // nothing where it is no change

}  // namespace remise
