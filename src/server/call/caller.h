// Calls people who are to move and are not looking: finds turns that have lasted a while (the table `calls`, written in
// one transaction with the move), decides who is told by which ways, and sends the letters (the table `letters`). Any
// number of nodes may do it; leases keep them apart, as with bots. What always holds:
// * A turn gives at most one letter and one reminder for each way; the ids follow from turn and way, so that a letter
//   sent twice (a node died before it could write that it was sent) can be known for the same.
// * Nobody is called who looks at the table, at whichever node: each node puts off the calls of those who look there,
//   before they are due.
// * Nothing is sent about a turn that is over.
#pragma once

#include "server/app/clients.h"
#include "server/call/texts.h"

namespace remise::server {

class Caller {
 public:
  Caller(const Config& config, const Games& games, Loop& loop, Entropy& entropy, store::Storage& storage,
         Tables& tables, Clients& clients, Carrier* carrier, Metrics& metrics);

  void look();   // every other second
  void count();  // what waits, for /metrics
  void stop() { stopped_ = true; }
  bool on() const { return carrier_ && config_.calls.any(); }

 private:
  static constexpr std::int64_t ahead_ms = 6000;  // so long before a call is due its node may put it off
  static constexpr std::int64_t most_at_once = 50, most_failures = 10, most_attempts = 8;
  static constexpr int most_of_one = 8;  // letters under way of one person or table: who is slow holds up nobody else

  struct Taken {
    std::vector<store::Call> calls;
    std::vector<std::pair<store::Letter, store::Way>> letters;
    std::int64_t lease = 0;
    std::string seal_key;
  };
  struct Reach {  // of the person and of the table
    std::vector<store::Way> ways;
    std::vector<CallSettings> settings;  // by holder: at this table over the general ones
  };

  void take(std::vector<store::Call> postponed);
  void tell(const store::Call& call, std::int64_t lease);
  void tell(store::Call call, std::int64_t lease, const Json& value, const Reach& reach);
  void settle(const store::Call& call, std::int64_t lease, std::vector<store::Letter> letters);
  void send(const store::Letter& letter, const store::Way& way, std::int64_t lease, const std::string& seal_key);
  bool may_send(const store::Letter& letter, const store::Way& way);
  void sent(const store::Letter& letter, const store::Way& way, std::int64_t lease, const Delivery& delivery);
  bool looks(const store::Call& call);

  const Config& config_;
  const Games& games_;
  Loop& loop_;
  Entropy& entropy_;
  store::Storage& storage_;
  Tables& tables_;
  Clients& clients_;
  Carrier* carrier_;
  Metrics& metrics_;
  CallTexts texts_;
  LimitByName letters_, places_;
  std::unordered_map<std::string, int> busy_;  // letters under way, by holder
  bool looking_ = false, stopped_ = false;
  std::int64_t under_way_ = 0;
};

// The settings of a holder as stored: in general, and at a table.
inline constexpr const char* call_settings = "calls";
inline std::string call_settings_at(const std::string& table) { return "calls " + table; }
inline std::string table_holder(const std::string& table) { return "t:" + table; }
// A browser is called for an account as long as it is logged in: the way ends with the session it was made in.
store::Result<bool> logged_out(store::Database& db, const store::Way& way, std::int64_t now);
store::Result<void> forget_logged_out(store::Database& db, const std::string& holder, std::int64_t now);
// The key that links in mails are sealed with, the same for every node.
store::Result<std::string> seal_key_of(store::Database& db, const std::string& fresh);

}  // namespace remise::server
