// A table is a fold over its log: who sits where, the match, the chat, what is being voted on. No I/O, no clock, no
// chance: the same entries give the same table. Nothing but apply() changes it. Asking for a change gives a Draft of
// the next entry, or says why not.
#pragma once

#include <array>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/app/server_error.h"
#include "server/table/clock.h"
#include "server/table/games.h"
#include "store/entry.h"

namespace remise::server {

struct TableSeat {
  enum class Kind : std::uint8_t { empty, human, bot };
  Kind kind = Kind::empty;
  std::string name;
  std::string level;                 // of a bot
  std::vector<std::string> holders;  // "g:" + hash of a player token, "a:" + id of an account
  bool left = false;
  std::int64_t acted = 0;  // time of the last entry by this seat
  std::string minder{};    // the level of a bot that plays for the person: while they are away, or
  bool once = false;       // for one move, since their time was up
  bool offered = false;    // whoever joins may take the seat
  bool resigned = false;   // a bot has it now; the person counts as last
  std::vector<std::string> given_up_by{};
  std::vector<std::string> kept_for{};  // before the start: only they may sit down here
  std::int64_t since = 0;               // the entry since which it is as it is; what was planned before is void

  bool present() const { return kind == Kind::human && !left; }
  bool free() const { return kind == Kind::empty || (kind == Kind::human && left && offered); }
  bool kept_from(const std::vector<std::string>& who) const;  // it is kept for others
  bool by_bot() const { return kind == Kind::bot || !minder.empty(); }
  bool of_bot() const { return kind == Kind::bot; }  // for good: nobody returns to it
  const std::string& bot_level() const { return kind == Kind::bot ? level : minder; }
};

struct Proposal {
  enum class Kind : std::uint8_t { undo, replace, end, pause };
  std::int64_t id = 0;
  Kind kind = Kind::undo;
  int by = 0;
  std::size_t to = 0;     // undo: back to the position after so many moves
  int seat = 0;           // replace
  std::string level;      // replace: a bot of this level; empty: another person
  bool standing = false;  // end: the standing is the result
  SeatSet needs, agreed;
};

struct ChatLine {
  std::int64_t number;
  int seat;  // -1: somebody who watches
  std::string name, text;
  std::int64_t time;
};

// For whom a table is, as the list of open tables says it.
struct Lobby {
  bool rated = false;      // the result changes ratings: everybody needs an account
  bool beginners = false;  // beginners are welcome
  std::string language{};  // people talk in it; empty: any
};

// Why a match is over that its rules did not end.
struct Ended {
  std::string how;  // "agreed", "closed", "time"
  int by = 0;       // who proposed or closed, or whose time was up; -1: somebody without a seat closed
  bool standing = false;
};

// How a move of the log came about, where nobody made it by hand.
struct MoveMark {
  bool drawn = false;    // by the server, for a bot that failed
  bool minded = false;   // by a bot, for a person
  bool advance = false;  // decided in advance

  bool any() const { return drawn || minded || advance; }
  void write(Json& entry) const;
};

// The next entry, not yet numbered and dated.
struct Draft {
  std::string kind;
  Json payload;
  std::optional<std::string> member;
  std::optional<store::SeatPlans> plans{};  // go with it

  // Who sits where stays as it was; they are only known by more or fewer names.
  bool same_people() const { return kind == "holder" || kind == "unlinked"; }
  // What a match can do without when its log grows long.
  bool can_wait() const {
    return kind == "chat" || kind == "link" || kind == "holder" || kind == "undo" || kind == "zone" ||
           kind == "holiday" || kind == "resumed" || kind == "planned" ||
           (kind == "proposed" && payload.value("kind", "") != "replace");
  }
};
using Drafted = std::expected<Draft, Error>;

// The account among those who hold a seat ("a:" and its id); empty where there is none.
std::string account_among(const std::vector<std::string>& holders);

class Table {
 public:
  enum class Status : std::uint8_t { waiting, playing, finished };

  Table(std::string id, const Games& games) : id_(std::move(id)), games_(games) {}

  // Folds entries in order. A log that cannot be read leaves broken() set; the table is then of no use, and says why.
  void load(const std::vector<store::Entry>& entries);
  void apply(const store::Entry& entry);
  // Folds the draft as the next entry, exactly as it will be folded when it is read from the store. The match is the
  // judge of a move: one it refuses changes nothing, and the refusal is returned.
  std::optional<Error> apply(const Draft& draft, std::int64_t time);
  const std::optional<Error>& broken() const { return broken_; }
  bool exists() const { return next_ > 0; }

  const std::string& id() const { return id_; }
  std::int64_t next() const { return next_; }         // number of the next entry
  std::int64_t rev() const { return rev_; }           // entry that made the present position
  std::int64_t info_number() const { return info_; }  // entry that last changed info()
  std::int64_t touched() const { return time_; }
  Status status() const { return status_; }
  const Match* match() const { return match_.get(); }
  const std::string& game() const { return game_; }
  const std::vector<TableSeat>& seats() const { return seats_; }
  const std::optional<Proposal>& proposal() const { return proposal_; }
  const std::vector<ChatLine>& chat() const { return chat_; }
  bool is_open() const { return open_; }
  bool hints() const;  // may people ask a bot what it would do?
  const Terms& terms() const { return terms_; }
  const Lobby& lobby() const { return lobby_; }
  const std::vector<TableSeat>& began() const { return began_; }  // who sat where when the match began
  bool is_out(int seat) const;                                    // whatever the position says, this seat has not won
  const std::string& rematch() const { return rematch_; }         // the table where they play once more; or empty
  const Clocks& clocks() const { return clocks_; }
  const std::optional<Ended>& ended() const { return ended_; }
  std::int64_t position_time() const { return position_time_; }
  SeatSet to_act() const { return match_ && status_ == Status::playing ? match_->to_act() : SeatSet{}; }

  // The seats these holders have. One person may have several: as a guest, and by an account.
  SeatSet seats_of(const std::vector<std::string>& holders) const;
  // The seat they act for: the lowest of theirs that is to move, else the lowest they have not left; or -1.
  int seat_of(const std::vector<std::string>& holders) const;
  // The seat of the one who decides before the start, or -1: the host's, and once the host has gone the lowest taken
  // one.
  int host_seat() const;
  // Who answers for the table, and for what its bots cost: the host, and where bots go on alone the one who was it
  // last.
  const std::string& keeper() const;
  bool is_host(const std::vector<std::string>& holders) const;
  // Would this entry leave a running match to bots alone?
  bool leaves_to_bots(const Draft& draft) const;
  SeatSet bots_to_act() const;
  // The people who are to move themselves: for each seat the one who has it, or nothing.
  std::array<std::string, max_seats> awaited() const;
  // Who is to act and has decided something in advance that was not asked yet.
  SeatSet planners_to_act() const;
  bool has_plans(int seat) const { return planned_.has(id_at<Seat>(seat)); }
  // Grows with every change of what the seat has planned; 0: nothing ever.
  std::int64_t plans_number(int seat) const { return plans_number_[static_cast<std::size_t>(seat)]; }
  // How this move came about.
  MoveMark mark(std::size_t move) const {
    const auto found = marks_.find(move);
    return found == marks_.end() ? MoveMark{} : found->second;
  }
  bool marked_between(std::size_t from, std::size_t end) const {
    const auto first = marks_.lower_bound(from);
    return first != marks_.end() && first->first < end;
  }
  // How many moves a client that saw `rev` can keep of its log.
  std::size_t kept_since(std::int64_t rev) const;
  // The position that the request with this key led to, if one of these seats has sent it before.
  std::optional<std::int64_t> answered(SeatSet seats, std::string_view key) const;
  std::optional<std::int64_t> answered_watching(const std::string& holder, std::string_view key) const;

  Json summary() const;  // what lists show
  Json info() const;
  Json turn() const;  // since when, and the clocks
  // The result: of the rules, or what those who ended the match early took for it.
  std::optional<Json> outcome() const;
  store::Listing listing() const;  // summary, and who may find it among their own

  // Changes. `holders` is who asks: the first is the one that takes a seat.
  static Drafted create(const Games& games, const Json& body, const std::string& holder,
                        const std::vector<std::string>& bot_levels);
  // The same game once more: everybody one seat on, each seat kept for who had it. First that there will be such a
  // table under this id, then the table itself.
  std::expected<std::optional<Draft>, Error> ask_rematch(const std::vector<std::string>& holders,
                                                         const std::string& id) const;
  Drafted make_rematch(const std::vector<std::string>& holders) const;
  Drafted join(const Json& body, const std::vector<std::string>& holders) const;
  Drafted leave(const Json& body, const std::vector<std::string>& holders,
                const std::vector<std::string>& bot_levels) const;
  Drafted set_seat(int seat, const Json& body, const std::vector<std::string>& holders,
                   const std::vector<std::string>& bot_levels, std::int64_t now, std::int64_t absent_after) const;
  Drafted set_terms(const Json& body, const std::vector<std::string>& holders,
                    const std::vector<std::string>& bot_levels) const;
  Drafted pass_on(const Json& body, const std::vector<std::string>& holders) const;
  Drafted close(const std::vector<std::string>& holders) const;
  Drafted start(const std::vector<std::string>& holders, const std::string& seed) const;
  // A link lives no longer than the session it was made by, if there is one: claiming it must check.
  Drafted make_seat_link(const std::vector<std::string>& holders, const std::string& token_hash,
                         const std::string& session, std::int64_t now) const;
  std::string session_of_seat_link(const std::string& token_hash) const;
  // Takes every other device off the seats of this holder, where there are any.
  std::optional<Draft> unlink(const std::string& holder) const;
  Drafted claim(const std::string& token_hash, const std::vector<std::string>& holders, std::int64_t now) const;
  Drafted gather(const std::vector<std::string>& holders) const;  // the account takes over what the device holds
  // Not judged yet: apply() says whether the move is legal.
  Drafted move(int seat, const Json& action, std::string_view key, MoveMark mark = {}) const;
  std::optional<Error> why_not(int seat, const Json& action) const;  // what a move would be refused with; plays nothing
  std::expected<Json, Error> compose(int seat, const Json& question) const;  // about an action begun
  Drafted undo(SeatSet mine, std::size_t to, std::string_view key) const;
  Drafted propose_replace(int by, int seat, const std::string& level, std::string_view key, std::int64_t now,
                          std::int64_t absent_after) const;
  Drafted propose_end(int by, bool standing, std::string_view key, std::int64_t now, std::int64_t absent_after) const;
  Drafted pause(int by, bool on, std::string_view key, std::int64_t now, std::int64_t absent_after) const;
  Drafted holiday(int seat, std::int64_t days, std::string_view key, std::int64_t now) const;
  // Nothing where it is known already.
  std::expected<std::optional<Draft>, Error> zone(int seat, std::int64_t minutes, std::string_view key) const;
  // What the seat wants to be done in advance: all of it, in place of what there was.
  Drafted plan(int seat, const Json& plans, std::string_view key) const;
  // What the stored plans of the seat say now: a move, that some have ended, or nothing.
  std::expected<std::optional<Draft>, Error> follow_plans(int seat, const std::string& stored) const;
  // By the server itself. Somebody's time is up; no server ran for a while.
  Drafted time_up(std::int64_t now) const;
  Drafted away(std::int64_t from, std::int64_t until) const;
  Drafted answer(SeatSet mine, std::int64_t proposal, bool agree, std::string_view key) const;
  Drafted say(int seat, const std::string& text, std::string_view key) const;
  // By somebody without a seat, where the table allows it.
  Drafted say_watching(const std::string& holder, const std::string& name, const std::string& text,
                       std::string_view key) const;

 private:
  bool looks_seated(std::string_view name) const;
  // For another device of the person who has the seat now. It dies with the first change of that seat, and with the
  // start.
  struct SeatLink {
    std::string hash;
    std::size_t seat;
    std::int64_t expires;
    std::string session;
  };
  struct Revision {
    std::int64_t number;
    std::size_t length;
  };
  struct Answered {
    int seat;  // -1: somebody who watches; their keys begin with who they are
    std::string key;
    std::int64_t rev;
  };

  struct Next {  // the entry that is being folded
    std::int64_t number, time;
    const std::string& kind;
    const Json& payload;
  };
  std::optional<Error> take(const Next& entry);
  std::optional<Error> fold(const Next& entry);
  void unreadable(std::int64_t entry, const std::string& fault);
  void fold_created(const Json& p);
  void fold_started(const Json& p);
  void fold_move(const Json& p);
  void fold_back_to(std::size_t n);
  void fold_proposed(const Json& p);
  void fold_answered(const Json& p, std::int64_t time);
  void fold_left(std::size_t seat, const Json& p);
  void fold_unlinked(const std::string& holder);
  void fold_plans(std::size_t seat, bool on, std::int64_t number);
  void fold_time_up(std::size_t seat, std::int64_t time);
  void fold_accepted(const Proposal& accepted, std::int64_t time);
  void change_seat(std::size_t seat, TableSeat with);
  void replace(std::size_t seat, const std::string& level);
  void end(Ended how);
  void set_clocks(int mover, std::int64_t time);
  bool is_absent(std::size_t seat, std::int64_t now, std::int64_t absent_after) const;
  // Everybody who is there, but for the one who asks.
  SeatSet asked_by(int by, std::int64_t now, std::int64_t absent_after) const;
  bool sits(const std::vector<std::string>& holders) const;  // and has not left
  bool bots_alone() const;                                   // for good: nobody returns
  void build_match();
  void position_changed();
  SeatSet people() const;
  static std::string watcher_key(std::string_view holder, std::string_view key);
  std::size_t length() const { return match_ ? match_->length() : moves_.size(); }

  std::string id_;
  const Games& games_;
  std::optional<Error> broken_;

  std::int64_t next_ = 0, rev_ = 0, info_ = 0, time_ = 0, created_ = 0, position_time_ = 0;
  Status status_ = Status::waiting;
  std::string game_, title_, host_, last_host_;
  Json options_ = Json::object();
  bool open_ = true, shuffle_ = true, watchers_chat_ = false;
  Lobby lobby_;
  std::string rematch_;
  std::optional<bool> hints_;  // what was chosen, if anything was
  std::vector<TableSeat> seats_, began_;
  std::vector<SeatLink> seat_links_;
  std::optional<Proposal> proposal_;
  Terms terms_;
  Clocks clocks_;
  std::optional<Ended> ended_;
  SeatSet planned_;  // these seats have plans
  std::array<std::int64_t, max_seats> plans_number_{};
  std::vector<ChatLine> chat_;
  std::deque<Answered> answered_;

  Json setup_;
  int rules_ = 0;
  bool loading_ = false;
  std::vector<Json> moves_;  // while loading, before the match is built
  std::vector<Revision> positions_;
  std::map<std::size_t, MoveMark> marks_;  // by move
  std::unique_ptr<Match> match_;
  // The part of the listing that only seats and settings change, as text: every move writes the listing.
  mutable std::string listed_;
  mutable std::int64_t listed_info_ = -1;
};

}  // namespace remise::server
