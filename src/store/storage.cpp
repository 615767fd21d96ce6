#include "store/storage.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace remise::store {
namespace {

// A queue one thread empties in gulps.
template <class T>
class Gulps {
 public:
  void put(T item) {
    {
      const std::lock_guard lock(mutex_);
      items_.push_back(std::move(item));
    }
    wake_.notify_one();
  }
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    wake_.notify_one();
  }
  // Waits for at least one item; an empty answer means stop.
  std::vector<T> take(std::size_t most) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return stopped_ || !items_.empty(); });
    std::vector<T> taken;
    while (!items_.empty() && taken.size() < most) {
      taken.push_back(std::move(items_.front()));
      items_.pop_front();
    }
    return taken;
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<T> items_;
  bool stopped_ = false;
};

class Threads final : public Storage {
 public:
  Threads(Database writer, Database reader, std::function<void(std::function<void()>)> post, StorageStats stats)
      : writing_(std::move(writer)), reading_(std::move(reader)), post_(std::move(post)), stats_(std::move(stats)) {
    writer_ = std::thread([this] { write(); });
    reader_ = std::thread([this] { read(); });
  }
  // What was put before is still written and answered.
  ~Threads() override {
    appends_.stop();
    queries_.stop();
    writer_.join();
    reader_.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void append(Write write, Appended done) override { appends_.put({std::move(write), std::move(done)}); }
  void query(std::function<void(Database&)> work, std::function<void()> done) override {
    queries_.put({std::move(work), std::move(done)});
  }

 private:
  static constexpr std::size_t batch_limit = 512;

  struct Append {
    Write write;
    Appended done;
  };
  struct Query {
    std::function<void(Database&)> work;
    std::function<void()> done;
  };

  void write() {
    for (auto batch = appends_.take(batch_limit); !batch.empty(); batch = appends_.take(batch_limit)) {
      std::vector<Write> writes;
      std::vector<Appended> waiting;
      for (Append& append : batch) {
        writes.push_back(std::move(append.write));
        waiting.push_back(std::move(append.done));
      }
      const auto began = std::chrono::steady_clock::now();
      auto written = writing_.commit(writes);
      if (stats_.committed && written)
        stats_.committed(writes.size(),
                         std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
      post_([waiting = std::move(waiting), written = std::move(written)] {
        for (std::size_t i = 0; i < waiting.size(); ++i)
          waiting[i](!written        ? Commit::unknown
                     : (*written)[i] ? Commit::done
                                     : Commit::conflict,
                     written ? Fault{} : written.error());
      });
    }
  }
  void read() {
    for (auto batch = queries_.take(1); !batch.empty(); batch = queries_.take(1)) {
      batch.front().work(reading_);
      if (batch.front().done) post_(std::move(batch.front().done));
    }
  }

  Database writing_;
  Database reading_;
  std::function<void(std::function<void()>)> post_;
  StorageStats stats_;
  Gulps<Append> appends_;
  Gulps<Query> queries_;
  std::thread writer_;
  std::thread reader_;
};

}  // namespace

Result<std::unique_ptr<Storage>> open_storage(const std::string& url, std::function<void(std::function<void()>)> post,
                                              StorageStats stats) {
  constexpr std::chrono::milliseconds patience{4000};
  auto first = Database::open(url);  // a migration may take its time
  if (!first) return std::unexpected(first.error());
  if (auto r = first->migrate(); !r) return std::unexpected(r.error());
  if (!first->shared())
    if (auto r = first->free_jobs(); !r) return std::unexpected(r.error());
  auto writer = Database::open(url, patience);
  if (!writer) return std::unexpected(writer.error());
  auto reader = Database::open(url, patience);
  if (!reader) return std::unexpected(reader.error());
  return std::make_unique<Threads>(std::move(*writer), std::move(*reader), std::move(post), std::move(stats));
}

}  // namespace remise::store
