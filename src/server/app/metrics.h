// What the server counts, for /metrics. May be called from any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace remise::server {

class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  void moved(std::string_view by, double seconds);  // by "human" or "bot": from the request to the commit
  void refused(std::string_view code);
  void answered(int status);
  void committed(std::size_t writes, double seconds);
  void commit_failed();
  void conflicted();
  void heard(std::string_view kind);  // a notice: "log", "presence", "revoked", "jobs"
  void listened();                    // channels were added to those listened to
  void connections(int change);
  void loaded(double seconds);  // a table, from its log
  void set_tables(std::size_t cached);
  void set_bot_jobs(std::size_t running);
  void sent(std::size_t bytes);
  void letter(std::string_view way, std::string_view result);  // "sent", "later", "failed"
  void set_letters(std::size_t waiting, double oldest_seconds);

  std::string text() const;

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace remise::server
