// Every setting of `remise serve`, without a list of them here: by flag, by variable and by a line of the file.
#include <cstdlib>

#include "cli/run.h"

namespace remise::cli {
namespace {

struct Setting {
  std::string name, variable;
};

std::vector<Setting> settings() {
  CLI::App app;
  add_serve(app);
  std::vector<Setting> all;
  for (const CLI::Option* option : app.get_subcommand("serve")->get_options())
    if (option->get_configurable()) all.push_back({option->get_lnames().front(), option->get_envname()});
  return all;
}

class Variable {
 public:
  Variable(const std::string& name, const std::string& value) : name_(name) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  ~Variable() { ::unsetenv(name_.c_str()); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  std::string name_;
};

class ServeSettings : public ::testing::Test {
 protected:
  ~ServeSettings() override { std::filesystem::remove(file); }

  static Ran show(std::vector<std::string> further) {
    further.insert(further.begin(), {"serve", "--show-config"});
    return run(std::move(further));
  }
  // The line of --show-config, or nothing where the value was refused.
  static std::string line(const std::string& name, const Ran& ran) {
    const auto at = ("\n" + ran.out).find("\n" + name + " = ");
    if (ran.code != 0 || at == std::string::npos) return "";
    return ran.out.substr(at, ran.out.find('\n', at) - at);
  }
  std::string by_flag(const Setting& s, const std::string& value) const {
    return line(s.name, show({"--" + s.name + "=" + value}));
  }
  std::string by_file(const Setting& s, const std::string& value, std::vector<std::string> further = {}) const {
    std::ofstream(file) << s.name << " = \"" << value << "\"\n";
    further.insert(further.end(), {"--config", file});
    return line(s.name, show(std::move(further)));
  }
  std::string file = temporary("remise.conf");
};

TEST_F(ServeSettings, WorkByFlagVariableAndFile) {
  const auto all = settings();
  EXPECT_GT(all.size(), 14u);
  const std::string page = temporary("page"), other_page = temporary("other-page");
  for (const std::string& folder : {page, other_page}) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/index.html") << "<p>";
  }
  std::ifstream in(REMISE_SOURCE_DIR "/docs/remise.conf");
  const std::string documented{std::istreambuf_iterator<char>(in), {}};
  for (const Setting& s : all) {
    SCOPED_TRACE(s.name);
    std::string variable = "REMISE_" + s.name;
    for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(s.variable, variable);
    EXPECT_NE(documented.find("\n#" + s.name + " = "), std::string::npos);

    const std::string usual = line(s.name, show({}));
    ASSERT_FALSE(usual.empty());
    std::string one, other, line_of_one, line_of_other;
    for (const std::string& value : std::vector<std::string>{"2",
                                                             "3",
                                                             "2000",
                                                             "3000",
                                                             "true",
                                                             "false",
                                                             "error",
                                                             "debug",
                                                             "https://a.example",
                                                             "https://b.example",
                                                             page,
                                                             other_page,
                                                             "de",
                                                             "ru",
                                                             "smtp://a.example",
                                                             "smtps://b.example",
                                                             "a@a.example",
                                                             "b@b.example",
                                                             "mailto:a@a.example",
                                                             "mailto:b@b.example",
                                                             page + "/index.html",
                                                             other_page + "/index.html"}) {
      const std::string shown = by_flag(s, value);
      if (shown.empty()) continue;
      if (line_of_one.empty() && shown != usual) {
        one = value, line_of_one = shown;
      } else if (line_of_other.empty() && shown != line_of_one) {
        other = value, line_of_other = shown;
      }
    }
    ASSERT_FALSE(line_of_one.empty());
    ASSERT_FALSE(line_of_other.empty());
    EXPECT_EQ(by_file(s, one), line_of_one);
    EXPECT_EQ(by_file(s, other, {"--" + s.name + "=" + one}), line_of_one);
    {
      const Variable set(s.variable, one);
      EXPECT_EQ(line(s.name, show({})), line_of_one);
      EXPECT_EQ(by_file(s, other), line_of_one);
      EXPECT_EQ(by_flag(s, other), line_of_other);
    }
    const Variable set(s.variable, other);
    EXPECT_EQ(by_file(s, one), line_of_other);
  }
  for (const std::string& folder : {page, other_page}) std::filesystem::remove_all(folder);
}

TEST_F(ServeSettings, NumbersHaveARange) {
  int numbers = 0;
  for (const Setting& s : settings()) {
    const std::string usual = line(s.name, show({}));
    if (usual.ends_with('"') || usual.ends_with("true") || usual.ends_with("false")) continue;
    ++numbers;
    for (const char* value : {"-1", "nan", "inf", "x", "3x", "99999999999999999999", "1e99"}) {
      SCOPED_TRACE(s.name + " = " + value);
      EXPECT_EQ(show({"--" + s.name + "=" + value}).code, exit_usage);
      EXPECT_EQ(by_file(s, value), "");
      EXPECT_EQ(by_file(s, value, {"--" + s.name + "=2"}), "") << "wrong, even where a flag wins over it";
      const Variable set(s.variable, value);
      EXPECT_EQ(show({}).code, exit_usage);
    }
  }
  EXPECT_GT(numbers, 5);
}

TEST_F(ServeSettings, AWrongFileIsNamedWithItsLine) {
  const std::pair<const char*, const char*> wrong[] = {{"port", "line 1: this is not a line of the form"},
                                                       {"\nprot = 1", "line 2: unknown key prot"},
                                                       {"config = x", "unknown key config"},
                                                       {"help = true", "unknown key help"},
                                                       {"--port = 1", "unknown key --port"},
                                                       {"port =", "no value"},
                                                       {"port = 1\nport = 1", "line 2: port"},
                                                       {"log = \"info", "no value"},
                                                       {"log = \"info\" extra", "no value"},
                                                       {"log = loud", "line 1: "},
                                                       {"trust-proxy = perhaps", "line 1: "},
                                                       {"origin = https://a.example/", "line 1: "},
                                                       {"web = /nowhere", "line 1: "},
                                                       {"[serve]", "line 1: "},
                                                       {"port = 1 2", "line 1: "},
                                                       {"= 1", "line 1: "},
                                                       {"show-config = true", "unknown key"}};
  for (const auto& [text, why] : wrong) {
    std::ofstream(file) << text << '\n';
    const Ran ran = show({"--config", file});
    EXPECT_EQ(ran.code, exit_input) << text;
    EXPECT_NE(ran.err.find(why), std::string::npos) << text << ": " << ran.err;
    EXPECT_NE(ran.err.find(file), std::string::npos) << ran.err;
  }
  EXPECT_EQ(show({"--config", "/nowhere/at/all"}).code, exit_input);
  EXPECT_EQ(show({"--config", "/"}).code, exit_input);
  std::ofstream(file) << "  port=7 # mine\r\n\n# port = 8\nlog = 'error' # quiet\norigin = \"http://a#b.example\"\n";
  const Ran ran = show({"--config", file});
  EXPECT_EQ(ran.code, exit_input) << ran.out;  // no such origin
  std::ofstream(file) << "  port=7 # mine\r\n\n# port = 8\nlog = 'error' # quiet\n";
  EXPECT_EQ(line("port", show({"--config", file})), "port = 7");
  EXPECT_EQ(line("log", show({"--config", file})), "log = \"error\"");
}

TEST_F(ServeSettings, WhatIsNoDatabaseIsNamedAndGetsNoLock) {
  const std::string text = temporary("diary.txt");
  std::ofstream(text) << "Dear diary, this is no database.\n";
  const auto said = [](const std::string& database) {
    const Ran ran = run({"serve", "--db", database, "--port", "0"});
    EXPECT_EQ(ran.code, exit_input);
    return ran.err;
  };
  EXPECT_TRUE(has(said(text), "diary.txt: is not a database")) << said(text);
  EXPECT_FALSE(std::filesystem::exists(text + ".lock"));
  const std::string folder = std::filesystem::path(text).parent_path().string();
  EXPECT_TRUE(has(said(folder), folder + ": is a folder")) << said(folder);
  EXPECT_TRUE(has(said(folder + "/no/x.db"), "there is no folder " + folder + "/no")) << said(folder + "/no/x.db");
}

TEST(Doctor, SpeaksWithAdviceAndReadsTheFileOfTheServer) {
  const std::string file = temporary("doctor.conf"), database = temporary("doctor.db");
  std::ofstream(file) << "webhooks = true\n";
  const Ran ran = run({"doctor", "--config", file, "--db", database});
  EXPECT_EQ(ran.code, exit_difference);
  EXPECT_NE(ran.out.find("--origin"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find('{'), std::string::npos) << ran.out;
  std::filesystem::remove(file);
  const std::string nobody = run({"doctor", "--db", "postgresql://nobody@127.0.0.1:1/none"}).out;
  EXPECT_TRUE(has(nobody, "127.0.0.1")) << nobody;
  EXPECT_FALSE(has(nobody, "\n.")) << "sentences end where they end: " << nobody;
}

}  // namespace
}  // namespace remise::cli
