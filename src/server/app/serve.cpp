#include "server/app/serve.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "server/app/log.h"
#include "server/call/carrier.h"
#include "server/call/crypto.h"
#include "server/net/net.h"
#include "server/net/web_files.h"
#include "server/people/text.h"
#include "server/people/tokens.h"
#include "store/notices.h"

namespace remise::server {
namespace {

// One server per SQLite file: a second would not hear of the first one's moves. The file itself is locked too, whatever
// name it is called by.
class FileLock {
 public:
  explicit FileLock(const std::string& path) {
    std::error_code ignored;
    const auto real = std::filesystem::weakly_canonical(path, ignored);
    held_ = lock(beside_, (real.empty() ? path : real.string()) + ".lock") && lock(itself_, path);
  }
  ~FileLock() {
    for (const int file : {beside_, itself_})
      if (file >= 0) ::close(file);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  bool held() const { return held_; }

 private:
  static bool lock(int& file, const std::string& path) {
    file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0;
  }

  int beside_ = -1, itself_ = -1;
  bool held_ = false;
};

// What the host made open to others stays so, but is said: it holds hands, decks and hashes of passwords.
void warn_of_readers(const std::string& database) {
  for (const char* end : {"", "-wal", "-shm"}) {
    struct stat found {};
    if (::stat((database + end).c_str(), &found) == 0 && (found.st_mode & 077) != 0)
      log_line(LogLevel::warning, "database_open_to_others", {{"file", database + end}});
  }
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// The keys that browsers know us by: made once, and the same for every node on this database.
bool find_push_keys(const std::string& database, CallConfig& calls) {
  auto db = store::Database::open(database);
  const auto fresh = new_push_keys();
  if (!db || !fresh) return false;
  const auto kept = db->secret("push", fresh->private_key + " " + fresh->public_key);
  if (!kept || kept->find(' ') == std::string::npos) return false;
  calls.push_private = kept->substr(0, kept->find(' '));
  calls.push_public = kept->substr(kept->find(' ') + 1);
  return true;
}

// Why a file cannot hold the database, seen before a lock is laid beside it; empty where it may.
std::string unfit(const std::filesystem::path& file) {
  std::error_code fault;
  if (std::filesystem::is_directory(file, fault)) return file.string() + ": is a folder";
  const std::filesystem::path folder = std::filesystem::absolute(file, fault).parent_path();
  if (!std::filesystem::is_directory(folder, fault)) return file.string() + ": there is no folder " + folder.string();
  constexpr std::string_view head = "SQLite format 3";
  std::string begins(head.size(), ' ');
  std::ifstream in(file, std::ios::binary);
  if (in.read(begins.data(), static_cast<std::streamsize>(begins.size())) || in.gcount() > 0)
    if (begins != head) return file.string() + ": is not a database";
  return "";
}

}  // namespace

std::expected<void, std::string> serve(const ServeOptions& given, const Games& games, const Bots& bots,
                                       const std::function<void(int)>& listening) {
  ServeOptions options = given;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is an error of the write, like a full disk
  raise_descriptor_limit();
  if (!start_crypto()) return std::unexpected("the cryptographic library does not start");
  if (!texts_ready()) return std::unexpected("the Unicode library (ICU) does not find its data");
  const bool shared = store::Database::is_postgresql(options.database);
  if (options.database.starts_with(':') || options.database.starts_with("file:"))
    return std::unexpected(options.database + ": a server needs a file, or postgresql://...");
  if (const std::string why = shared ? "" : unfit(options.database); !why.empty()) return std::unexpected(why);
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
  if (!shared) warn_of_readers(options.database);
  if (auto db = store::Database::open(options.database); db)
    if (auto looked = give_looks(*db); !looked)
      log_line(LogLevel::warning, "looks_not_given", {{"detail", looked.error().detail}});
  if (options.config.calls.push() && !find_push_keys(options.database, options.config.calls))
    return std::unexpected("the keys for push messages cannot be read");
  auto port = net->listen(options.address, options.port);
  if (!port) return std::unexpected(port.error());

  SystemEntropy entropy;
  const StaticFiles files =
      options.config.web.empty() ? StaticFiles::from(embedded_web()) : StaticFiles::read(options.config.web);
  auto workers = make_workers(options.bot_threads + 1, post);
  const std::string node = shared ? new_table_id(entropy) : "";
  auto carrier = options.config.calls.any() ? make_carrier(options.config.calls, post) : nullptr;
  App app(options.config, games, bots, {net->loop(), entropy, *workers, **storage, carrier.get()}, metrics, node);
  std::unique_ptr<store::Notices> notices;
  if (shared) {
    store::Ears ears;
    ears.heard = [&](std::vector<std::string> texts) {
      net->post([&app, texts = std::move(texts)] {
        for (const auto& text : texts) app.heard(text);
      });
    };
    ears.listening = [&](const store::Channels& fresh) { net->post([&app, fresh] { app.listening(fresh); }); };
    notices = store::listen_postgresql(options.database, std::move(ears));
    app.hearing().listen = [&](const store::Channels& wanted) { notices->listen(wanted); };
  }
  net->serve(app, files, options.config, options.trust_proxy);
  app.start();
  log_line(LogLevel::info, "listening",
           {{"address", options.address},
            {"port", *port},
            {"database", shared ? "postgresql" : "sqlite"},
            {"files", files.size()}});
  listening(*port);
  net->run();
  app.hearing().listen = nullptr;
  notices.reset();
  carrier.reset();
  const bool all_back = workers->finish();
  storage->reset();  // what was accepted is still written
  log_line(LogLevel::info, "stopped");
  if (!all_back) std::_Exit(0);  // a bot that never ends must not keep the process
  return {};
}

}  // namespace remise::server
