#include "core/game.h"

#include "core/random.h"

namespace remise {

namespace {

template <class Write>
Json tree(const Write& write) {
  std::string text;
  write(text);
  return tree_of(text);
}

}  // namespace

Json Match::view(Viewer viewer) const {
  return tree([&](std::string& out) { write_view(out, viewer); });
}

Json Match::view_at(std::size_t n, Viewer viewer) const {
  return tree([&](std::string& out) { write_view_at(out, n, viewer); });
}

Json Match::log(Viewer viewer, std::size_t from, std::size_t end) const {
  return tree([&](std::string& out) { write_log(out, viewer, from, end); });
}

Json Match::legal(Seat seat) const {
  return tree([&](std::string& out) { write_legal(out, seat); });
}

std::expected<Json, Error> Match::compose(Seat seat, const Json& question) const {
  std::string text;
  if (const auto written = write_composed(text, seat, question); !written) return std::unexpected(written.error());
  return tree_of(text);
}

std::optional<Json> Match::pick(Seat seat, Random& random) const {
  return pick(seat, random, [](Random& draws, std::uint32_t count) { return draws.below(count); });
}

}  // namespace remise
