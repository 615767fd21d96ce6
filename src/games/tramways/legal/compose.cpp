#include "games/tramways/legal/compose.h"

#include <algorithm>

#include "core/compose.h"
#include "games/tramways/edge/codec.h"
#include "games/tramways/rules.h"

namespace remise::tramways {

Error explained(const Tables& tables, const Refusal& refusal) {
  const auto& spec = refusal_specs[index(refusal.kind)];
  Json values = json_tree(
      [&](JsonWriter& w) { w.object([&] { write_fields(w, tables, spec, refusal.args, Viewer::analyst()); }); });
  return {std::string(Tramways::id), std::string(spec.name), std::string(spec.rule), std::move(values)};
}

bool Asked::has(std::string_view member) const {
  const auto found = chosen.find(member);
  return found != chosen.end() && !found->is_null();
}

namespace {

using Words = std::vector<std::string_view>;

// The kinds of action of a phase that are composed here; all others are few, and answered from the list.
Words types_of(Phase phase) {
  switch (phase) {
    case Phase::bid: return {"bid", "pass"};
    case Phase::solo_row: return {"solo_take", "solo_reveal"};
    case Phase::act1:
    case Phase::act2: return {"lay_track", "upgrade_link", "build", "upgrade_building", "move_passenger", "end_turn"};
    case Phase::admin: return {"admin_play", "admin_discard", "admin_done"};
    case Phase::final_hand: return {"choose_hand"};
    default: return {};
  }
}

Check closed_type(const Position& p, std::string_view type) {
  if (type == "lay_track") return closed_track(p);
  if (type == "upgrade_link") return closed_link_upgrades(p);
  if (type == "build") return closed_building(p);
  if (type == "upgrade_building") return closed_building_upgrades(p);
  if (type == "move_passenger") return closed_passengers(p);
  if (type == "admin_play") return closed_play(p);
  if (type == "admin_discard") return closed_discard(p);
  if (type == "solo_take" && p.s.row.empty()) return refuse(RefusalCode::row_empty);
  if (type == "solo_reveal" && p.s.auction_deck.empty() && p.s.auction_discard.empty())
    return refuse(RefusalCode::nothing_to_reveal);
  return {};
}

// Placeholders for what was not chosen, so that the reader of whole actions reads a part as well.
Json with_placeholders(Json action) {
  const std::string type = action.value("type", "");
  const auto fill = [&](const char* member, Json value) {
    if (!action.contains(member)) action[member] = std::move(value);
  };
  if (type == "bid") {
    fill("amount", 0);
    fill("pay", {{"coins", nullptr}, {"symbols", Json::array()}});
  } else if (type == "solo_reveal") {
    fill("pay", {{"coins", nullptr}, {"symbols", Json::array()}});
  } else if (type == "lay_track") {
    fill("base", {{"kind", "link"}, {"link", 1}});
    fill("redirect", nullptr);
    for (const char* list : {"exits", "rails", "dests"}) fill(list, Json::array());
    Json& base = action["base"];
    if (base.is_object() && base.value("kind", Json()) == "new" && !base.contains("edge")) base["edge"] = "N";
  } else if (type == "upgrade_link") {
    fill("link", 1), fill("symbol", "1:0"), fill("dest", "1:0");
  } else if (type == "build") {
    fill("parcel", "A1"), fill("symbol", "1:0"), fill("coordinate", "1:0"), fill("card", 1);
  } else if (type == "upgrade_building") {
    fill("field", {0, 0}), fill("symbol", "1:0"), fill("dest", "1:0");
  } else if (type == "move_passenger") {
    fill("field", {0, 0}), fill("route", Json::array()), fill("ticket", "1:0"), fill("dest", "1:0");
  } else if (type == "solo_take" || type == "admin_discard") {
    fill("card", 1);
  } else if (type == "admin_play") {
    fill("card", 1), fill("uses", Json::array());
  } else if (type == "choose_hand") {
    fill("cards", Json::array());
  }
  return action;
}

void add_use(Symbols& use, Symbol symbol) {
  if (!use.full()) use.push_back(symbol);
}

// The symbols that stand in the action itself, in the order in which they are played.
void collect_symbols(Asked& asked) {
  Json& chosen = asked.chosen;
  const auto named = [&](const char* member, Symbol symbol) {
    if (asked.has(member)) add_use(asked.use, symbol);
    chosen.erase(member);
  };
  if (const auto* a = std::get_if<LayTrack>(&asked.action)) {
    for (const Symbol s : a->rails) add_use(asked.use, s);
    for (const Symbol s : a->dests) add_use(asked.use, s);
    chosen.erase("rails"), chosen.erase("dests");
  }
  if (const auto* a = std::get_if<UpgradeLink>(&asked.action)) named("symbol", a->symbol), named("dest", a->dest);
  if (const auto* a = std::get_if<UpgradeBuilding>(&asked.action)) named("symbol", a->symbol), named("dest", a->dest);
  if (const auto* a = std::get_if<Build>(&asked.action)) named("symbol", a->symbol), named("coordinate", a->coordinate);
  if (const auto* a = std::get_if<MovePassenger>(&asked.action)) named("ticket", a->ticket), named("dest", a->dest);
  const auto paying = [&](const auto& a) {
    for (const Symbol s : a.symbols) add_use(asked.use, s);
    if (const auto pay = chosen.find("pay"); pay != chosen.end() && pay->at("coins").is_number_integer())
      asked.coins = a.coins;
    chosen.erase("pay");
  };
  if (const auto* a = std::get_if<Bid>(&asked.action)) paying(*a);
  if (const auto* a = std::get_if<SoloReveal>(&asked.action)) paying(*a);
}

// A building may be asked about by the square as well: there is its parcel, or there is none.
std::optional<Error> name_parcel(const Position& p, Asked& asked) {
  Json& chosen = asked.chosen;
  if (chosen.value("type", Json()) != "build" || !asked.has("field") || chosen.contains("parcel")) return {};
  const auto spot = spot_of(chosen["field"]);
  if (!spot) return form_error("not_a_field", "action.field", chosen["field"]);
  const FieldId field = p.s.map.at(*spot);
  const ParcelId parcel = field == FieldId::none ? ParcelId::none : parcel_of(p.s.map.ground[index(field)]);
  if (parcel == ParcelId::none)
    asked.nowhere =
        refuse(field == FieldId::none ? RefusalCode::no_such_field : RefusalCode::no_parcel_here, pack(*spot));
  else
    chosen["parcel"] = p.tables.parcel_names[index(parcel)];
  chosen.erase("field");
  return {};
}

std::expected<Asked, Error> read_asked(const Position& p, const Json& question) {
  const Tables& tables = p.tables;
  ObjectReader in(question, "question");
  Asked asked{in.object("action"), {}, {}, {}, {}, {}};
  const Json& use = in.any("use");
  const Json& avoid = in.any("avoid");
  if (auto error = in.finish()) return std::unexpected(*error);
  if (asked.chosen.contains("type")) {
    if (auto error = name_parcel(p, asked)) return std::unexpected(*error);
    // A parcel's name is only known to the tables.
    Json whole = with_placeholders(asked.chosen);
    if (!asked.chosen.contains("parcel") && whole.contains("parcel")) whole["parcel"] = tables.parcel_names.front();
    auto action = read_action(tables, whole);
    if (!action) return std::unexpected(action.error());
    asked.action = std::move(*action);
    collect_symbols(asked);
  } else if (!asked.chosen.empty()) {
    return std::unexpected(form_error("missing", "action.type"));
  }
  const auto add = [](Symbols& to, const Json& list, const char* where) -> std::optional<Error> {
    if (list.is_null()) return {};
    const auto read = read_symbols(list, where);
    if (!read) return read.error();
    for (const Symbol s : *read) {
      if (to.full()) return form_error("too_large", where, list.size());
      if (std::string_view(where) == "question.avoid" || !std::ranges::count(to, s)) to.push_back(s);
    }
    return {};
  };
  if (auto error = add(asked.use, use, "question.use")) return std::unexpected(*error);
  if (auto error = add(asked.avoid, avoid, "question.avoid")) return std::unexpected(*error);
  return asked;
}

Draft types_draft(const Position& p) {
  Draft draft;
  draft.why = not_chosen("type");
  draft.next = [p](JsonWriter& w) {
    for (const std::string_view type : types_of(p.s.phase))
      if (!closed_type(p, type)) w.object("set", [&] { w.object("type", type); });
  };
  return draft;
}

Draft draft_of(const Position& p, const Asked& asked) {
  if (!asked.has("type")) return types_draft(p);
  const Words types = types_of(p.s.phase);
  if (std::ranges::find(types, action_types()[asked.action.index()]) == types.end()) {
    Draft draft;
    draft.why = explained(p.tables, refuse(RefusalCode::wrong_phase));
    return draft;
  }
  if (asked.nowhere) {
    Draft draft;
    draft.why = explained(p.tables, *asked.nowhere);
    return draft;
  }
  return std::visit(
      [&]<class A>(const A& action) {
        if constexpr (requires { draft(p, asked, action); }) return draft(p, asked, action);
        Draft draft;  // nothing besides its type
        draft.deed = action;
        return draft;
      },
      asked.action);
}

}  // namespace

std::expected<void, Error> Tramways::compose(JsonWriter& w, const State& s, Seat seat, const Json& question,
                                             Choices& choices, Workspace& work) const {
  if (types_of(s.phase).empty()) return compose_from_list(w, *this, s, seat, question, choices, work);
  const Position p{tables_, s, seat};
  const auto asked = read_asked(p, question);
  if (!asked) return std::unexpected(asked.error());
  Draft made = draft_of(p, *asked);
  std::optional<Payer> payer;
  std::optional<Action> send;
  if (made.bill) payer.emplace(p, *made.bill, *asked);
  if (made.deed && !payer) send = made.deed;
  if (made.deed && payer && payer->first()) send = paid(tables_, *made.deed, *payer->first());
  if (payer && !payer->first() && !made.why) made.why = explained(tables_, payer->why_not());
  if (send && asked->coins && payer->first()->coins != *asked->coins) {
    made.why = explained(tables_, refuse(RefusalCode::pay_not_exact, *asked->coins, payer->first()->coins));
    send.reset();
  }
  if (send) {
    State after = s;
    if (const auto refusal = apply(after, seat, *send, nullptr, work)) {
      made.why = explained(tables_, *refusal);
      send.reset();
    }
  }
  w.object([&] {
    w.members("action", asked->chosen, "send",
              [&] { send ? write_action(w, *send, seat, Viewer::of(seat)) : w.value(nullptr); });
    w.members("why", [&] { send ? w.value(nullptr) : w.value(to_json(*made.why)); });
    w.members("next", json_list([&] { made.next(w); }), "closed", json_list([&] {
                if (asked->has("type")) return;
                for (const std::string_view type : types_of(s.phase))
                  if (const Check no = closed_type(p, type))
                    w.object(
                        "set", [&] { w.object("type", type); }, "why",
                        [&] { w.value(to_json(explained(tables_, *no))); });
              }));
    w.members("pay", [&] { payer ? payer->write(w, made.deed ? &*made.deed : nullptr) : w.value(nullptr); });
    w.members("effects", [&] { send ? write_effects(w, s, seat, *send, work) : w.value(nullptr); });
  });
  return {};
}

}  // namespace remise::tramways
