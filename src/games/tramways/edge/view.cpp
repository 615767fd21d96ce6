// The state for a viewer (docs/views-tramways.md), and in the form of recorded games. Functions called ..._members
// write members of an object, all others one value.
#include "games/tramways/edge/view.h"

#include <algorithm>
#include <charconv>

#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/components/setup.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/scoring.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

struct StateWriter {
  JsonWriter& w;
  const Tables& tables;
  const State& s;

  void seats(SeatSet set) const {
    w.list([&] {
      for (; !set.empty(); set.remove(set.lowest())) w.value(set.lowest());
    });
  }

  void link(const Link& link) const {
    w.object(
        "owner", link.owner, "pieces",
        json_list(pieces_of(s, link),
                  [&](const Piece& p) {
                    const Spot spot = s.map.spots[index(p.field)];
                    w.tuple(spot.x, spot.y, p.entry, p.exit);
                  }),
        "ends",
        [&] {
          w.tuple(spot_of(s.map, start_field(s, link)),
                  spot_of(s.map, link.complete ? far_field(s, link) : FieldId::none));
        },
        "complete", link.complete != 0, "upgraded", link.upgraded != 0, "worked", link.worked);
  }

  void links() const {
    w.object([&] {
      for (const Link& one : s.links) w.members(index(one.id), [&] { link(one); });
    });
  }

  void buildings() const {
    w.object([&] {
      for (const Parcel& p : s.parcels) {
        if (p.tile == Building::none) continue;
        const Spot spot = s.map.spots[index(p.field)];
        w.members(std::to_string(spot.x) + "," + std::to_string(spot.y),
                  [&] { w.object("type", building_letter(p.tile), "owner", p.owner, "upgraded", p.upgraded != 0); });
      }
    });
  }

  void passengers() const {
    w.list([&] {
      for (std::size_t f = 0; f < s.map.fields; ++f)
        if (s.passengers[f]) w.value(s.map.spots[f]);
    });
  }

  void parcels() const {
    w.object([&] {
      for (std::size_t p = 0; p < tables.parcel_names.size(); ++p)
        if (s.parcels[p].field != FieldId::none) w.members(tables.parcel_names[p], s.parcels[p].owner);
    });
  }

  void bids() const {
    w.object([&] {
      for (std::size_t i = 0; i < s.player_count; ++i)
        if (s.bids[i]) w.members(i, s.bids[i]);
    });
  }

  void places() const {
    w.list([&] {
      if (s.phase == Phase::bid)
        for (std::size_t i = 0; i < s.player_count; ++i) w.value(s.places[i]);
    });
  }

  // 5.1 of the action format: what is laid out late in the setup is not there before.
  bool supply_out() const { return s.round > 0; }

  void supply() const {
    w.object([&] {
      for (const Building b : building_types)
        w.members(building_letter(b), [&] { supply_out() ? w.value(s.supply[index(b)]) : w.list([] {}); });
    });
  }

  void discs() const {
    w.list([&] {
      for (std::size_t r = s.round; supply_out() && r <= s.discs.size(); ++r) w.value(building_letter(s.discs[r - 1]));
    });
  }

  void draft() const {
    w.list([&] {
      if (s.phase == Phase::draft)
        for (const CardId card : s.draft_pool) w.value(card);
    });
  }

  void outcome() const {
    w.object(
        "scores", json_list([&] {
          for (int i = 0; i < s.player_count; ++i) {
            const Seat seat = id_at<Seat>(i);
            const Player& p = s.player(seat);
            w.object("seat", i, "hp", p.hp, "links", complete_links(s, seat), "money", p.money, "stress", p.stress,
                     "score", score(tables, s, seat));
          }
        }),
        "winners", [&] { seats(winners(tables, s)); }, "rating",
        [&] { s.variant == Variant::solo ? w.value(rating(tables, score(tables, s, Seat{0}))) : w.value(nullptr); });
  }

  // What everybody sees, in the words of recorded games.
  void public_members() const {
    w.members(
        "round", s.round, "phase", phase_name(s), "turn_order", std::span(s.turn_order).first(s.player_count),
        "actions_done", s.actions_done, "links", [&] { links(); }, "buildings", [&] { buildings(); }, "passengers",
        [&] { passengers(); }, "parcels", [&] { parcels(); }, "supply", [&] { supply(); }, "discs", [&] { discs(); },
        "draft", [&] { draft(); }, "dev_open", s.dev_open, "book_open",
        [&] { s.book_open == State::no_book ? w.value(nullptr) : w.value(s.book_open); }, "final",
        [&] { s.phase == Phase::end ? outcome() : w.value(nullptr); });
  }

  void player_members(const Player& p) const {
    w.members("money", p.money, "hp", p.hp, "stress", p.stress, "workers", p.workers, "straights", p.straights,
              "curves", p.curves, "hand_limit", p.hand_limit, "discard", p.discard);
  }
};

// --- for a viewer
// ------------------------------------------------------------------------------------------------------

struct ViewWriter : StateWriter {
  Viewer viewer;
  bool analyst = viewer.kind == Viewer::Kind::analyst;

  // A pile of cards, or null for whoever may not know it.
  template <class Pile>
  void cards_if(bool known, const Pile& pile) const {
    known ? w.value(pile) : w.value(nullptr);
  }

  void field(FieldId f) const {
    const Ground g = s.map.ground[index(f)];
    const Spot spot = s.map.spots[index(f)];
    w.object([&] {
      w.members("x", spot.x, "y", spot.y, "ground", ground_name(tables, g));
      // 8.1.2: rails that a piece of track takes here, where one may lie.
      if (g == Ground::plain || g == Ground::mountain || is_parcel(g))
        w.members("rails", tables.constants.plain_cost + (g == Ground::mountain ? tables.constants.mountain_extra : 0));
      // The whole building a field belongs to, by its first field.
      if (s.root[index(f)] != FieldId::none)
        w.members("building", building_letter(s.building_at(f)), "place", s.map.spots[index(s.root[index(f)])]);
    });
  }

  void map() const {
    w.list([&] {
      for (std::size_t f = 0; f < s.map.fields; ++f) field(id_at<FieldId>(f));
    });
  }

  // What each link pays a passenger's ride (12.6).
  void link_values() const {
    w.object([&] {
      for (const Link& link : s.links) w.members(index(link.id), link_value(tables.constants, link));
    });
  }

  void player(Seat seat) const {
    const Player& p = s.player(seat);
    const bool sees = viewer.sees(seat);
    // 15.1: while a player chooses the hand for round 6, deck and discard pile lie open.
    const bool deck_shown = sees || (s.phase == Phase::final_hand && s.in_turn() == seat);
    const PlayerBoard& board = tables.constants.player_boards[p.hard];
    auto deck = p.deck;
    std::ranges::sort(deck);  // content, not order
    w.object([&] {
      player_members(p);
      w.members(
          "board", p.hard ? "hard" : "normal", "worker_limit", board.worker_limit, "stress_max", board.stress_max,
          "hand_size", p.hand.size(), "hand", [&] { cards_if(sees, p.hand); }, "deck_size", p.deck.size(), "deck",
          [&] { cards_if(deck_shown, deck); }, "links", complete_links(s, seat), "score", score(tables, s, seat),
          "points",
          [&] {
            const ScoreTerms terms = score_terms(tables, s, seat);
            w.object("hp", terms.hp, "links", terms.links, "money", terms.money, "stress", terms.stress);
          });
      if (s.phase == Phase::admin) w.members("discards_made", p.discards, "admin_done", !s.open.has(seat));
      if (const auto& offer = s.dev_offer[index(seat)]; !offer.empty())
        w.members("dev_offer", [&] { cards_if(sees, offer); });
    });
  }

  void players() const {
    w.list([&] {
      for (int i = 0; i < s.player_count; ++i) player(id_at<Seat>(i));
    });
  }

  void auction() const {
    const bool deck_out = s.phase != Phase::draft;
    w.object(
        "row", s.row, "deck_size", deck_out ? s.auction_deck.size() : 0, "deck",
        [&] { cards_if(analyst && deck_out, s.auction_deck); }, "discard", s.auction_discard, "bids", [&] { bids(); },
        "bid_this_round", [&] { seats(s.bid_this_round); }, "places", [&] { places(); });
  }

  void book(std::size_t b) const {
    const Book& book = s.books[b];
    const bool looking = s.book_open == b && viewer.sees(s.in_turn());
    const Seen* seen = viewer.kind == Viewer::Kind::seat ? &s.player(viewer.seat).seen[b] : nullptr;
    w.object(
        "size", book.size(), "open", book.empty() ? CardId::none : book.front(), "cards",
        [&] { cards_if(looking || analyst, book); }, "seen",
        [&] {
          if (!seen || seen->cards.empty()) return w.value(nullptr);
          w.object("cards", seen->cards, "taken_since", seen->taken_since);
        });
  }

  void books() const {
    w.list([&] {
      for (std::size_t b = 0; b < s.book_count; ++b) book(b);
    });
  }

  // Alternative rule: what this seat was dealt and did not keep.
  void dev_seen() const {
    if (viewer.kind != Viewer::Kind::seat || s.development != Development::alternative) return w.value(nullptr);
    const auto& cards = s.player(viewer.seat).seen[0].cards;
    cards_if(!cards.empty(), cards);
  }

  void journey() const {
    if (s.journey.from == FieldId::none) return w.value(nullptr);
    w.object("field", spot_of(s.map, s.journey.from), "route", s.journey.route);
  }

  // What the cards of each listed action bring besides (4.2, 4.5), by its place in the list; those that are free are
  // left out. So no client counts it.
  void prices(std::span<const Choice<Action>> choices) const {
    w.object([&] {
      for (std::size_t i = 0; i < choices.size(); ++i) {
        const AllSymbols symbols = symbols_of(choices[i].action);
        const int stress = stress_of(tables, span_of(symbols)), dollars = consequences(tables, span_of(symbols));
        if (stress || dollars) w.members(i, [&] { w.object("stress", stress, "dollars", dollars); });
      }
    });
  }
};

}  // namespace

void Tramways::write_view(JsonWriter& w, const State& s, Viewer viewer, std::span<const Choice<Action>> choices,
                          Workspace&) const {
  const ViewWriter v{{w, tables_, s}, viewer};
  w.object([&] {
    v.public_members();
    w.members("variant", s.variant == Variant::standard  ? "standard"
                         : s.variant == Variant::expert2 ? "expert2"
                                                         : "solo");
    if (s.cards != CardSetId::first) w.members("cards", card_set_names[index(s.cards)]);
    w.members("development", s.development == Development::original ? "original" : "alternative");
    w.members(
        "passengers_left", [&] { s.passenger_limit == 0 ? w.value(nullptr) : w.value(s.passengers_left()); }, "map",
        [&] { v.map(); }, "link_values", [&] { v.link_values(); }, "players", [&] { v.players(); }, "auction",
        [&] { v.auction(); }, "books", [&] { v.books(); }, "dev_deck_size", s.dev_deck.size(), "dev_deck",
        [&] { v.cards_if(v.analyst, s.dev_deck); }, "dev_seen", [&] { v.dev_seen(); }, "journey", [&] { v.journey(); });
    if (viewer.kind == Viewer::Kind::seat && to_act(s).has(viewer.seat))
      w.members("prices", [&] { v.prices(choices); });
  });
}

Json outcome_json(const Tables& tables, const State& s) {
  return json_tree([&](JsonWriter& w) { StateWriter{w, tables, s}.outcome(); });
}

Json recorded_state(const Tables& tables, const State& s) {
  // Recorded games list administration in turn order.
  Seat first = Seat::none;
  if (s.phase == Phase::admin)
    for (std::size_t i = 0; i < s.player_count && first == Seat::none; ++i)
      if (s.open.has(s.turn_order[i])) first = s.turn_order[i];
  const SeatSet acting = first != Seat::none       ? SeatSet::of(first)
                         : s.phase == Phase::draft ? SeatSet::of(draft_seat(s))
                         : s.phase == Phase::keep  ? s.open
                         : s.phase == Phase::end   ? SeatSet{}
                                                   : SeatSet::of(s.in_turn());
  return json_tree([&](JsonWriter& w) {
    const StateWriter v{w, tables, s};
    const auto players = json_object([&] {
      for (std::size_t i = 0; i < s.player_count; ++i)
        w.members(i, json_object([&] {
                    v.player_members(s.players[i]);
                    w.members("hand", s.players[i].hand, "deck", s.players[i].deck);
                  }));
    });
    const auto auction = json_object([&] {
      const auto deck = json_list([&] {
        if (s.phase != Phase::draft)
          for (const CardId card : s.auction_deck) w.value(card);
      });
      w.members(
          "row", s.row, "deck", deck, "discard", s.auction_discard, "bids", [&] { v.bids(); }, "places",
          [&] { v.places(); });
    });
    const auto offers = json_list([&] {
      if (s.phase == Phase::keep)
        for (std::size_t i = 0; i < s.player_count; ++i) w.value(s.dev_offer[i]);
    });
    w.object([&] {
      v.public_members();
      w.members(
          "to_act", [&] { v.seats(acting); }, "discards_made", first != Seat::none ? s.player(first).discards : 0,
          "players", players, "auction", auction, "books", std::span(s.books).first(s.book_count), "dev_offer", offers,
          "dev_deck", s.dev_deck);
    });
  });
}

}  // namespace remise::tramways
