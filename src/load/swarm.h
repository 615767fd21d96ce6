// Many clients at once, speaking the real protocol, and a check afterwards that every acknowledged move is in the log,
// once and in order.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "core/game.h"
#include "load/wire.h"

namespace remise::server {

struct SwarmOptions {
  std::vector<Address> servers;  // clients spread over them
  std::string game;
  Json options = Json::object();
  int tables = 100;
  int players = 2;
  double seconds = 10;           // less where every match is over before
  double rate = 0;               // moves per second in all; 0: as many as possible
  bool reconnect = false;        // a server that dies comes back: go on as if nothing had happened
  int idle = 0;                  // instead of playing: so many connections that only listen
  int bots = 0;                  // seats of each table played by the server
  int watchers = 0;              // further connections at each table, that only look
  const Game* engine = nullptr;  // folds positions as a page does; null: whole views are asked for
  std::string seed = "swarm";
  std::function<void()> prepared;           // the tables stand, the play begins
  const std::atomic<bool>* stop = nullptr;  // ends the play before its time
};

struct SwarmReport {
  std::size_t acknowledged = 0, refused = 0, stale = 0, reconnects = 0, updates = 0, bytes = 0;
  std::size_t finished = 0;  // tables whose match is over
  double seconds = 0;
  std::size_t compared = 0;  // positions folded to the end that were found to be the server's own
  double cpu = 0;            // seconds of processor time the load itself took while it played
  double last = 0;           // milliseconds, p50, from sending a move until the last watcher of its table had it
  double p50 = 0, p90 = 0, p99 = 0, most = 0;  // milliseconds from sending a move to its acknowledgement
  std::vector<std::string> faults;             // what the check found; empty: all is well
  Json json() const;
};

std::expected<SwarmReport, std::string> run_swarm(const SwarmOptions& options);

}  // namespace remise::server
