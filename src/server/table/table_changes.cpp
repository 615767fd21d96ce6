// What may be asked of a table, and by whom: drafts of the next entry. Nothing here changes the table.
#include <algorithm>
#include <array>

#include "core/seed.h"
#include "server/people/text.h"
#include "server/table/table.h"

namespace remise::server {
namespace {

constexpr std::int64_t link_lifetime = 24 * 3600 * 1000;
constexpr std::size_t max_devices = 8;
constexpr std::size_t most_chat = 10'000;  // lines
constexpr std::array languages{"en", "de", "es", "ru"};

std::expected<Json, Error> read_seat(const Json& body, const std::vector<std::string>& levels) {
  const auto seat = wire::read_seat_kind(body);
  if (!seat) return std::unexpected(seat.error());
  if (seat->kind == wire::SeatKind::Kind::human) return Json{{"kind", "human"}};
  if (std::ranges::find(levels, seat->level) == levels.end())
    return refuse(ErrorCode::level_unknown, {{"level", seat->level}});
  return Json{{"kind", "bot"}, {"level", seat->level}};
}

}  // namespace

// Whoever answers for the table, sits in the host's seat by whichever device, or took over from a host who has gone.
bool Table::is_host(const std::vector<std::string>& holders) const {
  if (!keeper().empty() && std::ranges::find(holders, keeper()) != holders.end()) return true;
  const int seat = host_seat();
  return seat >= 0 && seats_of(holders).has(id_at<Seat>(seat));
}

SeatSet Table::people() const {
  SeatSet people;
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (seats_[s].kind == TableSeat::Kind::human && !seats_[s].left) people.add(id_at<Seat>(s));
  return people;
}

Drafted Table::create(const Games& games, const Json& body, const std::string& holder,
                      const std::vector<std::string>& levels) {
  const auto wanted = wire::read_new_table(body);
  if (!wanted) return std::unexpected(wanted.error());
  const Game* game = games.find(wanted->game);
  if (!game) return refuse(ErrorCode::game_unknown, {{"game", wanted->game}});
  const std::string title = wanted->title.value_or("");
  if (!is_line(title, 0) || (wanted->join && !is_line(wanted->name, 1))) return refuse(ErrorCode::bad_text);
  Json seats = Json::array();
  for (const Json& one : wanted->seats) {
    auto seat = read_seat(one, levels);
    if (!seat) return std::unexpected(seat.error());
    seats.push_back(std::move(*seat));
  }
  // The game says itself whether it likes the number of players and the options.
  const Json options = wanted->options.value_or(Json::object());
  if (auto trial = game->start({{"players", seats.size()}, {"options", options}, {"seed", "trial"}}); !trial)
    return std::unexpected(trial.error());
  Json payload{
      {"game", wanted->game},       {"options", options}, {"seats", seats}, {"open", wanted->open},
      {"shuffle", wanted->shuffle}, {"title", title},     {"host", holder}, {"watchers_chat", wanted->watchers_chat}};
  if (wanted->hints) payload["hints"] = *wanted->hints;
  if (wanted->rated && !holder.starts_with("a:")) return refuse(ErrorCode::login_needed);
  if (wanted->rated) payload["rated"] = true;
  if (wanted->beginners) payload["beginners"] = true;
  if (wanted->language) payload["language"] = languages.at(static_cast<std::size_t>(*wanted->language));
  if (wanted->terms) {
    auto terms = Terms::read(*wanted->terms, levels);
    if (!terms) return std::unexpected(terms.error());
    payload["terms"] = terms->json();
  }
  Draft draft{"created", std::move(payload), std::nullopt};
  if (wanted->join) {
    const auto free = std::ranges::find(seats, Json{{"kind", "human"}});
    if (free == seats.end()) return refuse(ErrorCode::table_full);
    draft.payload["name"] = wanted->name;
    draft.payload["seat"] = free - seats.begin();
    draft.member = holder;
  }
  return draft;
}

Drafted Table::join(const Json& body, const std::vector<std::string>& holders) const {
  const auto join = wire::read_join(body);
  if (!join) return std::unexpected(join.error());
  const auto wanted = join->seat.value_or(-1);
  if (!is_line(join->name, 1)) return refuse(ErrorCode::bad_text);
  const SeatSet mine = seats_of(holders);
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (mine.has(id_at<Seat>(s)) && (seats_[s].left || seats_[s].once))
      return Draft{"returned", {{"seat", s}}, holders.front()};
  if (!mine.empty()) return refuse(ErrorCode::already_seated, {{"seat", seat_of(holders)}});
  if (lobby_.rated && status_ == Status::waiting && !holders.front().starts_with("a:"))
    return refuse(ErrorCode::login_needed);
  // First the seat that is kept for them, then any that is not kept for others.
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (wanted < 0 && seats_[s].kind == TableSeat::Kind::empty && !seats_[s].kept_for.empty() &&
        !seats_[s].kept_from(holders))
      return Draft{"seated", {{"seat", s}, {"name", join->name}, {"holder", holders.front()}}, holders.front()};
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (wanted >= 0 && s != static_cast<std::size_t>(wanted)) continue;
    if (seats_[s].free() && !seats_[s].kept_from(holders) && status_ != Status::finished)
      return Draft{"seated", {{"seat", s}, {"name", join->name}, {"holder", holders.front()}}, holders.front()};
  }
  return wanted >= 0 ? refuse(ErrorCode::seat_taken, {{"seat", wanted}}) : refuse(ErrorCode::table_full);
}

std::expected<std::optional<Draft>, Error> Table::ask_rematch(const std::vector<std::string>& holders,
                                                              const std::string& id) const {
  if (seats_of(holders).empty()) return refuse(ErrorCode::not_seated);
  if (status_ != Status::finished || !match_) return refuse(ErrorCode::match_running);
  if (!rematch_.empty()) return std::nullopt;
  return Draft{"rematch", {{"table", id}}, std::nullopt};
}

Drafted Table::make_rematch(const std::vector<std::string>& holders) const {
  Json payload{{"game", game_},          {"options", options_},    {"open", false},
               {"shuffle", false},       {"title", title_},        {"host", holders.front()},
               {"seats", Json::array()}, {"terms", terms_.json()}, {"watchers_chat", watchers_chat_}};
  if (hints_) payload["hints"] = *hints_;
  if (lobby_.rated) payload["rated"] = true;
  if (lobby_.beginners) payload["beginners"] = true;
  if (!lobby_.language.empty()) payload["language"] = lobby_.language;
  const SeatSet mine = seats_of(holders);
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    const std::size_t from = (s + 1) % seats_.size();
    const TableSeat& old = seats_[from];
    if (old.kind == TableSeat::Kind::bot && !old.resigned) {
      payload["seats"].push_back({{"kind", "bot"}, {"level", old.level}});
    } else if (mine.has(id_at<Seat>(static_cast<int>(from))) && !payload.contains("seat")) {
      payload["seats"].push_back({{"kind", "human"}});
      payload.update({{"name", old.name}, {"seat", s}});
    } else {
      const auto& people = old.resigned ? old.given_up_by : old.holders;
      payload["seats"].push_back({{"kind", "human"}, {"kept_for", people}, {"name", old.name}});
    }
  }
  return Draft{"created", std::move(payload), holders.front()};
}

Drafted Table::set_seat(int seat, const Json& body, const std::vector<std::string>& holders,
                        const std::vector<std::string>& levels, std::int64_t now, std::int64_t absent_after) const {
  if (!is_host(holders)) return refuse(ErrorCode::not_host);
  if (status_ == Status::finished) return refuse(ErrorCode::already_started);
  if (seat < 0 || static_cast<std::size_t>(seat) >= seats_.size())
    return refuse(ErrorCode::seat_unknown, {{"seat", seat}});
  if (seats_of(holders).has(id_at<Seat>(seat))) return refuse(ErrorCode::own_seat);
  auto wanted = read_seat(body, levels);
  if (!wanted) return std::unexpected(wanted.error());
  // Once the match runs a host removes only who is missing.
  const auto place = static_cast<std::size_t>(seat);
  if (status_ == Status::playing && !seats_[place].left && !seats_[place].free() &&
      !is_absent(place, now, absent_after))
    return refuse(ErrorCode::cannot_replace, {{"seat", seat}});
  (*wanted)["seat"] = seat;
  return Draft{"seat", std::move(*wanted), std::nullopt};
}

Drafted Table::start(const std::vector<std::string>& holders, const std::string& seed) const {
  if (status_ != Status::waiting) return refuse(ErrorCode::already_started);
  if (!is_host(holders)) return refuse(ErrorCode::not_host);
  for (const auto& seat : seats_)
    if (seat.kind == TableSeat::Kind::empty) return refuse(ErrorCode::seats_free);
  std::vector<int> order;
  for (std::size_t s = 0; s < seats_.size(); ++s) order.push_back(static_cast<int>(s));
  if (shuffle_) {
    Random random = seating_stream(seed);
    random.shuffle(std::span(order));
  }
  const Json setup{{"players", seats_.size()}, {"options", options_}, {"seed", seed}};
  const Game* game = games_.find(game_);
  if (!game) return refuse(ErrorCode::game_unknown, {{"game", game_}});
  const auto match = game->start(setup);
  if (!match) return std::unexpected(match.error());
  return Draft{
      "started", {{"setup", setup}, {"rules", (*match)->file().value("rules", 1)}, {"order", order}}, std::nullopt};
}

Drafted Table::make_seat_link(const std::vector<std::string>& holders, const std::string& token_hash,
                              const std::string& session, std::int64_t now) const {
  const int seat = seat_of(holders);
  if (seat < 0) return refuse(ErrorCode::not_seated);
  Json payload{{"seat", seat}, {"hash", token_hash}, {"expires", now + link_lifetime}};
  if (!session.empty()) payload["session"] = session;
  return Draft{"link", std::move(payload), std::nullopt};
}

std::string Table::session_of_seat_link(const std::string& token_hash) const {
  const auto found = std::ranges::find(seat_links_, token_hash, &SeatLink::hash);
  return found == seat_links_.end() ? "" : found->session;
}

std::optional<Draft> Table::unlink(const std::string& holder) const {
  for (const TableSeat& seat : seats_)
    if (seat.holders.size() > 1 && std::ranges::find(seat.holders, holder) != seat.holders.end())
      return Draft{"unlinked", {{"holder", holder}}, std::nullopt};
  return std::nullopt;
}

Drafted Table::claim(const std::string& token_hash, const std::vector<std::string>& holders, std::int64_t now) const {
  const auto found = std::ranges::find_if(
      seat_links_, [&](const SeatLink& link) { return link.hash == token_hash && link.expires > now; });
  if (found == seat_links_.end()) return refuse(ErrorCode::link_expired);
  if (const int mine = seat_of(holders); mine >= 0) return refuse(ErrorCode::already_seated, {{"seat", mine}});
  if (seats_[found->seat].holders.size() >= max_devices) return refuse(ErrorCode::too_many_devices);
  return Draft{"holder", {{"seat", found->seat}, {"holder", holders.front()}, {"link", token_hash}}, holders.front()};
}

Drafted Table::gather(const std::vector<std::string>& holders) const {
  SeatSet open = seats_of(holders);
  const SeatSet known = seats_of({holders.front()});
  for (int s = 0; s < max_seats; ++s)
    if (known.has(id_at<Seat>(s))) open.remove(id_at<Seat>(s));
  if (open.empty()) return refuse(known.empty() ? ErrorCode::not_seated : ErrorCode::already_seated);
  const int seat = static_cast<int>(open.lowest());
  Json payload{{"seat", seat}, {"holder", holders.front()}};
  if (std::ranges::find(holders, host_) != holders.end()) payload["host"] = true;
  return Draft{"holder", std::move(payload), holders.front()};
}

Drafted Table::move(int seat, const Json& action, std::string_view key, MoveMark mark) const {
  if (!match_) return refuse(ErrorCode::not_started);
  if (ended_) return refuse(ErrorCode::match_ended);
  Json payload{{"seat", seat}, {"action", action}};
  if (!key.empty()) payload["key"] = key;
  mark.write(payload);
  return Draft{"move", std::move(payload), std::nullopt};
}

std::optional<Error> Table::why_not(int seat, const Json& action) const {
  if (!match_) return server_error(ErrorCode::not_started);
  if (auto done = match_->check(id_at<Seat>(seat), action); !done) return done.error();
  return std::nullopt;
}

std::expected<Json, Error> Table::compose(int seat, const Json& question) const {
  if (!match_) return refuse(ErrorCode::not_started);
  return match_->compose(id_at<Seat>(seat), question);
}

Drafted Table::undo(SeatSet mine, std::size_t to, std::string_view key) const {
  if (!match_) return refuse(ErrorCode::not_started);
  if (to >= match_->length()) return refuse(ErrorCode::nothing_to_undo);
  // With the end the seed is known: from there on everybody has to agree, those who have left as well.
  const auto mine_alone = [&](Seat seat) {
    return status_ != Status::finished && match_->length() - to <= match_->undoable(seat);
  };
  SeatSet others = people();
  if (status_ == Status::finished)
    for (std::size_t s = 0; s < seats_.size(); ++s)
      if (seats_[s].kind == TableSeat::Kind::human) others.add(id_at<Seat>(s));
  int seat = static_cast<int>(mine.lowest());
  bool alone = false;
  for (int s = 0; s < max_seats; ++s) {
    if (!mine.has(id_at<Seat>(s))) continue;
    others.remove(id_at<Seat>(s));
    if (!alone && mine_alone(id_at<Seat>(s))) alone = true, seat = s;
  }
  Json payload{{"seat", seat}, {"to", to}, {"key", key}};
  if (alone || others.empty()) return Draft{"undo", std::move(payload), std::nullopt};
  if (proposal_) return refuse(ErrorCode::proposal_open);
  Json needs = Json::array();
  for (int s = 0; s < max_seats; ++s)
    if (others.has(id_at<Seat>(s))) needs.push_back(s);
  payload.update({{"kind", "undo"}, {"by", seat}, {"needs", needs}});
  return Draft{"proposed", std::move(payload), std::nullopt};
}

Drafted Table::propose_replace(int by, int seat, const std::string& level, std::string_view key, std::int64_t now,
                               std::int64_t absent_after) const {
  if (!match_) return refuse(ErrorCode::not_started);
  if (status_ == Status::finished)
    return refuse(ErrorCode::cannot_replace, {{"seat", seat}});  // nobody is missed any more
  if (proposal_) return refuse(ErrorCode::proposal_open);
  if (seat < 0 || static_cast<std::size_t>(seat) >= seats_.size())
    return refuse(ErrorCode::seat_unknown, {{"seat", seat}});
  const TableSeat& target = seats_[static_cast<std::size_t>(seat)];
  const bool absent = is_absent(static_cast<std::size_t>(seat), now, absent_after);
  const bool free = target.kind == TableSeat::Kind::empty && !level.empty();  // a bot instead of waiting for a person
  if (seat == by || !(target.left || absent || free)) return refuse(ErrorCode::cannot_replace, {{"seat", seat}});
  // The proposer agrees by asking; alone, that is enough.
  SeatSet needs = people();
  needs.remove(id_at<Seat>(seat));
  needs.remove(id_at<Seat>(by));
  Json list = Json::array();
  for (int s = 0; s < max_seats; ++s)
    if (needs.has(id_at<Seat>(s))) list.push_back(s);
  if (list.empty()) {
    Json payload{{"seat", seat}, {"kind", level.empty() ? "human" : "bot"}, {"by", by}, {"key", key}};
    if (!level.empty()) payload["level"] = level;
    return Draft{"seat", std::move(payload), std::nullopt};
  }
  return Draft{"proposed",
               {{"kind", "replace"}, {"by", by}, {"seat", seat}, {"level", level}, {"needs", list}, {"key", key}},
               std::nullopt};
}

Drafted Table::answer(SeatSet mine, std::int64_t proposal, bool agree, std::string_view key) const {
  if (!proposal_ || proposal_->id != proposal) return refuse(ErrorCode::no_proposal, {{"proposal", proposal}});
  int seat = -1;
  for (int s = 0; s < max_seats; ++s)
    if (mine.has(id_at<Seat>(s)) && proposal_->needs.has(id_at<Seat>(s)) &&
        !(agree && proposal_->agreed.has(id_at<Seat>(s))))
      seat = s;
  if (seat < 0 && !agree && mine.has(id_at<Seat>(proposal_->by))) seat = proposal_->by;  // it is withdrawn
  if (seat < 0) return refuse(ErrorCode::not_asked);
  return Draft{"answered", {{"seat", seat}, {"proposal", proposal}, {"agree", agree}, {"key", key}}, std::nullopt};
}

Drafted Table::say(int seat, const std::string& text, std::string_view key) const {
  if (!is_text(text, 1, 2000)) return refuse(ErrorCode::bad_text);
  if (chat_.size() >= most_chat) return refuse(ErrorCode::chat_full, {{"max", most_chat}});
  return Draft{"chat",
               {{"seat", seat}, {"name", seats_[static_cast<std::size_t>(seat)].name}, {"text", text}, {"key", key}},
               std::nullopt};
}

// Would people take this name for that of somebody at the table?
bool Table::looks_seated(std::string_view name) const {
  const Looks look = looks(name);
  return std::ranges::any_of(seats_, [&](const TableSeat& seat) {
    const Looks other = looks(seat.name);
    return !seat.name.empty() && (other.small == look.small || other.capital == look.capital);
  });
}

// Those who watch have half of the room in the log: what they say never takes the players' own words. Nor do they speak
// under a player's name.
Drafted Table::say_watching(const std::string& holder, const std::string& name, const std::string& text,
                            std::string_view key) const {
  if (!watchers_chat_) return refuse(ErrorCode::not_seated);
  if (!is_line(name, 1) || !is_text(text, 1, 2000)) return refuse(ErrorCode::bad_text);
  if (looks_seated(name)) return refuse(ErrorCode::name_taken);
  if (chat_.size() >= most_chat / 2) return refuse(ErrorCode::chat_full, {{"max", most_chat / 2}});
  return Draft{
      "chat", {{"watcher", holder}, {"name", name}, {"text", text}, {"key", watcher_key(holder, key)}}, std::nullopt};
}

}  // namespace remise::server
