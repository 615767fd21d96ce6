// toy_server DATABASE [PORT [JSON]]: the real server with the toy games, printing its port. The JSON object changes
// limits:
// {"unlimited": true, "bots": 2, "absent_after": 1000, "max_connections_per_address": 10}.
// {"request_time": 1000} is the patience with slow senders and readers in ms, {"rest_time": 1000} that with what comes
// of a request that was refused.
// {"bot_lease": 1000, "bot_delay": 5000} makes bots lose what they took after so many ms, and think so long.
// The other levels of tally are bots that fail, each in its own way.
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/assert.h"
#include "server/app/log.h"
#include "server/app/serve.h"
#include "support/nim.h"
#include "support/tally.h"

int main(int argc, char** argv) {
  using namespace remise;
  if (argc < 2) return 2;
  server::ServeOptions options;
  options.database = argv[1];
  options.port = argc > 2 ? std::atoi(argv[2]) : 0;
  const Json settings = argc > 3 ? Json::parse(argv[3]) : Json::object();
  if (settings.value("unlimited", true)) {
    for (server::Rate* rate : options.config.rates()) *rate = {};
    options.config.max_connections_per_address = options.config.max_connections = 50'000;
  }
  options.bot_threads = settings.value("bots", 1);
  options.config.absent_after = settings.value("absent_after", options.config.absent_after);
  options.config.max_connections_per_address =
      settings.value("max_connections_per_address", options.config.max_connections_per_address);
  options.config.bot_lease = settings.value("bot_lease", options.config.bot_lease);
  options.config.request_time = settings.value("request_time", options.config.request_time);
  options.config.rest_time = settings.value("rest_time", options.config.rest_time);
  options.trust_proxy = settings.value("trust_proxy", false);
  options.config.web = settings.value("web", "");
  server::set_log_level(settings.value("log", false) ? server::LogLevel::info : server::LogLevel::error);

  std::vector<std::unique_ptr<Game>> games;
  games.push_back(testing::make_nim());
  games.push_back(testing::make_tally());
  const server::Games all(std::move(games));
  server::Bots bots;
  const auto think = [delay = settings.value("bot_delay", 0)](
                         const Match& match, Seat seat, std::string_view level, std::string_view seed,
                         const std::atomic<bool>* stop) -> std::expected<Json, Error> {
    if (level == "throws") throw std::runtime_error("a bot that throws");
    if (level == "asserts") REMISE_ASSERT(level.empty());
    if (level == "refuses") return std::unexpected(Error{"tally", "no_idea", "", {}});
    if (level == "illegal") return Json{{"type", "add"}, {"value", 99}};
    if (level == "aborts") std::abort();
    while (level == "hangs") std::this_thread::sleep_for(std::chrono::milliseconds(10));
    for (int waited = 0; waited < delay && !*stop; waited += 10)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return server::random_move(match, seat, seed);
  };
  bots.add("tally", {"random", "throws", "asserts", "refuses", "illegal", "aborts", "hangs"}, think, nullptr);
  const auto done = server::serve(options, all, bots, [](int port) {
    std::printf("%d\n", port);
    std::fflush(stdout);
  });
  if (!done) std::fprintf(stderr, "%s\n", done.error().c_str());
  return done ? 0 : 1;
}
