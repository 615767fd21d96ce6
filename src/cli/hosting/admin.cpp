#include <algorithm>
#include <chrono>
#include <iostream>
#include <span>
#include <vector>

#include "cli/command.h"
#include "cli/hosting/database.h"
#include "core/json.h"
#include "server/people/text.h"
#include "store/people.h"

namespace remise::cli {
namespace {

store::Account find(store::Database& db, const std::string& name) {
  auto found = must(db.find_account(name, server::name_key(name)));
  if (found.empty()) fail(exit_usage, "no_account", {{"name", name}});
  return found.front();
}

void list_tables(store::Database& db, bool json) {
  store::TableFilter filter;
  filter.limit = 10'000;
  filter.closed_too = true;
  for (const auto& table : must(db.tables(filter))) {
    if (json) {
      Json line = parse_json(table.listing.summary).value_or(Json::object());
      line.erase("holders");
      std::cout << line.dump() << '\n';
    } else {
      std::cout << table.id << '\t' << table.listing.game << '\t' << table.listing.status << '\t'
                << table.listing.updated << '\n';
    }
  }
}

void list_accounts(store::Database& db, bool json) {
  for (const auto& account : must(db.accounts(10'000))) {
    if (json) {
      std::cout << Json{{"name", account.name}, {"created", account.created}, {"banned", account.banned}}.dump()
                << '\n';
    } else {
      std::cout << account.name << '\t' << account.created << (account.banned ? "\tbanned" : "") << '\n';
    }
  }
}

// What people have told about others, the newest first. Accounts by their names, seats by what stood there.
void list_reports(store::Database& db, bool json) {
  for (const auto& one : must(store::reports(db, 10'000))) {
    if (json) {
      std::cout << Json{{"time", one.created}, {"by", one.by},          {"table", one.table},   {"seat", one.seat},
                        {"name", one.name},    {"account", one.holder}, {"reason", one.reason}, {"text", one.text}}
                       .dump()
                << '\n';
    } else {
      std::cout << one.created << '\t' << one.by << '\t' << one.table << '\t' << one.seat << '\t' << one.name << '\t'
                << (one.holder.empty() ? "-" : one.holder) << '\t' << one.reason << '\t' << Json(one.text).dump()
                << '\n';
    }
  }
}

// What is going on: tables by status, bots that wait, and the tables where something happened in the last minute.
void show_activity(store::Database& db, bool json) {
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  Json all{{"tables", Json::object()}, {"busy", Json::array()}};
  for (const auto& row : must(db.sql().query("SELECT status, COUNT(*) FROM tables GROUP BY status ORDER BY status")))
    all["tables"][row[0]] = store::number(row[1]).value_or(0);
  const auto jobs = must(db.sql().query("SELECT COUNT(*), COALESCE(MIN(due), 0) FROM jobs"));
  const auto due = store::number(jobs[0][1]).value_or(0);
  all["bots_waiting"] = store::number(jobs[0][0]).value_or(0);
  all["longest_wait_ms"] = due > 0 && due < now ? now - due : 0;
  const store::Value since[] = {std::to_string(now - 60'000)};
  std::int64_t moves = 0;
  std::vector<Json> busy;
  for (const auto& row :
       must(db.sql().query("SELECT id, game FROM tables WHERE status IN ('playing', 'finished') AND updated > ?1 "
                           "ORDER BY updated DESC LIMIT 200",
                           since))) {
    const store::Value which[] = {row[0], since[0]};
    const auto count =
        must(db.sql().query("SELECT COUNT(*) FROM log WHERE table_id = ?1 AND time > ?2 AND kind = 'move'", which));
    const auto made = store::number(count[0][0]).value_or(0);
    moves += made;
    if (made > 0) busy.push_back({{"table", row[0]}, {"game", row[1]}, {"moves", made}});
  }
  std::ranges::stable_sort(busy, std::ranges::greater{},
                           [](const Json& one) { return one["moves"].get<std::int64_t>(); });
  if (busy.size() > 10) busy.resize(10);
  all["busy"] = busy;
  all["moves_last_minute"] = moves;
  if (json) return void(std::cout << all.dump() << '\n');
  std::string tables;
  for (const auto& [status, count] : all["tables"].items())
    tables += (tables.empty() ? "" : ", ") + status + " " + count.dump();
  std::cout << say("top", {{"tables", tables.empty() ? "0" : tables},
                           {"moves", moves},
                           {"bots", all["bots_waiting"]},
                           {"wait", all["longest_wait_ms"]}})
            << '\n';
  for (const Json& one : all["busy"])
    std::cout << "  " << one["table"].get<std::string>() << "  " << one["game"].get<std::string>() << "  "
              << one["moves"] << '\n';
}

// Devices that came to the seats of an account by a link go with it. A running server reads the new entries.
void unlink_devices(store::Database& db, const std::string& holder) {
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch());
  for (const auto& table : must(db.tables_of({holder}, 100'000)))
    for (bool written = false; !written;) {
      const auto last = must(db.last_entries({table.id}));
      if (last.empty()) break;
      const store::Write write{
          {table.id, last.front().number + 1, "unlinked", Json{{"holder", holder}}.dump(), now.count()}, {}, {}, {}};
      written = must(db.commit(std::span(&write, 1))).front();  // a move may have been first
    }
}

}  // namespace

void add_admin(CLI::App& app) {
  CLI::App* sub = add_hosting_command(app, "admin");
  sub->require_subcommand(1)->fallthrough();  // --db before or after what is to be done
  auto database = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  auto name = std::make_shared<std::string>();
  sub->add_option("--db", *database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  sub->add_flag("--json", *json, "For programs");
  add_lang(*sub);
  const auto add = [&](const char* command, const char* help, const char* argument,
                       std::function<void(store::Database&)> work) {
    CLI::App* one = sub->add_subcommand(command, help);
    if (argument) one->add_option(argument, *name, "Which")->required();
    one->callback([database, work = std::move(work)] {
      auto db = open_database(*database);
      work(db);
    });
  };
  add("tables", "List all tables", nullptr, [json](store::Database& db) { list_tables(db, *json); });
  add("top", "What is going on: tables, moves of the last minute, bots that wait, the busiest tables", nullptr,
      [json](store::Database& db) { show_activity(db, *json); });
  add("accounts", "List the accounts", nullptr, [json](store::Database& db) { list_accounts(db, *json); });
  add("reports", "List what people have reported about others", nullptr,
      [json](store::Database& db) { list_reports(db, *json); });
  add("ban", "Close an account, end its sessions, take its other devices off; its seats stay", "NAME",
      [name](store::Database& db) {
        const auto account = find(db, *name);
        must(db.set_banned(account.id, true));
        must(db.remove_sessions(account.id, ""));
        unlink_devices(db, "a:" + account.id);
      });
  add("unban", "Open a closed account again", "NAME",
      [name](store::Database& db) { must(db.set_banned(find(db, *name).id, false)); });
  add("delete-account", "Delete an account; the others keep their matches", "NAME", [name](store::Database& db) {
    const auto account = find(db, *name);
    unlink_devices(db, "a:" + account.id);
    must(db.remove_account(account.id));
  });
  add("delete-table", "Delete a table with its log, for everyone", "TABLE", [name](store::Database& db) {
    const store::Value id[] = {*name};  // also one whose log cannot be read
    if (must(db.sql().query("SELECT 1 FROM log WHERE table_id = ?1 LIMIT 1", id)).empty())
      fail(exit_usage, "no_table", {{"table", *name}});
    must(db.remove_table(*name));
  });
}

}  // namespace remise::cli
