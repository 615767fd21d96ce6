// Settings: what the host wrote is what runs, and what cannot be right is said at the start.
#include "support/server_process.h"

namespace remise::testing {
namespace {

class ConfigAttack : public ::testing::Test {
 protected:
  std::string written(const std::string& text) const {
    std::ofstream(home.folder() + "/remise.conf") << text;
    return home.folder() + "/remise.conf";
  }
  // How it ends where it must not start; 124 where it runs.
  int started(const std::vector<std::string>& further) {
    std::vector<std::string> command{"timeout", "5", REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "0"};
    command.insert(command.end(), further.begin(), further.end());
    const std::string errors = home.folder() + "/errors";
    std::filesystem::remove(errors);
    Process process(command, errors);
    const int code = process.end(0);
    std::ifstream in(errors);
    said = {std::istreambuf_iterator<char>(in), {}};
    return code;
  }
  TestDatabase home{"sqlite"};
  std::string said;
};

TEST_F(ConfigAttack, TheFileIsRead) {
  const int port = 20'000 + ::getpid() % 20'000;
  const std::string file = written("port = " + std::to_string(port) + "\nlog = \"error\"\n");
  EXPECT_EQ(Server({REMISE_PROGRAM, "serve", "--db", home.url(), "--config", file}).address().port, port);
  ::setenv("REMISE_CONFIG", file.c_str(), 1);
  EXPECT_EQ(Server({REMISE_PROGRAM, "serve", "--db", home.url()}).address().port, port);
  ::unsetenv("REMISE_CONFIG");
}

TEST_F(ConfigAttack, AWrongFileStopsTheStart) {
  const std::pair<const char*, const char*> wrong[] = {{"colour = red", "line 2: unknown key colour"},
                                                       {"trust-proxy = maybe", "line 2: "},
                                                       {"max-connections = -5", "line 2: "},
                                                       {"rate-limit = nan", "line 2: "},
                                                       {"bot-threads = 1\nbot-threads = 1", "line 3: bot-threads"}};
  for (const auto& [text, why] : wrong) {
    EXPECT_EQ(started({"--config", written(std::string("# Mine\n") + text + "\n")}), 3) << text;
    EXPECT_NE(said.find("remise.conf, " + std::string(why)), std::string::npos) << said;
  }
  EXPECT_EQ(started({"--config", home.folder() + "/none"}), 3);
  EXPECT_NE(said.find(home.folder() + "/none"), std::string::npos) << said;
  EXPECT_EQ(started({"--rate-limit", "nan"}), 2);
  EXPECT_EQ(started({"--max-tables=-1"}), 2);
}

// docs/remise.conf with every line in force.
TEST_F(ConfigAttack, TheDocumentedFileWorksAsAWhole) {
  std::ifstream in(REMISE_SOURCE_DIR "/docs/remise.conf");
  std::string all, line;
  int settings = 0;
  while (std::getline(in, line)) {
    const bool setting = line.size() > 1 && line.front() == '#' && line[1] != ' ';
    settings += setting;
    all += line.substr(setting ? 1 : 0) + "\n";
  }
  EXPECT_GT(settings, 10);
  Server server(
      {REMISE_PROGRAM, "serve", "--db", home.url(), "--port", "0", "--log", "error", "--config", written(all)});
  HttpClient http(server.address());
  EXPECT_EQ(ask(http, "GET", "/health").status, 200);
  const auto from_origin = http.ask("POST", "/api/players", {{"Origin", "https://trams.example"}}, "{}");
  ASSERT_TRUE(from_origin);
  EXPECT_EQ(from_origin->status, 200) << from_origin->body;
}

}  // namespace
}  // namespace remise::testing
