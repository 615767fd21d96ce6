#include "core/byte_change.h"

#include <algorithm>
#include <cstdint>

namespace remise {
namespace {

constexpr std::size_t shortest_gap = 3;  // a shorter one costs more to leave out than to write

void put(std::string& out, std::size_t number) {
  for (; number >= 128; number >>= 7) out += static_cast<char>(number | 128);
  out += static_cast<char>(number);
}

// The first place from `i` on where `now` is not as `before`, or the end of that.
std::size_t first_difference(std::string_view before, std::string_view now, std::size_t i) {
  return i + static_cast<std::size_t>(std::ranges::mismatch(before.substr(i), now.substr(i)).in1 -
                                      before.substr(i).begin());
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::optional<std::size_t> number() {
    std::size_t value = 0;
    for (int shift = 0; shift < 28 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::size_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    return std::nullopt;
  }
  std::optional<std::string_view> bytes(std::size_t count) {
    if (count > rest_.size()) return std::nullopt;
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string change_between(std::string_view before, std::string_view now) {
  const auto old = [&](std::size_t i) { return i < before.size() ? before[i] : '\0'; };
  std::string out;
  put(out, now.size());
  std::size_t written = 0;
  const std::size_t shared = std::min(before.size(), now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < shared) i = first_difference(before.substr(0, shared), now, i);  // most of it stays
    if (i >= now.size() || now[i] == old(i)) continue;
    std::size_t end = i + 1;
    for (std::size_t k = end; k < now.size() && k < end + shortest_gap; ++k)
      if (now[k] != old(k)) end = k + 1;
    put(out, i - written);
    put(out, end - i);
    out.append(now.substr(i, end - i));
    written = end;
    i = end - 1;
  }
  return out;
}

std::optional<std::string> changed(std::string_view before, std::string_view change) {
  Reader in(change);
  const auto size = in.number();
  if (!size || *size > most_changed_bytes) return std::nullopt;
  std::string now(before.substr(0, std::min(before.size(), *size)));
  now.resize(*size, '\0');
  std::size_t at = 0;
  while (!in.at_end()) {
    const auto skip = in.number(), count = in.number();
    if (!skip || !count || *count == 0 || *skip > *size - at || *count > *size - at - *skip) return std::nullopt;
    const auto bytes = in.bytes(*count);
    if (!bytes) return std::nullopt;
    at += *skip;
    std::ranges::copy(*bytes, now.begin() + static_cast<std::ptrdiff_t>(at));
    at += *count;
  }
  return now;
}

}  // namespace remise
