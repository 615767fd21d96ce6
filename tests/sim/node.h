// One server of a simulation: the real app over simulated time, chance, disk and network. It can die at any moment and
// be started again.
#pragma once

#include <set>

#include "server/app/app.h"
#include "sim/disk.h"
#include "sim/post.h"

namespace remise::sim {

inline constexpr std::int64_t beginning = 1'700'000'000'000;  // of every timeline, in milliseconds since 1970

// The network between one client and one node, both ways, in order, until it breaks.
class Wire final : public server::Connection {
 public:
  struct Ends {
    std::function<void(const std::string& frame)> frame;  // for the client
    std::function<void()> broken;
  };
  Wire(Timeline& timeline, Ends client, std::int64_t usual_delay, const std::string& seed)
      : timeline_(timeline), client_(std::move(client)), usual_delay_(usual_delay), dice_(seed) {}

  void send(std::string frame) override;  // to the client
  std::size_t waiting_bytes() const override { return waiting_; }
  void close(int) override { cut(); }

  std::int64_t to_server(std::int64_t now) { return up_.arrival(now, dice_.delay(usual_delay_)) - now; }
  void cut();
  bool is_cut() const { return *cut_; }
  std::int64_t cut_at() const { return cut_at_; }

  std::function<void()> drained, gone;           // for the server
  std::function<void(const std::string&)> sent;  // every frame when it leaves the server

 private:
  Timeline& timeline_;
  Ends client_;
  std::int64_t usual_delay_;
  Dice dice_;
  Channel up_, down_;
  std::size_t waiting_ = 0;
  std::int64_t cut_at_ = 0;
  std::shared_ptr<bool> cut_ = std::make_shared<bool>(false);
};

class Node {
 public:
  Node(Timeline& timeline, Disk& disk, const server::Games& games, server::Config config, std::string name,
       std::string seed, bool shared);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  void start();
  void die();   // at once, in the middle of everything
  void stop();  // as a careful administrator does
  bool up() const { return process_ != nullptr; }

  // False where nobody listens.
  bool connect(std::shared_ptr<Wire> wire, const server::Request& upgrade,
               std::function<void(server::ClientId)> admitted);
  void receive(const std::shared_ptr<Wire>& wire, server::ClientId client, const std::string& frame);
  bool http(const server::Request& request, server::Respond respond);

  void break_notices();
  void mend_notices();
  bool hears(const std::string& table) const { return connected_ && hears_[store::channel_of(table)]; }
  std::size_t channels() const { return hears_.count(); }

  Trouble trouble;
  std::int64_t disk_delay = millisecond;
  std::int64_t skew = 0;  // of its clock, in milliseconds
  Post* post = nullptr;   // nothing: it calls nobody
  std::function<void(server::Bots&)> plug_bots;

 private:
  class NodeLoop;
  struct Process;

  void notice(const store::Notice& notice);
  void listen();

  Timeline& timeline_;
  Disk& disk_;
  const server::Games& games_;
  server::Config config_;
  std::string name_, seed_;
  bool shared_;
  int lives_ = 0;
  // The connection that listens: what it was asked to hear, what it hears, whether a statement is under way.
  store::Channels wanted_, hears_;
  bool connected_ = false, listening_ = false;
  std::uint64_t connection_ = 0;  // whatever belongs to an older one is over
  Dice dice_;
  Channel notices_;
  std::unique_ptr<Process> process_;
};

}  // namespace remise::sim
