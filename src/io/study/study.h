// Many matches at once: how they were opened, when things were bought, and how that went with the result. What is asked
// of a game is data, data/GAME/study.json: {"questions": [{...}]}, each about events of the log:
//
//   key      names it; its heading is "GAME.study.KEY"
//   events   kinds of events that answer it
//   by       members of the event that name what was chosen ("company"); "kind" is the event itself. None: all are one
//   value    a number that belongs to it: a member of the event, or "round" for when it happened
//   first    only the first one of each match ("match"), of each seat ("seat"), or of each member of the event ("line")
//   tally    true: how many of them a seat has in a match, or the sum of `value`, against its result
//
// An event belongs to the seat it names, else to the seat that moved.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace remise {

struct Question {
  std::string key;
  std::vector<std::string> events, by;
  std::string value, first;
  bool tally = false;
};

struct StudyPlan {
  std::vector<Question> questions;
  std::string round;    // the event that begins a round (data/GAME/log.json)
  std::string opening;  // the round before the first such event; may be empty

  // Or what is wrong with the file.
  static std::expected<StudyPlan, Error> read(const Json& study, const Json& log);
};

// How numbers lie: all zero where there are none.
struct Spread {
  std::size_t n = 0;
  double least = 0, quarter = 0, median = 0, three_quarters = 0, most = 0, mean = 0;

  static Spread of(std::vector<double> values);
};

// A mean with the half of its 95 % interval; 0 where one value says nothing about it.
struct Estimate {
  double mean = 0, error = 0;

  static Estimate of(const std::vector<double>& values);
};

// How those who did something did in the end.
struct Fate {
  std::size_t n = 0;
  double wins = 0;  // in multiples of the fair share
  Estimate ahead;   // of the mean result of the match
};

struct StudyRow {
  std::vector<Json> subject;  // as `by` names it
  double share = 0;           // of all answers
  Fate fate;
  Spread values;  // where the question has a value
};

struct StudyAnswer {
  const Question* question = nullptr;
  std::size_t matches = 0;  // with an answer
  std::vector<StudyRow> rows;
  // Of a tally: how the number goes with the result, from -1 to 1, and the mean result for each number met.
  double correlation = 0;
};

struct StudyResult {
  std::size_t matches = 0, unfinished = 0;
  std::map<int, std::size_t> players;      // matches by number of seats
  Spread length, result;                   // moves of a match, results of all seats
  std::map<int, std::vector<Fate>> seats;  // number of seats -> by seat
  std::vector<std::string> rounds;         // "value": "round" counts them from 0
  std::vector<StudyAnswer> answers;        // in the order of the questions
};

// Takes matches one by one; only what is asked is kept of them.
class Study {
 public:
  explicit Study(StudyPlan plan);
  ~Study();
  Study(Study&&) noexcept;

  // A match that is not over counts as unfinished and answers nothing: nobody knows what came of it.
  void add(const Match& match);
  const StudyPlan& plan() const;
  // Points into the plan.
  StudyResult result() const;

  struct Parts;

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace remise
