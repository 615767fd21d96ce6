#include "server/table/updates.h"

#include <algorithm>

#include "io/board/raster.h"
#include "io/text/renderer.h"

namespace remise::server {
namespace {

Json seat_or_null(int seat) { return seat < 0 ? Json(nullptr) : Json(seat); }

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Several clients look through the same eyes (all spectators do): the text is made once per position.
const std::string& view_text(Room& room, int seat) {
  auto& [rev, text] = room.views[seat];
  if (text.empty() || rev != room.table->rev()) {
    rev = room.table->rev();
    text.clear();
    room.table->match()->write_view(text, viewer_of(seat));
  }
  return text;
}

// The members "position" and "from": the change where the client has the position before, else the whole.
std::string position_text(Room& room, int seat, std::int64_t seen_rev) {
  const Table& table = *room.table;
  ShownPosition& shown = room.positions[seat];
  if (shown.rev != table.rev()) {
    Known now = table.match()->known(viewer_of(seat));
    shown.change = shown.rev < 0 ? "" : known_text(now, shown.known.state);
    shown.from = shown.rev;
    shown.rev = table.rev();
    shown.known = std::move(now);
  }
  if (shown.from < 0 || shown.from != seen_rev) return ",\"position\":" + known_text(shown.known);
  return ",\"from\":" + std::to_string(shown.from) + ",\"position\":" + shown.change;
}

Json chat_json(const ChatLine& line) {
  return {{"number", line.number},
          {"seat", line.seat < 0 ? Json(nullptr) : Json(line.seat)},
          {"name", line.name},
          {"text", line.text},
          {"time", line.time}};
}

// Moves [from, end) as a list.
std::string log_text(const Table& table, int seat, std::size_t from, std::size_t end) {
  std::string text;
  table.match()->write_log(text, viewer_of(seat), from, end);
  if (!table.marked_between(from, end)) return text;
  Json log = Json::parse(text);
  for (Json& move : log) table.mark(move["n"]).write(move);
  return dump(log);
}

// What is new in the chat since the line with this number, the newest page of it.
std::string new_chat(const Table& table, std::int64_t seen, const Pages& pages) {
  const auto& chat = table.chat();
  const auto first_new = std::ranges::upper_bound(chat, seen, {}, &ChatLine::number);
  const auto page = static_cast<std::ptrdiff_t>(pages.chat);
  const auto from = chat.end() - first_new > page ? chat.end() - page : first_new;
  Json lines = Json::array();
  for (auto line = from; line != chat.end(); ++line) lines.push_back(chat_json(*line));
  return ",\"chat\":" + dump(lines) + (from == first_new ? "" : ",\"chat_more\":true");
}

}  // namespace

std::string deciding(const Match& match) {
  const Json view = match.view(Viewer::spectator());
  if (!view.contains("state")) return "";
  for (const char* name : {"step", "phase"})
    if (const Json& state = view["state"]; state.is_object() && state.contains(name) && state[name].is_string()) {
      std::string word = state[name];
      if (word.starts_with("act") && word.find('.') != std::string::npos) word.erase(0, word.find('.') + 1);
      return std::string(match.game().id()) + "." + name + "." + word;
    }
  return "";
}

Viewer viewer_of(int seat) { return seat < 0 ? Viewer::spectator() : Viewer::of(id_at<Seat>(seat)); }

Json info_for(const Table& table, const Holders& who) {
  Json info = table.info();
  info["mine"] = seat_or_null(table.seat_of(who));
  info["hosting"] = table.is_host(who);
  return info;
}

Json summary_for(const std::string& stored, const Holders& who) {
  auto json = parse_json(stored);
  if (!json || !json->is_object()) return nullptr;
  (*json)["mine"] = nullptr;
  const Json holders = json->value("holders", Json::array());
  // Of several seats the one that is to move, else the lowest.
  const Json to_act = json->value("to_act", Json::array());
  for (std::size_t s = holders.size(); s-- > 0;)
    for (const auto& holder : who)
      if (std::ranges::find(holders[s], Json(holder)) != holders[s].end()) {
        const bool taken = !(*json)["mine"].is_null() && std::ranges::find(to_act, (*json)["mine"]) != to_act.end();
        if (!taken || std::ranges::find(to_act, Json(s)) != to_act.end()) (*json)["mine"] = s;
      }
  json->erase("holders");
  return *json;
}

std::string update_text(Room& room, Seen& seen, const Holders& who, const Presence* presence, const Pages& pages,
                        const std::string& extra) {
  const Table& table = *room.table;
  const int seat = table.seat_of(who);
  const bool first = seen.seat == -2;
  const bool other_eyes = seat != seen.seat;
  std::string parts = extra;
  if (seen.info != table.info_number() || other_eyes)
    parts += ",\"info\":" + dump(info_for(table, who)) + ",\"you\":" + dump(seat_or_null(seat));
  if (table.match() && (seen.rev != table.rev() || (other_eyes && !first))) {
    const std::size_t length = table.match()->length();
    const std::size_t known = other_eyes && !first ? 0 : table.kept_since(seen.rev);
    const std::size_t from = std::max(known, length - std::min(length, pages.log));
    parts += seen.engine ? position_text(room, seat, other_eyes && !first ? -1 : seen.rev)
                         : ",\"view\":" + view_text(room, seat);
    parts += ",\"log_from\":" + std::to_string(from) + ",\"log\":" + log_text(table, seat, from, length) +
             (from > known ? ",\"log_anew\":true" : "");
  }
  if (table.match() && (seen.rev != table.rev() || seen.info != table.info_number()))
    parts += ",\"turn\":" + dump(table.turn());
  if (!table.chat().empty() && table.chat().back().number > seen.chat) {
    parts += new_chat(table, seen.chat, pages);
    seen.chat = table.chat().back().number;
  }
  if (presence && presence->version != seen.presence) {
    parts += ",\"presence\":" + dump(presence->json);
    seen.presence = presence->version;
  }
  if (parts.empty()) return parts;
  seen.rev = table.rev();
  seen.info = table.info_number();
  seen.seat = seat;
  return "{\"type\":\"update\",\"table\":\"" + room.id + "\",\"rev\":" + std::to_string(table.rev()) + parts + "}";
}

Json plans_for(const Table& table, int seat, const std::string& stored) {
  // Who had the seat before has planned for nobody else's eyes.
  auto json = parse_json(stored.empty() ? "{}" : stored);
  if (json && json->value("n", std::int64_t{0}) < table.seats()[static_cast<std::size_t>(seat)].since)
    json = Json::object();
  Json plans = json ? json->value("plans", Json::array()) : Json::array();
  for (Json& plan : plans) plan.erase("memory");
  const bool over = !table.match() || table.status() == Table::Status::finished;
  return {{"on", table.has_plans(seat)},
          {"plans", std::move(plans)},
          {"stopped", json ? json->value("stopped", Json::array()) : Json::array()},
          {"options", over ? Json::array() : table.match()->plans(id_at<Seat>(seat))}};
}

std::string older_chat(const Table& table, std::int64_t before, const Pages& pages) {
  const auto& chat = table.chat();
  const auto end = std::ranges::lower_bound(chat, before, {}, &ChatLine::number);
  const auto from = end - std::min(end - chat.begin(), static_cast<std::ptrdiff_t>(pages.chat));
  Json lines = Json::array();
  for (auto line = from; line != end; ++line) lines.push_back(chat_json(*line));
  return "\"lines\":" + dump(lines) + ",\"more\":" + (from != chat.begin() ? "true" : "false");
}

std::string older_log(const Table& table, const Holders& who, std::size_t before, const Pages& pages) {
  const std::size_t end = std::min(before, table.match() ? table.match()->length() : 0);
  const std::size_t from = end - std::min(end, pages.log);
  return "\"from\":" + std::to_string(from) +
         ",\"log\":" + (table.match() ? log_text(table, table.seat_of(who), from, end) : "[]");
}

std::expected<std::string, Error> history_view(const Table& table, const Holders& who, std::int64_t n, bool engine) {
  if (!table.match()) return refuse(ErrorCode::not_started);
  if (n < 0 || static_cast<std::size_t>(n) > table.match()->length())
    return refuse(ErrorCode::no_such_position, {{"n", n}});
  const auto at = static_cast<std::size_t>(n);
  const Viewer viewer = viewer_of(table.seat_of(who));
  std::string members = "\"n\":" + std::to_string(n);
  if (engine) return members + ",\"position\":" + known_text(table.match()->known_at(at, viewer));
  members += ",\"view\":";
  table.match()->write_view_at(members, at, viewer);
  return members;
}

std::expected<WriteFile, Error> match_file(const Table& table) {
  if (!table.match()) return refuse(ErrorCode::not_started);
  if (table.status() != Table::Status::finished) return refuse(ErrorCode::match_running);
  return [match = std::shared_ptr<const Match>(table.match()->clone())] { return std::optional(match->file(true)); };
}

std::expected<WriteFile, Error> what_if_file(const Table& table, const Holders& who, std::int64_t n,
                                             const std::string& seed) {
  if (!table.match()) return refuse(ErrorCode::not_started);
  const std::size_t length = table.match()->length();
  const std::size_t at = n < 0 ? length : static_cast<std::size_t>(n);
  if (at > length) return refuse(ErrorCode::no_such_position, {{"n", n}});
  const int seat = table.seat_of(who);
  const bool over = table.status() == Table::Status::finished;
  if (!over && seat < 0) return refuse(ErrorCode::not_seated);
  return [match = std::shared_ptr<const Match>(table.match()->at(at)), over, seat, seed] {
    return over ? std::optional(match->file()) : match->file_as_imagined(id_at<Seat>(seat), seed);
  };
}

std::optional<Preview> preview_of(const Table& table, std::int64_t n) {
  if (!table.is_open()) return std::nullopt;
  const Json info = table.info();
  Preview preview;
  preview.title = info.value("title", std::string());
  preview.game = table.game();
  preview.language = table.lobby().language;
  preview.waiting = table.status() == Table::Status::waiting;
  if (!table.match()) return preview;
  const auto length = static_cast<std::int64_t>(table.match()->length());
  preview.n = n < 0 ? length : std::min(n, length);
  const auto match = table.match()->at(static_cast<std::size_t>(preview.n));
  preview.over = preview.n == length && table.status() == Table::Status::finished;
  if (const auto renderer = renderer_of(*match); renderer && renderer->chapter)
    preview.round = renderer->chapter(*match);
  const SeatSet to_act = match->to_act();
  for (std::size_t s = 0; s < table.seats().size(); ++s)
    if (to_act.has(id_at<Seat>(s))) preview.to_act.push_back(table.seats()[s].name);
  return preview;
}

std::expected<DrawPicture, Error> picture_of(const Table& table, std::int64_t n) {
  // A private table is not told from one that is not there.
  if (!table.is_open()) return refuse(ErrorCode::table_unknown);
  if (!table.match()) return refuse(ErrorCode::not_started);
  const std::size_t length = table.match()->length(), at = n < 0 ? length : static_cast<std::size_t>(n);
  if (at > length) return refuse(ErrorCode::no_such_position, {{"n", n}});
  const auto art = board_art_of(table.game());
  if (!art) return refuse(ErrorCode::not_found);
  const std::shared_ptr<const Match> match = table.match()->at(at);
  return DrawPicture{table.id() + "/" + std::to_string(match->hash()), [art, match] {
                       const Drawn drawn = art->draw(*match, DrawBoard{});
                       return png_of(pixels_of(drawn, card_width, card_height, board_ground(false)));
                     }};
}

}  // namespace remise::server
