// Every rule of the specification, every example E1-E26 and every ruling test T1-T16 is cited by a test of this folder:
// in the name of a test ("Section8_3_4_...", "E17_...") or in a comment beside the check ("// 12.6.3").
#include <filesystem>
#include <regex>
#include <set>

#include "support.h"

namespace remise::tramways {
namespace {

struct Rule {
  const char* number;
  const char* about;
};

constexpr Rule rules_of_the_game[]{
    {"1.1", "kinds of fields"},
    {"1.2", "neighbours, edges, coordinates"},
    {"1.3", "fields of one type that touch are one building"},
    {"1.4", "open and railed parcels"},
    {"1.5", "places are buildings and open parcels"},
    {"1.6", "pieces, links, open ends"},
    {"1.7", "tickets and void tickets"},
    {"1.8", "what counts as a symbol"},
    {"1.9", "Actions are paid with symbols"},
    {"2.1", "boards with two sides"},
    {"2.2", "numbers of cards"},
    {"2.3", "numbers of pieces, tiles and discs"},
    {"2.4", "what never runs out"},
    {"2.5", "money is public"},
    {"3.1.1", "boards for each player, either side"},
    {"3.1.2", "one board with parcel J at most"},
    {"3.1.3", "enough parcels for all"},
    {"3.1.4", "the rectangle of boards"},
    {"3.1.5", "free layouts without overlap"},
    {"3.1.6", "how a map is drawn by chance"},
    {"3.1.7", "parcel cards in the game"},
    {"3.1.8", "choice of sides"},
    {"3.2.1", "what a player starts with"},
    {"3.2.2", "normal and hard player boards"},
    {"3.2.3", "first turn order by chance"},
    {"3.3.1", "parcels are dealt"},
    {"3.3.2", "parcels are drafted"},
    {"3.3.3", "parcel cards left over"},
    {"3.3.4", "ownership of parcels"},
    {"3.4.1", "generic cards"},
    {"3.5.1", "first passengers"},
    {"3.6.1", "auction cards by number of players"},
    {"3.6.2", "parcels never sold with two players"},
    {"3.6.3", "size of the auction deck"},
    {"3.6.4", "cards turned up at the start"},
    {"3.7.1", "ticket books"},
    {"3.7.2", "alternative development rule"},
    {"3.7.3", "seven cards in hand"},
    {"3.8.1", "building cards lying ready"},
    {"3.9.1", "discs of the rounds"},
    {"3.10.1", "two experienced players"},
    {"3.10.2", "solo has its own section"},
    {"4.1", "slots and symbols of a card"},
    {"4.2", "first symbol free, further ones cost stress"},
    {"4.3", "a card serves one Action"},
    {"4.4", "no symbol without use"},
    {"4.5", "consequences"},
    {"4.6", "order of consequence, stress, symbols"},
    {"4.7", "which symbol in which phase"},
    {"4.8", "the stress track"},
    {"4.9", "happiness may be negative"},
    {"4.10", "hand limit"},
    {"5.1", "rounds and phases"},
    {"5.2", "no refill during a round"},
    {"6.1.1", "bidding in the old order"},
    {"6.1.2", "places: alone, leading, passing"},
    {"6.1.3", "which amounts may be bid"},
    {"6.1.4", "bids are paid at once"},
    {"6.1.5", "equal highest bids lead nowhere"},
    {"6.1.6", "bids of placed players do not count"},
    {"6.2.1", "coins and money symbols"},
    {"6.2.2", "no change is given"},
    {"6.2.3", "who cannot pay passes"},
    {"6.3.1", "new order, stress of the first"},
    {"6.3.2", "a card for everyone"},
    {"6.3.3", "a parcel card gives the parcel"},
    {"6.3.4", "a void ticket costs a ticket"},
    {"6.3.5", "new cards are turned up"},
    {"7.1", "Actions and income of the two action rounds"},
    {"7.2", "income comes at the end of the turn"},
    {"7.3", "kinds of Actions"},
    {"7.4", "symbols that do not serve Actions"},
    {"7.5", "cards gained may be used at once"},
    {"7.6", "neglected links at the end"},
    {"8.1.1", "a worker for every laying"},
    {"8.1.2", "exact rail cost"},
    {"8.1.3", "destinations for complete links"},
    {"8.1.4", "one link in one Action"},
    {"8.2.1", "new links"},
    {"8.2.2", "continuing"},
    {"8.2.3", "building through"},
    {"8.3.1", "ground for rails"},
    {"8.3.2", "two pieces on a field, no edge twice"},
    {"8.3.3", "supply of pieces"},
    {"8.3.4", "no link end in the air"},
    {"8.4.1", "ending at a building"},
    {"8.4.2", "ending at an own open parcel"},
    {"8.4.3", "ending open"},
    {"8.4.4", "joining an own rail end"},
    {"8.4.5", "links of others"},
    {"8.5.1", "one destination symbol"},
    {"8.5.2", "two of them for two incomplete links"},
    {"8.5.3", "one with a complete link"},
    {"8.5.4", "none for incomplete links"},
    {"8.5.5", "no happiness for completing"},
    {"8.6.1", "redirecting the last piece"},
    {"8.6.2", "its price"},
    {"8.7.1", "neglected links are removed"},
    {"8.7.2", "parts keep the round of work"},
    {"8.8.1", "upgrade status of joined links"},
    {"9.1", "symbols for upgrading a link"},
    {"9.2", "which links"},
    {"9.3", "happiness for it"},
    {"10.1", "symbols for building"},
    {"10.2", "free choice of the building card"},
    {"10.3.1", "the tile"},
    {"10.3.2", "the card goes to the hand"},
    {"10.3.3", "a passenger comes"},
    {"10.3.4", "rails on the field are taken up"},
    {"10.3.5", "happiness for building"},
    {"10.3.6", "industries raise the hand limit"},
    {"10.4", "links at the parcel, and within one building"},
    {"10.5", "the coordinate is useless afterwards"},
    {"11.1", "symbols for upgrading a building"},
    {"11.2", "which buildings"},
    {"11.3", "passenger and happiness"},
    {"12.1", "ticket and destination"},
    {"12.2", "routes"},
    {"12.3", "where a route ends"},
    {"12.4", "happiness of the owners"},
    {"12.5", "bonus of the mover"},
    {"12.5.1", "residential"},
    {"12.5.2", "commercial"},
    {"12.5.3", "industry"},
    {"12.5.4", "leisure"},
    {"12.5.5", "parcels"},
    {"12.6", "payments in travel order"},
    {"12.6.1", "worth of a link"},
    {"12.6.2", "worth of an upgraded link"},
    {"12.6.3", "bank and other owners"},
    {"12.6.4", "who cannot pay"},
    {"12.7", "the passenger leaves the map"},
    {"12.8", "stress at the maximum"},
    {"13.1", "administration of all"},
    {"13.2", "symbols of administration"},
    {"13.2.1", "money"},
    {"13.2.2", "workers"},
    {"13.2.3", "less stress"},
    {"13.2.4", "new passengers"},
    {"13.3", "discards and their price"},
    {"13.4", "in any order, cards may be kept"},
    {"14.1", "drawing and shuffling"},
    {"14.2", "stress at the maximum"},
    {"14.3", "arrivals"},
    {"14.4", "the next round"},
    {"15.1", "the hand for round 6"},
    {"15.2", "auction of round 6"},
    {"15.3", "the end"},
    {"16.1", "score"},
    {"16.2", "incomplete links"},
    {"16.3", "ties"},
    {"17.1", "solo follows the other rules"},
    {"17.2", "map"},
    {"17.3", "parcels and auction deck"},
    {"17.4", "buildings"},
    {"17.5", "development cards"},
    {"17.6", "the card row"},
    {"17.7", "shuffling the auction deck"},
    {"17.8", "parcels and void tickets"},
    {"17.9", "round 6"},
    {"17.10", "ratings"},
};

// What names of tests and comments of this folder cite.
std::set<std::string> cited() {
  std::set<std::string> found;
  const std::regex test(R"(TEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\))"), section("Section((?:[0-9]+_)*[0-9]+)(?=_|$)"),
      example("^([ET][0-9]+)(?=_)"), comment("//(.*)"),
      number(R"((?:^|[^0-9.])([0-9]+(?:\.[0-9]+)+)(?![0-9]|\.[0-9]))");
  const std::sregex_iterator end;
  for (const auto& entry : std::filesystem::directory_iterator(REMISE_SOURCE_DIR "/tests/tramways")) {
    if (entry.path().extension() != ".cpp" || entry.path().filename() == "coverage_test.cpp") continue;
    const std::string text = file_text(entry.path().string());
    for (std::sregex_iterator i(text.begin(), text.end(), test); i != end; ++i) {
      const std::string name = (*i)[1];
      for (std::sregex_iterator r(name.begin(), name.end(), section); r != end; ++r) {
        std::string dotted = (*r)[1];
        std::ranges::replace(dotted, '_', '.');
        found.insert(dotted);
      }
      for (std::sregex_iterator r(name.begin(), name.end(), example); r != end; ++r) found.insert((*r)[1]);
    }
    for (std::sregex_iterator i(text.begin(), text.end(), comment); i != end; ++i) {
      const std::string words = (*i)[1];
      for (std::sregex_iterator r(words.begin(), words.end(), number); r != end; ++r) found.insert((*r)[1]);
    }
  }
  return found;
}

TEST(Coverage, EveryRuleExampleAndRulingTestIsCited) {
  const auto found = cited();
  for (const Rule& rule : rules_of_the_game)
    EXPECT_TRUE(found.contains(rule.number)) << rule.number << " " << rule.about;
  for (int i = 1; i <= 26; ++i) EXPECT_TRUE(found.contains("E" + std::to_string(i))) << "E" << i;
  for (int i = 1; i <= 16; ++i) EXPECT_TRUE(found.contains("T" + std::to_string(i))) << "T" << i;
  EXPECT_FALSE(found.contains("99.9"));
}

// The table itself holds every numbered rule of the specification, where that is at hand.
TEST(Coverage, TheTableIsTheSpecifications) {
  const std::string path = REMISE_SOURCE_DIR "/../shared/tramways/rules.md";
  if (!std::filesystem::exists(path)) {
    std::cout << "without ../shared/tramways/rules.md the table is not compared with it\n";
    return;
  }
  std::string text = file_text(path);
  text.resize(text.find("\n## 20 "));
  std::set<std::string> wanted{"10.3.1", "10.3.2", "10.3.3", "10.3.4", "10.3.5", "10.3.6"}, listed;
  const std::regex rule(R"(\n\s*- \*\*([0-9]+(?:\.[0-9]+)+)\*\*)");
  for (std::sregex_iterator i(text.begin(), text.end(), rule), end; i != end; ++i) wanted.insert((*i)[1]);
  wanted.erase("10.3");  // its steps are listed
  for (const Rule& r : rules_of_the_game) EXPECT_TRUE(listed.insert(r.number).second) << r.number << " twice";
  EXPECT_EQ(listed, wanted);
}

}  // namespace
}  // namespace remise::tramways
