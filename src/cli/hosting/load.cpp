#include <sys/resource.h>

#include <charconv>
#include <iostream>

#include "cli/command.h"
#include "load/swarm.h"

namespace remise::cli {
namespace {

server::Address address_of(const std::string& url) {
  std::string rest = url.starts_with("http://") ? url.substr(7) : url;
  if (rest.ends_with('/')) rest.pop_back();
  const auto colon = rest.rfind(':');
  if (colon == std::string::npos) return {rest, 80};
  int port = 0;
  const char* const end = rest.data() + rest.size();
  const auto [at, problem] = std::from_chars(rest.data() + colon + 1, end, port);
  if (problem != std::errc{} || at != end || port < 1 || port > 65535) fail(exit_usage, "no_address", {{"url", url}});
  return {rest.substr(0, colon), port};
}

}  // namespace

void add_load(CLI::App& app) {
  auto given = std::make_shared<server::SwarmOptions>();
  auto urls = std::make_shared<std::vector<std::string>>(1, "http://127.0.0.1:8840");
  CLI::App* sub = add_hosting_command(app, "load");
  sub->add_option("--url", *urls, "Address of the server; several are used in turn")->capture_default_str();
  sub->add_option("--game", given->game, "Which game (default: the first that `remise new` lists)");
  sub->add_option("--tables", given->tables, "Tables at the same time")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  sub->add_option("--players", given->players, "Seats of each table")->capture_default_str()->check(CLI::Range(1, 6));
  sub->add_option("--bots", given->bots, "Seats played by the server")->capture_default_str();
  sub->add_option("--seconds", given->seconds, "How long")->capture_default_str();
  sub->add_option("--rate", given->rate, "Moves per second in all; 0: as many as the server takes")
      ->capture_default_str();
  sub->add_option("--idle", given->idle, "So many connections that only listen, instead of playing");
  sub->add_option("--watchers", given->watchers, "Further connections at each table, that only look")
      ->capture_default_str();
  auto whole = std::make_shared<bool>(false);
  sub->add_flag("--whole-views", *whole, "Ask for whole views, as a client without the engine does");
  sub->add_flag("--reconnect", given->reconnect, "Go on when the server dies and comes back");
  add_lang(*sub);
  sub->callback([given, urls, whole] {
    if (given->game.empty()) given->game = first_game();
    const auto games = make_games(Common{});
    for (const auto& game : games)
      if (game->id() == given->game && !*whole) given->engine = game.get();
    if (given->bots >= given->players) fail(exit_usage, "nobody_plays");
    for (const auto& url : *urls) given->servers.push_back(address_of(url));
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max;
      setrlimit(RLIMIT_NOFILE, &limit);
    }
    given->prepared = [] { std::cerr << "the tables stand; playing\n"; };
    const auto report = server::run_swarm(*given);
    if (!report) fail(exit_input, "detail", {{"detail", report.error()}});
    std::cout << report->json().dump(1) << '\n';
    if (!report->faults.empty()) leave(exit_difference);
  });
}

}  // namespace remise::cli
