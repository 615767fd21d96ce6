// `remise show`: a position as text and as a picture.
#include <algorithm>
#include <map>
#include <regex>

#include "io/tramways/render.h"
#include "support.h"
#include "support/battery.h"

namespace remise::tramways {
namespace {

// A match in the middle, with links of several players.
std::unique_ptr<Match> middle(int players) {
  auto match = oracle_game().start({{"players", players}, {"seed", "picture"}});
  EXPECT_TRUE(match);
  auto& typed = static_cast<TypedMatch<Tramways>&>(**match);
  Random random = Random::from_seed("picture");
  Tramways::Choices choices;
  while (typed.state().round < 5 && !typed.to_act().empty()) {
    auto picked = testing::pick(rules(), typed.state(), random, choices);
    const auto shows = [](const Action& action) {  // something to see on the map
      const auto* lay = std::get_if<LayTrack>(&action);
      return (lay && !lay->dests.empty()) || std::holds_alternative<Build>(action);
    };
    const bool acting = typed.state().phase == Phase::act1 || typed.state().phase == Phase::act2;
    for (int again = 0; again < 200 && acting && !shows(picked.action); ++again)
      picked = testing::pick(rules(), typed.state(), random, choices);
    EXPECT_FALSE(typed.play(picked.seat, picked.action));
  }
  return std::move(*match);
}

// Every tag that is opened is closed, in order.
void expect_well_formed(const std::string& svg) {
  const std::regex tag("<(/?)([a-z]+)[^<>]*?(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator i(svg.begin(), svg.end(), tag), end; i != end; ++i) {
    if ((*i)[1].length()) {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), (*i)[2].str());
      open.pop_back();
    } else if (!(*i)[3].length()) {
      open.push_back((*i)[2]);
    }
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(std::ranges::count(svg, '<'), std::ranges::count(svg, '>'));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("null"), std::string::npos);
}

std::size_t times(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

TEST(Render, ThePictureShowsFieldsLinksAndPlayers) {
  const Locale english("en", embedded_data, {"core", "tramways"});
  for (const int players : {1, 4}) {
    const auto match = middle(players);
    RenderOptions options;
    options.names = {"Anna & <Co", "Bruno", "Chiara", "Dmitri"};
    for (const bool dark : {false, true}) {
      options.dark = dark;
      const std::string svg = draw_svg(*match, english, options);
      expect_well_formed(svg);
      EXPECT_NE(svg.find("Anna &amp; &lt;Co"), std::string::npos);
      const Json state = match->view(Viewer::spectator())["state"];
      ASSERT_GT(state["links"].size(), 0u);
      // Each link is drawn in its owner's colour; each parcel without building has its name.
      const char* colours[]{"#6F4424", "#F3A3C0", "#15805A", "#E5821B"};
      for (const auto& [id, link] : state["links"].items()) {
        EXPECT_TRUE(dark || times(svg, colours[link["owner"].get<int>()]) > 0) << id;
      }
      for (const Json& field : state["map"])
        if (state["parcels"].contains(field["ground"].get<std::string>()) && !field.contains("building")) {
          EXPECT_NE(svg.find(">" + field["ground"].get<std::string>() + "</text>"), std::string::npos) << field;
        }
    }
  }
}

TEST(Render, TheTextShowsTheMapWithOwnersAndLinksInOrder) {
  const auto match = middle(4);
  RenderOptions options;
  options.names = {"Anna", "Bruno", "Chiara", "Dmitri"};
  const Locale locale("en", embedded_data, {"core", "tramways"});
  const std::string text = draw_text(*match, locale, options);
  EXPECT_NE(text.find("a = Anna b = Bruno c = Chiara d = Dmitri"), std::string::npos) << text;
  const Json state = match->view(Viewer::spectator())["state"];
  // One row for each link, named by its ends, in the order in which they were begun.
  const std::regex line(R"(\n  (\S+ [0-9]+[a-z][^\n]*?)  +(Anna|Bruno|Chiara|Dmitri) +([0-9]+) track pieces?)");
  std::vector<std::pair<std::string, std::size_t>> rows_found, expected;
  for (std::sregex_iterator i(text.begin(), text.end(), line), end; i != end; ++i)
    rows_found.emplace_back((*i)[2], std::stoul((*i)[3]));
  std::map<int, const Json*> by_number;
  for (const auto& [id, link] : state["links"].items()) by_number[std::stoi(id)] = &link;
  for (const auto& [number, link] : by_number)
    expected.emplace_back(options.names[(*link)["owner"].get<std::size_t>()], (*link)["pieces"].size());
  EXPECT_EQ(rows_found, expected) << text;
  for (const auto& [name, owner] : state["parcels"].items())
    if (!owner.is_null() && text.find(name) != std::string::npos) {
      EXPECT_NE(text.find(name + "'" + static_cast<char>('a' + owner.get<int>())), std::string::npos) << name;
    }
  std::istringstream rows(text);
  std::size_t longest = 0;
  for (std::string row; std::getline(rows, row);) longest = std::max(longest, row.size());
  EXPECT_LE(longest, 160u);
}

}  // namespace
}  // namespace remise::tramways
