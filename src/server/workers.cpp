#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "server/net.h"

namespace remise::server {
namespace {

class ThreadWorkers final : public Workers {
 public:
  ThreadWorkers(int threads, std::function<void(std::function<void()>)> post) : post_(std::move(post)) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~ThreadWorkers() override {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }
  ThreadWorkers(const ThreadWorkers&) = delete;
  ThreadWorkers& operator=(const ThreadWorkers&) = delete;

  int size() const override { return static_cast<int>(threads_.size()); }
  void run(std::function<void()> work, std::function<void()> done) override {
    {
      const std::lock_guard lock(mutex_);
      jobs_.emplace_back(std::move(work), std::move(done));
    }
    wake_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stop_ || !jobs_.empty(); });
      if (stop_) return;
      auto [job, done] = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      post_(std::move(done));
    }
  }

  std::function<void(std::function<void()>)> post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<std::function<void()>, std::function<void()>>> jobs_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

std::unique_ptr<Workers> make_workers(int threads, std::function<void(std::function<void()>)> post) {
  return std::make_unique<ThreadWorkers>(threads, std::move(post));
}

}  // namespace remise::server
