#include "bots/arena.h"

#include <chrono>
#include <cstdio>
#include <map>

#include "bots/game_file.h"
#include "bots/ordered.h"
#include "bots/program.h"

namespace remise::bots {
namespace {

using Clock = std::chrono::steady_clock;

template <class... Args>
std::string text(const char* format, Args... args) {
  std::string line(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, args...)), ' ');
  std::snprintf(line.data(), line.size() + 1, format, args...);
  return line;
}

// Game number n: which seed, and where the challenger sits. Between equals a deal from another seat is the same game.
PlayedSetup game_of(const Contest& contest, std::size_t n, std::size_t& seat, const MakeOutside& outside) {
  const auto seats = static_cast<std::size_t>(contest.seats);
  seat = n % seats;
  const std::size_t deal = contest.challenger == contest.others ? n : n / seats;
  PlayedSetup setup{contest.setup, contest.seed + "/" + std::to_string(deal), {}, contest.nodes, {}};
  setup.players.assign(seats, contest.others);
  setup.players[seat] = contest.challenger;
  setup.outside = outside;
  setup.lead = contest.lead;
  return setup;
}

// The challenger's score above the average of the others.
double ahead_by(const Played& played, std::size_t seat) {
  double others = 0;
  for (std::size_t s = 0; s < played.scores.size(); ++s) others += s == seat ? 0 : played.scores[s];
  return played.scores[seat] - others / std::max<double>(1, static_cast<double>(played.scores.size()) - 1);
}

void count(ContestResult& result, const Played& played, std::size_t seat) {
  if (!played.error.empty()) {
    result.errors.push_back(played.error);
    return;
  }
  ++result.games;
  result.moves += played.moves;
  result.nodes += played.nodes;
  result.wins += played.wins[seat];
  for (std::size_t s = 0; s < played.wins.size(); ++s) {
    result.seat_wins[s] += played.wins[s];
    ++result.seat_games[s];
    (s == seat ? result.challenger_score : result.others_score).add(played.scores[s]);
  }
}

std::string errors_text(const ContestResult& result) {
  return result.errors.empty() ? "" : text("   %zu errors", result.errors.size());
}

ContestResult::Goal goal_reached(const ContestResult& result) {
  using Goal = ContestResult::Goal;
  if (result.contest.goal == 0) return Goal::none;
  constexpr std::size_t fewest_games = 40;
  if (result.games < fewest_games) return Goal::open;
  const Interval rate = result.rate();
  const double goal = result.contest.goal * result.fair();
  return rate.low >= goal ? Goal::met : rate.high < goal ? Goal::missed : Goal::open;
}

}  // namespace

ContestResult run_contest(const Suite& suite, const Contest& contest,
                          const std::function<bool(const ContestResult&)>& progress, GameFile* file) {
  ContestResult result;
  result.contest = contest;
  const auto seats = static_cast<std::size_t>(contest.seats);
  result.seat_wins.resize(seats);
  result.seat_games.resize(seats);
  const double likely = contest.seats == 2 ? 0.75 : 1.8 / contest.seats;
  Sprt sprt(1.0 / contest.seats, likely);
  const auto begin = Clock::now();
  const std::string key = file ? file->key(contest) : "";
  std::map<std::string, ProgramPool> pools;
  for (const auto& [name, command] : contest.programs)
    if (name == contest.challenger || name == contest.others) pools.try_emplace(name, command, contest.program_time);
  const MakeOutside outside = [&](const std::string& name) {
    const auto found = pools.find(name);
    return found == pools.end() ? nullptr : found->second.player();
  };

  const auto work = [&](std::size_t n) {
    if (const Played* known = file ? file->find(key, n) : nullptr) return *known;
    std::size_t seat = 0;
    return suite.play(game_of(contest, n, seat, outside));
  };
  Mean of_deal;
  // Results are counted in the order of the games, so that a test stops at the same game whatever the threads do.
  const auto take = [&](std::size_t n, const Played& played) {
    const std::size_t seat = n % seats;
    count(result, played, seat);
    if (file && !file->add(key, n, played)) return result.errors.push_back(file->path() + " cannot be written"), false;
    if (played.error.empty()) sprt.add(played.wins[seat]), of_deal.add(ahead_by(played, seat));
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const bool whole_rotation = (n + 1) % seats == 0;
    if (whole_rotation && of_deal.n > 0) result.ahead.add(of_deal.mean), of_deal = {};
    if (contest.sequential && whole_rotation && sprt.verdict() != Sprt::Verdict::open) return false;
    if (whole_rotation || n + 1 == contest.games) result.goal = goal_reached(result);
    if (result.goal == ContestResult::Goal::met || result.goal == ContestResult::Goal::missed) return false;
    return !progress || progress(result);
  };
  in_order<Played>(0, contest.games, contest.threads, work, take);
  if (contest.sequential) result.verdict = sprt.verdict();
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

Json to_json(const ContestResult& result) {
  const auto interval = [](const Interval& i) { return Json{{"low", i.low}, {"mid", i.mid}, {"high", i.high}}; };
  const auto mean = [&](const Mean& m) {
    const auto i = m.interval();
    return i ? interval(*i) : Json{{"low", nullptr}, {"mid", m.n ? Json(m.mean) : Json()}, {"high", nullptr}};
  };
  const bool any = result.games > 0;  // else there is no rate, only how little is known
  Json seats = Json::array();
  for (std::size_t s = 0; s < result.seat_wins.size(); ++s)
    seats.push_back(interval(win_rate(result.seat_wins[s], static_cast<double>(result.seat_games[s]))));
  Json json{{"seats", result.contest.seats},
            {"challenger", result.contest.challenger},
            {"others", result.contest.others},
            {"options", result.contest.setup},
            {"seed", result.contest.seed},
            {"nodes_per_move", result.contest.nodes},
            {"games", result.games},
            {"wins", result.wins},
            {"win_rate", any ? interval(result.rate()) : Json()},
            {"fair_share", result.fair()},
            {"elo", any ? Json(result.elo()) : Json()},
            {"seat_win_rates", any ? seats : Json()},
            {"challenger_score", mean(result.challenger_score)},
            {"others_score", mean(result.others_score)},
            {"ahead", mean(result.ahead)},
            {"moves", result.moves},
            {"nodes", result.nodes},
            {"seconds", result.seconds},
            {"errors", result.errors}};
  if (!result.contest.lead.player.empty())
    json["lead"] = {{"player", result.contest.lead.player}, {"until", result.contest.lead.until}};
  if (result.goal != ContestResult::Goal::none) {
    json["goal"] = result.contest.goal;
    json["goal_reached"] = result.goal == ContestResult::Goal::met      ? "met"
                           : result.goal == ContestResult::Goal::missed ? "missed"
                                                                        : "open";
  }
  if (result.verdict)
    json["sprt"] = *result.verdict == Sprt::Verdict::stronger ? "stronger"
                   : *result.verdict == Sprt::Verdict::weaker ? "weaker"
                                                              : "open";
  return json;
}

std::string contest_table(const std::vector<ContestResult>& results) {
  std::string table =
      "seats  challenger  others      games   wins    95 %           x fair   Elo    score    others    ahead (95 %, "
      "by deals)\n";
  for (const auto& r : results) {
    const Interval rate = r.rate();
    const auto ahead = r.ahead.interval();
    if (r.games == 0) {
      table += text("%-6d %-11s %-11s %-7d %s\n", r.contest.seats, r.contest.challenger.c_str(),
                    r.contest.others.c_str(), 0, errors_text(r).c_str());
      continue;
    }
    table += text("%-6d %-11s %-11s %-7zu %5.1f %%  %4.1f - %4.1f %%  %5.2f  %+6.0f  %7.1f  %7.1f   %+.1f%s%s\n",
                  r.contest.seats, r.contest.challenger.c_str(), r.contest.others.c_str(), r.games, 100 * rate.mid,
                  100 * rate.low, 100 * rate.high, rate.mid / r.fair(), r.elo(), r.challenger_score.mean,
                  r.others_score.mean, r.ahead.mean, ahead ? text(" (+- %.1f)", r.ahead.mean - ahead->low).c_str() : "",
                  errors_text(r).c_str());
  }
  return table;
}

std::string contest_plot(const std::vector<ContestResult>& results) {
  const double height = 40.0 + 26.0 * static_cast<double>(results.size());
  std::string svg = text(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 %.0f\" font-family=\"sans-serif\" "
                        "font-size=\"13\">\n",
                        height) +
                    text("<rect width=\"760\" height=\"%.0f\" fill=\"#fffdf8\"/>\n", height);
  const auto x = [](double rate) { return 300 + 420 * rate; };
  for (int percent = 0; percent <= 100; percent += 25)
    svg += text(
        "<path d=\"M%.0f 24V%.0f\" stroke=\"#e6dfce\"/><text x=\"%.0f\" y=\"16\" text-anchor=\"middle\">%d %%</text>\n",
        x(percent / 100.0), height - 10, x(percent / 100.0), percent);
  double y = 44;
  for (const auto& r : results) {
    const Interval rate = r.rate();
    const double at = y;
    y += 26;
    svg += text("<text x=\"10\" y=\"%.0f\">%s among %s, %d seats (%zu)</text>\n", at + 4, r.contest.challenger.c_str(),
                r.contest.others.c_str(), r.contest.seats, r.games);
    if (r.games == 0) continue;
    svg += text("<path d=\"M%.1f %.0fH%.1f\" stroke=\"#0b7a75\" stroke-width=\"4\"/>", x(rate.low), at, x(rate.high));
    svg += text("<circle cx=\"%.1f\" cy=\"%.0f\" r=\"5\" fill=\"#0b7a75\"/>", x(rate.mid), at);
    svg += text("<path d=\"M%.1f %.0fv16\" stroke=\"#9a3b26\" stroke-width=\"2\"/>\n", x(r.fair()), at - 8);
  }
  return svg + "</svg>\n";
}

}  // namespace remise::bots
