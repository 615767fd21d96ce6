// The tables: what the data files say, and that faults in them are named, whatever they are.
#include "games/vienna1840/components/tables.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "core/random.h"
#include "vienna1840/support/board.h"

namespace remise::testing {
namespace {

// data/1840 with changes.
class Data {
 public:
  Data() {
    static const auto original = [] {
      std::map<std::string, Json> files;
      for (const char* name : {"map.json", "map_variants.json", "tiles.json", "upgrades.json", "game.json"})
        files[name] = Json::parse(*embedded_data(std::string("1840/") + name));
      return files;
    }();
    files_ = original;
  }
  Json& operator[](const std::string& name) { return files_[name]; }
  std::map<std::string, Json>& files() { return files_; }
  std::expected<std::shared_ptr<const Tables>, Error> read() {
    for (const auto& [name, json] : files_) texts_[name] = json.dump();
    return Tables::read([&](std::string_view name) -> std::optional<std::string_view> {
      const auto found = texts_.find(std::string(name.substr(5)));
      if (found == texts_.end()) return std::nullopt;
      return found->second;
    });
  }
  std::string fault() {
    const auto tables = read();
    return tables ? "" : tables.error().code + " " + tables.error().values.value("where", "");
  }

 private:
  std::map<std::string, Json> files_;
  std::map<std::string, std::string> texts_;
};

TEST(Tables, ReadTheGame) {
  const Tables& tables = *tables_1840();
  EXPECT_EQ(tables.rounds.size(), 23u);
  EXPECT_EQ(tables.rounds[3].name, "LR1a");
  EXPECT_EQ(tables.rounds[tables.first_round_of_private_sales].name, "LR2a");
  EXPECT_EQ(tables.chart[0].size(), 20u);
  EXPECT_EQ(tables.chart[4].back(), 81);
  EXPECT_EQ(tables.pars.front().price.v, 70);
  EXPECT_EQ(tables.companies[index(CompanyId::dtkc)].id, "DT K&C");
  EXPECT_EQ(tables.companies[index(CompanyId::g)].id, "G");
  EXPECT_EQ(tables.privates[index(PrivateId::ss)].id, "SS");
  EXPECT_EQ(tables.maintenance[index(TramColour::orange)][index(TramColour::purple)], -300);
  EXPECT_EQ(tables.maintenance[index(TramColour::purple)][index(TramColour::purple)], 200);
  EXPECT_EQ(tables.by_players[6].capital.v, 200);
  EXPECT_EQ(tables.by_players[3].boards.front(), MapVariant::small);
}

// R6
TEST(Tables, R6_TramOffers) {
  const auto& offers = tables_1840()->tram_offers;
  const auto text = [&](std::size_t round) {
    std::string out;
    for (const TramOffer& offer : offers[round])
      out += std::to_string(index(offer.colour)) + ":" + std::to_string(offer.price.v) + " ";
    return out;
  };
  EXPECT_EQ(text(1), "0:100 1:300 ");
  EXPECT_EQ(text(2), "0:50 1:200 2:500 ");
  EXPECT_EQ(text(3), "1:100 2:400 3:600 ");
  EXPECT_EQ(text(4), "2:300 3:500 4:800 ");
  EXPECT_EQ(text(5), "3:400 4:600 ");
  EXPECT_EQ(text(6), "");
}

TEST(Tables, FaultsNameFileAndEntry) {
  {
    Data data;
    data.files().erase("tiles.json");
    EXPECT_EQ(data.fault(), "missing_file 1840/tiles.json");
  }
  {
    Data data;
    data["tiles.json"]["tiles"][4]["class"] = "bridge";
    EXPECT_EQ(data.fault(), "unknown_word tiles.json tiles[4].class");
  }
  {
    Data data;
    data["map.json"]["hexes"][20]["neighbours"][2]["hex"] = "Z9";
    EXPECT_EQ(data.fault(), "no_such_hex map hex B16 neighbours[2].hex");
  }
  {
    Data data;
    data["map.json"]["hexes"][20]["neighbours"][1]["status"] = "open";
    EXPECT_EQ(data.fault().substr(0, 17), "neighbours_differ");
  }
  {
    Data data;
    data["upgrades.json"]["upgrades"][0]["rotations"][0] = 4;
    EXPECT_EQ(data.fault(), "upgrade_loses_track upgrades.json upgrades[0]");
  }
  {
    Data data;
    data["game.json"]["share_chart"]["tram_par_cells"][0]["column"] = 3;
    EXPECT_EQ(data.fault(), "price_not_in_cell game.json share_chart.tram_par_cells");
  }
  {
    Data data;
    data["game.json"]["dividend_moves"][3]["min"] = 210;
    EXPECT_EQ(data.fault(), "ranges_have_gaps game.json dividend_moves");
  }
  EXPECT_EQ(Data().fault(), "");
}

// All places of a JSON value, by pointer.
void collect(Json& json, std::vector<Json*>& out) {
  out.push_back(&json);
  if (json.is_structured())
    for (Json& inner : json) collect(inner, out);
}

// Whatever is broken in the files, reading them ends with tables or an error, never in a crash.
TEST(Tables, BrokenDataIsNeverACrash) {
  Random random = Random::from_seed("broken data");
  const std::vector<Json> nonsense = {nullptr, -1, 7, 1'000'000'000'000, "x", true, 2.5, Json::array(), Json::object()};
  const char* asked = std::getenv("REMISE_REPEAT");
  const int repetitions = asked ? std::atoi(asked) : 60;
  int refused = 0;
  for (int i = 0; i < repetitions; ++i) {
    Data data;
    auto file = data.files().begin();
    std::advance(file, i % 5);
    std::vector<Json*> places;
    collect(file->second, places);
    *places[random.below(static_cast<std::uint32_t>(places.size()))] =
        nonsense[random.below(static_cast<std::uint32_t>(nonsense.size()))];
    refused += !data.read().has_value();
  }
  EXPECT_GT(refused, repetitions / 4);
}

}  // namespace
}  // namespace remise::testing
