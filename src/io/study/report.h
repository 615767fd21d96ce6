// A study for people and for programs. Headings are "GAME.study.KEY", the words around them "core.study.*".
#pragma once

#include "io/study/study.h"
#include "io/text/locale.h"

namespace remise {

struct StudyPage {
  std::string_view game;  // its id
  std::string title;      // its name
  const StudyResult& result;
  const Locale& locale;
  Json labels;  // of values that are numbers (Renderer::labels); may be null
};

Json study_json(std::string_view game, const StudyResult& result);
std::string study_text(const StudyPage& page);
// Tables and plots in one page that needs nothing else, light and dark, to print as well.
std::string study_html(const std::vector<StudyPage>& pages, const Locale& locale);

}  // namespace remise
