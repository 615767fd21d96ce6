#include "server/serve.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "server/log.h"
#include "server/net.h"
#include "server/tokens.h"
#include "server/web_files.h"
#include "store/notices.h"

namespace remise::server {
namespace {

// One server per SQLite file: a second would not hear of the first one's moves.
class FileLock {
 public:
  explicit FileLock(const std::string& path)
      : file_(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    held_ = file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0;
  }
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  bool held() const { return held_; }

 private:
  int file_;
  bool held_ = false;
};

void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

std::expected<void, std::string> serve(const ServeOptions& options, const Games& games, const Bots& bots,
                                       const std::function<void(int)>& listening) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is an error of the write, like a full disk
  raise_descriptor_limit();
  if (!start_crypto()) return std::unexpected("the cryptographic library does not start");
  const bool shared = store::Database::is_postgresql(options.database);
  std::optional<FileLock> lock;
  if (!shared && !lock.emplace(options.database).held())
    return std::unexpected(options.database +
                           ": cannot be locked; another server uses this database, or the folder cannot be written");

  Metrics metrics;
  const auto net = make_net();
  const auto post = [&net](std::function<void()> work) { net->post(std::move(work)); };
  auto storage =
      store::open_storage(options.database, post, {[&metrics](std::size_t n, double s) { metrics.committed(n, s); }});
  if (!storage) return std::unexpected("the database does not open: " + storage.error().detail);
  if (auto db = store::Database::open(options.database); db)
    if (auto given = give_looks(*db); !given)
      log_line(LogLevel::warning, "looks_not_given", {{"detail", given.error().detail}});
  auto port = net->listen(options.address, options.port);
  if (!port) return std::unexpected(port.error());

  SystemEntropy entropy;
  const StaticFiles files =
      options.config.web.empty() ? StaticFiles::from(embedded_web()) : StaticFiles::read(options.config.web);
  auto workers = make_workers(options.bot_threads + 1, post);
  const std::string node = shared ? new_table_id(entropy) : "";
  Core core(options.config, games, bots, {net->loop(), entropy, *workers, **storage}, metrics, node);
  std::unique_ptr<store::Notices> notices;
  if (shared)
    notices = store::listen_postgresql(
        options.database, [&](std::string text) { net->post([&core, text = std::move(text)] { core.heard(text); }); },
        [&] { net->post([&core] { core.notices_lost(); }); });
  net->serve(core, files, options.config, options.trust_proxy);
  core.start();
  log_line(LogLevel::info, "listening",
           {{"address", options.address},
            {"port", *port},
            {"database", shared ? "postgresql" : "sqlite"},
            {"files", files.size()}});
  listening(*port);
  net->run();
  notices.reset();
  const bool all_back = workers->finish();
  storage->reset();  // what was accepted is still written
  log_line(LogLevel::info, "stopped");
  if (!all_back) std::_Exit(0);  // a bot that never ends must not keep the process
  return {};
}

}  // namespace remise::server
