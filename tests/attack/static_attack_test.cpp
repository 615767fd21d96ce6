// The files of the page: told apart by encoding, in ranges, to slow readers, and never for nothing.
#include "support/raw_http.h"

namespace remise::testing {
namespace {

using std::chrono::milliseconds;

std::string noise(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 1;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

class StaticAttack : public ::testing::Test {
 protected:
  StaticAttack() {
    write("index.html", "<!doctype html>start");
    write("app.js", std::string(500, 'x'));
    write("app.js.gz", "the gzip twin");
    write("app.js.br", "brotli twin");
    write("digits.txt", "0123456789");
    write("large.bin", large);
  }
  void write(const std::string& name, const std::string& bytes) {
    std::ofstream(web.path() + "/" + name, std::ios::binary) << bytes;
  }
  Server start(Json settings = Json::object()) {
    settings["web"] = web.path();
    return Server(Server::toy(home.url(), settings));
  }
  static std::string header(const server::HttpAnswer& answer, const std::string& name) {
    const auto found = answer.headers.find(name);
    return found == answer.headers.end() ? "" : found->second;
  }

  TestDatabase home{"sqlite"};
  TemporaryFolder web;
  const std::string large = noise(8 << 20);
};

TEST_F(StaticAttack, EveryoneGetsAnEncodingTheyAccept) {
  const Server server = start();
  HttpClient http(server.address());
  const auto encoding = [&](const Headers& headers) {
    return header(*http.ask("GET", "/app.js", headers), "content-encoding");
  };
  const auto accepting = [&](const char* text) { return encoding({{"Accept-Encoding", text}}); };
  EXPECT_EQ(encoding({}), "");
  for (const char* text : {"br", "gzip, deflate, br", "gzip, br", "BR", "*", "gzip;q=0.5,br;q=0.5", "br;q=0.001",
                           "identity;q=0, *", "br ; q=1.000", "gzip;q=0, *;q=0.5, identity;q=0.1"})
    EXPECT_EQ(accepting(text), "br") << text;
  for (const char* text : {"gzip", "x-gzip", "gzip, br;q=0", "br;q=0.0, gzip", "*, br;q=0", "br;q=0.1, gzip;q=0.9",
                           "gzip, zebra", "gzip;q=1, br;q=0.999"})
    EXPECT_EQ(accepting(text), "gzip") << text;
  for (const char* text :
       {"", "identity", "br;q=0", "gzip;q=0, br;q=0", "*;q=0", "deflate", "brotli", "zebra", "abr", "gzipped",
        "br;q=0, *;q=0, identity", "identity, br;q=0.5, gzip;q=0.5", "br;q=nonsense", "br;q=2", ";;,,=", "br;q=-1"})
    EXPECT_EQ(accepting(text), "") << text;
  EXPECT_EQ(encoding({{"Accept-Encoding", "identity;q=0.1"}, {"Accept-Encoding", "gzip"}}), "gzip");
  EXPECT_EQ(http.ask("GET", "/app.js", {{"Accept-Encoding", "br"}})->body, "brotli twin");
  EXPECT_EQ(http.ask("GET", "/app.js", {{"Accept-Encoding", "gzip"}})->body, "the gzip twin");
  EXPECT_EQ(http.ask("GET", "/app.js", {{"Accept-Encoding", "zstd"}})->body, std::string(500, 'x'));
  EXPECT_EQ(header(*http.ask("GET", "/app.js"), "vary"), "Accept-Encoding");
  EXPECT_EQ(http.ask("GET", "/app.js.br")->status, 404);  // twins have no address of their own
}

TEST_F(StaticAttack, EachEncodingHasItsTag) {
  const Server server = start();
  HttpClient http(server.address());
  const auto ask_tagged = [&](const char* accept, const Headers& tags) {
    Headers headers = tags;
    headers.emplace_back("Accept-Encoding", accept);
    return *http.ask("GET", "/app.js", headers);
  };
  const auto plain = header(ask_tagged("identity", {}), "etag"), brotli = header(ask_tagged("br", {}), "etag"),
             gzip = header(ask_tagged("gzip", {}), "etag");
  EXPECT_TRUE(plain != brotli && brotli != gzip && plain != gzip) << plain << brotli << gzip;
  for (const auto& tags : {brotli, "W/" + brotli, "\"a\", " + brotli, "\"a\",W/" + brotli + ",\"b\"", std::string("*"),
                           "\"a, b\" , " + brotli}) {
    const auto answer = ask_tagged("br", {{"If-None-Match", tags}});
    EXPECT_EQ(answer.status, 304) << tags;
    EXPECT_EQ(answer.body, "");
    EXPECT_EQ(header(answer, "etag"), brotli);
  }
  EXPECT_EQ(ask_tagged("br", {{"If-None-Match", "\"a\""}, {"If-None-Match", brotli}}).status, 304);
  const std::string bare = brotli.substr(1, brotli.size() - 2);
  for (const auto& tags : {plain, gzip, bare, "\"" + bare, "\"x" + bare + "\"", std::string("\"*\""), std::string(""),
                           "\"a, " + bare + "\"", "w/" + brotli})
    EXPECT_EQ(ask_tagged("br", {{"If-None-Match", tags}}).status, 200) << tags;
}

TEST_F(StaticAttack, OneRangeIsAnswered) {
  const Server server = start();
  HttpClient http(server.address());
  const auto get = [&](const std::string& range, const std::string& only_if = "", const char* method = "GET") {
    Headers headers{{"Range", range}};
    if (!only_if.empty()) headers.emplace_back("If-Range", only_if);
    return *http.ask(method, "/digits.txt", headers);
  };
  const auto whole = *http.ask("GET", "/digits.txt");
  EXPECT_EQ(header(whole, "accept-ranges"), "bytes");
  const std::string tag = header(whole, "etag");
  struct Part {
    const char *range, *body, *where;
  };
  for (const auto& [range, body, where] :
       {Part{"bytes=0-0", "0", "bytes 0-0/10"}, Part{"bytes=2-4", "234", "bytes 2-4/10"},
        Part{"bytes=7-", "789", "bytes 7-9/10"}, Part{"bytes=-3", "789", "bytes 7-9/10"},
        Part{"bytes=8-99", "89", "bytes 8-9/10"}, Part{"bytes=-99", "0123456789", "bytes 0-9/10"},
        Part{"Bytes=9-9", "9", "bytes 9-9/10"}}) {
    const auto answer = get(range);
    EXPECT_EQ(answer.status, 206) << range;
    EXPECT_EQ(answer.body, body) << range;
    EXPECT_EQ(header(answer, "content-range"), where);
    EXPECT_EQ(header(answer, "etag"), tag);
  }
  for (const char* range : {"bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999-"}) {
    const auto answer = get(range);
    EXPECT_EQ(answer.status, 416) << range;
    EXPECT_EQ(header(answer, "content-range"), "bytes */10");
  }
  // Several ranges, other units and nonsense: the whole file.
  for (const char* range :
       {"bytes=0-1,3-4", "bytes=0-0,-1", "lines=1-2", "bytes=", "bytes=-", "bytes=4-2", "bytes=a-b", "bytes=1-2x",
        "bytes=--1", "0-1", "bytes=99999999999999999999999-", "bytes=0-99999999999999999999999"}) {
    const auto answer = get(range);
    EXPECT_EQ(answer.status, 200) << range;
    EXPECT_EQ(answer.body, "0123456789");
  }
  EXPECT_EQ(get("bytes=0-1", tag).status, 206);
  for (const auto& other : {std::string("\"other\""), "W/" + tag, std::string("Mon, 16 Nov 2026 10:00:00 GMT")})
    EXPECT_EQ(get("bytes=0-1", other).status, 200) << other;
  EXPECT_EQ(get("bytes=0-1", "", "HEAD").status, 200);
  // The part of what was asked for, in its encoding.
  const auto part = *http.ask("GET", "/app.js", {{"Range", "bytes=0-5"}, {"Accept-Encoding", "br"}});
  EXPECT_EQ(part.body, "brotli");
  EXPECT_EQ(header(part, "content-range"), "bytes 0-5/11");
  const auto unchanged = *http.ask("GET", "/digits.txt", {{"Range", "bytes=0-1"}, {"If-None-Match", tag}});
  EXPECT_EQ(unchanged.status, 304);
}

TEST_F(StaticAttack, HeadTellsTheSameWithoutTheBytes) {
  const Server server = start();
  HttpClient http(server.address());
  const auto whole = *http.ask("GET", "/app.js", {{"Accept-Encoding", "br"}});
  const auto head = *http.ask("HEAD", "/app.js", {{"Accept-Encoding", "br"}});
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.body, "");
  for (const char* name : {"content-length", "content-type", "content-encoding", "etag", "cache-control", "vary"})
    EXPECT_EQ(header(head, name), header(whole, name)) << name;
  EXPECT_EQ(http.ask("GET", "/digits.txt")->body, "0123456789");  // on the same connection
}

// A first visit asks for every file, so that it can be played without a network later; a whole group may come from one
// address. Questions are counted apart.
TEST_F(StaticAttack, FirstVisitsOfAGroupAreNotRefused) {
  const Server server = start({{"unlimited", false}});
  HttpClient http(server.address());
  for (int i = 0; i < 6 * 400; ++i) ASSERT_EQ(http.ask("GET", "/digits.txt")->status, 200) << i;
  EXPECT_EQ(http.ask("GET", "/api/games")->status, 200);
}

TEST_F(StaticAttack, FilesAreCountedByTheirSize) {
  const Server server = start({{"unlimited", false}});
  HttpClient http(server.address());
  int served = 0;
  while (served < 100 && http.ask("GET", "/large.bin")->status == 200) ++served;
  EXPECT_GE(served, 8);   // 512 pieces each
  EXPECT_LE(served, 60);  // and some that are counted while they come
  EXPECT_EQ(http.ask("GET", "/digits.txt")->status, 429);
  EXPECT_EQ(http.ask("GET", "/api/games")->status, 200);
}

TEST_F(StaticAttack, SlowReadersCostNoCopies) {
  const Server server = start();
  const double before = server.memory();
  std::vector<RawSocket> readers;
  for (int i = 0; i < 60; ++i) {
    readers.emplace_back(server.address(), 4096);
    readers.back().send("GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  for (auto& reader : readers) EXPECT_TRUE(reader.read(2000, 12).starts_with("HTTP/1.1 200"));
  EXPECT_LT(server.memory() - before, 10);
}

// Slow and steady gets everything, however long it takes; one who takes nothing is dropped.
TEST_F(StaticAttack, TheLimitIsProgressNotTime) {
  const int limit = long_mode() ? 15'000 : 600;
  const Server server = start({{"request_time", limit}});
  RawSocket steady(server.address(), 64 * 1024), deaf(server.address(), 64 * 1024);
  const std::string request = "GET /large.bin HTTP/1.1\r\nHost: x\r\nRange: bytes=0-";
  const std::size_t wanted = long_mode() ? 1'200'000 : 5'000'000;  // 60 s at 20 KB/s; some seconds
  steady.send(request + std::to_string(wanted) + "\r\n\r\n");
  deaf.send("GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto begun = std::chrono::steady_clock::now();
  std::string got;
  while (!steady.closed()) {
    const auto part = steady.read(2'000, long_mode() ? 10'000 : 150'000);
    got += part;
    const auto body = got.find("\r\n\r\n");
    if (part.empty() || (body != std::string::npos && got.size() - body - 4 > wanted)) break;
    std::this_thread::sleep_for(milliseconds(long_mode() ? 500 : 50));
  }
  EXPECT_GT(std::chrono::steady_clock::now() - begun, milliseconds(limit) * 2);
  const auto body = got.find("\r\n\r\n");
  ASSERT_NE(body, std::string::npos);
  EXPECT_EQ(got.size() - body - 4, wanted + 1);
  EXPECT_TRUE(got.substr(body + 4) == large.substr(0, wanted + 1));
  const std::string late = deaf.read(5'000, large.size() + 2'000);
  EXPECT_TRUE(deaf.closed());
  EXPECT_LT(late.size(), large.size());
}

}  // namespace
}  // namespace remise::testing
