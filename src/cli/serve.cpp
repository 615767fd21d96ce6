#include "server/serve.h"

#include <filesystem>
#include <iostream>
#include <thread>

#include "bots/suite.h"
#include "cli/command.h"
#include "cli/database.h"
#include "server/log.h"

namespace remise::cli {
namespace {

struct Options {
  server::ServeOptions server;
  std::string log = "info";
  double rate = 1;  // factor on all rate limits; 0: none
  std::shared_ptr<Common> common;
};

// The one place where the players of src/bots meet the server.
void plug_bots(server::Bots& bots, const server::Games& games) {
  for (const auto& game : games.all()) {
    std::shared_ptr<const bots::Suite> suite = bots::make_suite(*game);
    if (!suite) continue;
    bots.add(
        std::string(game->id()), suite->levels(),
        [suite](const Match& match, Seat seat, std::string_view level, std::string_view seed,
                const std::atomic<bool>* stop) { return suite->choose(match, seat, level, seed, 0, stop); },
        [suite](const Match& match, Seat seat, std::string_view level, std::string_view seed,
                const std::atomic<bool>* stop) { return suite->hint(match, seat, level, seed, 0, stop); });
  }
}

void run(Options given) {
  static const std::map<std::string, server::LogLevel> levels{{"debug", server::LogLevel::debug},
                                                              {"info", server::LogLevel::info},
                                                              {"warning", server::LogLevel::warning},
                                                              {"error", server::LogLevel::error},
                                                              {"off", server::LogLevel::off}};
  server::set_log_level(levels.at(given.log));
  auto& config = given.server.config;
  for (server::Rate* rate : {&config.requests, &config.secrets, &config.new_tables, &config.bot_tables, &config.hints,
                             &config.hints_per_address, &config.messages}) {
    rate->per_second *= given.rate;
    rate->burst *= given.rate;
  }
  if (config.origin.starts_with("https://")) config.secure_cookies = true;
  if (const auto api = embedded_data("openapi.json")) config.openapi = *api;
  given.server.database = database_or_default(given.server.database);
  const server::Games games(make_games(*given.common));
  server::Bots bots;
  plug_bots(bots, games);
  const auto done = server::serve(given.server, games, bots, [&](int port) {
    const bool v6 = given.server.address.find(':') != std::string::npos;
    std::cout << "Remise is at http://" << (v6 ? "[" : "") << given.server.address << (v6 ? "]" : "") << ':' << port
              << "/\n"
              << std::flush;
  });
  if (!done) fail(exit_input, done.error());
}

}  // namespace

void add_serve(CLI::App& app) {
  auto given = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand("serve", "Run the server: tables on the web, one process, one file");
  given->common = add_common(*sub);
  auto& options = given->server;
  auto& config = options.config;
  sub->set_config("--config", "", "Read options from this file (a commented one: docs/remise.conf)")
      ->envname("REMISE_CONFIG");
  const auto add = [&](const char* flag, auto& value, const char* help, const char* variable) {
    return sub->add_option(flag, value, help)->envname(variable)->capture_default_str();
  };
  add("--address", options.address, "Listen here; 0.0.0.0 for everyone", "REMISE_ADDRESS");
  add("--port", options.port, "Port; 0 takes a free one", "REMISE_PORT")->check(CLI::Range(0, 65535));
  add("--db", options.database, "SQLite file, or postgresql://...; default: below your data directory", "REMISE_DB");
  add("--web", config.web, "Folder of the web client instead of the one in this program", "REMISE_WEB");
  add("--origin", config.origin, "Public address, such as https://trams.example", "REMISE_ORIGIN");
  add("--bot-threads", options.bot_threads, "Bots that think at the same time", "REMISE_BOT_THREADS")
      ->check(CLI::Range(1, 256));
  add("--bot-lease-ms", config.bot_lease, "Another node takes a bot's move over then; a bot thinks two thirds of it",
      "REMISE_BOT_LEASE_MS")
      ->check(CLI::Range(1000, 600'000));
  add("--bot-tables-per-person", config.bot_tables_per_person,
      "Tables of bots alone, opened by one person, that think at the same time", "REMISE_BOT_TABLES_PER_PERSON")
      ->check(CLI::Range(1, 1000));
  add("--max-bot-tables", config.max_bot_tables, "Unfinished tables of bots alone, opened by one person",
      "REMISE_MAX_BOT_TABLES")
      ->check(CLI::Range(0, 100'000));
  add("--log", given->log, "debug, info, warning, error, off", "REMISE_LOG")
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}));
  add("--rate-limit", given->rate, "Factor on all rate limits; 0 takes them away", "REMISE_RATE_LIMIT");
  add("--max-connections", config.max_connections, "Connections in all", "REMISE_MAX_CONNECTIONS");
  add("--max-connections-per-address", config.max_connections_per_address, "Connections from one address",
      "REMISE_MAX_CONNECTIONS_PER_ADDRESS");
  add("--max-tables", config.max_cached_tables, "Tables kept in memory", "REMISE_MAX_TABLES");
  add("--absent-ms", config.absent_after, "After this time a player to move may be replaced", "REMISE_ABSENT_MS");
  sub->add_flag("--trust-proxy", options.trust_proxy, "Believe X-Forwarded-For (only behind a proxy of yours)")
      ->envname("REMISE_TRUST_PROXY");
  sub->add_flag("--metrics-public", config.metrics_public, "Show /metrics to everyone")
      ->envname("REMISE_METRICS_PUBLIC");
  sub->callback([given] { run(*given); });
}

}  // namespace remise::cli
