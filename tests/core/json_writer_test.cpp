#include "core/json_writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/random.h"
#include "core/range.h"
#include "support/written.h"

namespace remise {
namespace {

using testing::repeated_key;

TEST(JsonWriter, WritesEveryKindOfValue) {
  EXPECT_EQ(json_text(nullptr), "null");
  EXPECT_EQ(json_text(true), "true");
  EXPECT_EQ(json_text(false), "false");
  EXPECT_EQ(json_text(0), "0");
  EXPECT_EQ(json_text(-40), "-40");
  EXPECT_EQ(json_text(std::uint8_t{200}), "200");
  EXPECT_EQ(json_text(std::int8_t{-5}), "-5");
  EXPECT_EQ(json_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(json_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(json_text("tram"), "\"tram\"");
  EXPECT_EQ(json_text(std::string("tram")), "\"tram\"");
  EXPECT_EQ(json_text(std::string_view()), "\"\"");
  EXPECT_EQ(json_text(std::optional<int>()), "null");
  EXPECT_EQ(json_text(std::optional<std::string_view>("L22")), "\"L22\"");
  EXPECT_EQ(json_text(std::vector{1, 2, 3}), "[1,2,3]");
  EXPECT_EQ(json_text(std::vector<std::vector<int>>{{1}, {}, {2, 3}}), "[[1],[],[2,3]]");
  EXPECT_EQ(json_text(Json{{"a", {1, nullptr}}}), R"({"a":[1,null]})");
  EXPECT_EQ(json_text([] { return 7; }), "7");
  EXPECT_EQ(json_text(id_at<Seat>(3)), "3");
  EXPECT_EQ(json_text(Seat::none), "null");
  EXPECT_EQ(json_text(Range{10, 40, 5}), R"({"min":10,"max":40,"step":5})");
  EXPECT_EQ(json_text(Amount{7, {}}), "7");
  EXPECT_EQ(json_text(Amount{7, Range{7, 9, 1}}), R"({"min":7,"max":9,"step":1})");
}

TEST(JsonWriter, EscapesTexts) {
  EXPECT_EQ(json_text("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_text("a\nb\tc\rd"), R"("a\nb\tc\rd")");
  EXPECT_EQ(json_text(std::string("\0\x1f", 2)), R"("\u0000\u001f")");
  EXPECT_EQ(json_text("Große Straße 🚋"), "\"Große Straße 🚋\"");
  EXPECT_EQ(json_text("\x7f/"), "\"\x7f/\"");
  for (int c = 0; c < 128; ++c) {
    const std::string text = "before" + std::string(1, static_cast<char>(c)) + "after";
    EXPECT_EQ(json_tree(text), Json(text)) << c;
  }
}

TEST(JsonWriter, NestsObjectsAndLists) {
  const std::vector<int> stops{1, 2, 3};
  const std::string text = json_text([&](JsonWriter& w) {
    w.object(
        "empty", json_object([] {}), "none", json_list([] {}), "squares", json_list(stops, [](int n) { return n * n; }),
        "odd",
        json_list(stops,
                  [&](int n) {
                    if (n % 2) w.object("n", n);
                  }),
        "pair", [&] { w.tuple(1, "two", nullptr); }, "last", json_object([&] {
          for (const int n : stops) w.members(n, "x");
          w.members(std::string("a\"b"), true);
        }));
  });
  EXPECT_EQ(text, R"({"empty":{},"none":[],"squares":[1,4,9],"odd":[{"n":1},{"n":3}],"pair":[1,"two",null],)"
                  R"("last":{"1":"x","2":"x","3":"x","a\"b":true}})");
}

TEST(JsonWriter, AppendsToWhatIsThere) {
  std::string text = "data: ";
  JsonWriter(text).list(std::vector{1, 2});
  EXPECT_EQ(text, "data: [1,2]");
}

TEST(JsonWriter, LongTextsAndManyValues) {
  for (const std::size_t size : {99u, 100u, 101u, 1023u, 1024u, 5000u}) {
    const std::string plain(size, 'x'), special = plain + "\"" + plain;
    EXPECT_EQ(json_tree(plain), Json(plain));
    EXPECT_EQ(json_tree(special), Json(special));
    EXPECT_EQ(json_tree(Json(special)), Json(special));
    std::vector<std::size_t> numbers(size, size);
    EXPECT_EQ(json_tree(numbers), Json(numbers));
    EXPECT_EQ(json_tree(std::vector<std::string>(size, special)), Json(std::vector<std::string>(size, special)));
  }
}

TEST(JsonWriter, NothingWrittenIsNull) {
  EXPECT_EQ(json_text([](JsonWriter&) {}), "");
  EXPECT_EQ(json_tree([](JsonWriter&) {}), Json(nullptr));
}

TEST(JsonWriter, RepeatedKeysAreFound) {
  EXPECT_EQ(repeated_key(R"({"a":{"b":1},"b":[{"a":1},{"a":2}]})"), "");
  EXPECT_EQ(repeated_key(R"({"a":[{"b":1,"c":2,"b":3}]})"), "b");
  EXPECT_EQ(repeated_key(R"({"a":)"), "no JSON");
}

// Random trees: what is written, read again, is the same tree.
std::string random_text(Random& random) {
  static const std::vector<std::string> pieces{"a", "Z9", "\"", "\\", "\n", "\x01", "é", "漢", "🚋", " ", "/", "\x7f"};
  std::string text;
  for (std::uint32_t n = random.below(6); n > 0; --n)
    text += pieces[random.below(static_cast<std::uint32_t>(pieces.size()))];
  return text;
}

Json random_tree(Random& random, int depth) {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0: return nullptr;
    case 1: return random.below(2) == 0;
    case 2: return static_cast<std::int64_t>(random.next());
    case 3: return random.next() >> random.below(64);
    case 4: return random_text(random);
    case 5: {
      Json list = Json::array();
      for (std::uint32_t n = random.below(5); n > 0; --n) list.push_back(random_tree(random, depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (std::uint32_t n = random.below(5); n > 0; --n) object[random_text(random)] = random_tree(random, depth - 1);
      return object;
    }
  }
}

void write_tree(JsonWriter& w, const Json& tree) {
  if (tree.is_object())
    w.object([&] {
      for (const auto& [key, value] : tree.items()) w.members(key, [&, &value = value] { write_tree(w, value); });
    });
  else if (tree.is_array())
    w.list(tree, [&](const Json& item) { write_tree(w, item); });
  else if (tree.is_string())
    w.value(tree.get_ref<const std::string&>());
  else if (tree.is_number_unsigned())
    w.value(tree.get<std::uint64_t>());
  else if (tree.is_number())
    w.value(tree.get<std::int64_t>());
  else if (tree.is_boolean())
    w.value(tree.get<bool>());
  else
    w.value(nullptr);
}

TEST(JsonWriter, RandomTreesComeBackAsTheyWere) {
  Random random = Random::from_seed("trees");
  for (int i = 0; i < 3000; ++i) {
    const Json tree = random_tree(random, 5);
    const std::string text = json_text([&](JsonWriter& w) { write_tree(w, tree); });
    ASSERT_EQ(parse_json(text).value_or(Json("no JSON")), tree) << text;
    ASSERT_EQ(repeated_key(text), "");
    ASSERT_EQ(json_text(tree), tree.dump());
  }
}

}  // namespace
}  // namespace remise
