#include "bots/tramways/features.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "bots/linear.h"
#include "games/tramways/board/links.h"

namespace remise::bots::tramways {

using namespace game;

namespace {

constexpr Places all_kinds{15};

struct CardNumbers {
  std::array<int, 12> kinds{};  // symbols, by kind; rails and dollars are summed
  std::array<int, 4> to{};      // destinations by type
  int cards = 0, rail_cards = 0, pay = 0, stressful = 0;

  void add(const Tables& tables, const State& s, CardId id) {
    const Card& card = tables.card(id);
    ++cards;
    bool rail = false;
    for (const Slot& slot : card.slots) {
      if (slot.kind == SymbolKind::coordinate && used_up(s, slot.place)) continue;
      const bool sum = slot.kind == SymbolKind::rail || slot.kind == SymbolKind::money;
      kinds[index(slot.kind)] += sum ? slot.value : 1;
      rail |= slot.kind == SymbolKind::rail;
      if (slot.kind == SymbolKind::destination)
        for (std::size_t b = 0; b < to.size(); ++b) to[b] += slot.place.bits >> b & 1;
    }
    rail_cards += rail;
    pay += card.pay, stressful += card.stress;
  }
  static bool used_up(const State& s, Places place) {
    const auto parcel = static_cast<std::size_t>(__builtin_ctz(place.bits | 1u << 31)) - 4;
    return parcel >= s.parcels.size() || s.parcels[parcel].tile != Building::none;
  }
  void write(NumberList& list) const {
    const auto of = [&](SymbolKind kind) { return kinds[index(kind)]; };
    list.add(cards), list.add(of(SymbolKind::rail)), list.add(rail_cards), list.add(of(SymbolKind::destination));
    for (const int n : to) list.add(n);
    for (const SymbolKind kind : {SymbolKind::coordinate, SymbolKind::stripe, SymbolKind::upgrade_link,
                                  SymbolKind::build, SymbolKind::upgrade_building, SymbolKind::worker,
                                  SymbolKind::add_passenger, SymbolKind::stress_down, SymbolKind::money})
      list.add(of(kind));
    list.add(pay), list.add(stressful);
  }
};

// The own network: places by their first field, and how they hang together.
struct Network {
  std::array<std::uint8_t, max_fields> links{}, part{};
  int complete = 0, pieces = 0, fares = 0, upgraded = 0, open_pieces = 0, rival_links = 0, rival_fares = 0;

  Network(const Tables& tables, const State& s, Seat seat) {
    for (std::size_t f = 0; f < s.map.fields; ++f) part[f] = static_cast<std::uint8_t>(f);
    for (const Link& link : s.links) {
      const int value = link_value(tables.constants, link);
      if (link.owner != seat) {
        if (link.complete) ++rival_links, rival_fares += value;
        continue;
      }
      if (!link.complete) {
        open_pieces += link.count;
        continue;
      }
      ++complete, pieces += link.count, fares += value;
      if (link.upgraded) upgraded += link.count;
      const FieldId a = s.place_at(start_field(s, link)), b = s.place_at(far_field(s, link));
      ++links[index(a)], ++links[index(b)];
      const auto from = part[index(a)], to = part[index(b)];
      for (std::size_t f = 0; f < s.map.fields; ++f)
        if (part[f] == from) part[f] = to;
    }
  }
  // Places of the largest part.
  int largest(const State& s) const {
    std::array<int, max_fields> size{};
    int most = 0;
    for (std::size_t f = 0; f < s.map.fields; ++f)
      if (links[f] > 0) most = std::max(most, ++size[part[f]]);
    return most;
  }
};

}  // namespace

std::vector<std::string> seat_feature_names() {
  std::vector<std::string> names(own_features.begin(), own_features.end());
  for (const char* suffix : {"", ".hand"})
    for (const char* name : card_features) names.push_back(std::string(name) + suffix);
  return names;
}

std::vector<std::string> table_feature_names() { return {table_features.begin(), table_features.end()}; }

void FeatureMaker::table(const State& s, Features& out) const {
  int supply = 0, passengers = 0, free_places = 0;
  for (const auto& pile : s.supply) supply += static_cast<int>(pile.size());
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    passengers += s.passengers[f];
    free_places += s.root[f] == id_at<FieldId>(f) && !s.passengers[f];
  }
  NumberList list(out.table.data(), table_feature_count);
  list.add(1), list.add(supply), list.add(passengers), list.add(free_places);
}

namespace {

// Places reached, by kind; where passengers wait, and where some will arrive in the rounds to come.
void write_places(const State& s, const Network& net, NumberList& list) {
  std::array<int, 4> reached{}, waiting_at{};
  int places = 0, waiting = 0, arriving = 0;
  std::array<bool, max_fields> occupied{};
  for (std::size_t f = 0; f < s.map.fields; ++f)
    if (s.passengers[f]) occupied[index(s.root[f])] = true;
  for (std::size_t f = 0; f < s.map.fields; ++f) {
    if (net.links[f] == 0) continue;
    ++places;
    const Building type = s.building_at(id_at<FieldId>(f));
    if (type == Building::none) continue;
    ++reached[index(type)];
    if (occupied[f]) ++waiting, ++waiting_at[index(type)];
    for (std::size_t r = s.round > 0 ? s.round - 1u : 0; r < s.discs.size(); ++r) arriving += s.discs[r] == type;
  }
  list.add(places), list.add(std::ranges::count_if(reached, [](int n) { return n > 0; }));
  for (const int n : reached) list.add(n);
  for (const int n : waiting_at) list.add(n);
  list.add(net.largest(s)), list.add(waiting), list.add(arriving);
}

// Journeys of those who wait now: the longest from each of three buildings; then the longest to each kind.
void write_journeys(const State& s, const std::vector<Trip>& trips, NumberList& list) {
  std::array<int, max_fields> from{};
  std::array<int, 4> way{};
  int money = 0;
  for (const Trip& trip : trips) {
    const int worth = trip.own - trip.foreign;
    int& best = from[index(s.root[index(trip.field)])];
    best = std::max(best, worth);
    money = std::max(money, trip.income - trip.fare);
    int& best_way = way[index(s.building_at(trip.to))];
    best_way = std::max(best_way, worth);
  }
  std::partial_sort(from.begin(), from.begin() + 3, from.end(), std::greater<>());
  for (std::size_t i = 0; i < 3; ++i) list.add(from[i]);
  list.add(money);
  for (const int n : way) list.add(n);
}

void write_parcels(const State& s, Seat seat, const Network& net, int coordinates, NumberList& list) {
  int parcels = 0, over = 0, ends = 0, tiles = 0, plain_tiles = 0;
  for (const Parcel& parcel : s.parcels) {
    if (parcel.owner != seat || parcel.field == FieldId::none) continue;
    if (parcel.tile != Building::none) {
      ++tiles, plain_tiles += !parcel.upgraded;
      continue;
    }
    ++parcels, over += s.rails[index(parcel.field)] != 0, ends += net.links[index(parcel.field)] > 0;
  }
  for (const int n : {parcels, std::min(parcels, coordinates), over, ends, tiles, plain_tiles}) list.add(n);
}

}  // namespace

void FeatureMaker::seat(const Tables& tables, const State& s, Seat seat, Features& out) {
  const game::Player& me = s.player(seat);
  const Network net(tables, s, seat);
  NumberList list(out.seats[index(seat)].data(), seat_feature_count);
  for (const int x : {int{me.hp}, int{me.stress}, std::max(0, me.stress - 12), int{me.money}}) list.add(x);
  list.add(static_cast<int>(8 * (std::sqrt(1 + 8 * static_cast<double>(std::max(0, me.money))) - 1)));  // 12.5.4
  for (const int x : {int{me.workers}, int{me.hand_limit}, int{me.straights}, int{me.curves}, net.complete, net.pieces,
                      net.fares, net.upgraded, net.open_pieces})
    list.add(x);
  write_places(s, net, list);
  trips_.clear();
  finder_.find(tables, s, seat, all_kinds, 1, 150, trips_);
  write_journeys(s, trips_, list);
  CardNumbers owned, hand;
  for (const CardId id : me.hand) owned.add(tables, s, id), hand.add(tables, s, id);
  for (const CardId id : me.deck) owned.add(tables, s, id);
  for (const CardId id : me.discard) owned.add(tables, s, id);
  write_parcels(s, seat, net, owned.kinds[index(SymbolKind::coordinate)], list);
  list.add(std::ranges::find(s.turn_order, seat) - s.turn_order.begin());
  list.add(net.rival_links), list.add(net.rival_fares);
  owned.write(list), hand.write(list);
}

}  // namespace remise::bots::tramways
