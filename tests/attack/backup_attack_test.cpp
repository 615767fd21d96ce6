// Backups: what is not exactly what was written is not restored, not even in part.
#include "core/random.h"
#include "core/sha256.h"
#include "support/server_process.h"

namespace remise::testing {
namespace {

class BackupAttack : public ::testing::TestWithParam<const char*> {
 protected:
  BackupAttack() {
    TestDatabase from("sqlite");
    {
      Server server(Server::toy(from.url()));
      HttpClient http(server.address());
      const std::string me = token();
      start_table(http, "tally", {me, token()});
      start_table(http, "nim", {me, token()});
      EXPECT_EQ(ask(http, "PUT", "/api/me/preferences", {{"tiles", "large"}}, me).status, 200);
      EXPECT_EQ(ask(http, "POST", "/api/accounts", {{"name", "Anna"}, {"password", "long enough"}}).status, 200);
      server.stop();
    }
    EXPECT_EQ(run({REMISE_PROGRAM, "backup", "--db", from.url(), file()}), 0);
    std::ifstream in(file());
    whole = {std::istreambuf_iterator<char>(in), {}};
    std::istringstream text(whole);
    for (std::string line; std::getline(text, line);) lines.push_back(line + "\n");
  }
  std::string file() const { return folder.path() + "/backup.jsonl"; }
  static std::string joined(const std::vector<std::string>& some) {
    std::string text;
    for (const auto& line : some) text += line;
    return text;
  }
  int restored(const std::string& text, const std::vector<std::string>& further = {}) {
    std::ofstream(file(), std::ios::binary) << text;
    std::vector<std::string> command{REMISE_PROGRAM, "restore", "--db", to.url(), file()};
    command.insert(command.end(), further.begin(), further.end());
    return run(command);
  }
  // Refused, and the database as empty as before.
  void expect_refused(const std::string& text, const std::string& why) {
    EXPECT_EQ(restored(text), 3) << why;
    auto db = store::Database::open(to.url()).value();
    for (const auto& relation : store::Database::relations())
      EXPECT_TRUE(db.sql().query("SELECT 1 FROM " + relation).value().empty()) << why << ": " << relation;
  }

  TemporaryFolder folder;
  TestDatabase to{GetParam()};
  std::string whole;
  std::vector<std::string> lines;
};

TEST_P(BackupAttack, ATruncatedFileIsRefused) {
  ASSERT_GT(lines.size(), 10u);
  std::vector<std::size_t> cuts{0, 1, whole.size() - 1, whole.size() - 2};
  std::size_t end = 0;
  for (const auto& line : lines) {
    end += line.size();
    if (end < whole.size() && (long_mode() || cuts.size() < 16)) cuts.push_back(end);
  }
  cuts.push_back(whole.size() - lines.back().size());
  Random random = Random::from_seed("cuts");
  for (int i = 0; i < (long_mode() ? 300 : 6); ++i)
    cuts.push_back(random.below(static_cast<std::uint32_t>(whole.size())));
  for (const auto cut : cuts) expect_refused(whole.substr(0, cut), "cut at " + std::to_string(cut));
  EXPECT_EQ(restored(whole), 0);
}

TEST_P(BackupAttack, AChangedFileIsRefused) {
  Random random = Random::from_seed("changes");
  const int rounds = long_mode() ? 40 : 3;
  const auto any = [&](std::size_t from = 0) {
    return from + random.below(static_cast<std::uint32_t>(lines.size() - 1 - from));
  };
  for (int i = 0; i < rounds; ++i) {
    auto some = lines;
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(any()));
    expect_refused(joined(some), "a line removed");
    some = lines;
    const auto twice = any(1);
    some.insert(some.begin() + static_cast<std::ptrdiff_t>(twice), lines[twice]);
    expect_refused(joined(some), "a line doubled");
    some = lines;
    const auto at = any(1);
    std::swap(some[at], some[at == 1 ? 2 : at - 1]);
    expect_refused(joined(some), "two lines swapped");
    std::string changed = whole;
    char& c = changed[random.below(static_cast<std::uint32_t>(whole.size()))];
    c = c == '1' ? '2' : '1';
    expect_refused(changed, "a byte changed");
  }
  expect_refused(whole + "\n", "a line more");
  expect_refused(whole + lines[1], "a row after the end");
}

// A checksum is made in a moment: what it protects is looked at all the same.
TEST_P(BackupAttack, WhatIsNoNumberIsRefused) {
  for (auto& line : lines) {
    Json json = Json::parse(line);
    if (!json.contains("log") || json["log"][1] != "1") continue;
    json["log"][4] = "yesterday";
    line = json.dump() + "\n";
    break;
  }
  Json end = Json::parse(lines.back());
  lines.pop_back();
  end["end"]["sha256"] = sha256_hex(joined(lines));
  lines.push_back(end.dump() + "\n");
  expect_refused(joined(lines), "time is no number");
}

TEST_P(BackupAttack, AnOldBackupIsTakenOnlyOnRequest) {
  Json header = Json::parse(lines.front());
  header["format"] = "remise-backup-1";
  header["schema"] = 1;
  lines.front() = header.dump() + "\n";
  lines.pop_back();
  for (auto& line : lines) {
    Json json = Json::parse(line);
    if (json.contains("settings")) json["settings"].erase(3);  // what schema 1 did not have
    line = json.dump() + "\n";
  }
  expect_refused(joined(lines), "no checksum");
  EXPECT_EQ(restored(joined(lines), {"--without-checksum"}), 0);
  EXPECT_EQ(restored(joined(lines), {"--without-checksum"}), 3) << "not empty any more";
  EXPECT_EQ(store::Database::open(to.url())->find_account("anna").value().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Both, BackupAttack, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& chosen) { return std::string(chosen.param); });

TEST(BackupFile, AFullDiskIsNoSuccess) {
  TestDatabase home("sqlite");
  ASSERT_TRUE(store::Database::open(home.url())->migrate());
  const std::string remise = REMISE_PROGRAM, file = home.folder() + "/full.jsonl";
  EXPECT_EQ(run({"sh", "-c", remise + " backup --db " + home.url() + " - >/dev/full"}), 3);
  // A file that cannot grow beyond nothing.
  EXPECT_NE(run({"sh", "-c", "ulimit -f 0; exec " + remise + " backup --db " + home.url() + " " + file}), 0);
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace remise::testing
