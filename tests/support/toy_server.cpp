// toy_server DATABASE [PORT [JSON]]: the real server with the toy games, printing its port. The JSON object changes
// limits:
// {"unlimited": true, "bots": 2, "absent_after": 1000, "max_connections_per_address": 10}.
#include <cstdio>
#include <cstdlib>

#include "server/log.h"
#include "server/serve.h"
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
    options.config.requests = options.config.secrets = options.config.new_tables = options.config.messages = {};
    options.config.max_connections_per_address = options.config.max_connections = 50'000;
  }
  options.bot_threads = settings.value("bots", 1);
  options.config.absent_after = settings.value("absent_after", options.config.absent_after);
  options.config.max_connections_per_address =
      settings.value("max_connections_per_address", options.config.max_connections_per_address);
  options.trust_proxy = settings.value("trust_proxy", false);
  options.config.web = settings.value("web", "");
  server::set_log_level(settings.value("log", false) ? server::LogLevel::info : server::LogLevel::error);

  std::vector<std::unique_ptr<Game>> games;
  games.push_back(testing::make_nim());
  games.push_back(testing::make_tally());
  const server::Games all(std::move(games));
  const auto done = server::serve(options, all, server::Bots{}, [](int port) {
    std::printf("%d\n", port);
    std::fflush(stdout);
  });
  if (!done) std::fprintf(stderr, "%s\n", done.error().c_str());
  return done ? 0 : 1;
}
