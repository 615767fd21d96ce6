// What a line's tram earns now, exactly, and what its track promises for later turns.
//
// The outlook is a best route as well, on a graph that sees a little more than the board: interchanges where the line
// may still put a marker count in part, and where its track points at open ground stands an end worth what a good
// builder would find there. Both parts fade out towards the last line round, where the outlook becomes the run itself.
#pragma once

#include <cstdint>
#include <vector>

#include "bots/vienna1840/weights.h"
#include "games/vienna1840/board/routes.h"
#include "games/vienna1840/position.h"

namespace remise::bots::vienna1840 {

using namespace remise::vienna1840;
namespace game = remise::vienna1840;

// Line rounds still to be run from this state on, for a line that has yet to run in the present one (11 at the start).
int line_rounds_left(const Position& p);
// Landmarks that count for a line, or may: of its company, and of its director, who can sell them to it (R110).
PrivateSet own_landmarks(const Position& p, LineId line);

// What new ground is worth to a line, by hex, in revenue of a run.
struct Ground {
  std::array<std::int16_t, hex_count> value{};
};

struct Promise {
  double open_interchange = 0;  // part of its value that an interchange without the line's marker counts
  double extension = 0;         // part of Ground that open track ends count
  double upgrade = 0;           // the same where a tile without matching track lies
  int markers_left = 0;
};

class Outlook {
 public:
  explicit Outlook(const Weights& weights) : w_(weights) {}

  // The best run now, landmarks of the company included. Remembered by board.
  int run(const Position& p, LineId line);
  int run(const Position& p, const Board& board, LineId line);

  Promise promise(const Position& p, LineId line, int rounds_left) const;
  // For the line that reaches so far.
  void survey(const Position& p, const Reach& reach, Ground& out) const;
  int outlook(const Position& p, const Board& board, LineId line, const Promise& promise, const Ground& ground);

  // What the track of a line promises as it lies. Remembered by board.
  int outlook(const Position& p, LineId line);
  // The value of a line's home for building, before its first turn. Remembered by board.
  double home_value(const Position& p, LineId line);

 private:
  struct Memory {
    std::uint64_t key = 0;
    std::int32_t value = 0;
  };

  struct Promised {
    std::uint64_t key = 0;
    double value = 0;
  };

  // Most questions of company and share rounds are about the board of the question before.
  std::uint64_t board_key(const Position& p, LineId line);
  Promised& promised(std::uint64_t key) { return promised_[key >> 52]; }
  double look_at_home(const Position& p, LineId line) const;
  void build(const Position& p, const Board& board, LineId line, const Promise& promise, const Ground& ground);
  int solve();

  Weights w_;
  RouteFinder finder_;
  RouteGraph graph_;
  std::vector<Memory> memory_ = std::vector<Memory>(1 << 14);
  std::vector<Promised> promised_ = std::vector<Promised>(1 << 12);
};

}  // namespace remise::bots::vienna1840
