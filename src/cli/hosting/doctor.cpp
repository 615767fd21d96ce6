#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/command.h"
#include "cli/hosting/database.h"
#include "cli/hosting/settings.h"
#include "server/call/texts.h"
#include "server/net/web_files.h"

namespace remise::cli {
namespace {

struct DoctorOptions {
  Settings settings;
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
  const bool free = ::bind(socket, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0;
  ::close(socket);
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

// Whether somebody listens at smtp://HOST[:PORT] or smtps://..., within a few seconds.
bool answers(const std::string& url) {
  const auto from = url.find("://") + 3;
  const auto end = std::min(url.find('/', from), url.size());
  const auto colon = url.find(':', from);
  const bool given = colon < end;
  const std::string host = url.substr(from, (given ? colon : end) - from);
  const std::string port = given ? url.substr(colon + 1, end - colon - 1) : url.starts_with("smtps") ? "465" : "25";
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &wanted, &list) != 0) return false;
  bool reached = false;
  for (const addrinfo* at = list; at && !reached; at = at->ai_next) {
    const int socket = ::socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0) continue;
    pollfd ready{socket, POLLOUT, 0};
    int fault = 0;
    socklen_t size = sizeof fault;
    const bool begun = ::connect(socket, at->ai_addr, at->ai_addrlen) == 0 || errno == EINPROGRESS;
    reached = begun && ::poll(&ready, 1, 3000) == 1 && ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 &&
              fault == 0;
    ::close(socket);
  }
  ::freeaddrinfo(list);
  return reached;
}

// How people who do not look are called. `state` is "off", "good", or what is missing.
Finding call_finding(const char* name, const std::string& state, Json values = Json::object()) {
  values["state"] = state;
  const Health health = state == "off" || state == "good"             ? Health::good
                        : state == "unreachable" || state == "secure" ? Health::warning
                                                                      : Health::bad;
  return {name, health, std::move(values)};
}
Finding look_at_mail(const Settings& given) {
  const auto& config = given.server.config;
  const auto& calls = config.calls;
  const std::string& file = given.smtp_password_file;
  const char* const state = !calls.mail()                                  ? "off"
                            : config.origin.empty()                        ? "origin"
                            : !server::is_mail_address(calls.mail_from)    ? "from"
                            : !file.empty() && !std::ifstream(file).good() ? "password"
                            : !answers(calls.smtp)                         ? "unreachable"
                                                                           : "good";
  return call_finding("mail", state, {{"server", calls.smtp}, {"file", file}});
}
Finding look_at_push(const Settings& given) {
  const auto& config = given.server.config;
  // Browsers take pushes from pages they trust alone.
  const bool secure = config.origin.starts_with("https://") || config.origin.starts_with("http://localhost") ||
                      config.origin.starts_with("http://127.0.0.1");
  return call_finding("push", config.calls.contact.empty() ? "off" : secure ? "good" : "secure");
}
Finding look_at_webhooks(const Settings& given) {
  const auto& config = given.server.config;
  return call_finding("webhooks", !config.calls.webhooks ? "off" : config.origin.empty() ? "origin" : "good");
}
// Calls go to servers that prove who they are.
Finding look_at_certificates(const Settings& given) {
  const auto& calls = given.server.config.calls;
  const std::string file = calls.certificates.empty() ? "/etc/ssl/certs/ca-certificates.crt" : calls.certificates;
  const char* const state = !calls.any() ? "off" : std::ifstream(file).good() ? "good" : "missing";
  return call_finding("certificates", state, {{"file", file}});
}

void examine(const DoctorOptions& given) {
  const Settings& settings = given.settings;
  const std::string database = database_or_default(settings.server.database);
  const bool file = !store::Database::is_postgresql(database);
  const auto parent = std::filesystem::absolute(file ? database : ".").parent_path();
  const Finding findings[] = {look_at_database(database),
                              look_at_disk(parent.string()),
                              look_at_clock(),
                              look_at_port(settings.server.port),
                              look_at_memory(),
                              look_at_page(settings.server.config.web),
                              look_at_mail(settings),
                              look_at_push(settings),
                              look_at_webhooks(settings),
                              look_at_certificates(settings)};
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
      "It takes every setting of serve, from the same file and variables. Exit code 1: something would keep the server "
      "from "
      "working.\n"
      "Example: remise doctor --db /var/lib/remise/remise.db");
  add_settings(*sub, given->settings);
  sub->add_flag("--json", given->json, "For programs")->configurable(false);
  sub->callback([given, sub] {
    read_settings(*sub, given->settings);
    examine(*given);
  });
}

}  // namespace remise::cli
