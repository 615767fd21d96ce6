// What search has taught about the quick judgement: for each kind of decision in each round a few numbers of a move,
// and what each of them is worth. Read from data/bots/1840-practice.json (written by tools/learn/practice.py). Cheap
// enough for playouts. It was learned at four seats.
#pragma once

#include <array>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/vienna1840/judge.h"

namespace remise::bots::vienna1840 {

// Decisions that are judged alike. Of the others, such as a tile or a home, the judgement alone decides.
enum class Decision : std::uint8_t { shares, dividend, trams, auction, other };
inline constexpr std::size_t decision_count = 4;  // those above other
inline constexpr std::array<std::string_view, decision_count> decision_names{"shares", "dividend", "trams", "auction"};

Decision decision_at(const State& state);

// A move in numbers; the first is what the judgement thinks of it, what there are not so many of is 0.
inline constexpr std::size_t most_move_numbers = 14;
using MoveNumbers = std::array<double, most_move_numbers>;
std::span<const std::string_view> move_number_names(Decision decision);
MoveNumbers move_numbers(const Position& p, Seat seat, Decision decision, const Ranked<Action>& move);

class Practice {
 public:
  // Refuses what does not fit: other numbers, other rounds. The error names the place.
  static std::expected<std::shared_ptr<const Practice>, Error> read(std::string_view json, const Tables& tables);

  // Puts what search would think of the moves in the place of what the judgement thinks, where it was learned.
  void correct(const Position& p, Seat seat, std::span<Ranked<Action>> moves) const;
  bool knows(int seats, int round, Decision decision) const { return lesson(seats, round, decision) != nullptr; }

 private:
  class Reader;
  using Lesson = std::array<double, most_move_numbers>;  // what each number of a move is worth
  struct OfRound {
    std::array<bool, decision_count> known{};
    std::array<Lesson, decision_count> lessons{};
  };
  const Lesson* lesson(int seats, int round, Decision decision) const;

  int fewest_seats_ = max_seats + 1;
  std::vector<OfRound> rounds_;
};

}  // namespace remise::bots::vienna1840
