// A drawing as a PNG picture, for those who show no SVG. It knows what our own drawings are made of (paths, circles,
// rectangles, groups, plain colours, short texts of letters and digits) and leaves out the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/board/board.h"

namespace remise {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // row by row
};

// The drawing as large as it fits, in the middle of the ground.
Pixels pixels_of(const Drawn& drawn, int width, int height, const char* ground);
std::string png_of(const Pixels& pixels);

}  // namespace remise
