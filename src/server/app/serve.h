// A whole server process: database, app, sockets, threads. Used by `remise serve` and by the tests' server.
#pragma once

#include <functional>
#include <string>

#include "server/app/config.h"
#include "server/bots/bots.h"
#include "server/table/games.h"

namespace remise::server {

struct ServeOptions {
  Config config;
  std::string address = "127.0.0.1";
  int port = 8840;
  std::string database;  // path of an SQLite file, or postgresql://...
  int bot_threads = 1;
  bool trust_proxy = false;
};

// Until SIGTERM. `listening` gets the port. An error is an English sentence for the operator.
std::expected<void, std::string> serve(const ServeOptions& options, const Games& games, const Bots& bots,
                                       const std::function<void(int port)>& listening);

}  // namespace remise::server
