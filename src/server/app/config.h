// What can be set about a server (src/cli/hosting/serve.cpp gives each a flag, an environment variable and a line in a
// file).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/known.h"
#include "server/app/limits.h"

namespace remise::server {

// Of a file of the page: each begun one counts.
inline constexpr std::size_t file_piece = 16 * 1024;

// No answer grows with the age of a table: of chat and log the newest part comes, the older ones on request.
struct Pages {
  std::size_t chat = 50;  // lines
  std::size_t log = 200;  // moves
};

// How people are called who are not looking (server/call). Each way is off until it is set up.
struct CallConfig {
  std::string contact;                         // "mailto:you@trams.example": browsers are told by push
  std::string push_private, push_public;       // our keys for that, of the database
  std::string smtp, smtp_user, smtp_password;  // "smtps://mail.example", "smtp://mail.example:587"
  std::string mail_from;                       // "trams@example.org"
  bool smtp_plain = false;                     // without TLS: only to a relay on this machine
  bool webhooks = false;
  std::string certificates;                          // file of authorities to believe instead of the system's
  bool private_addresses = false;                    // for tests: also http, and addresses inside
  std::int64_t after = 20'000;                       // ms that somebody has been to move, and was not looking
  std::int64_t lease = 60'000, first_wait = 30'000;  // ms for one try; until the second one
  std::int64_t patience = 20'000;                    // ms for whoever takes a letter

  bool push() const { return !contact.empty(); }
  bool mail() const { return !smtp.empty(); }
  bool any() const { return push() || mail() || webhooks; }
};

struct Config {
  std::string version = "0.1.0";
  std::string origin;           // the public address ("https://trams.example"); empty: whatever Host says
  bool secure_cookies = false;  // behind TLS
  bool metrics_public = false;
  std::string web;                  // folder of the web client; empty: the embedded one
  std::string openapi;              // text of data/openapi.json
  std::string engine{engine_id()};  // clients with the same one fold positions themselves; empty: none does

  std::size_t max_connections = 20'000;
  std::size_t max_connections_per_address = 200;
  std::size_t max_body = 64 * 1024;
  std::size_t max_frame = 64 * 1024;
  std::int64_t request_time = 15'000;  // ms for a whole request to arrive; for an answer to make progress
  std::int64_t rest_time = 2'000;      // ms for what comes of a request that was refused
  std::size_t max_cached_tables = 20'000;
  std::size_t max_watched = 50;              // tables per connection
  std::size_t slow_bytes = 256 * 1024;       // waiting for one client: it gets only the newest position from here on
  std::size_t drop_bytes = 8 * 1024 * 1024;  // and is dropped here
  std::int64_t absent_after = std::int64_t{3} * 24 * 3600 * 1000;
  std::int64_t bot_lease = 30'000;  // ms; another node takes over then. A bot may think for two thirds of it
  Pages pages;
  std::int64_t most_entries = 50'000;  // of one table's log; a long match has some thousand

  // How often, and for how long in all, one may ask.
  Rate requests{50, 200};           // HTTP requests per address
  Rate files{256, 4096};            // files of the page per address, in pieces of file_piece; a first visit is some 500
  Rate secrets{0.2, 10};            // log-ins, registrations per address
  Rate new_accounts{per_day(20)};   // per address
  Rate new_tables{0.2, 20};         // and player tokens, per address
  Rate tables_a_day{per_day(300)};  // per address
  Rate seat_changes{0.2, 20};       // joins, links, claims, seats and the host's role given away, per address
  Rate watchdogs{10, 60};           // questions for /health and /metrics per address
  Rate messages{30, 120};           // per connection
  Rate chat{0.2, 10};               // lines of one seat
  Rate chat_per_address{1, 60};     // at all tables together: what is said is kept, also in memory
  Rate entries{0.5, 300};           // of one seat in the log, but for moves, chat and who sits where
  Rate hints{1.0 / 3, 20};          // per person: an auction asks for one every few seconds
  Rate hints_per_address{0.4, 40};  // one of the strongest level takes four seconds of a thread
  Rate reviews{per_day(40)};        // of finished matches, per person
  Rate reviews_per_address{per_day(120)};
  Rate about_people{0.5, 60};     // profiles, friends, blocks, invitations, reports, per person
  Rate bot_tables{1.0 / 60, 10};  // tables of bots alone that are started, per address
  Rate work{200, 2000};           // milliseconds of the server's loop, per address and per person
  Rate new_ways{per_day(60)};     // ways to be called, and messages to try one, per address and per person
  Rate new_mails{per_day(10)};    // of them: addresses of mail; and new passwords asked for
  Rate mails_to_one{per_day(4)};  // mails to one address that its owner has not asked for: confirmations, new passwords
  Rate letters{0.1, 60};          // sent for one person, or by webhooks of one table
  Rate to_one_place{5, 200};      // webhooks of one host
  Rate pictures{0.2, 20};         // boards drawn for previews of links, per address; those already drawn are free
  std::array<Rate*, 25> rates() {
    return {&requests,
            &secrets,
            &new_accounts,
            &new_tables,
            &tables_a_day,
            &seat_changes,
            &watchdogs,
            &messages,
            &chat,
            &hints,
            &hints_per_address,
            &bot_tables,
            &work,
            &about_people,
            &new_ways,
            &new_mails,
            &mails_to_one,
            &letters,
            &to_one_place,
            &reviews,
            &reviews_per_address,
            &pictures,
            &files,
            &chat_per_address,
            &entries};
  }
  CallConfig calls;

  // Tables of bots alone.
  std::int64_t bot_tables_per_person = 2;  // of one host, that think at the same time
  std::int64_t max_bot_tables = 3;         // of one person, not finished

  // What goes after so many days without a change (server/app/retention.h); 0: never.
  std::int64_t keep_waiting_days = 30;         // tables that never began
  std::int64_t keep_idle_days = 365;           // running matches where no account has a seat
  std::int64_t keep_finished_days = 180;       // finished ones where no account has a seat
  std::int64_t keep_account_matches_days = 0;  // finished ones of accounts
  std::int64_t keep_guests_days = 365;         // settings of guests who sit at no table
};

}  // namespace remise::server
