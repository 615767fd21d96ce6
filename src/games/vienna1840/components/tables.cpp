#include "games/vienna1840/components/tables.h"

#include <algorithm>
#include <climits>

#include "games/vienna1840/components/table_readers.h"
#include "games/vienna1840/components/words.h"

namespace remise::vienna1840 {
namespace {

constexpr Where game_json("game.json ");
constexpr int most_money = 1'000'000;

Money money(ValueReader& in, std::string_view key) {
  return {static_cast<std::int32_t>(in.integer(key, -most_money, most_money))};
}

std::int8_t small(ValueReader& in, std::string_view key, int min, int max) {
  return static_cast<std::int8_t>(in.integer(key, min, max));
}

HexId hex_named(const Value& map, std::string_view name) {
  const Value* list = map.find("hexes");
  if (!list || !list->is_array()) return HexId::none;
  for (std::size_t i = 0; i < list->size(); ++i)
    if (has_id((*list)[i], name)) return id_at<HexId>(i);
  return HexId::none;
}

class GameReader {
 public:
  GameReader(const Value& game, const Value& map, Tables& tables, Faults& faults)
      : in_(game, "game.json"), map_(map), out_(tables), faults_(faults) {}

  void read() {
    each("per_player_count", [&](const Value& json, const Where& where) { player_count(json, where); });
    each("rounds", [&](const Value& json, const Where& where) { round(json, where); });
    each("dividend_moves", [&](const Value& json, const Where& where) { dividend_move(json, where); });
    each("privates", [&](const Value& json, const Where& where) { private_company(json, where); });
    companies("tram_companies", 0, tram_company_count);
    companies("stadtbahn_companies", tram_company_count, stadtbahn_count);
    chart();
    trams();
    lines();
    single_facts();
    faults_.add(in_.finish_ignoring_rest());
    if (!faults_.any()) check();
  }

 private:
  template <class Read>
  void each(std::string_view key, Read read) {
    const Value& list = in_.array(key);
    for (std::size_t i = 0; i < list.size() && !faults_.any(); ++i) read(list[i], Where(game_json, key, i));
  }

  void player_count(const Value& json, const Where& where) {
    ValueReader in(json, where);
    PlayerCountFacts& facts = out_.by_players[static_cast<std::size_t>(in.integer("players", 2, 6))];
    facts.capital = money(in, "starting_capital");
    facts.certificate_limit = small(in, "certificate_limit", 1, 100);
    facts.lines_shown = small(in, "lines_shown_at_start", 1, line_count);
    if (in.integer("lines_added_per_company_round", 1, line_count) != facts.lines_shown)
      in.fail("out_of_range", "lines_added_per_company_round");
    ValueReader trams(in.object("trams"), Where(where, ".trams"));
    for (std::size_t c = 0; c < tram_colour_count; ++c) facts.trams[c] = small(trams, tram_words[c], 0, 100);
    for (const Value& board : in.array("boards", 3))
      facts.boards.push_back(variant_named(board.is_string() ? board.text() : "", where, faults_));
    faults_.add(trams.finish());
    faults_.add(in.finish_ignoring_rest());
  }

  void round(const Value& json, const Where& where) {
    ValueReader in(json, where);
    Round round;
    round.name = in.text("id");
    round.kind = id_at<RoundKind>(in.one_of("kind", {"pre-share", "share", "company", "line"}));
    round.era = id_at<Era>(in.one_of("revenue_era", era_words));
    round.multiplier = static_cast<std::int8_t>(in.integer_or("stadtbahn_multiplier", 1, 100, 0));
    round.last = in.boolean_or("last", false);
    const auto digit = std::ranges::find_if(round.name, [](char c) { return c >= '1' && c <= '9'; });
    round.number = digit == round.name.end() ? std::int8_t{0} : static_cast<std::int8_t>(*digit - '0');
    if ((round.kind == RoundKind::company) != (round.multiplier > 0)) in.fail("missing", "stadtbahn_multiplier");
    faults_.add(in.finish_ignoring_rest());
    out_.rounds.push_back(round);
  }

  void dividend_move(const Value& json, const Where& where) {
    ValueReader in(json, where);
    DividendMove move;
    move.min = static_cast<std::int32_t>(in.integer("min", 0, most_money));
    move.max = static_cast<std::int32_t>(in.integer_or("max", 0, most_money, INT_MAX));
    move.move = small(in, "move", -1, 20);
    faults_.add(in.finish());
    out_.dividend_moves.push_back(move);
  }

  void private_company(const Value& json, const Where& where) {
    ValueReader in(json, where);
    if (privates_ == private_count) return faults_.add("wrong_count", where);
    PrivateFacts& facts = out_.privates[privates_++];
    facts.id = in.text("id");
    facts.name = in.text("name");
    facts.face = money(in, "face");
    facts.dividend = money(in, "dividend");
    facts.landmark = hex_named(map_, in.text("landmark_hex"));
    if (facts.landmark == HexId::none) in.fail("no_such_hex", "landmark_hex");
    faults_.add(in.finish());
  }

  void companies(std::string_view key, std::size_t first, std::size_t count) {
    const Value& list = in_.array(key, count);
    if (list.size() != count) in_.fail("wrong_count", key, list.size());
    for (std::size_t i = 0; i < list.size() && !faults_.any(); ++i) {
      ValueReader in(list[i], Where(game_json, key, i));
      out_.companies[first + i] = {std::string(in.text("id")), std::string(in.text("name")),
                                   std::string(in.text("colour_name")), std::string(in.text("colour")),
                                   std::string(in.text("text_colour"))};
      faults_.add(in.finish_ignoring_rest());
    }
  }

  Cell cell(ValueReader& in) { return {small(in, "row", 0, 4), small(in, "column", 0, 19)}; }

  void chart() {
    ValueReader in(in_.object("share_chart"), "game.json share_chart");
    for (const Value& row : in.array("rows", 5)) {
      auto& prices = out_.chart.emplace_back();
      if (!row.is_array()) return faults_.add("not_a_list", "game.json share_chart.rows");
      for (const Value& price : row) {
        if (!price.is_number_unsigned()) return faults_.add("not_an_integer", "game.json share_chart.rows", price);
        prices.push_back(price.get<std::int16_t>());
      }
    }
    for (const Value& json : in.array("tram_par_cells", 10)) {
      ValueReader par(json, "game.json share_chart.tram_par_cells");
      out_.pars.push_back({money(par, "price"), cell(par)});
      faults_.add(par.finish());
    }
    std::ranges::sort(out_.pars, {}, &ParPrice::price);
    ValueReader starts(in.object("stadtbahn_start_cells"), "game.json share_chart.stadtbahn_start_cells");
    for (std::size_t s = 0; s < stadtbahn_count; ++s) {
      ValueReader start(starts.object(stadtbahn_words[s]), "game.json share_chart.stadtbahn_start_cells");
      out_.stadtbahn_cells[s] = cell(start);
      stadtbahn_prices_[s] = money(start, "price");
      faults_.add(start.finish());
    }
    faults_.add(starts.finish());
    faults_.add(in.finish_ignoring_rest());
  }

  void trams() {
    ValueReader in(in_.object("trams"), "game.json trams");
    out_.trams_per_company = small(in, "limit_per_company", 1, 10);
    for (const Value& json : in.array("offers", 6)) {
      ValueReader offer(json, "game.json trams.offers");
      const auto name = offer.text("round");
      const bool company_round = name.size() == 3 && name.starts_with("CR") && name[2] >= '1' && name[2] <= '6';
      if (!company_round) offer.fail("unknown_word", "round", name);
      for (const Value& stack : offer.array("stacks", 3)) {
        ValueReader tram(stack, "game.json trams.offers.stacks");
        const TramOffer out{id_at<TramColour>(tram.one_of("colour", tram_words)),
                            tram.has("price") ? money(tram, "price") : Money{-1}};
        faults_.add(tram.finish_ignoring_rest());
        // A stack without a price is out of sale (R6: none in CR6).
        if (company_round && out.price.v >= 0) out_.tram_offers[static_cast<std::size_t>(name[2] - '0')].push_back(out);
      }
      faults_.add(offer.finish_ignoring_rest());
    }
    for (auto& offers : out_.tram_offers) std::ranges::sort(offers, {}, &TramOffer::colour);
    maintenance(in.object("maintenance"));
    faults_.add(in.finish_ignoring_rest());
  }

  void maintenance(const Value& json) {
    ValueReader in(json, "game.json trams.maintenance");
    ValueReader rows(in.object("rows"), "game.json trams.maintenance.rows");
    for (std::size_t tram = 0; tram < tram_colour_count; ++tram) {
      const Value& row = rows.array(tram_words[tram], tram_colour_count);
      if (row.size() != tram_colour_count) rows.fail("wrong_count", tram_words[tram], row.size());
      for (std::size_t newest = 0; newest < row.size(); ++newest) {
        if (row[newest].is_null()) continue;  // cannot occur
        if (!row[newest].is_number_integer())
          rows.fail("not_an_integer", tram_words[tram], row[newest]);
        else
          out_.maintenance[tram][newest] = row[newest].get<std::int16_t>();
      }
    }
    faults_.add(rows.finish());
    faults_.add(in.finish_ignoring_rest());
  }

  void lines() {
    ValueReader in(in_.object("lines"), "game.json lines");
    const Value& costs = in.array("station_costs", markers_per_line);
    if (costs.size() != markers_per_line) in.fail("wrong_count", "station_costs", costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (!costs[i].is_number_unsigned())
        in.fail("not_an_integer", "station_costs", costs[i]);
      else
        for (Map& map : out_.maps) map.marker_prices[i] = {costs[i].get<std::int32_t>()};
    }
    for (const Value& number : in.array("not_shown_at_start", line_count)) {
      if (!number.is_number_unsigned() || number.get<std::uint64_t>() - 1 >= line_count)
        in.fail("no_such_line", "not_shown_at_start", number);
      else
        out_.not_shown_at_start.add(line_numbered(number.get<int>()));
    }
    out_.line_min_bid = money(in, "auction_min_bid");
    out_.auction_step = money(in, "auction_bid_step");
    out_.lines_per_company = small(in, "per_company", 1, line_count);
    faults_.add(in.finish_ignoring_rest());
  }

  void single_facts() {
    out_.preemptive_right = money(in_, "preemptive_right_value");
    out_.dividend_step = money(in_, "dividend_step");
    const Money landmark_bonus = money(in_, "landmark_bonus");
    ValueReader privates(in_.object("private_rules"), "game.json private_rules");
    out_.private_drop = money(privates, "price_drop_when_first_unsold");
    faults_.add(privates.finish_ignoring_rest());
    ValueReader costs(in_.object("costs"), "game.json costs");
    const Money removal_cost = money(costs, "remove_stadtbahn_marker");
    for (Map& map : out_.maps) map.landmark_bonus = landmark_bonus, map.removal_cost = removal_cost;
    faults_.add(costs.finish_ignoring_rest());
    ValueReader loans(in_.object("loans"), "game.json loans");
    out_.loan_cash = money(loans, "cash");
    out_.loan_debt = money(loans, "end_value");
    faults_.add(loans.finish_ignoring_rest());
    const auto sales = in_.text("privates_sellable_to_companies_from");
    const auto found = std::ranges::find(out_.rounds, sales, &Round::name);
    if (found == out_.rounds.end()) in_.fail("no_such_round", "privates_sellable_to_companies_from", sales);
    out_.first_round_of_private_sales = static_cast<int>(found - out_.rounds.begin());
  }

  // What the readers above cannot see one entry at a time.
  void check() {
    const auto price_at = [&](Cell c) {
      const auto row = static_cast<std::size_t>(c.row), column = static_cast<std::size_t>(c.column);
      return row < out_.chart.size() && column < out_.chart[row].size() ? out_.chart[row][column] : -1;
    };
    for (const ParPrice& par : out_.pars)
      if (price_at(par.cell) != par.price.v)
        return faults_.add("price_not_in_cell", "game.json share_chart.tram_par_cells", par.price.v);
    for (std::size_t s = 0; s < stadtbahn_count; ++s)
      if (price_at(out_.stadtbahn_cells[s]) != stadtbahn_prices_[s].v)
        return faults_.add("price_not_in_cell", "game.json share_chart.stadtbahn_start_cells", stadtbahn_prices_[s].v);
    for (std::size_t row = 1; row < out_.chart.size(); ++row)
      if (out_.chart[row].size() > out_.chart[row - 1].size())
        return faults_.add("row_too_long", "game.json share_chart.rows", row);
    for (std::size_t players = 2; players <= 6; ++players)
      if (out_.by_players[players].boards.empty()) return faults_.add("missing", "game.json per_player_count", players);
    std::int64_t next = 0;
    for (const DividendMove& move : out_.dividend_moves) {
      if (move.min != next || (move.max != INT_MAX && move.max < move.min))
        return faults_.add("ranges_have_gaps", "game.json dividend_moves", move.min);
      next = std::int64_t{move.max} + out_.dividend_step.v;
    }
    if (privates_ != private_count) faults_.add("wrong_count", "game.json privates", privates_);
    if (next < INT_MAX) faults_.add("ranges_have_gaps", "game.json dividend_moves", next);
  }

  ValueReader in_;
  const Value& map_;
  Tables& out_;
  Faults& faults_;
  std::size_t privates_ = 0;
  std::array<Money, stadtbahn_count> stadtbahn_prices_{};
};

Document read_file(const DataFiles& data, std::string_view name, Faults& faults) {
  static constexpr Where folder("1840/");
  const Where file(folder, name);
  const auto text = data(file.text());
  if (!text) return faults.add("missing_file", file), Document();
  auto json = parse_document(*text);
  if (!json) return faults.add("file_not_json", file), Document();
  return std::move(*json);
}

}  // namespace

void read_game(const Value& game, const Value& map, Tables& tables, Faults& faults) {
  GameReader(game, map, tables, faults).read();
}

const Round& Tables::company_round(int number) const {
  const auto at = std::ranges::find_if(
      rounds, [&](const Round& round) { return round.kind == RoundKind::company && round.number == number; });
  REMISE_ASSERT(at != rounds.end());
  return *at;
}

std::expected<std::shared_ptr<const Tables>, Error> Tables::read(const DataFiles& data) {
  Faults faults;
  const Document map = read_file(data, "map.json", faults);
  const Document variants = read_file(data, "map_variants.json", faults);
  const Document tiles = read_file(data, "tiles.json", faults);
  const Document upgrades = read_file(data, "upgrades.json", faults);
  const Document game = read_file(data, "game.json", faults);
  auto tables = std::make_shared<Tables>();
  if (!faults.any()) read_game(game.root(), map.root(), *tables, faults);
  Tiles all_tiles;
  if (!faults.any()) all_tiles = read_tiles(tiles.root(), upgrades.root(), faults);
  if (!faults.any()) {
    ValueReader in(game.root(), "game.json");
    const Value& removal = in.object("stadtbahn_marker_removal");
    faults.add(in.finish_ignoring_rest());
    if (!faults.any()) read_maps(map.root(), variants.root(), removal, all_tiles, *tables, faults);
  }
  if (faults.any()) return std::unexpected(*faults.first);
  return tables;
}

}  // namespace remise::vienna1840
