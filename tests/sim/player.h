// A person at some tables: looks, thinks, asks, asks again when no answer comes, connects again when the line breaks.
// Keeps what the servers said, to be compared with the log in the end.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/json.h"
#include "sim/node.h"

namespace remise::sim {

// What the whole simulation counts, and the first thing that was wrong.
struct Report {
  std::string fault;
  std::uint64_t events = 0, acknowledged = 0, refused = 0, repeated = 0, connections = 0, crashes = 0, updates = 0;
  std::uint64_t folded = 0,
                lost_count = 0;  // positions folded by clients, and how often one had to ask for a whole one
  std::uint64_t minded = 0, advance = 0, time_up = 0;  // moves of bots for people, moves in advance, clocks at zero
  std::uint64_t letters = 0, letters_again = 0, reminders = 0, told = 0;  // sent; once more; people who know in the end
  std::uint64_t revoked = 0, pages = 0, links = 0, claims = 0;  // ended sessions, older pages, links and their uses

  void wrong(const std::string& what) {
    if (fault.empty()) fault = what;
  }
};

// A request with a key: sent until it is answered.
struct Asked {
  std::string key;
  Json message;  // as sent over the wire
  bool acknowledged = false, refused = false;
  std::int64_t rev = -1;  // the position it led to
  std::string code;       // of the refusal
};

struct Habits {
  std::int64_t pause = 3 * second;  // between two deeds at one table
  std::int64_t patience = 8 * second;
  std::int64_t network = 20 * millisecond;
  std::uint32_t says_twice = 0;  // parts of a thousand
  std::uint32_t hangs_up = 0;
  std::uint32_t undoes = 0;
  std::uint32_t chats = 0;
  std::uint32_t blunders = 0;  // illegal moves
  std::uint32_t by_http = 0;   // moves as plain requests
  std::uint32_t links = 0;     // a link to the seat is made, and falls into wrong hands
  std::uint32_t leaves = 0;    // gets up, and comes back
  std::uint32_t plans = 0;     // decides in advance
  std::uint32_t ends = 0;      // proposes to end the match
  std::uint32_t blind = 0;     // of a thousand people, so many have the page out of sight
};

// A link somebody made for a seat: whoever finds it tries it.
struct FoundLink {
  std::string table, token;
};

class Player {
 public:
  struct Seen {
    int seat = -1;
    std::int64_t rev = -1;
    std::string game;
    int eyes = -1;  // the seat it is shown the table through; -1: none
    Known known;    // with an engine: the position folded so far
    Json view;
    std::size_t log_from = 0;  // the log is known from this move on
    std::vector<Json> log;
    bool chat_more = false;  // and the chat not from its first line on
    std::vector<Json> chat;
    std::vector<Asked> asked;  // the last one may still be open
    bool deciding = false;
    std::int64_t proposal = -1;  // one that waits for this player's answer
  };

  Player(Timeline& timeline, std::vector<std::unique_ptr<Node>>& nodes, Disk& disk, Report& report,
         const server::Games& games, const Habits& habits, int number, const std::string& seed);

  void open_account();      // connects by a session from now on
  void session_is_ended();  // by somebody else: nothing may come over its lines any more
  const std::string& session() const { return session_; }
  std::vector<FoundLink> links;
  // As this player asks, by token or by session.
  server::Request request(const std::string& method, const std::string& path, const Json& body) const;

  const std::string& token() const { return token_; }
  const std::string& address() const { return address_; }
  void sit(const std::string& table) { tables_[table]; }
  void begin();
  void hang_up();
  void rest();  // finishes what is open, begins nothing, and reads what it has not read
  void calm(const Habits& habits) { habits_ = habits; }

  const std::map<std::string, Seen>& tables() const { return tables_; }
  bool has_open_request() const;
  std::size_t node() const { return node_; }  // where its line leads, or led
  bool connected() const { return wire_ && !wire_->is_cut() && id_ != 0; }
  std::uint64_t trace() const { return trace_; }
  bool is(const std::string& holder) const;
  bool looks() const { return !blind_; }
  bool looked(std::int64_t from, std::int64_t until) const;  // all that time, over one line

 private:
  void connect();
  void connect_later();
  void say(const Json& message);
  void received(const std::string& frame);
  Json watch(const std::string& table) const;
  void update(const std::string& table, Seen& seen, const Json& json);
  bool fold(const std::string& table, Seen& seen, const Json& json);
  void check_view(const std::string& table, const Seen& seen, std::int64_t rev);
  void answered(const std::string& table, Seen& seen, const Json& json);
  void planned(Seen& seen, const Json& json);
  void decide_later(const std::string& table);
  void decide(const std::string& table);
  void ask(const std::string& table, Seen& seen, Json message);
  void send(const std::string& table);
  void send_http(const std::string& table, const Asked& asked);
  void ask_http(const std::string& path, std::function<void(const Json&)> then);
  void read_older();
  void page(Seen& seen, const Json& json);
  void sign_in();
  void check_durable(const std::string& frame);
  Asked* open_request(Seen& seen);
  Json some_move(const Seen& seen);

  Timeline& timeline_;
  std::vector<std::unique_ptr<Node>>& nodes_;
  Disk& disk_;
  Report& report_;
  const server::Games& games_;
  Habits habits_;
  Dice dice_;
  std::string name_, token_, address_;
  bool blind_;   // its page is out of sight: it is called
  bool engine_;  // folds positions as a page does; else it is sent whole views
  std::string account_, session_;
  std::map<std::string, std::int64_t> ended_;  // sessions, and since when
  std::map<std::string, Seen> tables_;
  std::map<std::string, std::unique_ptr<server::Table>> truths_;
  std::shared_ptr<Wire> wire_;
  std::vector<std::pair<std::int64_t, std::shared_ptr<Wire>>> lines_;  // since when
  std::size_t node_ = 0;
  server::ClientId id_ = 0;
  int connections_ = 0, keys_ = 0;
  bool resting_ = false;
  std::uint64_t trace_ = 0xcbf29ce484222325;
};

}  // namespace remise::sim
