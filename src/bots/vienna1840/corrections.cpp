#include "bots/vienna1840/corrections.h"

#include <algorithm>

#include "core/json.h"

namespace remise::bots::vienna1840 {
namespace {

// In the order of the variant; trams by colour, shares of tram companies and of the Stadtbahn apart.
constexpr std::array<std::string_view, kind_count> kind_names{
    "pass",          "bid_private",   "bid_line",       "choose_order",   "buy_director", "buy_share",
    "buy_stadtbahn", "sell_shares",   "sell_stadtbahn", "return_private", "keep",         "dividend",
    "buy_yellow",    "buy_orange",    "buy_red",        "buy_pink",       "buy_purple",   "scrap_yellow",
    "scrap_orange",  "scrap_red",     "scrap_pink",     "scrap_purple",   "assign_trams", "lay_tile",
    "place_marker",  "remove_marker", "offer_private",  "answer",         "run"};
constexpr std::array<std::string_view, static_cast<std::size_t>(Step::over)> step_names{
    "open_private", "bid_private", "choose_order", "buy_director", "shares",     "dividend",    "trams",
    "assign",       "name_line",   "bid_line",     "trams_won",    "assign_won", "trams_after", "assign_after",
    "assign_final", "home",        "build",        "bonus",        "after_run"};

constexpr std::int64_t largest_gain = 10'000;
constexpr std::size_t most_entries = 2000;

template <class Names>
std::size_t place_of(const Names& names, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

struct KindOf {
  std::size_t operator()(const game::Pass&) const { return 0; }
  std::size_t operator()(const game::BidPrivate&) const { return 1; }
  std::size_t operator()(const game::BidLine&) const { return 2; }
  std::size_t operator()(const game::ChooseOrder&) const { return 3; }
  std::size_t operator()(const game::BuyDirector&) const { return 4; }
  std::size_t operator()(const game::BuyShare& a) const { return is_stadtbahn(a.company) ? 6 : 5; }
  std::size_t operator()(const game::SellShares& a) const { return is_stadtbahn(a.company) ? 8 : 7; }
  std::size_t operator()(const game::ReturnPrivate&) const { return 9; }
  std::size_t operator()(const game::Dividend& a) const { return a.amount == 0 ? 10 : 11; }
  std::size_t operator()(const game::BuyTram& a) const { return 12 + index(a.colour); }
  std::size_t operator()(const game::ScrapTram& a) const { return 17 + index(a.colour); }
  std::size_t operator()(const game::AssignTrams&) const { return 22; }
  std::size_t operator()(const game::LayTile&) const { return 23; }
  std::size_t operator()(const game::PlaceMarker&) const { return 24; }
  std::size_t operator()(const game::RemoveMarker&) const { return 25; }
  std::size_t operator()(const game::OfferPrivate&) const { return 26; }
  std::size_t operator()(const game::AcceptOffer&) const { return 27; }
  std::size_t operator()(const game::DeclineOffer&) const { return 27; }
  std::size_t operator()(const game::Run&) const { return 28; }
};

}  // namespace

std::string_view kind_name(std::size_t kind) { return kind_names[kind]; }
std::size_t kind_of(const Action& action) { return std::visit(KindOf{}, action); }
std::string_view step_name(Step step) { return step_names[static_cast<std::size_t>(step)]; }

std::expected<std::shared_ptr<const Corrections>, Error> Corrections::read(std::string_view text,
                                                                           const Tables& tables) {
  const auto document = parse_document(text);
  if (!document) return std::unexpected(document.error());
  auto made = std::make_shared<Corrections>();
  made->places_.resize(tables.rounds.size() * (max_seats + 1) * step_count);
  const Where file("bots.1840-corrections");
  ValueReader in(document->root(), file);
  in.skip("about");
  const Value& list = in.array("corrections", most_entries);
  if (auto error = in.finish()) return std::unexpected(*error);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Where place(file, ".corrections", i);
    ValueReader one(list[i], place);
    const auto players = one.integer("players", 2, max_seats);
    const std::string_view round_name = one.text("round"), step = one.text("step");
    Entry entry;
    entry.scale = static_cast<double>(one.integer("scale", 0, 100'000)) / 1000;
    const Value& gains = one.object("gain");
    for (const auto& [name, value] : gains.members()) {
      const std::size_t kind = place_of(kind_names, name);
      const std::int64_t gain = value.is_number_integer() ? value.get<std::int64_t>() : largest_gain + 1;
      if (kind == kind_count || std::abs(gain) > largest_gain) {
        one.fail(kind == kind_count ? "unknown_word" : "out_of_range", "gain", std::string(name));
        break;
      }
      entry.gain[kind] = static_cast<std::int16_t>(gain);
    }
    std::size_t round = 0;
    while (round < tables.rounds.size() && tables.rounds[round].name != round_name) ++round;
    const std::size_t s = place_of(step_names, step);
    if (round == tables.rounds.size()) one.fail("no_such_round", "round", std::string(round_name));
    if (s == step_names.size()) one.fail("unknown_word", "step", std::string(step));
    if (auto error = one.finish()) return std::unexpected(*error);
    auto& at = made->places_[where(static_cast<int>(players), static_cast<int>(round), static_cast<Step>(s))];
    if (at != 0) return std::unexpected(form_error("named_twice", place.text(), std::string(step)));
    made->entries_.push_back(entry);
    at = static_cast<std::uint16_t>(made->entries_.size());
  }
  return made;
}

}  // namespace remise::bots::vienna1840
