#include "io/vienna1840/import/follow.h"

#include <algorithm>

#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

bool in_line_turn(Step step) {
  return step == Step::home || step == Step::build || step == Step::bonus || step == Step::after_run;
}

Who player(Seat seat) { return seat == Seat::none ? Who{} : Who{Who::Kind::player, static_cast<std::uint8_t>(seat)}; }
Who company(CompanyId c) {
  return c == CompanyId::none ? Who{} : Who{Who::Kind::company, static_cast<std::uint8_t>(c)};
}
Who line(LineId l) { return l == LineId::none ? Who{} : Who{Who::Kind::line, static_cast<std::uint8_t>(l)}; }

// How far looking ahead goes where a move can be understood in several ways.
constexpr std::size_t moves_ahead = 120;
constexpr int most_steps_ahead = 2000;
constexpr int problem_cost = 100;

bool standing_order(const std::string& type) { return type.starts_with("program_"); }

}  // namespace

Follower::Follower(const Vienna1840& rules, const SourceGame& source, const State& start, Workspace& work)
    : rules_(rules),
      tables_(rules.tables()),
      map_(rules.tables().map(start.map)),
      source_(source),
      work_(work),
      states_{start},
      automatic_{false} {}

Who Follower::who(const SourceMove& move) const {
  const Json entity = move.action.value("entity", Json());
  const Json kind = move.action.value("entity_type", Json());
  if (entity.is_number_integer() && kind != "corporation" && kind != "company") {
    const auto found = std::find(source_.players.begin(), source_.players.end(), entity.get<std::int64_t>());
    return found == source_.players.end() ? Who{} : player(id_at<Seat>(found - source_.players.begin()));
  }
  const std::string name = entity.is_string()           ? entity.get<std::string>()
                           : entity.is_number_integer() ? entity.dump()
                                                        : "";
  if (kind == "company") {
    const PrivateId which = private_named(name);
    return which == PrivateId::none ? Who{} : Who{Who::Kind::private_company, static_cast<std::uint8_t>(which)};
  }
  if (const CompanyId c = company_named(name); c != CompanyId::none) return company(c);
  return line(line_named(name));
}

Who Follower::decider(const State& s) const {
  const Position p = rules_.at(s);
  if (s.offer.which != PrivateId::none) return player(p.to_act());
  if (in_line_turn(s.step)) return line(s.turn.line);
  if (s.step == Step::dividend && s.at >= s.company_order.size()) {
    const std::size_t place = s.at - s.company_order.size();
    return place < s.stadtbahn_order.size() ? company(s.stadtbahn_order[place]) : Who{};
  }
  if (const CompanyId c = p.active_company(); c != CompanyId::none) return company(c);
  return player(p.to_act());
}

// Whether the source's actor is the one our rules ask. Trams are scrapped and privates returned by others, too.
bool Follower::may_act(const State& s, const Who& actor, const SourceMove& move) const {
  if (s.step == Step::over) return false;
  const Position p = rules_.at(s);
  if (actor.kind == Who::Kind::private_company) {
    const Holder holder = s.privates[actor.number];
    if (holder.kind == Holder::Kind::company) return p.director(holder.company()) == p.to_act();
    return holder.kind == Holder::Kind::player && holder.seat() == p.to_act();
  }
  if (actor == decider(s)) return true;
  return (move.type == "scrap_train" || move.type == "buy_company") && actor.kind == Who::Kind::company &&
         p.active_company() == id_at<CompanyId>(actor.number);
}

bool Follower::suits(const State& s, const SourceMove& move) const {
  const std::string& type = move.type;
  const Step step = s.step;
  if (type == "bid")
    return step == Step::open_private || step == Step::bid_private || step == Step::name_line || step == Step::bid_line;
  if (type == "merge") return step == Step::name_line;
  if (type == "choose") return step == Step::choose_order;
  if (type == "par") return step == Step::buy_director;
  if (type == "buy_shares" || type == "sell_shares") return step == Step::shares;
  if (type == "dividend") return step == Step::dividend;
  if (type == "buy_train") return is_tram_step(step);
  if (type == "reassign_trains") return is_assign_step(step);
  if (type == "lay_tile") return step == Step::build || step == Step::bonus;
  if (type == "place_token") return step == Step::home || step == Step::build || step == Step::bonus;
  if (type == "remove_token" || type == "run_routes") return step == Step::build;
  if (type == "buy_company") return step == Step::build || step == Step::after_run;
  if (type == "scrap_train") return true;
  if (type == "pass")
    return step != Step::choose_order && step != Step::buy_director && step != Step::dividend && step != Step::home &&
           !is_assign_step(step);
  return type == "choose_ability" || type == "sell_company";
}

// The place after the cursor where we took this decision by ourselves.
std::optional<std::size_t> Follower::settled_at(const SourceMove& move) const {
  const Who actor = who(move);
  if (actor.kind == Who::Kind::nobody) return std::nullopt;
  for (std::size_t j = cursor_; j + 1 < states_.size(); ++j) {
    if (!automatic_[j + 1] || decider(states_[j]) != actor) continue;
    const Step step = states_[j].step;
    const bool fits = move.type == "pass" || (move.type == "reassign_trains" && is_assign_step(step)) ||
                      (move.type == "run_routes" && step == Step::dividend) ||
                      (move.type == "dividend" && step == Step::dividend) ||
                      (move.type == "place_token" && step == Step::home &&
                       city_of(move).hex == map_[map_.home[index(states_[j].turn.line)]].anchor) ||
                      (move.type == "choose" && step == Step::choose_order);
    if (fits && !(move.type == "pass" && step == Step::home)) return j;
  }
  return std::nullopt;
}

// What the source does without saying so. Only where nothing is decided by it.
std::optional<Action> Follower::default_action(const State& s) const {
  const Position p = rules_.at(s);
  if (s.offer.which != PrivateId::none) return std::nullopt;
  switch (s.step) {
    case Step::open_private:
    case Step::bid_private:
    case Step::shares:
    case Step::name_line:
    case Step::bid_line:
    case Step::bonus:
    case Step::after_run: return Pass{};
    case Step::trams:
    case Step::trams_won:
    case Step::trams_after: return must_buy_tram(p, p.active_company()) ? std::nullopt : std::optional<Action>(Pass{});
    case Step::assign:
    case Step::assign_won:
    case Step::assign_after:
    case Step::assign_final: {
      std::vector<Choice<Action>> choices;
      rules_.legal(s, p.to_act(), choices, work_);
      for (const auto& choice : choices) {  // trams stay where they are
        const auto* way = std::get_if<AssignTrams>(&choice.action);
        bool same = way != nullptr;
        for (std::size_t i = 0; same && i < way->lines.size(); ++i)
          same = way->lines[i] == LineId::none || s.line(way->lines[i]).tram == way->trams[i];
        if (same) return choice.action;
      }
      return std::nullopt;
    }
    case Step::build: {
      const LineId l = s.turn.line;
      if (s.line(l).tram == TramColour::none) return Pass{};
      if (work_.routes.best_revenue(map_, s.board, runner_of(p, l)) > 0) return std::nullopt;
      return Run{Run::no_claim, true};  // C7: no route, no run
    }
    default: return std::nullopt;
  }
}

std::optional<Refusal> Follower::apply(const Action& action) {
  State state = now();
  const Seat seat = rules_.at(state).to_act();
  std::vector<State> between;
  const Who actor = decider(state);
  if (const auto refusal = rules_.apply(state, seat, action, &events_, work_, &between)) return refusal;
  for (std::size_t i = 0; i < between.size(); ++i) {
    states_.push_back(between[i]);
    automatic_.push_back(i > 0);
  }
  moves_.push_back({seat, action});
  recent_ = actor;
  return std::nullopt;
}

// Puts in what the source skips, until `reached`; otherwise leaves everything as it was.
bool Follower::bridge(const std::function<bool()>& reached, int most) {
  const std::size_t states = states_.size(), moves = moves_.size(), events = events_.size();
  const Who recent = recent_;
  for (int put_in = 0; !reached(); ++put_in) {
    const auto action = put_in < most ? default_action(now()) : std::nullopt;
    if (!action || apply(*action)) {
      states_.resize(states);
      automatic_.resize(states);
      moves_.resize(moves);
      events_.resize(events);
      recent_ = recent;
      return false;
    }
  }
  return true;
}

void Follower::prepare(std::size_t i) {
  while (i < source_.moves.size() && (standing_order(source_.moves[i].type) || source_.moves[i].type == "end_game"))
    ++i;
  if (i >= source_.moves.size()) return;
  const SourceMove& next = source_.moves[i];
  const Who actor = who(next);
  bridge(
      [&] {
        if (settled_at(next) || names_circle(next)) return true;
        return may_act(now(), actor, next) && suits(now(), next);
      },
      40);
}

// "Done building" of a line with a tram, and of one without while it may still buy a private.
bool Follower::pass_may_be_silent(std::size_t i) const {
  const State& s = now();
  if (s.step != Step::build) return false;
  const bool done = ledger_.built == s.turn.line && ledger_.built_round == s.round;
  const bool tram = s.line(s.turn.line).tram != TramColour::none;
  if (tram || done) return tram;
  // Without a tram the source goes on to the purchase of privates, if there is one to be had; then it asks the line
  // again.
  const Position p = rules_.at(s);
  bool purchase = s.round >= tables_.first_round_of_private_sales && p.funds(p.active_company()).v > 0;
  purchase = purchase && std::any_of(s.privates.begin(), s.privates.end(),
                                     [](const Holder& holder) { return holder.kind == Holder::Kind::player; });
  for (std::size_t j = i + 1; purchase && j < source_.moves.size(); ++j) {
    const SourceMove& next = source_.moves[j];
    if (standing_order(next.type)) continue;
    return who(next) == line(s.turn.line) && (next.type == "pass" || next.type == "buy_company");
  }
  return false;
}

// R72: the circle was chosen with the tile; the source asks for it now.
bool Follower::names_circle(const SourceMove& move) const {
  return move.type == "place_token" && circle_line_ != LineId::none && who(move) == line(circle_line_);
}

bool Follower::may_be_silent(std::size_t i) const {
  const SourceMove& move = source_.moves[i];
  if (standing_order(move.type) || move.type == "end_game") return true;
  if (move.type == "place_token") return names_circle(move);
  if (!may_act(now(), who(move), move)) return false;
  return (move.type == "merge" && now().step == Step::name_line) || (move.type == "pass" && pass_may_be_silent(i));
}

void Follower::take_silently(const SourceMove& move) {
  if (move.type == "end_game") ledger_.ended = true;
  if (move.type == "place_token") circle_line_ = LineId::none;
  if (move.type == "merge") named_ = line_named(text(move, "corporation"));
  if (move.type != "pass") return;
  ledger_.built = now().turn.line;
  ledger_.built_round = now().round;
}

std::optional<Difference> Follower::problem(const SourceMove& move, const std::string& why) const {
  return Difference{"source", move.id, move.type, move.action, {{"error", why}}, ""};
}

std::vector<Follower::Reading> Follower::readings(std::size_t i) const {
  const SourceMove& move = source_.moves[i];
  std::vector<Reading> possible;
  if (settled_at(move)) possible.push_back(Reading::settled);
  const bool silent = may_be_silent(i);
  if (silent) possible.push_back(Reading::silent);
  const bool must_run = silent && move.type == "pass" && now().line(now().turn.line).tram != TramColour::none;
  const bool playable = move.type != "merge" && move.type != "end_game" && !standing_order(move.type) && !must_run;
  if (playable && may_act(now(), who(move), move) && suits(now(), move)) possible.push_back(Reading::played);
  if (possible.empty()) possible.push_back(Reading::played);  // says what is wrong
  return possible;
}

// What it costs to understand move i so: problems and wrong claims, and a little for a pass nobody asked for.
int Follower::cost_of(std::size_t i, Reading reading) {
  const std::size_t claims = claims_.size();
  idle_pass_ = false;
  const bool problem = follow_as(i, reading).has_value();
  return problem_cost * (static_cast<int>(problem) + static_cast<int>(claims_.size() - claims)) +
         static_cast<int>(idle_pass_);
}

// The least cost of the moves from i to `end`, over all ways to understand them, or any number from `bound` on: what
// has to be put in counts as well. When `steps` are used up, the first way counts.
int Follower::least_cost_ahead(std::size_t i, std::size_t end, int bound, int& steps) {
  int cost = 0;
  for (; i < end && cost < bound; ++i, --steps) {
    const std::size_t before = moves_.size();
    prepare(i);
    cost += static_cast<int>(moves_.size() - before);
    forget_past();
    const std::vector<Reading> possible = readings(i);
    if (possible.size() == 1 || steps <= 0) {
      cost += cost_of(i, possible[0]);
      continue;
    }
    int least = bound - cost;
    for (const Reading reading : possible) {
      Follower trial(*this);
      const int here = trial.cost_of(i, reading);
      if (here < least) least = std::min(least, here + trial.least_cost_ahead(i + 1, end, least - here, steps));
      if (least == 0) break;
    }
    return cost + least;
  }
  return cost;
}

std::optional<Difference> Follower::follow(std::size_t i) {
  forget_past();
  const std::vector<Reading> possible = readings(i);
  Reading best = possible[0];
  int least = possible.size() > 1 ? INT32_MAX : 0;
  for (const Reading reading : possible) {
    if (least == 0) break;
    Follower trial(*this);
    int steps = most_steps_ahead;
    const int here = trial.cost_of(i, reading);
    const std::size_t end = std::min(source_.moves.size(), i + 1 + moves_ahead);
    const int cost = here < least ? here + trial.least_cost_ahead(i + 1, end, least - here, steps) : here;
    if (cost < least) least = cost, best = reading;
  }
  return follow_as(i, best);
}

// States before the cursor are of no more use.
void Follower::forget_past() {
  const auto past = static_cast<std::ptrdiff_t>(cursor_);
  states_.erase(states_.begin(), states_.begin() + past);
  automatic_.erase(automatic_.begin(), automatic_.begin() + past);
  cursor_ = 0;
}

std::optional<Difference> Follower::follow_as(std::size_t i, Reading reading) {
  const SourceMove& move = source_.moves[i];
  events_.clear();
  not_compared_.clear();
  if (reading == Reading::played) return play(i);
  if (reading == Reading::silent) {
    take_silently(move);
    return std::nullopt;
  }
  const std::size_t at = *settled_at(move);
  check_settled(move, states_[at]);
  recent_ = decider(states_[at]);
  cursor_ = at + 1;
  return std::nullopt;
}

std::optional<Difference> Follower::play(std::size_t i) {
  const SourceMove& move = source_.moves[i];
  const Who actor = who(move);
  if (actor.kind == Who::Kind::nobody) return problem(move, "unknown_entity");
  if (!may_act(now(), actor, move) || !suits(now(), move)) {
    const bool late_pass = move.type == "pass" && actor == recent_;
    idle_pass_ = late_pass;
    if (late_pass) return std::nullopt;  // nothing was left to decide
    if (move.type == "reassign_trains" && actor.kind == Who::Kind::company) {
      adopt_assignment(move);
      Ledger check = ledger_;
      settle_trams(check, now());
      const CompanyId c = id_at<CompanyId>(actor.number);
      bool same = true;
      for (const LineId l : now().company(c).lines)
        same = same && check.on_line[index(l)].id == ledger_.on_line[index(l)].id;
      if (same) return std::nullopt;  // only the names of equal trams changed places
    }
    return problem(move, "not_to_act");
  }
  const Translated actions = translate(i);
  if (!actions) return problem(move, actions.error());
  const std::size_t states = states_.size(), moves = moves_.size();
  for (const Action& action : *actions) {
    const std::size_t first = states_.size();
    if (const auto refusal = apply(action)) {
      states_.resize(states);
      automatic_.resize(states);
      moves_.resize(moves);
      auto difference = problem(move, "");
      difference->found = {{"error", to_json(rules_.explain(*refusal))}};
      return difference;
    }
    cursor_ = first;
  }
  note(move);
  return std::nullopt;
}

void Follower::finish() {
  bridge([&] { return now().step == Step::over; }, 60);
}

}  // namespace remise::vienna1840
