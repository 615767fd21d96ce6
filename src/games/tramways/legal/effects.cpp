// What an action would bring, from playing it on a copy of what the seat knows.
#include <algorithm>

#include "core/compose.h"
#include "games/tramways/board/links.h"
#include "games/tramways/board/passengers.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

// Public numbers of the players that changed.
void write_changes(JsonWriter& w, const State& before, const State& after) {
  w.list([&] {
    for (int i = 0; i < before.player_count; ++i) {
      const Seat seat = id_at<Seat>(i);
      const Player &a = before.player(seat), &b = after.player(seat);
      const std::pair<const char*, int> changes[] = {
          {"money", b.money - a.money},
          {"stress", b.stress - a.stress},
          {"hp", b.hp - a.hp},
          {"workers", b.workers - a.workers},
          {"hand_limit", b.hand_limit - a.hand_limit},
          {"links", complete_links(after, seat) - complete_links(before, seat)},
          {"straights", b.straights - a.straights},
          {"curves", b.curves - a.curves},
      };
      if (std::ranges::all_of(changes, [](const auto& change) { return change.second == 0; })) continue;
      w.object([&] {
        w.members("seat", i);
        for (const auto& [name, change] : changes)
          if (change != 0) w.members(std::string_view(name), change);
      });
    }
  });
}

// 12.5: what the destination gives, and what is then to be chosen. The bonus stands between the links travelled and the
// fares.
void write_bonus(JsonWriter& w, const Constants& c, const State& before, const MovePassenger& journey,
                 const State& after, std::span<const Event> events, Seat seat) {
  RouteWalk walk(before);
  walk.begin(journey.field);
  for (const LinkId link : journey.route) walk.step(link);
  const Building building = before.building_at(walk.place());
  if (building == Building::none) return w.value(nullptr);
  int stress = 0, workers = 0;
  const auto moved = std::ranges::find(events, EventKind::passenger_moved, &Event::kind);
  for (const Event& event : std::span(moved, events.end())) {
    using enum EventKind;
    if (event.kind == link_income || event.kind == link_paid || event.kind == link_unpaid) break;
    if (event.kind == stress_changed) stress += event.args[1];
    if (event.kind == worker_gained) ++workers;
  }
  w.object([&] {
    w.members("building", building_letter(building), "stress", stress, "workers", workers);
    if (building == Building::commercial)
      w.members("money", c.bonus_c_money, "card",
                !after.dev_open.empty() || !after.dev_deck.empty() ||
                    std::ranges::any_of(after.books, [](const Book& book) { return !book.empty(); }));
    if (building == Building::leisure) w.members("most", c.most_happiness(after.player(seat).money));
  });
}

}  // namespace

void Tramways::write_effects(JsonWriter& w, const State& s, Seat seat, const Action& action, Workspace&) const {
  State after = s;
  std::vector<Event> events;
  Between between;
  if (apply(after, seat, action, &events, &between)) return w.value(nullptr);
  if (!between.reached) between = {after, events.size(), true};
  const std::span<const Event> all(events);
  w.object([&] {
    w.members("seats", [&] { write_changes(w, s, between.state); });
    write_told_members(w, *this, all.first(between.events), seat);
    if (const auto* journey = std::get_if<MovePassenger>(&action))
      w.members("bonus", [&] {
        write_bonus(w, tables_.constants, s, *journey, between.state, all.first(between.events), seat);
      });
    w.members("then", [&] {
      const auto later = all.subspan(between.events);
      if (later.empty()) return w.value(nullptr);
      // Public numbers never depend on which cards are drawn (14.1-14.3), so that all of them are told.
      w.object([&] {
        w.members("seats", [&] { write_changes(w, between.state, after); });
        write_told_members(w, *this, later, seat);
      });
    });
  });
}

}  // namespace remise::tramways
