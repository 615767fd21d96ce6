// What other processes on the same PostgreSQL say (LISTEN/NOTIFY). SQLite has one process and needs none.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace remise::store {

class Notices {
 public:
  virtual ~Notices() = default;
};

// Calls `heard` from a thread of its own, and `lost` after each broken connection: anything may have been missed then.
std::unique_ptr<Notices> listen_postgresql(const std::string& url, std::function<void(std::string)> heard,
                                           std::function<void()> lost);

}  // namespace remise::store
