#include "games/tramways/legal/payments.h"

#include <algorithm>
#include <bit>
#include <span>

namespace remise::tramways {

namespace {

// The slots of a card with symbols of the kind, as bits.
unsigned slots_with(const Card& card, SymbolKind kind) {
  unsigned found = 0;
  for (std::size_t i = 0; i < slots_per_card; ++i) found |= static_cast<unsigned>(card.slots[i].kind == kind) << i;
  return kind == SymbolKind::none ? 0 : found;
}

unsigned slots_for(const Card& card, const Need& need) {
  unsigned found = 0;
  for (std::size_t i = 0; i < card.slots.size(); ++i) found |= static_cast<unsigned>(need.met_by(card.slots[i])) << i;
  return found;
}

}  // namespace

InplaceVector<PairPayment, 8> pair_payments(const Tables& tables, const Player& player, const Need& first,
                                            const Need& second) {
  struct PairWay {
    PairPayment pay;
    int worth = 0;
    std::uint64_t set = 0;
    bool beats(const PairWay& o) const {
      return pay.stress <= o.pay.stress && pay.cards <= o.pay.cards && pay.dollars <= o.pay.dollars;
    }
  };
  std::array<std::uint8_t, max_own_cards> with_second{};  // places in the hand
  std::size_t seconds = 0;
  std::array<unsigned, max_own_cards> slots{};
  for (std::size_t i = 0; i < player.hand.size(); ++i) {
    slots[i] = slots_for(tables.card(player.hand[i]), second);
    if (slots[i]) with_second[seconds++] = static_cast<std::uint8_t>(i);
  }
  InplaceVector<PairWay, 8> kept;
  const auto offer = [&](const PairWay& way) {
    if (way.pay.dollars > player.money) return;
    for (const PairWay& old : kept)
      if (old.beats(way) && (!way.beats(old) || std::pair(old.worth, old.set) <= std::pair(way.worth, way.set))) return;
    for (std::size_t i = kept.size(); i-- > 0;)
      if (way.beats(kept[i])) kept.erase_at(i);
    std::size_t at = 0;
    while (at < kept.size() &&
           std::pair(kept[at].pay.stress, kept[at].pay.cards) < std::pair(way.pay.stress, way.pay.cards))
      ++at;
    if (kept.full()) {
      if (at == kept.size()) return;
      kept.pop_back();
    }
    kept.insert_at(at, way);
  };
  for (std::size_t i = 0; i < player.hand.size() && seconds > 0; ++i) {
    const Card& card = tables.card(player.hand[i]);
    const unsigned fits = slots_for(card, first);
    if (!fits) continue;
    const Symbol symbol{player.hand[i], static_cast<std::uint8_t>(std::countr_zero(fits))};
    for (std::size_t n = 0; n < seconds; ++n) {
      const std::size_t j = with_second[n];
      const Card& other = tables.card(player.hand[j]);
      const Symbol place{player.hand[j], static_cast<std::uint8_t>(std::countr_zero(slots[j]))};
      if (i == j)
        offer({{card.stress + tables.constants.further_stress(2), 1, card.pay, symbol, place},
               card.symbols,
               std::uint64_t{1} << i});
      else
        offer({{card.stress + other.stress, 2, card.pay + other.pay, symbol, place},
               card.symbols + other.symbols,
               std::uint64_t{1} << i | std::uint64_t{1} << j});
    }
  }
  InplaceVector<PairPayment, 8> list;
  for (const PairWay& way : kept) list.push_back(way.pay);
  return list;
}

Payments::Payments(const Tables& tables, const Player& player, SymbolKind summed, std::initializer_list<Need> needs,
                   Nodes* shared)
    : summed_(summed),
      own_nodes_(shared ? nullptr : std::make_unique<Nodes>()),
      nodes_(shared ? shared : own_nodes_.get()) {
  for (const Need& need : needs) needs_[need_count_++] = need;
  goal_ = (1u << need_count_) - 1;
  stride_ = goal_ + 1;
  int total = 0;
  if (summed != SymbolKind::none)
    for (const CardId id : player.hand)
      for (std::size_t i = 0; i < slots_per_card; ++i)
        if (const Slot& slot = tables.card(id).slots[i]; slot.kind == summed) total += slot.value;
  cells_.resize(static_cast<std::size_t>(std::min(total, max_sum) + 1) * stride_);
  if (nodes_->empty()) {
    nodes_->reserve(shared ? 1024 : 64);
    nodes_->push_back({});
  }
  cells_[0].push_back(0);
  for (std::size_t place = 0; place < player.hand.size(); ++place) add_card(tables, player, place);
}

Payments Payments::either(const Payments& a, const Payments& b) {
  Payments both;
  both.nodes_ = a.nodes_;
  both.most_ = a.most_;
  both.cells_.resize(static_cast<std::size_t>(a.most_) + 1);
  for (int sum = 0; sum <= a.most_; ++sum) {
    Cell& cell = both.cells_[static_cast<std::size_t>(sum)];
    cell = a.done(sum);
    std::size_t at = 0;
    for (const std::uint32_t node : b.done(sum))
      if (both.makes_room(cell, (*a.nodes_)[node], at)) cell.insert_at(at, node);
  }
  return both;
}

Payments::Option Payments::with_name(Option use, std::uint8_t slot) {
  use.slots = static_cast<std::uint8_t>(use.slots | 1u << slot);
  use.named[0] = static_cast<std::uint8_t>(slot + 1);
  ++use.used;
  return use;
}

void Payments::Options::add(const Option& o) {
  for (std::size_t i = 0; i < count; ++i) {
    Option& old = items[i];
    if (old.sum != o.sum || old.met != o.met) continue;
    if (o.used < old.used) old = o;
    return;
  }
  items[count++] = o;
}

// Every use of a card: which of its summed symbols, and which needs it meets. For the same effect the fewest symbols.
void Payments::list_options(const Card& card, Options& options) const {
  const unsigned summed = slots_with(card, summed_);
  std::array<unsigned, 2> fits{};
  for (std::size_t n = 0; n < need_count_; ++n) fits[n] = slots_for(card, needs_[n]);
  if ((summed | fits[0] | fits[1]) == 0) return;
  for (unsigned part = summed;; part = (part - 1) & summed) {
    Option plain{0, 0, static_cast<std::uint8_t>(part), 0, {}};
    for (std::size_t i = 0; i < slots_per_card; ++i)
      if (part >> i & 1) plain.sum = static_cast<std::uint8_t>(plain.sum + card.slots[i].value), ++plain.used;
    if (part != 0) options.add(plain);
    for (std::size_t a = 0; a < card.slots.size(); ++a)
      for (std::size_t n = 0; n < need_count_; ++n) {
        if (!(fits[n] >> a & 1)) continue;
        Option one = plain;
        one.met = static_cast<std::uint8_t>(1u << n);
        one.slots = static_cast<std::uint8_t>(one.slots | 1u << a);
        one.named[n] = static_cast<std::uint8_t>(a + 1);
        ++one.used;
        options.add(one);
        if (n == 1) continue;
        for (std::size_t b = 0; b < card.slots.size(); ++b) {
          if (b == a || !(fits[1] >> b & 1)) continue;
          Option both = one;
          both.met = 3;
          both.slots = static_cast<std::uint8_t>(both.slots | 1u << b);
          both.named[1] = static_cast<std::uint8_t>(b + 1);
          ++both.used;
          options.add(both);
        }
      }
    if (part == 0) return;
  }
}

bool Payments::makes_room(Cell& cell, const Node& node, std::size_t& at) const {
  const auto beats = [](const Node& a, const Node& b) {
    return a.stress <= b.stress && a.cards <= b.cards && a.dollars <= b.dollars;
  };
  const Nodes& nodes = *nodes_;
  for (const std::uint32_t i : cell) {
    const Node& old = nodes[i];
    if (beats(old, node) && (!beats(node, old) || std::pair(old.worth, old.set) <= std::pair(node.worth, node.set)))
      return false;
  }
  for (std::size_t i = cell.size(); i-- > 0;)
    if (beats(node, nodes[cell[i]])) cell.erase_at(i);
  at = 0;
  while (at < cell.size() &&
         std::pair(nodes[cell[at]].stress, nodes[cell[at]].cards) < std::pair(node.stress, node.cards))
    ++at;
  if (cell.full()) {
    if (at == cell.size()) return false;
    cell.pop_back();
  }
  return true;
}

void Payments::extend(const Cell& from, Cell& to, const Tables& tables, const Player& player, std::size_t place,
                      Option use) {
  const CardId id = player.hand[place];
  const Card& card = tables.card(id);
  for (const std::uint32_t i : from) {
    Node node = (*nodes_)[i];
    node.dollars = static_cast<std::uint16_t>(node.dollars + card.pay);
    if (node.dollars > player.money) continue;
    node.stress = static_cast<std::uint8_t>(node.stress + card.stress + tables.constants.further_stress(use.used));
    node.worth = static_cast<std::uint16_t>(node.worth + card.symbols);
    ++node.cards;
    node.previous = i;
    node.card = id;
    node.slots = use.slots;
    node.named = use.named;
    node.set |= std::uint64_t{1} << place;
    std::size_t at = 0;
    if (!makes_room(to, node, at)) continue;
    to.insert_at(at, static_cast<std::uint32_t>(nodes_->size()));
    nodes_->push_back(node);
  }
}

void Payments::add_card(const Tables& tables, const Player& player, std::size_t place) {
  const Card& card = tables.card(player.hand[place]);
  Options options;
  list_options(card, options);
  if (card.pay > player.money) return;
  const std::span<const Option> uses{options.items.data(), options.count};
  const int before = most_;
  if (!own_nodes_ && need_count_ == 0)
    layers_.push_back({place, before, {uses.begin(), uses.end()}, {cells_.begin(), cells_.begin() + before + 1}});
  // From the highest sum down, so that a card is not used twice: an option that adds nothing to the sum meets a need,
  // and needs are taken from the most met to the least.
  for (const Option& o : uses) most_ = std::min(max_sum, std::max(most_, before + o.sum));
  for (int sum = before; sum >= 0 && !uses.empty(); --sum)
    for (std::size_t met = stride_; met-- > 0;) {
      const Cell from = cells_[static_cast<std::size_t>(sum) * stride_ + met];
      if (from.empty()) continue;
      for (const Option& o : uses) {
        if ((o.met & met) != 0 || sum + o.sum > max_sum) continue;
        extend(from, cells_[static_cast<std::size_t>(sum + o.sum) * stride_ + (met | o.met)], tables, player, place, o);
      }
    }
}

Payments::Payments(const Tables& tables, const Player& player, const Payments& plain, Places place)
    : summed_(plain.summed_), most_(plain.most_), nodes_(plain.nodes_), cells_(plain.cells_.size()) {
  for (const Layer& layer : plain.layers_) {
    const unsigned fits = slots_for(tables.card(player.hand[layer.place]), {.places = place});
    const auto naming = static_cast<std::uint8_t>(std::countr_zero(fits));  // the first such slot
    for (int sum = layer.most; sum >= 0; --sum) {
      const Cell named = cells_[static_cast<std::size_t>(sum)];  // the symbol is on an earlier card
      const Cell& before = layer.cells[static_cast<std::size_t>(sum)];
      for (const Option& o : layer.uses) {
        if (sum + o.sum > max_sum) continue;
        Cell& to = cells_[static_cast<std::size_t>(sum + o.sum)];
        extend(named, to, tables, player, layer.place, o);
        if (fits) extend(before, to, tables, player, layer.place, with_name(o, naming));
      }
      if (fits)
        extend(before, cells_[static_cast<std::size_t>(sum)], tables, player, layer.place, with_name({}, naming));
    }
  }
}

Payment Payments::get(int sum, std::size_t i) const {
  const Nodes& nodes = *nodes_;
  const Node& last = nodes[done(sum)[i]];
  Payment payment{last.stress, last.cards, last.dollars, {}, {}};
  for (const Node* node = &last; node->card != CardId::none; node = &nodes[node->previous]) {
    std::uint8_t summed = node->slots;
    for (std::size_t n = 0; n < 2; ++n)
      if (node->named[n]) {
        const auto slot = static_cast<std::uint8_t>(node->named[n] - 1);
        payment.named[n] = {node->card, slot};
        summed = static_cast<std::uint8_t>(summed & ~(1u << slot));
      }
    for (std::uint8_t slot = 0; slot < slots_per_card; ++slot)
      if ((summed >> slot & 1) && !payment.summed.full()) payment.summed.push_back({node->card, slot});
  }
  std::reverse(payment.summed.begin(), payment.summed.end());
  return payment;
}

}  // namespace remise::tramways
