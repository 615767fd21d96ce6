// Random games of ours written as 18xx.games would have recorded them, to try the importer on every kind of game.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/rules.h"
#include "io/vienna1840/import/recorded.h"

namespace remise::testing {

using namespace vienna1840;

class SourceWriter {
 public:
  SourceWriter(const Vienna1840& rules, int players, bool small_map, std::uint64_t seed)
      : rules_(rules), random_(Random::from_seed("source " + std::to_string(seed))) {
    Json options{{"map", players == 2 ? "overlay2" : small_map ? "small" : "full"}};
    for (const auto& [name, option] : compat_words) options[std::string(name)] = true;
    state_ = *rules.start({{"players", players}, {"options", options}, {"seed", std::to_string(seed)}});
    file_ = {{"id", 1},
             {"title", "1840"},
             {"status", "finished"},
             {"players", Json::array()},
             {"actions", Json::array()},
             {"settings",
              {{"seed", seed}, {"optional_rules", small_map ? Json::array({"three_player_small"}) : Json::array()}}}};
    for (int i = 0; i < players; ++i)
      file_["players"].push_back({{"id", 100 + i}, {"name", "Player " + std::to_string(i)}});
  }

  // Plays to the end; the game file.
  const Json& play() {
    while (state_.step != Step::over) one_move();
    file_["result"] = Json::object();
    for (int i = 0; i < state_.player_count; ++i)
      file_["result"][std::to_string(100 + i)] = rules_.at(state_).wealth(id_at<Seat>(i)).v;
    return file_;
  }
  const State& state() const { return state_; }

 private:
  const Map& map() const { return rules_.tables().map(state_.map); }
  std::string company_name_of(CompanyId c) const { return rules_.tables().companies[index(c)].id; }
  std::string private_id(PrivateId p) const {
    return p == PrivateId::ss ? "SSB" : rules_.tables().privates[index(p)].id;
  }

  void put(Json action) {
    action["id"] = static_cast<int>(file_["actions"].size()) + 1;
    file_["actions"].push_back(std::move(action));
  }
  Json by(const char* type) const {
    const Position p = rules_.at(state_);
    if (state_.turn.line != LineId::none && p.round().kind == RoundKind::line)
      return {{"type", type}, {"entity", std::to_string(number_of(state_.turn.line))}, {"entity_type", "corporation"}};
    if (const CompanyId c = p.active_company(); c != CompanyId::none)
      return {{"type", type}, {"entity", company_name_of(c)}, {"entity_type", "corporation"}};
    return {{"type", type}, {"entity", 100 + static_cast<int>(p.to_act())}, {"entity_type", "player"}};
  }

  // What a game file can tell: no offer that is not accepted, no run but the best, no circle nobody asks for.
  bool can_be_told(const Action& action) const {
    if (state_.offer.which != PrivateId::none) return std::holds_alternative<AcceptOffer>(action);
    if (const auto* run = std::get_if<Run>(&action))
      return run->claim == Run::no_claim && run->empty == (best().revenue == 0);
    if (const auto* lay = std::get_if<LayTile>(&action)) {
      const bool own = has_marker(map(), state_.board, lay->lay.hex, marker_of(state_.turn.line));
      return lay->lay.circle == 0 || own;
    }
    if (const auto* place = std::get_if<PlaceMarker>(&action); place && place->place.replace) {
      PlaceMarker other = *place;
      other.place.replace = false;
      return std::none_of(choices_.begin(), choices_.end(), [&](const auto& c) { return c.action == Action{other}; });
    }
    return true;
  }

  Route best() const {
    RouteFinder finder;
    return finder.best_route(map(), state_.board, runner_of(rules_.at(state_), state_.turn.line));
  }

  void one_move() {
    const Seat seat = rules_.at(state_).to_act();
    choices_.clear();
    rules_.legal(state_, seat, choices_, work_);
    Action action;
    do {
      const auto& choice = choices_[random_.below(static_cast<std::uint32_t>(choices_.size()))];
      action = choice.action;
      if (choice.step > 0) {
        const auto steps = static_cast<std::uint32_t>((choice.max - choice.min) / choice.step + 1);
        action = rules_.with_amount(
            action,
            choice.min + choice.step * static_cast<std::int32_t>(std::min(random_.below(steps), random_.below(steps))));
      }
    } while (!can_be_told(action));
    std::visit([&](const auto& a) { tell(a); }, action);
    std::vector<State> between;
    const auto refusal = rules_.apply(state_, seat, action, nullptr, work_, &between);
    REMISE_ASSERT(!refusal);
    settle_trams(ledger_, state_);
  }

  void tell(const Pass&) { put(by("pass")); }
  void tell(const BidPrivate& a) { put(with(by("bid"), {{"company", private_id(a.lot)}, {"price", a.price}})); }
  void tell(const BidLine& a) {
    const std::string line = std::to_string(number_of(a.lot));
    if (state_.step == Step::name_line) put(with(by("merge"), {{"corporation", line}}));
    put(with(by("bid"), {{"corporation", line}, {"price", a.price}}));
  }
  void tell(const ChooseOrder& a) { put(with(by("choose"), {{"choice", a.card - 1}})); }
  void tell(const BuyDirector& a) {
    put(with(by("par"),
             {{"corporation", company_name_of(a.company)}, {"share_price", std::to_string(a.par) + ",0,0"}}));
  }
  void tell(const BuyShare& a) {
    put(with(by("buy_shares"), {{"shares", Json::array({company_name_of(a.company) + "_1"})}, {"percent", 10}}));
  }
  void tell(const SellShares& a) {
    Json shares = Json::array();
    for (int i = 0; i < a.count; ++i) shares.push_back(company_name_of(a.company) + "_" + std::to_string(i + 1));
    put(with(by("sell_shares"), {{"shares", shares}, {"percent", 10 * a.count}}));
  }
  void tell(const ReturnPrivate& a) {
    put({{"type", "choose_ability"},
         {"entity", private_id(a.which)},
         {"entity_type", "company"},
         {"choice", {{"type", "sell"}}}});
  }
  void tell(const Dividend& a) { put(with(by("dividend"), {{"kind", "variable"}, {"amount", a.amount}})); }

  // Physical trams have names: colour and number.
  static std::string letter(TramColour c) {
    return std::array<std::string, 5>{"Y1", "O1", "R1", "Pi1", "Pu1"}[index(c)];
  }
  void tell(const BuyTram& a) {
    const std::string face = letter(a.colour), id = face + "-" + std::to_string(bought_++);
    ledger_.parked[index(rules_.at(state_).active_company())].push_back({id, face, a.colour});
    put(with(by("buy_train"), {{"train", id}, {"variant", face}, {"price", rules_.at(state_).tram_price(a.colour).v}}));
  }
  void tell(const ScrapTram& a) {
    const CompanyId c = rules_.at(state_).active_company();
    std::vector<SourceTram>& parked = ledger_.parked[index(c)];
    SourceTram tram;
    if (a.line != LineId::none) {
      tram = std::exchange(ledger_.on_line[index(a.line)], {});
    } else {
      const auto found =
          std::find_if(parked.begin(), parked.end(), [&](const SourceTram& one) { return one.colour == a.colour; });
      REMISE_ASSERT(found != parked.end());
      tram = *found;
      parked.erase(found);
    }
    put({{"type", "scrap_train"}, {"entity", company_name_of(c)}, {"entity_type", "corporation"}, {"train", tram.id}});
  }
  void tell(const AssignTrams& a) {
    const CompanyId c = rules_.at(state_).active_company();
    std::vector<SourceTram> rest = std::move(ledger_.parked[index(c)]);
    for (const LineId line : state_.company(c).lines) {
      SourceTram tram = std::exchange(ledger_.on_line[index(line)], {});
      if (tram.colour != TramColour::none) rest.push_back(tram);
    }
    Json assignments = Json::array();
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
      if (a.lines[i] == LineId::none || a.trams[i] == TramColour::none) continue;
      const auto tram =
          std::find_if(rest.begin(), rest.end(), [&](const SourceTram& one) { return one.colour == a.trams[i]; });
      REMISE_ASSERT(tram != rest.end());
      assignments.push_back({{"train", tram->id}, {"corporation", std::to_string(number_of(a.lines[i]))}});
      ledger_.on_line[index(a.lines[i])] = *tram;
      rest.erase(tram);
    }
    for (const SourceTram& tram : rest)
      assignments.push_back({{"train", tram.id}, {"corporation", company_name_of(c)}});
    ledger_.parked[index(c)] = std::move(rest);
    put(with(by("reassign_trains"), {{"assignments", assignments}}));
  }

  void tell(const LayTile& a) {
    const std::string copy = map().tiles[a.lay.tile].name + "-" + std::to_string(copies_++);
    put(with(by("lay_tile"), {{"hex", map()[a.lay.hex].name}, {"tile", copy}, {"rotation", a.lay.rotation}}));
    const bool first =
        map()[a.lay.hex].kind == HexKind::double_interchange && state_.board.tile[index(a.lay.hex)] == TileId::none;
    if (first && has_marker(map(), state_.board, a.lay.hex, marker_of(state_.turn.line))) {
      const bool in_first = marker_at(map(), state_.board, a.lay.hex, 0) == marker_of(state_.turn.line);
      put(with(by("place_token"),
               {{"city", copy + "-" + std::to_string(in_first ? a.lay.circle : 1 - a.lay.circle)}, {"slot", 0}}));
    }
    copy_on_[index(a.lay.hex)] = copy;
  }
  std::string city(HexId hex, int location) const {
    int number = 0;
    for (int l = 0; l < location; ++l)
      number += !face_at(map(), state_.board, hex).locations[static_cast<std::size_t>(l)].halt();
    const std::string& copy = copy_on_[index(hex)];
    return (copy.empty() ? map()[hex].name + "-0" : copy) + "-" + std::to_string(number);
  }
  void tell(const PlaceMarker& a) {
    put(with(by("place_token"), {{"city", city(a.place.hex, a.place.location)}, {"slot", 0}}));
  }
  void tell(const RemoveMarker& a) {
    const Face& face = face_at(map(), state_.board, a.removal.hex);
    for (int c = 0; c < face.circles; ++c)
      if (marker_at(map(), state_.board, a.removal.hex, c) == marker_of(a.removal.stadtbahn))
        return put(with(by("remove_token"), {{"city", city(a.removal.hex, location_of_circle(face, c))}, {"slot", 0}}));
  }
  void tell(const OfferPrivate& a) {
    put(with(by("buy_company"), {{"company", private_id(a.which)}, {"price", a.price}}));
  }
  void tell(const AcceptOffer&) {}
  void tell(const DeclineOffer&) {}

  void tell(const Run& a) {
    if (random_.below(2) == 0) put(by("pass"));  // done building
    Json routes = Json::array();
    if (!a.empty) {
      const Route route = best();
      Json connections = Json::array();
      for (std::size_t i = 0; i + 1 < route.stops.size(); ++i)
        connections.push_back(chain(route.stops[i], route.stops[i + 1]));
      routes.push_back({{"train", "?"}, {"connections", connections}, {"revenue", route.revenue}});
    }
    put(with(by("run_routes"), {{"routes", routes}}));
  }
  Json chain(const Stop& a, const Stop& b) const {
    const auto at_edge = [&](HexId hex, int edge, const Stop& stop) {
      const int location = face_at(map(), state_.board, hex).tram[static_cast<std::size_t>(edge)];
      const bool empty = map()[hex].kind == HexKind::railway_station && state_.board.tile[index(hex)] == TileId::none;
      return map()[hex].anchor == stop.hex && (location == stop.location || (empty && location < 0));
    };
    for (std::size_t h = 0; h < hex_count; ++h) {
      const auto from = id_at<HexId>(h);
      if (!map().has(from) || map()[from].anchor != a.hex) continue;
      for (int e = 0; e < 6; ++e) {
        const HexId to = map()[from].neighbours[static_cast<std::size_t>(e)];
        if (to == HexId::none || !at_edge(from, e, a) || !at_edge(to, opposite(e), b)) continue;
        Json hexes = Json::array();
        if (from != a.hex) hexes.push_back(map()[a.hex].name);
        hexes.push_back(map()[from].name);
        hexes.push_back(map()[to].name);
        if (to != b.hex) hexes.push_back(map()[b.hex].name);
        return hexes;
      }
    }
    return Json::array({"?", "?"});
  }

  static Json with(Json action, const Json& more) {
    action.update(more);
    return action;
  }

  const Vienna1840& rules_;
  Random random_;
  State state_;
  Json file_;
  std::vector<Choice<Action>> choices_;
  Workspace work_;
  Ledger ledger_;  // which tram stands where
  std::array<std::string, hex_count> copy_on_;
  int bought_ = 0, copies_ = 0;
};

}  // namespace remise::testing
