// What other processes on the same PostgreSQL say (LISTEN/NOTIFY). SQLite has one process and needs none.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/channels.h"

namespace remise::store {

class Notices {
 public:
  virtual ~Notices() = default;
  // From now on these channels of tables, and always the general one. Waits for nothing: Ears::listening tells when.
  virtual void listen(const Channels& wanted) = 0;
};

// Called from a thread of the listener's own.
struct Ears {
  std::function<void(std::vector<std::string>)> heard;  // what came together: a large commit tells many channels
  // These channels are listened to since a moment ago: after LISTEN, and after each new connection. Whatever was said
  // there before was missed, and who looks into the database now misses nothing.
  std::function<void(const Channels& fresh)> listening;
};

std::unique_ptr<Notices> listen_postgresql(const std::string& url, Ears ears);

}  // namespace remise::store
