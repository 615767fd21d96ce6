#include "server/app/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace remise::server {
namespace {

const prometheus::Histogram::BucketBoundaries second_steps{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05,
                                                           0.1,    0.2,   0.5,   1,     2,    5};
const prometheus::Histogram::BucketBoundaries sizes{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

prometheus::Family<prometheus::Counter>& counter(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}
prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}
prometheus::Family<prometheus::Histogram>& histogram(prometheus::Registry& registry, const char* name,
                                                     const char* help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
}

}  // namespace

struct Metrics::Families {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Histogram>& moves =
      histogram(registry, "remise_move_seconds", "From a move's arrival to its commit");
  prometheus::Family<prometheus::Counter>& refused =
      counter(registry, "remise_refused_total", "Requests and messages refused, by code");
  prometheus::Family<prometheus::Counter>& answers =
      counter(registry, "remise_http_answers_total", "HTTP answers, by status");
  prometheus::Histogram& commits =
      histogram(registry, "remise_commit_seconds", "Duration of a group commit").Add({}, second_steps);
  prometheus::Histogram& commit_writes =
      histogram(registry, "remise_commit_writes", "Entries in one group commit").Add({}, sizes);
  prometheus::Counter& commit_failures =
      counter(registry, "remise_commit_failures_total", "Commits the database did not confirm").Add({});
  prometheus::Counter& conflicts =
      counter(registry, "remise_conflicts_total", "Entries another node wrote first").Add({});
  prometheus::Family<prometheus::Counter>& notices =
      counter(registry, "remise_notices_total", "Notices heard from the database, by kind");
  prometheus::Counter& listens =
      counter(registry, "remise_listens_total", "Statements that added channels to those listened to").Add({});
  prometheus::Gauge& connections = gauge(registry, "remise_connections", "Open WebSocket connections");
  prometheus::Histogram& loads =
      histogram(registry, "remise_load_seconds", "Loading a table from its log").Add({}, second_steps);
  prometheus::Gauge& tables = gauge(registry, "remise_tables_cached", "Tables held in memory");
  prometheus::Gauge& bots = gauge(registry, "remise_bots_thinking", "Bot moves being computed");
  prometheus::Counter& bytes = counter(registry, "remise_sent_bytes_total", "Bytes of WebSocket frames sent").Add({});
  prometheus::Family<prometheus::Counter>& letters =
      counter(registry, "remise_letters_total", "Calls to people, by way and what became of the try");
  prometheus::Gauge& letters_waiting =
      gauge(registry, "remise_letters_waiting", "Letters of all nodes that are due and not sent");
  prometheus::Gauge& letters_oldest =
      gauge(registry, "remise_letters_oldest_seconds", "How long the oldest of them has waited");
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {}
Metrics::~Metrics() = default;

void Metrics::moved(std::string_view by, double s) {
  families_->moves.Add({{"by", std::string(by)}}, second_steps).Observe(s);
}
void Metrics::refused(std::string_view code) { families_->refused.Add({{"code", std::string(code)}}).Increment(); }
void Metrics::answered(int status) { families_->answers.Add({{"status", std::to_string(status)}}).Increment(); }
void Metrics::committed(std::size_t writes, double s) {
  families_->commits.Observe(s);
  families_->commit_writes.Observe(static_cast<double>(writes));
}
void Metrics::commit_failed() { families_->commit_failures.Increment(); }
void Metrics::conflicted() { families_->conflicts.Increment(); }
void Metrics::heard(std::string_view kind) { families_->notices.Add({{"kind", std::string(kind)}}).Increment(); }
void Metrics::listened() { families_->listens.Increment(); }
void Metrics::connections(int change) { families_->connections.Increment(change); }
void Metrics::loaded(double s) { families_->loads.Observe(s); }
void Metrics::set_tables(std::size_t cached) { families_->tables.Set(static_cast<double>(cached)); }
void Metrics::set_bot_jobs(std::size_t running) { families_->bots.Set(static_cast<double>(running)); }
void Metrics::sent(std::size_t bytes) { families_->bytes.Increment(static_cast<double>(bytes)); }

void Metrics::letter(std::string_view way, std::string_view result) {
  families_->letters.Add({{"way", std::string(way)}, {"result", std::string(result)}}).Increment();
}
void Metrics::set_letters(std::size_t waiting, double oldest_seconds) {
  families_->letters_waiting.Set(static_cast<double>(waiting));
  families_->letters_oldest.Set(oldest_seconds);
}

std::string Metrics::text() const { return prometheus::TextSerializer().Serialize(families_->registry.Collect()); }

}  // namespace remise::server
