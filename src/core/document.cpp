#include "core/document.h"

#include <algorithm>
#include <climits>

#include "core/json.h"

namespace remise {

Value Value::of(bool truth) {
  Value out;
  out.kind_ = Kind::boolean, out.number_ = truth;
  return out;
}

Value Value::of_negative(std::int64_t number) {
  Value out;
  out.kind_ = Kind::negative, out.number_ = static_cast<std::uint64_t>(number);
  return out;
}

Value Value::of_number(std::uint64_t number) {
  Value out;
  out.kind_ = Kind::number, out.number_ = number;
  return out;
}

Value Value::of_real(double number) {
  Value out;
  out.kind_ = Kind::real, out.real_ = number;
  return out;
}

Value Value::of(std::string_view text) {
  Value out;
  out.kind_ = Kind::text, out.size_ = static_cast<std::uint32_t>(text.size()), out.text_ = text.data();
  return out;
}

Value Value::of(std::span<const Value> items) {
  Value out;
  out.kind_ = Kind::list, out.size_ = static_cast<std::uint32_t>(items.size()), out.items_ = items.data();
  return out;
}

Value Value::of(std::span<const Member> members) {
  Value out;
  out.kind_ = Kind::object, out.size_ = static_cast<std::uint32_t>(members.size()), out.members_ = members.data();
  return out;
}

const Value* Value::find(std::string_view key) const {
  const auto all = members();
  if (all.size() <= 16) {  // nearly all objects: quicker from the front than by halves
    for (const Member& member : all)
      if (member.key == key) return &member.value;
    return nullptr;
  }
  const auto at = std::ranges::lower_bound(all, key, {}, &Member::key);
  return at != all.end() && at->key == key ? &at->value : nullptr;
}

template <class T>
std::span<T> Document::Store<T>::keep(std::span<const T> run) {
  constexpr std::size_t block = 512;
  if (run.size() > left_) {
    left_ = std::max(block, run.size());
    next_ = blocks_.emplace_back(std::make_unique_for_overwrite<T[]>(left_)).get();
  }
  T* const at = next_;
  std::ranges::copy(run, at);
  next_ += run.size();
  left_ -= run.size();
  return {at, run.size()};
}

// Recursive descent; each function reads one thing and gives false where the text is wrong.
class DocumentReader {
 public:
  DocumentReader(std::string_view text, Document& out)
      : first_(text.data()), at_(first_), end_(first_ + text.size()), out_(out) {}

  bool read() {
    if (std::string_view(at_, end_).starts_with("\xEF\xBB\xBF")) at_ += 3;  // a byte order mark
    if (!value(out_.root_, 0)) return false;
    skip_space();
    return at_ == end_;
  }

 private:
  static bool digit(char c) { return c >= '0' && c <= '9'; }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view expected, Value& out, Value meant) {
    if (!std::string_view(at_, end_).starts_with(expected)) return false;
    at_ += expected.size();
    out = meant;
    return true;
  }

  bool value(Value& out, std::size_t depth) {
    skip_space();
    if (at_ == end_) return false;
    switch (*at_) {
      case '{': return object(out, depth + 1);
      case '[': return list(out, depth + 1);
      case '"': {
        std::string_view text;
        if (!string(text)) return false;
        out = Value::of(text);
        return true;
      }
      case 't': return word("true", out, Value::of(true));
      case 'f': return word("false", out, Value::of(false));
      case 'n': return word("null", out, Value());
      default: return number(out);
    }
  }

  bool list(Value& out, std::size_t depth) {
    if (depth > max_json_depth) return false;
    const std::size_t begun = items_.size();
    ++at_;
    skip_space();
    if (take(']')) return out = Value::of(std::span<const Value>()), true;
    do {
      Value item;
      if (!value(item, depth)) return false;
      items_.push_back(item);
      skip_space();
    } while (take(','));
    if (!take(']')) return false;
    out = Value::of(std::span<const Value>(out_.values_.keep(std::span(items_).subspan(begun))));
    items_.resize(begun);
    return true;
  }

  bool object(Value& out, std::size_t depth) {
    if (depth > max_json_depth) return false;
    const std::size_t begun = members_.size();
    ++at_;
    skip_space();
    if (take('}')) return out = Value::of(std::span<const Member>()), true;
    do {
      Member member;
      skip_space();
      if (at_ == end_ || *at_ != '"' || !string(member.key)) return false;
      skip_space();
      if (!take(':') || !value(member.value, depth)) return false;
      members_.push_back(member);
      skip_space();
    } while (take(','));
    if (!take('}')) return false;
    sort(begun);
    out = Value::of(std::span<const Member>(out_.members_.keep(std::span(members_).subspan(begun))));
    members_.resize(begun);
    return true;
  }

  // The members from `begun` on by key. Of a key that comes twice the last one counts.
  void sort(std::size_t begun) {
    const auto first = members_.begin() + static_cast<std::ptrdiff_t>(begun);
    const auto out_of_order = [](const Member& a, const Member& b) { return a.key >= b.key; };
    if (std::adjacent_find(first, members_.end(), out_of_order) == members_.end()) return;
    std::stable_sort(first, members_.end(), [](const Member& a, const Member& b) { return a.key < b.key; });
    auto kept = first;
    for (auto at = first; at != members_.end(); ++at)
      if (at + 1 == members_.end() || (at + 1)->key != at->key) *kept++ = *at;
    members_.erase(kept, members_.end());
  }

  bool number(Value& out) {
    const char* const start = at_;
    const bool negative = take('-');
    if (at_ == end_ || !digit(*at_)) return false;
    std::uint64_t whole = 0;
    bool huge = false;
    if (!take('0'))
      for (; at_ != end_ && digit(*at_); ++at_) {
        const auto next = static_cast<std::uint64_t>(*at_ - '0');
        huge = huge || whole > (UINT64_MAX - next) / 10;
        whole = 10 * whole + next;
      }
    const bool integer = at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E');
    if (integer && !huge && !negative) return out = Value::of_number(whole), true;
    if (integer && !huge && whole <= std::uint64_t{1} << 63)
      return out = Value::of_negative(static_cast<std::int64_t>(-whole)), true;
    return real(start, out);
  }

  // Anything but a whole number of 64 bits. Such are few; the library knows how to round them.
  bool real(const char* start, Value& out) {
    if (take('.') && !digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!digits()) return false;
    }
    const Json json = Json::parse(start, at_, nullptr, false);
    if (!json.is_number()) return false;  // larger than any double
    out = Value::of_real(json.get<double>());
    return true;
  }
  bool digits() {
    const char* const start = at_;
    while (at_ != end_ && digit(*at_)) ++at_;
    return at_ != start;
  }

  bool string(std::string_view& out) {
    const char* const start = ++at_;
    while (at_ != end_) {
      const auto c = static_cast<unsigned char>(*at_);
      if (c == '"') {
        out = {start, at_++};
        return true;
      }
      if (c == '\\') return escaped(start, out);
      if (c < 0x20) return false;
      if (c < 0x80)
        ++at_;
      else if (!letter())
        return false;
    }
    return false;
  }

  // A string from its first escape on. What is meant is never longer than what is written.
  bool escaped(const char* start, std::string_view& out) {
    if (!out_.texts_) {
      out_.texts_ = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(end_ - first_));
      next_ = out_.texts_.get();
    }
    char* const begun = next_;
    next_ = std::copy(start, at_, next_);
    while (at_ != end_) {
      const auto c = static_cast<unsigned char>(*at_);
      const char* const from = at_;
      if (c == '"') {
        ++at_;
        out = {begun, next_};
        return true;
      }
      if (c < 0x20) return false;
      if (c == '\\') {
        ++at_;
        if (!escape()) return false;
        continue;
      }
      if (c < 0x80)
        ++at_;
      else if (!letter())
        return false;
      next_ = std::copy(from, at_, next_);
    }
    return false;
  }

  bool escape() {
    if (at_ == end_) return false;
    const char c = *at_++;
    if (c == 'u') return code_point();
    constexpr std::string_view written = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const std::size_t known = written.find(c);
    if (known == std::string_view::npos) return false;
    *next_++ = meant[known];
    return true;
  }

  bool code_point() {
    std::uint32_t code = 0, low = 0;
    if (!four_digits(code) || (code >= 0xDC00 && code < 0xE000)) return false;
    if (code >= 0xD800 && code < 0xDC00) {  // the first half of a pair
      if (!take('\\') || !take('u') || !four_digits(low) || low < 0xDC00 || low >= 0xE000) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    const auto put = [&](std::uint32_t byte) { *next_++ = static_cast<char>(byte); };
    const auto rest = [&](int shift) { put(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) return put(code), true;
    if (code < 0x800) return put(0xC0 | code >> 6), rest(0), true;
    if (code < 0x10000) return put(0xE0 | code >> 12), rest(6), rest(0), true;
    return put(0xF0 | code >> 18), rest(12), rest(6), rest(0), true;
  }
  bool four_digits(std::uint32_t& out) {
    for (int i = 0; i < 4; ++i, ++at_) {
      if (at_ == end_) return false;
      const char c = *at_;
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return false;
      out = out << 4 | static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  // A letter of two to four bytes, well formed (RFC 3629): none written longer than need be, no half of a pair, none
  // beyond the last.
  bool letter() {
    const auto byte = [&](int i) { return end_ - at_ > i ? static_cast<unsigned char>(at_[i]) : 0; };
    const auto rest = [&](int i) { return (byte(i) & 0xC0) == 0x80; };
    const int c = byte(0), d = byte(1);
    int size = 0;
    if (c >= 0xC2 && c < 0xE0) size = rest(1) ? 2 : 0;
    if (c >= 0xE0 && c < 0xF0) size = rest(1) && rest(2) && (c != 0xE0 || d >= 0xA0) && (c != 0xED || d < 0xA0) ? 3 : 0;
    if (c >= 0xF0 && c < 0xF5)
      size = rest(1) && rest(2) && rest(3) && (c != 0xF0 || d >= 0x90) && (c != 0xF4 || d < 0x90) ? 4 : 0;
    at_ += size;
    return size > 0;
  }

  const char* first_;
  const char* at_;
  const char* end_;
  Document& out_;
  char* next_ = nullptr;         // in the texts of the document
  std::vector<Value> items_;     // of the lists that are open
  std::vector<Member> members_;  // of the objects that are open
};

std::optional<Document> Document::read(std::string_view text) {
  if (text.size() > UINT32_MAX) return std::nullopt;
  Document document;
  if (!DocumentReader(text, document).read()) return std::nullopt;
  return document;
}

}  // namespace remise
