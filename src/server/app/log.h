// Structured logs: one JSON object per line on standard error. Never a token, a password, a payload or a view.
#pragma once

#include <string_view>

#include "core/json.h"

namespace remise::server {

enum class LogLevel : std::uint8_t { debug, info, warning, error, off };

void set_log_level(LogLevel level);
void log_line(LogLevel level, std::string_view event, const Json& values = Json::object());

}  // namespace remise::server
