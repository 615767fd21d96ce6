// Sentences for the moves, events and refusals of any game. The catalogue key is GAME.KIND.NAME
// ("chess.event.castled", "chess.action.move", "chess.error.pinned"), its values are the members of the object, each
// made readable first:
//
//   a member that names a seat ("seat", "player", "..._seat")   the player's name; "seat_is" is "you" where that is the
//                                                               reader, "null" where nobody is named, else "other"
//   a change                                                    as it is; "signed" has its sign: "+2", "−1"
//   what a member names, by its ends ("link_ends": ["R", "C"])  "R–C", unless it has a label
//   a value with a label ("company": "WT", "card": 18)          the label ("WT (Anna)"); "company_short" is the value
//   itself a value with a second label ("line_of")                     as it is, and "line_of" is that label ("4 (WT,
//   Anna)") a word with its own entry GAME.MEMBER.WORD                  that entry ("chess.piece.q" -> "queen") a range
//   "20-45" a field of a grid ("field", "to": [3, 4])                   column and row: "4e"
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "io/text/locale.h"
#include "io/text/telling.h"

namespace remise {

// [3, 4] -> "4e", as on the page; empty for anything else.
std::string field_name(const Json& field);
std::string row_name(int row);  // 4 -> "e"

// Without characters that would do something to a terminal: for what strangers wrote.
std::string harmless(std::string_view text);

struct Sentence {
  bool heading = false;  // of a round that begins
  std::string head;
  std::vector<std::string> parts;  // to unfold
};

class Speaker {
 public:
  // `file` is the match file: its "names" name the seats. `reader` is spoken to as "you"; nobody is where it is none.
  Speaker(const Locale& locale, const Match& match, const Json& file, Seat reader = Seat::none);

  const std::vector<std::string>& names() const { return names_; }
  const Locale& locale() const { return locale_; }
  Seat reader() const { return reader_; }
  // {"company": {"WT": "WT (Anna)"}}
  void set_labels(Json labels) { labels_ = std::move(labels); }
  void set_telling(Telling telling) { telling_ = std::move(telling); }
  // Adds to an action what its sentence needs beside its members.
  void set_spoken(std::function<Json(const Json& action)> spoken) { spoken_ = std::move(spoken); }

  std::string action(const Json& action) const;
  std::string event(const Json& event) const;
  std::string error(const Error& error) const;
  // What a review says of a game: GAME.review.NAME.
  std::string review(const std::string& name, const Json& values) const { return sentence("review", name, values); }
  // One value as sentences name it: a card by what is printed on it, a kind of action by its verb.
  std::string word(const std::string& member, const Json& value) const;
  // One move of Match::log in sentences (io/text/telling.h).
  std::vector<Sentence> tell(const Json& move) const;
  // The same as lines of text, with the number of the move in front.
  std::string move(const Json& move) const;
  // The heading above the first move; empty where the game has none.
  std::string opening() const;
  // The final standing, best first.
  std::string outcome(const Json& outcome) const;

 private:
  std::string sentence(std::string_view kind, const std::string& name, const Json& values) const;
  std::string events(const std::vector<Json>& events) const;
  Json spoken_values(const Json& values) const;
  Json readable(const std::string& key, const Json& value) const;

  const Locale& locale_;
  std::string game_;
  std::vector<std::string> names_;
  Seat reader_ = Seat::none;
  Telling telling_;
  Json labels_ = Json::object();
  std::function<Json(const Json&)> spoken_;
};

}  // namespace remise
