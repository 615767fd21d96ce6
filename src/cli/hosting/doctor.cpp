#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/command.h"
#include "cli/hosting/call_settings.h"
#include "cli/hosting/config_file.h"
#include "cli/hosting/database.h"
#include "server/call/carrier.h"
#include "server/net/web_files.h"

namespace remise::cli {
namespace {

struct DoctorOptions {
  std::string config_file, database, web, origin, smtp_password_file;
  server::CallConfig calls;
  int port = 8840;
  bool json = false;
};

enum class Health { good, warning, bad };

// One thing looked at: what was found, and where it is not good what to do about it ("cli.doctor.NAME.ADVICE").
struct Finding {
  std::string name;
  Health health = Health::good;
  Json values = Json::object();
};

Finding look_at_database(const std::string& url) {
  Finding found{"database", Health::good, {{"database", url}, {"state", "good"}, {"schema", 0}, {"detail", ""}}};
  if (!store::Database::is_postgresql(url) && !std::filesystem::exists(url)) {
    found.values["state"] = "new";
    return found;
  }
  auto db = store::Database::open(url);
  const auto schema = db ? db->schema_version() : std::unexpected(db.error());
  if (!schema) {
    found.health = Health::bad;
    found.values["state"] = "bad", found.values["detail"] = schema.error().detail;
    return found;
  }
  found.values["schema"] = *schema;
  return found;
}

// How long it takes until a few bytes are on the disk: every group of moves waits for that.
Finding look_at_disk(const std::string& folder) {
  Finding found{"disk", Health::good, {{"folder", folder}, {"ms", -1}, {"free_mib", 0}}};
  const std::string path = folder + "/.remise-doctor-" + std::to_string(::getpid());
  const auto from = std::chrono::steady_clock::now();
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool synced = file >= 0 && ::write(file, path.data(), path.size()) > 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file), ::unlink(path.c_str());
  if (!synced) {
    found.health = Health::bad;
    return found;
  }
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - from).count();
  struct statvfs space {};
  if (::statvfs(folder.c_str(), &space) == 0) found.values["free_mib"] = (space.f_bavail * space.f_frsize) >> 20;
  found.values["ms"] = ms;
  if (ms > 50 || found.values["free_mib"] < 256) found.health = Health::warning;
  return found;
}

// Times stand in logs and decide how long tables are kept.
Finding look_at_clock() {
  const std::chrono::year_month_day today(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  const int year = static_cast<int>(today.year());
  return {"clock", year >= 2026 && year < 2100 ? Health::good : Health::bad, {{"year", std::to_string(year)}}};
}

Finding look_at_port(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in here{};
  here.sin_family = AF_INET, here.sin_port = htons(static_cast<std::uint16_t>(port));
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const bool free = socket >= 0 && ::bind(socket, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0;
  if (socket >= 0) ::close(socket);
  return {"port", free ? Health::good : Health::warning, {{"port", std::to_string(port)}, {"free", free}}};
}

Finding look_at_memory() {
  std::ifstream in("/proc/meminfo");
  std::string name;
  long kib = 0;
  for (std::string line; std::getline(in, line);)
    if (std::istringstream words(line); words >> name >> kib && name == "MemAvailable:") break;
  const long mib = name == "MemAvailable:" ? kib >> 10 : 0;
  return {"memory", mib >= 256 ? Health::good : Health::warning, {{"mib", mib}}};
}

Finding look_at_page(const std::string& web) {
  const std::size_t files = server::embedded_web().size();
  const bool here = web.empty() ? files > 0 : std::filesystem::is_regular_file(web + "/index.html");
  return {"page", here ? Health::good : Health::bad, {{"files", files}, {"folder", web.empty() ? Json() : Json(web)}}};
}

// Whether the mail server lets us in, and what waits to be sent.
Finding look_at_calls(DoctorOptions& given, const std::string& url) {
  Finding found{"calls",
                Health::good,
                {{"state", "off"},
                 {"push", given.calls.push()},
                 {"mail", given.calls.mail()},
                 {"webhooks", given.calls.webhooks},
                 {"detail", ""},
                 {"waiting", 0},
                 {"minutes", 0}}};
  if (!given.calls.any()) return found;
  found.values["state"] = "on";
  std::string wrong = calls_fault(given.calls, given.origin, given.smtp_password_file);
  if (wrong.empty() && given.calls.mail())
    if (const auto refused = server::try_mail_server(given.calls); !refused.empty())
      wrong = given.calls.smtp + ": " + refused;
  if (!wrong.empty()) {
    found.health = Health::bad;
    found.values["state"] = "bad", found.values["detail"] = wrong;
    return found;
  }
  const auto now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  auto db = store::Database::is_postgresql(url) || std::filesystem::exists(url)
                ? store::Database::open(url)
                : std::unexpected(store::Fault{store::Fault::Kind::unavailable, "new"});
  const auto waiting = db ? db->letters_waiting(now) : std::unexpected(db.error());
  if (!waiting) return found;  // a new database, or one the first line tells about
  const std::int64_t minutes = waiting->count > 0 ? (now - waiting->oldest) / 60'000 : 0;
  found.values["waiting"] = waiting->count, found.values["minutes"] = minutes;
  if (minutes > 15) found.health = Health::warning, found.values["state"] = "slow";
  return found;
}

void examine(DoctorOptions given) {
  const std::string database = database_or_default(given.database);
  const bool file = !store::Database::is_postgresql(database);
  const auto parent = std::filesystem::absolute(file ? database : ".").parent_path();
  const Finding findings[] = {look_at_database(database),
                              look_at_disk(parent.string()),
                              look_at_clock(),
                              look_at_port(given.port),
                              look_at_memory(),
                              look_at_page(given.web),
                              look_at_calls(given, database)};
  static constexpr const char* words[] = {"good", "warning", "bad"};
  Json list = Json::array();
  bool bad = false;
  for (const Finding& one : findings) {
    const char* const health = words[static_cast<int>(one.health)];
    bad = bad || one.health == Health::bad;
    list.push_back({{"name", one.name}, {"health", health}, {"values", one.values}});
    Json values = one.values;
    values["health"] = health;
    if (!given.json) std::cout << say("doctor." + one.name, values) << '\n';
  }
  if (given.json) std::cout << Json{{"findings", list}}.dump(2) << '\n';
  if (bad) leave(exit_difference);
}

}  // namespace

void add_doctor(CLI::App& app) {
  auto given = std::make_shared<DoctorOptions>();
  CLI::App* sub = add_hosting_command(app, "doctor");
  sub->footer(
      "Exit code 1: something would keep the server from working. Example: remise doctor --db "
      "/var/lib/remise/remise.db");
  sub->add_option("--db", given->database, "SQLite file, or postgresql://...")->envname("REMISE_DB");
  sub->add_option("--port", given->port, "Port of the server")
      ->envname("REMISE_PORT")
      ->capture_default_str()
      ->check(CLI::Range(1, 65535));
  sub->add_option("--web", given->web, "Folder of the web client instead of the one in this program")
      ->envname("REMISE_WEB");
  sub->add_flag("--json", given->json, "For programs");
  add_lang(*sub);
  const auto add = [&](const char* flag, std::string& value, const char* text, const char* variable) {
    return sub->add_option(flag, value, text)->envname(variable);
  };
  const auto add_flag = [&](const char* flag, bool& value, const char* text, const char* variable) {
    return sub->add_flag(flag, value, text)->envname(variable);
  };
  sub->add_option("--config", given->config_file, "Settings of the server, to be looked at")
      ->envname("REMISE_CONFIG")
      ->configurable(false);
  add("--origin", given->origin, "Public address, such as https://trams.example", "REMISE_ORIGIN");
  add_call_settings(add, add_flag, given->calls, given->smtp_password_file);
  add("--call-certificates", given->calls.certificates, "File of authorities to believe instead of the system's",
      "REMISE_CALL_CERTIFICATES");
  sub->callback([given, sub] {
    if (!given->config_file.empty()) read_config_file(*sub, given->config_file, true);
    examine(*given);
  });
}

}  // namespace remise::cli
