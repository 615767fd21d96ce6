// What the subcommands around the server's database share.
#pragma once

#include <string>

#include "store/database.h"

namespace remise::cli {

// The given URL or path, or remise.db below the user's data directory (which is made).
std::string database_or_default(const std::string& given);

// Opens an existing database, or fails with a message.
store::Database open_database(const std::string& given);

// The value, or the end of the program with the database's words.
template <class T>
T must(store::Result<T> result);

[[noreturn]] void fail_on(const store::Fault& fault);

template <class T>
T must(store::Result<T> result) {
  if (!result) fail_on(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace remise::cli
