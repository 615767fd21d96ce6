// Boards as pictures: what is drawn lies where it should, a picture is a well-formed PNG, and texts of people do no
// harm.
#include <gtest/gtest.h>

#include <map>

#include "core/data_files.h"
#include "io/board/raster.h"

namespace remise {
namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}
std::map<std::string, std::string> chunks_of(const std::string& png) {
  std::map<std::string, std::string> all;
  for (std::size_t at = 8; at + 12 <= png.size();) {
    const std::uint32_t size = number_at(png, at);
    all[png.substr(at + 4, 4)] = png.substr(at + 8, size);
    at += size + 12;
  }
  return all;
}

// The plain way to read what was compressed: bit by bit, with the tables of RFC 1951.
class Inflater {
 public:
  explicit Inflater(std::string_view data) : data_(data) {}
  std::string read() {
    EXPECT_EQ(bits(3), 3U);
    std::string out;
    while (true) {
      const int symbol = literal();
      if (symbol == 256) return out;
      if (symbol < 256) {
        out += static_cast<char>(symbol);
        continue;
      }
      const int l = symbol - 257;
      const int extra = l < 8 || l == 28 ? 0 : l / 4 - 1;
      static const int lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
      const std::size_t length = static_cast<std::size_t>(lengths[l]) + bits(extra);
      const std::uint32_t d = code(5);
      const std::uint32_t base = d < 4 ? d + 1 : (2 + d % 2) * (1U << (d / 2 - 1)) + 1;
      const std::size_t distance = base + bits(d < 4 ? 0 : static_cast<int>(d / 2) - 1);
      if (distance > out.size()) return "broken";
      for (std::size_t i = 0; i < length; ++i) out += out[out.size() - distance];
    }
  }

 private:
  std::uint32_t bit() {
    const std::size_t byte = at_ / 8;
    if (byte >= data_.size()) return 0;
    return static_cast<unsigned char>(data_[byte]) >> (at_++ % 8) & 1;
  }
  std::uint32_t bits(int count) {
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i) value |= bit() << i;
    return value;
  }
  std::uint32_t code(int count) {
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 1 | bit();
    return value;
  }
  int literal() {
    std::uint32_t value = code(7);
    if (value < 24) return static_cast<int>(value) + 256;
    value = value << 1 | bit();
    if (value >= 0x30 && value <= 0xBF) return static_cast<int>(value) - 0x30;
    if (value >= 0xC0 && value <= 0xC7) return static_cast<int>(value) - 0xC0 + 280;
    return static_cast<int>(value << 1 | bit()) - 0x190 + 144;
  }
  std::string_view data_;
  std::size_t at_ = 0;
};

TEST(BoardPicture, APngHoldsItsPixels) {
  Pixels pixels{37, 19, {}};
  for (int i = 0; i < 37 * 19; ++i)
    for (const int part : {i % 7 * 32, i % 3 * 80, i / 74 * 8}) pixels.rgb.push_back(static_cast<std::uint8_t>(part));
  auto chunks = chunks_of(png_of(pixels));
  EXPECT_EQ(number_at(chunks["IHDR"], 0), 37U);
  EXPECT_EQ(number_at(chunks["IHDR"], 4), 19U);
  const std::string data = Inflater(std::string_view(chunks["IDAT"]).substr(2)).read();
  ASSERT_EQ(data.size(), std::size_t{38 * 19});
  for (std::size_t y = 0; y < 19; ++y) {
    EXPECT_EQ(data[y * 38], 0);
    for (std::size_t x = 0; x < 37; ++x)
      for (std::size_t c = 0; c < 3; ++c) {
        const auto index = static_cast<unsigned char>(data[y * 38 + 1 + x]);
        const int shown = static_cast<unsigned char>(chunks["PLTE"][index * 3U + c]);
        EXPECT_NEAR(shown, pixels.rgb[(y * 37 + x) * 3 + c], 8);
      }
  }
}

int red_at(const Pixels& pixels, int x, int y) {
  return pixels.rgb[static_cast<std::size_t>((y * pixels.width + x) * 3)];
}

TEST(BoardPicture, ShapesLieWhereTheyAreDrawn) {
  Drawn drawn{0,
              0,
              100,
              100,
              "<rect x=\"10\" y=\"10\" width=\"20\" height=\"20\" fill=\"#FF0000\"/>"
              "<g transform=\"translate(50 0) scale(2)\"><path d=\"M5 5 h10 v10 h-10 Z\" class=\"a\"/></g>"
              "<path d=\"M10 70 L90 70\" fill=\"none\" stroke=\"#FF0000\" stroke-width=\"10\"/>"
              "<circle cx=\"20\" cy=\"90\" r=\"5\" fill=\"#FF0000\" opacity=\".5\"/>",
              ".a,.b{fill:#FF0000}"};
  const Pixels pixels = pixels_of(drawn, 100, 100, "#000000");
  const std::pair<std::pair<int, int>, int> expected[] = {
      {{20, 20}, 255}, {{35, 20}, 0},   {{70, 20}, 255}, {{55, 20}, 0}, {{50, 70}, 255}, {{50, 64}, 0},
      {{50, 76}, 0},   {{20, 90}, 128}, {{20, 80}, 0},   {{5, 70}, 0},  {{95, 70}, 0}};
  for (const auto& [at, red] : expected)
    EXPECT_NEAR(red_at(pixels, at.first, at.second), red, 1) << at.first << ", " << at.second;
}

// Where pieces of a stroke cross or turn back on themselves nothing is lost.
TEST(BoardPicture, AStrokeHasNoHoles) {
  const Drawn drawn{
      0, 0, 60, 60, "<path d=\"M10 10 L50 50 L10 50 L50 10\" fill=\"none\" stroke=\"#FF0000\" stroke-width=\"8\"/>",
      ""};
  const Pixels pixels = pixels_of(drawn, 60, 60, "#000000");
  for (int i = 12; i < 48; ++i) {
    EXPECT_EQ(red_at(pixels, i, i), 255) << i;
    EXPECT_EQ(red_at(pixels, 59 - i, i), 255) << i;
  }
}

TEST(BoardPicture, EveryGameHasABoardWithoutWordsOfALanguage) {
  for (const GameMaker& maker : game_makers()) {
    auto game = maker.make(&embedded_data);
    ASSERT_TRUE(game.has_value());
    const auto art = board_art_of((*game)->id());
    ASSERT_TRUE(art.has_value()) << (*game)->id();
    const auto match = (*game)->start({{"players", 3}, {"seed", "picture"}});
    ASSERT_TRUE(match.has_value());
    const Drawn drawn = art->draw(**match, {});
    const Pixels pixels = pixels_of(drawn, 300, 160, board_ground(false));
    std::map<int, int> colours;
    for (std::size_t i = 0; i < pixels.rgb.size(); i += 3) ++colours[pixels.rgb[i]];
    EXPECT_GT(colours.size(), 20U);
    EXPECT_LT(png_of(pixels).size(), 60'000U);
    // What people wrote becomes text and nothing else.
    const std::string card =
        svg_of(drawn, Card{"<script>alert(1)</script> & \"x\"\n\x01", std::string(5000, 'w'), false});
    EXPECT_EQ(card.find("<script"), std::string::npos);
    EXPECT_NE(card.find("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"), std::string::npos);
    EXPECT_LT(card.size(), drawn.elements.size() + drawn.style.size() + 4000);
  }
}

}  // namespace
}  // namespace remise
