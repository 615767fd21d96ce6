// Whether the database answers and takes writes, found out in the time a watchdog has.
#pragma once

#include <functional>
#include <vector>

#include "server/app/environment.h"
#include "store/storage.h"

namespace remise::server {

class Health {
 public:
  using Then = std::function<void(const store::Result<std::int64_t>& schema)>;

  Health(Loop& loop, store::Storage& storage) : loop_(loop), storage_(storage) {}

  // Answers once, within about two seconds. Those who ask at the same time share one question.
  void ask(Then then);

 private:
  struct Waiting {
    std::uint64_t id;
    Then then;
  };

  void look();

  Loop& loop_;
  store::Storage& storage_;
  std::vector<Waiting> waiting_;
  std::uint64_t next_ = 1;
  bool looking_ = false;
  std::int64_t written_ = 0;  // microseconds; when a write last worked
};

}  // namespace remise::server
