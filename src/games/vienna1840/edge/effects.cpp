// What an action would bring, from playing it on a copy of what the seat knows (docs/moves-in-the-making.md).
#include "core/compose.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/edge/view.h"
#include "games/vienna1840/rules.h"

namespace remise::vienna1840 {
namespace {

std::int32_t price_of(const Position& p, std::size_t company) {
  const CompanyId id = id_at<CompanyId>(company);
  return on_chart(p.s.cells[id]) ? p.price(id).v : 0;
}

// Public numbers that changed, as members of an object.
void write_change_members(JsonWriter& w, const Position& before, const Position& after) {
  const State &a = before.s, &b = after.s;
  const auto put = [&](std::string_view name, std::int32_t change) {
    if (change != 0) w.members(name, change);
  };
  w.members("seats", json_list([&] {
              for (std::size_t i = 0; i < a.player_count; ++i) {
                const std::int32_t money = (b.players[i].cash - a.players[i].cash).v;
                const int loans = b.players[i].loans - a.players[i].loans;
                if (money == 0 && loans == 0) continue;
                w.object([&] {
                  w.members("seat", i);
                  put("money", money), put("loans", loans);
                });
              }
            }));
  w.members("companies", json_list([&] {
              for (std::size_t c = 0; c < company_count; ++c) {
                const bool trams = c < a.companies.size();
                const std::int32_t treasury = trams ? (b.companies[c].treasury - a.companies[c].treasury).v : 0;
                const std::int32_t revenue = trams ? (b.companies[c].revenue - a.companies[c].revenue).v : 0;
                const std::int32_t price = price_of(after, c) - price_of(before, c);
                if (treasury == 0 && revenue == 0 && price == 0) continue;
                w.object([&] {
                  w.members("company", before.tables.companies[c].id);
                  put("treasury", treasury), put("revenue", revenue), put("price", price);
                });
              }
            }));
}

}  // namespace

void Vienna1840::write_effects(JsonWriter& w, const State& s, Seat seat, const Action& action, Workspace& work) const {
  Outlined outlined = outline(s, seat, action, work);
  const std::span<const Event> events(outlined.events);
  w.object([&] {
    write_change_members(w, at(s), at(outlined.acted));
    write_told_members(w, *this, events.first(outlined.acted_events), seat);
    w.members("then", [&] {
      const auto later = events.subspan(outlined.acted_events);
      if (later.empty()) return w.value(nullptr);
      w.object([&] {
        write_change_members(w, at(outlined.acted), at(outlined.settled));
        write_told_members(w, *this, later, seat);
      });
    });
  });
}

}  // namespace remise::vienna1840
