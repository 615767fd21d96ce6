// Targets that know matches, games and files.
#include <algorithm>
#include <map>

#include "bytes.h"
#include "core/assert.h"
#include "games/vienna1840/components/tables.h"
#include "io/import/import.h"
#include "io/vienna1840/board/board_text.h"
#include "targets.h"

namespace remise::fuzz {
namespace {

const Game& game_of(std::string_view id) {
  for (const auto& game : games())
    if (game->id() == id) return *game;
  REMISE_ASSERT(false);
  return *games().front();
}

// The data files a game asks for when it is made.
std::vector<std::string> files_of(const GameMaker& maker) {
  std::vector<std::string> names;
  (void)maker([&](std::string_view name) {
    names.emplace_back(name);
    return embedded_data(name);
  });
  return names;
}

}  // namespace

Depth run_action(std::string_view input) {
  const auto line = std::min(input.find('\n'), input.size());
  const auto json = parse_json(input.substr(0, line), most_text);
  if (!json) return Depth::unread;
  Bytes bytes(input.substr(std::min(line + 1, input.size())));
  const auto match = some_match(bytes);
  const bool stranger = bytes.below(8) == 7 || match->to_act().empty();
  return play_and_check(*match, stranger ? id_at<Seat>(bytes.below(max_seats)) : match->to_act().lowest(), *json, true);
}

Depth run_moves(std::string_view input) {
  Bytes bytes(input);
  const auto match = some_match(bytes);
  Depth best = Depth::unread;
  for (int moves = 0; moves < 60 && !bytes.empty() && !match->to_act().empty(); ++moves) {
    const Seat seat = match->to_act().lowest();
    const Json legal = match->legal(seat);
    REMISE_ASSERT(!legal.empty());
    Json action = filled(legal[bytes.below(legal.size())], bytes);
    for (std::size_t twists = bytes.below(6); twists < 3; ++twists) twist(action, bytes);
    best = std::max(best, play_and_check(*match, seat, action, bytes.below(8) == 0));
    if (bytes.below(16) == 0) (void)match->view(Viewer::of(seat));
  }
  if (match->length() < 100 || bytes.below(16) == 0) {
    const auto loaded = match->game().load(match->file(true));
    REMISE_ASSERT(loaded && (*loaded)->hash() == match->hash());
  }
  return best;
}

Depth run_match_file(std::string_view input) {
  const auto json = parse_json(input, most_text);
  if (!json) return Depth::unread;
  Depth best = Depth::misshapen;
  const Json setup = json->is_object() ? json->value("setup", Json()) : Json();
  for (const auto& game : games()) {
    const bool possible = game->check_setup(setup).at("possible"), starts = game->start(setup).has_value();
    REMISE_ASSERT(starts ? possible : !possible || !setup.contains("seed"));  // without a seed it may be just that
    const auto match = game->load(*json);
    if (!match) {
      if (match.error().scope == game->id() ||
          match.error().values.contains("move"))  // a move is refused, not the file
        best = std::max(best, Depth::refused);
      continue;
    }
    const auto again = game->load((*match)->file(true));
    REMISE_ASSERT(again && (*again)->hash() == (*match)->hash());
    (void)(*match)->view(Viewer::spectator());
    best = Depth::accepted;
  }
  return best;
}

Depth run_import(std::string_view input) {
  const auto json = parse_json(input, most_text);
  if (!json) return Depth::unread;
  Depth best = Depth::misshapen;
  for (const Importer& importer : importers()) {
    if (!importer.recognises(*json)) continue;
    ImportFiles files;
    files.source = *json;
    const auto imported = importer.import(game_of(importer.game), files);
    if (!imported || !imported->match) continue;
    const auto again = imported->match->game().load(imported->match->file(true));
    REMISE_ASSERT(again && (*again)->hash() == imported->match->hash());
    best = std::max(best, imported->differences.empty() ? Depth::accepted : Depth::refused);
  }
  return best;
}

Depth run_data(std::string_view input) {
  Bytes bytes(input);
  const auto makers = game_makers();
  const auto maker = makers[bytes.below(makers.size())];
  static std::map<std::string_view, std::vector<std::string>> known;
  auto& names = known[maker.id];
  if (names.empty()) names = files_of(maker);
  const std::string changed = names[bytes.below(names.size())];
  std::string text(*embedded_data(changed));
  if (bytes.below(4) == 0) {
    text = bytes.rest();
  } else {
    auto json = parse_json(text);
    REMISE_ASSERT(json.has_value());
    for (std::size_t twists = 1 + bytes.below(3); twists > 0; --twists) twist(*json, bytes);
    text = json->dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  const auto made = maker([&](std::string_view name) -> std::optional<std::string_view> {
    return name == changed ? std::optional<std::string_view>(text) : embedded_data(name);
  });
  REMISE_ASSERT(made || (!made.error().code.empty() && !made.error().scope.empty()));
  if (!made) return made.error().scope == "core" ? Depth::misshapen : Depth::refused;
  const Json about = (*made)->about();
  if (const auto players = about.find("players"); players != about.end() && players->is_array() && !players->empty())
    (void)(*made)->start({{"players", players->back()}, {"seed", "x"}});
  return Depth::accepted;
}

Depth run_board(std::string_view input) {
  static const auto tables = vienna1840::Tables::read(embedded_data);
  REMISE_ASSERT(tables.has_value());
  const auto board = vienna1840::read_board_text(input.substr(0, most_text), **tables);
  if (!board) {
    REMISE_ASSERT(!board.error().empty() && !board.error().front().error.code.empty());
    return board.error().front().error.code.starts_with("board_") ? Depth::misshapen : Depth::refused;
  }
  const auto again = vienna1840::read_board_text(vienna1840::write_board_text(*board, **tables), **tables);
  REMISE_ASSERT(again.has_value());
  return Depth::accepted;
}

}  // namespace remise::fuzz
