#include "io/tramways/import/deeds.h"

#include <map>

#include "games/tramways/edge/codec.h"
#include "games/tramways/legal/track_offers.h"
#include "games/tramways/rounds/cards.h"
#include "games/tramways/rules.h"

namespace remise::tramways {
namespace {

Json track_json(const Tables& tables, const TrackDeed& deed, int cost, const FarEnd& end) {
  LayTrack action;
  action.deed = deed;
  Json json = json_tree([&](JsonWriter& w) { write_action(w, tables, action, Seat::none, Viewer::analyst()); });
  json.erase("type");
  json.erase("dests");
  json["rails"] = cost;
  json["complete"] = end.complete;
  json["symbols"] = end.symbols;
  return json;
}

// The least stress of each deed among the choices offered for it.
struct Collector {
  const Tables& tables;
  const State& s;
  std::map<std::string, std::map<Json, int>> found;

  void note(const char* kind, Json deed, const std::vector<Symbol>& symbols) {
    const int stress = stress_of(tables, symbols);
    const auto [at, added] = found[kind].emplace(std::move(deed), stress);
    if (!added) at->second = std::min(at->second, stress);
  }
  void operator()(const UpgradeLink& a) { note("upgrade_link", {{"link", index(a.link)}}, {a.symbol, a.dest}); }
  void operator()(const Build& a) {
    note("build", {{"parcel", tables.parcel_names[index(a.parcel)]}, {"card", index(a.card)}},
         {a.symbol, a.coordinate});
  }
  void operator()(const UpgradeBuilding& a) {
    note("upgrade_building", {{"field", json_tree(a.field)}}, {a.symbol, a.dest});
  }
  void operator()(const MovePassenger& a) {
    Json route = Json::array();
    FieldId place = s.place_at(s.map.at(a.field));
    for (const LinkId id : a.route) {
      route.push_back(index(id));
      place = other_end(s, *find_link(s, id), place);
    }
    note("move_passenger",
         {{"field", json_tree(a.field)}, {"to", json_tree(spot_of(s.map, place))}, {"route", std::move(route)}},
         {a.ticket, a.dest});
  }
  void operator()(const auto&) {}
};

}  // namespace

Json deeds_json(const Tables& tables, const State& s, Seat seat, int max_pieces, bool with_board) {
  Json out{{"lay_track", Json::array()},
           {"upgrade_link", Json::array()},
           {"build", Json::array()},
           {"upgrade_building", Json::array()},
           {"move_passenger", Json::array()}};
  const Player& me = s.player(seat);
  TrackPayments payments(tables, me);
  if (with_board) out["lay_track_board"] = Json::array();
  each_track_deed(tables, s, seat, max_pieces, 2 * max_rails, [&](const TrackDeed& deed, int cost, const FarEnd& end) {
    Json json = track_json(tables, deed, cost, end);
    if (with_board) out["lay_track_board"].push_back(json);
    const Payments* ways = me.workers >= tables.constants.workers_per_action ? payments.for_end(end) : nullptr;
    if (ways && ways->payable(cost)) {
      json["stress"] = ways->least_stress(cost);
      out["lay_track"].push_back(std::move(json));
    }
    return true;
  });
  Tramways::Choices choices;
  Tramways::Workspace work;
  Tramways(tables).legal(s, seat, choices, work);
  Collector collector{tables, s, {}};
  for (const auto& choice : choices) std::visit(collector, choice.action);
  for (const auto& [kind, deeds] : collector.found)
    for (const auto& [deed, stress] : deeds) {
      Json json = deed;
      json["stress"] = stress;
      out[kind].push_back(std::move(json));
    }
  return out;
}

}  // namespace remise::tramways
