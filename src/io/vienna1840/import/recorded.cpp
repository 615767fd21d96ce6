#include "io/vienna1840/import/recorded.h"

#include <algorithm>

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rounds/rounds.h"

namespace remise::vienna1840 {

namespace {

constexpr const char* tram_letters[] = {"Y", "O", "R", "Pi", "Pu"};

std::string seat_text(Seat seat) { return "P" + std::to_string(static_cast<int>(seat) + 1); }
std::string line_text(LineId line) { return std::to_string(number_of(line)); }

class Writer {
 public:
  Writer(const Vienna1840& rules, const State& state, const Ledger& ledger)
      : t_(rules.tables()), s_(state), p_(rules.at(state)), map_(t_.map(state.map)), ledger_(ledger) {
    settle_trams(ledger_, state);
  }

  FlatState write() {
    round();
    for (int i = 0; i < s_.player_count; ++i) player(id_at<Seat>(i));
    for (int c = 0; c < tram_company_count; ++c) company(id_at<CompanyId>(c));
    for (int c = tram_company_count; c < company_count; ++c) stadtbahn(id_at<CompanyId>(c));
    market();
    for (int l = 0; l < line_count; ++l) line(id_at<LineId>(l));
    board();
    trams();
    cards();
    privates();
    return std::move(out_);
  }

 private:
  std::string name(CompanyId c) const { return t_.companies[index(c)].id; }
  void put(const std::string& key, Json value) { out_[key] = std::move(value); }

  // --- round

  void round() {
    const Round& round = p_.round();
    const bool ordering = s_.step == Step::choose_order;
    std::string kind, title;
    switch (round.kind) {
      case RoundKind::pre_share:
        kind = ordering ? "ORDER" : "AUCTION", title = ordering ? "Choose playing order" : "Opening auction";
        break;
      case RoundKind::share: kind = "SR"; break;
      case RoundKind::company: kind = "CR"; break;
      case RoundKind::line: kind = "LR"; break;
    }
    put("round/kind", kind);
    put("round/name", title.empty() ? kind + " " + round.name.substr(2) : title);
    put("round/part", part());
    put("round/step", step());
    put("round/phase", std::to_string(index(round.era) + 1));
    const bool over = ledger_.ended || s_.step == Step::over;
    put("round/finished", over);
    put("round/active", over ? Json::array() : Json::array({active()}));
    const Seat seat = p_.to_act();
    put("round/active_player", over || seat == Seat::none ? Json::array() : Json::array({seat_text(seat)}));
    Json order = Json::array();
    for (const Seat one : s_.order) order.push_back(seat_text(one));
    put("player_order", order);
  }

  Json part() const {
    if (p_.round().kind != RoundKind::company) return nullptr;
    if (s_.step == Step::dividend || s_.step == Step::over) return "income";
    return s_.step == Step::trams || s_.step == Step::assign ? "trams" : "lines";
  }

  bool done_building() const { return ledger_.built == s_.turn.line && ledger_.built_round == s_.round; }

  std::string step() const {
    switch (s_.step) {
      case Step::open_private:
      case Step::bid_private: return "private_auction";
      case Step::choose_order: return "choose_order";
      case Step::buy_director:
      case Step::shares: return "shares";
      case Step::dividend: return s_.at < s_.company_order.size() ? "dividend" : "run";
      case Step::trams: return "buy_trams";
      case Step::assign: return "assign_trams";
      case Step::name_line:
      case Step::bid_line: return "line_auction";
      case Step::trams_won:
      case Step::trams_after: return "buy_trams_after_auction";
      case Step::assign_won:
      case Step::assign_after:
      case Step::assign_final: return "assign_trams_after_auction";
      case Step::home: return "home_station";
      case Step::build:
        if (!done_building()) return "build";
        return s_.line(s_.turn.line).tram == TramColour::none ? "buy_private" : "run";
      case Step::bonus: return s_.turn.bonus == Bonus::place_station ? "bonus_station" : "bonus_tile";
      case Step::after_run: return "buy_private";
      case Step::over: return "run";
    }
    return "";
  }

  std::string active() const {
    switch (s_.step) {
      case Step::home:
      case Step::build:
      case Step::bonus:
      case Step::after_run: return line_text(s_.turn.line);
      case Step::dividend: {
        const std::size_t companies = s_.company_order.size();
        if (s_.at >= companies && s_.at - companies < s_.stadtbahn_order.size())
          return name(s_.stadtbahn_order[s_.at - companies]);
        break;
      }
      default: break;
    }
    const CompanyId c = p_.active_company();
    return c == CompanyId::none ? seat_text(p_.to_act()) : name(c);
  }

  // --- people and companies

  void player(Seat seat) {
    const Player& player = s_.player(seat);
    const std::string key = "players/" + seat_text(seat) + "/";
    // R17: the recording pays the 350 card out as cash when SR1 begins.
    const int card = player.preemptive && s_.round > 0 ? t_.preemptive_right.v : 0;
    put(key + "cash", player.cash.v + card);
    put(key + "loan", player.loans * t_.loan_cash.v);
    put(key + "loan_penalty", player.loans * t_.loan_debt.v);
    put(key + "certificates", p_.certificates(seat));
    put(key + "worth", p_.wealth(seat).v + card);
    put(key + "privates", held(Holder::of(seat)));
    for (int c = 0; c < company_count; ++c)
      if (const int tenths = player.shares[id_at<CompanyId>(c)])
        put(key + "shares/" + name(id_at<CompanyId>(c)), tenths * 10);
  }

  Json held(Holder holder) const {
    Json list = Json::array();
    for (std::size_t i = 0; i < private_count; ++i)
      if (s_.privates[i] == holder) list.push_back(recorded_private(t_, id_at<PrivateId>(i)));
    return list;
  }

  void shares(const std::string& key, CompanyId c) {
    const int left = p_.shares_left(c) * 10, pool = ledger_.pool[index(c)] * 10;
    put(key + "shares_initial", left - pool);
    put(key + "shares_pool", pool);
    if (!on_chart(s_.cells[c])) return;
    put(key + "price", p_.price(c).v);
    put(key + "row", s_.cells[c].row);
    put(key + "col", s_.cells[c].column);
    int stack = 0;
    for (const CompanyId other : s_.stacks) {
      if (other == c) break;
      stack += s_.cells[other] == s_.cells[c];
    }
    put(key + "stack", stack);
  }

  void company(CompanyId c) {
    const TramCompany& company = s_.company(c);
    const std::string key = "companies/" + name(c) + "/";
    put(key + "floated", company.director != Seat::none);
    put(key + "president", company.director == Seat::none ? Json() : Json(seat_text(company.director)));
    put(key + "treasury", company.treasury.v);
    put(key + "revenue_pile", company.revenue.v);
    shares(key, c);
    Json lines = Json::array(), parked = Json::array();
    for (const LineId line : company.lines) lines.push_back(line_text(line));
    for (const SourceTram& tram : ledger_.parked[index(c)]) parked.push_back(tram.id);
    put(key + "lines", lines);
    put(key + "unassigned_trams", parked);
    put(key + "privates", held(Holder::of(c)));
  }

  void stadtbahn(CompanyId c) {
    if (!map_.stadtbahn.has(c)) return;
    const std::string key = "stadtbahn/" + name(c) + "/";
    shares(key, c);
    put(key + "markers", stations(marker_of(c)));
    Json unbuilt = Json::array();
    for (const PathHex& step : map_.path(c))
      if (step.build && s_.board.tile[index(step.hex)] == TileId::none) unbuilt.push_back(map_[step.hex].name);
    put("stadtbahn_unbuilt/" + name(c), unbuilt);
  }

  void market() {
    std::map<std::string, Json> cells;
    for (const CompanyId c : s_.stacks) {
      Json& list = cells[std::to_string(s_.cells[c].row) + "," + std::to_string(s_.cells[c].column)];
      if (list.is_null()) list = Json::array();
      list.push_back(name(c));
    }
    for (auto& [cell, list] : cells) put("market/" + cell, std::move(list));
  }

  // --- lines and board

  // [{hex, city}]: cities are numbered without the halts.
  Json stations(MarkerId marker) const {
    Json list = Json::array();
    for (std::size_t site = 0; site < map_.sites.size(); ++site) {
      const HexId hex = map_.sites[site];
      int city = 0;
      for (const Location& at : face_at(map_, s_.board, hex).locations) {
        if (at.halt()) continue;
        for (int i = 0; i < at.slots; ++i)
          if (s_.board.markers[site][static_cast<std::size_t>(at.first_circle + i)] == marker)
            list.push_back({{"hex", map_[hex].name}, {"city", city}});
        ++city;
      }
    }
    return list;
  }

  void line(LineId l) {
    if (!map_.lines.has(l)) return;
    const Line& line = s_.line(l);
    const std::string key = "lines/" + line_text(l) + "/";
    static constexpr const char* places[] = {"hidden", "offered", "owned", "out_of_game"};
    put(key + "where", places[index(line.place)]);
    put(key + "company", line.company == CompanyId::none ? Json() : Json(name(line.company)));
    put(key + "cash", line.earned.v);
    const SourceTram& tram = ledger_.on_line[index(l)];
    const bool has = line.tram != TramColour::none;
    put(key + "trams", has ? Json::array({tram.id}) : Json::array());
    put(key + "tram_names", has ? Json::array({tram.face}) : Json::array());
    put(key + "stations", stations(marker_of(l)));
    put(key + "stations_left", markers_per_line - line.markers);
    put(key + "next_station_price",
        line.markers >= markers_per_line ? Json() : Json(map_.marker_prices[line.markers].v));
    put(key + "maintenance", has ? p_.maintenance(line.tram).v : 0);
  }

  void board() {
    for (std::size_t h = 0; h < hex_count; ++h) {
      const TileId tile = s_.board.tile[h];
      if (tile == TileId::none) continue;
      std::string face = map_.tiles[tile].name;
      if (map_.tiles[tile].kind == TileClass::railway_station_special) face += map_.hexes[h].name == "G11" ? "a" : "b";
      put("tiles/" + map_.hexes[h].name, Json::array({face, s_.board.rotation[h]}));
    }
  }

  // --- supply

  void trams() {
    int round = 1;  // the last company round that has begun
    for (std::size_t r = 0; r <= s_.round; ++r)
      if (t_.rounds[r].kind == RoundKind::company) round = t_.rounds[r].number;
    Json for_sale = Json::array();
    for (const TramOffer& offer : t_.tram_offers[static_cast<std::size_t>(round)]) {
      int face = 0;
      for (int r = 1; r <= round; ++r)
        for (const TramOffer& before : t_.tram_offers[static_cast<std::size_t>(r)])
          face += before.colour == offer.colour;
      if (s_.trams[index(offer.colour)])
        for_sale.push_back(Json::array(
            {tram_letters[index(offer.colour)] + std::to_string(face), offer.price.v, s_.trams[index(offer.colour)]}));
    }
    put("depot/for_sale", for_sale);
    for (std::size_t colour = 0; colour < tram_colour_count; ++colour) {
      const std::string kind = std::string(tram_letters[colour]) + "1";
      if (s_.trams[colour]) put("depot/remaining/" + kind, s_.trams[colour]);
      if (s_.newest == TramColour::none) continue;
      if (const int cost = t_.maintenance[colour][index(s_.newest)]) put("maintenance/" + kind, cost);
    }
  }

  void cards() {
    Json offered = Json::array(), hidden = Json::array();
    for (int l = 0; l < line_count; ++l) {
      const auto id = id_at<LineId>(l);
      if (s_.line(id).place == LinePlace::offered) offered.push_back(line_text(id));
      if (s_.line(id).place == LinePlace::hidden) hidden.push_back(line_text(id));
    }
    put("line_cards/offered", offered);
    put("line_cards/hidden", hidden);
  }

  void privates() {
    for (std::size_t i = 0; i < private_count; ++i) {
      if (!map_.privates.has(id_at<PrivateId>(i))) continue;
      const std::string key = "privates/" + recorded_private(t_, id_at<PrivateId>(i)) + "/";
      const Holder holder = s_.privates[i];
      Json owner;
      if (holder.kind == Holder::Kind::player) owner = seat_text(holder.seat());
      if (holder.kind == Holder::Kind::company) owner = name(holder.company());
      if (holder.kind == Holder::Kind::gone) owner = "closed";
      put(key + "owner", owner);
      put(key + "face", t_.privates[i].face.v);
      put(key + "income", t_.privates[i].dividend.v);
    }
  }

  const Tables& t_;
  const State& s_;
  Position p_;
  const Map& map_;
  Ledger ledger_;
  FlatState out_;
};

void flatten(const std::string& path, const Json& json, FlatState& out) {
  if (!json.is_object()) {
    out[path] = json;
    return;
  }
  for (const auto& [key, value] : json.items()) flatten(path.empty() ? key : path + "/" + key, value, out);
}

}  // namespace

std::string recorded_private(const Tables& tables, PrivateId which) {
  return which == PrivateId::ss ? "SSB" : tables.privates[index(which)].id;
}

void settle_trams(Ledger& ledger, const State& state) {
  for (std::size_t c = 0; c < tram_company_count; ++c) {
    const TramCompany& company = state.companies[c];
    std::vector<SourceTram> loose = std::move(ledger.parked[c]);
    ledger.parked[c].clear();
    const auto take = [&](TramColour colour) {
      const auto found =
          std::find_if(loose.begin(), loose.end(), [&](const SourceTram& tram) { return tram.colour == colour; });
      if (found == loose.end()) return SourceTram{"?", "?", colour};
      SourceTram tram = *found;
      loose.erase(found);
      return tram;
    };
    for (const LineId line : company.lines)
      if (SourceTram& there = ledger.on_line[index(line)]; there.colour != state.line(line).tram) {
        if (there.colour != TramColour::none) loose.push_back(there);
        there = {};
      }
    for (const LineId line : company.lines)
      if (SourceTram& there = ledger.on_line[index(line)];
          there.colour == TramColour::none && state.line(line).tram != TramColour::none)
        there = take(state.line(line).tram);
    // The recording keeps them as bought; ours are listed by the state.
    std::vector<SourceTram> parked;
    for (const TramColour colour : company.parked) parked.push_back(take(colour));
    ledger.parked[c] = std::move(parked);
  }
}

FlatState flattened(const Json& state) {
  FlatState out;
  flatten("", state, out);
  return out;
}

FlatState recorded_state(const Vienna1840& rules, const State& state, const Ledger& ledger) {
  return Writer(rules, state, ledger).write();
}

void normalise(FlatState& state) {
  for (auto& [key, value] : state) {
    if (!value.is_array()) continue;
    if (key.starts_with("stadtbahn_unbuilt/"))
      value = std::min(value, Json(Json::array_t(value.rbegin(), value.rend())));  // from either end
    if (key.ends_with("/stations") || key.ends_with("/markers"))
      for (Json& station : value)
        if (station.is_object()) station.erase("slot");
    if (key.ends_with("/stations") || key.ends_with("/markers") || key.ends_with("/privates") ||
        key.ends_with("/unassigned_trams"))
      std::sort(value.begin(), value.end());
  }
  std::erase_if(state, [](const auto& entry) { return entry.second.is_null() || entry.first.ends_with("/passed"); });
}

State with_new_lines(const Vienna1840& rules, const State& state) {
  switch (state.step) {
    case Step::trams_won:
    case Step::assign_won:
    case Step::trams_after:
    case Step::assign_after:
    case Step::assign_final: break;
    default: return state;
  }
  bool more = false;
  for (const CompanyId c : state.company_order)
    more = more || (!state.won.has(c) && !state.out.has(c) && !state.company(c).lines.full());
  bool offered = false;
  for (const Line& line : state.lines) offered = offered || line.place == LinePlace::offered;
  if (more && offered && state.step != Step::trams_after && state.step != Step::assign_after &&
      state.step != Step::assign_final)
    return state;
  State copy = state;
  Workspace work;
  reveal_lines(Mover{rules.tables(), copy, nullptr, work});
  return copy;
}

}  // namespace remise::vienna1840
