// Targets that know matches, games and files.
#include "bytes.h"
#include "core/assert.h"
#include "games/vienna1840/tables.h"
#include "io/board_text.h"
#include "io/import.h"
#include "targets.h"

namespace remise::fuzz {
namespace {

constexpr std::size_t most_text = 1 << 16;

const Game& game_of(std::string_view id) {
  for (const auto& game : games())
    if (game->id() == id) return *game;
  REMISE_ASSERT(false);
  return *games().front();
}

// The data files a game asks for when it is made.
std::vector<std::string> files_of(GameMaker maker) {
  std::vector<std::string> names;
  (void)maker([&](std::string_view name) {
    names.emplace_back(name);
    return embedded_data(name);
  });
  return names;
}

}  // namespace

void run_action(std::string_view input) {
  Bytes bytes(input);
  const auto match = some_match(bytes);
  const auto seat = id_at<Seat>(bytes.below(max_seats));
  if (const auto json = parse_json(bytes.rest(), most_text)) play_and_check(*match, seat, *json);
}

void run_moves(std::string_view input) {
  Bytes bytes(input);
  const auto match = some_match(bytes);
  for (int moves = 0; moves < 60 && !bytes.empty() && !match->to_act().empty(); ++moves) {
    const Seat seat = match->to_act().lowest();
    const Json legal = match->legal(seat);
    REMISE_ASSERT(!legal.empty());
    Json action = filled(legal[bytes.below(legal.size())], bytes);
    for (std::size_t twists = bytes.below(6); twists < 3; ++twists) twist(action, bytes);
    play_and_check(*match, seat, action);
    if (bytes.below(16) == 0) (void)match->view(Viewer::of(seat));
  }
  const auto loaded = match->game().load(match->file(true));
  REMISE_ASSERT(loaded && (*loaded)->hash() == match->hash());
}

void run_match_file(std::string_view input) {
  const auto json = parse_json(input, most_text);
  if (!json) return;
  for (const auto& game : games()) {
    const auto match = game->load(*json);
    if (!match) continue;
    const auto again = game->load((*match)->file(true));
    REMISE_ASSERT(again && (*again)->hash() == (*match)->hash());
    (void)(*match)->view(Viewer::spectator());
  }
}

void run_import(std::string_view input) {
  const auto json = parse_json(input, most_text);
  if (!json) return;
  for (const Importer& importer : importers()) {
    if (!importer.recognises(*json)) continue;
    ImportFiles files;
    files.source = *json;
    const auto imported = importer.import(game_of(importer.game), files);
    if (!imported || !imported->match) continue;
    const auto again = imported->match->game().load(imported->match->file(true));
    REMISE_ASSERT(again && (*again)->hash() == imported->match->hash());
  }
}

void run_data(std::string_view input) {
  Bytes bytes(input);
  const auto makers = game_makers();
  const auto maker = makers[bytes.below(makers.size())];
  const auto names = files_of(maker);
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
  if (!made) return;
  const Json about = (*made)->about();
  if (const auto players = about.find("players"); players != about.end() && players->is_array() && !players->empty())
    (void)(*made)->start({{"players", players->back()}, {"seed", "x"}});
}

void run_board(std::string_view input) {
  static const auto tables = vienna1840::Tables::read(embedded_data);
  REMISE_ASSERT(tables.has_value());
  const auto board = vienna1840::read_board_text(input.substr(0, most_text), **tables);
  if (!board) {
    REMISE_ASSERT(!board.error().error.code.empty());
    return;
  }
  const auto again = vienna1840::read_board_text(vienna1840::write_board_text(*board, **tables), **tables);
  REMISE_ASSERT(again.has_value());
}

}  // namespace remise::fuzz
