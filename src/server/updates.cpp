#include "server/updates.h"

namespace remise::server {
namespace {

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Several clients look through the same eyes (all spectators do): the text is made once per position.
const std::string& view_text(Room& room, int seat) {
  auto& [rev, text] = room.views[seat];
  if (text.empty() || rev != room.table->rev()) {
    rev = room.table->rev();
    text = dump(room.table->match()->view(viewer_of(seat)));
  }
  return text;
}

}  // namespace

Viewer viewer_of(int seat) { return seat < 0 ? Viewer::spectator() : Viewer::of(id_at<Seat>(seat)); }

std::string update_text(Room& room, Seen& seen, const Holders& who, const Presence* presence,
                        const std::string& extra) {
  const Table& table = *room.table;
  const int seat = table.info_number() == seen.info ? seen.seat : table.seat_of(who);
  const bool first = seen.seat == -2;
  const bool other_eyes = seat != seen.seat;
  std::string parts = extra;
  if (seen.info != table.info_number() || first) {
    Json info = table.info();
    info["mine"] = seat < 0 ? Json(nullptr) : Json(seat);
    parts += ",\"info\":" + dump(info) + ",\"you\":" + (seat < 0 ? std::string("null") : std::to_string(seat));
  }
  if (table.match() && (seen.rev != table.rev() || (other_eyes && !first))) {
    const std::size_t from = other_eyes && !first ? 0 : table.kept_since(seen.rev);
    parts += ",\"view\":" + view_text(room, seat) + ",\"log_from\":" + std::to_string(from) +
             ",\"log\":" + dump(table.match()->log(viewer_of(seat), from));
  }
  if (!table.chat().empty() && table.chat().back().number > seen.chat) {
    Json lines = Json::array();
    for (const ChatLine& line : table.chat())
      if (line.number > seen.chat)
        lines.push_back({{"number", line.number},
                         {"seat", line.seat},
                         {"name", line.name},
                         {"text", line.text},
                         {"time", line.time}});
    parts += ",\"chat\":" + dump(lines);
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

}  // namespace remise::server
