#include "review/review.h"

#include <algorithm>
#include <cmath>

#include "review/causes.h"
#include "review/luck.h"
#include "review/moments.h"

namespace remise::review {
namespace {

double rounded(double value, double unit) {
  const double result = std::round(value / unit) * unit;
  return std::round(result * 1000) / 1000 + 0.0;  // no -0
}

Json list_of(const std::vector<double>& values, double unit) {
  Json list = Json::array();
  for (const double value : values) list.push_back(rounded(value, unit));
  return list;
}

// Expected results after a move; of the others only where the player judges them.
Json expected_after(const bots::WeighedMove& move, Seat seat, bool others) {
  Json values = list_of(move.results, 0.1), errors = list_of(move.errors, 0.1);
  if (!others)
    for (std::size_t s = 0; s < values.size(); ++s)
      if (s != index(seat)) values[s] = nullptr, errors[s] = nullptr;
  Json out{{"results", values}, {"errors", errors}};
  if (!move.chances.empty()) out["chances"] = list_of(move.chances, 0.001);
  return out;
}

Json seat_lists(const Accounts& accounts, int seats) {
  Json list = Json::array();
  for (int s = 0; s < seats; ++s) list.push_back(Json::array());
  for (const Account& a : accounts.list)
    list[index(a.seat)].push_back({{"source", a.source}, {"of", a.of}, {"amount", a.sum()}, {"by_round", a.by_round}});
  return list;
}

Json runs_json(const std::vector<ReviewedRun>& runs) {
  Json list = Json::array();
  for (const ReviewedRun& run : runs)
    list.push_back({{"n", run.move},
                    {"seat", static_cast<int>(run.seat)},
                    {"line", run.what},
                    {"made", run.made},
                    {"best", run.best}});
  return list;
}

// Null where the match was broken off.
Json scores_of(const Match& match) {
  Json scores = Json::array();
  for (int s = 0; s < match.seats(); ++s) scores.push_back(nullptr);
  if (const auto outcome = match.outcome())
    for (const Json& score : (*outcome)["scores"]) scores[score["seat"].get<std::size_t>()] = score["score"];
  return scores;
}

}  // namespace

std::expected<Review, Error> Review::of(const Match& match, Settings settings) {
  std::shared_ptr<const bots::Suite> suite = bots::make_suite(match.game());
  std::shared_ptr<const Reviewer> reviewer = make_reviewer(match.game());
  if (!suite || !reviewer) return std::unexpected(Error{"core", "no_review", "", {{"game", match.game().id()}}});
  if (settings.level.empty()) settings.level = bots::hint_level(*suite);
  if (settings.nodes == 0) settings.nodes = reviewer->usual_nodes();
  const auto levels = suite->all_levels();
  if (std::ranges::find(levels, settings.level) == levels.end())
    return std::unexpected(form_error("unknown_word", "level", settings.level));
  return Review(match, std::move(settings), std::move(suite), std::move(reviewer));
}

Json Review::judge(std::size_t move) const {
  const auto before = match_.at(move);
  const Json entry = match_.log(Viewer::analyst(), move, move + 1)[0];
  const Seat seat = id_at<Seat>(entry["seat"].get<int>());
  const Json& played = entry["action"];
  const double least = reviewer_->threshold();
  const auto sure = [&](int playouts, double amount, double error) {
    return playouts >= fewest_playouts && amount >= least && amount >= errors_apart * error;
  };
  const auto weigh = [&](const std::string& seed, std::uint64_t nodes) {
    return suite_->weigh(*before, seat, played, settings_.level, seed, nodes);
  };
  const auto of_played = [](const bots::Weighing& w) {
    return std::ranges::find(w.moves, true, &bots::WeighedMove::played);
  };
  auto weighing = weigh(settings_.seed, settings_.nodes);
  if (!weighing || weighing->moves.empty()) return nullptr;
  auto found = of_played(*weighing);
  if (found == weighing->moves.end() || found->playouts == 0) return nullptr;
  // Neither sure nor out of the question: looked at again, longer.
  const double behind = found->behind, error = found->behind_error;
  if (!sure(found->playouts, behind, error) && behind >= least / 2 && behind + errors_apart * error >= least) {
    auto again = weigh(settings_.seed + "/again", doubt_factor * settings_.nodes);
    if (again && of_played(*again) != again->moves.end() && of_played(*again)->playouts > 0)
      weighing = std::move(again), found = of_played(*weighing);
  }
  const bots::WeighedMove& best = weighing->moves.front();
  const auto obvious = std::ranges::find(weighing->moves, true, &bots::WeighedMove::obvious);
  const bool loses =
      sure(found->playouts, found->behind, found->behind_error) && second_opinion(*before, seat, played, best.action);
  const bool wins =
      !loses && found->behind <= 0 && !found->obvious && sure(found->playouts, found->obvious_gain, found->gain_error);
  Json out{{"n", move},
           {"seat", static_cast<int>(seat)},
           {"round", reviewer_->round(*before)},
           {"verdict", loses                ? found->behind >= 3 * least ? "very_costly" : "costly"
                       : wins               ? "strong"
                       : found->behind <= 0 ? "best"
                                            : "good"},
           {"played", played},
           {"loss", rounded(found->behind, 0.1)},
           {"error", rounded(found->behind_error, 0.1)},
           {"playouts", found->playouts},
           {"after", expected_after(*found, seat, weighing->others)},
           {"before", expected_after(best, seat, weighing->others)}};
  if (loses) {
    out["better"] = best.action;
    out["why"] = reviewer_->why(*before, seat, played, best.action);
    const auto on = play_both_on({*suite_, *reviewer_, *before, seat, played, best.action, weighing->others},
                                 settings_.seed, settings_.nodes / 4);
    for (Json& cause : confirmed_sources(on, found->behind)) out["why"].push_back(std::move(cause));
  }
  if (wins) {
    out["gain"] = rounded(found->obvious_gain, 0.1);
    out["error"] = rounded(found->gain_error, 0.1);
    out["obvious"] = obvious->action;  // no "why": its sentences speak of what the better move brings
  }
  return out;
}

// A player errs the same way in every world, which no error tells. So a move is a mistake only where another player,
// whose playouts are made in another way, prefers the better one as well.
bool Review::second_opinion(const Match& before, Seat seat, const Json& played, const Json& better) const {
  const std::string level(reviewer_->second_level());
  const auto levels = suite_->all_levels();
  if (level == settings_.level || std::ranges::find(levels, level) == levels.end()) return true;
  const auto of = [&](const Json& action) {
    double lead = 0;
    const auto weighing = suite_->weigh(before, seat, action, level, settings_.seed + "/second",
                                        std::max<std::uint64_t>(settings_.nodes / 4, 100));
    if (weighing)
      for (const bots::WeighedMove& move : weighing->moves)
        if (move.played) lead = -move.behind;
    return lead;
  };
  return of(better) - of(played) >= reviewer_->threshold() / 3;
}

Json Review::file(const std::vector<Json>& judged, const Json& names) const {
  Json decisions = Json::array();
  for (const Json& decision : judged)
    if (!decision.is_null()) decisions.push_back(decision);
  const Json scores = scores_of(match_);
  Json match = match_.file();
  if (names.is_array() && names.size() == static_cast<std::size_t>(match_.seats())) match["names"] = names;
  Json moments = Json::array();
  for (int s = 0; s < match_.seats(); ++s) moments.push_back(moments_of(decisions, s));
  const auto revealed = [&](std::size_t n) { return reviewer_->revealed(match_, n); };
  const Accounts accounts = reviewer_->accounts(match_);
  return {{"format", "remise-review"},
          {"version", file_version},
          {"game", match_.game().id()},
          {"level", settings_.level},
          {"nodes", settings_.nodes},
          {"seed", settings_.seed},
          {"threshold", reviewer_->threshold()},
          {"seats", match_.seats()},
          {"finished", match_.to_act().empty()},
          {"scores", scores},
          {"decisions", decisions},
          {"moments", moments_of(decisions, -1)},
          {"moments_by_seat", moments},
          {"luck", luck_and_skill(decisions, scores, match_.seats(), revealed)},
          {"accounts", {{"rounds", accounts.rounds}, {"seats", seat_lists(accounts, match_.seats())}}},
          {"runs", runs_json(reviewer_->runs(match_))},
          {"match", std::move(match)}};
}

Json accounts_json(const Match& match) {
  const auto reviewer = make_reviewer(match.game());
  if (!reviewer) return nullptr;
  const Accounts accounts = reviewer->accounts(match);
  return {{"rounds", accounts.rounds}, {"seats", seat_lists(accounts, match.seats())}};
}

}  // namespace remise::review
