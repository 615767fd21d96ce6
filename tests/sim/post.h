// Where letters arrive: every one that any node sent, and what became of it. Some take long, some are refused, some
// arrive and nobody is told so.
#pragma once

#include <vector>

#include "server/app/environment.h"
#include "sim/timeline.h"

namespace remise::sim {

struct SentLetter {
  std::int64_t at = 0;  // microseconds
  server::Parcel parcel;
  std::string node;                    // that sent it
  bool arrived = false, told = false;  // the receiver has it; whoever sent it lives and knows what became of it
  server::Delivery::Result answer = server::Delivery::Result::done;
};

struct Post {
  // In parts of a thousand.
  std::uint32_t refused = 0;  // not taken now
  std::uint32_t unsure = 0;   // taken, and the answer says otherwise
  std::uint32_t never = 0;
  std::uint32_t gone = 0;  // of browsers
  std::vector<SentLetter> sent;
  std::function<void(const SentLetter&)> arrived;  // before whoever sent it hears of it
};

class SimCarrier final : public server::Carrier {
 public:
  SimCarrier(Timeline& timeline, Post* post, std::shared_ptr<Life> life, const std::string& seed, std::string node)
      : timeline_(timeline), post_(post), life_(std::move(life)), dice_(seed), node_(std::move(node)) {}
  void send(server::Parcel parcel, std::function<void(server::Delivery)> done) override;

 private:
  server::Delivery judged(const server::Parcel& parcel, bool& arrives);

  Timeline& timeline_;
  Post* post_;
  std::shared_ptr<Life> life_;
  Dice dice_;
  std::string node_;
};

}  // namespace remise::sim
