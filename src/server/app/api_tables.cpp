// The HTTP half of the API (docs/api.md): tables.
#include <charconv>
#include <set>

#include "server/app/app.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

// The numbers of a query, to be read as strictly as those of a message; what is none stays a text.
Json numbers_in(const Request& request, std::initializer_list<const char*> names) {
  Json numbers = Json::object();
  for (const char* name : names) {
    const auto found = request.query.find(name);
    if (found == request.query.end()) continue;
    const auto& text = found->second;
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    numbers[name] = fault == std::errc{} && end == text.data() + text.size() ? Json(value) : Json(text);
  }
  return numbers;
}

std::string text_in(const Request& request, const std::string& name, const std::string& otherwise) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? otherwise : found->second;
}

}  // namespace

void App::answer_table(const Call& call, Tables::Found found) {
  if (!found) {
    metrics_.refused(found.error().code);
    return answer(call, error_response(found.error()));
  }
  ledger_.book(call.who.payer(), tables_.cost());
  answer(call, json_response({{"table", info_for(*(*found)->table, call.who.holders())}}));
}

Tables::Then App::table_answer(Call call) {
  return [this, call = std::make_shared<Call>(std::move(call))](Tables::Found found) { answer_table(*call, found); };
}

void App::answer_list(const Call& call, const store::Result<std::vector<store::ListedTable>>& tables) {
  if (!tables) return answer(call, error_response(server_error(ErrorCode::database_unavailable)));
  ledger_.booked(call.who.payer(), [&] {
    Json list = Json::array();
    const auto who = call.who.holders();
    for (const auto& table : *tables)
      if (Json line = summary_for(table.listing.summary, who); !line.is_null()) list.push_back(std::move(line));
    answer(call, json_response({{"tables", std::move(list)}}));
  });
}

// The time it takes to read is booked like that of the loop: everybody waits for whoever reads.
void App::read_list(Call call, std::function<store::Result<std::vector<store::ListedTable>>(store::Database&)> read) {
  struct Found {
    store::Result<std::vector<store::ListedTable>> tables;
    double milliseconds = 0;
  };
  auto found = std::make_shared<Found>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query(
      [found, read = std::move(read), &loop = loop_](store::Database& db) {
        const auto began = loop.microseconds();
        found->tables = read(db);
        found->milliseconds = static_cast<double>(loop.microseconds() - began) / 1000;
      },
      [this, found, shared] {
        ledger_.book(shared->who.payer(), found->milliseconds);
        answer_list(*shared, found->tables);
      });
}

void App::get_games(Call call) {
  Json list = Json::array();
  for (const auto& game : games_.all()) {
    Json about = game->about();
    about["bots"] = bots_.levels(game->id());
    about["styles"] = bots_.styled_levels(game->id());
    list.push_back(std::move(about));
  }
  answer(call, json_response({{"games", std::move(list)}}));
}

void App::get_my_tables(Call call) {
  const auto holders = call.who.holders();
  read_list(std::move(call), [holders](store::Database& db) { return db.tables_of(holders, 200); });
}

void App::get_tables(Call call) {
  store::TableFilter filter;
  filter.status = text_in(call.request, "status", "waiting");
  filter.game = text_in(call.request, "game", "");
  static const std::set<std::string> statuses{"", "waiting", "playing", "finished"};
  if (!statuses.contains(filter.status)) return answer(call, error_response(server_error(ErrorCode::status_unknown)));
  if (!filter.game.empty() && !games_.find(filter.game))
    return answer(call, error_response(server_error(ErrorCode::game_unknown, {{"game", filter.game}})));
  const Json numbers = numbers_in(call.request, {"limit", "before"});
  ObjectReader in(numbers, "query");
  filter.limit = std::min<std::int64_t>(in.integer_or("limit", 0, INT64_MAX, 50), 100);
  filter.before = in.integer_or("before", 0, INT64_MAX, 0);
  if (const auto error = in.finish()) return answer(call, error_response(*error));
  // What the summary says, as it is written there.
  struct Choice {
    const char *name, *before, *after;
    std::set<std::string> values;
  };
  static const std::vector<Choice> choices{{"pace", "\"clock\":\"", "\"", {"none", "live", "correspondence"}},
                                           {"language", "\"language\":\"", "\"", {"en", "de", "es", "ru"}},
                                           {"rated", "\"rated\":", "", {"true", "false"}},
                                           {"beginners", "\"beginners\":", "", {"true", "false"}}};
  for (const Choice& one : choices) {
    const std::string value = text_in(call.request, one.name, "");
    if (value.empty()) continue;
    if (!one.values.contains(value))
      return answer(call, error_response(server_error(ErrorCode::filter_unknown, {{"filter", one.name}})));
    filter.containing.push_back(one.before + value + one.after);
  }
  if (!call.who.account.empty()) filter.reader = "a:" + call.who.account;
  read_list(std::move(call), [filter](store::Database& db) { return db.tables(filter); });
}

void App::post_table(Call call) {
  if (!new_tables_.take(call.request.address, loop_.steady()) ||
      !tables_a_day_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const std::string game = call.body.is_object() && call.body.contains("game") && call.body["game"].is_string()
                               ? call.body["game"]
                               : Json("");
  auto draft = Table::create(games_, call.body, call.who.holders().front(), bots_.players(game));
  if (!draft) return answer(call, error_response(draft.error()));
  const auto create = [this, draft = *draft](Call allowed) {
    tables_.create(new_table_id(entropy_), draft, table_answer(std::move(allowed)));
  };
  const auto is_bot = [](const Json& seat) { return seat["kind"] == "bot"; };
  if (!std::ranges::all_of(draft->payload["seats"], is_bot)) return create(std::move(call));
  with_few_bot_tables(std::move(call), config_.max_bot_tables - 1, create);
}

// Goes on where whoever asks has at most so many tables of bots alone.
void App::with_few_bot_tables(Call call, std::int64_t most, std::function<void(Call)> then) {
  auto count = std::make_shared<store::Result<std::int64_t>>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query([count, who = shared->who.holders()](store::Database& db) { *count = db.bot_tables_of(who); },
                 [this, count, shared, most, then = std::move(then)] {
                   if (!*count) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
                   if (**count > most)
                     return answer(*shared, error_response(server_error(ErrorCode::too_many_bot_tables,
                                                                        {{"max", config_.max_bot_tables}})));
                   then(std::move(*shared));
                 });
}

void App::get_table(Call call) {
  const std::string id = call.params[0];
  tables_.with_newest(id, table_answer(std::move(call)));
}

// Nobody has to sit down with somebody they have blocked. Before the start only: then the seats are what they are.
void App::post_join(Call call) {
  if (call.who.account.empty()) return join_unless_blocked(std::move(call));
  const std::string id = call.params[0];
  tables_.with_newest(id, [this, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    if (!found) return answer(*call, error_response(found.error()));
    std::vector<std::string> others;
    for (const TableSeat& seat : (*found)->table->seats())
      for (const auto& holder : seat.holders)
        if (holder.starts_with("a:") && (*found)->table->status() == Table::Status::waiting) others.push_back(holder);
    if (others.empty()) return join_unless_blocked(std::move(*call));
    auto blocked = std::make_shared<store::Result<bool>>();
    storage_.query([blocked, others, me = "a:" + call->who.account](
                       store::Database& db) { *blocked = store::blocked_by(db, me, others); },
                   [this, blocked, call] {
                     if (!*blocked) return answer(*call, error_response(server_error(ErrorCode::database_unavailable)));
                     if (**blocked) return answer(*call, error_response(server_error(ErrorCode::cannot_join)));
                     join_unless_blocked(std::move(*call));
                   });
  });
}

void App::join_unless_blocked(Call call) {
  const std::string id = call.params[0];
  auto ask = [body = call.body, who = call.who.holders()](const Table& table) { return table.join(body, who); };
  tables_.change(id, ask, table_answer(std::move(call)));
}

void App::post_leave(Call call) {
  const std::string id = call.params[0];
  // A match that is left to bots costs what one of bots costs that is started. Asked again, it has been paid for.
  auto paid = std::make_shared<bool>(false);
  auto ask = [this, paid, body = call.body, who = call.who.holders(),
              address = call.request.address](const Table& table) {
    Drafted draft = table.leave(body, who, bots_.players(table.game()));
    if (!draft || *paid || !table.leaves_to_bots(*draft)) return draft;
    *paid = bot_tables_.take(address, loop_.steady());
    if (!*paid) draft = std::unexpected(server_error(ErrorCode::too_fast));
    return draft;
  };
  tables_.change(id, ask, table_answer(std::move(call)));
}

void App::post_start(Call call) {
  if (auto body = wire::read_empty(call.body); !body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const auto start = [this, id](Call allowed) {
    auto ask = [who = allowed.who.holders(), seed = new_token(entropy_)](const Table& t) { return t.start(who, seed); };
    tables_.change(id, ask, table_answer(std::move(allowed)));
  };
  tables_.with_newest(id, [this, start, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    if (!found) return answer(*call, error_response(found.error()));
    if ((*found)->table->listing().people) return start(std::move(*call));
    // Seats that were meant for people may have gone to bots since the table was made.
    if (!bot_tables_.take(call->request.address, loop_.steady()))
      return answer(*call, error_response(server_error(ErrorCode::too_fast)));
    with_few_bot_tables(std::move(*call), config_.max_bot_tables, start);
  });
}

void App::put_seat(Call call) {
  const std::string id = call.params[0];
  const int seat = call.params[1].size() == 1 ? call.params[1].front() - '0' : -1;
  auto ask = [this, seat, body = call.body, who = call.who.holders()](const Table& table) {
    return table.set_seat(seat, body, who, bots_.players(table.game()), loop_.now(), config_.absent_after);
  };
  tables_.change(id, ask, table_answer(std::move(call)));
}

void App::put_terms(Call call) {
  const std::string id = call.params[0];
  auto ask = [this, body = call.body, who = call.who.holders()](const Table& table) {
    return table.set_terms(body, who, bots_.players(table.game()));
  };
  tables_.change(id, ask, table_answer(std::move(call)));
}

void App::post_host(Call call) {
  const std::string id = call.params[0];
  auto ask = [body = call.body, who = call.who.holders()](const Table& table) { return table.pass_on(body, who); };
  tables_.change(id, ask, table_answer(std::move(call)));
}

void App::post_close(Call call) {
  if (auto body = wire::read_empty(call.body); !body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  auto ask = [who = call.who.holders()](const Table& table) { return table.close(who); };
  tables_.change(id, ask, table_answer(std::move(call)));
}

void App::post_link(Call call) {
  if (auto body = wire::read_empty(call.body); !body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const std::string token = new_token(entropy_);
  auto ask = [this, who = call.who.holders(), session = call.who.session, hash = token_hash(token)](
                 const Table& table) { return table.make_seat_link(who, hash, session, loop_.now()); };
  tables_.change(id, ask, [this, token, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    answer(*call, found ? json_response({{"token", token}}) : error_response(found.error()));
  });
}

void App::post_claim(Call call) {
  const auto claim = wire::read_claim(call.body);
  if (!claim) return answer(call, error_response(claim.error()));
  const std::string id = call.params[0];
  const std::string hash = token_hash(claim->token);
  auto ask = [this, hash, who = call.who.holders()](const Table& table) { return table.claim(hash, who, loop_.now()); };
  auto shared = std::make_shared<Call>(std::move(call));
  tables_.with_newest(id, [this, id, ask, shared, hash](Tables::Found found) {
    if (!found) return answer(*shared, error_response(found.error()));
    const std::string session = (*found)->table->session_of_seat_link(hash);
    if (session.empty()) return tables_.change(id, ask, table_answer(std::move(*shared)));
    auto live = std::make_shared<store::Result<std::vector<std::string>>>();
    storage_.query(
        [live, session, now = loop_.now()](store::Database& db) { *live = db.live_sessions({session}, now); },
        [this, live, id, ask, shared] {
          if (!*live) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
          if ((*live)->empty()) return answer(*shared, error_response(server_error(ErrorCode::link_expired)));
          tables_.change(id, ask, table_answer(std::move(*shared)));
        });
  });
}

void App::get_view(Call call) {
  const std::string id = call.params[0];
  const Json numbers = numbers_in(call.request, {"rev", "wait", "n"});
  ObjectReader in(numbers, "query");
  const auto rev = in.integer_or("rev", 0, INT64_MAX, -1);
  const auto wait = std::min<std::int64_t>(in.integer_or("wait", 0, INT64_MAX, 0), 25);
  const auto n = in.integer_or("n", 0, INT64_MAX, -1);
  if (const auto error = in.finish()) return answer(call, error_response(*error));
  if (!tables_.loaded(id)) ledger_.book(call.who.payer(), loading_work);
  tables_.with_newest(id,
                      [this, id, rev, wait, n, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
                        if (!found) return answer(*call, error_response(found.error()));
                        Room& room = **found;
                        if (n < 0 && wait > 0 && rev >= 0 && room.table->rev() <= rev)
                          return wait_for(std::move(*call), id, rev, wait);
                        ledger_.booked(call->who.payer(), [&] {
                          if (n >= 0) {
                            auto past = history_view(*room.table, call->who.holders(), n, false);
                            if (!past) return answer(*call, error_response(past.error()));
                            Response response;
                            response.body = "{\"type\":\"history\",\"table\":\"" + id + "\"," + *past + "}";
                            return answer(*call, std::move(response));
                          }
                          Seen seen;
                          seen.rev = rev;
                          Response response;
                          response.body = update_text(room, seen, call->who.holders(), nullptr, config_.pages);
                          answer(*call, std::move(response));
                        });
                      });
}

void App::post_move(Call call) {
  auto body = wire::read_move_request(call.body);
  if (body && body->key.empty()) body = std::unexpected(server_error(ErrorCode::key_empty));
  if (!body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const auto who = call.who.holders();
  seat_requests_.move(id, who, body->rev, body->key, std::move(body->action),
                      [this, call = std::make_shared<Call>(std::move(call))](std::expected<std::int64_t, Error> done) {
                        ledger_.book(call->who.payer(), tables_.cost());
                        answer(*call, done ? json_response({{"rev", *done}}) : error_response(done.error()));
                      });
}

void App::post_check(Call call) {
  auto body = wire::read_check_request(call.body);
  if (!body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const auto who = call.who.holders();
  ledger_.book(call.who.payer(), tables_.loaded(id) ? checking_work : loading_work);
  seat_requests_.check(id, who, std::move(body->action),
                       [this, call = std::make_shared<Call>(std::move(call))](std::expected<Checked, Error> done) {
                         if (!done) return answer(*call, error_response(done.error()));
                         const Json refusal = done->refusal ? to_json(*done->refusal) : Json(nullptr);
                         answer(*call, json_response({{"rev", done->rev}, {"refusal", refusal}}));
                       });
}

void App::post_compose(Call call) {
  auto body = wire::read_compose_request(call.body);
  if (!body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const auto who = call.who.holders();
  const auto payer = call.who.payer();
  ledger_.book(payer, tables_.loaded(id) ? composing_work : loading_work);
  const auto asked = std::make_shared<Call>(std::move(call));
  ledger_.booked(payer, [&] {
    seat_requests_.compose(id, who, question_of(body->action, body->use, body->avoid),
                           [this, asked](std::expected<Composed, Error> done) {
                             if (!done) return answer(*asked, error_response(done.error()));
                             answer(*asked, json_response({{"rev", done->rev}, {"answer", std::move(done->answer)}}));
                           });
  });
}

void App::post_hint(Call call) {
  const auto body = wire::read_hint_request(call.body);
  if (!body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const auto who = call.who;
  hints_.hint(id, who, body->level.value_or(""),
              [this, call = std::make_shared<Call>(std::move(call))](std::expected<Hint, Error> hint) {
                if (!hint) return answer(*call, error_response(hint.error()));
                answer(*call, json_response({{"rev", hint->rev}, {"level", hint->level}, {"moves", hint->moves}}));
              });
}

void App::post_review(Call call) {
  if (const auto body = wire::read_empty(call.body); !body) return answer(call, error_response(body.error()));
  const std::string id = call.params[0];
  const auto who = call.who;
  ledger_.book(call.who.payer(), tables_.loaded(id) ? checking_work : loading_work);
  reviews_.ask(id, who, [this, call = std::make_shared<Call>(std::move(call))](std::expected<std::string, Error> text) {
    if (text && text->size() > small_answer) ledger_.book(call->who.payer(), loading_work);
    answer(*call, text ? text_response(std::move(*text)) : error_response(text.error()));
  });
}

void App::get_review(Call call) {
  const std::string id = call.params[0];
  ledger_.book(call.who.payer(), tables_.loaded(id) ? checking_work : loading_work);
  reviews_.look(id, [this, call = std::make_shared<Call>(std::move(call))](std::expected<std::string, Error> text) {
    if (text && text->size() > small_answer) ledger_.book(call->who.payer(), loading_work);
    answer(*call, text ? text_response(std::move(*text)) : error_response(text.error()));
  });
}

// A whole match as a file is written beside the loop.
void App::answer_file(const Call& call, std::expected<WriteFile, Error> file) {
  if (!file) return answer(call, error_response(file.error()));
  ledger_.book(call.who.payer(), loading_work);
  auto written = std::make_shared<std::optional<Response>>();
  workers_.run(
      [written, write = std::move(*file)] {
        if (const auto json = write()) *written = json_response(*json);
      },
      [this, written, call = std::make_shared<Call>(call)] {
        answer(*call, *written ? std::move(**written) : error_response(server_error(ErrorCode::match_running)));
      });
}

void App::get_file(Call call) {
  const std::string id = call.params[0];
  tables_.with_newest(id, [this, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    if (!found) return answer(*call, error_response(found.error()));
    answer_file(*call, match_file(*(*found)->table));
  });
}

void App::get_what_if(Call call) {
  const std::string id = call.params[0];
  const Json numbers = numbers_in(call.request, {"n"});
  ObjectReader in(numbers, "query");
  const auto n = in.integer_or("n", 0, INT64_MAX, -1);
  if (const auto error = in.finish()) return answer(call, error_response(*error));
  tables_.with_newest(id, [this, n, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    if (!found) return answer(*call, error_response(found.error()));
    answer_file(*call, what_if_file(*(*found)->table, call->who.holders(), n, new_token(entropy_)));
  });
}

}  // namespace remise::server
