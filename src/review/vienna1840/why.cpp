#include "review/vienna1840/why.h"

#include "games/vienna1840/board/workspace.h"
#include "games/vienna1840/components/words.h"

namespace remise::review::vienna1840 {
namespace {

// Two moves from one position, side by side. A cause is told only where its figures differ.
class Comparer {
 public:
  Comparer(const ViennaMatch& match, Seat seat, const Action& played, const Action& better)
      : match_(match),
        rules_(match.rules()),
        s_(match.state()),
        seat_(seat),
        played_(played),
        better_(better),
        after_played_(after(played)),
        after_better_(after(better)) {}

  Json reasons() {
    run_claims();
    if (out_.empty() && !gives_private(played_) && !gives_private(better_)) line(), stadtbahn();
    dividend();
    tram_sums();
    for (const bool mine : {true, false}) {
      const Action& action = mine ? played_ : better_;
      const char* side = mine ? "played" : "better";
      std::visit([&](const auto& a) { about(a, side); }, action);
    }
    return out_;
  }

 private:
  State after(const Action& action) { return rules_.outline(s_, seat_, action, work_).acted; }
  Position at(const State& s) const { return rules_.at(s); }
  const std::string& name(CompanyId c) const { return rules_.tables().companies[index(c)].id; }
  void add(std::string_view code, Json values) {
    values["code"] = code;
    out_.push_back(std::move(values));
  }

  // The turn goes on after it: what could still be built is lost by neither.
  static bool gives_private(const Action& action) {
    return std::holds_alternative<OfferPrivate>(action) || std::holds_alternative<ReturnPrivate>(action);
  }

  // A run of the line's tram, maintenance included.
  int run_of(const State& s, LineId line) {
    if (s.line(line).tram == TramColour::none) return 0;
    const Position p = at(s);
    return work_.routes.best_revenue(p.map(), s.board, runner_of(p, line)) + p.maintenance(s.line(line).tram).v;
  }

  int runs_left() const {
    int count = 0;
    for (std::size_t r = s_.round; r < rules_.tables().rounds.size(); ++r)
      count += rules_.tables().rounds[r].kind == RoundKind::line;
    return count;
  }

  // A claim below the best route: exact.
  void run_claims() {
    const auto* run = std::get_if<Run>(&played_);
    if (!run || (run->claim == Run::no_claim && !run->empty)) return;
    const Position p = at(s_);
    const int best = work_.routes.best_revenue(p.map(), s_.board, runner_of(p, s_.turn.line));
    const int made = run->empty ? 0 : run->claim;
    if (made < best)
      add("route", {{"line", number_of(s_.turn.line)}, {"played", made}, {"better", best}, {"less", best - made}});
  }

  // What the line whose turn it is would run after each of them, and what they cost its company.
  void line() {
    if (s_.step != Step::build && s_.step != Step::bonus && s_.step != Step::home) return;
    const LineId line = s_.turn.line;
    // A move that ends the turn: what counts is the board as it stays.
    const int a = run_of(std::holds_alternative<Run>(played_) ? s_ : after_played_, line);
    const int b = run_of(std::holds_alternative<Run>(better_) ? s_ : after_better_, line);
    const CompanyId c = s_.line(line).company;
    const auto paid = [&](const State& then, const Action& action) {
      return std::holds_alternative<Run>(action) ? 0 : (s_.company(c).treasury - then.company(c).treasury).v;
    };
    const int cost_a = paid(after_played_, played_), cost_b = paid(after_better_, better_);
    if (a < b)
      add("line", {{"line", number_of(line)},
                   {"played", a},
                   {"better", b},
                   {"less", b - a},
                   {"runs", runs_left()},
                   {"cost", cost_b - cost_a}});
    else if (a > b)
      add("line_more", {{"line", number_of(line)},
                        {"played", a},
                        {"better", b},
                        {"more", a - b},
                        {"runs", runs_left()},
                        {"cost", cost_b - cost_a}});
    else if (cost_a > cost_b)
      add("line_cost", {{"line", number_of(line)}, {"run", a}, {"played", cost_a}, {"better", cost_b}});
  }

  // Stadtbahn runs after each of them, and who holds how much of it.
  void stadtbahn() {
    if (s_.step != Step::build && s_.step != Step::bonus) return;
    for (int i = 0; i < stadtbahn_count; ++i) {
      const auto c = id_at<CompanyId>(tram_company_count + i);
      if (!on_chart(s_.cells[c])) continue;
      const Position p = at(s_);
      const Era era = p.round().era;
      const int a = work_.routes.stadtbahn_run(p.map(), after_played_.board, c, era).revenue;
      const int b = work_.routes.stadtbahn_run(p.map(), after_better_.board, c, era).revenue;
      const int shares = s_.player(seat_).shares[c];
      int rivals = 0;
      for (int k = 0; k < s_.player_count; ++k)
        if (id_at<Seat>(k) != seat_) rivals = std::max<int>(rivals, s_.player(id_at<Seat>(k)).shares[c]);
      if ((b - a) * (shares - rivals) > 0)  // else it speaks for the move played
        add("stadtbahn", {{"company", name(c)}, {"played", a}, {"better", b}, {"shares", shares}, {"rivals", rivals}});
    }
  }

  void dividend() {
    const auto* a = std::get_if<Dividend>(&played_);
    const auto* b = std::get_if<Dividend>(&better_);
    if (!a || !b) return;
    const CompanyId c = at(s_).active_company();
    const int shares = s_.player(seat_).shares[c];
    add("dividend", {{"company", name(c)},
                     {"played", a->amount},
                     {"better", b->amount},
                     {"price_played", at(after_played_).price(c).v},
                     {"price_better", at(after_better_).price(c).v},
                     {"treasury_played", after_played_.company(c).treasury.v},
                     {"treasury_better", after_better_.company(c).treasury.v},
                     {"shares", shares},
                     {"cash", (a->amount - b->amount) / 10 * shares}});
  }

  // What all lines of the company would run with their trams.
  void tram_sums() {
    if (!std::holds_alternative<AssignTrams>(played_) && !std::holds_alternative<AssignTrams>(better_)) return;
    const CompanyId c = at(s_).active_company();
    if (c == CompanyId::none || is_stadtbahn(c)) return;
    const auto sum = [&](const State& s) {
      int total = 0;
      for (const LineId line : s.company(c).lines) total += run_of(s, line);
      return total;
    };
    const int a = sum(after_played_), b = sum(after_better_);
    if (a != b) add("trams", {{"company", name(c)}, {"played", a}, {"better", b}, {"runs", runs_left()}});
  }

  // What a share paid when it last paid, by the log.
  int last_paid(CompanyId c) const {
    for (auto move = match_.moves().rbegin(); move != match_.moves().rend(); ++move)
      for (const Event& e : move->events) {
        if (e.kind == EventKind::dividend_paid && id_at<CompanyId>(e.args[0]) == c) return e.args[1] / 10;
        if (e.kind == EventKind::stadtbahn_paid && id_at<CompanyId>(e.args[0]) == c) return e.args[3] / 10;
      }
    return 0;
  }

  int company_rounds_left() const {
    int count = 0;
    for (std::size_t r = s_.round; r < rules_.tables().rounds.size(); ++r)
      count += rules_.tables().rounds[r].kind == RoundKind::company;
    return count;
  }

  template <class A>
  void about(const A&, const char*) {}
  void about(const BuyShare& a, const char* side) {
    add("share", {{"side", side},
                  {"company", name(a.company)},
                  {"price", at(s_).price(a.company).v},
                  {"paid", last_paid(a.company)},
                  {"rounds", company_rounds_left()}});
  }
  void about(const SellShares& a, const char* side) {
    const Position then = at(std::string_view(side) == "played" ? after_played_ : after_better_);
    add("sale", {{"side", side},
                 {"company", name(a.company)},
                 {"count", a.count},
                 {"price", at(s_).price(a.company).v},
                 {"after", then.price(a.company).v},
                 {"paid", last_paid(a.company)}});
  }
  void about(const BidPrivate& a, const char* side) {
    const PrivateFacts& facts = rules_.tables().privates[index(a.lot)];
    add("private", {{"side", side},
                    {"private", facts.id},
                    {"price", a.price},
                    {"face", facts.face.v},
                    {"pays", facts.dividend.v},
                    {"rounds", company_rounds_left()}});
  }
  // A private that goes, to a company or to the bank, no longer pays and no longer counts.
  void about(const OfferPrivate& a, const char* side) { given(a.which, a.price, side); }
  void about(const ReturnPrivate& a, const char* side) {
    given(a.which, rules_.tables().privates[index(a.which)].face.v, side);
  }
  void given(PrivateId lot, int price, const char* side) {
    const PrivateFacts& facts = rules_.tables().privates[index(lot)];
    add("private_gone", {{"side", side},
                         {"private", facts.id},
                         {"price", price},
                         {"face", facts.face.v},
                         {"pays", facts.dividend.v},
                         {"rounds", company_rounds_left()}});
  }
  void about(const BidLine& a, const char* side) {
    const CompanyId c = at(s_).active_company();
    add("bid", {{"side", side},
                {"line", number_of(a.lot)},
                {"price", a.price},
                {"treasury", s_.company(c).treasury.v},
                {"runs", runs_left()}});
  }
  void about(const BuyDirector& a, const char* side) {
    add("par", {{"side", side},
                {"company", name(a.company)},
                {"par", a.par},
                {"treasury", 10 * a.par},
                {"left", after_cash(side)}});
  }
  void about(const BuyTram& a, const char* side) {
    const Position p = at(s_);
    // What its colour pays for a run now; other colours lose by a newer one.
    const Position then = at(std::string_view(side) == "played" ? after_played_ : after_better_);
    add("tram", {{"side", side},
                 {"tram", tram_words[index(a.colour)]},
                 {"price", p.tram_price(a.colour).v},
                 {"maintenance", then.maintenance(a.colour).v},
                 {"runs", runs_left()},
                 {"treasury", then.s.company(p.active_company()).treasury.v}});
  }
  int after_cash(const char* side) const {
    return (std::string_view(side) == "played" ? after_played_ : after_better_).player(seat_).cash.v;
  }

  const ViennaMatch& match_;
  const Vienna1840& rules_;
  const State& s_;
  Seat seat_;
  const Action& played_;
  const Action& better_;
  Workspace work_;
  State after_played_, after_better_;
  Json out_ = Json::array();
};

}  // namespace

Json reasons(const ViennaMatch& match, Seat seat, const Action& played, const Action& better) {
  return Comparer(match, seat, played, better).reasons();
}

}  // namespace remise::review::vienna1840
