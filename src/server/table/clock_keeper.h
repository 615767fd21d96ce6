// Sees to it that time runs out: looks into the database for tables where somebody's time is up, and writes so into
// their logs. Any number of nodes may do it; of two that find the same one, one is told that it is done. While no
// server ran no time counts: the nodes leave a sign of life in the database, and who finds an old one at the start
// tells the tables how long nobody was there, before anybody's time is up.
#pragma once

#include "server/table/tables.h"

namespace remise::server {

class ClockKeeper {
 public:
  ClockKeeper(Loop& loop, store::Storage& storage, Tables& tables) : loop_(loop), storage_(storage), tables_(tables) {}

  void look();  // every other second

 private:
  void begin();
  void tell_of_absence(std::int64_t from, std::int64_t until, std::shared_ptr<std::vector<std::string>> tables);
  void sign_of_life();
  void look_for_due();

  Loop& loop_;
  store::Storage& storage_;
  Tables& tables_;
  enum class Stage : std::uint8_t { fresh, beginning, at_work } stage_ = Stage::fresh;
  bool looking_ = false;
  std::int64_t signed_at_ = 0;  // steady
};

}  // namespace remise::server
