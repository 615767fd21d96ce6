// Every event, refusal and action has a sentence in all four languages, and uses only members it has.
#include <algorithm>
#include <set>

#include "io/text/locale.h"
#include "io/text/telling.h"
#include "support.h"

namespace remise::tramways {
namespace {

std::set<std::string> names_of(const RecordSpec<FieldType>& spec) {
  std::set<std::string> names;
  for (const auto& field : spec.fields) {
    if (field.name.empty()) continue;
    const std::string name(field.name);
    names.insert(name);  // and what Speaker makes of it (io/text/sentences.h)
    if (field.type == FieldType::seat) names.insert(name + "_is");
    if (name == "change") names.insert("signed");
  }
  return names;
}

class Catalogue {
 public:
  explicit Catalogue(std::string_view lang) : lang_(lang) {
    const auto text = embedded_data("locale/" + lang_ + "/tramways.json");
    EXPECT_TRUE(text) << lang_;
    if (text) json_ = parse_json(*text).value_or(Json::object());
  }
  void expect(const std::string& key, const std::set<std::string>& members) {
    used_.insert(key);
    ASSERT_TRUE(json_.contains(key)) << lang_ << " " << key;
    const auto names = message_names(json_[key].get<std::string>());
    ASSERT_TRUE(names) << lang_ << " " << key << " is not well formed";
    for (const std::string& name : *names)
      EXPECT_TRUE(members.contains(name)) << lang_ << " " << key << " uses " << name;
  }
  const Json& json() const { return json_; }
  const std::set<std::string>& used() const { return used_; }

 private:
  std::string lang_;
  Json json_;
  std::set<std::string> used_;
};

TEST(Locale, EveryKindHasASentenceInEveryLanguage) {
  // One action of each type as JSON, for its members.
  for (const std::string_view lang : languages) {
    Catalogue catalogue(lang);
    const auto log = parse_json(*embedded_data("tramways/log.json"));
    ASSERT_TRUE(log);
    const Telling telling = Telling::read(*log);
    for (const RecordSpec<FieldType>& spec : event_specs) {
      const std::string kind(spec.name);
      std::set<std::string> names = names_of(spec);
      catalogue.expect("tramways.event." + kind, names);
      if (!telling.lists.contains(kind)) continue;
      catalogue.expect("tramways.item." + kind, names);
      names.insert("list");
      catalogue.expect("tramways.events." + kind, names);
    }
    for (const RecordSpec<FieldType>& spec : refusal_specs)
      catalogue.expect("tramways.error." + std::string(spec.name), names_of(spec));
    // Members of the actions, and what TramwaysWords::spoken makes of them.
    const std::set<std::string> members{"card", "book",  "reveal",   "amount", "link", "parcel", "field",
                                        "n",    "route", "redirect", "from",   "way",  "pay",    "uses"};
    for (const std::string_view type : action_types())
      catalogue.expect("tramways.action." + std::string(type), members);
    catalogue.expect("tramways.error.bad_data", {"where", "problem", "found", "expected"});
    for (const char* error : {"bad_position", "position_players"})
      catalogue.expect(std::string("tramways.error.") + error, {"where", "found"});
    const Json about = rules().about();
    ASSERT_FALSE(about["options"].empty());
    for (const Json& option : about["options"]) {
      const std::string key = option["key"];
      catalogue.expect("tramways.option." + key, {});
      catalogue.expect("tramways.option_help." + key, {});
      if (option["type"] == "choice")
        for (const Json& choice : option["choices"])
          catalogue.expect("tramways.option." + key + "." + choice.get<std::string>(), {});
    }
    const std::set<std::string> of_layouts{"where", "found", "needed", "most", "board", "fields", "placements"};
    for (const char* error : {"board_count", "board_twice", "boards_apart", "boards_missing", "boards_overlap",
                              "open_fields_apart", "too_few_parcels", "too_many_j_boards", "variant_players"})
      catalogue.expect(std::string("tramways.error.") + error, of_layouts);
    for (const Rating& rating : tables().constants.ratings) {
      std::string word = rating.name;
      word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
      catalogue.expect("tramways.web.rating." + word, {});
    }
    for (const Building b : building_types)
      catalogue.expect("tramways.building." + std::string(building_letter(b)), {});
  }
}

TEST(Locale, TheLanguagesHaveTheSameKeys) {
  const Catalogue english("en");
  for (const std::string_view lang : languages) {
    const Catalogue other(lang);
    for (const auto& [key, text] : english.json().items())
      EXPECT_TRUE(other.json().contains(key)) << lang << " " << key;
    EXPECT_EQ(other.json().size(), english.json().size()) << lang;
  }
}

}  // namespace
}  // namespace remise::tramways
