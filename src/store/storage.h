// The asynchronous door to the database. The server's core sees only this interface; a simulation may stand behind it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "store/database.h"

namespace remise::store {

enum class Commit : std::uint8_t {
  done,      // durable
  conflict,  // the number was taken by another writer; nothing of this write is kept
  unknown,   // the database failed; the write may or may not be there
};

class Storage {
 public:
  using Appended = std::function<void(Commit, const Fault&)>;

  virtual ~Storage() = default;
  // Writes that wait at the same time share one commit. A table has at most one write under way.
  virtual void append(Write write, Appended done) = 0;
  // Runs `work` on a connection, then `done` in the core's thread.
  virtual void query(std::function<void(Database&)> work, std::function<void()> done) = 0;
};

struct StorageStats {
  std::function<void(std::size_t writes, double seconds)> committed;  // called from the writer's thread
};

// Two threads with a connection each: one writes in group commits, one answers queries. `post` carries a function to
// the core's thread.
Result<std::unique_ptr<Storage>> open_storage(const std::string& url, std::function<void(std::function<void()>)> post,
                                              StorageStats stats = {});

}  // namespace remise::store
