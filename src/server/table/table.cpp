#include "server/table/table.h"

#include <sodium.h>

#include <algorithm>

#include "core/typed_match.h"

namespace remise::server {
namespace {

constexpr std::size_t remembered_keys = 64;

const char* name_of(TableSeat::Kind kind) {
  switch (kind) {
    case TableSeat::Kind::human: return "human";
    case TableSeat::Kind::bot: return "bot";
    default: return "empty";
  }
}

const char* name_of(Table::Status status) {
  switch (status) {
    case Table::Status::playing: return "playing";
    case Table::Status::finished: return "finished";
    default: return "waiting";
  }
}

Json list_of(SeatSet seats) {
  Json list = Json::array();
  for (int s = 0; s < max_seats; ++s)
    if (seats.has(id_at<Seat>(s))) list.push_back(s);
  return list;
}

Json json_of(const TableSeat& seat) {
  Json json{{"kind", name_of(seat.kind)}, {"name", seat.name}, {"left", seat.left}};
  if (seat.kind == TableSeat::Kind::bot) json["level"] = seat.level;
  if (!seat.minder.empty()) json["minder"] = seat.minder;
  if (seat.offered) json["offered"] = true;
  if (seat.resigned) json["resigned"] = true;
  if (seat.kind == TableSeat::Kind::empty && !seat.kept_for.empty()) json["kept"] = true;
  return json;
}

Json json_of(const Proposal& proposal) {
  Json json{{"id", proposal.id},
            {"by", proposal.by},
            {"needs", list_of(proposal.needs)},
            {"agreed", list_of(proposal.agreed)}};
  switch (proposal.kind) {
    case Proposal::Kind::undo: json.update({{"kind", "undo"}, {"to", proposal.to}}); break;
    case Proposal::Kind::end: json.update({{"kind", "end"}, {"standing", proposal.standing}}); break;
    case Proposal::Kind::pause: json["kind"] = "pause"; break;
    case Proposal::Kind::replace:
      json.update({{"kind", "replace"}, {"seat", proposal.seat}, {"with", proposal.level.empty() ? "person" : "bot"}});
      if (!proposal.level.empty()) json["level"] = proposal.level;
  }
  return json;
}

TableSeat seat_from(const Json& json) {
  TableSeat seat;
  if (json.at("kind") == "bot") {
    seat.kind = TableSeat::Kind::bot;
    seat.level = json.at("level");
  }
  if (json.contains("kept_for")) {
    seat.kept_for = json.at("kept_for").get<std::vector<std::string>>();
    seat.name = json.at("name");
  }
  return seat;
}

// Takes as long for a wrong holder as for the right one.
bool same_secret(const std::string& a, const std::string& b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

bool TableSeat::kept_from(const std::vector<std::string>& who) const {
  return kind == Kind::empty && !kept_for.empty() && std::ranges::none_of(who, [&](const std::string& one) {
           return std::ranges::any_of(kept_for, [&](const std::string& known) { return same_secret(known, one); });
         });
}

void Table::load(const std::vector<store::Entry>& entries) {
  loading_ = true;
  for (const auto& entry : entries) apply(entry);
  loading_ = false;
  if (!broken_ && !setup_.is_null() && !match_) build_match();
  if (!broken_ && match_) position_changed();
}

void Table::apply(const store::Entry& entry) {
  const Json payload = Json::parse(entry.payload, nullptr, false);
  const auto refusal = take({entry.number, entry.time, entry.kind, payload});
  if (refusal) unreadable(entry.number, "refused: " + refusal->code);
}

std::optional<Error> Table::apply(const Draft& draft, std::int64_t time) {
  return take({next_, time, draft.kind, draft.payload});
}

std::optional<Error> Table::take(const Next& entry) {
  if (broken_) return std::nullopt;
  try {
    if (entry.number != next_) throw std::runtime_error("a gap in the log");
    if (entry.payload.is_discarded()) throw std::runtime_error("no JSON");
    auto refusal = fold(entry);
    if (!refusal) ++next_;
    return refusal;
  } catch (const std::exception& fault) {
    unreadable(entry.number, fault.what());
  }
  return std::nullopt;
}

void Table::unreadable(std::int64_t entry, const std::string& fault) {
  broken_ = server_error(ErrorCode::match_unreadable, {{"table", id_}, {"entry", entry}, {"fault", fault}});
}

std::optional<Error> Table::fold(const Next& entry) {
  const std::string& kind = entry.kind;
  const Json& p = entry.payload;
  const auto seat = p.contains("seat") ? p.at("seat").get<std::size_t>() : 0;
  if (kind != "created" && seat >= seats_.size()) throw std::runtime_error("no such seat");
  const bool watcher = p.contains("watcher");
  if (kind == "move" && match_)  // before anything else changes
    if (auto done = match_->play(id_at<Seat>(seat), p.at("action")); !done) return done.error();
  time_ = entry.time;
  const bool quiet = kind == "move" || kind == "chat" || kind == "link" || kind == "planned";
  const bool was_minded = kind == "move" && seats_[seat].once;
  if (kind == "move" && proposal_ && proposal_->kind == Proposal::Kind::undo) info_ = entry.number;
  if (!quiet) info_ = entry.number;
  const Status status_before = status_;

  if (kind == "created") {
    created_ = entry.time;
    fold_created(p);
  } else if (kind == "seated") {
    change_seat(seat, {TableSeat::Kind::human, p.at("name"), "", {p.at("holder")}, false, entry.time});
    if (status_ == Status::playing) clocks_.sat_down(seat, true);
    if (host_.empty()) host_ = p.at("holder");
  } else if (kind == "seat") {
    if (status_ == Status::waiting)
      change_seat(seat, seat_from(p));
    else
      replace(seat, p.value("level", ""));
  } else if (kind == "terms") {
    terms_ = Terms::from(p.at("terms"));
  } else if (kind == "rematch") {
    rematch_ = p.at("table");
  } else if (kind == "host") {
    host_ = seats_[seat].holders.at(0);
  } else if (kind == "left") {
    fold_left(seat, p);
  } else if (kind == "ended") {
    end({p.at("how"), p.value("by", static_cast<int>(seat)), p.at("standing")});
  } else if (kind == "time_up") {
    fold_time_up(seat, entry.time);
  } else if (kind == "planned") {
    fold_plans(seat, p.at("on"), entry.number);
  } else if (kind == "away") {
    clocks_.away(p.at("from"), p.at("until"));
  } else if (kind == "zone") {
    clocks_.set_zone(seat, p.at("minutes"), entry.time);
  } else if (kind == "holiday") {
    clocks_.holiday(seat, p.at("days"), entry.time);
  } else if (kind == "paused" || kind == "resumed") {
    clocks_.pause(kind == "paused", entry.time);
  } else if (kind == "returned") {
    seats_[seat].left = seats_[seat].once = seats_[seat].offered = false;
    seats_[seat].minder.clear();
    seats_[seat].acted = entry.time;
    if (status_ == Status::playing) clocks_.sat_down(seat, false);
    if (host_.empty()) host_ = seats_[seat].holders.front();
  } else if (kind == "holder") {
    seats_[seat].holders.push_back(p.at("holder"));
    if (p.contains("link")) std::erase_if(seat_links_, [&](const SeatLink& link) { return p.at("link") == link.hash; });
    if (p.contains("host")) host_ = p.at("holder");
  } else if (kind == "unlinked") {
    fold_unlinked(p.at("holder"));
  } else if (kind == "link") {
    seat_links_.push_back({p.at("hash"), seat, p.at("expires"), p.value("session", "")});
    if (seat_links_.size() > 16) seat_links_.erase(seat_links_.begin());
  } else if (kind == "started") {
    rev_ = entry.number;
    fold_started(p);
  } else if (kind == "move") {
    rev_ = entry.number;
    fold_move(p);
    if (p.contains("plans")) fold_plans(seat, p.at("plans"), entry.number);
  } else if (kind == "undo") {
    rev_ = entry.number;
    fold_back_to(p.at("to"));
  } else if (kind == "proposed") {
    fold_proposed(p);
    proposal_->id = entry.number;
  } else if (kind == "answered") {
    const bool was_undo = proposal_ && proposal_->kind == Proposal::Kind::undo;
    const auto before = length();
    if (proposal_ && proposal_->id == p.at("proposal")) fold_answered(p, entry.time);
    if (was_undo && length() != before) rev_ = entry.number;
  } else if (kind == "chat") {
    chat_.push_back({entry.number, watcher ? -1 : static_cast<int>(seat), p.at("name"), p.at("text"), entry.time});
  } else {
    throw std::runtime_error("an entry of unknown kind");
  }

  const bool by_hand =
      kind == "undo" || kind == "chat" || kind == "answered" || (kind == "move" && !p.contains("minded"));
  if (!watcher && by_hand) seats_[seat].acted = entry.time;
  if (was_minded && p.contains("minded")) {
    clocks_.stand_in_moved(seat);
    info_ = entry.number;
  }
  if (rev_ == entry.number && status_ != Status::waiting) {
    positions_.push_back({rev_, length()});
    position_time_ = entry.time;
    if (match_) position_changed();
  }
  if (kind != "chat" && kind != "link")
    set_clocks(kind == "move" && !p.contains("minded") ? static_cast<int>(seat) : -1, entry.time);
  if (p.contains("key")) {
    answered_.push_back({watcher ? -1 : p.value("by", static_cast<int>(seat)), p.at("key"), rev_});
    if (answered_.size() > remembered_keys) answered_.pop_front();
  }
  if (status_ != status_before) info_ = entry.number;  // the last move of a match ends it for everybody who looks
  return std::nullopt;
}

// Whatever rested on who had the seat ends with it: links to it, and the role of a host who goes. That passes on to
// whoever sits lowest, and stays there.
void Table::change_seat(std::size_t seat, TableSeat with) {
  const bool of_host = seats_of({host_}).has(id_at<Seat>(seat));
  if (status_ != Status::waiting && has_plans(static_cast<int>(seat))) fold_plans(seat, false, next_);
  seats_[seat] = std::move(with);
  seats_[seat].since = next_;
  if (of_host && !sits({host_})) {
    const Seat next = people().lowest();
    last_host_ = std::exchange(host_, next == Seat::none ? "" : seats_[index(next)].holders.front());
  }
  std::erase_if(seat_links_, [&](const SeatLink& link) { return link.seat == seat; });
}

// Devices that came by a link go, with the links that are open and the role of a host they were known by.
void Table::fold_unlinked(const std::string& holder) {
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    auto& holders = seats_[s].holders;
    if (std::ranges::find(holders, holder) == holders.end()) continue;
    if (std::ranges::find(holders, host_) != holders.end()) host_ = holder;
    holders = {holder};
    std::erase_if(seat_links_, [&](const SeatLink& link) { return link.seat == s; });
  }
}

bool Table::sits(const std::vector<std::string>& holders) const {
  const int seat = seat_of(holders);
  return seat >= 0 && !seats_[static_cast<std::size_t>(seat)].left;
}

void Table::fold_created(const Json& p) {
  game_ = p.at("game");
  options_ = p.at("options");
  title_ = p.at("title");
  open_ = p.at("open");
  shuffle_ = p.at("shuffle");
  if (p.contains("hints")) hints_ = p.at("hints").get<bool>();
  watchers_chat_ = p.value("watchers_chat", false);
  if (p.contains("terms")) terms_ = Terms::from(p.at("terms"));
  lobby_ = {p.value("rated", false), p.value("beginners", false), p.value("language", "")};
  host_ = p.at("host");
  for (const Json& seat : p.at("seats")) seats_.push_back(seat_from(seat));
  if (p.contains("name"))
    seats_.at(p.at("seat").get<std::size_t>()) = {TableSeat::Kind::human, p.at("name"), "", {host_}, false, created_};
}

void Table::fold_started(const Json& p) {
  std::vector<TableSeat> seats;
  for (const Json& old : p.at("order")) seats.push_back(seats_.at(old.get<std::size_t>()));
  seat_links_.clear();
  seats_ = std::move(seats);
  began_ = seats_;
  setup_ = p.at("setup");
  rules_ = p.at("rules");
  status_ = Status::playing;
  clocks_.begin(terms_, seats_.size());
  // Clocks go by whose turn it was: then every position has to be known, also while a log is read.
  if (!loading_ || clocks_.timed()) build_match();
}

void Table::fold_move(const Json& p) {
  if (proposal_ && proposal_->kind == Proposal::Kind::undo) proposal_.reset();
  if (!match_) moves_.push_back({{"seat", p.at("seat")}, {"action", p.at("action")}});
  const MoveMark mark{p.contains("drawn"), p.contains("minded"), p.contains("advance")};
  if (mark.any()) marks_.emplace(length() - 1, mark);
  TableSeat& seat = seats_[p.at("seat").get<std::size_t>()];
  if (seat.once) seat.minder.clear(), seat.once = false;
}

void Table::fold_back_to(std::size_t n) {
  proposal_.reset();
  if (n > length()) throw std::runtime_error("an undo to the future");
  marks_.erase(marks_.lower_bound(n), marks_.end());
  ended_.reset();
  // What was planned was planned for another course of things.
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (has_plans(static_cast<int>(s))) fold_plans(s, false, next_);
  if (match_) {
    match_->undo(match_->length() - n);
  } else {
    moves_.resize(n);
  }
}

void Table::fold_proposed(const Json& p) {
  Proposal proposal;
  proposal.by = p.at("by");
  const std::string kind = p.at("kind");
  if (kind == "undo") {
    proposal.to = p.at("to");
  } else if (kind == "end") {
    proposal.kind = Proposal::Kind::end;
    proposal.standing = p.at("standing");
  } else if (kind == "pause") {
    proposal.kind = Proposal::Kind::pause;
  } else {
    proposal.kind = Proposal::Kind::replace;
    proposal.seat = p.at("seat");
    proposal.level = p.at("level");
  }
  for (const Json& seat : p.at("needs")) proposal.needs.add(id_at<Seat>(seat.get<int>()));
  proposal_ = proposal;
}

void Table::fold_answered(const Json& p, std::int64_t time) {
  if (!p.at("agree").get<bool>()) {
    proposal_.reset();
    return;
  }
  proposal_->agreed.add(id_at<Seat>(p.at("seat").get<int>()));
  if (proposal_->agreed != proposal_->needs) return;
  const Proposal accepted = *proposal_;
  proposal_.reset();
  fold_accepted(accepted, time);
}

// From setup and moves, through the game's own reader: it knows the older versions of its rules.
void Table::build_match() {
  const Game* game = games_.find(game_);
  if (!game) {
    broken_ = server_error(ErrorCode::game_unknown, {{"game", game_}});
    return;
  }
  const Json file{
      {"format", match_format}, {"game", game_}, {"rules", rules_}, {"setup", setup_}, {"actions", std::move(moves_)}};
  moves_.clear();
  auto match = game->load(file);
  if (!match) {
    broken_ = server_error(ErrorCode::match_unreadable, {{"table", id_}, {"fault", match.error().code}});
    return;
  }
  match_ = std::move(*match);
}

void Table::position_changed() { status_ = ended_ || match_->to_act().empty() ? Status::finished : Status::playing; }

SeatSet Table::seats_of(const std::vector<std::string>& holders) const {
  SeatSet found;
  for (std::size_t s = 0; s < seats_.size(); ++s)
    for (const auto& known : seats_[s].holders)
      for (const auto& holder : holders)
        if (same_secret(known, holder)) found.add(id_at<Seat>(s));
  return found;
}

int Table::seat_of(const std::vector<std::string>& holders) const {
  const SeatSet mine = seats_of(holders);
  const auto lowest = [&](auto fits) {
    for (int s = 0; s < static_cast<int>(seats_.size()); ++s)
      if (mine.has(id_at<Seat>(s)) && fits(s)) return s;
    return -1;
  };
  int seat = lowest([&](int s) { return match_ && match_->to_act().has(id_at<Seat>(s)); });
  if (seat < 0) seat = lowest([&](int s) { return !seats_[static_cast<std::size_t>(s)].left; });
  return seat < 0 ? static_cast<int>(mine.lowest()) : seat;
}

int Table::host_seat() const { return sits({host_}) ? seat_of({host_}) : static_cast<int>(people().lowest()); }

bool Table::bots_alone() const { return std::ranges::all_of(seats_, &TableSeat::of_bot); }

const std::string& Table::keeper() const { return bots_alone() && host_.empty() ? last_host_ : host_; }

SeatSet Table::bots_to_act() const {
  SeatSet bots;
  // Where everybody has gone nobody plays for them: the match waits for the first who returns.
  const bool alone = people().empty() && std::ranges::any_of(seats_, [](const TableSeat& seat) {
                       return seat.kind == TableSeat::Kind::human && seat.left;
                     });
  if (alone) return bots;
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (seats_[s].by_bot() && to_act().has(id_at<Seat>(s))) bots.add(id_at<Seat>(s));
  return bots;
}

std::string account_among(const std::vector<std::string>& holders) {
  const auto found = std::ranges::find_if(holders, [](const std::string& one) { return one.starts_with("a:"); });
  return found == holders.end() ? "" : *found;
}

// By their account where they have one: that is what all their tables have in common.
std::array<std::string, max_seats> Table::awaited() const {
  std::array<std::string, max_seats> people;
  const SeatSet moving = to_act();
  for (std::size_t s = 0; s < seats_.size(); ++s)
    if (moving.has(id_at<Seat>(s)) && seats_[s].present() && !seats_[s].by_bot()) {
      const auto account = account_among(seats_[s].holders);
      people[s] = account.empty() ? seats_[s].holders.front() : account;
    }
  return people;
}

std::size_t Table::kept_since(std::int64_t rev) const {
  const auto seen = std::ranges::lower_bound(positions_, rev, {}, &Revision::number);
  if (seen == positions_.end() || seen->number != rev) return 0;
  std::size_t kept = seen->length;
  for (auto at = seen; at != positions_.end(); ++at) kept = std::min(kept, at->length);
  return kept;
}

std::optional<std::int64_t> Table::answered(SeatSet seats, std::string_view key) const {
  for (const auto& a : answered_)
    if (a.seat >= 0 && seats.has(id_at<Seat>(a.seat)) && a.key == key) return a.rev;
  return std::nullopt;
}

std::string Table::watcher_key(std::string_view holder, std::string_view key) {
  return std::string(holder) + " " + std::string(key);
}

std::optional<std::int64_t> Table::answered_watching(const std::string& holder, std::string_view key) const {
  for (const auto& a : answered_)
    if (a.seat < 0 && a.key == watcher_key(holder, key)) return a.rev;
  return std::nullopt;
}

// Where nobody has chosen, whoever plays against bots alone has hints; between people they are off. What counts for a
// rating is played without.
bool Table::hints() const {
  if (lobby_.rated) return false;
  const auto person = [](const TableSeat& seat) { return seat.kind != TableSeat::Kind::bot; };
  return hints_.value_or(std::ranges::count_if(seats_, person) < 2);
}

Json Table::summary() const {
  Json seats = Json::array();
  for (const auto& seat : seats_) seats.push_back(json_of(seat));
  Json pace = terms_.json();
  for (const char* other : {"nights", "weekends", "holidays", "at_zero", "on_leave", "early_end", "level"})
    pace.erase(other);
  const auto due = clocks_.due();
  const int host = host_seat();
  return {{"id", id_},
          {"game", game_},
          {"title", title_},
          {"status", name_of(status_)},
          {"open", open_},
          {"seats", std::move(seats)},
          {"host", host < 0 ? Json(nullptr) : Json(host)},
          {"to_act", list_of(to_act())},
          {"pace", std::move(pace)},
          {"rated", lobby_.rated},
          {"beginners", lobby_.beginners},
          {"language", lobby_.language},
          {"since", match_ ? position_time_ : 0},
          {"due", due ? Json(*due) : Json(nullptr)},
          {"created", created_},
          {"updated", time_}};
}

Json Table::info() const {
  Json info = summary();
  info["options"] = options_;
  info["shuffle"] = shuffle_;
  info["hints"] = hints();
  info["watchers_chat"] = watchers_chat_;
  info["terms"] = terms_.json();
  info["paused"] = clocks_.paused();
  info["ended"] = nullptr;
  if (ended_)
    info["ended"] = {{"how", ended_->how},
                     {"by", ended_->by < 0 ? Json(nullptr) : Json(ended_->by)},
                     {"standing", ended_->standing}};
  info["rematch"] = rematch_.empty() ? Json(nullptr) : Json(rematch_);
  info["rev"] = rev_;
  info["rules"] = rules_;
  const auto result = outcome();
  info["outcome"] = result ? *result : Json(nullptr);
  info["proposal"] = proposal_ ? json_of(*proposal_) : Json(nullptr);
  return info;
}

store::Listing Table::listing() const {
  if (listed_info_ != info_) {
    Json line = summary();
    for (const char* moving : {"status", "to_act", "since", "due", "updated"}) line.erase(moving);
    Json holders = Json::array();
    for (const auto& seat : seats_) holders.push_back(seat.holders);
    line["holders"] = std::move(holders);
    listed_ = line.dump();
    listed_.pop_back();  // open for what follows
    listed_info_ = info_;
  }
  // A running match with a free seat waits for a person: it is listed among those one can join.
  const bool seat_free = std::ranges::any_of(seats_, &TableSeat::free);
  const bool people = seat_free || std::ranges::any_of(seats_, &TableSeat::present);
  const std::string status = status_ == Status::playing && seat_free ? "waiting" : name_of(status_);
  const auto due = clocks_.due();
  const std::string line = listed_ + ",\"status\":\"" + name_of(status_) + "\",\"to_act\":" + list_of(to_act()).dump() +
                           ",\"since\":" + std::to_string(match_ ? position_time_ : 0) +
                           ",\"due\":" + (due ? std::to_string(*due) : "null") +
                           ",\"updated\":" + std::to_string(time_) + "}";
  // A match that waits for somebody who left costs nothing, and nobody answers for it.
  const bool waits = status_ != Status::waiting && !people && !bots_alone();
  return {game_, status, open_, created_, time_, line, waits ? "" : keeper(), people, due.value_or(0)};
}

}  // namespace remise::server
