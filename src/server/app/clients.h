// The connected clients: what each watches, what it has seen, what it says. What always holds:
// * A client is sent only entries that are stored: push() is called for those alone.
// * Seen is what was sent, so that an update holds exactly what is new since the one before.
// * No client is led from a newer position to an older one, whichever node it was connected to.
// * A client that reads slowly misses positions, never the newest one: what it is behind with is sent when it has read.
// * Every message is answered once, unless the client has gone; `watch` is answered by the first update.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>

#include "server/bots/hint_desk.h"
#include "server/people/people.h"
#include "server/table/seat_requests.h"
#include "server/table/updates.h"
#include "store/channels.h"

namespace remise::server {

using ClientId = std::uint64_t;

class Clients {
 public:
  Clients(const Config& config, std::string node, Loop& loop, store::Storage& storage, Tables& tables,
          SeatRequests& seat_requests, HintDesk& hints, Ledger& ledger, Metrics& metrics)
      : config_(config),
        node_(std::move(node)),
        loop_(loop),
        storage_(storage),
        tables_(tables),
        seat_requests_(seat_requests),
        hints_(hints),
        ledger_(ledger),
        metrics_(metrics),
        chat_(config.chat_per_address) {}

  ClientId add(Identity who, Connection& connection);
  void remove(ClientId id);
  void received(ClientId id, std::string_view frame);
  void drained(ClientId id);
  std::size_t count() const { return clients_.size(); }

  // A client connected by a session that has ended is cut off; it may connect again as somebody else.
  void end_sessions(const std::function<bool(const Identity&)>& ended);
  std::vector<std::string> sessions() const;  // of those who are connected
  std::function<void(const std::string& session)> connected;

  bool watched(const std::string& table) const { return watches_.contains(table); }
  // Somebody with this holder looks at the table here.
  bool looks(const std::string& table, const std::string& holder) const;
  void each_watched(const std::function<void(const std::string&)>& with) const {
    for (const auto& [table, watch] : watches_) with(table);
  }
  std::function<void(const std::string& table)> watch_begun;
  void table_gone(const std::string& table);  // those who watch it are told, and watch it no more
  void push(Room& room);                      // to all who watch it
  void presence_heard(const Json& notice);
  void listening(const store::Channels& channels);  // since a moment ago: who else is there was not heard
  void tick();

 private:
  struct Watching {
    Seen seen;
    bool behind = false;     // something new waits until the client has read what it has
    std::int64_t plans = 0;  // what it was last sent of its own plans
    bool ahead = false;      // it has seen more, at another node, than this one knows
  };
  struct Client {
    ClientId id;
    Identity who;
    Holders holders;
    Payer payer;
    Connection* connection;
    Bucket bucket;
    int ignored = 0;
    bool looking = true;  // the page is in sight
    std::map<std::string, Watching> watching;
  };
  struct Remote {
    std::uint32_t seats = 0;
    int watchers = 0;
    std::int64_t until = 0;  // steady
  };
  struct Watch {
    std::set<Client*> clients;
    Presence presence;
    bool scheduled = false;
    std::map<std::string, Remote> remote;  // by node
  };

  using Head = wire::Head;
  void handle(Client& client, const Json& json);
  // One for each message of a client.
  void on(Client& client, const Head& head, wire::Hello);
  void on(Client& client, const Head& head, wire::Ping);
  void on(Client& client, const Head& head, wire::Watch m);
  void on(Client& client, const Head& head, wire::Unwatch);
  void on(Client& client, const Head& head, wire::Looking m);
  void on(Client& client, const Head& head, wire::Move m);
  void on(Client& client, const Head& head, wire::Undo m);
  void on(Client& client, const Head& head, wire::ProposeReplace m);
  void on(Client& client, const Head& head, wire::Plans m);
  void on(Client& client, const Head& head, wire::ProposeEnd m);
  void on(Client& client, const Head& head, wire::Pause m);
  void on(Client& client, const Head& head, wire::Holiday m);
  void on(Client& client, const Head& head, wire::Zone m);
  void on(Client& client, const Head& head, wire::Answer m);
  void on(Client& client, const Head& head, wire::Chat m);
  void on(Client& client, const Head& head, wire::Notes m);
  void on(Client& client, const Head& head, wire::History m);
  void on(Client& client, const Head& head, wire::Check m);
  void on(Client& client, const Head& head, wire::Compose m);
  void on(Client& client, const Head& head, wire::Hint m);
  void on(Client& client, const Head& head, wire::OlderChat m);
  void on(Client& client, const Head& head, wire::OlderLog m);
  bool ours(const std::optional<std::string>& engine) const {
    return engine && !engine->empty() && *engine == config_.engine;
  }
  void unwatch(Client& client, const std::string& table);
  // Looks at a table and answers, at the cost of the client that asks.
  void look(Client& client, const Head& head, const char* type,
            std::function<std::expected<std::string, Error>(const Table&, const Holders&)> members);
  // By seat, whether the table is theirs, and what was seen: text, and what is seen then.
  using Frames = std::map<std::tuple<int, bool, Seen>, std::pair<std::string, Seen>>;
  void show(Client& client, Room& room, const std::string& extra = "", Frames* made = nullptr);
  void send_plans(ClientId id, const Head& head);
  void send(Client& client, std::string frame);
  void refuse_unread(Client& client, std::string_view frame, const Error& error);
  void send_error(Client& client, const Head& head, const Error& error);
  void send_answer(Client& client, const Head& head, Json answer);
  void send_answer(Client& client, const Head& head, const char* type, const std::string& members);
  Answered answer_to(ClientId id, Head head);
  Client* find(ClientId id);
  void presence_changed(const std::string& table);
  void refresh_presence(const std::string& table);
  void tell_presence(const std::string& table, const Watch& watch, const Remote& here);
  Remote present_here(Room& room) const;

  const Config& config_;
  std::string node_;
  Loop& loop_;
  store::Storage& storage_;
  Tables& tables_;
  SeatRequests& seat_requests_;
  HintDesk& hints_;
  Ledger& ledger_;
  Metrics& metrics_;
  LimitByName chat_;  // by address
  ClientId next_ = 1;
  std::unordered_map<ClientId, std::unique_ptr<Client>> clients_;
  std::unordered_map<std::string, Watch> watches_;
  std::vector<store::Notice> untold_;  // to the other nodes, with the next statement
  std::uint64_t ticks_ = 0;
};

}  // namespace remise::server
