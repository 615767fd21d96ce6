// Working memory of the rules (R::Workspace) for all matches of a game: as many pieces as are in use at once, given
// back after each call and used again. A match that owned one would keep it while nobody looks: a hundred kilobytes
// each.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace remise {

template <class Workspace>
class Workspaces {
 public:
  class Lent {
   public:
    Lent(Workspaces& owner, std::unique_ptr<Workspace> memory) : owner_(owner), memory_(std::move(memory)) {}
    ~Lent() { owner_.give_back(std::move(memory_)); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    operator Workspace&() const { return *memory_; }
    Workspace* operator->() const { return memory_.get(); }

   private:
    Workspaces& owner_;
    std::unique_ptr<Workspace> memory_;
  };

  Lent lend() { return {*this, take()}; }

 private:
  // Held for a push or a pop, so that nobody sleeps for it; the browser has no mutex.
  class Held {
   public:
    explicit Held(std::atomic_flag& busy) : busy_(busy) {
      while (busy_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Held() { busy_.clear(std::memory_order_release); }

   private:
    std::atomic_flag& busy_;
  };

  std::unique_ptr<Workspace> take() {
    {
      const Held held(busy_);
      if (!free_.empty()) {
        auto memory = std::move(free_.back());
        free_.pop_back();
        return memory;
      }
    }
    return std::make_unique<Workspace>();
  }
  void give_back(std::unique_ptr<Workspace> memory) {
    const Held held(busy_);
    free_.push_back(std::move(memory));
  }

  std::atomic_flag busy_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace remise
