// One connection to one database. Two drivers stand behind it, SQLite and PostgreSQL; everything above speaks the SQL
// both understand. Not for use by two threads at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/entry.h"

namespace remise::store {

// `code` is for people (data/locale), `detail` for the log of the server only.
struct Fault {
  enum class Kind : std::uint8_t { unavailable, full, taken, broken };
  Kind kind = Kind::broken;
  std::string detail;
};

template <class T>
using Result = std::expected<T, Fault>;

using Value = std::variant<std::nullptr_t, std::int64_t, std::string>;
using Row = std::vector<std::string>;  // a null reads as an empty text
using Rows = std::vector<Row>;

// What a text of a row says as a number; nothing where it says none: someone may have written into the database by
// hand.
std::optional<std::int64_t> number(std::string_view text);

class Sql {
 public:
  virtual ~Sql() = default;

  virtual bool shared() const = 0;  // other processes may write to the same database
  // Parameters are ?1, ?2, ... Between BEGIN and COMMIT a lost connection fails everything up to the end.
  virtual Result<Rows> query(std::string_view sql, std::span<const Value> values = {}) = 0;
  // All writes in one durable transaction; each belongs to another table. False where the number was taken already, or
  // the table was removed: nothing of that write is kept. On a fault nothing may have been kept, or everything (the
  // answer to a commit can be lost).
  virtual Result<std::vector<bool>> commit(std::span<const Write> writes) = 0;
};

// Nobody waits longer than `patience` for PostgreSQL, or for another process that has locked an SQLite file. After a
// wait in vain every question is told for a moment, at once, that the database is unavailable.
Result<std::unique_ptr<Sql>> open_sqlite(const std::string& path, std::chrono::milliseconds patience);
Result<std::unique_ptr<Sql>> open_postgresql(const std::string& url, std::chrono::milliseconds patience);

}  // namespace remise::store
