// Any text as an action, at some position of some game.
#include "bytes.h"

using namespace remise;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const auto match = fuzz::some_match(bytes);
  const auto seat = id_at<Seat>(bytes.below(max_seats));
  const auto json = parse_json(bytes.rest(), 1 << 16);
  if (json) fuzz::play_and_check(*match, seat, *json);
  return 0;
}
