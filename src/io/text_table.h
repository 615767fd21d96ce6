// Tables of text for a terminal.
#pragma once

#include <string>
#include <vector>

namespace remise {

// Width on screen of UTF-8 text, in characters.
std::size_t width_of(const std::string& text);

// Columns as wide as their widest cell; the first two and, if it holds words, the last to the left, the others to the
// right.
class TextTable {
 public:
  explicit TextTable(bool words_last = true) : words_last_(words_last) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  bool words_last_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace remise
