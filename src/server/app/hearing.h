// Which channels of notices this node listens to: those of the tables that somebody here watches. A table that is only
// in memory needs none: a request for it compares it with the store (table/tables.h).
#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "server/app/environment.h"
#include "store/channels.h"

namespace remise::server {

class Hearing {
 public:
  explicit Hearing(Loop& loop) : loop_(loop) {}

  // The carrier of notices is told which channels are wanted. Empty where there is only one node.
  std::function<void(const store::Channels&)> listen;

  // Somebody watches the table from now on.
  void want(std::string_view table) {
    const auto channel = store::channel_of(table);
    if (wanted_[channel]) return;
    wanted_.set(channel);
    changed();
  }
  // Now and then: what nobody has watched since is let go. People who come back after a moment cost nothing that way.
  void want_only(const store::Channels& needed) {
    if (needed == wanted_) return;
    wanted_ = needed;
    changed();
  }

 private:
  static constexpr std::int64_t gather_ms = 10;  // many may come at once: one statement for all of them

  void changed() {
    if (!listen || std::exchange(gathering_, true)) return;
    loop_.after(gather_ms, [this] {
      gathering_ = false;
      listen(wanted_);
    });
  }

  Loop& loop_;
  store::Channels wanted_;
  bool gathering_ = false;
};

}  // namespace remise::server
