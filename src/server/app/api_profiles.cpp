// The HTTP half of the API (docs/api.md): what people are to each other (docs/people.md).
#include <set>

#include "server/app/app.h"
#include "server/call/crypto.h"
#include "server/people/ratings.h"
#include "server/people/text.h"
#include "store/people.h"

namespace remise::server {
namespace {

constexpr const char* privacy_setting = "privacy";

// Who sees nothing until somebody chooses.
struct Shown {
  enum class To : std::uint8_t { nobody, friends, everyone };
  To profile = To::friends, invitations = To::friends;
  bool ratings = false;

  static Shown read(const std::string& stored) {
    const auto json = parse_json(stored.empty() ? "{}" : stored);
    const auto read = json ? wire::read_privacy(*json) : std::unexpected(json.error());
    if (!read) return {};
    return {static_cast<To>(read->profile), static_cast<To>(read->invitations), read->ratings};
  }
  Json json() const {
    static constexpr std::array words{"nobody", "friends", "everyone"};
    return {{"profile", words[static_cast<std::size_t>(profile)]},
            {"invitations", words[static_cast<std::size_t>(invitations)]},
            {"ratings", ratings}};
  }
};

// What two people are to each other, from one's own side.
struct Between {
  std::string mine, theirs;  // "friend", "block" or nothing
  bool friends() const { return mine == "friend" && theirs == "friend"; }
  bool blocked() const { return mine == "block" || theirs == "block"; }
  bool allows(Shown::To to) const {
    return !blocked() && (to == Shown::To::everyone || (to == Shown::To::friends && friends()));
  }
  const char* word() const {
    return mine == "block"      ? "blocked"
           : friends()          ? "friend"
           : mine == "friend"   ? "asked"
           : theirs == "friend" ? "asking"
                                : "none";
  }
};

Json json_of(const std::optional<store::KeptRating>& rating, bool wanted) {
  if (!rating || !wanted) return nullptr;
  const Rating one{rating->mu, rating->sigma};
  return {{"shown", one.shown()}, {"mu", one.mu}, {"sigma", one.sigma}, {"matches", rating->matches}};
}

Json json_of(const store::OpponentRecord& one, bool ratings) {
  const bool bot = one.holder.starts_with("b:");
  return {{"name", bot ? one.holder.substr(2) : one.name},
          {"bot", bot},
          {"game", one.game},
          {"played", one.played},
          {"ahead", one.ahead},
          {"behind", one.behind},
          {"rating", json_of(one.rating, ratings && bot)}};
}

Json json_of(const store::PlayedMatch& match, bool ratings) {
  const auto& mine = match.parts.front();
  Json with = Json::array();
  for (std::size_t i = 1; i < match.parts.size(); ++i) with.push_back(match.parts[i].name);
  Json change = nullptr;
  if (ratings && mine.before && mine.after)
    change = Rating{mine.after->mu, mine.after->sigma}.shown() - Rating{mine.before->mu, mine.before->sigma}.shown();
  return {{"table", match.table},     {"game", match.game},  {"ended", match.ended}, {"place", mine.place},
          {"players", match.players}, {"rated", mine.rated}, {"change", change},     {"with", std::move(with)}};
}

// One's own, or what another lets one see; nothing where that is nothing.
store::Result<std::optional<Json>> profile_of(store::Database& db, const std::string& me,
                                              const store::Account& person) {
  const std::string holder = "a:" + person.id;
  const bool own = holder == me;
  const auto stored = db.setting(holder, privacy_setting);
  if (!stored) return std::unexpected(stored.error());
  const Shown shown = Shown::read(*stored);
  Between between;
  bool ratings = shown.ratings;
  if (!own) {
    const auto said = store::relation(db, me, holder);
    if (!said) return std::unexpected(said.error());
    between = {said->first, said->second};
    if (person.banned || !between.allows(shown.profile)) return std::nullopt;
    const auto mine = db.setting(me, privacy_setting);
    if (!mine) return std::unexpected(mine.error());
    ratings = ratings && !me.empty() && Shown::read(*mine).ratings;
  }
  const auto games = store::game_records(db, holder);
  if (!games) return std::unexpected(games.error());
  Json records = Json::array();
  for (const auto& one : *games)
    records.push_back(
        {{"game", one.game}, {"played", one.played}, {"won", one.won}, {"rating", json_of(one.rating, ratings)}});
  Json opponents = Json::array(), matches = Json::array();
  if (own || me.starts_with("a:")) {
    const auto list = own ? store::opponent_records(db, holder, "") : store::opponent_records(db, me, holder);
    if (!list) return std::unexpected(list.error());
    for (const auto& one : *list) opponents.push_back(json_of(one, ratings));
  }
  if (own) {
    const auto played = store::played_matches(db, holder, 50);
    if (!played) return std::unexpected(played.error());
    for (const auto& one : *played) matches.push_back(json_of(one, ratings));
  }
  return Json{{"name", person.name},           {"mine", own},
              {"since", person.created},       {"relation", between.word()},
              {"games", std::move(records)},   {"opponents", std::move(opponents)},
              {"matches", std::move(matches)}, {"privacy", own ? shown.json() : Json(nullptr)}};
}

// Somebody of one's lists: names may be those of several, and an id of an account would say who that is elsewhere.
std::string listed_id(const std::string& me, const std::string& other) {
  return name_of("listed " + me + " " + other).substr(0, 16);
}

// Those one has said something of, and those who ask.
store::Result<std::vector<store::Related>> everybody_listed(store::Database& db, const std::string& me) {
  auto said = store::related(db, me);
  const auto asking = store::related_by(db, me);
  if (!said || !asking) return std::unexpected(said ? asking.error() : said.error());
  const auto mine = std::ssize(*said);
  for (const auto& one : *asking) {
    const auto known = std::ranges::find(said->begin(), said->begin() + mine, one.holder, &store::Related::holder);
    if (known == said->begin() + mine) said->push_back(one);
  }
  return said;
}

std::string account_in(const std::vector<std::string>& holders) {
  const auto account = account_among(holders);
  return account.empty() ? "" : account.substr(2);
}

}  // namespace

// Finds the account by its name; where nobody has it there is none.
store::Result<std::optional<store::Account>> App::account_named(store::Database& db, const std::string& name) {
  auto found = db.find_account(name, name_key(name));
  if (!found) return std::unexpected(found.error());
  if (found->empty()) return std::nullopt;
  return std::move(found->front());
}

void App::with_account(Call call, std::function<void(std::shared_ptr<Call>)> then) {
  if (call.who.account.empty()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  if (!about_people_.take("a:" + call.who.account, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  then(std::make_shared<Call>(std::move(call)));
}

// Who is meant: by name, or by table and seat. `then` gets the account, with the name one knows it by (as it was asked
// for: how the account writes it would tell that there is one); none where there is no such account.
void App::find_person(const std::shared_ptr<Call>& call, const Meant& meant,
                      std::function<void(const FoundPerson&)> then) {
  if (meant.name) {
    struct Found {
      store::Result<std::optional<store::Account>> account;
    };
    auto found = std::make_shared<Found>();
    storage_.query([found, name = *meant.name](store::Database& db) { found->account = account_named(db, name); },
                   [this, found, call, name = *meant.name, then = std::move(then)] {
                     if (!found->account)
                       return answer(*call, error_response(server_error(ErrorCode::database_unavailable)));
                     const auto& account = *found->account;
                     then({account ? account->id : "", name, ""});
                   });
    return;
  }
  if (!meant.table || !meant.seat || !is_table_id(*meant.table))
    return answer(*call, error_response(server_error(ErrorCode::person_unknown)));
  tables_.with_newest(*meant.table, [this, call, seat = *meant.seat, then = std::move(then)](Tables::Found found) {
    if (!found) return answer(*call, error_response(found.error()));
    const auto& seats = (*found)->table->seats();
    if (seat < 0 || seat >= std::ssize(seats))
      return answer(*call, error_response(server_error(ErrorCode::seat_unknown, {{"seat", seat}})));
    const TableSeat& one = seats[static_cast<std::size_t>(seat)];
    const auto holders = one.resigned ? one.given_up_by : one.holders;
    const int mine = (*found)->table->seat_of(call->who.holders());
    then({account_in(holders), one.name, mine < 0 ? "" : seats[static_cast<std::size_t>(mine)].name});
  });
}

void App::get_profile(Call call) {
  Meant meant;
  const auto& query = call.request.query;
  if (const auto name = query.find("name"); name != query.end()) meant.name = name->second;
  if (const auto table = query.find("table"); table != query.end()) meant.table = table->second;
  if (const auto seat = query.find("seat"); seat != query.end())
    meant.seat = seat->second.size() == 1 ? seat->second.front() - '0' : -1;
  const bool own = !meant.name && !meant.table;
  if (own && call.who.account.empty()) return answer(call, error_response(server_error(ErrorCode::login_needed)));
  auto shared = std::make_shared<Call>(std::move(call));
  // Tokens of guests are free: they are counted by their address.
  const auto& who = shared->who;
  if (!about_people_.take(who.account.empty() ? shared->request.address : "a:" + who.account, loop_.steady()))
    return answer(*shared, error_response(server_error(ErrorCode::too_fast)));
  if (own) return answer_profile(shared, shared->who.account);
  find_person(shared, meant, [this, shared](const FoundPerson& one) { answer_profile(shared, one.account); });
}

void App::answer_profile(const std::shared_ptr<Call>& call, const std::string& account) {
  auto profile = std::make_shared<store::Result<std::optional<Json>>>();
  storage_.query(
      [profile, account, me = call->who.account.empty() ? "" : "a:" + call->who.account](store::Database& db) {
        const auto found = db.account(account);
        if (!found) {
          *profile = std::unexpected(found.error());
        } else if (!found->empty()) {
          *profile = profile_of(db, me, found->front());
        }
      },
      [this, profile, call] {
        if (!*profile) return answer(*call, error_response(server_error(ErrorCode::database_unavailable)));
        if (!**profile) return answer(*call, error_response(server_error(ErrorCode::person_unknown)));
        answer(*call, json_response(***profile));
      });
}

void App::put_privacy(Call call) {
  const auto wanted = wire::read_privacy(call.body);
  if (!wanted) return answer(call, error_response(wanted.error()));
  with_account(std::move(call), [this](const std::shared_ptr<Call>& asked) {
    ask_store(asked, [owner = "a:" + asked->who.account, text = asked->body.dump()](store::Database& db) {
      return db.set_setting(owner, privacy_setting, text);
    });
  });
}

void App::get_my_people(Call call) {
  with_account(std::move(call), [this](const std::shared_ptr<Call>& asked) {
    using List = store::Result<std::vector<store::Related>>;
    auto lists = std::make_shared<std::pair<List, List>>();
    storage_.query(
        [lists, me = "a:" + asked->who.account](store::Database& db) {
          lists->first = store::related(db, me);
          lists->second = store::related_by(db, me);
        },
        [this, lists, asked, me = "a:" + asked->who.account] {
          if (!lists->first || !lists->second)
            return answer(*asked, error_response(server_error(ErrorCode::database_unavailable)));
          const auto shown = [&](const store::Related& one) {
            return Json{{"id", listed_id(me, one.holder)}, {"name", one.name}};
          };
          std::set<std::string> said, asking;
          for (const auto& one : *lists->first) said.insert(one.holder);
          for (const auto& one : *lists->second) asking.insert(one.holder);
          Json json{{"friends", Json::array()},
                    {"asked", Json::array()},
                    {"asking", Json::array()},
                    {"blocked", Json::array()}};
          for (const auto& one : *lists->first)
            json[one.kind == "block"           ? "blocked"
                 : asking.contains(one.holder) ? "friends"
                                               : "asked"]
                .push_back(shown(one));
          for (const auto& one : *lists->second)
            if (!said.contains(one.holder)) json["asking"].push_back(shown(one));
          answer(*asked, json_response(json));
        });
  });
}

void App::put_relation(Call call) {
  const auto wanted = wire::read_relate(call.body);
  if (!wanted) return answer(call, error_response(wanted.error()));
  const Meant meant{wanted->name, wanted->table, wanted->seat};
  static constexpr std::array words{"", "friend", "block"};
  const std::string kind = words[static_cast<std::size_t>(wanted->relation)];
  with_account(std::move(call), [this, meant, kind, id = wanted->id](const std::shared_ptr<Call>& asked) {
    auto known = std::make_shared<store::Result<std::vector<store::Related>>>();
    storage_.query([known, me = "a:" + asked->who.account](store::Database& db) { *known = everybody_listed(db, me); },
                   [this, known, asked, meant, kind, id] {
                     if (!*known) return answer(*asked, error_response(server_error(ErrorCode::database_unavailable)));
                     // To take something back one may say the name in one's own list, where one person there has it.
                     const std::string me = "a:" + asked->who.account;
                     const auto is_meant = [&](const store::Related& one) {
                       return id ? listed_id(me, one.holder) == *id
                                 : kind.empty() && meant.name && one.name == *meant.name;
                     };
                     const auto first = std::ranges::find_if(**known, is_meant);
                     if (first != (*known)->end() && (id || std::ranges::count_if(**known, is_meant) == 1))
                       return relate(asked, {first->holder, first->name, kind, first->known_as});
                     if (id) return answer(*asked, error_response(server_error(ErrorCode::person_unknown)));
                     relate_found(asked, meant, kind);
                   });
  });
}

// A name that nobody has is put on the list as any other: neither answer nor list tells who exists.
void App::relate_found(const std::shared_ptr<Call>& asked, const Meant& meant, const std::string& kind) {
  find_person(asked, meant, [this, asked, meant, kind](const FoundPerson& one) {
    const std::string nobody =
        meant.name && account_name(*meant.name) ? store::nobody_named(name_key(*meant.name)) : "";
    if (one.account == asked->who.account || (one.account.empty() && nobody.empty()))
      return answer(*asked, json_response(Json::object()));
    if (one.account.empty()) return relate(asked, {nobody, one.name, kind});
    relate(asked, {"a:" + one.account, one.name, kind, one.known_as}, nobody);
  });
}

// Whoever is blocked may ask as ever; it leads nowhere. What was said of a name before somebody had it goes.
void App::relate(const std::shared_ptr<Call>& asked, const store::Related& other, const std::string& nobody) {
  auto room = std::make_shared<store::Result<bool>>();
  storage_.query(
      [room, me = "a:" + asked->who.account, other, nobody, now = loop_.now()](store::Database& db) {
        if (!nobody.empty()) (void)store::set_relation(db, me, {nobody, "", ""}, now);
        *room = store::set_relation(db, me, other, now);
      },
      [this, room, asked] {
        if (!*room) return answer(*asked, error_response(server_error(ErrorCode::database_unavailable)));
        answer(*asked, **room
                           ? json_response(Json::object())
                           : error_response(server_error(ErrorCode::too_many_people, {{"max", store::most_related}})));
      });
}

void App::post_report(Call call) {
  const auto wanted = wire::read_report(call.body);
  if (!wanted) return answer(call, error_response(wanted.error()));
  if (!is_text(wanted->text.value_or(""), 0, 1000))
    return answer(call, error_response(server_error(ErrorCode::bad_text)));
  if (!is_table_id(wanted->table)) return answer(call, error_response(server_error(ErrorCode::table_unknown)));
  with_account(std::move(call), [this, wanted = *wanted](const std::shared_ptr<Call>& asked) {
    tables_.with_newest(wanted.table, [this, asked, wanted](Tables::Found found) {
      if (!found) return answer(*asked, error_response(found.error()));
      const Table& table = *(*found)->table;
      if (wanted.seat >= std::ssize(table.seats()))
        return answer(*asked, error_response(server_error(ErrorCode::seat_unknown, {{"seat", wanted.seat}})));
      const TableSeat& seat = table.seats()[static_cast<std::size_t>(wanted.seat)];
      const auto& holders = seat.resigned ? seat.given_up_by : seat.holders;
      if (holders.empty()) return answer(*asked, error_response(server_error(ErrorCode::person_unknown)));
      if (table.seats_of(asked->who.holders()).has(id_at<Seat>(static_cast<int>(wanted.seat))))
        return answer(*asked, error_response(server_error(ErrorCode::own_seat)));
      static constexpr std::array reasons{"abuse", "stalling", "cheating", "name"};
      const auto account = account_in(holders);
      const store::Reported what{"a:" + asked->who.account,
                                 wanted.table,
                                 account.empty() ? "" : "a:" + account,
                                 seat.name,
                                 reasons[static_cast<std::size_t>(wanted.reason)],
                                 wanted.text.value_or(""),
                                 wanted.seat,
                                 loop_.now()};
      auto room = std::make_shared<store::Result<bool>>();
      storage_.query([room, what](store::Database& db) { *room = store::report(db, what); },
                     [this, room, asked] {
                       if (!*room) return answer(*asked, error_response(server_error(ErrorCode::database_unavailable)));
                       answer(*asked, **room ? json_response(Json::object())
                                             : error_response(server_error(ErrorCode::too_many_reports,
                                                                           {{"max", store::most_reports}})));
                     });
    });
  });
}

// Does it, and answers nothing more than that.
void App::ask_store(const std::shared_ptr<Call>& call, std::function<store::Result<void>(store::Database&)> work) {
  auto done = std::make_shared<store::Result<void>>();
  storage_.query([done, work = std::move(work)](store::Database& db) { *done = work(db); },
                 [this, done, call] {
                   answer(*call, *done ? json_response(Json::object())
                                       : error_response(server_error(ErrorCode::database_unavailable)));
                 });
}

// ---- Invitations, and once more
// ---------------------------------------------------------------------------------------

void App::post_invite(Call call) {
  const auto wanted = wire::read_invite(call.body);
  if (!wanted) return answer(call, error_response(wanted.error()));
  const std::string id = call.params[0];
  with_account(std::move(call), [this, id, name = wanted->name](const std::shared_ptr<Call>& asked) {
    tables_.with_newest(id, [this, id, asked, name](Tables::Found found) {
      if (!found) return answer(*asked, error_response(found.error()));
      const Table& table = *(*found)->table;
      if (table.seat_of(asked->who.holders()) < 0)
        return answer(*asked, error_response(server_error(ErrorCode::not_seated)));
      if (table.listing().status != "waiting")
        return answer(*asked, error_response(server_error(ErrorCode::table_full)));
      const auto me = "a:" + asked->who.account;
      ask_store(asked,
                [=, by = asked->who.account_name, now = loop_.now()](store::Database& db) -> store::Result<void> {
                  const auto person = account_named(db, name);
                  if (!person) return std::unexpected(person.error());
                  if (!*person || "a:" + (*person)->id == me) return {};
                  const std::string holder = "a:" + (*person)->id;
                  const auto said = store::relation(db, me, holder);
                  const auto stored = db.setting(holder, privacy_setting);
                  if (!said) return std::unexpected(said.error());
                  if (!stored) return std::unexpected(stored.error());
                  if (!Between{said->first, said->second}.allows(Shown::read(*stored).invitations)) return {};
                  return store::invite(db, holder, id, me, by, now);
                });
    });
  });
}

void App::get_invitations(Call call) {
  with_account(std::move(call), [this](const std::shared_ptr<Call>& asked) {
    auto list = std::make_shared<store::Result<std::vector<store::Invitation>>>();
    storage_.query([list, me = "a:" + asked->who.account](store::Database& db) { *list = store::invitations(db, me); },
                   [this, list, asked] {
                     if (!*list) return answer(*asked, error_response(server_error(ErrorCode::database_unavailable)));
                     Json json = Json::array();
                     for (const auto& one : **list)
                       if (Json table = summary_for(one.summary, asked->who.holders()); !table.is_null())
                         json.push_back({{"by", one.by}, {"table", std::move(table)}});
                     answer(*asked, json_response({{"invitations", std::move(json)}}));
                   });
  });
}

void App::delete_invitation(Call call) {
  const std::string id = call.params[0];
  with_account(std::move(call), [this, id](const std::shared_ptr<Call>& asked) {
    ask_store(asked, [id, me = "a:" + asked->who.account](store::Database& db) { return store::decline(db, me, id); });
  });
}

// First the old table says under which id they go on, once; then that table is made, unless it is there already.
void App::post_rematch(Call call) {
  if (auto body = wire::read_empty(call.body); !body) return answer(call, error_response(body.error()));
  if (!new_tables_.take(call.request.address, loop_.steady()) ||
      !tables_a_day_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const std::string old = call.params[0];
  auto asked = std::make_shared<Call>(std::move(call));
  auto ask = [who = asked->who.holders(), id = new_table_id(entropy_)](const Table& t) {
    return t.ask_rematch(who, id);
  };
  tables_.change(old, ask, [this, asked](Tables::Found found) {
    if (!found) return answer(*asked, error_response(found.error()));
    const std::string id = (*found)->table->rematch();
    const auto draft = (*found)->table->make_rematch(asked->who.holders());
    tables_.with_newest(id, [this, asked, id, draft](Tables::Found there) {
      if (there || there.error().code != "table_unknown") return answer_table(*asked, there);
      tables_.create(id, *draft, [this, asked, id, draft](const Tables::Found& made) {
        answer_table(*asked, made);
        if (made) invite_again(*asked, id, draft->payload);
      });
    });
  });
}

// Those with an account find the new table among their invitations.
void App::invite_again(const Call& call, const std::string& table, const Json& created) {
  std::vector<std::string> people;
  for (const Json& seat : created["seats"])
    for (const Json& holder : seat.value("kept_for", Json::array()))
      if (holder.get<std::string>().starts_with("a:")) people.push_back(holder);
  storage_.query(
      [people, table, me = call.who.holders().front(), name = created.value("name", ""),
       now = loop_.now()](store::Database& db) {
        for (const auto& one : people)
          if (const auto said = store::relation(db, me, one); said && said->first != "block" && said->second != "block")
            (void)store::invite(db, one, table, me, name, now);
      },
      nullptr);
}

}  // namespace remise::server
