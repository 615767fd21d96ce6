#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/command.h"
#include "cli/database.h"

namespace remise::cli {
namespace {

struct Options {
  std::string database, file;
};

bool is_lines(const std::string& file) { return file.ends_with(".jsonl") || file == "-"; }

// One JSON object per row, first a header. Read in one transaction: a consistent moment of a running server.
void write_lines(store::Database& db, std::ostream& out) {
  must(db.sql().query(db.shared() ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN"));
  out << Json{{"format", "remise-backup-1"}, {"schema", must(db.schema_version())}}.dump() << '\n';
  for (const auto& relation : store::Database::relations()) {
    if (relation == "sessions") continue;  // people log in again
    std::string names;
    for (const auto& column : store::Database::columns(relation)) names += (names.empty() ? "" : ", ") + column;
    const auto write = [&](const std::string& which, std::span<const store::Value> values) {
      for (const auto& row :
           must(db.sql().query("SELECT " + names + " FROM " + relation + which + " ORDER BY 1, 2", values)))
        out << Json{{relation, row}}.dump() << '\n';
    };
    if (relation != "log") {
      write("", {});
      continue;
    }
    // The log is by far the largest: one table at a time.
    for (const auto& table : must(db.sql().query("SELECT DISTINCT table_id FROM log ORDER BY 1"))) {
      const store::Value id[] = {table.front()};
      write(" WHERE table_id = ?1", id);
    }
  }
  must(db.sql().query("COMMIT"));
}

void backup(const Options& given) {
  auto db = open_database(given.database);
  if (is_lines(given.file)) {
    if (given.file == "-") return write_lines(db, std::cout);
    std::ofstream out(given.file + ".part");
    write_lines(db, out);
    out.close();
    if (!out) fail(exit_input, given.file + ": cannot be written");
    std::filesystem::rename(given.file + ".part", given.file);
    return;
  }
  if (db.shared()) fail(exit_usage, "a copy of PostgreSQL is written as lines: choose a file that ends with .jsonl");
  if (std::filesystem::exists(given.file)) fail(exit_input, given.file + ": exists already");
  const store::Value values[] = {given.file};
  must(db.sql().query("VACUUM INTO ?1", values));
}

void restore(const Options& given) {
  std::ifstream in(given.file);
  std::string line;
  if (!in || !std::getline(in, line)) fail(exit_input, given.file + ": cannot be read");
  const auto header = parse_json(line);
  auto db = must(store::Database::open(database_or_default(given.database)));
  must(db.migrate());
  const auto schema = must(db.schema_version());
  if (!header || !header->is_object() || header->value("format", "") != "remise-backup-1" ||
      header->value("schema", std::int64_t{0}) != schema)
    fail(exit_input, given.file + ": not a backup of this version");
  if (!must(db.sql().query("SELECT 1 FROM log LIMIT 1")).empty()) fail(exit_input, "the database is not empty");
  must(db.sql().query("BEGIN"));
  std::size_t rows = 0;
  while (std::getline(in, line)) {
    const auto json = parse_json(line);
    if (!json || !json->is_object() || json->size() != 1)
      fail(exit_input, given.file + ": line " + std::to_string(rows + 2) + " is damaged");
    const std::string relation = json->begin().key();
    const auto& names = store::Database::relations();
    if (std::ranges::find(names, relation) == names.end()) fail(exit_input, given.file + ": unknown part " + relation);
    std::string columns, marks;
    for (const auto& column : store::Database::columns(relation)) {
      columns += (columns.empty() ? "" : ", ") + column;
      marks += (marks.empty() ? "?" : ", ?") + std::to_string(1 + std::ranges::count(marks, '?'));
    }
    std::vector<store::Value> values;
    for (const Json& value : *json->begin())
      values.emplace_back(value.is_string() ? value.get<std::string>() : value.dump());
    must(db.sql().query("INSERT INTO " + relation + "(" + columns + ") VALUES (" + marks + ")", values));
    ++rows;
  }
  must(db.sql().query("COMMIT"));
  std::cout << rows << " rows restored\n";
}

}  // namespace

void add_backup(CLI::App& app) {
  auto given = std::make_shared<Options>();
  CLI::App* sub = app.add_subcommand("backup", "Copy the server's database while it runs");
  sub->add_option("--db", given->database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  sub->add_option("FILE", given->file, "A new SQLite file, or lines of JSON where it ends with .jsonl")->required();
  sub->callback([given] { backup(*given); });

  auto wanted = std::make_shared<Options>();
  CLI::App* back =
      app.add_subcommand("restore", "Fill an empty database from a backup of lines (also to move to PostgreSQL)");
  back->add_option("--db", wanted->database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  back->add_option("FILE", wanted->file, "A backup that ends with .jsonl")->required();
  back->callback([wanted] { restore(*wanted); });
}

}  // namespace remise::cli
