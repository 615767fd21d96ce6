// Readers of data/1840, one per file. Inside the game only.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"
#include "games/vienna1840/components/tables.h"

namespace remise::vienna1840 {

// Keeps the first fault found in the data; `where` names file and entry.
struct Faults {
  std::optional<Error> first;

  void add(std::optional<Error> error) {
    if (!first) first = std::move(error);
  }
  void add(std::string_view code, const Where& where, Json found = nullptr) {
    if (!first) first = form_error(code, where.text(), std::move(found));
  }
  bool any() const { return first.has_value(); }
};

// A face from "locations" and "segments", in map edges.
Face read_face(const Value& locations, const Value& segments, const Where& where, Faults& faults);
bool has_id(const Value& json, std::string_view id);  // an object with this "id"
TileClass read_class(ValueReader& in, std::string_view key);
CompanyId stadtbahn_named(std::string_view name);  // CompanyId::none: no such Stadtbahn
MapVariant variant_named(std::string_view name, const Where& where, Faults& faults);

Tiles read_tiles(const Value& tiles, const Value& upgrades, Faults& faults);
// Needs Tables::privates. `removal` says which Stadtbahn markers are fixed (R96).
void read_maps(const Value& map, const Value& variants, const Value& removal, const Tiles& tiles, Tables& tables,
               Faults& faults);
void read_game(const Value& game, const Value& map, Tables& tables, Faults& faults);

}  // namespace remise::vienna1840
