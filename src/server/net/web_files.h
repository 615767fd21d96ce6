// The web client inside this program (web/dist at build time); empty where it was built without.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace remise::server {

std::vector<std::pair<std::string, std::string_view>> embedded_web();  // "/index.html", bytes

}  // namespace remise::server
