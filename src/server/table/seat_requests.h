// What a seated player can ask of a table, from WebSocket and HTTP alike: found by holder, recognised when repeated,
// refused when the position has moved on, answered after the commit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/app/config.h"
#include "server/bots/bots.h"
#include "server/table/tables.h"

namespace remise::server {

using Holders = std::vector<std::string>;
// The position that was looked at, and why the action cannot be played there; nothing where it can.
struct Checked {
  std::int64_t rev = 0;
  std::optional<Error> refusal;
};

// The position that was looked at, and the game's answer about an action begun.
struct Composed {
  std::int64_t rev = 0;
  Json answer;
};
// {action, use?, avoid?}, as Match::compose takes it.
Json question_of(const Json& action, const std::optional<Json>& use, const std::optional<Json>& avoid);

using Answered = std::function<void(std::expected<std::int64_t, Error>)>;  // the position it led to

class SeatRequests {
 public:
  SeatRequests(const Config& config, const Bots& bots, Loop& loop, Tables& tables, Metrics& metrics)
      : config_(config),
        bots_(bots),
        loop_(loop),
        tables_(tables),
        metrics_(metrics),
        chat_(config.chat),
        entries_(config.entries),
        replaced_(config.seat_changes) {}

  void move(const std::string& table, const Holders& who, std::int64_t rev, const std::string& key, Json action,
            Answered then);
  // Why not? Answered without playing.
  void check(const std::string& table, const Holders& who, Json action,
             std::function<void(std::expected<Checked, Error>)> then);
  // What may follow an action begun? Answered without playing.
  void compose(const std::string& table, const Holders& who, Json question,
               std::function<void(std::expected<Composed, Error>)> then);
  // `drawn`: the bot failed, and the move was drawn for it.
  void move_bot(const std::string& table, Seat seat, std::int64_t rev, Json action, bool drawn, Answered then);
  void undo(const std::string& table, const Holders& who, std::int64_t rev, const std::string& key, std::size_t to,
            Answered then);
  void propose_replace(const std::string& table, const Holders& who, const std::string& key, int seat,
                       const std::string& level, Answered then);
  void propose_end(const std::string& table, const Holders& who, const std::string& key, bool standing, Answered then);
  void pause(const std::string& table, const Holders& who, const std::string& key, bool on, Answered then);
  void holiday(const std::string& table, const Holders& who, const std::string& key, std::int64_t days, Answered then);
  void zone(const std::string& table, const Holders& who, const std::string& key, std::int64_t minutes, Answered then);
  void plan(const std::string& table, const Holders& who, const std::string& key, Json plans, Answered then);
  // What the seat has decided in advance is done, if it says something. Answers true where it did.
  void follow_plans(const std::string& table, Seat seat, std::string stored,
                    std::function<void(std::expected<bool, Error>)> then);
  void answer(const std::string& table, const Holders& who, const std::string& key, std::int64_t proposal, bool agree,
              Answered then);
  // `name`: of somebody without a seat, who may chat where the table allows it.
  void say(const std::string& table, const Holders& who, const std::string& key, const std::string& text,
           const std::string& name, Answered then);

 private:
  // `mine` are all seats of the person who asks, `seat` is the one they act for now.
  // Nothing to be drafted where it is so already.
  using Request = std::function<std::expected<std::optional<Draft>, Error>(const Table&, int seat, SeatSet mine)>;
  void ask(const std::string& table, const Holders& who, const std::string& key, Request request, Answered then);

  const Config& config_;
  const Bots& bots_;
  Loop& loop_;
  Tables& tables_;
  Metrics& metrics_;
  LimitByName chat_;      // by table and seat; all who watch a table are one
  LimitByName entries_;   // by table and seat: what ends at half of the log
  LimitByName replaced_;  // by table and the seat that proposes it
};

}  // namespace remise::server
