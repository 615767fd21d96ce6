// What can be set about a server (src/cli/serve.cpp gives each a flag, an environment variable and a line in a file).
#pragma once

#include <cstdint>
#include <string>

#include "server/limits.h"

namespace remise::server {

struct Config {
  std::string version = "0.1.0";
  std::string origin;           // the public address ("https://trams.example"); empty: whatever Host says
  bool secure_cookies = false;  // behind TLS
  bool metrics_public = false;
  std::string web;      // folder of the web client; empty: the embedded one
  std::string openapi;  // text of openapi.yaml

  std::size_t max_connections = 20'000;
  std::size_t max_connections_per_address = 200;
  std::size_t max_body = 64 * 1024;
  std::size_t max_frame = 64 * 1024;
  std::int64_t request_time = 15'000;  // ms for a whole request to arrive; for an answer to make progress
  std::size_t max_cached_tables = 20'000;
  std::size_t max_watched = 50;              // tables per connection
  std::size_t slow_bytes = 256 * 1024;       // waiting for one client: it gets only the newest position from here on
  std::size_t drop_bytes = 8 * 1024 * 1024;  // and is dropped here
  std::int64_t absent_after = std::int64_t{3} * 24 * 3600 * 1000;
  std::int64_t bot_lease = 30'000;  // ms; a bot's move that takes longer is thought out by another node as well
  Rate requests{50, 200};           // HTTP requests per address
  Rate secrets{0.2, 10};            // log-ins, registrations
  Rate new_tables{0.2, 20};         // per address
  Rate messages{30, 120};           // per connection
};

}  // namespace remise::server
