#include "server/app/serve.h"

#include <iostream>
#include <thread>

#include "bots/suite.h"
#include "cli/command.h"
#include "cli/hosting/database.h"
#include "cli/hosting/settings.h"
#include "cli/version.h"
#include "review/review.h"
#include "server/app/log.h"

namespace remise::cli {
namespace {

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
  for (const auto& game : games.all()) {
    std::shared_ptr<const bots::Suite> suite = bots::make_suite(*game);
    if (!suite) continue;
    bots.add_review(std::string(game->id()), open_review);
    bots.add(
        std::string(game->id()), suite->levels(),
        [suite](const Match& match, Seat seat, std::string_view level, std::string_view seed,
                const std::atomic<bool>* stop) { return suite->choose(match, seat, level, seed, 0, stop); },
        [suite](const Match& match, Seat seat, std::string_view level, std::string_view seed,
                const std::atomic<bool>* stop) { return suite->hint(match, seat, level, seed, 0, stop); });
  }
}

void run_serve(Settings given) {
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
  if (const auto fault = fault_of_calls(given)) fail(exit_input, "detail", {{"detail", *fault}});
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
  auto given = std::make_shared<Settings>();
  auto show = std::make_shared<bool>(false);
  CLI::App* sub = add_hosting_command(app, "serve");
  sub->add_flag("--show-config", *show, "Print the settings in effect as such a file, and end")->configurable(false);
  add_settings(*sub, *given);
  sub->callback([given, show, sub] {
    read_settings(*sub, *given);
    if (!*show) return run_serve(*given);
    for (const auto& line : given->shown) line(std::cout);
  });
}

}  // namespace remise::cli
