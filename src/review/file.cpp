// The strict reader of review files (docs/review-file.md).
#include "review/review.h"

#include <cmath>

namespace remise::review {
namespace {

constexpr std::size_t most_moves = 100'000;
const std::vector<std::string_view> verdicts{"best", "good", "strong", "costly", "very_costly"};

using Found = std::optional<Error>;

std::string place(std::string_view where, std::size_t i) { return std::string(where) + "[" + std::to_string(i) + "]"; }

Found check_number(const Json& value, const std::string& where, bool may_be_null = false) {
  if (may_be_null && value.is_null()) return {};
  if (!value.is_number()) return form_error("not_a_number", where, value.type_name());
  return std::abs(value.get<double>()) <= 1e9 ? Found{} : form_error("out_of_range", where, value);
}

// Every entry a number, one for each seat.
Found check_by_seat(ObjectReader& in, std::string_view key, std::size_t seats, const std::string& where) {
  const Json& list = in.array(key, max_seats);
  if (in.failed()) return {};
  if (list.size() != seats) return form_error("wrong_count", where + "." + std::string(key), list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    if (auto wrong = check_number(list[i], place(where + "." + std::string(key), i), true)) return wrong;
  return {};
}

Found check_expected(const Json& json, std::size_t seats, const std::string& where) {
  ObjectReader in(json, where);
  for (const char* key : {"results", "errors"})
    if (auto wrong = check_by_seat(in, key, seats, where)) return wrong;
  if (in.has("chances"))
    if (auto wrong = check_by_seat(in, "chances", seats, where)) return wrong;
  for (std::size_t s = 0; !in.failed() && s < seats; ++s)
    if (json["results"][s].is_null() != json["errors"][s].is_null())
      return form_error("not_a_number", place(where + ".errors", s), json["errors"][s].type_name());
  return in.finish();
}

Found check_decision(const Json& json, std::size_t seats, std::size_t moves, const std::string& where) {
  ObjectReader in(json, where);
  in.integer("n", 0, static_cast<std::int64_t>(moves) - 1);
  in.integer("seat", 0, static_cast<std::int64_t>(seats) - 1);
  in.text("round", 20);
  in.one_of("verdict", verdicts);
  in.object("played");
  in.integer("playouts", 1, 1'000'000);
  for (const char* key : {"loss", "error"})
    if (auto wrong = check_number(in.any(key), where + "." + key)) return wrong;
  if (in.has("gain"))
    if (auto wrong = check_number(in.any("gain"), where + ".gain")) return wrong;
  for (const char* key : {"better", "obvious"})
    if (in.has(key)) in.object(key);
  if (in.has("why"))
    for (const Json& reason : in.array("why", 40)) {
      ObjectReader one(reason, where + ".why");
      one.text("code", 40);
      if (one.has("source")) one.text("source", 40), one.text("of", 40);
      if (auto wrong = one.finish_ignoring_rest()) return wrong;
      for (const auto& [key, value] : reason.items())
        if (value.is_structured()) return form_error("not_a_text", where + ".why." + key, value.type_name());
    }
  const Json &after = in.object("after"), &before = in.object("before");
  if (auto wrong = in.finish()) return wrong;
  if (auto wrong = check_expected(after, seats, where + ".after")) return wrong;
  return check_expected(before, seats, where + ".before");
}

Found check_moments(const Json& list, const Json& decisions, const std::string& where) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto found = std::ranges::find_if(decisions, [&](const Json& d) { return d["n"] == list[i]; });
    if (!list[i].is_number_integer() || found == decisions.end())
      return form_error("unknown_word", place(where, i), list[i]);
    // A moment is told with what was played instead, or would have been.
    const char* other = found->contains("gain") ? "obvious" : "better";
    if (!found->contains(other)) return form_error("missing", place(where, i) + "." + other);
  }
  return {};
}

Found check_account(const Json& json, std::size_t rounds, const std::string& where) {
  ObjectReader in(json, where);
  in.text("source", 40), in.text("of", 40);
  const auto amount = in.integer("amount", INT32_MIN, INT32_MAX);
  std::int64_t sum = 0;
  const Json& by_round = in.array("by_round", 100);
  if (auto wrong = in.finish()) return wrong;
  for (const Json& part : by_round) {
    if (!part.is_number_integer()) return form_error("not_an_integer", where + ".by_round", part.type_name());
    if (auto wrong = check_number(part, where + ".by_round")) return wrong;
    sum += part.get<std::int64_t>();
  }
  if (by_round.size() != rounds) return form_error("wrong_count", where + ".by_round", by_round.size());
  return sum == amount ? Found{} : form_error("out_of_range", where + ".amount", amount);
}

Found check_accounts(const Json& json, std::size_t seats) {
  ObjectReader in(json, "review.accounts");
  const Json& names = in.array("rounds", 100);
  const std::size_t rounds = names.size();
  const Json& lists = in.array("seats", max_seats);
  if (auto wrong = in.finish()) return wrong;
  for (std::size_t i = 0; i < rounds; ++i)
    if (!names[i].is_string())
      return form_error("not_a_text", place("review.accounts.rounds", i), names[i].type_name());
  if (lists.size() != seats) return form_error("wrong_count", "review.accounts.seats", lists.size());
  for (std::size_t s = 0; s < seats; ++s) {
    const std::string where = place("review.accounts.seats", s);
    if (!lists[s].is_array() || lists[s].size() > 200) return form_error("not_a_list", where, lists[s].type_name());
    for (const Json& account : lists[s])
      if (auto wrong = check_account(account, rounds, where)) return wrong;
  }
  return {};
}

Found check_luck(const Json& json, std::size_t seats, const std::string& where) {
  ObjectReader in(json, where);
  in.integer("seat", 0, static_cast<std::int64_t>(seats) - 1);
  for (const char* key : {"start", "deal", "own", "others", "chance", "rest", "final", "error"})
    if (auto wrong = check_number(in.any(key), where + "." + key)) return wrong;
  return in.finish();
}

Found check_run(const Json& json, std::size_t seats, std::size_t moves, const std::string& where) {
  ObjectReader in(json, where);
  in.integer("n", 0, static_cast<std::int64_t>(moves) - 1);
  in.integer("seat", -1, static_cast<std::int64_t>(seats) - 1);
  in.text("line", 20);
  in.integer("made", 0, 100'000), in.integer("best", 0, 100'000);
  return in.finish();
}

}  // namespace

Found check_file(const Json& file) {
  ObjectReader in(file, "review");
  in.one_of("format", {"remise-review"});
  in.integer("version", file_version, file_version);
  in.text("game", 40), in.text("level", 40), in.text("seed");
  in.integer("nodes", 1, 1'000'000'000);
  in.boolean("finished");
  if (auto wrong = check_number(in.any("threshold"), "review.threshold")) return wrong;
  const auto seats = static_cast<std::size_t>(in.integer("seats", 1, max_seats));
  const Json& match = in.object("match");
  const auto actions = match.find("actions");
  if (!in.failed() && (actions == match.end() || !actions->is_array()))
    return form_error("missing", "review.match.actions");
  const std::size_t moves = in.failed() ? 0 : actions->size();
  if (auto wrong = check_by_seat(in, "scores", seats, "review")) return wrong;
  const Json& decisions = in.array("decisions", most_moves);
  const Json& moments = in.array("moments", most_moments);
  const Json& by_seat = in.array("moments_by_seat", max_seats);
  const Json& luck = in.array("luck", max_seats);
  const Json& accounts = in.object("accounts");
  const Json& runs = in.array("runs", most_moves);
  if (auto wrong = in.finish()) return wrong;
  for (std::size_t i = 0; i < decisions.size(); ++i)
    if (auto wrong = check_decision(decisions[i], seats, moves, place("review.decisions", i))) return wrong;
  if (auto wrong = check_moments(moments, decisions, "review.moments")) return wrong;
  if (by_seat.size() != seats) return form_error("wrong_count", "review.moments_by_seat", by_seat.size());
  for (std::size_t s = 0; s < seats; ++s) {
    const std::string where = place("review.moments_by_seat", s);
    if (!by_seat[s].is_array() || by_seat[s].size() > most_moments)
      return form_error("not_a_list", where, by_seat[s].type_name());
    if (auto wrong = check_moments(by_seat[s], decisions, where)) return wrong;
  }
  if (luck.size() != seats) return form_error("wrong_count", "review.luck", luck.size());
  for (std::size_t s = 0; s < seats; ++s)
    if (auto wrong = check_luck(luck[s], seats, place("review.luck", s))) return wrong;
  if (auto wrong = check_accounts(accounts, seats)) return wrong;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (auto wrong = check_run(runs[i], seats, moves, place("review.runs", i))) return wrong;
  return {};
}

}  // namespace remise::review
