#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "cli/hosting/database.h"
#include "server/table/table.h"

namespace remise::cli {
namespace {

struct ExportOptions {
  std::string database, table, out = "-";
  bool log = false, all = false;
  std::shared_ptr<Common> common;
};

Json log_of(const std::vector<store::Entry>& entries) {
  Json list = Json::array();
  for (const auto& e : entries)
    list.push_back({{"number", e.number},
                    {"kind", e.kind},
                    {"time", e.time},
                    {"payload", parse_json(e.payload).value_or(nullptr)}});
  return {{"format", "remise-log-1"},
          {"table", entries.empty() ? "" : entries.front().table},
          {"entries", std::move(list)}};
}

std::optional<Json> exported(const ExportOptions& given, const server::Games& games, store::Database& db,
                             const std::string& id) {
  const auto entries = must(db.entries(id, 0));
  if (entries.empty()) fail(exit_usage, "no_table", {{"table", id}});
  if (given.log) return log_of(entries);
  server::Table table(id, games);
  table.load(entries);
  if (table.broken()) fail(exit_difference, *table.broken());
  if (!table.match()) return std::nullopt;
  return table.match()->file(true);
}

void run_export(const ExportOptions& given) {
  auto db = open_database(given.database);
  const server::Games games(make_games(*given.common));
  if (!given.all) {
    const auto json = exported(given, games, db, given.table);
    if (!json) fail(exit_input, "not_begun", {{"table", given.table}});
    return write_file(given.out, json->dump(1) + "\n");
  }
  if (given.out == "-") fail(exit_usage, "all_needs_folder");
  std::filesystem::create_directories(given.out);
  std::size_t count = 0;
  for (const auto& row : must(db.sql().query("SELECT id FROM tables ORDER BY created, id"))) {
    if (const auto json = exported(given, games, db, row.front())) {
      write_file(given.out + "/" + row.front() + ".json", json->dump(1) + "\n");
      ++count;
    }
  }
  std::cout << say("export.written", {{"n", count}}) << '\n';
}

}  // namespace

void add_export(CLI::App& app) {
  auto given = std::make_shared<ExportOptions>();
  CLI::App* sub = add_hosting_command(app, "export");
  given->common = add_common(*sub);
  sub->add_option("--db", given->database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  sub->add_option("TABLE", given->table, "The table's id");
  sub->add_option("--out", given->out, "File (or folder, with --all); - is standard output");
  sub->add_flag("--log", given->log, "The table's whole log instead of the match");
  sub->add_flag("--all", given->all, "Every table");
  sub->callback([given] {
    if (given->table.empty() == !given->all) fail(exit_usage, "table_or_all");
    run_export(*given);
  });
}

}  // namespace remise::cli
