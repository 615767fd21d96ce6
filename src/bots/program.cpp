#include "bots/program.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace remise::bots {
namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr Milliseconds time_to_end{1000};

std::unexpected<std::string> broken(const std::string& what) { return std::unexpected("the program " + what); }

// The beginning of what a program wrote, as text that can be shown and written: bytes that are no letters are replaced.
std::string readable(const std::string& line) {
  const std::string quoted = Json(line.substr(0, 200)).dump(-1, ' ', false, Json::error_handler_t::replace);
  return parse_json(quoted)->get<std::string>();
}

// Waits for its end up to so long. Nobody else gets its number yet, which is that of its group.
void await_end(int process, Milliseconds longest) {
  const auto until = std::chrono::steady_clock::now() + longest;
  siginfo_t end{};
  while (::waitid(P_PID, static_cast<id_t>(process), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == 0 &&
         std::chrono::steady_clock::now() < until)
    ::usleep(2000);
}

}  // namespace

std::expected<std::unique_ptr<Program>, std::string> Program::start(const std::string& command, Milliseconds longest) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return broken("cannot be talked to");
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);  // so that it can be ended with all it started
  const char* const words[] = {"sh", "-c", command.c_str(), nullptr};
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, "/bin/sh", &files, &how, const_cast<char* const*>(words), environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  if (failed) return ::close(ends[0]), broken(std::string("cannot be started: ") + std::strerror(failed));
  const timeval patience{longest.count() / 1000, longest.count() % 1000 * 1000};
  ::setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  return std::unique_ptr<Program>(new Program(process, ends[0], longest));
}

Program::~Program() {
  ::close(socket_);
  await_end(process_, time_to_end);
  ::kill(-process_, SIGKILL);  // what it started may be there still
  ::waitpid(process_, nullptr, 0);
}

std::expected<void, std::string> Program::tell(const Json& message) {
  const std::string line = message.dump() + '\n';
  for (std::size_t sent = 0; sent < line.size();) {
    const auto n = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return broken("does not read");
    if (n <= 0) return broken("has ended");
    sent += static_cast<std::size_t>(n);
  }
  return {};
}

std::expected<Json, std::string> Program::hear() {
  const auto until = std::chrono::steady_clock::now() + longest_;
  std::size_t end = 0;
  while ((end = heard_.find('\n')) == std::string::npos) {
    if (heard_.size() > longest_line) return broken("wrote a line without end");
    const auto left = std::chrono::ceil<Milliseconds>(until - std::chrono::steady_clock::now());
    pollfd wait{socket_, POLLIN, 0};
    const int ready = left.count() > 0 ? ::poll(&wait, 1, static_cast<int>(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return broken("gave no answer in " + std::to_string(longest_.count()) + " ms");
    char part[1 << 14];
    const auto n = ::recv(socket_, part, sizeof part, 0);
    if (n <= 0) return broken("has ended");
    heard_.append(part, static_cast<std::size_t>(n));
  }
  const std::string line = heard_.substr(0, end);
  heard_.erase(0, end + 1);
  auto json = parse_json(line);
  if (!json) return broken("wrote no JSON: " + readable(line));
  return std::move(*json);
}

class ProgramPlayer final : public OutsidePlayer {
 public:
  explicit ProgramPlayer(ProgramPool& pool) : pool_(pool) {}

  std::expected<Json, std::string> choose(const Match& match, Seat seat) override {
    if (!program_) {
      auto started = pool_.take();
      if (!started) return std::unexpected(started.error());
      program_ = std::move(*started);
      const Json game{
          {"type", "game"}, {"game", match.game().id()}, {"seat", static_cast<int>(seat)}, {"seats", match.seats()}};
      if (const auto told = program_->tell(game); !told) return fail(told.error());
    }
    if (const auto told = program_->tell({{"type", "move"}, {"view", match.view(Viewer::of(seat))}}); !told)
      return fail(told.error());
    auto answer = program_->hear();
    if (!answer) return fail(answer.error());
    if (!answer->is_object() || !answer->contains("action"))
      return fail("the program named no action: " + readable(answer->dump()));
    return std::move((*answer)["action"]);
  }

  // A program that took part to the end may play the next game too.
  void over(const Json& outcome) override {
    if (program_ && program_->tell({{"type", "over"}, {"outcome", outcome}})) pool_.give_back(std::move(program_));
  }

 private:
  std::unexpected<std::string> fail(std::string what) {
    program_.reset();
    return std::unexpected(std::move(what));
  }

  ProgramPool& pool_;
  std::unique_ptr<Program> program_;
};

std::unique_ptr<OutsidePlayer> ProgramPool::player() { return std::make_unique<ProgramPlayer>(*this); }

std::expected<std::unique_ptr<Program>, std::string> ProgramPool::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      auto program = std::move(idle_.back());
      idle_.pop_back();
      return program;
    }
  }
  return Program::start(command_, longest_);
}

void ProgramPool::give_back(std::unique_ptr<Program> program) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(program));
}

}  // namespace remise::bots
