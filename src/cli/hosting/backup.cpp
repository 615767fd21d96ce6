#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "cli/command.h"
#include "cli/hosting/database.h"
#include "core/sha256.h"

namespace remise::cli {
namespace {

constexpr const char* format = "remise-backup-2";
constexpr const char* format_without_checksum = "remise-backup-1";

struct BackupOptions {
  std::string database, file;
  bool without_checksum = false;
};

using Counts = std::map<std::string, std::int64_t>;  // rows of each relation

bool is_lines(const std::string& file) { return file.ends_with(".jsonl") || file == "-"; }

store::Fault wrong(std::string what) { return {store::Fault::Kind::broken, std::move(what)}; }

// One JSON object per row, first a header, last the number of rows and the SHA-256 of all lines before.
class Writer {
 public:
  explicit Writer(std::ostream& out) : out_(out) {}

  store::Result<void> line(const Json& json) {
    const std::string text = json.dump() + '\n';
    sum_.add(text);
    if (!(out_ << text)) return std::unexpected(wrong("the backup cannot be written"));
    return {};
  }
  store::Result<void> row(const std::string& relation, const store::Row& row) {
    ++counts_[relation];
    return line({{relation, row}});
  }
  store::Result<void> end() {
    const std::string sum = sum_.hex();
    return line({{"end", {{"rows", counts_}, {"sha256", sum}}}});
  }

 private:
  std::ostream& out_;
  Sha256 sum_;
  Counts counts_;
};

// Read in one transaction: a consistent moment of a running server.
store::Result<void> write_lines(store::Database& db, std::ostream& out) {
  Writer writer(out);
  const auto schema = db.schema_version();
  if (!schema) return std::unexpected(schema.error());
  if (auto r = writer.line({{"format", format}, {"schema", *schema}}); !r) return r;
  for (const auto& relation : store::Database::relations()) {
    if (relation == "sessions") continue;  // people log in again
    std::string names;
    for (const auto& column : store::Database::columns(relation)) names += (names.empty() ? "" : ", ") + column;
    const auto write = [&](const std::string& which, std::span<const store::Value> values) -> store::Result<void> {
      const auto rows = db.sql().query("SELECT " + names + " FROM " + relation + which + " ORDER BY 1, 2", values);
      if (!rows) return std::unexpected(rows.error());
      for (const auto& row : *rows)
        if (auto r = writer.row(relation, row); !r) return r;
      return {};
    };
    if (relation != "log") {
      if (auto r = write("", {}); !r) return r;
      continue;
    }
    // The log is by far the largest: one table at a time.
    const auto tables = db.sql().query("SELECT DISTINCT table_id FROM log ORDER BY 1");
    if (!tables) return std::unexpected(tables.error());
    for (const auto& table : *tables) {
      const store::Value id[] = {table.front()};
      if (auto r = write(" WHERE table_id = ?1", id); !r) return r;
    }
  }
  if (auto r = writer.end(); !r) return r;
  if (!out.flush()) return std::unexpected(wrong("the backup cannot be written"));
  return {};
}

// A new file for its owner alone: it holds what every player keeps secret.
void create(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) fail(exit_input, "in_file", {{"file", path}, {"reason", std::generic_category().message(errno)}});
  ::close(file);
}

bool synced(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::fsync(file) == 0;
  return ::close(file) == 0 && done;
}

void backup_lines(store::Database& db, const std::string& file) {
  const auto write = [&](std::ostream& out) { return db.read([&] { return write_lines(db, out); }); };
  if (file == "-") return must(write(std::cout));
  const std::string part = file + ".part";
  std::filesystem::remove(part);
  create(part);
  std::ofstream out(part, std::ios::binary);
  auto done = write(out);
  out.close();
  if (done && (!out || !synced(part))) done = std::unexpected(wrong("the backup cannot be written"));
  if (!done) {
    std::filesystem::remove(part);
    fail(exit_input, "in_file", {{"file", file}, {"reason", done.error().detail}});
  }
  std::filesystem::rename(part, file);
}

void backup(const BackupOptions& given) {
  auto db = open_database(given.database);
  if (is_lines(given.file)) return backup_lines(db, given.file);
  if (db.shared()) fail(exit_usage, "lines_only");
  if (std::filesystem::exists(given.file)) fail(exit_input, "backup_exists", {{"file", given.file}});
  create(given.file);
  const store::Value values[] = {given.file};
  if (auto r = db.sql().query("VACUUM INTO ?1", values); !r) {
    std::filesystem::remove(given.file);
    fail_on(r.error());
  }
}

// Reads the lines of a backup and checks them one by one.
class Reader {
 public:
  Reader(std::istream& in, std::string file) : in_(in), file_(std::move(file)) {}

  store::Result<void> header(std::int64_t newest_schema, bool without_checksum) {
    const auto json = next();
    if (!json) return std::unexpected(json.error());
    const Json& header = **json;
    if (!header.is_object() || !header.contains("format") || !header["format"].is_string() ||
        !header.contains("schema") || !header["schema"].is_number_integer())
      return std::unexpected(damaged("not a backup"));
    checked_ = header["format"] == format;
    if (!checked_ && header["format"] != format_without_checksum) return std::unexpected(damaged("not a backup"));
    if (!checked_ && !without_checksum)
      return std::unexpected(
          damaged("an old backup, which cannot be checked for gaps; --without-checksum takes it as it is"));
    schema_ = header["schema"];
    newest_ = newest_schema;
    if (schema_ < 1 || schema_ > newest_) return std::unexpected(damaged("a backup of a newer version"));
    return {};
  }
  bool checked() const { return checked_; }

  // Every row; nothing of it counts before this has come to its end without a fault.
  store::Result<std::int64_t> rows(const std::function<store::Result<void>(const std::string&, const Json&)>& each) {
    std::int64_t count = 0;
    while (true) {
      const std::string before = sum_.hex();
      const auto line = next();
      if (!line) return std::unexpected(line.error());
      if (!*line) break;
      const Json& json = **line;
      if (!json.is_object() || json.size() != 1) return std::unexpected(damaged("damaged"));
      if (json.begin().key() == "end" && checked_) {
        if (*json.begin() != Json{{"rows", counts_}, {"sha256", before}})
          return std::unexpected(damaged("the count or the checksum differs: lines are missing or were changed"));
        if (const auto more = next(); !more || *more) return std::unexpected(damaged("something follows the end"));
        return count;
      }
      if (auto r = row(json.begin().key(), *json.begin(), each); !r) return std::unexpected(r.error());
      ++count;
    }
    if (checked_) return std::unexpected(damaged("the end is missing"));
    return count;
  }

 private:
  store::Fault damaged(const std::string& what) const {
    return wrong(file_ + ", line " + std::to_string(number_) + ": " + what);
  }
  // The next line; null at the end of the file.
  store::Result<std::unique_ptr<Json>> next() {
    std::string text;
    ++number_;
    if (!std::getline(in_, text)) {
      if (in_.bad() || number_ == 1) return std::unexpected(wrong(file_ + ": cannot be read"));
      return nullptr;
    }
    if (checked_ && in_.eof()) return std::unexpected(damaged("cut off"));
    sum_.add(text);
    sum_.add("\n");
    auto json = parse_json(text, std::size_t{64} << 20);
    if (!json) return std::unexpected(damaged("damaged"));
    return std::make_unique<Json>(std::move(*json));
  }
  store::Result<void> row(const std::string& relation, const Json& row,
                          const std::function<store::Result<void>(const std::string&, const Json&)>& each) {
    const auto& names = store::Database::relations();
    if (std::ranges::find(names, relation) == names.end()) return std::unexpected(damaged("unknown part " + relation));
    const auto& columns = store::Database::columns(relation);
    // Older schemas have fewer columns; new ones come last.
    if (!row.is_array() || row.empty() || row.size() > columns.size() ||
        (schema_ == newest_ && row.size() != columns.size()))
      return std::unexpected(damaged("not a row of " + relation));
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i].is_string()) return std::unexpected(damaged(columns[i] + " is not a text"));
      if (store::Database::is_number(columns[i]) && !store::number(row[i].get_ref<const std::string&>()))
        return std::unexpected(damaged(columns[i] + " is not a number"));
    }
    ++counts_[relation];
    if (auto r = each(relation, row); !r) return std::unexpected(damaged(r.error().detail));
    return {};
  }

  std::istream& in_;
  std::string file_;
  bool checked_ = false;
  std::int64_t number_ = 0, schema_ = 0, newest_ = 0;
  Sha256 sum_;
  Counts counts_;
};

store::Result<void> insert(store::Database& db, const std::string& relation, const Json& row) {
  std::string columns, marks;
  std::vector<store::Value> values;
  for (const Json& value : row) {
    columns += (values.empty() ? "" : ", ") + store::Database::columns(relation)[values.size()];
    values.emplace_back(value.get<std::string>());
    marks += (values.size() == 1 ? "?" : ", ?") + std::to_string(values.size());
  }
  const auto done = db.sql().query("INSERT INTO " + relation + "(" + columns + ") VALUES (" + marks + ")", values);
  if (!done) return std::unexpected(done.error());
  return {};
}

void restore(const BackupOptions& given) {
  std::ifstream in(given.file, std::ios::binary);
  if (!in) fail(exit_input, "cannot_read", {{"file", given.file}});
  auto db = must(store::Database::open(database_or_default(given.database)));
  must(db.migrate());
  Reader reader(in, given.file);
  std::int64_t count = 0;
  const auto done = db.transaction([&]() -> store::Result<void> {
    for (const auto& relation : store::Database::relations()) {
      const auto some = db.sql().query("SELECT 1 FROM " + relation + " LIMIT 1");
      if (!some) return std::unexpected(some.error());
      if (!some->empty()) return std::unexpected(wrong("the database is not empty"));
    }
    const auto schema = db.schema_version();
    if (!schema) return std::unexpected(schema.error());
    if (auto r = reader.header(*schema, given.without_checksum); !r) return r;
    const auto rows =
        reader.rows([&](const std::string& relation, const Json& row) { return insert(db, relation, row); });
    if (!rows) return std::unexpected(rows.error());
    count = *rows;
    return {};
  });
  if (!done) fail(exit_input, "nothing_restored", {{"reason", done.error().detail}});
  if (!reader.checked()) std::cerr << "remise: " << say("backup.no_checksum") << '\n';
  std::cout << say("backup.restored", {{"n", count}}) << '\n';
}

}  // namespace

void add_backup(CLI::App& app) {
  auto given = std::make_shared<BackupOptions>();
  CLI::App* sub = add_hosting_command(app, "backup");
  sub->add_option("--db", given->database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  sub->add_option("FILE", given->file, "A new SQLite file, or lines of JSON where it ends with .jsonl")->required();
  add_lang(*sub);
  sub->callback([given] { backup(*given); });

  auto wanted = std::make_shared<BackupOptions>();
  CLI::App* back = add_hosting_command(app, "restore");
  back->add_option("--db", wanted->database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  back->add_flag("--without-checksum", wanted->without_checksum, "Take a backup of an older version, which has none");
  back->add_option("FILE", wanted->file, "A backup that ends with .jsonl")->required();
  add_lang(*back);
  back->callback([wanted] { restore(*wanted); });
}

}  // namespace remise::cli
