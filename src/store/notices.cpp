#include "store/notices.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "store/libpq.h"

namespace remise::store {
namespace {

// The way from one set of channels to another, as one statement: one round trip, and all of it takes effect at once.
std::string statement(const Channels& from, const Channels& to) {
  std::string sql;
  for (std::size_t channel = 0; channel < to.size(); ++channel)
    if (from[channel] != to[channel]) sql += (to[channel] ? "LISTEN " : "UNLISTEN ") + channel_name(channel) + ";";
  return sql;
}

class Listener final : public Notices {
 public:
  Listener(std::string url, Ears ears) : url_(std::move(url)), ears_(std::move(ears)) {
    if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) wake_[0] = wake_[1] = -1;
    thread_ = std::thread([this] { run(); });
  }
  ~Listener() override {
    stop_ = true;
    wake();
    thread_.join();
    ::close(wake_[0]);
    ::close(wake_[1]);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void listen(const Channels& wanted) override {
    {
      const std::lock_guard lock(mutex_);
      wanted_ = wanted;
    }
    wake();
  }

 private:
  static constexpr std::chrono::milliseconds patience{4000};
  static constexpr std::chrono::milliseconds silence{5000};
  static constexpr std::chrono::milliseconds pause{500};

  void run() {
    while (!stop_) {
      if (const Connection db = connect(url_, in(patience)); PQstatus(db.get()) == CONNECTION_OK) listen(db.get());
      // Whoever changes the channels meanwhile makes nobody connect sooner.
      for (const auto until = in(pause); !stop_ && std::chrono::steady_clock::now() < until;) wait(-1, pause);
    }
  }
  // Until the connection breaks. A database that is silent for a while is asked whether it is still there.
  void listen(PGconn* db) {
    Channels here;
    for (bool fresh = true; !stop_; fresh = false) {
      const Channels wanted = this->wanted();
      if (fresh || wanted != here) {
        const std::string general = fresh ? std::string("LISTEN ") + general_channel + ";" : "";
        if (!execute(db, (general + statement(here, wanted)).c_str(), in(patience))) return;
        ears_.listening(wanted & ~here);
        here = wanted;
      } else if (wait(PQsocket(db), silence) ? !PQconsumeInput(db) : !execute(db, "SELECT 1", in(patience))) {
        return;
      }
      // What arrived with an answer makes the socket silent: look after every step.
      std::vector<std::string> heard;
      while (PGnotify* notice = PQnotifies(db)) {
        heard.emplace_back(notice->extra);
        PQfreemem(notice);
      }
      if (!heard.empty()) ears_.heard(std::move(heard));
    }
  }
  Channels wanted() {
    const std::lock_guard lock(mutex_);
    return wanted_;
  }
  void wake() const { [[maybe_unused]] const auto written = ::write(wake_[1], "x", 1); }
  // False where nothing happened.
  bool wait(int socket, std::chrono::milliseconds time) const {
    pollfd polled[] = {{wake_[0], POLLIN, 0}, {socket, POLLIN, 0}};
    const bool something = ::poll(polled, socket < 0 ? 1 : 2, static_cast<int>(time.count())) != 0;
    char bytes[64];
    while (::read(wake_[0], bytes, sizeof bytes) > 0) {
    }
    return something;
  }

  std::string url_;
  Ears ears_;
  std::mutex mutex_;
  Channels wanted_;
  int wake_[2] = {-1, -1};
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Notices> listen_postgresql(const std::string& url, Ears ears) {
  return std::make_unique<Listener>(url, std::move(ears));
}

}  // namespace remise::store
