// What people let a server send: to addresses inside, by names that change their meaning, to whoever redirects, answers
// without end or not at all, and to victims who have asked for nothing. The carrier is the real one; the floods meet a
// real server.
#include <chrono>
#include <condition_variable>
#include <fstream>

#include "server/call/carrier.h"
#include "server/call/crypto.h"
#include "support/server_process.h"
#include "support/takers.h"

namespace remise::testing {
namespace {

using Result = server::Delivery::Result;
using Clock = std::chrono::steady_clock;

// A carrier of its own, and what it says of one parcel after the other.
class Delivering {
 public:
  explicit Delivering(bool private_too, std::vector<std::string> names = {}, std::int64_t patience = 3000) {
    server::CallConfig config;
    config.webhooks = true;
    config.contact = "mailto:host@trams.example";
    const auto keys = server::new_push_keys().value();
    config.push_private = keys.private_key, config.push_public = keys.public_key;
    config.private_addresses = private_too;
    config.patience = patience;
    carrier_ = server::make_carrier(
        config, [](const std::function<void()>& work) { work(); }, std::move(names));
  }
  server::Delivery operator()(const std::string& url, bool push = false) {
    server::Parcel parcel;
    parcel.id = "id";
    parcel.to = url;
    parcel.body = R"({"text":"your turn"})";
    parcel.secret = server::base64url("a secret of sixteen");
    if (push) {
      parcel.kind = server::Parcel::Kind::push;
      parcel.key = server::new_push_keys()->public_key;
      parcel.secret = server::base64url(std::string(16, 'a'));
    }
    struct Answer {
      std::mutex mutex;
      std::condition_variable there;
      std::optional<server::Delivery> delivery;
    };
    auto answer = std::make_shared<Answer>();
    carrier_->send(parcel, [answer](const server::Delivery& delivery) {
      const std::lock_guard lock(answer->mutex);
      answer->delivery = delivery;
      answer->there.notify_all();
    });
    std::unique_lock lock(answer->mutex);
    EXPECT_TRUE(answer->there.wait_for(lock, std::chrono::seconds(30), [&] { return answer->delivery.has_value(); }));
    return answer->delivery.value_or(server::Delivery{Result::later, "no answer at all"});
  }

 private:
  std::unique_ptr<server::Carrier> carrier_;
};

// The name is good when the webhook is added; what it means is looked at when the connection is opened, every time.
TEST(CallsAttack, ANameThatMeansSomethingInsideReachesNobody) {
  HttpTaker inside;
  const std::string port = std::to_string(inside.port());
  for (const char* address :
       {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "10.0.0.1",
        "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "[::]", "[fe80::1]", "[fd00::1]",
        "[2001:db8::1]", "255.255.255.255", "224.0.0.1"}) {
    Delivering delivering(false,
                          {"hooks.example:" + port + ":" + address, "hooks.example:443:" + std::string(address)});
    for (const bool push : {false, true}) {
      for (const auto& url : {"https://hooks.example:" + port + "/x", std::string("https://hooks.example/x")}) {
        const auto delivery = delivering(url, push);
        EXPECT_EQ(delivery.result, Result::never) << address << " " << url << " " << delivery.detail;
        EXPECT_EQ(delivery.detail, "an address inside") << address;
      }
    }
  }
  EXPECT_EQ(inside.connections(), 0);
}

// A list of addresses with a good one is no way in either: each connection is looked at.
TEST(CallsAttack, OneInsideAddressAmongOthersIsNotTried) {
  HttpTaker inside;
  const std::string port = std::to_string(inside.port());
  Delivering delivering(false, {"hooks.example:" + port + ":127.0.0.1,[::1],10.0.0.1"});
  EXPECT_EQ(delivering("https://hooks.example:" + port + "/").result, Result::never);
  EXPECT_EQ(inside.connections(), 0);
}

// Addresses in forms that a resolver would take for numbers.
TEST(CallsAttack, NumbersInDisguiseReachNobody) {
  HttpTaker inside;
  Delivering delivering(false);
  const std::string port = ":" + std::to_string(inside.port()) + "/";
  for (const char* host : {"127.1", "0x7f.1", "2130706433", "017700000001", "0x7f000001", "127.0.0.1.", "localhost",
                           "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "127。0。0。1"}) {
    const auto delivery = delivering("https://" + std::string(host) + port);
    EXPECT_NE(delivery.result, Result::done) << host;
  }
  EXPECT_NE(delivering("http://127.0.0.1" + port).result, Result::done);
  for (const char* url : {"file:///etc/passwd", "gopher://127.0.0.1/x", "dict://127.0.0.1:11211/", "ftp://127.0.0.1/",
                          "smtp://127.0.0.1/", "https://user@127.0.0.1/", "//127.0.0.1/", ""})
    EXPECT_EQ(delivering(url).result, Result::never) << url;
  EXPECT_EQ(inside.connections(), 0);
}

TEST(CallsAttack, NoRedirectIsFollowed) {
  HttpTaker victim;
  std::string target;
  HttpTaker there([&](const std::string& path, Taker::Talk& talk) {
    talk.send("HTTP/1.1 " + path.substr(1) + " Elsewhere\r\nLocation: " + target + "\r\nContent-Length: 0\r\n\r\n");
  });
  target = victim.url("/followed");
  Delivering delivering(true);
  for (const char* status : {"301", "302", "303", "307", "308"})
    EXPECT_EQ(delivering(there.url("/" + std::string(status))).result, Result::never) << status;
  EXPECT_EQ(victim.connections(), 0);
  EXPECT_EQ(there.requests().size(), 5u);
}

TEST(CallsAttack, WhoAnswersWithoutEndIsCutOff) {
  std::atomic<std::size_t> said = 0;
  HttpTaker there([&](const std::string& path, Taker::Talk& talk) {
    const std::string much(64 * 1024, 'x');
    if (path == "/body") talk.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n");
    if (path == "/chunks") talk.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    if (path == "/headers") talk.send("HTTP/1.1 200 OK\r\n");
    if (path == "/hints") talk.send("HTTP/1.1 103 Early Hints\r\n\r\n");
    while (!talk.over() && talk.sent() < (std::size_t{1} << 30)) {
      if (path == "/body" && !talk.send(much)) break;
      if (path == "/chunks" && !talk.send("10000\r\n" + much + "\r\n")) break;
      if (path == "/headers" && !talk.send("X-A: " + std::string(1000, 'x') + "\r\n")) break;
      if (path == "/hints" && !talk.send("HTTP/1.1 103 Early Hints\r\nX-A: " + std::string(500, 'x') + "\r\n\r\n"))
        break;
    }
    said = talk.sent();
  });
  Delivering delivering(true, {}, 2000);
  for (const char* path : {"/body", "/chunks", "/headers", "/hints"}) {
    const auto from = Clock::now();
    const auto delivery = delivering(there.url(path));
    EXPECT_LT(Clock::now() - from, std::chrono::seconds(6)) << path;
    if (path[1] == 'b' || path[1] == 'c') {
      EXPECT_EQ(delivery.result, Result::done) << path << ": it took the letter " << delivery.detail;
      for (int i = 0; i < 100 && said == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      EXPECT_LT(said, std::size_t{16} << 20) << path;
    }
    said = 0;
  }
}

TEST(CallsAttack, WhoIsSlowIsLeft) {
  HttpTaker there([&](const std::string& path, Taker::Talk& talk) {
    if (path == "/drip") talk.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
    while (!talk.over()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (path == "/drip" && !talk.send("x")) return;
    }
  });
  Delivering delivering(true, {}, 600);
  for (const char* path : {"/silent", "/drip"}) {
    const auto from = Clock::now();
    EXPECT_EQ(delivering(there.url(path)).result, Result::later) << path;
    EXPECT_LT(Clock::now() - from, std::chrono::seconds(4)) << path;
  }
}

TEST(CallsAttack, WhatIsNoAnswerIsNone) {
  HttpTaker there([&](const std::string& path, Taker::Talk& talk) {
    if (path == "/nothing") return;
    if (path == "/noise") talk.send(std::string("\0\1\2\r\n\r\n", 7));
    if (path == "/old") talk.send("ICY 200 OK\r\n\r\n");
    if (path == "/status") talk.send("HTTP/1.1 99999999999 Big\r\n\r\n");
    if (path == "/after") talk.send("HTTP/1.1 429 No\r\nRetry-After: 99999999999999\r\nContent-Length: 0\r\n\r\n");
  });
  Delivering delivering(true, {}, 1500);
  for (const char* path : {"/nothing", "/noise", "/old", "/status"})
    EXPECT_NE(delivering(there.url(path)).result, Result::done) << path;
  EXPECT_EQ(delivering(there.url("/after")).result, Result::later);
}

// A push service forgets a browser with 404 or 410; behind a webhook only 410 means that it is gone.
TEST(CallsAttack, WhatIsGoneIsToldFromWhatRefuses) {
  HttpTaker there([&](const std::string& path, Taker::Talk& talk) {
    talk.send("HTTP/1.1 " + path.substr(1) + " No\r\nContent-Length: 0\r\n\r\n");
  });
  Delivering delivering(true);
  for (const bool push : {false, true}) {
    EXPECT_EQ(delivering(there.url("/410"), push).result, Result::gone) << push;
    EXPECT_EQ(delivering(there.url("/404"), push).result, push ? Result::gone : Result::never);
    EXPECT_EQ(delivering(there.url("/403"), push).result, Result::never) << push;
    EXPECT_EQ(delivering(there.url("/503"), push).result, Result::later) << push;
    EXPECT_EQ(delivering(there.url("/201"), push).result, Result::done) << push;
  }
}

// --- a real server with its usual limits -----------------------------------------------------------------------------

struct Person {
  Headers headers{};
};

class CallsFlood : public ::testing::Test {
 protected:
  Server serve(const std::vector<std::string>& more) {
    std::vector<std::string> command{REMISE_PROGRAM, "serve", "--db",     home.url(),         "--port",        "PORT",
                                     "--log",        "off",   "--origin", "http://127.0.0.1", "--call-private"};
    command.insert(command.end(), more.begin(), more.end());
    return Server(command);
  }
  static Reply ask(HttpClient& http, Person& who, const std::string& method, const std::string& path,
                   const Json& body = nullptr) {
    Headers sent = who.headers;
    sent.emplace_back("Sec-Fetch-Site", "same-origin");
    const auto answer = http.ask(method, path, sent, body.is_null() ? "" : body.dump());
    if (!answer) return {};
    for (auto [at, end] = answer->headers.equal_range("set-cookie"); at != end; ++at)
      who.headers = {{"Cookie", at->second.substr(0, at->second.find(';'))}};
    return {answer->status, Json::parse(answer->body, nullptr, false)};
  }
  template <class Count>
  static void settle(const Count& count) {  // until nothing more comes
    for (int quiet = 0, last = -1; quiet < 12; std::this_thread::sleep_for(std::chrono::milliseconds(250))) {
      const int now = static_cast<int>(count());
      quiet = now == last ? quiet + 1 : 0;
      last = now;
    }
  }
  TestDatabase home{"sqlite"};
};

TEST_F(CallsFlood, AVictimGetsFewMailsWhoeverAsks) {
  MailTaker post;
  Server server = serve({"--smtp", post.url(), "--smtp-plain", "--mail-from", "trams@trams.example"});
  HttpClient http(server.address());
  int taken = 0, refused = 0;
  for (int i = 0; i < 4; ++i) {
    Person mallory;
    ASSERT_EQ(ask(http, mallory, "POST", "/api/accounts",
                  {{"name", "Mallory" + std::to_string(i)}, {"password", "long enough"}})
                  .status,
              200);
    for (const char* address : {"victim@example.org", "Victim+news@example.org"}) {
      const auto answer = ask(http, mallory, "POST", "/api/me/ways",
                              {{"kind", "mail"}, {"lang", "en"}, {"address", address}, {"password", "long enough"}});
      answer.status == 200 ? ++taken : ++refused;
      if (answer.status != 200) {
        EXPECT_EQ(answer.body["error"]["code"], "too_fast");
      }
    }
  }
  EXPECT_EQ(taken, 4);
  EXPECT_EQ(refused, 4);
  // Passwords are asked for from here until this address may not any more; names make no difference.
  std::vector<int> known, unknown;
  for (int i = 0; i < 6; ++i) {
    Person stranger;
    (i % 2 ? known : unknown)
        .push_back(
            ask(http, stranger, "POST", "/api/accounts/recover", {{"name", i % 2 ? "Mallory0" : "Nobody"}}).status);
  }
  EXPECT_EQ(known.back(), unknown.back());
  settle([&] { return post.mails().size(); });
  EXPECT_LE(post.mails().size(), 4u);
  EXPECT_GE(post.mails().size(), 1u);
  for (const auto& mail : post.mails())
    EXPECT_TRUE(mail.starts_with("<victim@example.org>") || mail.starts_with("<Victim+")) << mail;
  const auto metrics = http.ask("GET", "/metrics", {}, "");
  ASSERT_TRUE(metrics);
  EXPECT_NE(metrics->body.find("remise_letters_total{result=\"sent\",way=\"mail\"}"), std::string::npos)
      << metrics->body;
  EXPECT_NE(metrics->body.find("remise_letters_waiting 0"), std::string::npos);
}

// `remise doctor` looks at what is set up, with the settings of the server: it logs in to the mail server, and sends
// nothing.
TEST_F(CallsFlood, TheDoctorTriesTheSettings) {
  MailTaker post;
  const auto doctor = [&](std::vector<std::string> more) {
    std::vector<std::string> command{REMISE_PROGRAM, "doctor", "--db", home.url(), "--port", "1", "--json"};
    command.insert(command.end(), more.begin(), more.end());
    std::string output;
    const int status = run(command, &output);
    const Json found = Json::parse(output, nullptr, false);
    if (!found.is_object()) return std::pair(status, Json{{"output", output}});
    for (const Json& one : found["findings"])
      if (one["name"] == "calls") return std::pair(status, Json(one));
    return std::pair(status, Json());
  };
  EXPECT_EQ(doctor({}).second["values"]["state"], "off");
  EXPECT_EQ(doctor({"--webhooks"}).second["values"]["state"], "bad") << "links need an origin";
  const std::vector<std::string> mail{"--origin", "https://trams.example", "--mail-from", "trams@trams.example",
                                      "--smtp-plain"};
  auto good = mail, closed = mail, torn = mail;
  good.insert(good.end(), {"--smtp", post.url()});
  closed.insert(closed.end(), {"--smtp", "smtp://127.0.0.1:1"});
  torn.insert(torn.end(), {"--smtp", post.url(), "--smtp-user", "trams", "--smtp-password-file", "/nowhere"});
  EXPECT_EQ(doctor(good).second["health"], "good");
  const auto refused = doctor(closed);
  EXPECT_EQ(refused.second["health"], "bad");
  EXPECT_EQ(refused.first, 1);
  EXPECT_NE(refused.second["values"]["detail"].get<std::string>().find("127.0.0.1:1"), std::string::npos);
  EXPECT_NE(doctor(torn).second["values"]["detail"].get<std::string>().find("/nowhere"), std::string::npos);
  // From the file of the server, which has keys for others as well.
  const std::string file = home.folder() + "/remise.conf";
  std::ofstream(file) << "port = 8840\nmax-tables = 10\nsmtp-plain = true\norigin = \"https://trams.example\"\n"
                      << "mail-from = trams@trams.example\nsmtp = \"" << post.url() << "\"\n";
  EXPECT_EQ(doctor({"--config", file}).second["values"]["mail"], true);
  EXPECT_TRUE(post.mails().empty());
}

// Ten webhooks of one person, all at one victim: the limit on letters holds for all of them together.
TEST_F(CallsFlood, AWebhookIsNoHammer) {
  HttpTaker victim;
  Server server = serve({"--webhooks", "--call-after-ms", "0", "--rate-limit", "0.1"});  // six letters at once
  HttpClient http(server.address());
  const std::string mine = token(), other = token();
  const std::string id = start_table(http, "1840", {mine, other});
  const auto add = [&](const std::string& who) {
    return remise::testing::ask(http, "POST", "/api/me/ways",
                                {{"kind", "webhook"}, {"lang", "en"}, {"url", victim.url("/x")}, {"format", "json"}},
                                who)
        .status;
  };
  int added = 0;
  for (int i = 0; i < 12; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    added += add(mine) == 200;
    added += add(other) == 200;
  }
  EXPECT_LE(added, 12) << "six new ways a day for each, with so small limits";
  settle([&] { return victim.requests().size(); });
  EXPECT_LE(victim.requests().size(), 7u);
}

}  // namespace
}  // namespace remise::testing
