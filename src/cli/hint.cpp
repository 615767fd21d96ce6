#include "cli/hint.h"

#include <cmath>
#include <iomanip>
#include <iostream>

#include "bots/crew.h"
#include "cli/contest.h"

namespace remise::cli {

namespace {

struct HintOptions {
  std::string file;
  std::string level;
  int move = -1;
  int seat = -1;
  std::uint64_t nodes = 0;
  std::string seed = "hint";
  std::shared_ptr<Common> common;
};

void run_hint(const HintOptions& given) {
  OpenMatch open = open_match(*given.common, given.file, given.move);
  if (open.match->to_act().empty()) fail(exit_usage, "match_over");
  if (given.seat >= open.match->seats()) fail(exit_usage, "too_few_seats", {{"seats", open.match->seats()}});
  const Seat seat = given.seat >= 0 ? id_at<Seat>(given.seat) : open.match->to_act().lowest();
  const Locale texts = locale(*given.common);
  const Speaker speaker = speaker_for(texts, *open.match, open.file);
  if (!open.match->to_act().has(seat))
    fail(exit_usage, "not_to_move", {{"seat", given.seat}, {"name", speaker.names()[index(seat)]}});
  const auto suite = bots::make_suite(*open.game);
  if (!suite) fail(exit_usage, "no_bots", {{"game", open.game->id()}});
  suite->use(bots::whole_machine());
  const std::string level = given.level.empty() ? bots::hint_level(*suite) : given.level;
  check_level(*suite, level);
  const auto ranked = suite->hint(*open.match, seat, level, given.seed, given.nodes);
  if (!ranked) fail(exit_usage, ranked.error());
  if (given.common->json) {
    std::cout << Json{{"seat", static_cast<int>(seat)}, {"level", level}, {"moves", *ranked}}.dump(2) << '\n';
    return;
  }
  tell_hint(std::cout, *ranked, speaker, seat, level);
  const Json& moves = open.file["actions"];
  if (const std::size_t next = open.match->length(); next < moves.size())
    std::cout << say("hint.played", {{"move", speaker.action(moves[next]["action"])}}) << '\n';
}

}  // namespace

void tell_hint(std::ostream& out, const Json& ranked, const Speaker& speaker, Seat seat, const std::string& level) {
  if (ranked.empty()) {
    out << say("hint.none", {{"level", level}}) << '\n';
    return;
  }
  out << say("hint.title", {{"name", speaker.names()[index(seat)]}, {"level", level}}) << '\n';
  for (const Json& entry : ranked) {
    out << std::setw(9) << std::fixed << std::setprecision(1) << entry["value"].get<double>() << "  ";
    if (entry.contains("chance")) out << std::setw(3) << std::lround(100 * entry["chance"].get<double>()) << " %  ";
    out << speaker.action(entry["action"]) << '\n';
  }
}

void add_hint(CLI::App& app) {
  auto given = std::make_shared<HintOptions>();
  CLI::App* sub = app.add_subcommand("hint", "Rank the best moves of a position");
  sub->footer(
      "The player sees only what the seat may know. --move asks about an earlier position, and says what was played.\n"
      "The best move stands first. Its number need not be the largest: what the others get may count, and what a "
      "quick\n"
      "look says of a move. Levels below medium judge no moves,\n"
      "and what medium tells is a forecast of its own: only those that search have been held against what games came "
      "to.\n"
      "Example: remise hint my.json --level medium");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("-m,--move", given->move, "After so many moves (default: the last)")->check(not_negative());
  sub->add_option("--seat", given->seat, "For this seat, from 0 (default: whose turn it is)")
      ->check(CLI::Range(0, max_seats - 1));
  sub->add_option("-l,--level", given->level, "Player to ask (default: hard, or else the strongest)");
  add_nodes(*sub, given->nodes, "Nodes to spend (default: the level's own)");
  sub->add_option("-s,--seed", given->seed, "Seed of the player's draws")->capture_default_str();
  given->common = add_common(*sub);
  sub->callback([given] { run_hint(*given); });
}

}  // namespace remise::cli
