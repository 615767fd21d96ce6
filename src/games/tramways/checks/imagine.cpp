// What a seat cannot know (19), drawn anew, or in a fixed order: hands and decks of others, the order of its own deck,
// development cards face down, the auction deck, and every draw to come. Only what the seat knows goes into the result:
// lists are put into a fixed order before they are shuffled, and what others remember is forgotten. A spectator is a
// seat that has nothing and has seen nothing.
#include <algorithm>
#include <vector>

#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

using CardList = InplaceVector<CardId, max_cards>;

class Imagination {
 public:
  // Without chance everything stays in its fixed order.
  Imagination(const Tables& tables, const State& truth, Seat seat, Random* random)
      : tables_(tables), s_(truth), seat_(seat), random_(random) {}

  State imagine() {
    for (auto& word : s_.random.key) word = random_ ? static_cast<std::uint32_t>(random_->next()) : 0;
    s_.random.drawn = 0;
    s_.shuffles = {};
    for (std::size_t i = 0; i < s_.player_count; ++i)
      if (id_at<Seat>(i) != seat_) s_.players[i].seen = {};
    if (s_.round == 0) supply();
    if (s_.development == Development::original)
      books();
    else
      development_deck();
    auction();
    for (std::size_t i = 0; i < s_.player_count; ++i) hand_and_deck(id_at<Seat>(i));
    return s_;
  }

 private:
  template <class T>
  void shuffle(std::span<T> items) {
    if (random_) random_->shuffle(items);
  }

  template <class List>
  void mix(List& list) {
    std::ranges::sort(list);
    shuffle(std::span(list.begin(), list.size()));
  }

  // 3.8, 3.9: not laid out before the first round.
  void supply() {
    for (const Building b : building_types) {
      CardList cards;
      for (std::size_t id = 1; id <= max_cards; ++id)
        if (tables_.cards[id].type == CardType::building && tables_.cards[id].building == b)
          cards.push_back(id_at<CardId>(id));
      mix(cards);
      auto& pile = s_.supply[index(b)];
      for (std::size_t i = 0; i < pile.size(); ++i) pile[i] = cards[i];
      std::ranges::sort(pile);
    }
    std::vector<Building> discs;
    for (const Building b : building_types)
      discs.insert(discs.end(), static_cast<std::size_t>(tables_.constants.discs_per_type), b);
    mix(discs);
    std::copy_n(discs.begin(), s_.discs.size(), s_.discs.begin());
  }

  // --- development cards ---------------------------------------------------------------------------------------------

  const std::array<Seen, max_players>& seen() const {
    static constexpr std::array<Seen, max_players> nothing{};
    return seat_ == Seat::none ? nothing : s_.player(seat_).seen;
  }
  bool secret_of(std::size_t player, CardId card) const { return id_at<Seat>(player) != seat_ && s_.secret.has(card); }
  bool looking(std::size_t book) const { return s_.book_open == book && s_.in_turn() == seat_; }

  // Development cards that lie where the seat has not seen them. `known` are those it has located.
  CardList unknown_cards() const {
    CardSet known;
    const auto see = [&](const auto& list) {
      for (const CardId card : list) known.add(card);
    };
    for (std::size_t i = 0; i < s_.player_count; ++i) {
      const Player& p = s_.players[i];
      see(p.deck), see(p.discard);
      for (const CardId card : p.hand)
        if (!secret_of(i, card)) known.add(card);
      known.add(p.mixed);
    }
    for (std::size_t b = 0; b < s_.book_count; ++b) {
      if (looking(b))
        see(s_.books[b]);
      else if (!s_.books[b].empty())
        known.add(s_.books[b].front());
    }
    see(s_.dev_open);
    if (seat_ != Seat::none) see(s_.dev_offer[index(seat_)]);
    CardList unknown;
    for (std::size_t id = 1; id <= max_cards; ++id)
      if (tables_.cards[id].type == CardType::development && !known.has(id_at<CardId>(id)))
        unknown.push_back(id_at<CardId>(id));
    return unknown;
  }

  // A place for a card not known: a hand, or a list that is not sorted.
  struct Hole {
    Pile* hand = nullptr;
    CardId* at = nullptr;
    CardId* kept = nullptr;  // noted as well (3.7.2)
  };

  void fill(Hole hole, CardId card) {
    if (hole.at) {
      *hole.at = card;
      return;
    }
    std::size_t i = 0;
    while (i < hole.hand->size() && (*hole.hand)[i] < card) ++i;
    hole.hand->insert_at(i, card);
    if (hole.kept) *hole.kept = card;
    secret_.add(card);
  }

  // 3.7.1: a card that the seat saw in a book is still in it, or in the hand of one who took it since.
  void books() {
    constexpr std::size_t not_seen = max_players;
    std::array<std::vector<Hole>, max_players + 1> holes;
    std::array<CardList, max_players + 1> cards;
    const auto seen_in = [&](CardId card) {
      std::size_t b = 0;
      while (b < not_seen && !seen()[b].cards.contains(card)) ++b;
      return b;
    };
    for (const CardId card : unknown_cards()) cards[seen_in(card)].push_back(card);
    for (std::size_t b = 0; b < s_.book_count; ++b)
      for (std::size_t i = 1; i < s_.books[b].size() && !looking(b); ++i)
        holes[seen_in(s_.books[b][i])].push_back({nullptr, &s_.books[b][i]});
    take_secrets([&](std::size_t player, CardId card) { holes[seen_in(card)].push_back({&s_.players[player].hand}); });
    for (std::size_t k = 0; k <= not_seen; ++k) {
      mix(cards[k]);
      for (std::size_t i = 0; i < holes[k].size(); ++i) fill(holes[k][i], cards[k][i]);
    }
    s_.secret = secret_;
  }

  // 3.7.2: a card the seat was dealt and did not keep went into the deck; what others kept never did.
  void development_deck() {
    std::vector<Hole> through_deck, never;
    CardList own, others;
    for (const CardId card : unknown_cards()) (seen()[0].cards.contains(card) ? own : others).push_back(card);
    for (CardId& card : s_.dev_deck) through_deck.push_back({nullptr, &card});
    take_secrets([&](std::size_t player, CardId card) {
      if (s_.kept[player] == card)
        never.push_back({&s_.players[player].hand, nullptr, &s_.kept[player]});
      else
        through_deck.push_back({&s_.players[player].hand});
    });
    for (std::size_t i = 0; i < s_.player_count; ++i)
      if (id_at<Seat>(i) != seat_)
        for (CardId& card : s_.dev_offer[i]) never.push_back({nullptr, &card});
    shuffle(std::span(through_deck));
    mix(own), mix(others);
    for (const Hole hole : never) fill(hole, others.back()), others.pop_back();
    for (const Hole hole : through_deck) {
      CardList& from = own.empty() ? others : own;
      fill(hole, from.back());
      from.pop_back();
    }
    s_.secret = secret_;
  }

  // Takes all secret cards of others out of their hands; those of one player in the order of where they may come from.
  void take_secrets(auto&& visit) {
    secret_ = {};
    for (std::size_t i = 0; i < s_.player_count; ++i)
      for (std::size_t k = s_.players[i].hand.size(); k-- > 0;) {
        const CardId card = s_.players[i].hand[k];
        if (!s_.secret.has(card)) continue;
        if (id_at<Seat>(i) == seat_) {
          secret_.add(card);
        } else {
          s_.players[i].hand.erase_at(k);
          visit(i, card);
        }
      }
  }

  // --- the auction deck (3.6, 17.3)
  // ------------------------------------------------------------------------------------

  void auction() {
    s_.auction_given = 0;
    if (s_.phase == Phase::draft) {  // not made yet
      s_.auction_deck.clear(), s_.removed.clear();
      return;
    }
    CardSet shown;
    for (const CardId card : s_.row) shown.add(card);
    for (const CardId card : s_.auction_discard) shown.add(card);
    for (std::size_t i = 0; i < s_.player_count; ++i) {
      for (const Pile* pile : {&s_.players[i].hand, &s_.players[i].deck, &s_.players[i].discard})
        for (const CardId card : *pile) shown.add(card);
      shown.add(s_.players[i].mixed);
    }
    CardList parcels, cards;
    for (std::size_t p = 0; p < tables_.parcel_names.size(); ++p) {
      const Parcel& parcel = s_.parcels[p];
      if (parcel.field != FieldId::none && parcel.owner == Seat::none && !shown.has(tables_.parcel_cards[p]))
        parcels.push_back(tables_.parcel_cards[p]);
    }
    for (std::size_t id = 1; id <= max_cards; ++id) {
      const Card& card = tables_.cards[id];
      const bool usable = s_.variant == Variant::solo || card.min_players <= s_.player_count;
      if (card.type == CardType::auction && usable && !shown.has(id_at<CardId>(id))) cards.push_back(id_at<CardId>(id));
    }
    mix(parcels), mix(cards);
    for (CardId& card : s_.removed) card = parcels.back(), parcels.pop_back();
    for (CardId& card : s_.auction_deck) {
      CardList& from = parcels.empty() ? cards : parcels;
      card = from.back();
      from.pop_back();
    }
    mix(s_.auction_deck);
  }

  // --- hands and decks -----------------------------------------------------------------------------------------------

  void hand_and_deck(Seat seat) {
    Player& p = s_.player(seat);
    const bool chose = s_.round == last_round || (s_.phase == Phase::final_hand && place_of(seat) < s_.turn);
    const bool shown = s_.phase == Phase::final_hand && s_.in_turn() == seat;  // 15.1
    if (seat == seat_ || shown) return mix(p.deck);
    CardList drawn;  // where the hidden part of the hand comes from
    std::size_t in_hand = 0;
    for (std::size_t i = p.hand.size(); i-- > 0;)
      if (p.mixed.has(p.hand[i])) ++in_hand, p.hand.erase_at(i);
    for (std::size_t id = 1; id <= max_cards; ++id)
      if (p.mixed.has(id_at<CardId>(id))) drawn.push_back(id_at<CardId>(id));
    mix(drawn);
    for (std::size_t i = 0; i < in_hand; ++i) p.hand.push_back(drawn[i]);
    std::ranges::sort(p.hand);
    if (!chose)
      for (std::size_t i = in_hand; i < drawn.size(); ++i) p.deck[i - in_hand] = drawn[i];
  }

  int place_of(Seat seat) const {
    int place = 0;
    while (s_.turn_order[static_cast<std::size_t>(place)] != seat) ++place;
    return place;
  }

  const Tables& tables_;
  State s_;
  Seat seat_;
  Random* random_;
  CardSet secret_;
};

}  // namespace

State Tramways::imagine(const State& s, Seat seat, Random& random) const {
  return Imagination(tables_, s, seat, &random).imagine();
}

State Tramways::known(const State& s, Viewer viewer) const {
  return viewer.kind == Viewer::Kind::analyst ? s : Imagination(tables_, s, viewer.seat, nullptr).imagine();
}

}  // namespace remise::tramways
