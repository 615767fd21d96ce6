// Bids (6), the solo row (17.6), administration (13) and the last hand (15.1) in the making.
#include <algorithm>

#include "games/tramways/edge/codec.h"
#include "games/tramways/legal/compose.h"
#include "games/tramways/rounds/auction.h"
#include "games/tramways/rounds/rounds.h"
#include "games/tramways/rounds/solo.h"

namespace remise::tramways {
namespace {

Bill money_bill(int amount) { return {.summed = SymbolKind::money, .sum = amount, .needs = {}}; }

// Each run of amounts that may be bid and can be paid.
void write_amounts(JsonWriter& w, const Position& p) {
  int most = p.me().money;
  for (const CardId card : p.me().hand)
    for (const Slot& slot : p.tables.card(card).slots)
      if (slot.kind == SymbolKind::money) most += slot.value;
  int first = 0;
  for (int amount = 1; amount <= most + 1; ++amount) {
    const bool open = amount <= most && !check_bid_amount(p.tables, p.s, p.seat, amount) &&
                      (amount <= p.me().money || Purse(p.tables, p.me(), money_bill(amount), {}, {}, 1).payable());
    if (open && first == 0) first = amount;
    if (open || first == 0) continue;
    w.object("set", [&] { w.object("amount", Range{first, amount - 1, 1}); });
    first = 0;
  }
}

}  // namespace

Draft draft(const Position& p, const Asked& asked, const Bid& action) {
  Draft draft;
  if (!asked.has("amount")) {
    draft.why = not_chosen("amount");
    draft.next = [p](JsonWriter& w) { write_amounts(w, p); };
    return draft;
  }
  if (Check no = check_bid_amount(p.tables, p.s, p.seat, action.amount)) {
    draft.why = explained(p.tables, *no);
    return draft;
  }
  draft.bill = money_bill(action.amount);
  draft.deed = action;
  return draft;
}

Draft draft(const Position& p, const Asked&, const SoloReveal& action) {
  Draft draft;
  if (p.s.auction_deck.empty() && p.s.auction_discard.empty()) {
    draft.why = explained(p.tables, refuse(RefusalCode::nothing_to_reveal));
    return draft;
  }
  draft.bill = money_bill(solo_price(p.tables, p.s));
  draft.deed = action;
  return draft;
}

Draft draft(const Position& p, const Asked& asked, const SoloTake& action) {
  Draft draft;
  if (asked.has("card")) {
    draft.deed = action;
    return draft;
  }
  draft.why = p.s.row.empty() ? explained(p.tables, refuse(RefusalCode::row_empty)) : not_chosen("card");
  draft.next = [p](JsonWriter& w) {
    for (const CardId card : p.s.row)
      w.object(
          "set", [&] { w.object("card", card); }, "kind", "card", "card", card, "stress",
          card == p.s.row.back() ? p.constants().solo_newest_stress : 0);
  };
  return draft;
}

// --- 13 --------------------------------------------------------------------------------------------------------------

namespace {

// Can these uses still become a play? A use that is not possible alone may be with others: the further symbols bring
// stress that a symbol can take away (4.6).
bool may_become(const Position& p, const AdminPlay& play) {
  if (!check(p, play)) return true;
  if (play.uses.full()) return false;
  for (std::uint8_t slot = 0; slot < slots_per_card; ++slot) {
    AdminPlay further = play;
    AdminPlay::Use use{slot, 0, {}};
    if (p.tables.card(play.card).slots[slot].kind == SymbolKind::add_passenger) {
      use.has_field = 1;
      for (std::size_t f = 0; f < p.s.map.fields; ++f) {  // any free field
        const auto taken = [&](const AdminPlay::Use& o) { return o.has_field && o.field == p.s.map.spots[f]; };
        if (p.s.root[f] == FieldId::none || p.s.passengers[f] || std::ranges::any_of(play.uses, taken)) continue;
        use.field = p.s.map.spots[f];
        break;
      }
    }
    further.uses.push_back(use);
    // What was wrong before must not be about a use that stays wrong: only the lowest stress can be mended.
    const Check no = check(p, further);
    if (!no) return true;
    if (no->kind == RefusalCode::stress_lowest && may_become(p, further)) return true;
  }
  return false;
}

int stress_of_play(const Position& p, CardId card, std::size_t uses) {
  return p.tables.card(card).stress + (uses > 0 ? p.constants().further_stress(static_cast<int>(uses)) : 0);
}

void write_uses(JsonWriter& w, const AdminPlay& play) {
  w.object("uses", json_list(play.uses, [&](const AdminPlay::Use& use) {
             w.object("slot", use.slot, "field", use.has_field ? std::optional(use.field) : std::nullopt);
           }));
}

void write_use(JsonWriter& w, const Position& p, AdminPlay play, AdminPlay::Use use) {
  play.uses.push_back(use);
  if (!may_become(p, play)) return;
  w.object([&] {
    w.members(
        "set", [&] { write_uses(w, play); }, "kind", "use", "slot", use.slot, "symbol", Symbol{play.card, use.slot},
        "stress", stress_of_play(p, play.card, play.uses.size()));
    if (use.has_field) w.members("field", use.field);
  });
}

void write_further_uses(JsonWriter& w, const Position& p, const AdminPlay& play) {
  if (play.uses.full()) return;
  for (std::uint8_t slot = 0; slot < slots_per_card; ++slot) {
    if (p.tables.card(play.card).slots[slot].kind != SymbolKind::add_passenger) {
      write_use(w, p, play, {slot, 0, {}});
      continue;
    }
    for (std::size_t f = 0; f < p.s.map.fields; ++f)
      if (p.s.root[f] != FieldId::none && !p.s.passengers[f]) write_use(w, p, play, {slot, 1, p.s.map.spots[f]});
  }
}

bool playable(const Position& p, CardId card) {
  return p.tables.card(card).pay <= p.me().money && may_become(p, AdminPlay{card, {}});
}

bool discardable(const Position& p, CardId card) { return !check(p, AdminDiscard{card}); }

}  // namespace

Check closed_play(const Position& p) {
  if (std::ranges::none_of(p.me().hand, [&](CardId card) { return playable(p, card); }))
    return refuse(RefusalCode::no_card_to_play);
  return {};
}

Check closed_discard(const Position& p) {
  if (std::ranges::none_of(p.me().hand, [&](CardId card) { return discardable(p, card); }))
    return refuse(RefusalCode::no_card_to_discard);
  return {};
}

Draft draft(const Position& p, const Asked& asked, const AdminPlay& action) {
  Draft draft;
  if (!asked.has("card")) {
    const Check no = closed_play(p);
    draft.why = no ? explained(p.tables, *no) : not_chosen("card");
    draft.next = [p](JsonWriter& w) {
      for (const CardId card : p.me().hand)
        if (playable(p, card))
          w.object(
              "set", [&] { w.object("card", card); }, "kind", "card", "card", card, "stress",
              stress_of_play(p, card, 0), "dollars", p.tables.card(card).pay);
    };
    return draft;
  }
  if (Check no = check(p, action)) draft.why = explained(p.tables, *no);
  if (action.uses.empty() && playable(p, action.card) && p.me().hand.contains(action.card))
    draft.why = not_chosen("uses");
  if (!draft.why) draft.deed = action;
  draft.next = [p, action](JsonWriter& w) {
    if (p.me().hand.contains(action.card)) write_further_uses(w, p, action);
  };
  return draft;
}

Draft draft(const Position& p, const Asked& asked, const AdminDiscard& action) {
  Draft draft;
  if (asked.has("card")) {
    draft.deed = action;
    return draft;
  }
  const Check no = closed_discard(p);
  draft.why = no ? explained(p.tables, *no) : not_chosen("card");
  draft.next = [p](JsonWriter& w) {
    for (const CardId card : p.me().hand)
      if (discardable(p, card))
        w.object(
            "set", [&] { w.object("card", card); }, "kind", "card", "card", card, "fee", discard_price(p), "dollars",
            discard_price(p) + p.tables.card(card).pay, "stress", p.tables.card(card).stress);
  };
  return draft;
}

// --- 15.1 ------------------------------------------------------------------------------------------------------------

Draft draft(const Position& p, const Asked&, const ChooseHand& action) {
  Draft draft;
  draft.deed = action;
  draft.next = [p, action](JsonWriter& w) {
    if (action.cards.full()) return;
    Pile left = p.me().deck;
    for (const CardId card : p.me().discard) left.push_back(card);
    std::ranges::sort(left);
    for (const CardId card : left) {
      ChooseHand further = action;
      further.cards.push_back(card);
      if (!check(p, further))
        w.object(
            "set", [&] { w.object("cards", further.cards); }, "kind", "card", "card", card);
    }
  };
  return draft;
}

}  // namespace remise::tramways
