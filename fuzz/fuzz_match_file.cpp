// Any text as a match file.
#include "bytes.h"
#include "core/assert.h"

using namespace remise;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = parse_json({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  for (const auto& game : fuzz::games()) {
    const auto match = game->load(*json);
    if (!match) continue;
    const auto again = game->load((*match)->file(true));
    REMISE_ASSERT(again && (*again)->hash() == (*match)->hash());
    (void)(*match)->view(Viewer::spectator());
  }
  return 0;
}
