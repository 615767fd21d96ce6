#include "sim/judge_calls.h"

#include <map>
#include <set>

#include "server/call/caller.h"
#include "server/call/crypto.h"

namespace remise::sim {
std::vector<Turn> turns_of(const std::string& id, Disk& disk, const server::Games& games) {
  std::vector<Turn> turns;
  std::map<std::size_t, std::size_t> open;  // by seat
  server::Table table(id, games);
  const auto entries = disk.database().entries(id, 0).value();
  for (const auto& entry : entries) {
    const auto before = table.awaited();
    const auto sat = table.seats();
    table.apply(entry);
    const auto after = table.awaited();
    const std::int64_t time = disk.written.at({id, entry.number});
    for (std::size_t s = 0; s < after.size(); ++s) {
      // Who comes to have another name, an account for instance, is still the same one, and so is the turn.
      const bool same =
          !before[s].empty() && !after[s].empty() && std::ranges::any_of(sat[s].holders, [&](const std::string& one) {
            return std::ranges::find(table.seats()[s].holders, one) != table.seats()[s].holders.end();
          });
      if (same) {
        turns[open.at(s)].holder = after[s];
      } else if (before[s] != after[s]) {
        if (!before[s].empty()) turns[open.at(s)].until = time;
        open.erase(s);
        if (!after[s].empty()) {
          open[s] = turns.size();
          turns.push_back({id,
                           after[s],
                           s,
                           entry.number,
                           time,
                           -1,
                           {},
                           table.clocks().timed() ? table.clocks().until(s).value_or(0) : 0});
        }
      }
      if (open.contains(s))
        turns[open[s]].holders.insert(table.seats()[s].holders.begin(), table.seats()[s].holders.end());
    }
  }
  return turns;
}

std::string letter_id(const std::string& kind, const Turn& turn, const std::string& way) {
  return server::name_of(kind + " " + turn.table + " " + std::to_string(turn.seat) + " " + std::to_string(turn.number) +
                         " " + way);
}

namespace {

class CallsJudge {
 public:
  CallsJudge(const std::vector<std::string>& tables, Disk& disk, const server::Games& games, const Post& post,
             const std::vector<std::unique_ptr<Player>>& players, std::int64_t now, const Expected& expected,
             Report& report)
      : disk_(disk), post_(post), players_(players), now_(now), expected_(expected), report_(report) {
    for (const auto& table : tables)
      for (auto& turn : turns_of(table, disk, games)) turns_.push_back(std::move(turn));
    const auto rows = disk.database().sql().query("SELECT id, holder, active FROM ways").value();
    for (const auto& row : rows) ways_[row[0]] = {row[1], row[2] != "0"};
    for (const auto& [way, holder] : disk.all_ways) ways_.try_emplace(way, WayKnown{holder, false});
    for (std::size_t t = 0; t < turns_.size(); ++t)
      for (const auto& [way, known] : ways_)
        for (const char* kind : {"turn", "reminder"}) meant_[letter_id(kind, turns_[t], way)] = {t, way, kind};
  }

  void judge() {
    for (std::size_t n = 0; n < post_.sent.size(); ++n) judge_letter(n);
    for (const Turn& turn : turns_)
      if (turn.open()) judge_open(turn);
    judge_rows();
  }

 private:
  struct WayKnown {
    std::string holder;
    bool active = false;
  };
  struct Meant {
    std::size_t turn = 0;
    std::string way, kind;
  };

  const Player* who(const std::string& holder) const {
    for (const auto& player : players_)
      if (player->is(holder)) return player.get();
    return nullptr;
  }

  void judge_letter(std::size_t n) {
    const SentLetter& sent = post_.sent[n];
    ++report_.letters;
    const auto meant = meant_.find(sent.parcel.id);
    if (meant == meant_.end()) return report_.wrong("a letter that belongs to no turn: " + sent.parcel.body);
    const auto& [t, way, kind] = meant->second;
    const Turn& turn = turns_[t];
    const std::string& holder = ways_.at(way).holder;
    const std::string name = kind + " " + turn.table + " " + std::to_string(turn.seat) + " " +
                             std::to_string(turn.number) + " for " + holder.substr(0, 8);
    if (holder != "t:" + turn.table && !turn.holders.contains(holder)) report_.wrong(name + " goes to a stranger");
    if (kind == "reminder") ++report_.reminders;
    const std::int64_t at = sent.at / millisecond;
    if (expected_.right_clocks && expected_.good_disk && at < turn.from + expected_.after - 1500)
      report_.wrong(name + " comes too early");
    if (expected_.good_disk && !turn.open() && at > turn.until + 3000)
      report_.wrong(name + " comes " + std::to_string(at - turn.until) + " ms after the move");
    if (const Player* player = who(holder); player && expected_.good_disk && expected_.right_clocks &&
                                            expected_.sessions_last && player->looked(sent.at - 25 * second, sent.at))
      report_.wrong(name + " reaches somebody who looks at the table");
    judge_again(n, name);
  }

  // The same letter once more: only where nobody could know that it had arrived, and then it is the same.
  void judge_again(std::size_t n, const std::string& name) {
    const SentLetter& sent = post_.sent[n];
    const auto [before, first] = last_.try_emplace(sent.parcel.id, n);
    if (first) return;
    const SentLetter& earlier = post_.sent[before->second];
    before->second = n;
    ++report_.letters_again;
    if (earlier.parcel.body != sent.parcel.body || earlier.parcel.topic != sent.parcel.topic ||
        earlier.parcel.to != sent.parcel.to)
      report_.wrong(name + " is another one the second time");
    if (expected_.good_disk && earlier.told && earlier.answer == server::Delivery::Result::done)
      report_.wrong(name + " is sent again though it is known to have arrived");
  }

  // In peace nobody who is waited for and does not look goes without a letter.
  void judge_open(const Turn& turn) {
    for (const auto& [way, known] : ways_) {
      if (!known.active || !turn.holders.contains(known.holder)) continue;
      const Player* player = who(known.holder);
      if (!player || player->looks()) continue;
      const std::string id = letter_id("turn", turn, way);
      const bool done = std::ranges::any_of(post_.sent, [&](const SentLetter& sent) {
        return sent.parcel.id == id && (sent.arrived || sent.answer == server::Delivery::Result::never);
      });
      if (done) {
        ++report_.told;
        continue;
      }
      const store::Value values[] = {id};
      const bool waits = !disk_.database().sql().query("SELECT 1 FROM letters WHERE id = ?1", values).value().empty();
      const bool due_later = !expected_.right_clocks || now_ - turn.from < expected_.after + 60'000;
      if (!waits && !due_later)
        report_.wrong("nobody calls " + known.holder.substr(0, 8) + " at " + turn.table + " since " +
                      std::to_string(now_ - turn.from) + " ms");
    }
  }

  // Whoever is waited for stands in the queue of calls, and nobody else.
  void judge_rows() {
    std::set<std::string> there, right;
    const auto queue = disk_.database().sql().query("SELECT table_id, seat, number, holder FROM calls").value();
    for (const auto& row : queue) there.insert(row[0] + " " + row[1] + " " + row[2] + " " + row[3]);
    for (const Turn& turn : turns_)
      if (turn.open())
        right.insert(turn.table + " " + std::to_string(turn.seat) + " " + std::to_string(turn.number) + " " +
                     turn.holder);
    for (const auto& row : right)
      if (!there.contains(row)) report_.wrong("somebody is waited for and does not stand in the queue: " + row);
    for (const auto& row : there)
      if (!right.contains(row)) report_.wrong("somebody stands in the queue and is not waited for: " + row);
  }

  Disk& disk_;
  const Post& post_;
  const std::vector<std::unique_ptr<Player>>& players_;
  std::int64_t now_;
  const Expected& expected_;
  Report& report_;
  std::vector<Turn> turns_;
  std::map<std::string, WayKnown> ways_;
  std::map<std::string, Meant> meant_;
  std::map<std::string, std::size_t> last_;
};

}  // namespace

void judge_calls(const std::vector<std::string>& tables, Disk& disk, const server::Games& games, const Post& post,
                 const std::vector<std::unique_ptr<Player>>& players, std::int64_t now, const Expected& expected,
                 Report& report) {
  CallsJudge(tables, disk, games, post, players, now, expected, report).judge();
}

}  // namespace remise::sim
