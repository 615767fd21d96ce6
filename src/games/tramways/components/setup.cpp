#include "games/tramways/components/setup.h"

#include <algorithm>

#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rounds/development.h"
#include "games/tramways/rounds/rounds.h"

namespace remise::tramways {

Error setup_error(std::string_view problem, std::string_view rule, std::string_view where, Json found) {
  return {"tramways", std::string(problem), std::string(rule), {{"where", where}, {"found", std::move(found)}}};
}

bool Deal::complete(const Options& options) const {
  return boards && turn_order && (parcels || options.draft) && auction && development && buildings && discs;
}

namespace {

bool has_every_type(const std::vector<Placement>& boards) {
  Places types;
  for (const Placement& p : boards)
    for (const Ground g : p.board->sides[p.side].fields)
      if (printed_building(g) != Building::none) types = types | Places::of(printed_building(g));
  return std::ranges::all_of(building_types, [&](Building b) { return types.meets(Places::of(b)); });
}

// 3.1.6
std::optional<std::vector<Placement>> random_boards(const Tables& tables, const Options& o, Random& random) {
  const Constants& c = tables.constants;
  const auto layout = o.variant == Variant::solo      ? c.solo_layout
                      : o.variant == Variant::expert2 ? c.expert_layout
                                                      : c.layouts[static_cast<std::size_t>(o.players)];
  std::vector<std::size_t> order(tables.boards.size());
  for (int attempt = 0; attempt < 100000; ++attempt) {
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    random.shuffle(std::span(order));
    std::vector<Placement> boards;
    for (int i = 0; i < boards_needed(o); ++i) {
      Placement p{&tables.boards[order[static_cast<std::size_t>(i)]], o.sides == Sides::y1910 ? 1u : 0u,
                  i % layout.columns * board_width, i / layout.columns * board_height, 0};
      if (o.sides == Sides::random) p.side = random.below(2);
      boards.push_back(p);
    }
    if (!wrong_boards(tables, o, boards).empty() || (tables.every_type && !has_every_type(boards))) continue;
    Map map;
    for (int turn = 0; turn <= c.rotation_retries; ++turn) {
      for (Placement& p : boards) p.quarter_turns = static_cast<int>(2 * random.below(2));
      lay_boards(map, boards);
      if (open_areas(map).size() <= 1) break;
    }
    return boards;
  }
  return std::nullopt;
}

template <class List>
void shuffle_list(Random& random, List& list) {
  random.shuffle(std::span(list.begin(), list.size()));
}

void place_players(const Tables& tables, const Setup& setup, State& s) {  // 3.2
  const Constants& c = tables.constants;
  for (int i = 0; i < s.player_count; ++i) {
    Player& p = s.players[static_cast<std::size_t>(i)];
    const PlayerBoard& board = c.player_boards[setup.options.hard[static_cast<std::size_t>(i)]];
    p.hard = setup.options.hard[static_cast<std::size_t>(i)];
    p.money = c.start_money;
    p.hp = static_cast<std::int16_t>(c.start_hp);
    p.stress = static_cast<std::uint8_t>(c.start_stress);
    p.workers = board.start_workers;
    p.straights = static_cast<std::uint8_t>(c.rail_straights);
    p.curves = static_cast<std::uint8_t>(c.rail_curves);
    p.hand_limit = static_cast<std::uint8_t>(c.hand_limit);
  }
  for (std::size_t i = 0; i < max_players; ++i) s.turn_order[i] = i < s.player_count ? id_at<Seat>(i) : Seat::none;
  if (setup.deal.turn_order)
    std::ranges::copy(*setup.deal.turn_order, s.turn_order.begin());
  else
    s.random.shuffle(std::span(s.turn_order.data(), s.player_count));
  s.places.fill(Seat::none);
}

// 3.3.1
void own_parcel(const Tables& tables, State& s, Seat seat, CardId card) {
  take_into_hand(s.player(seat), card);
  s.parcels[index(tables.card(card).parcel)].owner = seat;
}

std::optional<Error> deal_parcels(const Tables& tables, const Setup& setup, State& s) {
  for (std::size_t p = 0; p < max_parcels; ++p)
    if (s.parcels[p].field != FieldId::none) s.draft_pool.push_back(tables.parcel_cards[p]);
  if (setup.options.draft) return {};
  if (!setup.deal.parcels) {
    shuffle_list(s.random, s.draft_pool);
    for (int i = 0; i < s.player_count; ++i)
      for (int k = 0; k < tables.constants.start_parcels; ++k) {
        own_parcel(tables, s, id_at<Seat>(i), s.draft_pool.back());
        s.draft_pool.pop_back();
      }
    return {};
  }
  for (std::size_t i = 0; i < s.player_count; ++i)
    for (const CardId card : (*setup.deal.parcels)[i]) {
      if (!s.draft_pool.erase(card)) return setup_error("parcel_not_in_play", "3.3.1", "parcels", index(card));
      own_parcel(tables, s, id_at<Seat>(i), card);
    }
  return {};
}

void deal_development(const Tables& tables, const Setup& setup, State& s) {  // 3.7, 17.5
  const bool original = s.development == Development::original;
  std::vector<CardId> cards = tables.cards_of(CardType::development);
  shuffle_list(s.random, cards);
  const int piles = dev_piles(tables, s), size = dev_pile_size(tables, s);
  auto& books = original ? s.books : s.dev_offer;
  for (int b = 0; b < piles; ++b)
    for (int i = 0; i < size; ++i)
      books[static_cast<std::size_t>(b)].push_back(
          setup.deal.development ? (*setup.deal.development)[static_cast<std::size_t>(b)][static_cast<std::size_t>(i)]
                                 : cards[static_cast<std::size_t>(b * size + i)]);
  s.book_count = static_cast<std::uint8_t>(original ? piles : 0);
}

void lay_out_supply(const Tables& tables, const Setup& setup, State& s) {  // 3.8, 3.9, 17.4
  for (const Building b : building_types) {
    std::vector<CardId> cards;
    for (const CardId card : tables.cards_of(CardType::building))
      if (tables.card(card).building == b) cards.push_back(card);
    shuffle_list(s.random, cards);
    cards.resize(static_cast<std::size_t>(tables.constants.buildings[s.player_count][index(b)]));
    std::ranges::sort(cards);
    if (setup.deal.buildings) cards = (*setup.deal.buildings)[index(b)];
    for (const CardId card : cards) s.supply[index(b)].push_back(card);
  }
  std::vector<Building> discs;
  for (const Building b : building_types)
    discs.insert(discs.end(), static_cast<std::size_t>(tables.constants.discs_per_type), b);
  shuffle_list(s.random, discs);
  if (setup.deal.discs) discs = *setup.deal.discs;
  std::copy_n(discs.begin(), s.discs.size(), s.discs.begin());
}

std::optional<Error> keep_shuffles(const Setup& setup, State& s) {
  s.shuffles.given = setup.deal.shuffles.has_value() || !setup.seed;  // without a seed there is no chance
  s.shuffles.seeded = setup.deal.shuffles.has_value() && setup.seed.has_value();
  if (!setup.deal.shuffles) return {};
  for (const GivenShuffle& given : *setup.deal.shuffles) {
    if (s.shuffles.entries.full() || s.shuffles.card_count + given.order.size() > s.shuffles.cards.size())
      return setup_error("too_many_shuffles", "18.3", "shuffles", setup.deal.shuffles->size());
    s.shuffles.entries.push_back(given.entry);
    for (const CardId card : given.order) s.shuffles.cards[s.shuffles.card_count++] = card;
  }
  return {};
}

// 3.6.1-3.6.3, 17.3: by chance, out of what parcel cards are left.
void make_auction_deck(const Mover& mover) {
  State& s = mover.s;
  const bool solo = s.variant == Variant::solo;
  auto& left = s.draft_pool;
  std::ranges::sort(left);  // chance must not depend on the order of taking
  s.random.shuffle(std::span(left.begin(), left.size()));
  if (s.player_count == 2)
    for (int i = 0; i < mover.constants().two_player_unsold_parcels && !left.empty(); ++i) {
      s.removed.push_back(left.back());
      left.pop_back();
    }
  InplaceVector<CardId, 32> usable;
  for (std::size_t id = 1; id <= max_cards; ++id) {
    const Card& card = mover.tables.cards[id];
    if (card.type == CardType::auction && (solo || card.min_players <= s.player_count))
      usable.push_back(id_at<CardId>(id));
  }
  s.random.shuffle(std::span(usable.begin(), usable.size()));
  for (const CardId card : left) s.auction_deck.push_back(card);
  const std::size_t size = solo ? left.size() + usable.size()
                                : static_cast<std::size_t>(mover.constants().auction_cards_per_player * s.player_count);
  for (std::size_t i = 0; s.auction_deck.size() < size; ++i) s.auction_deck.push_back(usable[i]);
  s.random.shuffle(std::span(s.auction_deck.begin(), s.auction_deck.size()));
}

// The same for a given deck: it must hold exactly the parcel cards left over, and usable auction cards.
Check check_auction(const Position& p, const ParcelCards& pool) {
  const State& s = p.s;
  if (!s.auction_given) return {};
  const bool solo = s.variant == Variant::solo;
  auto left = pool;
  for (const CardId card : s.removed)
    if (!left.erase(card)) return refuse(RefusalCode::deal_differs, card);
  const auto unsold =
      s.player_count == 2
          ? std::min<std::size_t>(pool.size(), static_cast<std::size_t>(p.constants().two_player_unsold_parcels))
          : 0;
  if (s.removed.size() != unsold) return refuse(RefusalCode::deal_differs, CardId::none);
  for (const CardId id : s.auction_deck) {
    const Card& card = p.tables.card(id);
    const bool usable = card.type == CardType::auction && (solo || card.min_players <= s.player_count);
    if (!usable && !left.erase(id)) return refuse(RefusalCode::deal_differs, id);
  }
  if (!left.empty()) return refuse(RefusalCode::deal_differs, left.front());
  if (solo)  // 17.3: all auction cards
    for (std::size_t id = 1; id <= max_cards; ++id)
      if (p.tables.cards[id].type == CardType::auction && !s.auction_deck.contains(id_at<CardId>(id)))
        return refuse(RefusalCode::deal_differs, id_at<CardId>(id));
  return {};
}

}  // namespace

Seat draft_seat(const State& s) {
  const int n = s.player_count, step = s.draft_step;
  const int place = step < 2 * n - 2 ? step / 2 : step < 2 * n + 2 ? n - 1 : (4 * n - 1 - step) / 2;
  return s.turn_order[static_cast<std::size_t>(place)];
}

namespace {

bool last_of_draft(const Position& p) { return p.s.draft_step + 1 == p.constants().start_parcels * p.s.player_count; }

}  // namespace

Check check(const Position& p, const DraftParcel& action) {
  if (p.s.phase != Phase::draft) return refuse(RefusalCode::wrong_phase);
  auto pool = p.s.draft_pool;
  if (!pool.erase(action.card)) return refuse(RefusalCode::no_such_parcel_card, action.card);
  return last_of_draft(p) ? check_auction(p, pool) : Check{};
}

void act(const Mover& mover, const DraftParcel& action) {
  State& s = mover.s;
  const bool last = last_of_draft(mover);
  s.draft_pool.erase(action.card);
  own_parcel(mover.tables, s, mover.seat, action.card);
  mover.tell(EventKind::parcel_drafted, mover.seat, action.card, mover.tables.card(action.card).parcel);
  ++s.draft_step;
  mover.follows();
  if (last) continue_setup(mover);
}

void continue_setup(const Mover& mover) {
  State& s = mover.s;
  for (std::size_t i = 0; i < s.player_count; ++i)  // 3.4
    for (const auto& kind : mover.tables.generic_cards) take_into_hand(s.players[i], kind[i]);
  for (std::size_t f = 0; f < s.map.fields; ++f)  // 3.5
    s.passengers[f] = s.root[f] != FieldId::none && s.passengers_left() > 0;
  if (!s.auction_given) make_auction_deck(mover);
  s.draft_pool.clear();
  mover.tell(EventKind::auction_deck_built, s.auction_deck.size());
  if (s.variant != Variant::solo) turn_up_auction_cards(mover);  // 3.6.4
  s.turn = static_cast<std::uint8_t>(s.player_count - 1);        // 3.7.1: reverse turn order
  s.open = SeatSet::first(s.player_count);
  s.phase = s.development == Development::original ? Phase::book : Phase::keep;
}

void find_parcels(State& s) {
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (is_parcel(s.map.ground[f])) s.parcels[index(parcel_of(s.map.ground[f]))].field = id_at<FieldId>(f);
}

std::expected<State, Error> start_state(const Tables& tables, const Setup& setup, const Random& stream, int rules) {
  State s;
  const Options& o = setup.options;
  s.player_count = static_cast<std::uint8_t>(o.players);
  s.variant = o.variant;
  s.development = o.development;
  s.random = stream;
  auto boards = setup.deal.boards;
  if (!boards) boards = random_boards(tables, o, s.random);
  if (!boards) return std::unexpected(setup_error("no_map_possible", "3.1.3", "boards"));
  if (auto wrong = wrong_boards(tables, o, *boards); !wrong.empty()) return std::unexpected(wrong.front());
  if (auto wrong = wrong_places(*boards, rules >= 3); !wrong.empty()) return std::unexpected(wrong.front());
  lay_boards(s.map, *boards);
  if (o.limited_passengers.value_or(rules >= 3))
    s.passenger_limit = static_cast<std::uint8_t>(tables.constants.passengers);
  find_parcels(s);
  merge_buildings(s);
  place_players(tables, setup, s);
  if (auto error = deal_parcels(tables, setup, s)) return std::unexpected(*error);
  deal_development(tables, setup, s);
  lay_out_supply(tables, setup, s);
  if (auto error = keep_shuffles(setup, s)) return std::unexpected(*error);
  if (setup.deal.auction) {
    s.auction_given = 1;
    for (const CardId card : setup.deal.auction->removed) s.removed.push_back(card);
    for (const CardId card : setup.deal.auction->deck) s.auction_deck.push_back(card);
  }
  if (o.draft) {
    s.phase = Phase::draft;
    return s;
  }
  Check late;  // nothing is shuffled yet
  const Mover mover{tables, s, Seat::none, nullptr, late};
  if (Check no = check_auction(mover, s.draft_pool))
    return std::unexpected(setup_error("auction_deck_differs", "3.6.3", "auction", no->args[0]));
  continue_setup(mover);
  return s;
}

}  // namespace remise::tramways
