#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>

#include "server/net/net.h"

namespace remise::server {
namespace {

// As many threads as wanted are there for work, not counting those that are lost in it.
class ThreadWorkers final : public Workers {
 public:
  ThreadWorkers(int threads, std::function<void(std::function<void()>)> post) : post_(std::move(post)), size_(threads) {
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < threads; ++i) start_one();
  }
  ~ThreadWorkers() override { finish(); }
  ThreadWorkers(const ThreadWorkers&) = delete;
  ThreadWorkers& operator=(const ThreadWorkers&) = delete;

  int size() const override { return size_; }
  void run(std::function<void()> work, std::function<void()> done) override {
    {
      const std::lock_guard lock(mutex_);
      join_ended();
      jobs_.emplace_back(std::move(work), std::move(done));
    }
    wake_.notify_one();
  }
  void lost_one() override {
    const std::lock_guard lock(mutex_);
    join_ended();
    if (++lost_ <= most_lost) start_one();
  }
  int spare() const override {
    const std::lock_guard lock(mutex_);
    return std::max(most_lost - lost_, 0);
  }
  void came_back() override {
    {
      const std::lock_guard lock(mutex_);
      --lost_;
    }
    wake_.notify_all();  // one too many now
  }
  bool finish() override {
    std::unique_lock lock(mutex_);
    stop_ = true;
    wake_.notify_all();
    const bool all = ended_.wait_for(lock, patience, [&] { return at_work_ == 0; });
    join_ended();
    return all;
  }

 private:
  static constexpr int most_lost = 4;
  static constexpr std::chrono::seconds patience{2};

  struct Worker {
    std::thread thread;
    bool over = false;
  };

  // All these with the lock held.
  bool start_one() {
    Worker& worker = workers_.emplace_back();
    try {
      worker.thread = std::thread([this, &worker] { work(worker); });
    } catch (const std::system_error&) {  // the system has none to give
      workers_.pop_back();
      return false;
    }
    ++at_work_;
    return true;
  }
  bool superfluous() const { return stop_ || at_work_ > size_ + std::min(lost_, most_lost); }
  void join_ended() {
    workers_.remove_if([](Worker& worker) {
      if (worker.over) worker.thread.join();  // it wants nothing of ours any more
      return worker.over;
    });
  }

  void work(Worker& self) {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return superfluous() || !jobs_.empty(); });
      if (superfluous()) break;
      auto [job, done] = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      post_(std::move(done));
      job = nullptr;
      lock.lock();
      if (thread_is_spoilt() && !stop_ && start_one()) break;  // a fresh one goes on
    }
    self.over = true;
    --at_work_;
    ended_.notify_all();
  }

  std::function<void(std::function<void()>)> post_;
  const int size_;
  mutable std::mutex mutex_;
  std::condition_variable wake_, ended_;
  std::deque<std::pair<std::function<void()>, std::function<void()>>> jobs_;
  std::list<Worker> workers_;
  int at_work_ = 0, lost_ = 0;
  bool stop_ = false;
};

}  // namespace

std::unique_ptr<Workers> make_workers(int threads, std::function<void(std::function<void()>)> post) {
  return std::make_unique<ThreadWorkers>(threads, std::move(post));
}

}  // namespace remise::server
