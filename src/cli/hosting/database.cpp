#include "cli/hosting/database.h"

#include <cstdlib>
#include <filesystem>

#include "cli/command.h"

namespace remise::cli {

std::string database_or_default(const std::string& given) {
  if (!given.empty()) return given;
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder =
      data && *data ? std::filesystem::path(data) : std::filesystem::path(home && *home ? home : ".") / ".local/share";
  folder /= "remise";
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) fail(exit_input, "in_file", {{"file", folder.string()}, {"reason", fault.message()}});
  return folder / "remise.db";
}

void fail_on(const store::Fault& fault) { fail(exit_input, "database_says", {{"detail", fault.detail}}); }

store::Database open_database(const std::string& given) {
  const std::string url = database_or_default(given);
  if (!store::Database::is_postgresql(url) && !std::filesystem::exists(url))
    fail(exit_input, "no_database", {{"database", url}});
  auto db = must(store::Database::open(url));
  must(db.migrate());
  return db;
}

}  // namespace remise::cli
