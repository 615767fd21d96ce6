// The engine for the browser: one request and one answer at a time, both JSON. No rule, no state but the open matches.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "review/review.h"
#include "wasm/game_bots.h"

namespace remise::wasm {

// Requests are {"op": ..., ...}; answers {"ok": value} or {"error": {scope, code, rule, values}}.
//
//   games                                   [about, ...]
//   engine                                  engine_id() (core/known.h)
//   start  {game, setup}                    number of the new match
//   check_setup {game, setup}              everything that is wrong with it (Game::check_setup)
//   load   {file}                           the same, from a match file (or a file an importer knows)
//   know   {game, position}                 the same, from what a server tells one viewer (core/known.h)
//   follow {match, position}                the match goes on to the position that this is the change to
//   view   {match, viewer, n?}              viewer: seat, "spectator" or "analyst"; n: after so many moves
//   log    {match, viewer, from}            [{n, seat, action, events}]
//   legal  {match, seat}                    [action, ...]
//   compose {match, seat, action, use?, avoid?}  what may follow an action begun (docs/moves-in-the-making.md)
//   play   {match, seat, action}            as state
//   try    {match, seat, action, viewer}    the view as it would be; the match stays as it is
//   undo   {match, moves}                   as state
//   clone  {match, n}                       number of a new match: the same after its first n moves
//   file   {match}                          the match file
//   state  {match}                          {game, seats, n, to_act, outcome, names?}: names where the file had them
//   imagined {match, n, seat, seed}         the match file after n moves as the seat may have it while the match runs:
//   without
//                                           the seed, and what the seat cannot know drawn anew (docs/sharing.md)
//   picture {match, viewer, n, dark, title, sentence, route?}
//                                           the board as an SVG picture of 1200 by 630 (io/board/board.h)
//   board  {match, n, line}                 the board in words, for the laboratory (docs/board-format.md)
//   laboratory {game, board}                the best route on a board in words, and what each place would add
//   choose {match, seat, level, seed}       the action a bot would play
//   think  {match, seat, level, seed, ends} the same in pieces: {playouts, nodes}, to be played by any engines, or
//                                           {action}; `ends` are those of all playouts so far (bots/suite.h)
//   play_out {match, seat, level, seed, playouts}  what came of them
//   hint   {match, seat, level, seed, nodes}  the best moves with their expected results: [{action, value, chance?}]
//   judge  {match, n, nodes?}               a review's opinion of move n (src/review); null where nothing was to decide
//   review {match, judged, names, nodes?}   the review file, from the opinions of all moves in order
//   accounts {match}                        where the results came from; null where nobody knows
//   drop   {match}                          forgets the match
class Engine {
 public:
  Engine();

  std::string answer(std::string_view request);

 private:
  using Answer = std::expected<Json, Error>;
  using Text = std::expected<std::string, Error>;

  // A game of this module. It is made when it is first asked for: a table needs no other.
  struct Playable {
    GameMaker maker;
    std::unique_ptr<Game> game;
    std::optional<GameBots> bots;
  };

  static void make(Playable& playable);
  Playable* find_game(std::string_view id);
  Match* find_match(ObjectReader& in);
  int keep(std::unique_ptr<Match> match, std::vector<std::string> names = {});
  Text dispatch(const Json& request);
  Answer games();
  Answer start(ObjectReader& in);
  Answer check_setup(ObjectReader& in);
  Answer load(ObjectReader& in);
  Answer know(ObjectReader& in);
  Answer follow(ObjectReader& in);
  Text view(ObjectReader& in);
  Text log(ObjectReader& in);
  Text compose(ObjectReader& in);
  Answer play(ObjectReader& in);
  Text try_out(ObjectReader& in);
  Answer undo(ObjectReader& in);
  Answer clone(ObjectReader& in);
  Answer choose(ObjectReader& in);
  Answer think(ObjectReader& in);
  Answer play_out(ObjectReader& in);
  std::expected<const bots::Deliberation*, Error> deliberating(ObjectReader& in, std::string_view list, Json& given);
  Answer hint(ObjectReader& in);
  Answer weigh(ObjectReader& in);
  Answer imagined(ObjectReader& in);
  Answer picture(ObjectReader& in);
  Answer board(ObjectReader& in);
  Answer laboratory(ObjectReader& in);
  Answer state(ObjectReader& in);
  Answer judge(ObjectReader& in);
  Answer make_review(ObjectReader& in);
  std::expected<const review::Review*, Error> reviewing(int number, const Match& match, std::uint64_t nodes);

  std::vector<Playable> games_;
  std::map<int, std::unique_ptr<Match>> matches_;
  std::map<int, std::vector<std::string>> names_;  // of the players, by match, where its file had them
  int last_match_ = 0;
  // The review under way: its players take a while to make.
  struct Reviewing {
    int match;
    std::uint64_t nodes;
    review::Review made;
  };
  std::optional<Reviewing> reviewing_;
  // The decision under way: what it is about, and its first thoughts.
  struct Deliberating {
    Json about;
    std::unique_ptr<bots::Deliberation> made;
  };
  std::optional<Deliberating> deliberating_;
};

}  // namespace remise::wasm
