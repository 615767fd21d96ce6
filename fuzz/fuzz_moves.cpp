// Games played by the bytes: legal moves, and legal moves with a value changed.
#include "bytes.h"
#include "core/assert.h"

using namespace remise;

namespace {

// Puts something else into one member of the action.
Json twisted(Json action, fuzz::Bytes& bytes) {
  auto member = action.begin();
  std::advance(member, static_cast<std::ptrdiff_t>(bytes.below(action.size())));
  switch (bytes.below(6)) {
    case 0: *member = nullptr; break;
    case 1: *member = static_cast<int>(bytes.next()) - 128; break;
    case 2: *member = Json::array({bytes.next(), bytes.next()}); break;
    case 3: action.erase(member); break;
    case 4: *member = 1e300; break;
    default:
      if (member->is_number_integer()) *member = member->get<std::int64_t>() + static_cast<int>(bytes.next()) - 128;
  }
  return action;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const auto match = fuzz::some_match(bytes);
  for (int moves = 0; moves < 100 && !bytes.empty() && !match->to_act().empty(); ++moves) {
    const Seat seat = match->to_act().lowest();
    const Json legal = match->legal(seat);
    REMISE_ASSERT(!legal.empty());
    const Json action = fuzz::filled(legal[bytes.below(legal.size())], bytes);
    fuzz::play_and_check(*match, seat, bytes.below(4) ? action : twisted(action, bytes));
    (void)match->view(Viewer::of(seat));
  }
  const auto loaded = match->game().load(match->file(true));
  REMISE_ASSERT(loaded && (*loaded)->hash() == match->hash());
  return 0;
}
