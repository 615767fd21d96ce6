#include "server/app/serve.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "bots/crew.h"
#include "bots/suite.h"
#include "cli/command.h"
#include "cli/hosting/call_settings.h"
#include "cli/hosting/config_file.h"
#include "cli/hosting/database.h"
#include "cli/version.h"
#include "review/review.h"
#include "server/app/log.h"

namespace remise::cli {
namespace {

struct ServeOptions {
  server::ServeOptions server;
  std::string config_file;
  bool show = false;
  std::string log = "info";
  std::string smtp_password_file;
  double rate = 1;  // factor on all rate limits; 0: none
  Common common;
  std::vector<std::function<void(std::ostream&)>> shown;  // each writes its line of --show-config
};

// Also refuses what is no number at all.
template <class T>
CLI::Validator between(T low, T high) {
  std::ostringstream range;
  range << low << " to " << high;
  return {[low, high, range = range.str()](std::string& text) {
            T value{};
            const bool inside = CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
            return inside && !(text.starts_with('-') && value != 0) ? "" : text + " is not a number from " + range;
          },
          range.str()};
}

// What browsers send as Origin: nothing stands after the host and its port.
std::string origin_fault(const std::string& text) {
  for (const std::string scheme : {"http://", "https://"})
    if (text.starts_with(scheme) && text.size() > scheme.size() &&
        text.find_first_of("/?# ", scheme.size()) == std::string::npos)
      return "";
  return text.empty() ? "" : text + " is not of the form https://trams.example";
}

class ServedReview : public server::Reviewing {
 public:
  explicit ServedReview(review::Review review) : review_(std::move(review)) {}
  std::size_t moves() const override { return review_.moves(); }
  Json judge(std::size_t move) const override { return review_.judge(move); }
  Json whole(const std::vector<Json>& judged, const Json& names) const override { return review_.file(judged, names); }

 private:
  review::Review review_;
};

std::expected<std::shared_ptr<const server::Reviewing>, Error> open_review(const Match& match) {
  auto review = review::Review::of(match, {});
  if (!review) return std::unexpected(review.error());
  return std::make_shared<const ServedReview>(std::move(*review));
}

// The one place where the players of src/bots, and their reviews, meet the server.
void plug_bots(server::Bots& bots, const server::Games& games) {
  const auto crew = bots::whole_machine();
  for (const auto& game : games.all()) {
    std::shared_ptr<bots::Suite> suite = bots::make_suite(*game);
    if (!suite) continue;
    suite->use(crew);
    bots.add_review(std::string(game->id()), open_review);
    bots.add(
        std::string(game->id()), suite->levels(),
        [suite](const Match& match, Seat seat, std::string_view level, std::string_view seed,
                const std::atomic<bool>* stop) { return suite->choose(match, seat, level, seed, 0, stop); },
        [suite](const Match& match, Seat seat, std::string_view level, std::string_view seed,
                const std::atomic<bool>* stop) { return suite->hint(match, seat, level, seed, 0, stop); },
        suite->styled_levels());
  }
}

void run_serve(ServeOptions given) {
  static const std::map<std::string, server::LogLevel> levels{{"debug", server::LogLevel::debug},
                                                              {"info", server::LogLevel::info},
                                                              {"warning", server::LogLevel::warning},
                                                              {"error", server::LogLevel::error},
                                                              {"off", server::LogLevel::off}};
  server::set_log_level(levels.at(given.log));
  auto& config = given.server.config;
  config.version = build_info().version;
  for (server::Rate* rate : config.rates()) {
    rate->per_second *= given.rate;
    rate->burst = std::max(1.0, rate->burst * given.rate);  // less than one would never let anybody in
  }
  if (config.origin.starts_with("https://")) config.secure_cookies = true;
  if (const auto wrong = calls_fault(config.calls, config.origin, given.smtp_password_file); !wrong.empty())
    fail(exit_input, "detail", {{"detail", wrong}});
  if (!given.common.data.empty()) config.engine.clear();  // a page has the built-in data
  if (const auto api = embedded_data("openapi.json")) config.openapi = *api;
  given.server.database = database_or_default(given.server.database);
  const server::Games games(make_games(given.common));
  server::Bots bots;
  plug_bots(bots, games);
  const auto done = server::serve(given.server, games, bots, [&](int port) {
    const bool v6 = given.server.address.find(':') != std::string::npos;
    std::cout << "Remise is at http://" << (v6 ? "[" : "") << given.server.address << (v6 ? "]" : "") << ':' << port
              << "/\n"
              << std::flush;
  });
  if (!done) fail(exit_input, "detail", {{"detail", done.error()}});
}

}  // namespace

void add_serve(CLI::App& app) {
  auto given = std::make_shared<ServeOptions>();
  CLI::App* sub = add_hosting_command(app, "serve");
  auto& options = given->server;
  auto& config = options.config;
  sub->add_option("--config", given->config_file, "Read settings from this file (a commented one: docs/remise.conf)")
      ->envname("REMISE_CONFIG")
      ->configurable(false);
  sub->add_flag("--show-config", given->show, "Print the settings in effect as such a file, and end")
      ->configurable(false);
  // Every setting is a flag, a variable and a line of the file.
  const auto show = [&](std::string flag, const auto& value) {
    given->shown.emplace_back([key = flag.substr(2), &value](std::ostream& out) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
        out << key << " = \"" << value << "\"\n";
      } else {
        out << key << " = " << std::boolalpha << value << '\n';
      }
    });
  };
  const auto add = [&](const char* flag, auto& value, const char* help, const char* variable) {
    show(flag, value);
    return sub->add_option(flag, value, help)->envname(variable)->capture_default_str();
  };
  const auto add_flag = [&](const char* flag, bool& value, const char* help, const char* variable) {
    show(flag, value);
    sub->add_flag(flag, value, help)->envname(variable)->check(CLI::IsMember({"true", "false"}).name(""));
  };
  add("--address", options.address, "Listen here; 0.0.0.0 for everyone", "REMISE_ADDRESS");
  add("--port", options.port, "Port; 0 takes a free one", "REMISE_PORT")->check(between(0, 65535));
  add("--db", options.database, "SQLite file, or postgresql://...; default: below your data directory", "REMISE_DB");
  add("--web", config.web, "Folder of the web client instead of the one in this program", "REMISE_WEB")
      ->check(CLI::Validator(
          [](const std::string& folder) {
            if (folder.empty() || std::filesystem::is_regular_file(folder + "/index.html")) return std::string();
            return folder + (std::filesystem::is_directory(folder) ? " has no index.html" : " is not a folder");
          },
          "DIR"));
  add("--origin", config.origin, "Public address, such as https://trams.example", "REMISE_ORIGIN")->check(origin_fault);
  add("--bot-threads", options.bot_threads, "Bots that think at the same time", "REMISE_BOT_THREADS")
      ->check(between(1, 256));
  add("--bot-lease-ms", config.bot_lease, "Another node takes a bot's move over then; a bot thinks two thirds of it",
      "REMISE_BOT_LEASE_MS")
      ->check(between<std::int64_t>(1000, 600'000));
  add("--bot-tables-per-person", config.bot_tables_per_person,
      "Tables of bots alone, opened by one person, that think at the same time", "REMISE_BOT_TABLES_PER_PERSON")
      ->check(between<std::int64_t>(1, 1000));
  add("--max-bot-tables", config.max_bot_tables, "Unfinished tables of bots alone, opened by one person",
      "REMISE_MAX_BOT_TABLES")
      ->check(between<std::int64_t>(0, 100'000));
  add("--log", given->log, "debug, info, warning, error, off", "REMISE_LOG")
      ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}));
  add("--rate-limit", given->rate, "Factor on all rate limits; 0 takes them away", "REMISE_RATE_LIMIT")
      ->check(between(0.0, 1e6));
  add("--max-connections", config.max_connections, "Connections in all", "REMISE_MAX_CONNECTIONS")
      ->check(between<std::size_t>(1, 10'000'000));
  add("--max-connections-per-address", config.max_connections_per_address, "Connections from one address",
      "REMISE_MAX_CONNECTIONS_PER_ADDRESS")
      ->check(between<std::size_t>(1, 10'000'000));
  add("--max-tables", config.max_cached_tables, "Tables kept in memory", "REMISE_MAX_TABLES")
      ->check(between<std::size_t>(1, 100'000'000));
  add("--absent-ms", config.absent_after, "After this time a player to move may be replaced", "REMISE_ABSENT_MS")
      ->check(between<std::int64_t>(0, 4'000'000'000'000));
  const auto keep = [&](const char* flag, std::int64_t& days, const char* help, const char* variable) {
    add(flag, days, help, variable)->check(between<std::int64_t>(0, 100'000));
  };
  keep("--keep-waiting-days", config.keep_waiting_days, "Remove tables that never began after so many days; 0: never",
       "REMISE_KEEP_WAITING_DAYS");
  keep("--keep-idle-days", config.keep_idle_days, "Running matches of guests, since their last move; 0: never",
       "REMISE_KEEP_IDLE_DAYS");
  keep("--keep-finished-days", config.keep_finished_days, "Finished matches of guests; 0: never",
       "REMISE_KEEP_FINISHED_DAYS");
  keep("--keep-account-matches-days", config.keep_account_matches_days,
       "Finished matches where an account has a seat; 0: never", "REMISE_KEEP_ACCOUNT_MATCHES_DAYS");
  keep("--keep-guests-days", config.keep_guests_days, "Settings of guests who sit at no table; 0: never",
       "REMISE_KEEP_GUESTS_DAYS");
  auto& calls = config.calls;
  add_call_settings(add, add_flag, calls, given->smtp_password_file);
  add("--call-after-ms", calls.after, "Call who has been to move for so long and is not looking",
      "REMISE_CALL_AFTER_MS")
      ->check(between<std::int64_t>(0, 86'400'000));
  add("--call-certificates", calls.certificates, "File of authorities to believe instead of the system's",
      "REMISE_CALL_CERTIFICATES");
  add_flag("--call-private", calls.private_addresses,
           "For tests only: call plain http and addresses of private networks", "REMISE_CALL_PRIVATE");
  add_flag("--trust-proxy", options.trust_proxy, "Believe X-Forwarded-For (only behind a proxy of yours)",
           "REMISE_TRUST_PROXY");
  add_flag("--metrics-public", config.metrics_public, "Show /metrics to everyone", "REMISE_METRICS_PUBLIC");
  add("--data", given->common.data, "Folder with component data to use instead of the built-in", "REMISE_DATA");
  add("--lang", given->common.lang, "Language of messages about that data: en, de, es, ru", "REMISE_LANG")
      ->check(CLI::IsMember({"", "en", "de", "es", "ru"}));
  sub->callback([given, sub] {
    if (!given->config_file.empty()) read_config_file(*sub, given->config_file);
    if (!given->show) return run_serve(*given);
    for (const auto& line : given->shown) line(std::cout);
  });
}

}  // namespace remise::cli
