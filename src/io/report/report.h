// A review (docs/review-file.md) for people: text for the terminal, and one page to keep, without script.
#pragma once

#include <string>
#include <vector>

#include "core/game.h"
#include "io/text/locale.h"
#include "io/text/sentences.h"

namespace remise {

// `match` is the match of the review; `texts` knows the catalogues "core", "review" and that of the game.
std::string report_text(const Json& review, const Match& match, const Locale& texts);
std::string report_html(const Json& review, const Match& match, const Locale& texts);

// --- What both are made of.

struct ToldMoment {
  std::size_t n = 0;
  int seat = 0;
  std::string round, verdict, name, played, other, other_word, difference;
  bool good = false;
  std::vector<std::string> why;
};

class ReviewTexts {
 public:
  ReviewTexts(const Json& review, const Match& match, const Locale& texts);

  const std::vector<std::string>& names() const { return speaker_.names(); }
  std::string say(std::string_view key, const Json& values = Json::object()) const;
  std::string amount(double value) const;  // "70 G", "1 point"
  std::vector<ToldMoment> moments() const;
  std::vector<std::string> short_runs() const;  // empty: all took the best route
  std::string source(const Json& account) const;
  // The decisions of a seat: how many, how many of them best or strong, and what was given away for sure.
  struct Tally {
    int decisions = 0, best = 0, costly = 0;
    double given_away = 0;
  };
  Tally tally(int seat) const;
  std::string about() const;  // who judged, with what budget
  std::string luck_part(std::string_view part) const;

 private:
  const Json& review_;
  const Match& match_;
  const Locale& texts_;
  std::string game_;
  Speaker speaker_;
};

// 1234 -> "1234", with a real minus sign.
std::string whole(double value);

}  // namespace remise
