#include "store/notices.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "store/libpq.h"

namespace remise::store {
namespace {

class Listener final : public Notices {
 public:
  Listener(std::string url, std::function<void(std::string)> heard, std::function<void()> lost)
      : url_(std::move(url)), heard_(std::move(heard)), lost_(std::move(lost)) {
    if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) wake_[0] = wake_[1] = -1;
    thread_ = std::thread([this] { run(); });
  }
  ~Listener() override {
    stop_ = true;
    [[maybe_unused]] const auto written = ::write(wake_[1], "x", 1);
    thread_.join();
    ::close(wake_[0]);
    ::close(wake_[1]);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

 private:
  static constexpr std::chrono::milliseconds patience{4000};
  static constexpr int silence_ms = 5000;

  void run() {
    while (!stop_) {
      if (const Connection db = connect(url_, in(patience)); PQstatus(db.get()) == CONNECTION_OK) listen(db.get());
      if (!stop_) wait(-1, 500);
    }
  }
  // Until the connection breaks. A database that is silent for a while is asked whether it is still there.
  void listen(PGconn* db) {
    if (!execute(db, "LISTEN remise", in(patience))) return;
    lost_();  // whatever was said before the LISTEN was missed
    while (!stop_) {
      if (wait(PQsocket(db), silence_ms) ? !PQconsumeInput(db) : !execute(db, "SELECT 1", in(patience))) return;
      while (PGnotify* notice = PQnotifies(db)) {
        heard_(notice->extra);
        PQfreemem(notice);
      }
    }
  }
  // False where nothing happened.
  bool wait(int socket, int ms) {
    pollfd polled[] = {{wake_[0], POLLIN, 0}, {socket, POLLIN, 0}};
    return ::poll(polled, socket < 0 ? 1 : 2, ms) != 0;
  }

  std::string url_;
  std::function<void(std::string)> heard_;
  std::function<void()> lost_;
  int wake_[2] = {-1, -1};
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Notices> listen_postgresql(const std::string& url, std::function<void(std::string)> heard,
                                           std::function<void()> lost) {
  return std::make_unique<Listener>(url, std::move(heard), std::move(lost));
}

}  // namespace remise::store
