// Component data by name ("GAME/map.json"): from the binary itself, or from wherever the caller reads it.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace remise {

using DataFiles = std::function<std::optional<std::string_view>(std::string_view name)>;

// The files of data/, as they were when this binary was built.
std::optional<std::string_view> embedded_data(std::string_view name);

}  // namespace remise
