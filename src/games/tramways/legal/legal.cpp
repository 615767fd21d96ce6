// What a seat may do now (18.1): deeds with their cheapest payments.
#include <algorithm>
#include <bit>

#include "games/tramways/legal/deeds.h"
#include "games/tramways/legal/payments.h"
#include "games/tramways/legal/selections.h"
#include "games/tramways/legal/track_offers.h"
#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/development.h"
#include "games/tramways/rounds/rounds.h"
#include "games/tramways/rounds/solo.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

class Lister {
 public:
  enum class Track { all, shown };
  Lister(const Tables& tables, const State& s, Seat seat, Tramways::Choices& out, Track listed)
      : tables_(tables), s_(s), seat_(seat), me_(s.player(seat)), out_(out), listed_(listed) {}

  void list() {
    switch (s_.phase) {
      case Phase::draft:
        for (const CardId card : s_.draft_pool) add(DraftParcel{card});
        return;
      case Phase::book: return books();
      case Phase::book_take:
      case Phase::bonus_c_take: return book_cards();
      case Phase::keep:
        for (const CardId card : s_.dev_offer[index(seat_)]) add(KeepDev{card});
        return;
      case Phase::bid: return bids();
      case Phase::take:
        for (const CardId card : s_.row) add(TakeAuctionCard{card});
        return;
      case Phase::void_discard:
        for (const CardId card : me_.hand)
          if (can_discard_ticket(tables_, me_, card)) add(VoidDiscard{card});
        return;
      case Phase::solo_row: return solo_row();
      case Phase::act1:
      case Phase::act2: return actions();
      case Phase::bonus_c: return commercial_bonus();
      case Phase::bonus_l: return leisure_bonus();
      case Phase::admin: return administration();
      case Phase::final_hand: return final_hand();
      case Phase::end: return;
    }
  }

 private:
  void add(const Action& action) { out_.push_back({action}); }
  void add_range(const Action& action, int min, int max) {
    if (min == max)
      out_.push_back({action});
    else
      out_.push_back({action, min, max, 1});
  }

  void books() {
    for (std::uint8_t b = 0; b < s_.book_count; ++b)
      if (!s_.books[b].empty()) add(ChooseBook{b});
  }

  void book_cards() {
    const Book& book = s_.books[s_.book_open];
    for (const CardId card : book) {
      if (book.size() == 1) add(TakeDev{card, CardId::none});
      for (const CardId reveal : book)
        if (reveal != card) add(TakeDev{card, reveal});
    }
  }

  // --- 6 -------------------------------------------------------------------------------------------------------------

  struct Way {
    Payment payment;
    int value = 0;  // of the money symbols

    int coins(int amount) const { return std::max(0, amount - value); }
    bool affordable(int amount, int money) const { return coins(amount) + payment.dollars <= money; }
    // No worse in stress, cards and money.
    bool beats(const Way& o, int amount) const {
      return payment.stress <= o.payment.stress && payment.cards <= o.payment.cards &&
             coins(amount) + payment.dollars <= o.coins(amount) + o.payment.dollars;
    }
  };

  std::vector<Way> money_ways() const {
    const Payments payments(tables_, me_, SymbolKind::money, {});
    std::vector<Way> ways;
    for (int value = 0; value <= payments.most(); ++value)
      for (std::size_t i = 0; i < (payments.payable(value) ? payments.count(value) : 0); ++i)
        ways.push_back({payments.get(value, i), value});
    return ways;
  }

  // The ways that no other beats for this amount.
  std::vector<std::size_t> best_ways(const std::vector<Way>& ways, int amount) const {
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (!ways[i].affordable(amount, me_.money)) continue;
      bool beaten = false;
      for (std::size_t j = 0; j < ways.size() && !beaten; ++j)
        beaten = j != i && ways[j].affordable(amount, me_.money) && ways[j].beats(ways[i], amount) &&
                 (j < i || !ways[i].beats(ways[j], amount));
      if (!beaten) best.push_back(i);
    }
    return best;
  }

  void bids() {
    add(Pass{});
    const auto ways = money_ways();
    const int most = me_.money + (ways.empty() ? 0 : ways.back().value);
    std::vector<int> open(ways.size(), 0);  // the first amount of a range not yet closed
    const auto close = [&](std::size_t w, int last) {
      if (open[w] == 0) return;
      Bid bid{open[w], ways[w].coins(open[w]), ways[w].payment.summed};
      add_range(bid, open[w], last);
      open[w] = 0;
    };
    for (int amount = 1; amount <= most + 1; ++amount) {
      const bool allowed = amount <= most && !check_bid_amount(tables_, s_, seat_, amount);
      const auto best = allowed ? best_ways(ways, amount) : std::vector<std::size_t>{};
      for (std::size_t w = 0; w < ways.size(); ++w)
        if (std::ranges::find(best, w) == best.end())
          close(w, amount - 1);
        else if (open[w] == 0)
          open[w] = amount;
    }
  }

  void solo_row() {
    for (const CardId card : s_.row) add(SoloTake{card});
    if (s_.auction_deck.empty() && s_.auction_discard.empty()) return;
    const int price = solo_price(tables_, s_);
    if (price == 0) return add(SoloReveal{});
    const auto ways = money_ways();
    for (const std::size_t w : best_ways(ways, price)) add(SoloReveal{ways[w].coins(price), ways[w].payment.summed});
  }

  // --- 7-12
  // ------------------------------------------------------------------------------------------------------------

  void actions() {
    if (me_.workers >= tables_.constants.workers_per_action) track();
    link_upgrades();
    buildings();
    building_upgrades();
    passengers();
    add(EndTurn{});
  }

  void track() {
    TrackPayments payments(tables_, me_);
    const int most = payments.most_rails();
    if (most == 0) return;
    TrackGround ground(tables_, s_, seat_);
    if (listed_ == Track::all) {
      const std::size_t before = out_.size();
      return walk_track(
          ground, most, [&] { out_.resize(before); },
          [&](const TrackDeed& deed, int cost, const FarEnd& end) { return offer(deed, payments.offers(end, cost)); });
    }
    BestTrack best;
    walk_track(
        ground, most, [&] { best.clear(); },
        [&](const TrackDeed& deed, int cost, const FarEnd& end) {
          const bool payable = payments.pays(end, cost);
          if (payable) best.add(deed, cost, end);
          return payable;
        });
    best.in_order([&](const TrackDeed& deed, int cost, const FarEnd& end) {
      const auto offers = payments.offers(end, cost);
      offer(deed, best.full() ? offers.first(1) : offers);  // a second one only where there are few ways
    });
  }

  // Visits every track deed of the list; `visit` says whether it can be paid for. Where the paths turn out to be longer
  // than was tried first, `again` tells that all of them come anew.
  template <class Visit>
  static void walk_track(TrackGround& ground, int most, auto&& again, Visit&& visit) {
    constexpr int least = Tramways::least_offered_pieces;
    std::array<std::size_t, least + 1> found{};  // deeds by pieces
    each_track_deed(ground, std::min(most, least), most, [&](const TrackDeed& deed, int cost, const FarEnd& end) {
      found[deed.exits.size() + (deed.redirect != Edge::none)] += visit(deed, cost, end);
      return true;
    });
    const int pieces = most <= least ? least : offered_pieces(found, most);
    if (pieces == least) return;
    again();
    each_track_deed(ground, pieces, most, [&](const TrackDeed& deed, int cost, const FarEnd& end) {
      visit(deed, cost, end);
      return true;
    });
  }

  bool offer(const TrackDeed& deed, TrackPayments::Offers offers) {
    for (const Choice<Action>& way : offers) {
      out_.push_back(way);
      std::get_if<LayTrack>(&out_.back().action)->deed = deed;
    }
    return !offers.empty();
  }

  // How long the paths of the list are: as many pieces as a forecast from the shortest ones, `found` by their pieces,
  // keeps below offered_deeds.
  template <std::size_t n>
  static int offered_pieces(const std::array<std::size_t, n>& found, int most) {
    constexpr std::size_t least = n - 1;
    std::size_t total = 0, next = found[least];
    for (const std::size_t deeds : found) total += deeds;
    int pieces = least;
    while (pieces < most) {
      next = next * std::max(found[least], found[least - 1] + 1) / (found[least - 1] + 1);
      total += next;
      if (total > Tramways::offered_deeds) break;
      ++pieces;
    }
    return pieces;
  }

  void each_pair(Need first, Need second, auto&& visit) {
    for (const PairPayment& pay : pair_payments(tables_, me_, first, second)) visit(pay.first, pay.second);
  }

  bool has(SymbolKind kind) const {
    for (const CardId card : me_.hand)
      for (const Slot& slot : tables_.card(card).slots)
        if (slot.kind == kind) return true;
    return false;
  }

  void link_upgrades() {
    if (!has(SymbolKind::upgrade_link)) return;
    for (const Link& link : s_.links) {
      if (link.owner != seat_ || !link.complete || link.upgraded) continue;
      const Places ends =
          s_.symbols_for(s_.place_at(start_field(s_, link))) | s_.symbols_for(s_.place_at(far_field(s_, link)));
      each_pair({.kind = SymbolKind::upgrade_link}, {.places = ends}, [&](Symbol symbol, Symbol dest) {
        add(UpgradeLink{link.id, symbol, dest});
      });
    }
  }

  void buildings() {
    if (!has(SymbolKind::build)) return;
    for (std::size_t p = 0; p < tables_.parcel_names.size(); ++p) {
      const Parcel& parcel = s_.parcels[p];
      if (parcel.field == FieldId::none || parcel.owner != seat_ || parcel.tile != Building::none) continue;
      each_pair({.kind = SymbolKind::build}, {.places = Places::of(id_at<ParcelId>(p))},
                [&](Symbol symbol, Symbol coordinate) {
                  for (const auto& pile : s_.supply)
                    for (const CardId card : pile) add(Build{id_at<ParcelId>(p), symbol, coordinate, card});
                });
    }
  }

  void building_upgrades() {
    if (!has(SymbolKind::upgrade_building)) return;
    for (const Parcel& parcel : s_.parcels) {
      if (parcel.tile == Building::none || parcel.owner != seat_ || parcel.upgraded) continue;
      each_pair({.kind = SymbolKind::upgrade_building}, {.places = Places::of(parcel.tile)},
                [&](Symbol symbol, Symbol dest) {
                  add(UpgradeBuilding{s_.map.spots[index(parcel.field)], symbol, dest});
                });
    }
  }

  void passengers() {
    Places in_hand;
    for (const CardId card : me_.hand)
      for (const Slot& slot : tables_.card(card).slots) in_hand = in_hand | slot.place;
    const Network network(s_);
    if (in_hand.empty() || network.empty() || !has(SymbolKind::stripe)) return;
    // The cheapest pairs of ticket and destination for each place, when it is first reached.
    struct Pairs {
      bool made = false;
      InplaceVector<std::pair<Symbol, Symbol>, 8> list;
    };
    std::array<Pairs, 4 + max_parcels> pairs;
    const auto make = [&](Pairs& to, Places place) {
      to.made = true;
      each_pair({.kind = SymbolKind::stripe}, {.places = place}, [&](Symbol ticket, Symbol dest) {
        to.list.push_back({ticket, dest});
      });
    };
    for (std::size_t f = 0; f < s_.map.fields; ++f) {
      if (!s_.passengers[f]) continue;
      const std::size_t before = out_.size();
      const auto list = [&](std::size_t most_links) {
        out_.resize(before);
        return network.each_route(s_.root[f], in_hand, most_links, Network::listed_steps,
                                  [&](const Network::Route& route, FieldId to) {
                                    const Places place = s_.symbols_for(to);
                                    Pairs& ways = pairs[static_cast<std::size_t>(std::countr_zero(place.bits))];
                                    if (!ways.made) make(ways, place);
                                    for (const auto& [ticket, dest] : ways.list)
                                      add(MovePassenger{s_.map.spots[f], ticket, dest, route});
                                  });
      };
      if (list(Network::Route::capacity())) continue;
      std::size_t links = 1;  // more than can be listed: those of few links
      while (list(links)) ++links;
      list(links - 1);
    }
  }

  void commercial_bonus() {
    add(BonusMoney{});
    books();
    for (const CardId card : s_.dev_open) add(TakeOpenDev{card});
    if (!s_.dev_deck.empty()) add(TakeTopDev{});
  }

  void leisure_bonus() { add_range(BuyHp{0}, 0, tables_.constants.most_happiness(me_.money)); }

  // --- 13, 15.1
  // --------------------------------------------------------------------------------------------------------

  void administration() {
    for (const CardId id : me_.hand) {
      const Card& card = tables_.card(id);
      if (card.pay <= me_.money) uses_of(id, card);
      if (!check(Position{tables_, s_, seat_}, AdminDiscard{id})) add(AdminDiscard{id});
    }
    add(AdminDone{});
  }

  // Every set of usable symbols, in the order of the slots, with every choice of fields for passengers.
  void uses_of(CardId id, const Card& card) {
    unsigned usable = 0;
    for (std::size_t i = 0; i < slots_per_card; ++i) switch (card.slots[i].kind) {
        case SymbolKind::money:
        case SymbolKind::worker:
        case SymbolKind::stress_down:
        case SymbolKind::add_passenger: usable |= 1u << i; break;
        default: break;
      }
    for (unsigned part = 1; part < 16; ++part) {
      if ((part & ~usable) != 0 || !possible(card, part)) continue;
      AdminPlay play{id, {}};
      add_uses(play, card, part, 0, 0);
    }
  }

  bool possible(const Card& card, unsigned part) const {
    const PlayerBoard& board = tables_.constants.player_boards[me_.hard];
    int workers = me_.workers, downs = 0, passengers = 0;
    for (std::size_t i = 0; i < slots_per_card; ++i) {
      if (!(part >> i & 1)) continue;
      workers += card.slots[i].kind == SymbolKind::worker;
      downs += card.slots[i].kind == SymbolKind::stress_down;
      passengers += card.slots[i].kind == SymbolKind::add_passenger;
    }
    const int extra = tables_.constants.further_stress(__builtin_popcount(part));
    const int stress = std::min<int>(board.stress_max, me_.stress + card.stress + extra);
    return (workers == me_.workers || workers <= board.worker_limit) &&
           (downs == 0 || stress - downs >= board.stress_min) &&
           (passengers == 0 || passengers <= s_.passengers_left());
  }

  void add_uses(AdminPlay& play, const Card& card, unsigned part, std::uint8_t slot, std::size_t first_field) {
    while (slot < slots_per_card && !(part >> slot & 1)) ++slot;
    if (slot == slots_per_card) return add(play);
    const auto next = static_cast<std::uint8_t>(slot + 1);
    if (card.slots[slot].kind != SymbolKind::add_passenger) {
      play.uses.push_back({slot, 0, {}});
      add_uses(play, card, part, next, first_field);
      play.uses.pop_back();
      return;
    }
    for (std::size_t f = first_field; f < s_.map.fields; ++f) {  // two passengers of one card: each pair of fields once
      if (s_.root[f] == FieldId::none || s_.passengers[f]) continue;
      play.uses.push_back({slot, 1, s_.map.spots[f]});
      add_uses(play, card, part, next, f + 1);
      play.uses.pop_back();
    }
  }

  void final_hand();

  const Tables& tables_;
  const State& s_;
  Seat seat_;
  const Player& me_;
  Tramways::Choices& out_;
  Track listed_;
};

void Lister::final_hand() {
  ChooseHand all;
  for (const CardId card : me_.deck) all.from.push_back(card);
  for (const CardId card : me_.discard) all.from.push_back(card);
  std::ranges::sort(all.from);
  const int room = std::max(0, me_.hand_limit - static_cast<int>(me_.hand.size()));
  all.most = static_cast<std::uint8_t>(std::min(room, static_cast<int>(all.from.size())));
  const std::int64_t ways = selections(all);
  if (ways == 1) return add(ChooseHand{});
  out_.push_back({all, 0, static_cast<std::int32_t>(std::min<std::int64_t>(ways - 1, INT32_MAX)), 1});
}

}  // namespace

void Tramways::legal(const State& s, Seat seat, Choices& out, Workspace&) const {
  if (!to_act(s).has(seat)) return;
  Lister(tables_, s, seat, out, Lister::Track::all).list();
}

void Tramways::legal_shown(const State& s, Seat seat, Choices& out, Workspace&) const {
  if (!to_act(s).has(seat)) return;
  Lister(tables_, s, seat, out, Lister::Track::shown).list();
  shorten(out);
}

Action Tramways::with_amount(const Action& action, std::int32_t n) const {
  if (const auto* bid = std::get_if<Bid>(&action)) {
    Bid made = *bid;
    made.amount = n;
    made.coins = std::max(0, n - money_value(tables_, span_of(bid->symbols)));
    return made;
  }
  if (std::holds_alternative<BuyHp>(action)) return BuyHp{n};
  if (const auto* hand = std::get_if<ChooseHand>(&action)) return selection(*hand, n);
  return action;
}

}  // namespace remise::tramways
