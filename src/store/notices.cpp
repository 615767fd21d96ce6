#include "store/notices.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <thread>

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
  void run() {
    while (!stop_) {
      PGconn* db = PQconnectdb(url_.c_str());
      if (PQstatus(db) == CONNECTION_OK) {
        PQsetNoticeProcessor(
            db, [](void*, const char*) {}, nullptr);  // standard error is for our own lines
        PQclear(PQexec(db, "LISTEN remise"));
        lost_();  // whatever was said before the LISTEN was missed
        while (!stop_ && wait(PQsocket(db), 30'000) && PQconsumeInput(db)) {
          while (PGnotify* notice = PQnotifies(db)) {
            heard_(notice->extra);
            PQfreemem(notice);
          }
        }
      }
      PQfinish(db);
      if (!stop_) wait(-1, 500);
    }
  }
  bool wait(int socket, int ms) {
    pollfd polled[] = {{wake_[0], POLLIN, 0}, {socket, POLLIN, 0}};
    return ::poll(polled, socket < 0 ? 1 : 2, ms) >= 0;
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
