// Hidden cards: whatever a client receives during a match, taken as a seed or as a key, alone and behind every label,
// opens none of its streams.
#include <set>

#include "core/range.h"
#include "core/seed.h"
#include "core/sha256.h"
#include "games/tramways/match.h"
#include "server/bots/bots.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

std::unique_ptr<Game> real_game(const std::string& id) {
  for (const auto& maker : game_makers())
    if (maker.id == id) return std::move(*maker(embedded_data));
  throw std::runtime_error("no such game");
}

// Every text and number below, as text.
void gather(const Json& json, std::set<std::string>& values) {
  if (json.is_structured()) {
    for (const auto& [key, value] : json.items()) {
      if (json.is_object()) values.insert(key);
      gather(value, values);
    }
  } else if (json.is_string()) {
    values.insert(json.get<std::string>());
  } else {
    values.insert(json.dump());
  }
}

using Key = std::array<std::uint32_t, 8>;

Key words(const unsigned char* bytes) {
  Key key{};
  for (std::size_t i = 0; i < 32; ++i) key[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << (8 * (i % 4));
  return key;
}

// The keys an attacker makes of one value: its bytes where it looks like 32 of them, and what hashing gives.
std::vector<Key> keys_of(const std::string& value) {
  std::vector<Key> keys;
  const bool hex = value.size() == 64 && value.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (hex) {
    std::array<unsigned char, 32> bytes{};
    for (std::size_t i = 0; i < 32; ++i)
      bytes[i] = static_cast<unsigned char>(std::stoi(value.substr(2 * i, 2), nullptr, 16));
    keys.push_back(words(bytes.data()));
    const std::string_view raw(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    keys.push_back(Random::from_seed(raw).key);
  }
  if (const auto bytes = server::read_token_key(value)) keys.push_back(words(bytes->data()));
  for (const char* label : {"", "remise ", "seed ", "seats ", "remise stream\n", "remise seats\n",
                            "remise commitment\n", "remise stream ", "stream\n", "commitment\n"})
    keys.push_back(Random::from_seed(label + value).key);
  for (const auto& derived : {sha256_hex(value), commitment_to(value)}) keys.push_back(Random::from_seed(derived).key);
  return keys;
}

class SecretsAttack : public ::testing::TestWithParam<const char*> {
 protected:
  const std::string game = GetParam();
  TestDatabase home{"sqlite"};
  Server server{Server::real(home.url())};
  HttpClient http{server.address()};
  std::set<std::string> values;
  std::set<Key> keys;  // every 32 bytes of every position that was sent to be folded

  // Watches as a page does, and keeps what it folds.
  struct Page {
    WebSocketClient socket;
    Known known;
  };
  std::vector<std::unique_ptr<Page>> pages;

  void open_pages(const std::string& id, const std::vector<std::string>& tokens) {
    for (const auto& one : tokens) {
      auto page = std::make_unique<Page>();
      ASSERT_EQ(page->socket.connect(server.address(), one.empty() ? Headers{} : bearer(one)), 101);
      send(page->socket, {{"type", "watch"}, {"table", id}, {"engine", engine_id()}});
      pages.push_back(std::move(page));
    }
  }
  void read_pages() {
    for (auto& page : pages) {
      page->socket.read_some(false);
      while (const auto text = page->socket.next()) {
        const Json json = Json::parse(*text);
        gather(json, values);
        if (!json.contains("position")) continue;
        const auto known = read_known(json["position"], json.contains("from") ? &page->known : nullptr);
        ASSERT_TRUE(known);
        page->known = *known;
        for (std::size_t i = 0; i + 32 <= known->state.size(); ++i)
          keys.insert(words(reinterpret_cast<const unsigned char*>(known->state.data()) + i));
      }
    }
  }

  Json look(const std::string& path, const std::string& as) {
    const auto answer = ask(http, "GET", path, nullptr, as);
    gather(answer.body, values);
    return answer.body;
  }
  Json entry(const std::string& table, const std::string& kind) const {
    auto db = store::Database::open(home.url()).value();
    const auto entries = db.entries(table, 0).value();
    for (const auto& one : entries)
      if (one.kind == kind) return Json::parse(one.payload);
    return nullptr;
  }
  // Everybody moves by chance, and everything they and a stranger can ask for is kept.
  void play(const std::string& id, const std::vector<std::string>& tokens, int moves) {
    Random random = Random::from_seed("the attacker's own");
    std::vector<std::string> eyes = tokens;
    eyes.push_back("");
    open_pages(id, eyes);
    for (int i = 0; i < moves; ++i) {
      read_pages();
      const Json info = look("/api/tables/" + id, "")["table"];
      if (info["to_act"].empty()) break;
      const std::string& mover = tokens[info["to_act"][0].get<std::size_t>()];
      for (const auto& token : tokens) look("/api/tables/" + id + "/view", token);
      look("/api/tables/" + id + "/view", "");
      const Json update = look("/api/tables/" + id + "/view", mover);
      Json action = update["view"]["legal"][random.below(static_cast<std::uint32_t>(update["view"]["legal"].size()))];
      fill_ranges(action, random);
      const auto done = ask(http, "POST", "/api/tables/" + id + "/moves",
                            {{"rev", update["rev"]}, {"key", std::to_string(i)}, {"action", action}}, mover);
      gather(done.body, values);
      if (i % 7 == 3) {
        look("/api/tables/" + id + "/view?n=" + std::to_string(i / 2), "");
        look("/api/tables/" + id + "/what-if", tokens[0]);
        look("/api/tables/" + id + "/file", "");
        gather(ask(http, "POST", "/api/tables/" + id + "/hint", {{"level", "easy"}}, mover).body, values);
        gather(ask(http, "POST", "/api/tables/" + id + "/check", {{"action", action}}, tokens[0]).body, values);
      }
    }
    look("/api/tables?status=playing", "");
    look("/api/me/tables", tokens[1]);
    read_pages();
  }
};

TEST_P(SecretsAttack, NothingThatIsShownOpensAStream) {
  const std::vector<std::string> tokens{token(), token(), token()};
  const auto id = start_table(http, game, tokens);
  play(id, tokens, long_mode() ? 400 : 40);
  EXPECT_GT(values.size(), 300u) << "the attacker has seen nothing";

  const Json started = entry(id, "started");
  const std::string seed = started["setup"]["seed"];
  EXPECT_GE(seed.size(), 22u) << "128 bits are 22 characters of base64";
  EXPECT_FALSE(values.contains(seed));
  // The streams we fear for are those of this match: its start is drawn from the first of them.
  const auto rules = real_game(game);
  const auto truth = rules->load({{"format", match_format},
                                  {"game", game},
                                  {"rules", started["rules"]},
                                  {"setup", started["setup"]},
                                  {"actions", Json::array()}});
  ASSERT_TRUE(truth);
  if (const auto* match = dynamic_cast<const TypedMatch<tramways::Tramways>*>(truth->get()); game == "tramways") {
    ASSERT_TRUE(match);
    EXPECT_EQ(match->state().random.key, match_stream(seed).key);
  }
  const std::set<Key> secrets{match_stream(seed).key, bare_stream(seed).key, seating_stream(seed).key};
  EXPECT_GT(keys.size(), 500u) << "no position was folded";
  for (const Key& key : keys) EXPECT_FALSE(secrets.contains(key)) << "a position holds the key of a stream";
  for (const auto& value : values) {
    for (const Key& key : keys_of(value)) EXPECT_FALSE(secrets.contains(key)) << value << " opens a stream";
    for (const int version : {1, 2}) {  // and as the seed of a match, under both versions of the rules
      if (value.size() > 100) continue;
      const auto guess =
          rules->load({{"format", match_format},
                       {"game", game},
                       {"rules", version},
                       {"setup", {{"players", 3}, {"options", started["setup"]["options"]}, {"seed", value}}},
                       {"actions", Json::array()}});
      EXPECT_FALSE(guess && (*guess)->hash() == (*truth)->hash()) << value << " gives the same deal";
    }
  }
}

// The commitment is shown from the start on, stays the same, and is kept: whoever has the file can check it.
TEST_P(SecretsAttack, TheSeedOfTheFileIsTheOneCommittedTo) {
  const std::vector<std::string> tokens{token(), token()};
  const auto id = start_table(http, game, tokens);
  const Json view = look("/api/tables/" + id + "/view", "")["view"];
  const std::string seed = entry(id, "started")["setup"]["seed"];
  EXPECT_EQ(view["commitment"], commitment_to(seed));
  EXPECT_FALSE(view.contains("seed"));
  EXPECT_FALSE(view.contains("seed_sha256"));
  std::string line;
  EXPECT_EQ(run({"bash", "-c", "printf 'remise commitment\\n%s' \"$0\" | sha256sum", seed}, &line), 0);
  EXPECT_EQ(view["commitment"], line.substr(0, 64));
}

INSTANTIATE_TEST_SUITE_P(BothGames, SecretsAttack, ::testing::Values("1840", "tramways"));

}  // namespace
}  // namespace remise::testing
