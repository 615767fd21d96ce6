#include "sim/node.h"

namespace remise::sim {

class SimEntropy final : public server::Entropy {
 public:
  explicit SimEntropy(const std::string& seed) : dice_(seed) {}
  void fill(std::span<unsigned char> bytes) override {
    for (auto& byte : bytes) byte = static_cast<unsigned char>(dice_.below(256));
  }

 private:
  Dice dice_;
};

class SimWorkers final : public server::Workers {
 public:
  SimWorkers(Timeline& timeline, std::shared_ptr<Life> life, const std::string& seed)
      : timeline_(timeline), life_(std::move(life)), dice_(seed) {}
  void run(std::function<void()> work, std::function<void()> done) override {
    timeline_.after(dice_.delay(50 * millisecond), while_alive(life_, [work = std::move(work), done = std::move(done)] {
                      work();
                      done();
                    }));
  }
  int size() const override { return 2; }

 private:
  Timeline& timeline_;
  std::shared_ptr<Life> life_;
  Dice dice_;
};

void Wire::send(std::string frame) {
  if (*cut_) return;
  if (sent) sent(frame);
  waiting_ += frame.size();
  const auto arrives = down_.arrival(timeline_.now(), dice_.delay(usual_delay_));
  timeline_.after(arrives - timeline_.now(), [this, is_cut = cut_, frame = std::move(frame)] {
    if (*is_cut) return;
    waiting_ -= frame.size();
    client_.frame(frame);
    if (!*is_cut && waiting_ == 0 && drained) drained();
  });
}

void Wire::cut() {
  if (*cut_) return;
  *cut_ = true;
  cut_at_ = timeline_.now();
  // Each side finds out by itself, some time later. The closures keep what they need; the wire may be gone by then.
  timeline_.after(dice_.delay(200 * millisecond), client_.broken);
  if (gone) timeline_.after(dice_.delay(200 * millisecond), gone);
}

class Node::NodeLoop final : public server::Loop {
 public:
  NodeLoop(Timeline& timeline, std::shared_ptr<Life> life, const std::int64_t& skew)
      : timeline_(timeline), life_(std::move(life)), skew_(skew) {}
  std::int64_t now() override { return beginning + timeline_.now() / millisecond + skew_; }
  std::int64_t microseconds() override { return timeline_.now(); }
  void post(std::function<void()> work) override { timeline_.after(0, while_alive(life_, std::move(work))); }
  void after(std::int64_t milliseconds, std::function<void()> work) override {
    timeline_.after(milliseconds * millisecond, while_alive(life_, std::move(work)));
  }

 private:
  Timeline& timeline_;
  std::shared_ptr<Life> life_;
  const std::int64_t& skew_;
};

struct Node::Process {
  Process(Node& node, const std::string& seed, const std::string& name)
      : loop(node.timeline_, life, node.skew),
        entropy(seed + " entropy"),
        workers(node.timeline_, life, seed + " workers"),
        storage(node.timeline_, node.disk_, life, node.trouble, node.disk_delay, node.shared_, seed + " disk"),
        carrier(node.timeline_, node.post, life, seed + " carrier", node.name_),
        app(node.config_, node.games_, bots, {loop, entropy, workers, storage, node.post ? &carrier : nullptr}, metrics,
            name) {}

  std::shared_ptr<Life> life = std::make_shared<Life>();
  server::Bots bots;
  server::Metrics metrics;
  NodeLoop loop;
  SimEntropy entropy;
  SimWorkers workers;
  SimStorage storage;
  SimCarrier carrier;
  server::App app;
  std::set<std::shared_ptr<Wire>> wires;
};

Node::Node(Timeline& timeline, Disk& disk, const server::Games& games, server::Config config, std::string name,
           std::string seed, bool shared)
    : timeline_(timeline),
      disk_(disk),
      games_(games),
      config_(std::move(config)),
      name_(std::move(name)),
      seed_(std::move(seed)),
      shared_(shared),
      dice_(seed_ + " node") {
  if (shared_) disk_.listeners.push_back([this](const store::Notice& said) { notice(said); });
}

Node::~Node() { die(); }

void Node::start() {
  if (process_) return;
  const std::string life = std::to_string(++lives_);
  process_ = std::make_unique<Process>(*this, seed_ + " life " + life, shared_ ? name_ + "-" + life : "");
  if (plug_bots) plug_bots(process_->bots);
  wanted_.reset();
  break_notices();
  if (shared_)
    process_->app.hearing().listen = [this](const store::Channels& wanted) {
      wanted_ = wanted;
      if (connected_) listen();
    };
  process_->app.start();
  mend_notices();
}

void Node::die() {
  if (!process_) return;
  process_->life->over = true;
  const auto wires = process_->wires;
  for (const auto& wire : wires) {
    wire->gone = nullptr;
    wire->drained = nullptr;
    wire->cut();
  }
  process_.reset();
}

void Node::stop() {
  if (process_) process_->app.stop();
  die();
}

void Node::break_notices() {
  connected_ = listening_ = false;
  hears_.reset();
  ++connection_;
}

void Node::mend_notices() {
  if (!process_ || !shared_ || connected_) return;
  timeline_.after(dice_.delay(20 * millisecond), while_alive(process_->life, [this, connection = connection_] {
                    if (connected_ || connection != connection_) return;
                    connected_ = true;
                    listen();
                  }));
}

// One statement at a time, on its way for a while; what is wanted meanwhile waits for the next. The node is told, a
// little later still, that it may have missed something up to the moment of the statement.
void Node::listen() {
  if (listening_ || wanted_ == hears_) return;
  listening_ = true;
  const auto mine = [this, connection = connection_](auto work) {
    return while_alive(process_->life, [this, connection, work] {
      if (connection == connection_) work();
    });
  };
  timeline_.after(dice_.delay(2 * millisecond), mine([this, mine, wanted = wanted_] {
                    const store::Channels fresh = wanted & ~hears_;
                    hears_ = wanted;
                    timeline_.after(dice_.delay(millisecond), mine([this, fresh] {
                                      listening_ = false;
                                      process_->app.listening(fresh);
                                      listen();
                                    }));
                  }));
}

void Node::notice(const store::Notice& said) {
  const auto channel =
      store::number(said.channel.substr(std::min(said.channel.size(), std::string("remise_t").size())));
  const bool heard = channel ? hears_[static_cast<std::size_t>(*channel)] : said.channel == store::general_channel;
  if (!process_ || !connected_ || !heard) return;
  ++disk_.asked.heard;
  const auto arrives = notices_.arrival(timeline_.now(), dice_.delay(2 * millisecond));
  timeline_.after(arrives - timeline_.now(),
                  while_alive(process_->life, [this, text = said.text, connection = connection_] {
                    if (connection == connection_) process_->app.heard(text);
                  }));
}

bool Node::connect(std::shared_ptr<Wire> wire, const server::Request& upgrade,
                   std::function<void(server::ClientId)> admitted) {
  if (!process_) return false;
  Process* process = process_.get();
  process->wires.insert(wire);
  process->app.admit(
      upgrade, [process, wire, admitted = std::move(admitted)](std::expected<server::Identity, Error> who) {
        if (wire->is_cut()) return;
        if (!who) return wire->cut();
        const auto id = process->app.clients().add(*who, *wire);
        wire->drained = while_alive(process->life, [process, id] { process->app.clients().drained(id); });
        wire->gone = while_alive(process->life, [process, id, weak = std::weak_ptr(wire)] {
          process->app.clients().remove(id);
          if (const auto still = weak.lock()) process->wires.erase(still);
        });
        admitted(id);
      });
  return true;
}

void Node::receive(const std::shared_ptr<Wire>& wire, server::ClientId client, const std::string& frame) {
  if (!process_ || !process_->wires.contains(wire)) return;
  timeline_.after(wire->to_server(timeline_.now()),
                  while_alive(process_->life, [process = process_.get(), wire, client, frame] {
                    if (!wire->is_cut()) process->app.clients().received(client, frame);
                  }));
}

bool Node::http(const server::Request& request, server::Respond respond) {
  if (!process_) return false;
  process_->app.http(request, std::move(respond));
  return true;
}

}  // namespace remise::sim
