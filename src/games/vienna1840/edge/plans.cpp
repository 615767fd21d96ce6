// What can be planned in 1840 (docs/plans.md). A plan ends with the round it is for. It does what its sentence says and
// nothing else: where its owner would be surprised it stops, where it has nothing to say it waits.
#include <algorithm>

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rounds/rounds.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {
namespace {

const std::vector<std::string_view> plan_words{"pass",       "buy", "bid_private", "bid_line",
                                               "keep_trams", "run", "dividend"};
enum class PlanKind : std::uint8_t { pass, buy, bid_private, bid_line, keep_trams, run, dividend };
const std::vector<std::string_view> part_words{"all", "half", "nothing"};

struct Plan {
  PlanKind kind{};
  CompanyId company = CompanyId::none;
  PrivateId lot = PrivateId::none;
  LineId line = LineId::none;
  std::int32_t most = 0;
  std::size_t part = 0;  // of the revenue
};

// The place of a printed name; one past the end where there is none such.
template <class Facts>
std::size_t named_at(const Facts& facts, std::string_view name) {
  std::size_t i = 0;
  while (i < std::size(facts) && facts[i].id != name) ++i;
  return i;
}

CompanyId read_company(const Tables& tables, ObjectReader& in) {
  const std::string_view name = in.text("company", 20);
  const std::size_t at = named_at(tables.companies, name);
  if (at >= company_count) in.fail("unknown_word", "company", std::string(name));
  return id_at<CompanyId>(at);
}

std::expected<Plan, Error> read_plan(const Tables& tables, const Json& json, bool with_memory) {
  ObjectReader in(json, "plan");
  Plan plan;
  plan.kind = static_cast<PlanKind>(in.one_of("type", plan_words));
  if (plan.kind == PlanKind::buy || plan.kind == PlanKind::bid_line) plan.company = read_company(tables, in);
  if (plan.kind == PlanKind::bid_private) {
    const std::string_view name = in.text("private", 20);
    plan.lot = id_at<PrivateId>(named_at(tables.privates, name));
    if (index(plan.lot) >= private_count) in.fail("unknown_word", "private", std::string(name));
  }
  if (plan.kind == PlanKind::bid_line) plan.line = line_numbered(static_cast<int>(in.integer("line", 1, line_count)));
  if (plan.kind == PlanKind::buy || plan.kind == PlanKind::bid_private || plan.kind == PlanKind::bid_line)
    plan.most = static_cast<std::int32_t>(in.integer("most", 0, 100'000));
  if (plan.kind == PlanKind::dividend) plan.part = in.one_of("part", part_words);
  if (with_memory) in.skip("memory");
  if (auto error = in.finish()) return std::unexpected(std::move(*error));
  return plan;
}

RoundKind round_of(PlanKind kind) {
  switch (kind) {
    case PlanKind::buy: return RoundKind::share;
    case PlanKind::bid_private: return RoundKind::pre_share;
    case PlanKind::run: return RoundKind::line;
    default: return RoundKind::company;
  }
}

// The round a plan is for: this one where it is of the right kind, else the next such. A plan to pass is for this one.
std::size_t round_for(const Position& p, PlanKind kind) {
  if (kind == PlanKind::pass) return p.s.round;
  for (std::size_t i = p.s.round; i < p.tables.rounds.size(); ++i)
    if (p.tables.rounds[i].kind == round_of(kind)) return i;
  return p.tables.rounds.size();
}

// What the owner saw: prices of what he holds, the lowest bids, the newest tram.
Json memory_of(const Position& p, Seat seat, PlanKind kind) {
  Json memory{{"round", round_for(p, kind)}};
  if (kind == PlanKind::pass && p.round().kind == RoundKind::share) {
    Json prices = Json::object();
    for (const CompanyId c : p.s.stacks)
      if (p.s.player(seat).shares[c] > 0) prices[std::string(*company_name(p.tables, c))] = p.price(c).v;
    memory["prices"] = std::move(prices);
  }
  if (kind == PlanKind::pass && p.round().kind == RoundKind::pre_share) memory["minimum"] = p.s.minimum;
  if (kind == PlanKind::keep_trams) memory["newest"] = static_cast<int>(p.s.newest);
  return memory;
}

struct Follower {
  const Vienna1840& rules;
  const Position p;
  Seat seat;
  const Plan& plan;
  const Json& json;
  Workspace& work;

  const State& s() const { return p.s; }
  const Json& memory() const { return json.at("memory"); }
  bool mine() const { return p.active_company() != CompanyId::none && p.director(p.active_company()) == seat; }
  Json text(const Action& action) const { return action_json(rules, action, seat, Viewer::of(seat)); }
  // Plays it and keeps the plan, or with `once` is done.
  PlanStep play(const Action& action, bool once = false) const {
    return PlanStep::act(text(action), once ? Json(nullptr) : json);
  }

  PlanStep follow() const {
    const auto round = memory().at("round").get<std::size_t>();
    if (s().round > round) return PlanStep::stop("round_over");
    if (s().round < round || s().offer.which != PrivateId::none) return PlanStep::wait();
    switch (plan.kind) {
      case PlanKind::pass: return pass();
      case PlanKind::buy: return buy();
      case PlanKind::bid_private: return bid_private();
      case PlanKind::bid_line: return bid_line();
      case PlanKind::keep_trams: return keep_trams();
      case PlanKind::run: return run();
      case PlanKind::dividend: return dividend();
    }
    return PlanStep::wait();
  }

  // A company of which the owner held shares is worth less than when he decided.
  std::optional<PlanStep> fallen() const {
    if (!memory().contains("prices")) return {};
    for (const auto& [name, price] : memory().at("prices").items()) {
      const int now = p.price(id_at<CompanyId>(named_at(p.tables.companies, name))).v;
      if (now < price.get<int>())
        return PlanStep::stop("price_fell", {{"company", name}, {"from", price}, {"to", now}});
    }
    return {};
  }

  PlanStep pass() const {
    switch (s().step) {
      case Step::shares: return fallen().value_or(play(Pass{}));
      case Step::open_private: return pass_opening();
      case Step::bid_private: return play(Pass{});
      case Step::name_line:
      case Step::bid_line: return play(Pass{});
      default: return PlanStep::wait();
    }
  }

  // R10-R12: where everybody has passed since his last pass it is another auction, at other prices or for richer
  // people.
  PlanStep pass_opening() const {
    Json now{{"minimum", s().minimum}, {"unsold", 0}};
    for (const Holder& holder : s().privates) now["unsold"] = now["unsold"].get<int>() + (holder == Holder{} ? 1 : 0);
    if (memory().contains("minimum") && memory().at("minimum") != now["minimum"]) return PlanStep::stop("minimum_fell");
    if (memory().contains("passed") && memory().at("passed") == now) return PlanStep::stop("all_passed");
    Json left = json;
    left["memory"]["passed"] = std::move(now);
    return PlanStep::act(text(Pass{}), std::move(left));
  }

  PlanStep buy() const {
    const Json values{{"company", json.at("company")}};
    if (s().step != Step::shares) return PlanStep::wait();
    if (!on_chart(s().cells[plan.company]) || p.shares_left(plan.company) == 0)
      return PlanStep::stop("no_share_left", values);
    if (check(p, BuyShare{plan.company}) || p.price(plan.company).v > plan.most) return PlanStep::wait();
    return play(BuyShare{plan.company}, true);
  }

  // One step above the highest bid, as long as that is not too much.
  template <class Bid>
  PlanStep raise(const Bid& lowest) const {
    if (lowest.price > plan.most) return PlanStep::stop("outbid", {{"price", lowest.price}, {"most", plan.most}});
    if (check(p, lowest)) return PlanStep::stop("cannot_bid", {{"price", lowest.price}});
    return play(lowest);
  }

  PlanStep bid_private() const {
    if (s().holder(plan.lot).kind != Holder::Kind::bank) return PlanStep::stop("sold");
    if (s().step == Step::open_private) return raise(BidPrivate{plan.lot, s().minimum[index(plan.lot)]});
    if (s().step != Step::bid_private || s().auction.lot != index(plan.lot)) return PlanStep::wait();
    return raise(BidPrivate{plan.lot, s().auction.bid + p.tables.auction_step.v});
  }

  PlanStep bid_line() const {
    if (s().line(plan.line).place == LinePlace::owned || s().line(plan.line).place == LinePlace::closed)
      return PlanStep::stop("sold");
    if (p.active_company() != plan.company || s().line(plan.line).place != LinePlace::offered) return PlanStep::wait();
    if (s().step == Step::name_line) return raise(BidLine{plan.line, p.tables.line_min_bid.v});
    if (s().step != Step::bid_line || s().auction.lot != index(plan.line)) return PlanStep::wait();
    return raise(BidLine{plan.line, s().auction.bid + p.tables.auction_step.v});
  }

  // No tram is bought, scrapped or moved to another line.
  PlanStep keep_trams() const {
    if (static_cast<int>(s().newest) != memory().at("newest")) return PlanStep::stop("new_colour");
    if (!mine()) return PlanStep::wait();
    if (is_tram_step(s().step)) {
      if (must_buy_tram(p, p.active_company())) return PlanStep::stop("must_own_tram");
      return play(Pass{});
    }
    if (!is_assign_step(s().step)) return PlanStep::wait();
    Choices ways;
    list_assignments(p, ways);
    for (const auto& way : ways)
      if (const auto* trams = std::get_if<AssignTrams>(&way.action); trams && as_it_is(*trams)) return play(*trams);
    return PlanStep::wait();  // R53: a parked tram has to be given to a line
  }
  bool as_it_is(const AssignTrams& way) const {
    for (std::size_t i = 0; i < way.lines.size(); ++i)
      if (way.lines[i] != LineId::none && s().line(way.lines[i]).tram != way.trams[i]) return false;
    return true;
  }

  // Nothing is built; the line runs its best route, or stays where it has no tram.
  PlanStep run() const {
    if (!mine()) return PlanStep::wait();
    if (s().step == Step::after_run) return play(Pass{});
    if (s().step != Step::build) return PlanStep::wait();
    if (s().line(s().turn.line).tram == TramColour::none) return play(Pass{});
    return check(p, Run{}, work) ? PlanStep::wait() : play(Run{});
  }

  PlanStep dividend() const {
    if (s().step != Step::dividend || !mine()) return PlanStep::wait();
    const std::int32_t step = p.tables.dividend_step.v, revenue = s().company(p.active_company()).revenue.v;
    const std::int32_t wanted = plan.part == 0 ? revenue : plan.part == 1 ? revenue / 2 : 0;
    return play(Dividend{wanted / step * step});
  }
};

// A kind of plan with what is left to choose in it.
Json offered(PlanKind kind, Json fields = Json::array()) {
  return {{"type", plan_words[static_cast<std::size_t>(kind)]}, {"fields", std::move(fields)}};
}
Json choice_of(const char* name, Json choices) { return {{"name", name}, {"choices", std::move(choices)}}; }
Json up_to(std::int32_t min, std::int32_t max, std::int32_t step) {
  return {{"name", "most"}, {"min", min}, {"max", std::max(min, max)}, {"step", step}};
}

struct Planner {
  const Position p;
  Seat seat;
  Json list = Json::array();

  void add(PlanKind kind, Json fields = Json::array()) {
    if (round_for(p, kind) < p.tables.rounds.size()) list.push_back(offered(kind, std::move(fields)));
  }
  void shares() {
    Json companies = Json::array();
    Money cheapest{INT32_MAX};
    for (const CompanyId c : p.s.stacks) {
      if (p.shares_left(c) == 0) continue;
      companies.push_back(*company_name(p.tables, c));
      cheapest = std::min(cheapest, p.price(c));
    }
    if (companies.empty()) return;
    add(PlanKind::buy, {choice_of("company", std::move(companies)), up_to(cheapest.v, p.funds(seat).v, 1)});
  }
  void privates() {
    Json lots = Json::array();
    std::int32_t lowest = INT32_MAX;
    for (std::size_t i = 0; i < private_count; ++i) {
      if (!p.private_in_play(id_at<PrivateId>(i)) || p.s.privates[i].kind != Holder::Kind::bank) continue;
      lots.push_back(*private_name(p.tables, id_at<PrivateId>(i)));
      lowest = std::min<std::int32_t>(lowest, p.s.minimum[i]);
    }
    if (p.round().kind != RoundKind::pre_share || lots.empty()) return;
    const std::int32_t cash = p.s.player(seat).cash.v, step = p.tables.auction_step.v;
    add(PlanKind::bid_private, {choice_of("private", std::move(lots)), up_to(lowest, cash, step)});
  }
  void companies() {
    Json own = Json::array(), lines = Json::array();
    Money richest;
    bool directs = false;
    for (const CompanyId c : p.s.stacks) {
      if (is_stadtbahn(c) || p.director(c) != seat) continue;
      directs = true;
      if (p.s.company(c).lines.full()) continue;
      own.push_back(*company_name(p.tables, c));
      richest = std::max(richest, p.s.company(c).treasury);
    }
    for (std::size_t i = 0; i < line_count; ++i)
      if (p.s.lines[i].place == LinePlace::offered) lines.push_back(number_of(id_at<LineId>(i)));
    if (!own.empty() && !lines.empty())
      add(PlanKind::bid_line, {choice_of("company", std::move(own)), choice_of("line", std::move(lines)),
                               up_to(p.tables.line_min_bid.v, richest.v, p.tables.auction_step.v)});
    if (!directs) return;
    add(PlanKind::keep_trams);
    add(PlanKind::run);
    add(PlanKind::dividend, {choice_of("part", part_words)});
  }
};

}  // namespace

Json Vienna1840::plans(const State& s, Seat seat, Workspace&) const {
  if (s.step == Step::over) return Json::array();
  Planner planner{at(s), seat};
  if (at(s).round().kind != RoundKind::line) planner.add(PlanKind::pass);
  planner.shares();
  planner.privates();
  planner.companies();
  return std::move(planner.list);
}

std::expected<Json, Error> Vienna1840::begin_plan(const State& s, Seat seat, const Json& json, Workspace&) const {
  const auto plan = read_plan(*tables_, json, false);
  if (!plan) return std::unexpected(plan.error());
  Json begun = json;
  begun["memory"] = memory_of(at(s), seat, plan->kind);
  return begun;
}

PlanStep Vienna1840::follow_plan(const State& s, Seat seat, const Json& json, Workspace& work) const {
  const auto plan = read_plan(*tables_, json, true);
  if (!plan || !json.contains("memory")) return PlanStep::stop("unreadable");
  return Follower{*this, at(s), seat, *plan, json, work}.follow();
}

}  // namespace remise::vienna1840
