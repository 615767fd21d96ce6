// What nobody needs any more goes, as the host has set it (docs/hosting.md): tables that never began, matches that
// stand still or are over, settings of guests who are gone. In small steps, so that nobody waits for it.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "server/app/config.h"
#include "server/app/environment.h"
#include "store/storage.h"

namespace remise::server {

class Retention {
 public:
  Retention(const Config& config, Loop& loop, store::Storage& storage)
      : config_(config), loop_(loop), storage_(storage) {}

  std::function<bool(const std::string&)> in_use;  // tables in memory here are left alone

  void look();  // begins a round when it is time for one

 private:
  struct Rule {
    std::string why;
    store::Stale stale;
  };
  struct Found {
    std::string table;
    Rule rule;
  };

  std::vector<Rule> rules() const;
  void begin();
  void next();

  const Config& config_;
  Loop& loop_;
  store::Storage& storage_;
  std::deque<Found> found_;
  std::vector<store::WalkedTo> walked_;  // by rule
  bool busy_ = false;
  bool begun_ = false;
  std::int64_t last_ = 0;  // microseconds
};

}  // namespace remise::server
