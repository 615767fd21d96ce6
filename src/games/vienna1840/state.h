// The whole table as a plain value: one assignment copies it, its bytes are its identity. What never changes during a
// match (map, tiles, prices) stands in Tables.
#pragma once

#include <array>
#include <cstdint>

#include "core/hash.h"
#include "core/ids.h"
#include "core/inplace_vector.h"
#include "core/money.h"
#include "games/vienna1840/board/board.h"
#include "games/vienna1840/components/tables.h"
#include "games/vienna1840/ids.h"

namespace remise::vienna1840 {

// What is to be decided next.
enum class Step : std::uint8_t {
  open_private,  // name a private and bid, or pass (R7)
  bid_private,   // raise or pass (R9)
  choose_order,  // R14
  buy_director,  // R16
  shares,        // R18
  dividend,      // CRd, R35
  trams,         // CRd: buy trams (R44)
  assign,        // CRd: which line gets which tram (R53)
  name_line,     // CRe: name a line and bid, or pass (R56)
  bid_line,      // CRe
  trams_won,     // CRe: trams after winning a line (R60)
  assign_won,
  trams_after,  // CRe: trams of those who won no line (R61)
  assign_after,
  assign_final,  // CRe: once more for everybody (R54)
  home,          // which circle of its hex is the line's home (R72)
  build,         // tiles, markers, privates, scrapping; ends with the run (R64)
  bonus,         // the bonus of a Stadtbahn tile, at once or never (R77)
  after_run,     // privates may still be bought (R110)
  over,
};

enum class LinePlace : std::uint8_t { hidden, offered, owned, closed };  // closed: out of the game (R63, R120)

// Compatibility options (rulings, section 15) as bits.
enum class Compat : std::uint16_t {
  c1 = 1 << 0,    // bids of any amount
  c2 = 1 << 1,    // after all have passed, the player after the last one goes on
  c4 = 1 << 2,    // duty to own a tram already in CRd
  c5 = 1 << 3,    // no second tram step for companies that entered CRe with three lines
  c6 = 1 << 4,    // negative runs spare the revenue space
  c7 = 1 << 5,    // empty runs
  c8 = 1 << 6,    // Stadtbahn companies rise when sold out
  c9 = 1 << 7,    // empty purple hexes end a route
  c10 = 1 << 8,   // L30 and L31 once for each of their hexes
  c11 = 1 << 9,   // runs as claimed
  c12 = 1 << 10,  // deal from the number of the seed
  c13 = 1 << 11,  // all passing lowers the cheapest private also after others were sold
};

// Who holds a private: a player, a tram company, nobody yet, or it is out of the game.
struct Holder {
  enum class Kind : std::uint8_t { bank, player, company, gone };
  Kind kind = Kind::bank;
  std::uint8_t number = 0;

  static constexpr Holder of(Seat s) { return {Kind::player, static_cast<std::uint8_t>(s)}; }
  static constexpr Holder of(CompanyId c) { return {Kind::company, static_cast<std::uint8_t>(c)}; }
  static constexpr Holder gone() { return {Kind::gone, 0}; }
  constexpr Seat seat() const { return kind == Kind::player ? id_at<Seat>(number) : Seat::none; }
  constexpr CompanyId company() const { return kind == Kind::company ? id_at<CompanyId>(number) : CompanyId::none; }
  bool operator==(const Holder&) const = default;
};

struct Player {
  Money cash;
  IdArray<CompanyId, std::uint8_t, company_count> shares;  // in tenths of the company; the director share is five
  std::uint16_t loans = 0;
  CompanySet sold;              // companies whose shares were sold in this SR (R19)
  std::uint8_t preemptive = 1;  // the 350 card (R17)
  std::uint8_t unused = 0;
  bool operator==(const Player&) const = default;
};

struct TramCompany {
  Money treasury;
  Money revenue;
  Seat director = Seat::none;
  std::uint8_t unused = 0;
  std::uint16_t unused2 = 0;
  InplaceVector<LineId, 3> lines;       // in the order of purchase
  InplaceVector<TramColour, 3> parked;  // trams on the charter without a line (R53)
  bool operator==(const TramCompany&) const = default;
};

struct Line {
  Money earned;  // its part of the revenue space
  LinePlace place = LinePlace::hidden;
  CompanyId company = CompanyId::none;
  TramColour tram = TramColour::none;
  std::uint8_t markers = 0;  // on the board; 0: has not operated yet
  bool operator==(const Line&) const = default;
};

// The chart space of a company that has not started.
inline constexpr Cell off_chart{-1, -1};
constexpr bool on_chart(Cell cell) { return cell.row >= 0; }

struct Auction {
  std::int32_t bid = 0;
  std::uint8_t lot = 0xff;     // PrivateId or LineId; 0xff: nothing named
  std::uint8_t high = 0xff;    // highest bidder: Seat or CompanyId
  std::uint8_t opener = 0xff;  // who named it
  std::uint8_t in = 0;         // who has not passed: Seat or CompanyId as bits
  bool operator==(const Auction&) const = default;
};

// The turn of a line (R64).
struct LineTurn {
  LineId line = LineId::none;
  std::uint8_t first = 0;                                    // its first turn (R66)
  std::uint8_t laid = 0;                                     // (a)
  std::uint8_t stadtbahn = 0;                                // (b)
  std::uint8_t marked = 0;                                   // (c)
  Bonus bonus = Bonus::none;                                 // to be used now or never (R77)
  IdArray<PrivateId, std::uint8_t, private_count> declined;  // highest price declined in this turn
  bool operator==(const LineTurn&) const = default;
};

struct Offer {
  PrivateId which = PrivateId::none;  // none: no offer is open
  std::uint8_t price = 0;
  bool operator==(const Offer&) const = default;
};

struct State {
  Money bank;  // what the bank has taken in less what it has paid out; all money of the table adds up to 0
  std::array<Player, max_seats> players;
  std::array<TramCompany, tram_company_count> companies;
  std::array<Line, line_count> lines;
  Auction auction;
  std::uint16_t compat = 0;
  CompanySet won;             // bought a line in this CR (R59)
  CompanySet out;             // passed on choosing (R57)
  CompanySet three_at_start;  // entered CRe with three lines (C5)

  std::uint8_t player_count = 0;
  MapVariant map = MapVariant::full;
  std::uint8_t round = 0;  // place in Tables::rounds
  Step step = Step::open_private;
  std::uint8_t at = 0;                                  // whose turn: place in `order`, or in `company_order`
  std::uint8_t passes = 0;                              // players who passed one after the other
  std::uint8_t sold_in_turn = 0;                        // the player to act has sold in this turn (R18)
  TramColour newest = TramColour::none;                 // most advanced colour ever bought (R52)
  std::array<std::uint8_t, tram_colour_count> trams{};  // left in the supply
  std::array<Holder, private_count> privates;
  std::array<std::uint8_t, private_count> minimum{};  // lowest first bid (R10, R13)
  InplaceVector<Seat, max_seats> order;               // playing order cards: order[0] holds card 1
  InplaceVector<Seat, max_seats> choosers;            // R14: who still chooses a card, in turn
  std::array<Seat, max_seats> cards{};                // R14: card - 1 -> who chose it
  InplaceVector<LineId, line_count> deck;             // face-down line cards, the next one first
  IdArray<CompanyId, Cell, company_count> cells;      // places on the share chart
  InplaceVector<CompanyId, company_count>
      stacks;  // all companies on the chart; of two in one cell the earlier lies on top (R115)
  InplaceVector<CompanyId, tram_company_count> company_order;  // R33, fixed in CRc
  InplaceVector<CompanyId, stadtbahn_count> stadtbahn_order;
  LineTurn turn;
  Offer offer;
  Board board;
  std::uint8_t rules = 0;  // the version of the rules it was begun under, from 3 on; 0: 1 or 2, which play alike
  bool operator==(const State&) const = default;

  // What has changed since version 2 (docs/rulings-1840.md): R10, the end of R44, and who is asked in a share round.
  bool as_before() const { return rules == 0; }
  bool has(Compat option) const { return (compat & static_cast<std::uint16_t>(option)) != 0; }
  Player& player(Seat s) { return players[index(s)]; }
  const Player& player(Seat s) const { return players[index(s)]; }
  TramCompany& company(CompanyId c) { return companies[index(c)]; }
  const TramCompany& company(CompanyId c) const { return companies[index(c)]; }
  Line& line(LineId l) { return lines[index(l)]; }
  const Line& line(LineId l) const { return lines[index(l)]; }
  Holder& holder(PrivateId p) { return privates[index(p)]; }
  const Holder& holder(PrivateId p) const { return privates[index(p)]; }
};

static_assert(PlainValue<State>);
static_assert(sizeof(State) <= 8192);

}  // namespace remise::vienna1840
