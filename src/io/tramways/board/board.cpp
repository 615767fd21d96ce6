#include "io/board/board.h"

#include "io/tramways/board/svg.h"

namespace remise::tramways {
namespace {

Drawn draw_position(const Match& match, const DrawBoard& how) {
  return draw_map(match.view(how.viewer)["state"], how.dark);
}

}  // namespace

BoardArt board_art() { return {"tramways", &draw_position}; }

}  // namespace remise::tramways
