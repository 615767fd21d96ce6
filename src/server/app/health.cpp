#include "server/app/health.h"

#include <algorithm>

namespace remise::server {
namespace {

constexpr std::int64_t patience_ms = 1500;
constexpr std::int64_t write_pause = 5'000'000;  // microseconds: so long one write proves the next

}  // namespace

void Health::ask(Then then) {
  const auto id = next_++;
  waiting_.push_back({id, std::move(then)});
  loop_.after(patience_ms, [this, id] {
    const auto mine = std::ranges::find(waiting_, id, &Waiting::id);
    if (mine == waiting_.end()) return;
    const auto late = std::move(mine->then);
    waiting_.erase(mine);
    late(std::unexpected(store::Fault{store::Fault::Kind::unavailable, "the database does not answer in time"}));
  });
  if (!looking_) look();
}

void Health::look() {
  looking_ = true;
  const auto now = loop_.microseconds();
  const bool write = written_ == 0 || now - written_ >= write_pause;
  auto schema = std::make_shared<store::Result<std::int64_t>>();
  storage_.query(
      [schema, write, time = loop_.now()](store::Database& db) {
        *schema = db.schema_version();
        if (!*schema || !write) return;
        if (const auto done = db.prove_write(time); !done) *schema = std::unexpected(done.error());
      },
      [this, schema, write, now] {
        looking_ = false;
        if (!*schema) written_ = 0;  // the next one tries to write again
        if (*schema && write) written_ = now;
        for (const auto& one : std::exchange(waiting_, {})) one.then(*schema);
      });
}

}  // namespace remise::server
