// What must hold in every state; for tests.
#include <set>

#include "games/tramways/links.h"
#include "games/tramways/rounds.h"
#include "games/tramways/tramways.h"

namespace remise::tramways {
namespace {

class Inspector {
 public:
  Inspector(const Tables& tables, const State& s) : tables_(tables), s_(s) {}

  std::string first_fault() {
    cards();
    rails();
    for (const Link& link : s_.links) check_link(link);
    buildings();
    players();
    order();
    return fault_;
  }

 private:
  void expect(bool good, std::string what) {
    if (!good && fault_.empty()) fault_ = std::move(what);
  }

  // Every card lies in one place at most, and in a place for its type.
  void cards() {
    std::array<int, max_cards + 1> count{};
    const auto see = [&](const auto& pile) {
      for (const CardId card : pile) {
        expect(card != CardId::none && index(card) <= max_cards, "card number");
        if (index(card) <= max_cards) ++count[index(card)];
      }
    };
    for (const Player& p : s_.players) {
      see(p.hand), see(p.deck), see(p.discard);
      for (std::size_t i = 1; i < p.hand.size(); ++i) expect(p.hand[i - 1] < p.hand[i], "hand is sorted");
    }
    const bool early = s_.phase == Phase::draft && s_.auction_given;  // a given deck waits for the end of the draft
    if (!early) see(s_.row), see(s_.auction_deck), see(s_.auction_discard), see(s_.removed);
    see(s_.draft_pool);
    for (const Book& book : s_.books) see(book);
    for (const Book& offer : s_.dev_offer) see(offer);
    see(s_.dev_deck), see(s_.dev_open);
    for (const auto& pile : s_.supply) see(pile);
    for (std::size_t i = 1; i <= max_cards; ++i)
      expect(count[i] <= 1, "card " + std::to_string(i) + " is in two places");
    conserved(count);
  }

  // 3.3, 3.7, 3.8: what is in the game stays in it, until the hands of round 6 are chosen (15.1).
  void conserved(const std::array<int, max_cards + 1>& count) {
    const bool final = s_.phase == Phase::final_hand || s_.round == last_round;
    if (final) return;
    std::array<int, 6> by_type{};
    for (std::size_t i = 1; i <= max_cards; ++i) by_type[static_cast<std::size_t>(tables_.cards[i].type)] += count[i];
    const Constants& c = tables_.constants;
    int buildings = 0;
    for (const int n : c.buildings[s_.player_count]) buildings += n;
    const bool solo = s_.variant == Variant::solo, original = s_.development == Development::original;
    const int dev = !original ? s_.player_count * c.alternative_deal
                    : solo    ? c.solo_books * c.solo_book_size
                              : s_.player_count * c.book_size;
    int parcels = 0;
    for (const Parcel& p : s_.parcels) parcels += p.field != FieldId::none;
    expect(by_type[static_cast<std::size_t>(CardType::building)] == buildings, "building cards are conserved");
    expect(by_type[static_cast<std::size_t>(CardType::development)] == dev, "development cards are conserved");
    const bool drafting = s_.phase == Phase::draft;
    expect(by_type[static_cast<std::size_t>(CardType::parcel)] == parcels, "parcel cards are conserved");
    if (drafting) return;
    expect(by_type[static_cast<std::size_t>(CardType::generic)] == 2 * s_.player_count, "generic cards are conserved");
    const int removed = static_cast<int>(s_.removed.size());
    const int left = parcels - c.start_parcels * s_.player_count - removed;
    const int auction = solo ? 30 : c.auction_cards_per_player * s_.player_count - left;
    expect(by_type[static_cast<std::size_t>(CardType::auction)] == auction, "auction cards are conserved");
  }

  // 2.3, 8.3.2
  void rails() {
    std::array<std::uint8_t, max_fields> edges_used{};
    std::array<int, max_players> straights{}, curves{};
    for (const Link& link : s_.links)
      for (const Piece& p : pieces_of(s_, link)) {
        expect(p.entry != p.exit, "piece joins two edges");
        const auto bits = static_cast<std::uint8_t>(1u << index(p.entry) | 1u << index(p.exit));
        expect((edges_used[index(p.field)] & bits) == 0, "an edge carries two pieces");
        edges_used[index(p.field)] |= bits;
        ++(is_straight(p.entry, p.exit) ? straights : curves)[index(link.owner)];
        const Ground g = s_.map.ground[index(p.field)];
        const bool ground = g == Ground::plain || g == Ground::mountain ||
                            (is_parcel(g) && s_.parcels[index(parcel_of(g))].owner == link.owner);
        expect(ground && s_.building_at(p.field) == Building::none, "rail on forbidden ground");
      }
    expect(edges_used == s_.rails, "rails of fields and links differ");
    for (std::size_t i = 0; i < s_.player_count; ++i) {
      expect(straights[i] + s_.players[i].straights == tables_.constants.rail_straights, "straights are conserved");
      expect(curves[i] + s_.players[i].curves == tables_.constants.rail_curves, "curves are conserved");
    }
  }

  // 1.6
  void check_link(const Link& link) {
    const std::string name = "link " + std::to_string(index(link.id)) + ": ";
    const auto pieces = pieces_of(s_, link);
    expect(!pieces.empty() && link.id < s_.next_link && index(link.owner) < s_.player_count, name + "head");
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      expect(s_.map.beyond(pieces[i - 1].field, pieces[i - 1].exit) == pieces[i].field, name + "pieces in a chain");
      expect(opposite(pieces[i - 1].exit) == pieces[i].entry, name + "edges meet");
    }
    const FieldId from = start_field(s_, link), to = far_field(s_, link);
    expect(from != FieldId::none && s_.place_at(from) != FieldId::none, name + "starts at a place");
    expect(to != FieldId::none, name + "end on the map");
    if (to == FieldId::none || from == FieldId::none) return;
    const FieldId far = s_.place_at(to);
    if (link.complete) {
      expect(far != FieldId::none, name + "complete at a place");
    } else {
      expect(far == FieldId::none || far == s_.place_at(from), name + "incomplete at a place");
      expect(s_.map.ground[index(to)] != Ground::water, name + "open end at water");
    }
    for (const FieldId end : {from, to})
      if (s_.open_parcel(end)) expect(s_.parcel_owner(end) == link.owner, name + "ends at a foreign parcel");
  }

  void buildings() {
    State copy = s_;
    merge_buildings(copy);
    expect(copy.root == s_.root, "buildings are merged");
    for (std::size_t f = 0; f < max_fields; ++f)
      if (s_.passengers[f]) expect(f < s_.map.fields && s_.root[f] != FieldId::none, "passenger outside a building");
    std::array<int, 4> tiles{};
    for (const Parcel& p : s_.parcels) {
      if (p.tile == Building::none) {
        expect(!p.upgraded, "upgraded without a tile");
        continue;
      }
      expect(p.owner != Seat::none && p.field != FieldId::none, "tile without owner");
      ++tiles[index(p.tile)];
    }
    for (const Building b : building_types)
      expect(tiles[index(b)] + static_cast<int>(s_.supply[index(b)].size()) ==
                 tables_.constants.buildings[s_.player_count][index(b)],
             "building tiles are conserved");
  }

  void players() {
    for (std::size_t i = 0; i < s_.player_count; ++i) {
      const Player& p = s_.players[i];
      const PlayerBoard& board = tables_.constants.player_boards[p.hard];
      expect(p.money >= 0, "money is not negative");
      expect(p.stress >= board.stress_min && p.stress <= board.stress_max, "stress on its track");
      expect(p.workers <= board.worker_limit, "workers within the limit");
      expect(p.hand_limit <= tables_.constants.hand_limit_max, "hand limit");
    }
  }

  void order() {
    std::set<Seat> seats(s_.turn_order.begin(), s_.turn_order.begin() + s_.player_count);
    expect(seats.size() == s_.player_count && !seats.contains(Seat::none), "turn order is a permutation");
    expect(s_.turn < s_.player_count || s_.phase == Phase::end, "turn");
    expect((s_.journey.from != FieldId::none) ==
               (s_.phase == Phase::bonus_c || s_.phase == Phase::bonus_c_take || s_.phase == Phase::bonus_l),
           "journey only while a bonus is chosen");
  }

  const Tables& tables_;
  const State& s_;
  std::string fault_;
};

}  // namespace

std::string Tramways::broken_invariant(const State& s) const { return Inspector(tables_, s).first_fault(); }

}  // namespace remise::tramways
