#include "sim/judge.h"

#include <map>
#include <set>

#include "server/table/updates.h"

namespace remise::sim {
namespace {

// Where each request stands in the log.
using Places = std::map<std::string, std::vector<std::int64_t>>;

Places places_of(const std::vector<store::Entry>& entries) {
  Places places;
  for (const auto& entry : entries) {
    const Json payload = Json::parse(entry.payload);
    if (payload.contains("key")) places[payload["key"]].push_back(entry.number);
  }
  return places;
}

void judge_requests(const Player::Seen& seen, const Places& places, Report& report) {
  for (const Asked& asked : seen.asked) {
    const auto found = places.find(asked.key);
    const std::size_t times = found == places.end() ? 0 : found->second.size();
    const std::string name = asked.key + " (" + asked.message.dump() + ")";
    if (times > 1) report.wrong(name + " is in the log " + std::to_string(times) + " times");
    if (asked.acknowledged && times == 0) report.wrong(name + " was acknowledged and is lost");
    const std::string type = asked.message["type"];
    // Another deed may be refused by one node while its copy waits at another and succeeds later; a move may not: the
    // position it answers is gone for good.
    if (asked.refused && times > 0 && type == "move")
      report.wrong(name + " was refused (" + asked.code + ") and is in the log");
    if (asked.acknowledged && times == 1 && type == "move" && asked.rev != found->second.front())
      report.wrong(name + " was acknowledged as " + std::to_string(asked.rev) + " and is " +
                   std::to_string(found->second.front()));
  }
}

void judge_eyes(const std::string& who, const Player::Seen& seen, const server::Table& truth, Report& report) {
  const Viewer viewer = server::viewer_of(seen.seat);
  if (seen.rev != truth.rev())
    return report.wrong(who + " sees position " + std::to_string(seen.rev) + ", the log says " +
                        std::to_string(truth.rev()));
  if (seen.view != truth.match()->view(viewer)) report.wrong(who + " sees something else than the log says");
  if (seen.log_from != 0 || seen.chat_more) report.wrong(who + " is not given the older pages");
  Json log = truth.match()->log(viewer, 0);
  for (Json& move : log) truth.mark(move["n"]).write(move);
  if (Json(seen.log) != log) report.wrong(who + " has another log: " + Json(seen.log).dump() + " for " + log.dump());
  if (seen.chat.size() != truth.chat().size()) report.wrong(who + " has not read the whole chat, or more than that");
}

// A link opens the seat it was made for, once, and only as long as nothing about that seat has changed.
void judge_links(const std::vector<store::Entry>& entries, Report& report) {
  std::map<std::string, std::size_t> alive;  // by hash: the seat
  for (const auto& entry : entries) {
    const Json p = Json::parse(entry.payload);
    const auto seat = p.value("seat", std::size_t{0});
    if (entry.kind == "link") alive[p["hash"]] = seat;
    if (entry.kind == "seat" || entry.kind == "seated" || entry.kind == "left")
      std::erase_if(alive, [&](const auto& link) { return link.second == seat; });
    if (entry.kind == "started") alive.clear();
    if (entry.kind != "holder" || !p.contains("link")) continue;
    const auto link = alive.find(p["link"]);
    if (link == alive.end() || link->second != seat) report.wrong("a dead link opens seat " + std::to_string(seat));
    if (link != alive.end()) alive.erase(link);
    ++report.claims;
  }
}

// Nobody's time is up before it is, and nothing is done in advance that nobody has decided.
void judge_clocks_and_plans(const std::string& table, const std::vector<store::Entry>& entries,
                            const server::Games& games, const std::set<int>& planned, Report& report) {
  server::Table now(table, games);
  for (const auto& entry : entries) {
    const Json p = Json::parse(entry.payload);
    const auto seat = p.value("seat", 0);
    if (entry.kind == "time_up") {
      ++report.time_up;
      const auto until = now.clocks().until(static_cast<std::size_t>(seat));
      if (!until || *until > entry.time) report.wrong("time is up too early at " + table);
    }
    if (entry.kind == "move" && p.contains("advance")) {
      ++report.advance;
      if (!now.has_plans(seat)) report.wrong("a move in advance that nobody has planned at " + table);
      if (!planned.contains(p["action"]["value"].get<int>())) report.wrong("a plan made another move at " + table);
    }
    if (entry.kind == "move" && p.contains("minded")) {
      ++report.minded;
      if (!now.seats()[static_cast<std::size_t>(seat)].by_bot()) report.wrong("a bot moves for somebody who is there");
    }
    now.apply(entry);
  }
}

}  // namespace

void judge_table(const std::string& table, Disk& disk, const server::Games& games,
                 const std::vector<std::unique_ptr<Player>>& players, Report& report) {
  const auto entries = disk.database().entries(table, 0).value();
  for (std::size_t n = 0; n < entries.size(); ++n)
    if (entries[n].number != static_cast<std::int64_t>(n)) report.wrong("the log of " + table + " has a gap");
  server::Table truth(table, games);
  truth.load(entries);
  if (truth.broken())
    return report.wrong("the log of " + table + " cannot be read: " + to_json(*truth.broken()).dump());
  if (!truth.bots_to_act().empty()) report.wrong("a bot at " + table + " never moves");
  judge_links(entries, report);
  std::set<int> values;
  for (const auto& player : players)
    if (const auto seen = player->tables().find(table); seen != player->tables().end())
      for (const auto& asked : seen->second.asked)
        if (asked.message["type"] == "plans")
          for (const Json& plan : asked.message["plans"]) values.insert(plan["value"].get<int>());
  judge_clocks_and_plans(table, entries, games, values, report);
  const Places places = places_of(entries);
  for (std::size_t n = 0; n < players.size(); ++n) {
    const auto seen = players[n]->tables().find(table);
    if (seen == players[n]->tables().end()) continue;
    judge_requests(seen->second, places, report);
    judge_eyes("p" + std::to_string(n) + " at " + table, seen->second, truth, report);
  }
}

}  // namespace remise::sim
