// Source moves as actions of ours.
#include <algorithm>
#include <charconv>

#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/rounds/rounds.h"
#include "io/vienna1840/import/follow.h"

namespace remise::vienna1840 {

namespace {

std::optional<int> parsed(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// "57-2" is a copy of tile 57; L30a and L31b are faces of L30 and L31.
std::string tile_of_copy(const std::string& copy) {
  std::string name = copy.substr(0, copy.rfind('-'));
  if ((name.starts_with("L30") || name.starts_with("L31")) && name.size() == 4) name.pop_back();
  return name;
}

// "Y1-0", "Pi2": the letters tell the colour.
TramColour tram_colour(const std::string& name) {
  if (name.starts_with("Y")) return TramColour::yellow;
  if (name.starts_with("O")) return TramColour::orange;
  if (name.starts_with("R")) return TramColour::red;
  if (name.starts_with("Pi")) return TramColour::pink;
  if (name.starts_with("Pu")) return TramColour::purple;
  return TramColour::none;
}

const Json& list(const Json& action, const char* key) {
  static const Json none = Json::array();
  const auto found = action.find(key);
  return found != action.end() && found->is_array() ? *found : none;
}

std::string item_text(const Json& object, const char* key) {
  if (!object.is_object()) return "";
  const auto found = object.find(key);
  if (found == object.end()) return "";
  return found->is_string() ? found->get<std::string>() : found->is_number_integer() ? found->dump() : "";
}

int location_of_city(const Face& face, int city) {
  for (std::size_t l = 0; l < face.locations.size(); ++l)
    if (!face.locations[l].halt() && city-- == 0) return static_cast<int>(l);
  return -1;
}

}  // namespace

std::string Follower::text(const SourceMove& move, const char* key) const { return item_text(move.action, key); }

std::optional<int> Follower::number(const SourceMove& move, const char* key) const {
  const auto found = move.action.find(key);
  if (found == move.action.end()) return std::nullopt;
  if (found->is_number_integer() && *found >= -1'000'000 && *found <= 1'000'000) return found->get<int>();
  return found->is_string() ? parsed(found->get_ref<const std::string&>()) : std::nullopt;
}

CompanyId Follower::company_named(const std::string& name) const {
  for (std::size_t c = 0; c < company_count; ++c)
    if (tables_.companies[c].id == name) return id_at<CompanyId>(c);
  return name.starts_with("DT") ? CompanyId::dtkc : CompanyId::none;
}

PrivateId Follower::private_named(const std::string& name) const {
  for (std::size_t p = 0; p < private_count; ++p)
    if (tables_.privates[p].id == name || recorded_private(tables_, id_at<PrivateId>(p)) == name)
      return id_at<PrivateId>(p);
  return PrivateId::none;
}

LineId Follower::line_named(const std::string& name) const {
  const int n = parsed(name).value_or(0);
  return n >= 1 && n <= line_count ? line_numbered(n) : LineId::none;
}

// "K9-0-0": city 0 of what is printed on K9; "57-2-0": city 0 of the tile 57-2, wherever it lies.
Follower::City Follower::city_of(const SourceMove& move) const {
  const std::string city = text(move, "city");
  const std::size_t last = city.rfind('-');
  City result;
  if (last == std::string::npos) return result;
  const std::string where = city.substr(0, last);
  if (const auto copy = copies_.find(where); copy != copies_.end())
    result.hex = copy->second;
  else
    result.hex = map_.find(where.substr(0, where.find('-')));
  if (result.hex == HexId::none) result.hex = map_.find(text(move, "hex"));
  if (result.hex == HexId::none) return result;
  result.hex = map_[result.hex].anchor;
  result.location =
      location_of_city(face_at(map_, now().board, result.hex), parsed(city.substr(last + 1)).value_or(-1));
  return result;
}

void Follower::claim_differs(const SourceMove& move, const std::string& path, Json expected, Json found,
                             const std::string& ruling) {
  claims_.push_back({"source", move.id, path, std::move(expected), std::move(found), ruling});
}

Follower::Translated Follower::translate(std::size_t i) {
  const SourceMove& move = source_.moves[i];
  const std::string& type = move.type;
  if (type == "pass") return Actions{Pass{}};
  if (type == "bid") {
    const int price = number(move, "price").value_or(-1);
    if (now().step == Step::name_line || now().step == Step::bid_line) {
      const LineId lot = line_named(text(move, "corporation"));
      return Actions{BidLine{lot == LineId::none ? named_ : lot, price}};
    }
    return Actions{BidPrivate{private_named(text(move, "company")), price}};
  }
  if (type == "choose")
    return Actions{ChooseOrder{static_cast<std::uint8_t>(std::clamp(number(move, "choice").value_or(-1) + 1, 0, 255))}};
  if (type == "par") {
    const std::string price = text(move, "share_price");
    return Actions{BuyDirector{
        company_named(text(move, "corporation")),
        static_cast<std::uint8_t>(std::clamp(parsed(price.substr(0, price.find(','))).value_or(0), 0, 255))}};
  }
  if (type == "buy_shares" || type == "sell_shares") {
    const Json& shares = list(move.action, "shares");
    if (shares.empty() || !shares[0].is_string()) return std::unexpected("no_shares_named");
    const std::string id = shares[0].get<std::string>();
    const CompanyId c = company_named(id.substr(0, id.rfind('_')));
    if (type == "buy_shares" && shares.size() == 1) return Actions{BuyShare{c}};
    if (type == "buy_shares") return std::unexpected("several_shares");
    return Actions{SellShares{c, static_cast<std::uint8_t>(std::min<std::size_t>(shares.size(), 255))}};
  }
  if (type == "dividend") {
    const std::string kind = text(move, "kind");
    const int revenue = now().company(rules_.at(now()).active_company()).revenue.v;
    return Actions{Dividend{kind == "withhold" ? 0 : kind == "payout" ? revenue : number(move, "amount").value_or(-1)}};
  }
  if (type == "buy_train" || type == "scrap_train" || type == "reassign_trains") return trams(move);
  if (type == "lay_tile") return lay_tile(i);
  if (type == "place_token") return place_token(move);
  if (type == "remove_token") return remove_token(move);
  if (type == "run_routes") return run_routes(move);
  if (type == "buy_company") return buy_company(move);
  if (type == "choose_ability" || type == "sell_company")
    return Actions{ReturnPrivate{id_at<PrivateId>(who(move).number)}};
  return std::unexpected("unknown_action");
}

Follower::Translated Follower::lay_tile(std::size_t i) {
  const SourceMove& move = source_.moves[i];
  const std::string copy = text(move, "tile");
  Lay lay{map_.find(text(move, "hex")), map_.tiles.find(tile_of_copy(copy)),
          static_cast<std::uint8_t>(std::clamp(number(move, "rotation").value_or(255), 0, 255)), 0};
  if (lay.hex == HexId::none) return std::unexpected("unknown_hex");
  if (lay.tile == TileId::none) return std::unexpected("unknown_tile");
  const bool first_on_double =
      map_[lay.hex].kind == HexKind::double_interchange && now().board.tile[index(lay.hex)] == TileId::none;
  if (!first_on_double) return Actions{LayTile{lay}};
  // R72: the source takes up the layer's home marker and asks for its circle in the next move.
  const LineId layer = now().turn.line;
  if (!has_marker(map_, now().board, lay.hex, marker_of(layer)) || i + 1 >= source_.moves.size())
    return Actions{LayTile{lay}};
  const SourceMove& next = source_.moves[i + 1];
  const std::string city = text(next, "city");
  if (next.type != "place_token" || who(next) != who(move) || city.substr(0, city.rfind('-')) != copy)
    return Actions{LayTile{lay}};
  const int chosen = parsed(city.substr(city.rfind('-') + 1)).value_or(0) == 1 ? 1 : 0;
  const bool in_first = marker_at(map_, now().board, lay.hex, 0) == marker_of(layer);
  lay.circle = static_cast<std::uint8_t>(in_first ? chosen : 1 - chosen);
  circle_line_ = layer;
  const std::string key = "lines/" + std::to_string(number_of(layer)) + "/";
  not_compared_ = {"round/step", key + "stations", key + "stations_left", key + "next_station_price"};
  return Actions{LayTile{lay}};
}

Follower::Translated Follower::place_token(const SourceMove& move) {
  const City at = city_of(move);
  if (at.hex == HexId::none) return std::unexpected("unknown_hex");
  if (at.location < 0) return std::unexpected("unknown_city");
  MarkerPlace place{at.hex, static_cast<std::uint8_t>(at.location), false};
  if (now().step == Step::bonus) {
    // R81: with the bonus one may point at a Stadtbahn marker and replace it. Where a circle is free as well, the place
    // pointed at decides; ours keeps no places inside an interchange, so a free circle is taken first.
    std::vector<Choice<Action>> choices;
    rules_.legal(now(), rules_.at(now()).to_act(), choices, work_);
    const auto listed = [&](bool replace) {
      return std::any_of(choices.begin(), choices.end(), [&](const auto& choice) {
        const auto* marker = std::get_if<PlaceMarker>(&choice.action);
        return marker && marker->place == MarkerPlace{place.hex, place.location, replace};
      });
    };
    place.replace = !listed(false) && listed(true);
  }
  return Actions{PlaceMarker{place}};
}

Follower::Translated Follower::remove_token(const SourceMove& move) const {
  const City at = city_of(move);
  if (at.hex == HexId::none) return std::unexpected("unknown_hex");
  if (at.location < 0) return std::unexpected("unknown_city");
  const Location& location = face_at(map_, now().board, at.hex).locations[static_cast<std::size_t>(at.location)];
  for (int c = location.first_circle; c < location.first_circle + location.slots; ++c)
    if (const MarkerId marker = marker_at(map_, now().board, at.hex, c); is_stadtbahn(marker))
      return Actions{RemoveMarker{{at.hex, stadtbahn_of(marker)}}};
  return std::unexpected("no_marker_there");
}

Follower::Translated Follower::trams(const SourceMove& move) {
  const CompanyId c = rules_.at(now()).active_company();
  if (c == CompanyId::none || is_stadtbahn(c)) return std::unexpected("not_to_act");
  if (move.type == "buy_train") {
    const TramColour colour = tram_colour(text(move, move.action.contains("variant") ? "variant" : "train"));
    if (colour == TramColour::none) return std::unexpected("unknown_tram");
    if (const auto price = number(move, "price"); price && *price != rules_.at(now()).tram_price(colour).v)
      claim_differs(move, "price", *price, rules_.at(now()).tram_price(colour).v);
    return Actions{BuyTram{colour}};
  }
  settle_trams(ledger_, now());
  if (move.type == "scrap_train") {
    const std::string id = text(move, "train");
    for (const LineId line : now().company(c).lines)
      if (ledger_.on_line[index(line)].id == id) return Actions{ScrapTram{ledger_.on_line[index(line)].colour, line}};
    for (const SourceTram& tram : ledger_.parked[index(c)])
      if (tram.id == id) return Actions{ScrapTram{tram.colour, LineId::none}};
    return std::unexpected("unknown_tram");
  }
  adopt_assignment(move);
  AssignTrams way;
  std::vector<LineId> lines(now().company(c).lines.begin(), now().company(c).lines.end());
  std::sort(lines.begin(), lines.end());
  for (std::size_t i = 0; i < lines.size() && i < way.lines.size(); ++i) {
    way.lines[i] = lines[i];
    way.trams[i] = ledger_.on_line[index(lines[i])].colour;
  }
  return Actions{way};
}

// Puts the named trams where the source says, in the ledger only.
void Follower::adopt_assignment(const SourceMove& move) {
  const CompanyId c = id_at<CompanyId>(who(move).number);
  if (index(c) >= tram_company_count) return;
  settle_trams(ledger_, now());
  std::vector<SourceTram> all = std::move(ledger_.parked[index(c)]);
  ledger_.parked[index(c)].clear();
  for (const LineId line : now().company(c).lines) {
    SourceTram& tram = ledger_.on_line[index(line)];
    if (tram.colour != TramColour::none) all.push_back(tram);
    tram = {};
  }
  for (const Json& entry : list(move.action, "assignments")) {
    const LineId line = line_named(item_text(entry, "corporation"));
    const std::string id = item_text(entry, "train");
    const auto tram = std::find_if(all.begin(), all.end(), [&](const SourceTram& one) { return one.id == id; });
    const bool own = line != LineId::none && now().company(c).lines.contains(line);
    if (tram == all.end() || !own || ledger_.on_line[index(line)].colour != TramColour::none) continue;
    ledger_.on_line[index(line)] = *tram;
    all.erase(tram);
  }
  ledger_.parked[index(c)] = std::move(all);
}

Follower::Translated Follower::buy_company(const SourceMove& move) const {
  const PrivateId which = private_named(text(move, "company"));
  const int price = number(move, "price").value_or(0);
  if (which == PrivateId::none) return std::unexpected("unknown_private");
  Actions actions{OfferPrivate{which, static_cast<std::uint8_t>(std::clamp(price, 0, 255))}};
  const Holder holder = now().holder(which);
  const CompanyId c = rules_.at(now()).active_company();
  if (holder.kind == Holder::Kind::player && c != CompanyId::none && now().company(c).director != holder.seat())
    actions.push_back(AcceptOffer{});
  return actions;
}

// What the recorded route is worth by our board; nothing where there is no such route. Each connection is a chain of
// hexes from stop to stop.
std::optional<int> Follower::route_value(const Json& connections, LineId line) const {
  const State& s = now();
  const Runner runner = runner_of(rules_.at(s), line);
  struct Place {
    HexId hex;
    int location;
    bool operator==(const Place&) const = default;
  };
  const auto edge_to = [&](HexId from, HexId to) {
    for (int e = 0; e < 6; ++e)
      if (map_[from].neighbours[static_cast<std::size_t>(e)] == to) return e;
    return -1;
  };
  const auto place_at = [&](HexId hex, int edge) -> std::optional<Place> {
    const int location = face_at(map_, s.board, hex).tram[static_cast<std::size_t>(edge)];
    if (location >= 0) return Place{map_[hex].anchor, location};
    const bool arrow = (map_[hex].arrows >> edge & 1) != 0 && s.board.tile[index(hex)] == TileId::none;
    if (arrow && runner.empty_stations && map_[hex].kind == HexKind::railway_station) return Place{hex, 255};
    return std::nullopt;
  };
  std::vector<Place> stops;
  std::map<std::size_t, int> links;  // how often a stop is an end of a connection
  for (const Json& chain : connections) {
    if (!chain.is_array() || chain.size() < 2) return std::nullopt;
    std::vector<HexId> hexes;
    for (const Json& name : chain)
      hexes.push_back(name.is_string() ? map_.find(name.get_ref<const std::string&>()) : HexId::none);
    if (std::find(hexes.begin(), hexes.end(), HexId::none) != hexes.end()) return std::nullopt;
    // Hexes of one area count as one place: the chain crosses exactly one edge between areas.
    std::size_t crossing = 0, crossings = 0;
    for (std::size_t k = 0; k + 1 < hexes.size(); ++k)
      if (map_[hexes[k]].anchor != map_[hexes[k + 1]].anchor) crossing = k, ++crossings;
    const int edge = crossings == 1 ? edge_to(hexes[crossing], hexes[crossing + 1]) : -1;
    if (edge < 0) return std::nullopt;
    const auto a = place_at(hexes[crossing], edge), b = place_at(hexes[crossing + 1], opposite(edge));
    if (!a || !b) return std::nullopt;
    for (const Place& place : {*a, *b}) {
      const auto known = std::find(stops.begin(), stops.end(), place);
      const auto n = static_cast<std::size_t>(known - stops.begin());
      if (known == stops.end()) stops.push_back(place);
      if (++links[n] > 2) return std::nullopt;
    }
  }
  if (stops.size() < 2 || stops.size() != connections.size() + 1) return std::nullopt;  // a single way, no circle
  int value = 0;
  bool own = false;
  for (std::size_t n = 0; n < stops.size(); ++n) {
    const Place& stop = stops[n];
    if (stop.location == 255) {
      if (links[n] > 1) return std::nullopt;
      continue;
    }
    const Location& at = face_at(map_, s.board, stop.hex).locations[static_cast<std::size_t>(stop.location)];
    if (links[n] > 1 && !may_pass(map_, s.board, stop.hex, at, line)) return std::nullopt;
    own = own || (!at.halt() && stop_value(map_, s.board, runner, stop.hex, stop.location) > 0);
    value += stop_value(map_, s.board, runner, stop.hex, stop.location);
  }
  for (std::size_t p = 0; p < private_count; ++p) {  // R103: once for each landmark on the way
    const bool there = std::any_of(stops.begin(), stops.end(), [&](const Place& stop) {
      return stop.location != 255 && map_[stop.hex].landmark == id_at<PrivateId>(p);
    });
    if (there && runner.privates.has(id_at<PrivateId>(p))) value += map_.landmark_bonus.v;
  }
  return own ? std::optional<int>(value) : std::nullopt;
}

Follower::Translated Follower::run_routes(const SourceMove& move) {
  const Json& routes = list(move.action, "routes");
  const LineId line = now().turn.line;
  const State& s = now();
  const Runner runner = runner_of(rules_.at(s), line);
  const int best = work_.routes.best_revenue(map_, s.board, runner);
  if (routes.empty()) {
    if (best > 0) claim_differs(move, "routes", 0, best, "R104");  // C7, C11: staying at home was possible there
    return Actions{Run{Run::no_claim, true}};
  }
  if (routes.size() > 1) return std::unexpected("several_routes");
  const Json& route = routes[0];
  const auto claim =
      route.is_object() && route.contains("revenue") && route["revenue"].is_number_integer()
          ? std::optional<int>(std::clamp<std::int64_t>(route["revenue"].get<std::int64_t>(), -1, 1'000'000))
          : std::nullopt;
  const auto value = route_value(route.is_object() ? list(route, "connections") : Json::array(), line);
  if (!value)
    claim_differs(move, "routes/connections", route.is_object() ? list(route, "connections") : Json(), nullptr);
  if (value && claim && *value != *claim) claim_differs(move, "routes/revenue", *claim, *value);
  const int taken = value ? *value : std::min(claim.value_or(best), best);
  if (value && *value < best) claim_differs(move, "routes/best", *value, best, "R104");  // C11
  return Actions{Run{taken, false}};
}

// A decision we took by ourselves must be the one the source made.
void Follower::check_settled(const SourceMove& move, const State& before) {
  if (move.type == "dividend") {
    if (const int amount = number(move, "amount").value_or(0); amount != 0) claim_differs(move, "amount", amount, 0);
  } else if (move.type == "run_routes") {
    int claim = 0;
    for (const Json& route : list(move.action, "routes"))
      if (route.is_object() && route.contains("revenue") && route["revenue"].is_number_integer())
        claim += static_cast<int>(std::clamp<std::int64_t>(route["revenue"].get<std::int64_t>(), 0, 100'000));
    const std::size_t companies = before.company_order.size();
    if (before.at < companies || before.at - companies >= before.stadtbahn_order.size())
      return claim_differs(move, "routes", list(move.action, "routes"), nullptr);  // no Stadtbahn runs here
    const CompanyId c = before.stadtbahn_order[before.at - companies];
    const int value = work_.routes.stadtbahn_run(map_, before.board, c, rules_.at(before).round().era).revenue;
    if (value != claim) claim_differs(move, "routes/revenue", claim, value);
  } else if (move.type == "reassign_trains") {
    adopt_assignment(move);
  } else if (move.type == "place_token") {
    const City at = city_of(move);
    if (at.hex == HexId::none || !has_marker(map_, now().board, at.hex, marker_of(before.turn.line)))
      claim_differs(move, "city", text(move, "city"), nullptr);
  } else if (move.type == "choose") {
    const int place = number(move, "choice").value_or(-1);
    if (place < 0 || place >= before.player_count || before.cards[static_cast<std::size_t>(place)] != Seat::none)
      claim_differs(move, "choice", place, nullptr);
  }
}

void Follower::note(const SourceMove& move) {
  if (move.type == "lay_tile") copies_[text(move, "tile")] = map_.find(text(move, "hex"));
  if (move.type == "bid") named_ = LineId::none;
  if (move.type == "buy_train") {
    const CompanyId c = id_at<CompanyId>(who(move).number);
    const std::string id = text(move, "train");
    const std::string face = move.action.contains("variant") ? text(move, "variant") : id.substr(0, id.find('-'));
    if (index(c) < tram_company_count) ledger_.parked[index(c)].push_back({id, face, tram_colour(face)});
  }
  if (move.type == "scrap_train") {
    const std::string id = text(move, "train");
    for (auto& parked : ledger_.parked) std::erase_if(parked, [&](const SourceTram& tram) { return tram.id == id; });
    for (SourceTram& tram : ledger_.on_line)
      if (tram.id == id) tram = {};
  }
  if (move.type == "sell_shares" || move.type == "buy_shares")
    for (const Json& share : list(move.action, "shares")) {
      if (!share.is_string()) continue;
      const std::string id = share.get<std::string>();
      const CompanyId c = company_named(id.substr(0, id.rfind('_')));
      if (c == CompanyId::none) continue;
      if (move.type == "sell_shares" && ledger_.pooled.insert(id).second) ++ledger_.pool[index(c)];
      if (move.type == "buy_shares" && ledger_.pooled.erase(id)) --ledger_.pool[index(c)];
    }
}

}  // namespace remise::vienna1840
