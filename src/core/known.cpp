#include "core/known.h"

#include "core/base64.h"
#include "core/byte_change.h"

namespace remise {
namespace {

std::string head(const Known& known) {
  std::string text = "{\"n\":" + std::to_string(known.n) + ",\"undoable\":" + std::to_string(known.undoable);
  if (!known.seed.is_null()) text += ",\"seed\":" + known.seed.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text;
}

}  // namespace

std::string known_text(const Known& known) {
  std::string text = head(known);
  if (!known.commitment.is_null()) text += ",\"commitment\":" + known.commitment.dump();
  return text + ",\"state\":\"" + to_base64(change_between("", known.state)) + "\"}";
}

std::string known_text(const Known& known, std::string_view before) {
  return head(known) + ",\"state\":\"" + to_base64(change_between(before, known.state)) + "\"}";
}

std::expected<Known, Error> read_known(const Json& json, const Known* before) {
  constexpr std::int64_t most_moves = 1'000'000;
  ObjectReader in(json, "position");
  Known known;
  known.n = static_cast<std::size_t>(in.integer("n", 0, most_moves));
  known.undoable = static_cast<std::size_t>(in.integer("undoable", 0, most_moves));
  known.commitment = in.any("commitment");
  known.seed = in.any("seed");
  const auto bytes = from_base64(in.text("state", most_changed_bytes));
  const auto state =
      bytes ? changed(before ? std::string_view(before->state) : std::string_view(), *bytes) : std::nullopt;
  if (!state) in.fail("not_bytes", "state");
  if (auto error = in.finish()) return std::unexpected(*error);
  known.state = *state;
  if (before && known.commitment.is_null()) known.commitment = before->commitment;
  return known;
}

}  // namespace remise
