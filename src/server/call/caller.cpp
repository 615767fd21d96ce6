#include "server/call/caller.h"

#include "server/app/log.h"
#include "server/call/crypto.h"
#include "server/call/guard.h"
#include "server/people/tokens.h"
#include "server/table/updates.h"

namespace remise::server {
namespace {

constexpr std::int64_t wait_for_room = 10'000;

std::vector<std::string> ids_of(const Games& games) {
  std::vector<std::string> ids;
  for (const auto& game : games.all()) ids.emplace_back(game->id());
  return ids;
}

// What a letter tells of a turn: nothing that a spectator could not see.
Json said_of(const Table& table, std::size_t seat, std::int64_t since) {
  Json value{{"title", table.summary()["title"]},
             {"game", table.game()},
             {"seat", seat},
             {"name", table.seats()[seat].name},
             {"since", since},
             {"until", table.clocks().timed() ? table.clocks().until(seat).value_or(0) : 0}};
  if (const std::string step = deciding(*table.match()); !step.empty()) value["deciding"] = step;
  return value;
}

store::Letter letter_of(const store::Call& call, const store::Way& way, const std::string& kind, const Json& value,
                        std::int64_t now) {
  store::Letter letter;
  letter.kind = kind;
  letter.way = way.id;
  letter.table = call.table;
  letter.seat = call.seat;
  letter.number = call.number;
  letter.value = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  letter.due = letter.created = now;
  letter.id = name_of(kind + " " + call.table + " " + std::to_string(call.seat) + " " + std::to_string(call.number) +
                      " " + way.id);
  return letter;
}

CallSettings settings_of(store::Database& db, const std::string& holder, const std::string& table, bool& failed) {
  const auto read = [&](const std::string& name) {
    const auto text = db.setting(holder, name);
    if (!text) failed = true;
    const auto json = parse_json(text && !text->empty() ? *text : "{}");
    return CallSettings::from(json && json->is_object() ? *json : Json::object());
  };
  return read(call_settings_at(table)).over(read(call_settings));
}

}  // namespace

store::Result<bool> logged_out(store::Database& db, const store::Way& way, std::int64_t now) {
  const auto target = parse_json(way.target);
  const std::string session = target ? target->value("session", "") : "";
  if (session.empty()) return false;
  const auto account = db.session(session, now);
  if (!account) return std::unexpected(account.error());
  return account->empty() || "a:" + account->front().id != way.holder;
}

store::Result<void> forget_logged_out(store::Database& db, const std::string& holder, std::int64_t now) {
  const auto ways = db.ways_of({holder});
  if (!ways) return std::unexpected(ways.error());
  for (const auto& way : *ways) {
    const auto over = logged_out(db, way, now);
    if (!over) return std::unexpected(over.error());
    if (*over)
      if (auto r = db.remove_way(way.id); !r) return r;
  }
  return {};
}

store::Result<std::string> seal_key_of(store::Database& db, const std::string& fresh) {
  return db.secret("calls", fresh);
}

Caller::Caller(const Config& config, const Games& games, Loop& loop, Entropy& entropy, store::Storage& storage,
               Tables& tables, Clients& clients, Carrier* carrier, Metrics& metrics)
    : config_(config),
      games_(games),
      loop_(loop),
      entropy_(entropy),
      storage_(storage),
      tables_(tables),
      clients_(clients),
      carrier_(carrier),
      metrics_(metrics),
      texts_(config, ids_of(games)),
      letters_(config.letters),
      places_(config.to_one_place) {}

bool Caller::looks(const store::Call& call) { return clients_.looks(call.table, call.holder); }

void Caller::look() {
  if (!on() || stopped_ || looking_) return;
  looking_ = true;
  auto due = std::make_shared<store::Result<std::vector<store::Call>>>();
  storage_.query(
      [due, until = loop_.now() + ahead_ms](store::Database& db) { *due = db.calls_due(until, 20 * most_at_once); },
      [this, due] {
        std::vector<store::Call> seen;
        if (*due)
          std::ranges::copy_if(**due, std::back_inserter(seen), [this](const auto& call) { return looks(call); });
        take(std::move(seen));
      });
}

void Caller::take(std::vector<store::Call> postponed) {
  auto taken = std::make_shared<Taken>();
  storage_.query(
      [this, taken, postponed = std::move(postponed), now = loop_.now(), steady = loop_.steady(),
       room = most_at_once - under_way_, fresh = new_token(entropy_)](store::Database& db) {
        for (const auto& call : postponed)
          if (!db.postpone_call(call, now + std::max(config_.calls.after, 2 * ahead_ms))) return;
        const auto clock = db.lease_clock(steady);
        const auto key = seal_key_of(db, fresh);
        if (!clock || !key) return;
        taken->lease = *clock + config_.calls.lease;
        taken->seal_key = *key;
        if (auto calls = db.take_calls({now, *clock, taken->lease, most_at_once})) taken->calls = std::move(*calls);
        if (room <= 0) return;
        const auto letters = db.take_letters({now, *clock, taken->lease, room});
        if (!letters) return;
        for (const auto& letter : *letters) {
          const auto way = db.way(letter.way);
          if (!way) continue;  // taken again when the lease ends
          const auto over = *way ? logged_out(db, **way, now) : false;
          if (!over) continue;
          if (*over) {
            (void)db.remove_way(letter.way);
            continue;
          }
          taken->letters.emplace_back(letter, way->value_or(store::Way{}));
        }
      },
      [this, taken] {
        looking_ = false;
        if (stopped_) return;
        for (const auto& call : taken->calls) tell(call, taken->lease);
        for (const auto& [letter, way] : taken->letters) send(letter, way, taken->lease, taken->seal_key);
      });
}

void Caller::tell(const store::Call& call, std::int64_t lease) {
  tables_.with_newest(call.table, [this, call, lease](Tables::Found found) {
    if (!found) return;  // the lease ends, and somebody tries again
    const Table& table = *(*found)->table;
    const auto seat = static_cast<std::size_t>(call.seat);
    if (seat >= table.seats().size() || table.awaited()[seat] != call.holder) {
      storage_.query([call](store::Database& db) { (void)db.drop_call(call); }, nullptr);
      return;
    }
    auto reach = std::make_shared<Reach>();
    auto failed = std::make_shared<bool>(false);
    const Json value = said_of(table, seat, call.since);
    storage_.query(
        [reach, failed, holders = table.seats()[seat].holders, id = call.table](store::Database& db) {
          auto all = holders;
          all.push_back(table_holder(id));
          auto ways = db.ways_of(all);
          if (!ways) *failed = true;
          if (ways) reach->ways = std::move(*ways);
          // The account, where there is one, says how.
          const auto account = std::ranges::find_if(holders, [](const auto& one) { return one.starts_with("a:"); });
          reach->settings = {settings_of(db, account == holders.end() ? holders.front() : *account, id, *failed)};
        },
        [this, call, lease, value, reach, failed] {
          if (!*failed && !stopped_) tell(call, lease, value, *reach);
        });
  });
}

void Caller::tell(store::Call call, std::int64_t lease, const Json& value, const Reach& reach) {
  const std::int64_t now = loop_.now();
  const CallSettings& wish = reach.settings.front();
  std::vector<store::Letter> letters;
  const std::int64_t until = value.value("until", std::int64_t{0});
  const bool reminder = call.told >= store::Call::person_told;
  if (call.told == store::Call::nobody_told) {
    for (const auto& way : reach.ways)
      if (way.active && way.holder.starts_with("t:")) letters.push_back(letter_of(call, way, "turn", value, now));
    call.told = store::Call::table_told;
  }
  const std::int64_t last = until - until / 8 + call.since / 8;  // an eighth of the time is left
  if (const std::int64_t awake = wish.awake(now); awake > now) {
    call.due = awake;
  } else if (reminder && until > 0 && now < last) {
    call.due = last;  // the clock has rested meanwhile
  } else if (reminder && (until == 0 || now >= until)) {
    call.due = 0;  // too late
  } else {
    for (const auto& way : reach.ways) {
      if (!way.active || way.holder.starts_with("t:")) continue;
      const bool wanted = way.kind == "push"      ? wish.push.value_or(true)
                          : way.kind == "webhook" ? wish.webhook.value_or(true)
                                                  : wish.mail.value_or("at_once") == "at_once";
      if (wanted) letters.push_back(letter_of(call, way, reminder ? "reminder" : "turn", value, now));
      if (way.kind == "mail" && wish.mail.value_or("") == "digest" && !reminder) {
        store::Letter digest = letter_of(call, way, "digest", Json{{"holder", call.holder}}, now);
        digest.due = wish.next_digest(now);
        digest.id = name_of("digest " + way.id + " " + std::to_string(digest.due));
        digest.table.clear();
        letters.push_back(std::move(digest));
      }
    }
    call.told = reminder ? store::Call::reminded : store::Call::person_told;
    call.due = !reminder && wish.reminder.value_or(true) && until > now ? std::max(last, now + 60'000) : 0;
  }
  settle(call, lease, std::move(letters));
}

void Caller::settle(const store::Call& call, std::int64_t lease, std::vector<store::Letter> letters) {
  storage_.query(
      [call, lease, letters = std::move(letters)](store::Database& db) { (void)db.settle_call(call, lease, letters); },
      [this] { look(); });
}

void Caller::send(const store::Letter& letter, const store::Way& way, std::int64_t lease, const std::string& seal_key) {
  const auto end = [this, letter, lease] {
    storage_.query([letter, lease](store::Database& db) { (void)db.end_letter(letter.id, lease); }, nullptr);
  };
  const bool turn = letter.kind == "turn" || letter.kind == "reminder";
  if (way.id.empty() || (turn && clients_.looks(letter.table, way.holder))) return end();  // not needed any more
  if (!may_send(letter, way))
    return storage_.query([letter, lease, due = loop_.now() + wait_for_room](
                              store::Database& db) { (void)db.put_off_letter(letter.id, lease, due, false); },
                          nullptr);
  ++under_way_;
  ++busy_[way.holder];
  const auto go = [this, letter, way, lease, end](std::optional<Parcel> parcel) {
    const auto back = [this, holder = way.holder] {
      --under_way_;
      if (--busy_[holder] <= 0) busy_.erase(holder);
    };
    if (!parcel) return back(), end();  // nothing to say
    carrier_->send(std::move(*parcel), [this, letter, way, lease, back](const Delivery& delivery) {
      back();
      sent(letter, way, lease, delivery);
    });
  };
  if (letter.kind != "digest") return go(texts_.parcel(letter, way, seal_key));
  // What still waits for the person now.
  auto tables = std::make_shared<Json>(Json::array());
  storage_.query(
      [tables, holder = way.holder](store::Database& db) {
        const auto calls = db.calls_of(holder, 50);
        std::vector<std::string> ids;
        if (calls)
          for (const auto& call : *calls) ids.push_back(call.table);
        const auto listed = db.listed(ids);
        if (!listed) return;
        for (const auto& one : *listed) {
          const auto summary = parse_json(one.listing.summary);
          tables->push_back(
              {{"table", one.id}, {"title", summary ? summary->value("title", "") : ""}, {"game", one.listing.game}});
        }
      },
      [this, go, tables, letter, way, seal_key] {
        if (tables->empty()) return go(std::nullopt);
        store::Letter whole = letter;
        whole.value = Json{{"tables", *tables}, {"count", tables->size()}}.dump();
        go(texts_.parcel(whole, way, seal_key));
      });
}

// Nobody makes this server write to others without end, and who is slow to take letters holds up nobody else's.
bool Caller::may_send(const store::Letter& letter, const store::Way& way) {
  const auto under_way = busy_.find(way.holder);
  if (under_way != busy_.end() && under_way->second >= most_of_one) return false;
  if (letter.kind == "confirm" || letter.kind == "recover") return true;  // counted when they were asked for
  const std::int64_t now = loop_.steady();
  if (way.kind == "webhook") {
    const auto target = parse_json(way.target);
    if (!places_.take(target ? origin_of_url(target->value("url", "")) : "", now)) return false;
  }
  return letters_.take(way.holder, now);
}

void Caller::count() {
  if (!on()) return;
  auto waiting = std::make_shared<store::Result<store::LettersWaiting>>();
  storage_.query([waiting, now = loop_.now()](store::Database& db) { *waiting = db.letters_waiting(now); },
                 [this, waiting] {
                   if (!*waiting) return;
                   const auto& [count, oldest] = **waiting;
                   const std::int64_t age = count > 0 ? std::max<std::int64_t>(loop_.now() - oldest, 0) : 0;
                   metrics_.set_letters(static_cast<std::size_t>(count), static_cast<double>(age) / 1000);
                 });
}

void Caller::sent(const store::Letter& letter, const store::Way& way, std::int64_t lease, const Delivery& delivery) {
  using Result = Delivery::Result;
  const bool again = delivery.result == Result::later && letter.attempts < most_attempts;
  metrics_.letter(way.kind, delivery.result == Result::done ? "sent" : again ? "later" : "failed");
  if (delivery.result != Result::done)
    log_line(LogLevel::warning, "call_failed",
             {{"way", way.kind}, {"letter", letter.id}, {"attempt", letter.attempts}, {"detail", delivery.detail}});
  const std::int64_t wait = std::max(config_.calls.first_wait << (2 * std::min<std::int64_t>(letter.attempts - 1, 5)),
                                     std::min<std::int64_t>(delivery.retry_after_ms, 6 * 3600 * 1000));
  storage_.query(
      [letter, way, lease, again, result = delivery.result, due = loop_.now() + wait](store::Database& db) {
        if (again) return void(db.put_off_letter(letter.id, lease, due));
        if (result == Result::gone && way.kind != "mail") return void(db.remove_way(way.id));
        (void)db.end_letter(letter.id, lease);
        if (result == Result::done || result == Result::later || !letter.table.empty())
          (void)db.count_failure(way.id, result != Result::done, most_failures);
      },
      nullptr);
}

}  // namespace remise::server
