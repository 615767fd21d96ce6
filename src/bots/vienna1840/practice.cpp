#include "bots/vienna1840/practice.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/json.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::bots::vienna1840 {
namespace {

constexpr std::string_view share_numbers[] = {
    "judged",         "buy_directed", "buy_tram_company", "buy_stadtbahn", "price",      "sell_tram_company",
    "sell_stadtbahn", "proceeds",     "return_private",   "another_after", "last_share", "company_money"};
constexpr std::string_view dividend_numbers[] = {"judged",       "amount",          "all",          "nothing",
                                                 "paid_to_seat", "newest_after",    "second_after", "any_after",
                                                 "two_after",    "newest_for_line", "any_for_line", "kept",
                                                 "percent"};
constexpr std::string_view tram_numbers[] = {
    "judged", "yellow", "orange",         "red",           "pink",           "purple",          "scrap", "no_line",
    "first",  "price",  "treasury_after", "another_after", "last_of_colour", "line_waits_still"};
constexpr std::string_view auction_numbers[] = {"judged",           "bid",           "price",         "tram_waits",
                                                "first_line",       "third_line",    "any_after",     "newest_after",
                                                "last_tram_for_it", "newest_for_it", "treasury_after"};
// A treasury beyond this is no tighter than this.
constexpr int enough_treasury = 200;
constexpr double largest_worth = 1e6;

// Fills them in the order of their names: all of them, and no more.
class NumbersOfMove {
 public:
  NumbersOfMove(MoveNumbers& out, std::size_t count) : out_(out), count_(count) {}
  ~NumbersOfMove() { REMISE_ASSERT(at_ == count_); }
  NumbersOfMove(const NumbersOfMove&) = delete;
  NumbersOfMove& operator=(const NumbersOfMove&) = delete;
  void add(double x) {
    REMISE_ASSERT(at_ < count_);
    out_[at_++] = x;
  }

 private:
  MoveNumbers& out_;
  std::size_t count_, at_ = 0;
};

// What so much money would buy of the trams on sale in this round. (The offers stand from old to new.)
struct Affordable {
  bool newest = false, second = false, any = false;
  bool two = false;  // the newest, and the cheapest beside it
};
Affordable affordable(const Position& p, int money) {
  int newest = -1, second = -1, cheapest = -1;
  for (const TramOffer& offer : p.tables.tram_offers[static_cast<std::size_t>(p.round().number)]) {
    if (p.s.trams[index(offer.colour)] == 0) continue;
    if (cheapest < 0 || offer.price.v < cheapest) cheapest = offer.price.v;
    second = newest, newest = offer.price.v;
  }
  const auto enough_for = [&](int price) { return price >= 0 && money >= price; };
  return {enough_for(newest), enough_for(second), enough_for(cheapest), newest >= 0 && money >= newest + cheapest};
}

template <class T>
const T* is(const Action& action) {
  return std::get_if<T>(&action);
}

void add_share(const Position& p, Seat seat, const Action& action, NumbersOfMove& list) {
  const auto* buy = is<game::BuyShare>(action);
  const auto* sell = is<game::SellShares>(action);
  const bool stadtbahn = (buy && is_stadtbahn(buy->company)) || (sell && is_stadtbahn(sell->company));
  const bool directed = buy && !stadtbahn && p.director(buy->company) == seat;
  const int price = buy ? p.price(buy->company).v : 0;
  list.add(directed);
  list.add(buy && !stadtbahn && !directed);
  list.add(buy && stadtbahn);
  list.add(price);
  list.add(sell && !stadtbahn);
  list.add(sell && stadtbahn);
  list.add(sell ? p.price(sell->company).v * sell->count : 0);
  list.add(is<game::ReturnPrivate>(action) != nullptr);
  bool another = false;
  for (const CompanyId c : p.s.stacks)
    another |= p.shares_left(c) > 0 && p.price(c).v <= p.s.player(seat).cash.v - price;
  list.add(buy && another);
  list.add(buy && p.shares_left(buy->company) == 1);
  list.add(buy && !stadtbahn ? p.s.company(buy->company).treasury.v + p.s.company(buy->company).revenue.v : 0);
}

void add_dividend(const Position& p, Seat seat, const Action& action, NumbersOfMove& list) {
  const int amount = std::get<Dividend>(action).amount;
  const CompanyId c = p.active_company();
  const game::TramCompany& company = p.s.company(c);
  const int all = company.revenue.v / 10 * 10, left = company.treasury.v + company.revenue.v - amount;
  const Affordable after = affordable(p, left);
  const bool line_waits = p.trams_of(c).size() < company.lines.size();
  list.add(amount);
  list.add(amount > 0 && amount == all);
  list.add(amount == 0);
  list.add(amount * p.s.player(seat).shares[c] / 10.0);
  list.add(after.newest), list.add(after.second), list.add(after.any), list.add(after.two);
  list.add(after.newest && line_waits), list.add(after.any && line_waits);
  list.add(std::min(left, enough_treasury));
  list.add(all > 0 ? 100.0 * amount / all : 0);
}

void add_tram(const Position& p, const Action& action, NumbersOfMove& list) {
  const auto* buy = is<game::BuyTram>(action);
  const CompanyId c = p.active_company();
  const game::TramCompany& company = p.s.company(c);
  const auto trams = p.trams_of(c).size();
  const int price = buy ? p.tram_price(buy->colour).v : 0, left = company.treasury.v - price;
  for (int colour = 0; colour < tram_colour_count; ++colour)
    list.add(buy && static_cast<int>(index(buy->colour)) == colour);
  list.add(is<ScrapTram>(action) != nullptr);
  list.add(buy && trams >= company.lines.size());
  list.add(buy && trams == 0);
  list.add(price);
  list.add(buy ? std::min(left, enough_treasury) : 0);
  list.add(buy && affordable(p, left).any);
  list.add(buy && p.s.trams[index(buy->colour)] == 1);
  list.add(buy && trams + 1 < company.lines.size());
}

void add_line(const Position& p, const Action& action, NumbersOfMove& list) {
  const auto* bid = is<BidLine>(action);
  const CompanyId c = p.active_company();
  const game::TramCompany& company = p.s.company(c);
  const int left = company.treasury.v - (bid ? bid->price : 0);
  const Affordable now = affordable(p, company.treasury.v), after = affordable(p, left);
  list.add(bid != nullptr);
  list.add(bid ? bid->price : 0);
  list.add(bid && p.trams_of(c).size() > company.lines.size());
  list.add(bid && company.lines.empty());
  list.add(bid && company.lines.size() == 2);
  list.add(bid && after.any), list.add(bid && after.newest);
  list.add(bid && now.any && !after.any), list.add(bid && now.newest && !after.newest);
  list.add(bid ? std::min(left, enough_treasury) : 0);
}

}  // namespace

Decision decision_at(const State& state) {
  if (state.offer.which != PrivateId::none) return Decision::other;
  switch (state.step) {
    case Step::shares: return Decision::shares;
    case Step::dividend: return Decision::dividend;
    case Step::trams:
    case Step::trams_won:
    case Step::trams_after: return Decision::trams;
    case Step::name_line:
    case Step::bid_line: return Decision::auction;
    default: return Decision::other;
  }
}

std::span<const std::string_view> move_number_names(Decision decision) {
  switch (decision) {
    case Decision::shares: return share_numbers;
    case Decision::dividend: return dividend_numbers;
    case Decision::trams: return tram_numbers;
    case Decision::auction: return auction_numbers;
    case Decision::other: break;
  }
  return {};
}

MoveNumbers move_numbers(const Position& p, Seat seat, Decision decision, const Ranked<Action>& move) {
  MoveNumbers out{};
  NumbersOfMove list(out, move_number_names(decision).size());
  if (decision != Decision::other) list.add(move.value);
  switch (decision) {
    case Decision::shares: add_share(p, seat, move.action, list); break;
    case Decision::dividend: add_dividend(p, seat, move.action, list); break;
    case Decision::trams: add_tram(p, move.action, list); break;
    case Decision::auction: add_line(p, move.action, list); break;
    case Decision::other: break;
  }
  return out;
}

auto Practice::lesson(int seats, int round, Decision decision) const -> const Lesson* {
  if (seats < fewest_seats_ || decision == Decision::other) return nullptr;
  const OfRound& of = rounds_[static_cast<std::size_t>(round)];
  const auto d = static_cast<std::size_t>(decision);
  return of.known[d] ? &of.lessons[d] : nullptr;
}

void Practice::correct(const Position& p, Seat seat, std::span<Ranked<Action>> moves) const {
  if (moves.size() < 2) return;
  const Decision decision = decision_at(p.s);
  const Lesson* weights = lesson(p.s.player_count, p.s.round, decision);
  if (!weights) return;
  for (auto& move : moves) {
    const MoveNumbers numbers = move_numbers(p, seat, decision, move);
    double sum = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) sum += (*weights)[i] * numbers[i];
    move.value = sum;
  }
}

// Reads the parts of the file; the first fault is kept, and after it what is read no longer counts.
class Practice::Reader {
 public:
  Reader(Practice& practice, const Tables& tables) : practice_(practice), tables_(tables) {}

  std::optional<Error> read(const Value& root) {
    ValueReader in(root, file_);
    in.skip("about");
    practice_.fewest_seats_ = static_cast<int>(in.integer("fewest_players", 2, max_seats));
    const Value& list = in.array("decisions");
    if (auto error = in.finish()) return error;
    practice_.rounds_.resize(tables_.rounds.size());
    for (std::size_t n = 0; n < list.size() && !wrong_; ++n) read_decision(list[n], Where(file_, ".decisions", n));
    return wrong_;
  }

 private:
  void fail(std::string_view code, const Where& where, const Value& found) {
    if (!wrong_) wrong_ = form_error(code, where.text(), to_json(found));
  }

  void read_decision(const Value& json, const Where& where) {
    ValueReader entry(json, where);
    const std::string_view name = entry.text("decision");
    const auto decision = static_cast<std::size_t>(std::ranges::find(decision_names, name) - decision_names.begin());
    if (decision == decision_count) entry.fail("unknown_word", "decision", std::string(name));
    const Value& numbers = entry.array("numbers");
    const Value& rounds = entry.array("rounds");
    if ((wrong_ = entry.finish())) return;
    const auto names = move_number_names(static_cast<Decision>(decision));
    if (numbers.size() != names.size()) return fail("wrong_count", Where(where, ".numbers"), numbers);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!numbers[i].is_string() || numbers[i].text() != names[i])
        return fail("unknown_word", Where(where, ".numbers", i), numbers[i]);
    for (std::size_t i = 0; i < rounds.size() && !wrong_; ++i)
      read_round(rounds[i], Where(where, ".rounds", i), decision, names.size());
  }

  void read_round(const Value& json, const Where& where, std::size_t decision, std::size_t count) {
    ValueReader one(json, where);
    const std::string_view name = one.text("round");
    const Value& worth = one.array("worth");
    const auto found = std::ranges::find(tables_.rounds, name, &Round::name);
    if (found == tables_.rounds.end()) one.fail("no_such_round", "round", std::string(name));
    if ((wrong_ = one.finish())) return;
    OfRound& of = practice_.rounds_[static_cast<std::size_t>(found - tables_.rounds.begin())];
    if (std::exchange(of.known[decision], true)) return fail("named_twice", Where(where, ".round"), json);
    if (worth.size() != count) return fail("wrong_count", Where(where, ".worth"), worth);
    for (std::size_t i = 0; i < count; ++i) of.lessons[decision][i] = number(worth[i], Where(where, ".worth", i));
  }

  double number(const Value& value, const Where& where) {
    const bool real = value.kind() == Value::Kind::real;
    if (!real && !value.is_number_integer()) return fail("not_a_number", where, value), 0;
    const double x = real ? value.real() : static_cast<double>(value.get<std::int64_t>());
    if (!(std::abs(x) <= largest_worth)) fail("out_of_range", where, value);
    return x;
  }

  static constexpr Where file_{"bots.1840-practice"};
  Practice& practice_;
  const Tables& tables_;
  std::optional<Error> wrong_;
};

std::expected<std::shared_ptr<const Practice>, Error> Practice::read(std::string_view text, const Tables& tables) {
  const auto document = parse_document(text);
  if (!document) return std::unexpected(document.error());
  auto practice = std::make_shared<Practice>();
  if (auto error = Reader(*practice, tables).read(document->root())) return std::unexpected(*error);
  return practice;
}

}  // namespace remise::bots::vienna1840
