// Many clients at once, speaking the real protocol, and a check afterwards that every acknowledged move is in the log,
// once and in order.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "core/json.h"
#include "load/wire.h"

namespace remise::server {

struct SwarmOptions {
  std::vector<Address> servers;  // clients spread over them
  std::string game;
  Json options = Json::object();
  int tables = 100;
  int players = 2;
  double seconds = 10;     // less where every match is over before
  double rate = 0;         // moves per second in all; 0: as many as possible
  bool reconnect = false;  // a server that dies comes back: go on as if nothing had happened
  int idle = 0;            // instead of playing: so many connections that only listen
  int bots = 0;            // seats of each table played by the server
  std::string seed = "swarm";
  std::function<void()> prepared;           // the tables stand, the play begins
  const std::atomic<bool>* stop = nullptr;  // ends the play before its time
};

struct SwarmReport {
  std::size_t acknowledged = 0, refused = 0, stale = 0, reconnects = 0, updates = 0, bytes = 0;
  std::size_t finished = 0;  // tables whose match is over
  double seconds = 0;
  double p50 = 0, p90 = 0, p99 = 0, most = 0;  // milliseconds from sending a move to its acknowledgement
  std::vector<std::string> faults;             // what the check found; empty: all is well
  Json json() const;
};

std::expected<SwarmReport, std::string> run_swarm(const SwarmOptions& options);

}  // namespace remise::server
