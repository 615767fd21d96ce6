// Catalogues and their formatter.
#include "io/text/locale.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "games/vienna1840/edge/names.h"
#include "games/vienna1840/event.h"
#include "games/vienna1840/refusal.h"
#include "games/vienna1840/rules.h"
#include "io/text/sentences.h"

namespace remise {
namespace {

TEST(Plural, FollowsEachLanguage) {
  EXPECT_EQ(plural_category("en", 1), "one");
  EXPECT_EQ(plural_category("de", 0), "other");
  EXPECT_EQ(plural_category("es", 2), "other");
  for (const int n : {1, 21, 101, 1001}) EXPECT_EQ(plural_category("ru", n), "one") << n;
  for (const int n : {2, 3, 4, 22, 104}) EXPECT_EQ(plural_category("ru", n), "few") << n;
  for (const int n : {0, 5, 11, 12, 14, 111, 112, 20}) EXPECT_EQ(plural_category("ru", n), "many") << n;
}

// The same table of cases as the page's test (web/tests/unit/message.test.ts).
TEST(Message, IsWrittenAsInThePage) {
  std::ifstream in(REMISE_SOURCE_DIR "/tests/messages.json");
  const auto table = parse_json(std::string{std::istreambuf_iterator<char>(in), {}});
  ASSERT_TRUE(table.has_value());
  for (const Json& one : (*table)["cases"]) {
    const auto message = one["message"].get<std::string>();
    EXPECT_EQ(message_names(message).has_value(), one.contains("text")) << message;
    if (one.contains("text"))
      EXPECT_EQ(format_message(message, one["values"], one["locale"].get<std::string>()),
                one["text"].get<std::string>())
          << one;
    else
      EXPECT_NE(format_message(message, one["values"], "en"), "");  // shown, not thrown
  }
  EXPECT_GT((*table)["cases"].size(), 30u);
}

TEST(Language, IsFoundInLocaleNames) {
  EXPECT_EQ(language_of("de_AT.UTF-8"), "de");
  EXPECT_EQ(language_of("ru"), "ru");
  EXPECT_EQ(language_of("C.UTF-8"), "en");
  EXPECT_EQ(language_of("desert"), "en");
}

std::map<std::string, std::string> catalogue(std::string_view lang, std::string_view file) {
  std::map<std::string, std::string> all;
  const auto text = embedded_data("locale/" + std::string(lang) + "/" + std::string(file) + ".json");
  EXPECT_TRUE(text.has_value()) << lang << " " << file;
  const auto json = parse_json(text.value_or("{}"));
  EXPECT_TRUE(json.has_value());
  for (const auto& [key, message] : json->items()) all[key] = message.get<std::string>();
  return all;
}

// Every language has the same keys, well formed, with the same names in them.
TEST(Catalogues, LanguagesAgree) {
  for (const std::string_view file : {"core", "server", "web", "1840", "tramways"}) {
    const auto english = catalogue("en", file);
    for (const std::string_view lang : languages) {
      const auto other = catalogue(lang, file);
      EXPECT_EQ(other.size(), english.size()) << lang;
      for (const auto& [key, message] : english) {
        ASSERT_TRUE(other.contains(key)) << lang << " lacks " << key;
        const auto names = message_names(other.at(key));
        ASSERT_TRUE(names.has_value()) << lang << " " << key << " is not well formed";
        EXPECT_EQ(*names, *message_names(message)) << lang << " " << key;
      }
    }
  }
}

void expect_names(const std::map<std::string, std::string>& english, const std::string& key,
                  const std::set<std::string>& known) {
  ASSERT_TRUE(english.contains(key)) << key;
  const auto named = message_names(english.at(key));
  ASSERT_TRUE(named) << key;
  for (const std::string& name : *named) EXPECT_TRUE(known.contains(name)) << key << " has no " << name;
}

template <class Specs>
void expect_sentences(const Specs& specs, const std::string& kind) {
  const auto english = catalogue("en", "1840");
  const Telling telling = Telling::read(parse_json(*embedded_data("1840/log.json")).value_or(Json()));
  for (const auto& spec : specs) {
    const std::string key = "1840." + kind + "." + std::string(spec.name);
    std::set<std::string> known;
    for (const auto& field : spec.fields) {
      if (field.name.empty()) continue;
      const std::string name(field.name);
      known.insert(name);  // and what Speaker makes of it (io/text/sentences.h)
      if (name == "seat") known.insert("seat_is");
      if (name == "company") known.insert("company_short");
      if (name == "line") known.insert("line_of");
    }
    expect_names(english, key, known);
    if (kind != "event" || !telling.lists.contains(std::string(spec.name))) continue;
    expect_names(english, "1840.item." + std::string(spec.name), known);
    known.insert("list");
    expect_names(english, "1840.events." + std::string(spec.name), known);
  }
}

TEST(Catalogues, EveryEventOf1840HasASentence) { expect_sentences(vienna1840::event_specs, "event"); }
TEST(Catalogues, EveryRefusalOf1840HasASentence) { expect_sentences(vienna1840::refusal_specs, "error"); }

TEST(Catalogues, EveryWordOf1840IsTranslated) {
  const auto english = catalogue("en", "1840");
  const auto tables = vienna1840::Tables::read(embedded_data);
  ASSERT_TRUE(tables.has_value());
  std::vector<std::string> keys;
  for (const auto word : vienna1840::step_words) keys.push_back("step." + std::string(word));
  for (const auto word : vienna1840::tram_words)
    keys.push_back("tram." + std::string(word)), keys.push_back("colour." + std::string(word));
  for (const auto word : vienna1840::bonus_words) keys.push_back("bonus." + std::string(word));
  for (const auto word : vienna1840::map_words) keys.push_back("map." + std::string(word));
  for (const auto& round : (*tables)->rounds) keys.push_back("round." + round.name);
  for (const auto& one : (*tables)->privates) keys.push_back("private." + one.id), keys.push_back("lot." + one.id);
  const Json about = vienna1840::Vienna1840(*tables).about();
  for (const Json& option : about["options"])
    for (const char* kind : {"option.", "option_help."}) keys.push_back(kind + option["key"].get<std::string>());
  for (const std::string& key : keys) EXPECT_TRUE(english.contains("1840." + key)) << key;
}

// The codes of faulty input are plain words in the sources; this finds them there.
TEST(Catalogues, EveryFormErrorHasASentence) {
  const auto english = catalogue("en", "core"), tramways = catalogue("en", "tramways");
  const std::regex call(R"re((?:fail|form_error)\("([a-z_]+)")re");
  std::size_t found = 0;
  for (const char* folder : {"/src/core", "/src/routes", "/src/games", "/src/wasm"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(REMISE_SOURCE_DIR) + folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      std::ifstream in(entry.path());
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match, ++found)
        EXPECT_TRUE(english.contains("core.error." + (*match)[1].str()) ||
                    tramways.contains("tramways.error." + (*match)[1].str()))  // of its setups
            << entry.path() << " " << (*match)[1];
    }
  EXPECT_GT(found, 20u);
}

}  // namespace
}  // namespace remise
