#include "wasm/engine.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "io/board/board.h"
#include "io/import/import.h"

namespace remise::wasm {
namespace {

constexpr std::int64_t max_matches = 1'000'000;
constexpr std::int64_t max_moves = 1'000'000;
constexpr std::int64_t max_review_nodes = 10'000'000;
constexpr std::int64_t max_playouts = 1'000'000;
constexpr std::size_t max_words = 2000;
constexpr std::size_t max_board = 64 * 1024;

std::unexpected<Error> refuse(Error error) { return std::unexpected(std::move(error)); }

Viewer read_viewer(ObjectReader& in, int seats) {
  const Json& viewer = in.any("viewer");
  if (viewer == "analyst") return Viewer::analyst();
  if (viewer == "spectator") return Viewer::spectator();
  if (viewer.is_number_integer()) {
    const auto seat = viewer.get<std::int64_t>();
    if (seat >= 0 && seat < seats) return Viewer::of(id_at<Seat>(seat));
  }
  in.fail("unknown_word", "viewer", viewer);
  return Viewer::spectator();
}

Seat read_seat(ObjectReader& in, const Match& match) { return id_at<Seat>(in.integer("seat", 0, match.seats() - 1)); }

Json seats_json(SeatSet set) {
  Json list = Json::array();
  for (int s = 0; s < max_seats; ++s)
    if (set.has(id_at<Seat>(s))) list.push_back(s);
  return list;
}

Json state_json(const Match& match) {
  const auto outcome = match.outcome();
  return {{"game", match.game().id()},
          {"seats", match.seats()},
          {"n", match.length()},
          {"to_act", seats_json(match.to_act())},
          {"outcome", outcome ? *outcome : Json(nullptr)}};
}

// A list of names for all seats; nothing else counts.
std::vector<std::string> names_in(const Json& file, int seats) {
  const auto list = file.find("names");
  std::vector<std::string> names;
  if (list == file.end() || !list->is_array() || list->size() != static_cast<std::size_t>(seats)) return names;
  for (const Json& name : *list) {
    if (!name.is_string()) return {};
    names.push_back(name.get<std::string>());
  }
  return names;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::expected<std::string, Error> text_of(const std::expected<Json, Error>& answer) {
  if (!answer) return refuse(answer.error());
  return dump(*answer);
}

// What the engine writes itself goes out as it is.
template <class Write>
std::string written(Write write) {
  std::string out;
  write(out);
  return out;
}

}  // namespace

std::string Engine::answer(std::string_view request) {
  auto json = parse_json(request);
  const Text result = json ? dispatch(*json) : refuse(json.error());
  return result ? "{\"ok\":" + *result + "}" : "{\"error\":" + dump(to_json(result.error())) + "}";
}

Engine::Text Engine::dispatch(const Json& request) {
  ObjectReader in(request, "request");
  const auto op = in.text("op");
  if (op == "games") return text_of(games());
  if (op == "engine") return text_of(Json(engine_id()));
  if (op == "start") return text_of(start(in));
  if (op == "check_setup") return text_of(check_setup(in));
  if (op == "load") return text_of(load(in));
  if (op == "know") return text_of(know(in));
  if (op == "follow") return text_of(follow(in));
  if (op == "view") return view(in);
  if (op == "log") return log(in);
  if (op == "compose") return compose(in);
  if (op == "play") return text_of(play(in));
  if (op == "try") return try_out(in);
  if (op == "undo") return text_of(undo(in));
  if (op == "clone") return text_of(clone(in));
  if (op == "choose") return text_of(choose(in));
  if (op == "think") return text_of(think(in));
  if (op == "play_out") return text_of(play_out(in));
  if (op == "hint") return text_of(hint(in));
  if (op == "weigh") return text_of(weigh(in));
  if (op == "imagined") return text_of(imagined(in));
  if (op == "picture") return text_of(picture(in));
  if (op == "board") return text_of(board(in));
  if (op == "laboratory") return text_of(laboratory(in));
  if (op == "state") return text_of(state(in));
  if (op == "judge") return text_of(judge(in));
  if (op == "review") return text_of(make_review(in));
  Match* match = find_match(in);
  if (op == "legal" && match) {
    const Seat seat = read_seat(in, *match);
    if (auto error = in.finish()) return refuse(*error);
    return written([&](std::string& out) { match->write_legal(out, seat); });
  }
  if (op != "file" && op != "drop" && op != "accounts" && op != "standing") in.fail("unknown_word", "op", op);
  if (auto error = in.finish()) return refuse(*error);
  if (op == "file") return text_of(match->file());
  if (op == "standing") return text_of(match->standing().value_or(Json(nullptr)));
  if (op == "accounts") return text_of(review::accounts_json(*match));
  const int number = request.value("match", 0);
  if (reviewing_ && reviewing_->match == number) reviewing_.reset();
  matches_.erase(number), names_.erase(number);
  return text_of(Json(nullptr));
}

Engine::Engine() {
  for (const GameMaker& maker : game_makers()) games_.push_back({maker, nullptr, {}});
}

void Engine::make(Playable& playable) {
  if (playable.game) return;
  auto game = playable.maker(embedded_data);
  REMISE_ASSERT(game.has_value());
  playable.game = std::move(*game);
  playable.bots.emplace(*playable.game);
}

Engine::Playable* Engine::find_game(std::string_view id) {
  const auto found = std::ranges::find(games_, id, [](const Playable& playable) { return playable.maker.id; });
  if (found == games_.end()) return nullptr;
  make(*found);
  return &*found;
}

Match* Engine::find_match(ObjectReader& in) {
  const auto number = in.integer("match", 0, max_matches);
  const auto found = matches_.find(static_cast<int>(number));
  if (found != matches_.end()) return found->second.get();
  in.fail("unknown_match", "match", number);
  return nullptr;
}

int Engine::keep(std::unique_ptr<Match> match, std::vector<std::string> names) {
  matches_.emplace(++last_match_, std::move(match));
  if (!names.empty()) names_.emplace(last_match_, std::move(names));
  return last_match_;
}

Engine::Answer Engine::games() {
  Json list = Json::array();
  for (Playable& playable : games_) {
    make(playable);
    Json about = playable.game->about();
    about["bots"] = playable.bots->levels();
    about["styles"] = playable.bots->styled_levels();
    list.push_back(std::move(about));
  }
  return list;
}

Engine::Answer Engine::know(ObjectReader& in) {
  const Playable* playable = find_game(in.text("game"));
  if (!playable) in.fail("unknown_game", "game");
  const Json& position = in.object("position");
  if (auto error = in.finish()) return refuse(*error);
  const auto known = read_known(position, nullptr);
  if (!known) return refuse(known.error());
  auto match = playable->game->go_on(*known);
  if (!match) return refuse(match.error());
  return keep(std::move(*match));
}

Engine::Answer Engine::follow(ObjectReader& in) {
  const Match* match = find_match(in);
  const Json& position = in.object("position");
  const auto number = static_cast<int>(in.integer("match", 0, max_matches));
  if (auto error = in.finish()) return refuse(*error);
  const Known before = match->known(Viewer::analyst());
  const auto known = read_known(position, &before);
  if (!known) return refuse(known.error());
  auto next = match->game().go_on(*known);
  if (!next) return refuse(next.error());
  if (reviewing_ && reviewing_->match == number) reviewing_.reset();
  matches_[number] = std::move(*next);
  return Json(nullptr);
}

Engine::Answer Engine::start(ObjectReader& in) {
  const Playable* playable = find_game(in.text("game"));
  if (!playable) in.fail("unknown_game", "game");
  const Json& setup = in.object("setup");
  if (auto error = in.finish()) return refuse(*error);
  auto match = playable->game->start(setup);
  if (!match) return refuse(match.error());
  return keep(std::move(*match));
}

Engine::Answer Engine::check_setup(ObjectReader& in) {
  const Playable* playable = find_game(in.text("game"));
  if (!playable) in.fail("unknown_game", "game");
  const Json& setup = in.object("setup");
  if (auto error = in.finish()) return refuse(*error);
  return playable->game->check_setup(setup);
}

Engine::Answer Engine::load(ObjectReader& in) {
  const Json& file = in.object("file");
  if (auto error = in.finish()) return refuse(*error);
  for (const Importer& importer : importers()) {
    if (!importer.recognises(file)) continue;
    const Playable* playable = find_game(importer.game);
    if (!playable) continue;
    ImportFiles files;
    files.source = file;
    auto imported = importer.import(*playable->game, files);
    if (!imported) return refuse(imported.error());
    if (imported->match) return keep(std::move(imported->match), std::move(imported->names));
  }
  ObjectReader head(file, "file");
  const Playable* playable = find_game(head.text("game"));
  if (head.failed()) return refuse(*head.finish_ignoring_rest());
  if (!playable) return refuse(form_error("unknown_game", "file.game"));
  auto match = playable->game->load(file);
  if (!match) return refuse(match.error());
  std::vector<std::string> names = names_in(file, (*match)->seats());
  return keep(std::move(*match), std::move(names));
}

Engine::Text Engine::view(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Viewer viewer = read_viewer(in, match->seats());
  const auto length = static_cast<std::int64_t>(match->length());
  const auto n = in.integer_or("n", 0, length, length);
  if (auto error = in.finish()) return refuse(*error);
  const auto past = n == length ? nullptr : match->at(static_cast<std::size_t>(n));
  return written([&](std::string& out) { (past ? past.get() : match)->write_view(out, viewer); });
}

Engine::Text Engine::log(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Viewer viewer = read_viewer(in, match->seats());
  const auto from = in.integer_or("from", 0, max_moves, 0);
  if (auto error = in.finish()) return refuse(*error);
  return written(
      [&](std::string& out) { match->write_log(out, viewer, static_cast<std::size_t>(from), match->length()); });
}

Engine::Answer Engine::play(ObjectReader& in) {
  Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Seat seat = read_seat(in, *match);
  const Json& action = in.any("action");
  if (auto error = in.finish()) return refuse(*error);
  if (auto done = match->play(seat, action); !done) return refuse(done.error());
  return state_json(*match);
}

Engine::Text Engine::compose(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Seat seat = read_seat(in, *match);
  Json question{{"action", in.any("action")}};
  for (const char* member : {"use", "avoid"})
    if (const Json& list = in.any(member); !list.is_null()) question[member] = list;
  if (auto error = in.finish()) return refuse(*error);
  std::string out;
  if (const auto done = match->write_composed(out, seat, question); !done) return refuse(done.error());
  return out;
}

Engine::Text Engine::try_out(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Seat seat = read_seat(in, *match);
  const Viewer viewer = read_viewer(in, match->seats());
  const Json& action = in.any("action");
  if (auto error = in.finish()) return refuse(*error);
  const auto copy = match->clone();
  if (auto done = copy->play(seat, action); !done) return refuse(done.error());
  return written([&](std::string& out) { copy->write_view(out, viewer); });
}

Engine::Answer Engine::undo(ObjectReader& in) {
  Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto moves = in.integer("moves", 0, static_cast<std::int64_t>(match->length()));
  if (auto error = in.finish()) return refuse(*error);
  match->undo(static_cast<std::size_t>(moves));
  return state_json(*match);
}

Engine::Answer Engine::clone(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto n = in.integer("n", 0, static_cast<std::int64_t>(match->length()));
  if (auto error = in.finish()) return refuse(*error);
  return keep(match->at(static_cast<std::size_t>(n)));
}

Engine::Answer Engine::choose(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Seat seat = read_seat(in, *match);
  const auto level = in.text("level");
  const auto seed = in.text("seed");
  if (auto error = in.finish()) return refuse(*error);
  if (const Playable* playable = find_game(match->game().id()))
    return playable->bots->choose(*match, seat, level, seed);
  return refuse(form_error("unknown_game", "match"));
}

// A decision in the making, as asked for; `given` is the list of that name.
std::expected<const bots::Deliberation*, Error> Engine::deliberating(ObjectReader& in, std::string_view list,
                                                                     Json& given) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto number = in.integer("match", 0, max_matches);
  const Seat seat = read_seat(in, *match);
  const std::string level(in.text("level")), seed(in.text("seed"));
  given = in.array(list, max_playouts);
  if (auto error = in.finish()) return refuse(*error);
  const Playable* playable = find_game(match->game().id());
  if (!playable) return refuse(form_error("unknown_game", "match"));
  const Json about{number, hash_text(match->hash()), match->length(), static_cast<int>(seat), level, seed};
  if (!deliberating_ || deliberating_->about != about) {
    auto made = playable->bots->deliberate(*match, seat, level, seed);
    if (!made) return refuse(made.error());
    deliberating_.emplace(Deliberating{about, std::move(*made)});
  }
  return deliberating_->made.get();
}

Engine::Answer Engine::think(ObjectReader& in) {
  Json ends;
  const auto decision = deliberating(in, "ends", ends);
  if (!decision) return refuse(decision.error());
  return (*decision)->next(ends);
}

Engine::Answer Engine::play_out(ObjectReader& in) {
  Json playouts;
  const auto decision = deliberating(in, "playouts", playouts);
  if (!decision) return refuse(decision.error());
  return (*decision)->play(playouts);
}

Engine::Answer Engine::hint(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Seat seat = read_seat(in, *match);
  const auto level = in.text("level");
  const auto seed = in.text("seed");
  const auto nodes = in.integer("nodes", 1, max_review_nodes);
  if (auto error = in.finish()) return refuse(*error);
  if (const Playable* playable = find_game(match->game().id()))
    return playable->bots->hint(*match, seat, level, seed, static_cast<std::uint64_t>(nodes));
  return refuse(form_error("unknown_game", "match"));
}

Engine::Answer Engine::weigh(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const Seat seat = read_seat(in, *match);
  const auto level = in.text("level");
  const auto seed = in.text("seed");
  const auto nodes = in.integer("nodes", 1, max_review_nodes);
  if (auto error = in.finish()) return refuse(*error);
  const Playable* playable = find_game(match->game().id());
  if (!playable) return refuse(form_error("unknown_game", "match"));
  return playable->bots->weigh(*match, seat, level, seed, static_cast<std::uint64_t>(nodes));
}

Engine::Answer Engine::imagined(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto n = in.integer("n", 0, static_cast<std::int64_t>(match->length()));
  const Seat seat = read_seat(in, *match);
  const auto seed = in.text("seed");
  if (auto error = in.finish()) return refuse(*error);
  auto file = match->at(static_cast<std::size_t>(n))->file_as_imagined(seat, seed);
  return file ? std::move(*file) : Json(nullptr);
}

Engine::Answer Engine::picture(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  DrawBoard how;
  how.viewer = read_viewer(in, match->seats());
  const auto n = in.integer("n", 0, static_cast<std::int64_t>(match->length()));
  how.dark = in.any("dark") == true;
  if (const Json& route = in.any("route"); route.is_string()) how.route = route.get<std::string>();
  const Card card{std::string(in.text("title", max_words)), std::string(in.text("sentence", max_words)), how.dark};
  if (auto error = in.finish()) return refuse(*error);
  const auto art = board_art_of(match->game().id());
  if (!art) return Json(nullptr);
  return Json(svg_of(art->draw(*match->at(static_cast<std::size_t>(n)), how), card));
}

Engine::Answer Engine::board(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto n = in.integer("n", 0, static_cast<std::int64_t>(match->length()));
  const auto line = in.text("line");
  if (auto error = in.finish()) return refuse(*error);
  const auto art = board_art_of(match->game().id());
  if (!art || !art->describe) return Json(nullptr);
  const auto words = art->describe(*match->at(static_cast<std::size_t>(n)), std::string(line));
  if (!words) return refuse(words.error());
  return Json(*words);
}

Engine::Answer Engine::laboratory(ObjectReader& in) {
  const std::string game(in.text("game"));
  const Playable* playable = find_game(game);
  const std::string words(in.text("board", max_board));
  const auto art = board_art_of(game);
  if (!playable || !art || !art->laboratory) in.fail("unknown_game", "game");
  if (auto error = in.finish()) return refuse(*error);
  return art->laboratory(*playable->game, words);
}

Engine::Answer Engine::state(ObjectReader& in) {
  const Match* match = find_match(in);
  const auto number = static_cast<int>(in.integer("match", 0, max_matches));
  if (auto error = in.finish()) return refuse(*error);
  Json state = state_json(*match);
  if (const auto names = names_.find(number); names != names_.end()) state["names"] = names->second;
  return state;
}

std::expected<const review::Review*, Error> Engine::reviewing(int number, const Match& match, std::uint64_t nodes) {
  if (!reviewing_ || reviewing_->match != number || reviewing_->nodes != nodes) {
    auto made = review::Review::of(match, {"", nodes, review::Settings{}.seed});
    if (!made) return refuse(made.error());
    reviewing_.emplace(Reviewing{number, nodes, std::move(*made)});
  }
  return &reviewing_->made;
}

Engine::Answer Engine::judge(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto number = static_cast<int>(in.integer("match", 0, max_matches));
  const auto n = in.integer("n", 0, static_cast<std::int64_t>(match->length()) - 1);
  const auto nodes = in.integer_or("nodes", 0, max_review_nodes, 0);
  if (auto error = in.finish()) return refuse(*error);
  const auto review = reviewing(number, *match, static_cast<std::uint64_t>(nodes));
  if (!review) return refuse(review.error());
  return (*review)->judge(static_cast<std::size_t>(n));
}

Engine::Answer Engine::make_review(ObjectReader& in) {
  const Match* match = find_match(in);
  if (!match) return refuse(*in.finish_ignoring_rest());
  const auto number = static_cast<int>(in.integer("match", 0, max_matches));
  const Json& judged = in.array("judged", max_moves);
  const Json& names = in.any("names");
  const auto nodes = in.integer_or("nodes", 0, max_review_nodes, 0);
  if (auto error = in.finish()) return refuse(*error);
  const auto review = reviewing(number, *match, static_cast<std::uint64_t>(nodes));
  if (!review) return refuse(review.error());
  Json file = (*review)->file({judged.begin(), judged.end()}, names);
  if (auto wrong = review::check_file(file)) return refuse(*wrong);
  return file;
}

}  // namespace remise::wasm
