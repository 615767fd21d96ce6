// What an action would bring, from playing it on a copy of what the seat knows.
#include <algorithm>

#include "core/compose.h"
#include "games/tramways/board/links.h"
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
