// Results and ratings of finished matches, kept once for each: every node looks for matches that ended and are not kept
// yet, whichever node they ended at; the database lets one of them do it.
#pragma once

#include <string>
#include <vector>

#include "server/people/results.h"
#include "server/table/tables.h"

namespace remise::server {

class ScoreKeeper {
 public:
  ScoreKeeper(const Games& games, Loop& loop, store::Storage& storage, Tables& tables)
      : games_(games), loop_(loop), storage_(storage), tables_(tables) {}

  void look();  // now and then, and when a match has ended here

 private:
  void next();
  void keep(const Table& table);

  const Games& games_;
  Loop& loop_;
  store::Storage& storage_;
  Tables& tables_;
  bool busy_ = false;
  std::vector<std::string> found_;
};

}  // namespace remise::server
