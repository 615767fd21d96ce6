// The server without sockets: requests and frames in, answers and frames out. One thread. Everything else it needs
// comes through environment.h and store/storage.h.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <unordered_map>

#include "io/text/locale.h"
#include "server/app/clients.h"
#include "server/app/health.h"
#include "server/app/hearing.h"
#include "server/app/retention.h"
#include "server/bots/bot_runner.h"
#include "server/bots/review_desk.h"
#include "server/call/caller.h"
#include "server/people/score_keeper.h"
#include "server/table/clock_keeper.h"
#include "store/people.h"

namespace remise::server {

// The newest pictures of boards, so that many who see a link cost as much as one.
class Pictures {
 public:
  const std::string* find(const std::string& key) const {
    const auto found = kept_.find(key);
    return found == kept_.end() ? nullptr : &found->second;
  }
  void keep(const std::string& key, std::string png) {
    if (!kept_.emplace(key, std::move(png)).second) return;
    order_.push_back(key);
    if (order_.size() <= most) return;
    kept_.erase(order_.front());
    order_.pop_front();
  }

 private:
  static constexpr std::size_t most = 64;
  std::unordered_map<std::string, std::string> kept_;
  std::deque<std::string> order_;
};

struct World {
  Loop& loop;
  Entropy& entropy;
  Workers& workers;
  store::Storage& storage;
  Carrier* carrier = nullptr;  // nothing: nobody is called
};

class App {
 public:
  // `node` names this process among several on one database; empty where there is only one.
  App(const Config& config, const Games& games, const Bots& bots, World world, Metrics& metrics, std::string node);

  void start();  // the regular chores
  void stop();   // answers those who wait, and starts nothing new

  // Always answers, once; maybe later.
  void http(Request request, Respond respond);
  // Counts a request that the app itself does not answer; false when its address asks too fast.
  // A file of the page, of so many bytes: counted apart from questions, since a first visit asks for hundreds of them.
  bool admits_file(const Request& request, std::size_t bytes);
  // Who connects, or why not.
  void admit(const Request& upgrade, std::function<void(std::expected<Identity, Error>)> then);
  Clients& clients() { return clients_; }

  void heard(const std::string& notice);            // from any node, this one included
  void listening(const store::Channels& channels);  // since a moment ago: what was said there before was missed
  Hearing& hearing() { return hearing_; }

  static std::vector<std::string> operations();  // "GET /api/tables/*", ...

  // Sessions have ended, here or elsewhere: connections that rest on one of them are cut off.
  void sessions_ended();

 private:
  using Params = std::vector<std::string>;  // the variable parts of a path
  struct Call {
    Request request;
    Identity who;
    Json body;
    Params params;
    Respond respond;
    bool new_player = false;  // a player token was made for this request
    std::string player_token;
  };
  using Handler = void (App::*)(Call);
  struct Route {
    const char* method;
    const char* path;  // "/api/tables/*/join"
    Handler handler;
    bool changes;        // needs a right origin, and a body of JSON
    bool identifies;     // makes a player where nobody asks
    bool seats = false;  // changes who sits where, and is slowed as such
    bool form = false;   // takes no JSON: its body is not looked at
    bool page = false;   // answers with a page, whatever is asked
  };
  struct Waiter {
    std::uint64_t id;
    Identity who;
    std::int64_t rev;
    Respond respond;
  };

  static const std::vector<Route>& routes();
  std::optional<Error> refuse(const Request& request, bool changes) const;
  bool right_origin(const Request& request) const;
  void run(const Route& route, Params params, Request request, Respond respond);
  void answer(const Call& call, Response response);
  void answer_table(const Call& call, Tables::Found found);
  void answer_list(const Call& call, const store::Result<std::vector<store::ListedTable>>& tables);
  void read_list(Call call, std::function<store::Result<std::vector<store::ListedTable>>(store::Database&)> read);
  Tables::Then table_answer(Call call);
  void answer_file(const Call& call, std::expected<WriteFile, Error> file);
  void with_few_bot_tables(Call call, std::int64_t most, std::function<void(Call)> then);

  void get_games(Call call);
  void get_me(Call call);
  void put_preferences(Call call);
  void get_my_tables(Call call);
  void post_account(Call call);
  void delete_account(Call call);
  void put_password(Call call);
  void post_session(Call call);
  void delete_session(Call call);
  void post_player(Call call);
  void get_tables(Call call);
  void post_table(Call call);
  void get_table(Call call);
  void post_join(Call call);
  void post_leave(Call call);
  void post_start(Call call);
  void put_seat(Call call);
  void put_terms(Call call);
  void post_host(Call call);
  void post_close(Call call);
  void post_link(Call call);
  void post_claim(Call call);
  void get_view(Call call);
  void post_move(Call call);
  void post_check(Call call);
  void post_compose(Call call);
  void post_hint(Call call);
  void post_review(Call call);
  void get_review(Call call);
  void get_file(Call call);
  void get_what_if(Call call);
  void get_calls(Call call);
  void put_calls(Call call);
  void post_way(Call call);
  void delete_way(Call call);
  void post_try(Call call);
  void get_calls_at(Call call);
  void put_calls_at(Call call);
  void post_way_at(Call call);
  void post_confirm(Call call);
  void post_recover(Call call);
  void put_recover(Call call);
  void post_stop(Call call);
  void get_profile(Call call);
  void put_privacy(Call call);
  void get_my_people(Call call);
  void put_relation(Call call);
  void post_report(Call call);
  void post_invite(Call call);
  void get_invitations(Call call);
  void delete_invitation(Call call);
  void post_rematch(Call call);
  void get_picture(Call call);
  void get_link_page(Call call);
  const Locale& preview_texts(const std::string& language, const std::string& game);
  void answer_picture(const Call& call, const std::string& png);
  void get_health(Call call);
  void get_metrics(Call call);
  void get_openapi(Call call);

  void show_calls(Call call, const std::string& owner, const std::string& name, const std::string& ways_of);
  void store_calls(Call call, const std::string& name);
  void add_way(Call call, const std::string& holder);
  void with_own_way(Call call, std::function<void(Call, store::Way)> then);
  void with_sealed_way(Call call, const std::string& purpose, const std::string& token,
                       std::function<store::Result<void>(store::Database&, store::Way)> change);
  void unless_failed(Call call, std::function<store::Result<void>(store::Database&)> work, Json answer);
  // Somebody who is meant by a request.
  struct Meant {
    std::optional<std::string> name, table;
    std::optional<std::int64_t> seat;
  };
  struct FoundPerson {
    std::string account, name;  // whom; and the name one knows them by
    std::string known_as;       // the name they know one by; empty: that of the account
  };
  static store::Result<std::optional<store::Account>> account_named(store::Database& db, const std::string& name);
  void with_account(Call call, std::function<void(std::shared_ptr<Call>)> then);
  void find_person(const std::shared_ptr<Call>& call, const Meant& meant, std::function<void(const FoundPerson&)> then);
  void answer_profile(const std::shared_ptr<Call>& call, const std::string& account);
  void relate_found(const std::shared_ptr<Call>& asked, const Meant& meant, const std::string& kind);
  void relate(const std::shared_ptr<Call>& asked, const store::Related& other, const std::string& nobody = "");
  void ask_store(const std::shared_ptr<Call>& call, std::function<store::Result<void>(store::Database&)> work);
  void invite_again(const Call& call, const std::string& table, const Json& created);
  void join_unless_blocked(Call call);
  void logged_in(const Call& call, const std::expected<Identity, Error>& who, const std::string& token);
  void for_tables_of(const Holders& holders, std::function<void(const std::string&)> each);
  void table_changed(Room& room);
  void table_removed(const std::string& table);
  void wait_for(Call call, const std::string& table, std::int64_t rev, std::int64_t seconds);
  std::string cookie(const std::string& name, const std::string& value, std::int64_t seconds) const;
  void chores();
  store::Channels channels_needed() const;
  void tell_of_jobs();
  void look_for_ended_sessions();
  void look_at_session(const std::string& session);
  void end_sessions(const std::function<bool(const Identity&)>& ended);
  void leave_all(const Holders& holders, const std::string& table);
  void unlink_devices(const std::string& holder);
  void forget_browsers(const std::string& holder);

  const Config& config_;
  const Games& games_;
  const Bots& bots_;
  Loop& loop_;
  Entropy& entropy_;
  Workers& workers_;
  store::Storage& storage_;
  Metrics& metrics_;
  Ledger ledger_;
  Hearing hearing_;
  Tables tables_;
  SeatRequests seat_requests_;
  HintDesk hints_;
  ReviewDesk reviews_;
  Clients clients_;
  BotRunner bot_runner_;
  ClockKeeper clock_keeper_;
  Caller caller_;
  ScoreKeeper score_keeper_;
  People people_;
  Health health_;
  Retention retention_;
  LimitByName requests_, files_, secrets_, new_accounts_, new_tables_, tables_a_day_, bot_tables_, seat_changes_,
      watchdogs_, new_ways_, new_mails_, mails_to_one_, about_people_, pictures_;
  Pictures drawn_;
  std::map<std::string, std::unique_ptr<Locale>> preview_texts_;  // by language and game
  std::int64_t revocations_ = -1;  // how many the database had counted when we looked last
  std::unordered_map<std::string, std::vector<Waiter>> waiters_;
  std::size_t waiting_ = 0;
  std::uint64_t next_waiter_ = 1;
  std::int64_t chores_done_ = 0;
  int drawing_ = 0;  // pictures being drawn beside the loop
  bool telling_of_jobs_ = false;
  bool stopping_ = false;
};

}  // namespace remise::server
