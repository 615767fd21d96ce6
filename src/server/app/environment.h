// The world as the server's app sees it: time, chance, background work and connections come through these interfaces
// (and storage through store/storage.h), so that the app also runs in one thread under a seeded simulation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace remise::server {

class Loop {
 public:
  virtual ~Loop() = default;
  virtual std::int64_t now() = 0;           // milliseconds since 1970: for what is stored and shown
  virtual std::int64_t microseconds() = 0;  // since any moment, never back: for what is measured
  std::int64_t steady() { return microseconds() / 1000; }
  virtual void post(std::function<void()> work) = 0;
  virtual void after(std::int64_t milliseconds, std::function<void()> work) = 0;
};

class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual void fill(std::span<unsigned char> bytes) = 0;
};

// Long work beside the loop (a bot that thinks, a password that is hashed); `done` runs in the loop.
class Workers {
 public:
  virtual ~Workers() = default;
  virtual void run(std::function<void()> work, std::function<void()> done) = 0;
  virtual int size() const = 0;

  // A thread does not come back from its work: another takes its place, as long as there is one to spare.
  virtual void lost_one() {}
  virtual void came_back() {}  // one of them, after all
  virtual int spare() const { return 1; }
  // No more work. False where a thread still does not come back: then only the end of the process ends it.
  virtual bool finish() { return true; }
};

// One client's connection. Frames that wait are counted; the app stops sending when too many do.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void send(std::string frame) = 0;
  virtual std::size_t waiting_bytes() const = 0;
  virtual void close(int code) = 0;  // WebSocket close code
};

// Something for somebody who is not looking. The id is the same however often it is sent, and by whichever node.
struct Parcel {
  enum class Kind : std::uint8_t { push, mail, webhook };
  Kind kind = Kind::webhook;
  std::string id;
  std::string to;                    // where a browser takes messages, a mail address, the address of a webhook
  std::string body;                  // push: what the browser shows, as JSON; mail: the whole message; webhook: JSON
  std::string secret{};              // push: what only the browser and we know; webhook: what it is signed with
  std::string key{};                 // push: of the browser
  std::string topic{};               // push: a newer one replaces an older one
  std::int64_t lives_s = 24 * 3600;  // push: not worth anything after so many seconds
  bool urgent = false;
};

struct Delivery {
  enum class Result : std::uint8_t {
    done,
    later,  // it may work another time
    never,  // not this one
    gone,   // nothing will arrive there any more
  };
  Result result = Result::done;
  std::string detail{};             // for the log
  std::int64_t retry_after_ms = 0;  // as wished by whoever refused it
};

// Takes parcels to people, beside the loop; `done` runs in the loop.
class Carrier {
 public:
  virtual ~Carrier() = default;
  virtual void send(Parcel parcel, std::function<void(Delivery)> done) = 0;
};

}  // namespace remise::server
