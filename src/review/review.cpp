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
  const auto levels = suite->weighing_levels();
  if (std::ranges::find(levels, settings.level) == levels.end())
    return std::unexpected(Error{"core", "level_not_judging", "", {{"level", settings.level}, {"known", levels}}});
  return Review(match, std::move(settings), std::move(suite), std::move(reviewer));
}

// Beyond the threshold and the error, from enough playouts.
bool Review::sure(int playouts, double amount, double error) const {
  return playouts >= fewest_playouts && amount >= reviewer_->threshold() && amount >= errors_apart * error;
}

// Two moves that come to the same are both the best.
bool Review::next_to_best(const bots::WeighedMove& move) const { return move.behind < reviewer_->threshold() / 2; }

// Nothing where there was nothing to decide, or the move played could not be tried.
std::optional<Review::Opinion> Review::opinion_of(const Decision& d, const std::string& seed,
                                                  std::uint64_t nodes) const {
  auto weighing = suite_->weigh(d.before, d.seat, d.played, settings_.level, seed, nodes);
  if (!weighing) return std::nullopt;
  const auto found = std::ranges::find(weighing->moves, true, &bots::WeighedMove::played);
  if (found == weighing->moves.end() || found->playouts == 0) return std::nullopt;
  const auto at = static_cast<std::size_t>(found - weighing->moves.begin());
  return Opinion{std::move(*weighing), at};
}

// Looked at again, longer: where it is neither sure nor out of the question that the move was worse, and where chance
// has a part in what may be one of the moments that mattered, so that it is the same ones with a larger budget.
bool Review::wants_again(const bots::WeighedMove& found) const {
  const double least = reviewer_->threshold(), loss = found.behind, error = found.behind_error;
  const double gain = next_to_best(found) && !found.obvious ? found.obvious_gain : 0;
  if ((loss >= heavy * least && error > 0) || (gain >= heavy * least && found.gain_error > 0)) return true;
  return !sure(found.playouts, loss, error) && loss >= least / 2 && loss + errors_apart * error >= least;
}

Json Review::judge(std::size_t move) const {
  const auto before = match_.at(move);
  const Json entry = match_.log(Viewer::analyst(), move, move + 1)[0];
  const Decision d{*before, id_at<Seat>(entry["seat"].get<int>()), entry["action"]};
  auto opinion = opinion_of(d, settings_.seed, settings_.nodes);
  if (!opinion) return nullptr;
  if (wants_again(opinion->played()))
    if (auto again = opinion_of(d, settings_.seed + "/again", again_factor * settings_.nodes))
      opinion = std::move(again);
  const bots::WeighedMove &found = opinion->played(), &best = opinion->weighing.moves.front();
  const bool loses = sure(found.playouts, found.behind, found.behind_error) && second_opinion(d, best.action);
  const bool wins =
      !loses && next_to_best(found) && !found.obvious && sure(found.playouts, found.obvious_gain, found.gain_error);
  Json out{{"n", move},
           {"seat", static_cast<int>(d.seat)},
           {"round", reviewer_->round(*before)},
           {"verdict", loses               ? found.behind >= heavy * reviewer_->threshold() ? "very_costly" : "costly"
                       : wins              ? "strong"
                       : found.behind <= 0 ? "best"
                                           : "good"},
           {"played", d.played},
           {"loss", rounded(found.behind, 0.1)},
           {"error", rounded(found.behind_error, 0.1)},
           {"playouts", found.playouts},
           {"after", expected_after(found, d.seat, opinion->weighing.others)},
           {"before", expected_after(best, d.seat, opinion->weighing.others)}};
  if (loses) out["better"] = best.action, out["why"] = causes(d, *opinion);
  if (wins) {
    out["gain"] = rounded(found.obvious_gain, 0.1);
    out["error"] = rounded(found.gain_error, 0.1);
    // No "why": its sentences speak of what the better move brings.
    out["obvious"] = std::ranges::find(opinion->weighing.moves, true, &bots::WeighedMove::obvious)->action;
  }
  return out;
}

// What is exact at the moment of the move, then what shows when both moves are played on.
Json Review::causes(const Decision& d, const Opinion& opinion) const {
  const Json& better = opinion.weighing.moves.front().action;
  Json why = reviewer_->why(d.before, d.seat, d.played, better);
  const auto on = play_both_on({*suite_, *reviewer_, d.before, d.seat, d.played, better, opinion.weighing.rivals},
                               settings_.seed, settings_.nodes / 4);
  for (Json& cause : confirmed_sources(on, opinion.played().behind)) why.push_back(std::move(cause));
  return why;
}

// A player errs the same way in every world, which no error tells. So a move is a mistake only where another player,
// whose playouts are made in another way, prefers the better one as well.
bool Review::second_opinion(const Decision& d, const Json& better) const {
  const std::string level(reviewer_->second_level());
  const auto levels = suite_->all_levels();
  if (level == settings_.level || std::ranges::find(levels, level) == levels.end()) return true;
  const auto of = [&](const Json& action) {
    double lead = 0;
    const auto weighing = suite_->weigh(d.before, d.seat, action, level, settings_.seed + "/second",
                                        std::max<std::uint64_t>(settings_.nodes / 4, 100));
    if (weighing)
      for (const bots::WeighedMove& move : weighing->moves)
        if (move.played) lead = -move.behind;
    return lead;
  };
  return of(better) - of(d.played) >= reviewer_->threshold() / 3;
}

Json Review::file(const std::vector<Json>& judged, const Json& names) const {
  Json decisions = Json::array();
  for (const Json& decision : judged)
    if (!decision.is_null()) decisions.push_back(decision);
  const Json scores = scores_of(match_);
  Json match = match_.file();
  if (names.is_array() && names.size() == static_cast<std::size_t>(match_.seats())) match["names"] = names;
  const auto story = [&](const Json& decision) { return reviewer_->story(decision); };
  Json moments = Json::array();
  for (int s = 0; s < match_.seats(); ++s) moments.push_back(moments_of(decisions, s, story));
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
          {"moments", moments_of(decisions, -1, story)},
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
