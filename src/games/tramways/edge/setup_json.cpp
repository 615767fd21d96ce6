// Reads a setup: {"players", "options", "seed", "deal"}. The parts of "deal" may also stand beside "players", as in
// recorded games. What is not given is left to chance and needs a seed.
#include <algorithm>

#include "games/tramways/components/setup.h"
#include "games/tramways/edge/codec.h"

namespace remise::tramways {

std::vector<std::string_view> side_names() { return {"1920", "1910"}; }

CardSetId named_cards(const Json& setup) {
  const Json* options = setup.is_object() && setup.contains("options") ? &setup["options"] : nullptr;
  if (options && options->is_object() && options->contains("cards"))
    for (std::size_t i = 0; i < card_set_names.size(); ++i)
      if ((*options)["cards"] == card_set_names[i]) return id_at<CardSetId>(i);
  return CardSetId::first;
}

namespace {

class SetupReader {
 public:
  SetupReader(const Tables& tables, const Json& json) : tables_(tables), json_(json) {}

  std::vector<Error> read(Setup& setup) {
    ObjectReader in(json_, "setup");
    setup_.options.players = static_cast<int>(in.integer("players", 1, max_players));
    const Json& options = in.any("options");
    if (in.has("seed")) setup_.seed = in.text("seed");
    in.skip("seed");
    const Json& deal = in.any("deal");
    if (deal.is_null()) {
      read_deal(in);
    } else {
      ObjectReader parts(deal, "setup.deal");
      read_deal(parts);
      note(parts.finish());
    }
    note(in.finish());
    read_options(options);
    if (errors_.empty()) check();
    setup = std::move(setup_);
    return std::move(errors_);
  }

 private:
  void note(std::optional<Error> error) {
    if (error) errors_.push_back(std::move(*error));
  }
  void fail(std::string_view problem, std::string_view rule, std::string_view where, Json found = nullptr) {
    note(setup_error(problem, rule, where, std::move(found)));
  }

  void read_options(const Json& json) {
    Options& o = setup_.options;
    o.variant = o.players == 1 ? Variant::solo : Variant::standard;
    if (json.is_null()) return;
    ObjectReader in(json, "setup.options");
    if (in.has("variant")) o.variant = id_at<Variant>(in.one_of("variant", {"standard", "expert2", "solo"}));
    if (in.has("development"))
      o.development = id_at<Development>(in.one_of("development", {"original", "alternative"}));
    if (in.has("cards"))
      in.one_of("cards", {card_set_names.begin(), card_set_names.end()});  // chosen before (named_cards)
    o.draft = in.boolean_or("draft", false);
    if (in.has("sides")) o.sides = id_at<Sides>(in.one_of("sides", {"1920", "1910", "random", "explicit"}));
    if (in.has("passengers")) o.limited_passengers = in.one_of("passengers", {"limited", "unlimited"}) == 0;
    for (const char* key : {"variant", "cards", "development", "passengers", "sides", "boards"}) in.skip(key);
    if (in.has("boards")) read_boards(in.array("boards", 12));
    const Json& boards = in.any("player_boards");
    if (boards.is_array() && boards.size() != static_cast<std::size_t>(o.players))
      in.fail("wrong_length", "player_boards", boards.size());
    else if (boards.is_array())
      for (std::size_t i = 0; i < boards.size(); ++i) {
        if (boards[i] != "normal" && boards[i] != "hard") in.fail("unknown_word", "player_boards", boards[i]);
        o.hard[i] = boards[i] == "hard";
      }
    else if (!boards.is_null() && boards != "normal" && boards != "hard")
      in.fail("unknown_word", "player_boards", boards);
    else if (boards == "hard")
      o.hard.fill(true);
    note(in.finish());
  }

  void check() {
    const Options& o = setup_.options;
    if ((o.variant == Variant::solo) != (o.players == 1))
      fail("variant_players", "17.1", "options.variant", o.players);
    else if (o.variant == Variant::expert2 && o.players != 2)
      fail("variant_players", "3.10.1", "options.variant", o.players);
    if (o.draft && o.players == 1) fail("draft_in_solo", "17.3", "options.draft");
    if (o.sides == Sides::explicit_layout && !setup_.deal.boards) fail("boards_missing", "3.1.8", "boards");
    if (!errors_.empty()) return;
    if (!setup_.deal.complete(o) && !setup_.seed) return note(form_error("missing", "setup.seed"));
    check_deal();
  }

  // The sizes of all given parts, and no card in two of them.
  void check_deal() {
    const Options& o = setup_.options;
    const Deal& d = setup_.deal;
    const Constants& c = tables_.constants;
    const auto players = static_cast<std::size_t>(o.players);
    if (d.turn_order) {
      auto sorted = *d.turn_order;
      std::ranges::sort(sorted);
      bool good = sorted.size() == players;
      for (std::size_t i = 0; good && i < players; ++i) good = index(sorted[i]) == i;
      if (!good) return fail("bad_turn_order", "3.2.3", "turn_order");
    }
    if (d.parcels && o.draft) return fail("parcels_with_draft", "3.3.2", "parcels");
    if (d.parcels)
      check_piles(*d.parcels, players, static_cast<std::size_t>(c.start_parcels), CardType::parcel, "parcels");
    const bool solo_books = o.variant == Variant::solo && o.development == Development::original;
    const int size = o.development == Development::alternative ? c.alternative_deal
                     : solo_books                              ? c.solo_book_size
                                                               : c.book_size;
    if (d.development && books_given_ != (o.development == Development::original))
      return fail("wrong_development_rule", "3.7", "development");
    if (d.development)
      check_piles(*d.development, solo_books ? static_cast<std::size_t>(c.solo_books) : players,
                  static_cast<std::size_t>(size), CardType::development, "development");
    if (d.buildings)
      for (const Building b : building_types) {
        const auto& cards = (*d.buildings)[index(b)];
        if (static_cast<int>(cards.size()) != c.buildings[players][index(b)])
          return fail("wrong_count", "3.8.1", "buildings", cards.size());
        for (const CardId card : cards)
          if (tables_.card(card).building != b) return fail("wrong_card", "3.8.1", "buildings", index(card));
      }
    if (d.discs) {
      if (static_cast<int>(d.discs->size()) != c.discs_drawn)
        return fail("wrong_count", "3.9.1", "discs", d.discs->size());
      for (const Building b : building_types)
        if (std::ranges::count(*d.discs, b) > c.discs_per_type) return fail("wrong_count", "3.9.1", "discs");
    }
    if (d.auction && o.variant != Variant::solo &&
        d.auction->deck.size() != static_cast<std::size_t>(c.auction_cards_per_player) * players)
      return fail("wrong_count", "3.6.3", "auction.deck", d.auction->deck.size());
    if (d.auction && (d.auction->deck.size() > max_auction_cards || d.auction->removed.size() > max_parcels))
      return fail("wrong_count", "3.6.3", "auction.deck", d.auction->deck.size());
    check_unique();
  }

  void check_piles(const std::vector<std::vector<CardId>>& piles, std::size_t count, std::size_t size, CardType type,
                   std::string_view where) {
    if (piles.size() != count) return fail("wrong_count", "3", where, piles.size());
    for (const auto& pile : piles) {
      if (pile.size() != size) return fail("wrong_count", "3", where, pile.size());
      for (const CardId card : pile)
        if (tables_.card(card).type != type) return fail("wrong_card", "3", where, index(card));
    }
  }

  void check_unique() {
    std::array<bool, max_cards + 1> seen{};
    const auto visit = [&](const std::vector<CardId>& pile, std::string_view where) {
      for (const CardId card : pile) {
        if (seen[index(card)]) fail("card_twice", "2.2", where, index(card));
        seen[index(card)] = true;
      }
    };
    const Deal& d = setup_.deal;
    if (d.parcels)
      for (const auto& pile : *d.parcels) visit(pile, "parcels");
    if (d.auction) visit(d.auction->removed, "auction.removed"), visit(d.auction->deck, "auction.deck");
    if (d.development)
      for (const auto& pile : *d.development) visit(pile, "development");
    if (d.buildings)
      for (const auto& pile : *d.buildings) visit(pile, "buildings");
  }

  CardId card(const Json& json, std::string_view where) {
    if (!json.is_number_integer() || json.get<std::int64_t>() < 1 || json.get<std::int64_t>() > max_cards) {
      note(form_error("not_a_card", where, json));
      return CardId{1};
    }
    return id_at<CardId>(json.get<int>());
  }

  std::vector<CardId> pile(const Json& json, std::string_view where) {
    std::vector<CardId> cards;
    if (!json.is_array() || json.size() > max_cards) return note(form_error("not_a_list", where, json)), cards;
    for (const Json& item : json) cards.push_back(card(item, where));
    return cards;
  }

  std::vector<std::vector<CardId>> piles(const Json& json, std::string_view where) {
    std::vector<std::vector<CardId>> list;
    if (!json.is_array() || json.size() > max_players) return note(form_error("not_a_list", where, json)), list;
    for (const Json& item : json) list.push_back(pile(item, where));
    return list;
  }

  void read_boards(const Json& list) {
    auto boards = read_placements(tables_, list, "setup.boards");
    if (!boards) return note(boards.error());
    setup_.deal.boards = std::move(*boards);
  }

  void read_deal(ObjectReader& in) {
    Deal& d = setup_.deal;
    for (const char* key :
         {"boards", "turn_order", "parcels", "auction", "development", "buildings", "discs", "shuffles"})
      in.skip(key);
    if (in.has("boards")) read_boards(in.array("boards", 12));
    if (in.has("turn_order")) {
      d.turn_order.emplace();
      for (const Json& seat : in.array("turn_order", max_players)) {
        const bool good =
            seat.is_number_integer() && seat.get<std::int64_t>() >= 0 && seat.get<std::int64_t>() < max_players;
        if (!good) return in.fail("out_of_range", "turn_order", seat);
        d.turn_order->push_back(id_at<Seat>(seat.get<int>()));
      }
    }
    if (in.has("parcels")) d.parcels = piles(in.array("parcels"), "setup.parcels");
    if (in.has("auction")) {
      ObjectReader auction(in.object("auction"), "setup.auction");
      d.auction = {pile(auction.array("removed"), "setup.auction.removed"),
                   pile(auction.array("deck"), "setup.auction.deck")};
      note(auction.finish());
    }
    if (in.has("development")) {
      ObjectReader development(in.object("development"), "setup.development");
      const char* key = development.has("books") ? "books" : "deal";
      d.development = piles(development.array(key), "setup.development");
      note(development.finish());
      books_given_ = std::string_view(key) == "books";
    }
    if (in.has("buildings")) {
      ObjectReader buildings(in.object("buildings"), "setup.buildings");
      d.buildings.emplace();
      for (const Building b : building_types)
        (*d.buildings)[index(b)] = pile(buildings.array(building_letter(b)), "setup.buildings");
      note(buildings.finish());
    }
    if (in.has("discs")) {
      d.discs.emplace();
      for (const Json& disc : in.array("discs", 20)) {
        const Building b = disc.is_string() ? building_of(disc.get_ref<const std::string&>()) : Building::none;
        if (b == Building::none) return in.fail("unknown_word", "discs", disc);
        d.discs->push_back(b);
      }
    }
    if (in.has("shuffles")) {
      d.shuffles.emplace();
      for (const Json& json : in.array("shuffles", 100)) read_shuffle(json);
    }
  }

  void read_shuffle(const Json& json) {
    ObjectReader in(json, "setup.shuffles");
    GivenShuffle shuffle;
    shuffle.entry.what = static_cast<Shuffles::What>(in.one_of("what", {"development", "deck", "auction"}));
    shuffle.entry.seat = id_at<Seat>(in.integer_or("seat", 0, max_players - 1, -1));
    shuffle.order = pile(in.array("order"), "setup.shuffles.order");
    shuffle.entry.size = static_cast<std::uint8_t>(shuffle.order.size());
    note(in.finish());
    setup_.deal.shuffles->push_back(std::move(shuffle));
  }

  const Tables& tables_;
  const Json& json_;
  Setup setup_;
  bool books_given_ = false;
  std::vector<Error> errors_;
};

}  // namespace

std::expected<std::vector<Placement>, Error> read_placements(const Tables& tables, const Json& list,
                                                             const std::string& where) {
  std::vector<Placement> boards;
  for (const Json& json : list) {
    ObjectReader in(json, where);
    Placement p;
    p.board = tables.board_named(in.text("board"));
    if (!p.board) in.fail("unknown_word", "board", in.any("board"));
    p.side = in.one_of("side", side_names());
    p.x = static_cast<int>(in.integer("x", 0, 99));
    p.y = static_cast<int>(in.integer("y", 0, 99));
    const auto degrees = in.integer("rotation", 0, 270);
    if (degrees % 90 != 0) in.fail("out_of_range", "rotation", degrees);
    p.quarter_turns = static_cast<int>(degrees / 90);
    if (auto error = in.finish()) return std::unexpected(*error);
    boards.push_back(p);
  }
  return boards;
}

Json placements_json(const std::vector<Placement>& boards) {
  Json list = Json::array();
  for (const Placement& p : boards)
    list.push_back({{"board", p.board->id},
                    {"side", side_names()[p.side]},
                    {"x", p.x},
                    {"y", p.y},
                    {"rotation", 90 * p.quarter_turns}});
  return list;
}

std::vector<Error> read_setup(const Tables& tables, const Json& json, Setup& setup) {
  return SetupReader(tables, json).read(setup);
}

std::expected<Setup, Error> read_setup(const Tables& tables, const Json& json) {
  Setup setup;
  if (auto errors = read_setup(tables, json, setup); !errors.empty()) return std::unexpected(errors.front());
  return setup;
}

}  // namespace remise::tramways
