// How a move is told: one sentence for what was done, its parts to unfold below it, and the headings of rounds that
// begin with it. Which events are what is data, data/GAME/log.json:
//
//   round     the event that heads all that follows it
//   opening   that event as it stands before the first move (of a match that begins at a position: with what that says)
//   silent    never told: the board shows it, or another event says it
//   parts     told below the sentence they belong to
//   minor     a sentence of its own where the move has no other, else a part
//   lists     several of the same kind make one sentence
//   sums      several of the same kind and seat make one: the changes add up, and the last "now" holds
//
// All other events are sentences. web/src/i18n/telling.ts does the same for the page; tests/telling.json has the cases
// both must agree on.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/json.h"

namespace remise {

struct Telling {
  std::string round;
  Json opening;
  std::set<std::string> silent, parts, minor, lists, sums;

  static Telling read(const Json& file);
};

struct Told {
  bool heading = false;
  std::vector<Json> head;                // events that make one sentence; none where the action itself has to say it
  std::vector<std::vector<Json>> parts;  // likewise
};

std::vector<Told> told(const Json& events, const Telling& telling);

}  // namespace remise
