// A fresh database for one test: a file in a temporary folder, or a PostgreSQL server of our own.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace remise::testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "remise-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A child process; killed when it goes out of scope.
class Process {
 public:
  Process() = default;
  explicit Process(const std::vector<std::string>& arguments, const std::string& error_file = "/dev/null") {
    int pipes[2];
    if (::pipe(pipes) != 0) throw std::runtime_error("pipe");
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(pipes[1], 1);
      const int errors = ::open(error_file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      ::dup2(errors, 2);
      ::close(pipes[0]);
      ::close(pipes[1]);
      std::vector<char*> argv;
      for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
      argv.push_back(nullptr);
      ::execvp(argv[0], argv.data());
      ::_exit(127);
    }
    ::close(pipes[1]);
    out_ = pipes[0];
  }
  ~Process() {
    if (pid_ > 0) end(SIGKILL);
    if (out_ >= 0) ::close(out_);
  }
  Process(Process&& other) noexcept : pid_(std::exchange(other.pid_, -1)), out_(std::exchange(other.out_, -1)) {}
  Process& operator=(Process&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(out_, other.out_);
    return *this;
  }

  int pid() const { return pid_; }
  void signal(int number) const { ::kill(pid_, number); }
  // The exit status, or 128 + signal.
  int end(int number) {
    if (number) ::kill(pid_, number);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  // The next line it prints; what there is of it where no more comes within a minute.
  std::string line() const {
    std::string text;
    char c = 0;
    pollfd polled{out_, POLLIN, 0};
    while (::poll(&polled, 1, 60'000) > 0 && ::read(out_, &c, 1) == 1 && c != '\n') text += c;
    return text;
  }
  std::string rest() const {
    std::string text;
    char bytes[4096];
    for (ssize_t got = 0; (got = ::read(out_, bytes, sizeof bytes)) > 0;)
      text.append(bytes, static_cast<std::size_t>(got));
    return text;
  }

 private:
  pid_t pid_ = -1;
  int out_ = -1;
};

inline int run(const std::vector<std::string>& arguments, std::string* output = nullptr) {
  Process process(arguments);
  const std::string text = process.rest();
  if (output) *output = text;
  return process.end(0);
}

// PostgreSQL on a folder of its own, as an ordinary user (it refuses to run as root), on a Unix socket and no port.
class PostgresServer {
 public:
  PostgresServer() {
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
    command("initdb", {"-D", data(), "-U", "remise", "-A", "trust", "-N", "--no-instructions"});
    start();
    command("createdb", {"-h", folder_.path(), "-p", port(), "-U", "remise", "-w", "base"});
  }
  ~PostgresServer() { stop("immediate"); }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  void start() {
    command("pg_ctl",
            {"-D", data(), "-w", "-l", folder_.path() + "/log", "-o",
             "-c listen_addresses='' -k " + folder_.path() + " -p " + port() + " -c max_connections=60", "start"});
  }
  void stop(const std::string& mode) { command("pg_ctl", {"-D", data(), "-m", mode, "-w", "stop"}); }
  std::string new_database() {
    const std::string name = "t" + std::to_string(++count_);
    command("createdb", {"-h", folder_.path(), "-p", port(), "-U", "remise", "-w", name});
    return "postgresql://remise@/" + name + "?host=" + folder_.path() + "&port=" + port();
  }
  static PostgresServer& shared() {
    static PostgresServer server;
    return server;
  }

 private:
  static constexpr const char* programs = "/usr/lib/postgresql/15/bin/";
  static std::string port() { return "5433"; }
  std::string data() const { return folder_.path() + "/data"; }
  void command(const std::string& program, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), programs + program);
    if (::getuid() == 0) arguments.insert(arguments.begin(), {"runuser", "-u", "postgres", "--"});
    // The server's own output would keep the pipe open: it goes to its log.
    if (run(arguments) != 0 && program != "pg_ctl") throw std::runtime_error(program + " failed");
  }

  TemporaryFolder folder_;
  int count_ = 0;
};

class TestDatabase {
 public:
  explicit TestDatabase(const std::string& kind)
      : url_(kind == "postgresql" ? PostgresServer::shared().new_database() : folder_.path() + "/remise.db") {}
  const std::string& url() const { return url_; }
  const std::string& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::string url_;
};

}  // namespace remise::testing
