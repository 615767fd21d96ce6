// The edge: requests that two servers could read differently, false addresses, slow senders, floods of frames.
#include "support/raw_http.h"

namespace remise::testing {
namespace {

using std::chrono::milliseconds;

class HttpAttack : public ::testing::Test {
 protected:
  TestDatabase home{"sqlite"};
  Server start(const Json& settings = Json::object()) { return Server(Server::toy(home.url(), settings)); }
};

TEST_F(HttpAttack, WhatTwoServersCouldReadDifferentlyIsRefused) {
  const Server server = start();
  const std::string post = "POST /api/players HTTP/1.1\r\n", get = "GET /api/games HTTP/1.1\r\n", host = "Host: x\r\n";
  const std::string json = "Content-Type: application/json\r\n";
  const std::vector<std::string> doubtful{
      post + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      post + host + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
      post + host + "Transfer-Encoding: identity\r\n\r\n",
      post + host + "Transfer-Encoding: xchunked\r\n\r\n",
      post + host + "Transfer-Encoding:\r\n\r\n",
      post + host + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      post + host + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
      post + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      post + host + "Content-Length: 5\r\nTransfer-Encoding: identity\r\n\r\n",
      "POST /api/players HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      post + host + json + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
      post + host + json + "Content-Length: 2, 2\r\n\r\n{}",
      post + host + json + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
      post + host + "Content-Length: +0\r\n\r\n",
      get + "\r\n",
      get + host + host + "\r\n",
      get + host + "Host: y\r\n\r\n",
      get + "Host:\r\n\r\n",
      get + "Host: a b\r\n\r\n",
      get + "Host: a/b\r\n\r\n",
      get + "Host: me@x\r\n\r\n",
      "GET /api/games HTTP/1.0\r\n" + host + host + "\r\n",
      get + host + "Origin: http://x\r\nOrigin: http://y\r\n\r\n",
      get + host + "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
      get + host + "Cookie: a=1\r\nCookie: remise_session=b\r\n\r\n",
      get + host + "Cookie: remise_session=a; remise_session=b\r\n\r\n",
      get + host + "Cookie: remise_player=a; other=1; remise_player=a\r\n\r\n",
      get + host + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n\r\n",
      post + host + json + json + "Content-Length: 2\r\n\r\n{}",
      // What comes after the body is no header.
      post + host + "Transfer-Encoding: chunked\r\n\r\n0\r\nAuthorization: Bearer a\r\n\r\n",
      post + host + "Transfer-Encoding: chunked\r\n\r\n0\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n",
  };
  for (const auto& text : doubtful) {
    // A second request in the same breath is never answered.
    const auto answer = ask_raw(server.address(), text + get + host + "\r\n");
    EXPECT_EQ(answer.status, 400) << text;
    EXPECT_TRUE(answer.closed) << text;
  }
  const std::vector<std::string> clear{
      get + host + "\r\n",
      get + "Host: [::1]:8840\r\n\r\n",
      std::string("GET /api/games HTTP/1.0\r\n\r\n"),
      post + host + "Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
      post + host + json + "Content-Length: 2\r\n\r\n{}",
      get + host + "Cookie: remise_of_another=a; a=1; a=2\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: a\r\n\r\n",
  };
  for (const auto& text : clear) EXPECT_EQ(ask_raw(server.address(), text).status, 200) << text;
}

TEST_F(HttpAttack, OddPathsFindNothing) {
  const Server server = start();
  const auto get = [&](const std::string& path) {
    return ask_raw(server.address(), "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").status;
  };
  for (const char* path :
       {"/%00", "/index.html%00", "/api/tables?status=%00", "/api/tables?%00=waiting", "/%ff", "/api/tables?status=%ff",
        "/api/tables?game=%ed%a0%80", "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd", "/%f5%80%80%80",
        "/api/tables?status=a%0d%0ab", "/%zz", "/%", "//%2"})
    EXPECT_EQ(get(path), 400) << path;
  for (const char* path : {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
                           "/index.html/../../etc/passwd", "//etc/passwd", "/.", "/api/../api", "/\\..\\x"}) {
    const int status = get(path);
    EXPECT_TRUE(status == 404 || status == 400) << path << " -> " << status;
  }
  EXPECT_EQ(get("/" + std::string(40'000, 'a')), 413);
  EXPECT_EQ(get("/api/games?any=%d0%b6"), 200);  // well written, if nothing we know
  EXPECT_EQ(get("/api/tables?status=waiting"), 200);
}

// The addresses of a test: `lines` of X-Forwarded-For for the i-th request; how many of 300 are refused as too fast.
int refused_of_300(const Server& server, const std::function<Headers(int)>& lines) {
  HttpClient http(server.address());
  int refused = 0;
  for (int i = 0; i < 300; ++i) refused += http.ask("GET", "/api/games", lines(i))->status == 429;
  return refused;
}
std::string invented(int i) { return "10.1." + std::to_string(i / 250) + "." + std::to_string(i % 250 + 1); }

TEST_F(HttpAttack, BehindAProxyOnlyItsOwnWordCounts) {
  const Server server = start({{"unlimited", false}, {"trust_proxy", true}});
  const char* name = "X-Forwarded-For";
  EXPECT_EQ(refused_of_300(server, [&](int i) { return Headers{{name, invented(i)}}; }), 0);
  // The client's lines come first, the proxy's last, in the same line or in one of its own.
  EXPECT_GT(refused_of_300(server, [&](int i) { return Headers{{name, invented(i) + ", 9.9.9.1"}}; }), 20);
  EXPECT_GT(refused_of_300(server, [&](int i) { return Headers{{name, invented(i)}, {name, "9.9.9.2"}}; }), 20);
  EXPECT_GT(refused_of_300(server, [&](int i) { return Headers{{name, invented(i)}, {name, "x, 9.9.9.3"}}; }), 20);
  EXPECT_EQ(refused_of_300(server, [&](int i) { return Headers{{name, "9.9.9.4"}, {name, invented(300 + i)}}; }), 0);
  // What is no address counts as the proxy itself, never as what stands before it.
  EXPECT_GT(refused_of_300(server, [&](int i) { return Headers{{name, invented(600 + i) + ", unknown"}}; }), 20);
}

TEST_F(HttpAttack, WithoutAProxyNobodyChoosesAnAddress) {
  const Server server = start({{"unlimited", false}});
  EXPECT_GT(refused_of_300(server, [](int i) { return Headers{{"X-Forwarded-For", invented(i)}}; }), 20);
}

TEST_F(HttpAttack, WebSocketsBehindAProxyAreCountedByTheirAddress) {
  const Server server = start({{"trust_proxy", true}, {"max_connections_per_address", 5}});
  const auto connect = [&](WebSocketClient& socket, const std::string& from) {
    return socket.connect(server.address(), {{"X-Forwarded-For", from}});
  };
  std::vector<WebSocketClient> sockets(5);
  for (auto& socket : sockets) EXPECT_EQ(connect(socket, "9.9.9.9"), 101);
  WebSocketClient more, other;
  EXPECT_EQ(connect(more, "9.9.9.9"), 429);
  EXPECT_EQ(connect(more, "1.1.1.1, 9.9.9.9"), 429);
  EXPECT_EQ(connect(other, "9.9.9.8"), 101);
  sockets[0].close();
  int status = 0;
  for (int i = 0; i < 100 && status != 101; ++i) {
    status = connect(more, "9.9.9.9");
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(status, 101);
}

// A byte now and then, so that something always arrives: the whole request has its time, not each byte.
TEST_F(HttpAttack, SlowSendersAreDropped) {
  const int limit = long_mode() ? 15'000 : 1'000;
  const Server server = start({{"request_time", limit}});
  const std::string slow[] = {
      "GET / HTTP/1.1\r\nHost: x\r\nX-" + std::string(10'000, 'a'),
      "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n" +
          std::string(4'000, ' '),
      "POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(10'000, 'a'),
      "GET /api/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-" +
          std::string(10'000, 'a'),
      "GET /api/games HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nX-" + std::string(10'000, 'a')};
  std::vector<RawSocket> sockets;
  for (std::size_t i = 0; i < std::size(slow); ++i) sockets.emplace_back(server.address());
  const RawSocket silent(server.address());
  const auto begun = std::chrono::steady_clock::now();
  std::size_t at = 0, open = sockets.size();
  while (open > 0 && std::chrono::steady_clock::now() - begun < milliseconds(limit + 2'000)) {
    open = 0;
    for (std::size_t i = 0; i < sockets.size(); ++i) {
      if (sockets[i].closed()) continue;
      // The beginning at once, then byte by byte.
      const auto head = slow[i].size() - std::min<std::size_t>(slow[i].size(), 3'500);
      sockets[i].send(at == 0 ? slow[i].substr(0, head) : slow[i].substr(head + at, 1));
      sockets[i].read(5);
      open += !sockets[i].closed();
    }
    ++at;
    std::this_thread::sleep_for(milliseconds(50));
  }
  EXPECT_EQ(open, 0u);
  EXPECT_GT(std::chrono::steady_clock::now() - begun, milliseconds(limit - 200));
  EXPECT_EQ(ask_raw(server.address(), "GET /health HTTP/1.1\r\nHost: x\r\n\r\n").status, 200);
}

std::string frame(int opcode, bool last, std::string_view text) {
  std::string bytes{static_cast<char>((last ? 0x80 : 0) | opcode)};
  if (text.size() < 126) {
    bytes += static_cast<char>(0x80 | text.size());
  } else {
    bytes += static_cast<char>(0x80 | 126);
    bytes += static_cast<char>(text.size() >> 8);
    bytes += static_cast<char>(text.size() & 0xff);
  }
  return bytes + std::string(4, '\0') + std::string(text);  // a mask of zeros
}

TEST_F(HttpAttack, AFloodOfPingsEndsTheConnection) {
  const Server server = start({{"unlimited", false}});
  for (const int opcode : {0x9, 0xa}) {  // ping, pong
    WebSocketClient socket, good;
    ASSERT_EQ(socket.connect(server.address(), {}), 101);
    ASSERT_EQ(good.connect(server.address(), {}), 101);
    std::string burst;
    for (int i = 0; i < 100; ++i) burst += frame(opcode, true, "");
    ASSERT_TRUE(socket.send_raw(burst));  // less than the burst of messages
    socket.send(R"({"type":"ping"})");
    EXPECT_EQ(next(socket, "pong")["type"], "pong");
    for (int i = 0; i < 20 && socket.send_raw(burst); ++i) {
    }
    while (socket.wait(1000)) {
    }
    EXPECT_FALSE(socket.is_open());
    good.send(R"({"type":"ping"})");
    EXPECT_EQ(next(good, "pong")["type"], "pong");
  }
}

TEST_F(HttpAttack, AMessageInEndlessPiecesEnds) {
  const Server server = start();
  WebSocketClient socket;
  ASSERT_EQ(socket.connect(server.address(), {}), 101);
  ASSERT_TRUE(socket.send_raw(frame(1, false, "{")));
  const std::string piece = frame(0, false, std::string(1000, ' '));
  for (int i = 0; i < 200 && socket.send_raw(piece); ++i) {
  }
  while (socket.wait(2000)) {
  }
  EXPECT_FALSE(socket.is_open());
}

// Pieces without contents never make a message too large: they are read at a bounded pace.
TEST_F(HttpAttack, EmptyPiecesCostLittle) {
  const Server server = start();
  RawSocket socket(server.address());
  socket.send(
      "GET /api/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  ASSERT_TRUE(socket.read(2000, 12).starts_with("HTTP/1.1 101"));
  socket.send(frame(1, false, ""));
  std::string burst;
  for (int i = 0; i < 10'000; ++i) burst += frame(0, false, "");
  std::atomic<bool> done = false;
  const double before = processor_time(server.pid());
  std::jthread sender([&] {
    while (!done && socket.send(burst)) {
    }
  });
  std::this_thread::sleep_for(milliseconds(1500));
  EXPECT_LT(processor_time(server.pid()) - before, 0.3);
  EXPECT_EQ(ask_raw(server.address(), "GET /health HTTP/1.1\r\nHost: x\r\n\r\n").status, 200);
  done = true;
  socket.hang_up();
}

}  // namespace
}  // namespace remise::testing
