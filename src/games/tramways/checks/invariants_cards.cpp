// Where the cards are, and what is remembered of them.
#include <algorithm>

#include "games/tramways/checks/invariants.h"
#include "games/tramways/components/setup.h"
#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/development.h"

namespace remise::tramways {
namespace {

// Where a card lies. Gone: what a player left when he chose the hand of round 6 (15.1).
enum class Where : std::uint8_t { nowhere, own, gone, auction, removed, pool, book, offer, dev_deck, dev_open, supply };

struct Lies {
  Where where = Where::nowhere;
  std::size_t whose = 0;  // seat, book or type of building
};
using Cards = std::array<Lies, max_cards + 1>;

class CardInspector {
 public:
  explicit CardInspector(Inspection& in) : in_(in), s_(in.s) {}

  void cards() {
    locate();
    if (!in_.good()) return;
    for (std::size_t id = 1; id <= max_cards; ++id) in_.expect(fits(id_at<CardId>(id)), "a card in a wrong place");
    for (std::size_t i = 0; i < s_.player_count; ++i) own_cards(i);
    conserved();
    if (!early()) auction();
    development();
    if (s_.phase == Phase::void_discard) void_ticket();
  }

  void knowledge() {
    locate();
    for (std::size_t i = 0; i < s_.player_count; ++i) mixed(i);
    secret();
    seen();
    kept();
  }

 private:
  const Card& card(CardId id) const { return in_.tables.card(id); }
  bool is(CardId id, CardType type) const { return card(id).type == type; }
  const Lies& lies(CardId id) const { return cards_[index(id)]; }
  bool lies(CardId id, Where where, std::size_t whose) const {
    return lies(id).where == where && lies(id).whose == whose;
  }
  // A given auction deck waits for the end of the draft.
  bool early() const { return in_.drafting() && s_.auction_given; }
  int parcels_on_map() const {
    return static_cast<int>(
        std::ranges::count_if(s_.parcels, [](const Parcel& p) { return p.field != FieldId::none; }));
  }

  // Every card lies in one place at most.
  void locate() {
    const auto see = [&](const auto& pile, Where where, std::size_t whose = 0) {
      for (const CardId id : pile) {
        if (!in_.expect(id != CardId::none && index(id) <= max_cards, "card number")) return;
        in_.expect(lies(id).where == Where::nowhere, "a card is in two places");
        cards_[index(id)] = {where, whose};
      }
    };
    for (std::size_t i = 0; i < max_players; ++i) {
      const Player& p = s_.players[i];
      see(p.hand, Where::own, i), see(p.deck, Where::own, i), see(p.discard, Where::own, i);
      see(s_.books[i], Where::book, i), see(s_.dev_offer[i], Where::offer, i);
      for (std::size_t k = 1; k < p.hand.size(); ++k) in_.expect(p.hand[k - 1] < p.hand[k], "hand is sorted");
    }
    if (!early()) {
      see(s_.row, Where::auction), see(s_.auction_deck, Where::auction), see(s_.auction_discard, Where::auction);
      see(s_.removed, Where::removed);
    }
    see(s_.draft_pool, Where::pool);
    see(s_.dev_deck, Where::dev_deck), see(s_.dev_open, Where::dev_open);
    for (const Building b : building_types) see(s_.supply[index(b)], Where::supply, index(b));
    for (std::size_t i = 0; i < s_.player_count; ++i)
      for (std::size_t n = 1; n <= max_cards && in_.chose_hand(id_at<Seat>(i)); ++n)
        if (s_.players[i].mixed.has(id_at<CardId>(n)) && !s_.players[i].hand.contains(id_at<CardId>(n))) {
          in_.expect(cards_[n].where == Where::nowhere, "a card that is gone");
          cards_[n] = {Where::gone, i};
        }
  }

  bool unowned_parcel(CardId id) const {
    if (!is(id, CardType::parcel)) return false;
    const Parcel& p = s_.parcels[index(card(id).parcel)];
    return p.field != FieldId::none && p.owner == Seat::none;
  }
  // 3.6.2, 17.3
  bool usable(CardId id) const {
    return is(id, CardType::auction) && (in_.solo() || card(id).min_players <= s_.player_count);
  }
  // What a player may have (3.3, 3.4, 6.3).
  bool may_own(CardId id, std::size_t seat) const {
    switch (card(id).type) {
      case CardType::generic:
        return std::ranges::any_of(in_.tables.generic_cards, [&](const auto& kind) { return kind[seat] == id; });
      case CardType::parcel: return s_.parcels[index(card(id).parcel)].owner == id_at<Seat>(seat);
      case CardType::auction: return usable(id);
      case CardType::overview: return false;
      default: return true;
    }
  }

  bool fits(CardId id) const {
    const Lies at = lies(id);
    switch (at.where) {
      case Where::nowhere: return true;
      case Where::own:
      case Where::gone: return may_own(id, at.whose);
      case Where::auction: return usable(id) || unowned_parcel(id);
      case Where::removed: return unowned_parcel(id);
      case Where::pool: return unowned_parcel(id) && in_.drafting();
      case Where::book: return is(id, CardType::development) && in_.original() && at.whose < s_.book_count;
      case Where::offer:
        return is(id, CardType::development) && !in_.original() && s_.round == 0 && at.whose < s_.player_count;
      case Where::dev_deck:
      case Where::dev_open: return is(id, CardType::development) && !in_.original() && s_.round > 0;
      case Where::supply: return is(id, CardType::building) && index(card(id).building) == at.whose;
    }
    return false;
  }

  // 6.3: how many cards of the auction a player took so far.
  int taken(std::size_t seat) const {
    const std::size_t place = in_.place_of(id_at<Seat>(seat));
    switch (s_.phase) {
      case Phase::bid:
      case Phase::solo_row: return s_.round - 1;
      case Phase::take: return s_.round - (place >= s_.turn);
      case Phase::void_discard: return s_.round - (place > s_.turn);
      default: return std::min<int>(s_.round, last_round - 1);
    }
  }
  int parcels_drafted(std::size_t seat) const {
    if (!in_.drafting()) return in_.constants().start_parcels;
    State earlier = s_;
    int drafted = 0;
    for (earlier.draft_step = 0; earlier.draft_step < s_.draft_step; ++earlier.draft_step)
      drafted += draft_seat(earlier) == id_at<Seat>(seat);
    return drafted;
  }
  // 3.7: development cards taken before the first round.
  int dev_chosen(std::size_t seat) const {
    const bool had_turn = s_.phase == Phase::keep ? !s_.open.has(id_at<Seat>(seat))
                                                  : !in_.drafting() && in_.place_of(id_at<Seat>(seat)) > s_.turn;
    return had_turn ? 1 : 0;
  }

  void own_cards(std::size_t seat) {
    const Player& p = s_.players[seat];
    std::array<int, 6> by_type{};
    for (std::size_t id = 1; id <= max_cards; ++id)
      if (const Lies at = cards_[id]; (at.where == Where::own || at.where == Where::gone) && at.whose == seat)
        ++by_type[static_cast<std::size_t>(in_.tables.cards[id].type)];
    const auto of = [&](CardType type) { return by_type[static_cast<std::size_t>(type)]; };
    int tiles = 0;
    for (const Parcel& parcel : s_.parcels) tiles += parcel.tile != Building::none && index(parcel.owner) == seat;
    in_.expect(of(CardType::parcel) + of(CardType::auction) == parcels_drafted(seat) + taken(seat),
               "cards of the auction");
    in_.expect(of(CardType::generic) == (in_.drafting() ? 0 : static_cast<int>(in_.tables.generic_cards.size())),
               "generic cards are conserved");
    in_.expect(of(CardType::building) == tiles, "a building card for each tile");
    if (s_.round == 0) {
      in_.expect(p.deck.empty() && p.discard.empty(), "piles before the first round");
      in_.expect(of(CardType::development) == dev_chosen(seat), "first development cards");
    }
    const bool chose = in_.chose_hand(id_at<Seat>(seat));
    if (chose) in_.expect(p.deck.empty(), "deck after the last choice");
    if (chose && s_.phase == Phase::final_hand) in_.expect(p.discard.empty(), "discard pile after the last choice");
  }

  // 3.3, 3.7, 3.8: what is in the game stays in it.
  void conserved() {
    std::array<int, 6> by_type{};
    for (std::size_t id = 1; id <= max_cards; ++id)
      by_type[static_cast<std::size_t>(in_.tables.cards[id].type)] += cards_[id].where != Where::nowhere;
    const auto count = [&](CardType type, int wanted, std::string_view what) {
      in_.expect(by_type[static_cast<std::size_t>(type)] == wanted, what);
    };
    const Constants& c = in_.constants();
    int buildings = 0;
    for (const int n : c.buildings[s_.player_count]) buildings += n;
    const int parcels = parcels_on_map();
    count(CardType::building, buildings, "building cards are conserved");
    count(CardType::development, dev_piles(in_.tables, s_) * dev_pile_size(in_.tables, s_),
          "development cards are conserved");
    if (early()) return;
    count(CardType::parcel, parcels, "parcel cards are conserved");
    const int left = parcels - c.start_parcels * s_.player_count - unsold();
    const int auction = in_.drafting() ? 0 : in_.solo() ? 30 : c.auction_cards_per_player * s_.player_count - left;
    count(CardType::auction, auction, "auction cards are conserved");
  }

  // 3.6.1
  int unsold() const {
    if (s_.player_count != 2 || in_.drafting()) return 0;
    const Constants& c = in_.constants();
    return std::min(c.two_player_unsold_parcels, parcels_on_map() - c.start_parcels * s_.player_count);
  }

  // 3.6.4, 6.3.5: rows of the auction turned up so far.
  int rows() const {
    if (s_.round == 0) return in_.drafting() ? 0 : 1;
    const bool before = s_.phase == Phase::bid || s_.phase == Phase::take || s_.phase == Phase::void_discard;
    return std::min(s_.round + (before ? 0 : 1), in_.constants().auction_cards_per_player);
  }
  int row_size() const {
    const int n = s_.player_count;
    if (s_.phase == Phase::take) return n - s_.turn;
    if (s_.phase == Phase::void_discard) return n - s_.turn - 1;
    if (s_.phase == Phase::bid) return s_.round < last_round ? n : 0;
    return !in_.drafting() && s_.round < last_round - 1 ? n : 0;
  }

  void auction() {
    in_.expect(static_cast<int>(s_.removed.size()) == unsold(), "unsold parcels");
    if (in_.solo()) {  // 17.6
      in_.expect(s_.row.empty() || s_.phase == Phase::solo_row, "row of the solo game");
      return;
    }
    in_.expect(static_cast<int>(s_.row.size()) == row_size(), "row of the auction");
    const int deck = in_.drafting() ? 0 : in_.constants().auction_cards_per_player - rows();
    in_.expect(static_cast<int>(s_.auction_deck.size()) == deck * s_.player_count, "auction deck");
    in_.expect(s_.auction_discard.empty(), "auction discard");
  }

  void development() {
    in_.expect(s_.book_count == (in_.original() ? dev_piles(in_.tables, s_) : 0), "ticket books");
    const bool looking = s_.phase == Phase::book_take || s_.phase == Phase::bonus_c_take;
    if (looking)
      in_.expect(s_.book_open < s_.book_count && !s_.books[s_.book_open].empty(), "open ticket book");
    else
      in_.expect(s_.book_open == State::no_book, "open ticket book");
    for (std::size_t b = 0; b < max_players; ++b)
      in_.expect(static_cast<int>(s_.books[b].size()) <= dev_pile_size(in_.tables, s_), "size of a ticket book");
    if (s_.round == 0 && !in_.original())
      for (std::size_t i = 0; i < s_.player_count; ++i)
        in_.expect(static_cast<int>(s_.dev_offer[i].size()) == dev_pile_size(in_.tables, s_) - dev_chosen(i),
                   "offered development cards");
    if (!s_.dev_deck.empty())
      in_.expect(static_cast<int>(s_.dev_open.size()) == in_.constants().alternative_open, "open development cards");
  }

  // 6.3.4: somebody has to discard a ticket, and can.
  void void_ticket() {
    const Player& p = s_.player(s_.in_turn());
    bool has_void = false, can_discard = false;
    for (const CardId id : p.hand) {
      has_void = has_void || card(id).void_ticket;
      can_discard = can_discard || can_discard_ticket(in_.tables, p, id);
    }
    in_.expect(has_void && can_discard, "void ticket");
  }

  // --- 19 ------------------------------------------------------------------------------------------------------------

  // A deck came out of one shuffle, and so did what was drawn from it. After the last choice: what the hand was chosen
  // from.
  void mixed(std::size_t seat) {
    const Player& p = s_.players[seat];
    for (std::size_t n = 1; n <= max_cards; ++n)
      if (const CardId id = id_at<CardId>(n); p.mixed.has(id))
        in_.expect(p.hand.contains(id) || p.deck.contains(id) || lies(id, Where::gone, seat),
                   "mixed cards are in hand or deck");
    for (const CardId id : p.deck) in_.expect(p.mixed.has(id), "a deck is mixed");
  }

  void secret() {
    for (std::size_t n = 1; n <= max_cards; ++n) {
      const CardId id = id_at<CardId>(n);
      if (!s_.secret.has(id)) continue;
      if (!in_.expect(is(id, CardType::development) && lies(id).where == Where::own, "secret cards are in hands"))
        return;
      const Player& p = s_.players[lies(id).whose];
      in_.expect(p.hand.contains(id) && !p.mixed.has(id), "secret cards were not shown");
    }
  }

  void seen() {
    for (std::size_t i = 0; i < s_.player_count; ++i)
      for (std::size_t b = 0; b < max_players; ++b) {
        const Seen& seen = s_.players[i].seen[b];
        const bool there = in_.original() ? b < s_.book_count : b == 0;
        in_.expect(there || seen == Seen{}, "seen in no ticket book");
        for (std::size_t k = 0; k < seen.cards.size(); ++k) {
          in_.expect(index(seen.cards[k]) <= max_cards && is(seen.cards[k], CardType::development), "card seen");
          for (std::size_t j = 0; j < k; ++j) in_.expect(seen.cards[j] != seen.cards[k], "card seen twice");
        }
        if (!in_.original()) in_.expect(seen.taken_since == 0, "cards taken since");
      }
  }

  // 3.7.2: what was kept never went through the deck, what was not kept did.
  void kept() {
    std::array<bool, max_cards + 1> kept{}, returned{};
    for (std::size_t i = 0; i < s_.player_count; ++i) {
      const CardId id = s_.kept[i];
      const Book& seen = s_.players[i].seen[0].cards;
      const bool wanted =
          !in_.original() && (s_.round > 0 || (s_.phase == Phase::keep && !s_.open.has(id_at<Seat>(i))));
      if (!in_.expect((id != CardId::none) == wanted && index(id) <= max_cards, "kept cards")) return;
      if (in_.original()) continue;
      if (s_.round == 0) in_.expect(seen.empty() || (wanted && seen == s_.dev_offer[i]), "seen of the deal");
      if (!wanted) continue;
      in_.expect(is(id, CardType::development) && (lies(id, Where::own, i) || lies(id, Where::gone, i)),
                 "a kept card is its owner's");
      kept[index(id)] = true;
    }
    for (std::size_t i = 0; i < s_.player_count && !in_.original(); ++i)
      for (const CardId id : s_.players[i].seen[0].cards) {
        in_.expect(!kept[index(id)] && !returned[index(id)], "seen of the deal");
        returned[index(id)] = true;
      }
    for (std::size_t i = s_.player_count; i < max_players; ++i) in_.expect(s_.kept[i] == CardId::none, "kept cards");
  }

  Inspection& in_;
  const State& s_;
  Cards cards_{};
};

}  // namespace

void inspect_cards(Inspection& in) { CardInspector(in).cards(); }
void inspect_knowledge(Inspection& in) { CardInspector(in).knowledge(); }

}  // namespace remise::tramways
