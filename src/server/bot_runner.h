// Plays the bot seats: takes tables from the queue in the database, thinks in the background, moves like anyone else. A
// bot that dies with its process is taken up by another when its lease ends; a move thought twice is played once.
#pragma once

#include <string>

#include "server/play.h"

namespace remise::server {

class BotRunner {
 public:
  BotRunner(const Config& config, const Bots& bots, Loop& loop, Entropy& entropy, Workers& workers,
            store::Storage& storage, Tables& tables, Play& play, Metrics& metrics)
      : config_(config),
        bots_(bots),
        loop_(loop),
        entropy_(entropy),
        workers_(workers),
        storage_(storage),
        tables_(tables),
        play_(play),
        metrics_(metrics) {}

  void look();  // is there something to do?
  void stop() { stopped_ = true; }

 private:
  void think(const std::string& table, std::int64_t lease);
  void finished();
  void drop(const std::string& table, std::int64_t lease);

  const Config& config_;
  const Bots& bots_;
  Loop& loop_;
  Entropy& entropy_;
  Workers& workers_;
  store::Storage& storage_;
  Tables& tables_;
  Play& play_;
  Metrics& metrics_;
  int thinking_ = 0;
  std::atomic<bool> stopped_ = false;  // whoever thinks answers at once
  bool looking_ = false;
  bool again_ = false;
};

}  // namespace remise::server
