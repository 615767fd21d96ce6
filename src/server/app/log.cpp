#include "server/app/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace remise::server {
namespace {

spdlog::logger& logger() {
  static const auto made = [] {
    auto one = spdlog::stderr_logger_mt("remise");
    one->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l",%v})");
    one->flush_on(spdlog::level::warn);
    spdlog::flush_every(std::chrono::seconds(1));
    return one;
  }();
  return *made;
}

spdlog::level::level_enum native(LogLevel level) {
  switch (level) {
    case LogLevel::debug: return spdlog::level::debug;
    case LogLevel::info: return spdlog::level::info;
    case LogLevel::warning: return spdlog::level::warn;
    case LogLevel::error: return spdlog::level::err;
    default: return spdlog::level::off;
  }
}

}  // namespace

void set_log_level(LogLevel level) { logger().set_level(native(level)); }

void log_line(LogLevel level, std::string_view event, const Json& values) {
  if (!logger().should_log(native(level))) return;
  Json line{{"event", event}};
  line.update(values);
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
  logger().log(native(level), "{}", std::string_view(text).substr(1, text.size() - 2));
}

}  // namespace remise::server
