// Sockets: HTTP/1.1 and WebSocket in one thread. The only part of the server that knows Boost.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "server/app/app.h"
#include "server/net/static_files.h"

namespace remise::server {

class Net {
 public:
  virtual ~Net() = default;
  virtual Loop& loop() = 0;
  virtual void post(std::function<void()> work) = 0;  // from any thread
  // Port 0 takes a free one. Gives the port.
  virtual std::expected<int, std::string> listen(const std::string& address, int port) = 0;
  virtual void serve(App& app, const StaticFiles& files, const Config& config, bool trust_proxy) = 0;
  // Until SIGTERM or SIGINT, or stop().
  virtual void run() = 0;
  virtual void stop() = 0;
};

std::unique_ptr<Net> make_net();

// Threads for long work; results are posted to the loop.
std::unique_ptr<Workers> make_workers(int threads, std::function<void(std::function<void()>)> post);

}  // namespace remise::server
