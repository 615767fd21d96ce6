// A server that is killed again and again while many clients play on it.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "core/random.h"
#include "load/swarm.h"
#include "support/server_process.h"

namespace remise::testing {

// How often to kill: REMISE_KILLS says so, for slices of a long run.
inline int kills(int quick, int thorough) {
  if (const char* wanted = std::getenv("REMISE_KILLS")) return std::atoi(wanted);
  return long_mode() ? thorough : quick;
}

// A load in a thread of its own, which ends when it is told to, or with its owner.
class BackgroundLoad {
 public:
  explicit BackgroundLoad(server::SwarmOptions options) : options_(std::move(options)) {
    options_.prepared = [this] { prepared_ = true; };
    options_.stop = &stop_;
    thread_ = std::thread([this] {
      report_ = server::run_swarm(options_);
      prepared_ = true;
    });
    while (!prepared_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ~BackgroundLoad() { end(); }
  BackgroundLoad(const BackgroundLoad&) = delete;
  BackgroundLoad& operator=(const BackgroundLoad&) = delete;

  const std::expected<server::SwarmReport, std::string>& end() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return report_;
  }

 private:
  server::SwarmOptions options_;
  std::atomic<bool> prepared_ = false, stop_ = false;
  std::expected<server::SwarmReport, std::string> report_ = std::unexpected(std::string("not run"));
  std::thread thread_;
};

// kill -9 at random moments under load: every acknowledged move is there after the restart, once and in order, and the
// clients go on by themselves. `name` is for the line that tells the figures.
inline void expect_to_survive_kills(Server& server, server::SwarmOptions options, int rounds, const std::string& name) {
  options.servers = {server.address()};
  options.reconnect = true;
  options.seconds = 3600;
  BackgroundLoad load(options);
  Random random = Random::from_seed("kills");
  for (int round = 0; round < rounds; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200 + random.below(500)));
    server.kill();
    server.start();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto& report = load.end();
  ASSERT_TRUE(report) << report.error();
  for (const auto& fault : report->faults) ADD_FAILURE() << fault;
  EXPECT_GT(report->acknowledged, static_cast<std::size_t>(rounds));  // it did play in between
  EXPECT_GT(report->reconnects, 0u);
  EXPECT_LT(report->finished, static_cast<std::size_t>(options.tables)) << "nobody played any more in the end";
  std::printf("%s: %d kills, %zu moves acknowledged, %zu reconnects, %zu of %d matches over\n", name.c_str(), rounds,
              report->acknowledged, report->reconnects, report->finished, options.tables);
}

}  // namespace remise::testing
