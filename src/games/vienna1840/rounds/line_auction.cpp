// VIII.6 and VIII.7: lines are auctioned among the companies, then new line cards are turned up.
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

// R57 - R59: who may still name a line or bid.
bool eligible(const State& s, CompanyId c) { return !s.won.has(c) && !s.out.has(c) && !s.company(c).lines.full(); }

bool any_offered(const State& s) {
  for (const Line& line : s.lines)
    if (line.place == LinePlace::offered) return true;
  return false;
}

std::uint8_t place_of(const State& s, CompanyId c) { return static_cast<std::uint8_t>(s.company_order.find(c)); }

Money lowest_bid(const Position& p) {
  if (p.s.step == Step::bid_line) return Money{p.s.auction.bid} + p.tables.auction_step;
  return p.tables.line_min_bid;
}

// R61: from place `from` on, the next company that bought no line; when none is left, everybody may rearrange (R54).
void next_after_auction(const Mover& mover, std::uint8_t from) {
  State& s = mover.s;
  const auto companies = static_cast<std::uint8_t>(s.company_order.size());
  for (std::uint8_t i = from; i < companies; ++i) {
    const CompanyId c = s.company_order[i];
    if (s.won.has(c) || (s.has(Compat::c5) && s.three_at_start.has(c))) continue;
    s.at = i;
    s.step = Step::trams_after;
    return;
  }
  s.at = 0;
  s.step = Step::assign_final;
}

void sell_line(const Mover& mover) {
  State& s = mover.s;
  const auto winner = id_at<CompanyId>(s.auction.high);
  const auto lot = id_at<LineId>(s.auction.lot);
  mover.bank_pays(winner, -Money{s.auction.bid});  // R62
  s.line(lot).place = LinePlace::owned;
  s.line(lot).company = winner;
  s.company(winner).lines.push_back(lot);
  s.won.add(winner);
  mover.tell(EventKind::line_sold, winner, lot, s.auction.bid);
  s.auction = {};
  s.at = place_of(s, winner);
  s.step = Step::trams_won;  // R60
}

// R58: left to right, around, until only the highest bidder is in.
void continue_auction(const Mover& mover) {
  State& s = mover.s;
  do s.at = static_cast<std::uint8_t>((s.at + 1) % s.company_order.size());
  while ((s.auction.in >> index(s.company_order[s.at]) & 1) == 0);
  if (index(s.company_order[s.at]) == s.auction.high) sell_line(mover);
}

void end_company_round(const Mover& mover) {
  reveal_lines(mover);
  next_round(mover);
}

}  // namespace

bool auction_skipped(const Position& p) { return p.round().last || p.lines_full(); }

void start_line_auction(const Mover& mover) {
  State& s = mover.s;
  s.won = {};
  s.out = {};
  s.three_at_start = {};
  for (const CompanyId c : s.company_order)
    if (s.company(c).lines.full()) s.three_at_start.add(c);
  next_chooser(mover);
}

void next_chooser(const Mover& mover) {
  State& s = mover.s;
  s.auction = {};
  for (std::uint8_t i = 0; any_offered(s) && i < s.company_order.size(); ++i) {
    if (!eligible(s, s.company_order[i])) continue;
    s.at = i;
    s.step = Step::name_line;
    return;
  }
  next_after_auction(mover, 0);
}

void reveal_lines(const Mover& mover) {
  State& s = mover.s;
  if (!mover.now().lines_full()) {  // R3
    for (int i = 0; i < mover.now().facts().lines_shown && !s.deck.empty(); ++i) {
      const LineId line = s.deck.front();
      s.deck.erase_at(0);
      s.line(line).place = LinePlace::offered;
      mover.tell(EventKind::line_offered, line);
    }
    return;
  }
  for (std::size_t i = 0; i < line_count; ++i) {  // R63: what is left goes, and its home circles are free
    Line& line = s.lines[i];
    if (line.place != LinePlace::offered && line.place != LinePlace::hidden) continue;
    line.place = LinePlace::closed;
    mover.tell(EventKind::line_closed, i);
  }
  s.deck.clear();
}

Check check(const Position& p, const BidLine& bid) {
  const State& s = p.s;
  if (s.step != Step::name_line && s.step != Step::bid_line) return not_this_step(p);
  if (index(bid.lot) >= line_count || s.line(bid.lot).place != LinePlace::offered)
    return refuse(RefusalCode::line_not_offered, bid.lot);
  if (s.step == Step::bid_line && index(bid.lot) != s.auction.lot)
    return refuse(RefusalCode::other_line, bid.lot, s.auction.lot);
  if (bid.price < lowest_bid(p).v) return refuse(RefusalCode::line_bid_too_low, bid.price, lowest_bid(p).v);
  if (!s.has(Compat::c1) && bid.price % p.tables.auction_step.v != 0)
    return refuse(RefusalCode::line_bid_not_in_steps, bid.price, p.tables.auction_step.v);
  const Money treasury = s.company(p.active_company()).treasury;
  if (bid.price > treasury.v) return refuse(RefusalCode::line_bid_above_treasury, bid.price, treasury.v);
  return {};
}

void act(const Mover& mover, const BidLine& bid) {
  State& s = mover.s;
  const CompanyId c = s.company_order[s.at];
  if (s.step == Step::name_line) {
    s.auction = {0, static_cast<std::uint8_t>(bid.lot), 0xff, static_cast<std::uint8_t>(c), 0};
    for (const CompanyId other : s.company_order)
      if (eligible(s, other)) s.auction.in = static_cast<std::uint8_t>(s.auction.in | 1u << index(other));
    s.step = Step::bid_line;
  }
  s.auction.bid = bid.price;
  s.auction.high = static_cast<std::uint8_t>(c);
  mover.tell(EventKind::line_bid, c, bid.lot, bid.price);
  continue_auction(mover);
}

void pass_line(const Mover& mover, bool forced) {
  State& s = mover.s;
  const CompanyId c = s.company_order[s.at];
  const bool out = s.step == Step::name_line;  // R57: of all auctions of this round
  mover.tell(EventKind::auction_passed, c, out, forced);
  if (out) {
    s.out.add(c);
    return next_chooser(mover);
  }
  s.auction.in = static_cast<std::uint8_t>(s.auction.in & ~(1u << index(c)));
  continue_auction(mover);
}

void list_line_auction(const Position& p, Choices& out) {
  const std::int32_t step = p.s.has(Compat::c1) ? 1 : p.tables.auction_step.v;
  const std::int32_t first = (lowest_bid(p).v + step - 1) / step * step;
  const Money treasury = p.s.company(p.active_company()).treasury;
  for (std::size_t i = 0; i < line_count; ++i) {
    if (p.s.lines[i].place != LinePlace::offered || (p.s.step == Step::bid_line && i != p.s.auction.lot)) continue;
    add_range(out, BidLine{id_at<LineId>(i), first}, first, treasury.v, step);
  }
  out.push_back({Pass{}});
}

bool settle_line_auction(const Mover& mover) {
  const Position p = mover;
  if (p.funds(p.active_company()) >= lowest_bid(p)) return false;
  pass_line(mover, true);
  return true;
}

void after_tram_step(const Mover& mover) {
  State& s = mover.s;
  const auto next = static_cast<std::uint8_t>(s.at + 1);
  const bool more = next < s.company_order.size();
  switch (s.step) {
    case Step::assign:
      s.at = next;
      s.step = Step::trams;
      if (!more) return auction_skipped(mover) ? end_company_round(mover) : start_line_auction(mover);
      return;
    case Step::assign_won: return next_chooser(mover);
    case Step::assign_after: return next_after_auction(mover, next);
    default:
      s.at = next;
      if (!more) end_company_round(mover);
  }
}

}  // namespace remise::vienna1840
