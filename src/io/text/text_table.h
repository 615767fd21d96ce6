// Tables of text for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace remise {

// Columns as wide as their widest cell; the first two, and a last one of words, to the left, the others to the right.
class TextTable {
 public:
  enum class Last : std::uint8_t { words, numbers };
  explicit TextTable(Last last = Last::words) : last_(last) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  Last last_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace remise
