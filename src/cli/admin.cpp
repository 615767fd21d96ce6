#include <iostream>

#include "cli/command.h"
#include "cli/database.h"
#include "core/json.h"
#include "server/text.h"

namespace remise::cli {
namespace {

store::Account find(store::Database& db, const std::string& name) {
  auto found = must(db.find_account(name, server::name_key(name)));
  if (found.empty()) fail(exit_input, "there is no account '" + name + "'");
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

}  // namespace

void add_admin(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("admin", "Look after a server: list, ban, delete");
  sub->require_subcommand(1);
  auto database = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  auto name = std::make_shared<std::string>();
  sub->add_option("--db", *database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  sub->add_flag("--json", *json, "For programs");
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
  add("accounts", "List the accounts", nullptr, [json](store::Database& db) { list_accounts(db, *json); });
  add("ban", "Close an account and end its sessions; its seats stay", "NAME", [name](store::Database& db) {
    const auto account = find(db, *name);
    must(db.set_banned(account.id, true));
    must(db.remove_sessions(account.id, ""));
  });
  add("unban", "Open a closed account again", "NAME",
      [name](store::Database& db) { must(db.set_banned(find(db, *name).id, false)); });
  add("delete-account", "Delete an account; the others keep their matches", "NAME",
      [name](store::Database& db) { must(db.remove_account(find(db, *name).id)); });
  add("delete-table", "Delete a table with its log, for everyone", "TABLE", [name](store::Database& db) {
    const store::Value id[] = {*name};  // also one whose log cannot be read
    if (must(db.sql().query("SELECT 1 FROM log WHERE table_id = ?1 LIMIT 1", id)).empty())
      fail(exit_input, "there is no table " + *name);
    must(db.remove_table(*name));
  });
}

}  // namespace remise::cli
