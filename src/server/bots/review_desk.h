// Reviews of finished matches: every decision judged by the strongest player (src/review), in the background. One match
// at a time on each node, and one decision at a time, so that bots and hints come in between. What is made is kept with
// the table, once for everybody; the same row tells other nodes how far it has come, and until when somebody is at
// work.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "server/bots/bots.h"
#include "server/people/people.h"
#include "server/table/tables.h"

namespace remise::server {

class ReviewDesk {
 public:
  using Then = std::function<void(std::expected<std::string, Error>)>;  // the answer as JSON text

  ReviewDesk(const Config& config, const Bots& bots, Loop& loop, Workers& workers, store::Storage& storage,
             Tables& tables)
      : bots_(bots),
        loop_(loop),
        workers_(workers),
        storage_(storage),
        tables_(tables),
        person_rate_(config.reviews),
        address_rate_(config.reviews_per_address) {}

  // Has it made, where nobody has yet: for whoever sat there.
  void ask(const std::string& table, const Identity& who, Then then);
  // How far it has come, and all of it once it is there: for whoever may see the match.
  void look(const std::string& table, Then then);
  void stop() { stopping_ = true; }

 private:
  static constexpr std::size_t most_waiting = 32;
  static constexpr int most_of_address = 3;
  static constexpr std::int64_t lease_ms = 30'000;
  static constexpr std::int64_t tell_every_ms = 4'000;
  static constexpr std::int64_t longest_ms = 120'000;  // one decision

  struct Order {
    std::string table, person, address;
    std::int64_t rev = 0;
  };
  // What the row of a table says. `file` is empty until it is done.
  struct Kept {
    std::int64_t rev = -1, done = 0, of = 0, until = 0;
    std::string file;
  };
  struct Work {
    Order order;
    std::unique_ptr<Match> match;
    Json names;
    std::shared_ptr<const Reviewing> review;
    std::vector<Json> judged;
    std::size_t moves = 0;
    std::string file;
    std::optional<Error> failed;
    std::size_t step = 0;  // counts every piece of work, to see whether one comes back
    bool over = false;
  };
  using Working = std::shared_ptr<Work>;

  static std::string row(const Kept& kept);
  static Kept read(const std::string& text);
  void kept(const std::string& table, std::function<void(const store::Result<std::string>&)> then);
  // Not over what is done already: another node may have been faster.
  void keep(const std::string& table, const Kept& what, std::function<void()> then);
  std::optional<std::string> known(const std::string& table, std::int64_t rev, const Kept& kept);
  std::optional<Error> too_much(const Order& order);
  void next();
  void begin(const Order& order, const Table& table);
  void tell(const Working& work);
  void watch(const Working& work, const std::shared_ptr<std::atomic<bool>>& began, std::size_t step);
  void run(const Working& work, std::function<std::optional<Error>()> piece, std::function<void()> then);
  void judge(const Working& work);
  void write(const Working& work);
  void finish(const Working& work);

  const Bots& bots_;
  Loop& loop_;
  Workers& workers_;
  store::Storage& storage_;
  Tables& tables_;
  LimitByName person_rate_, address_rate_;
  std::deque<Order> waiting_;
  std::map<std::string, int> of_person_, of_address_;  // those that wait, and the one at work
  Working work_;
  bool starting_ = false, stopping_ = false;
};

}  // namespace remise::server
