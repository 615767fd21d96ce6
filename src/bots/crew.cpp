#include "bots/crew.h"

#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <thread>

#include "core/guarded.h"

namespace remise::bots {
namespace {

class ThreadCrew final : public Crew {
 public:
  explicit ThreadCrew(std::size_t helpers) {
    for (std::size_t i = 0; i < helpers; ++i) start();
  }
  ~ThreadCrew() override {
    {
      const std::scoped_lock lock(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  std::size_t hands() const override { return helpers_ + 1; }

  void run(std::size_t pieces, const Work& work) override {
    Task task(work, pieces);
    std::unique_lock lock(mutex_);
    tasks_.push_back(&task);
    wake_.notify_all();
    work_on(task, 0, lock);
    std::erase(tasks_, &task);
    done_.wait(lock, [&] { return task.busy == 0; });
    if (task.failure) std::rethrow_exception(task.failure);
  }

 private:
  struct Task {
    Task(const Work& what, std::size_t how_many) : work(what), pieces(how_many) {}
    const Work& work;
    std::size_t pieces;
    std::size_t next = 0;
    std::size_t busy = 0;  // helpers at work on it
    std::size_t hands = 1;
    std::exception_ptr failure;
    bool open() const { return next < pieces && !failure; }
  };

  void start() {
    ++helpers_;
    threads_.emplace_back([this] { help(); });
  }

  // Takes pieces until there are none; the lock is held but for the work itself.
  void work_on(Task& task, std::size_t hand, std::unique_lock<std::mutex>& lock) {
    while (task.open()) {
      const std::size_t piece = task.next++;
      lock.unlock();
      std::exception_ptr failure;
      try {
        const Guarded guard;
        task.work(hand, piece);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure) task.failure = failure;
    }
  }

  void help() {
    std::unique_lock lock(mutex_);
    for (;;) {
      Task* task = nullptr;
      wake_.wait(lock, [&] { return over_ || (task = wanting()) != nullptr; });
      if (over_) return;
      ++task->busy;
      work_on(*task, task->hands++, lock);
      const bool spoilt = task->failure != nullptr;
      --task->busy;
      done_.notify_all();
      if (spoilt) {  // what it left half done lies in memory of the thread
        --helpers_;
        start();
        return;
      }
    }
  }

  // Who has been helped least comes first.
  Task* wanting() {
    Task* found = nullptr;
    for (Task* task : tasks_)
      if (task->open() && task->hands <= helpers_ && (!found || task->busy < found->busy)) found = task;
    return found;
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<Task*> tasks_;
  std::list<std::thread> threads_;
  std::size_t helpers_ = 0;
  bool over_ = false;
};

}  // namespace

std::shared_ptr<Crew> make_crew(std::size_t helpers) { return std::make_shared<ThreadCrew>(helpers); }

std::shared_ptr<Crew> whole_machine() {
  const unsigned cores = std::thread::hardware_concurrency();
  return cores > 1 ? make_crew(cores - 1) : nullptr;
}

}  // namespace remise::bots
