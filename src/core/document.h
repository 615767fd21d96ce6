// A JSON text that is read once and not changed, such as a data file: a seventh of the instructions that Json takes,
// since nothing is copied. Values point into the text and into the Document; both must stay while they are looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace remise {

struct Member;

// One value of a document. The names are those of Json, and mean the same.
class Value {
 public:
  enum class Kind : std::uint8_t { null, boolean, negative, number, real, text, list, object };

  constexpr Value() : number_(0) {}
  static Value of(bool truth);
  static Value of_negative(std::int64_t number);
  static Value of_number(std::uint64_t number);
  static Value of_real(double number);
  static Value of(std::string_view text);
  static Value of(std::span<const Value> items);
  static Value of(std::span<const Member> members);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  bool is_boolean() const { return kind_ == Kind::boolean; }
  bool is_number_integer() const { return kind_ == Kind::negative || kind_ == Kind::number; }
  bool is_number_unsigned() const { return kind_ == Kind::number; }
  bool is_string() const { return kind_ == Kind::text; }
  bool is_array() const { return kind_ == Kind::list; }
  bool is_object() const { return kind_ == Kind::object; }

  // Of lists and objects; null has none, anything else counts as one.
  std::size_t size() const { return is_array() || is_object() ? size_ : is_null() ? 0 : 1; }

  // Only where it is of that kind.
  template <class Number>
  Number get() const {
    return static_cast<Number>(number_);
  }
  double real() const { return real_; }
  std::string_view text() const { return {text_, size_}; }
  const Value& operator[](std::size_t i) const { return items_[i]; }

  // Nothing where it is of another kind.
  const Value* begin() const { return is_array() ? items_ : nullptr; }
  const Value* end() const { return is_array() ? items_ + size_ : nullptr; }
  std::span<const Member> members() const;  // sorted by key, each key once
  const Value* find(std::string_view key) const;
  bool contains(std::string_view key) const { return find(key) != nullptr; }

 private:
  Kind kind_ = Kind::null;
  std::uint32_t size_ = 0;
  union {
    std::uint64_t number_;  // a negative number as its two's complement
    double real_;
    const char* text_;
    const Value* items_;
    const Member* members_;
  };
};

struct Member {
  std::string_view key;
  Value value;
};

inline std::span<const Member> Value::members() const {
  return is_object() ? std::span(members_, size_) : std::span<const Member>();
}

class Document {
 public:
  // Nothing where the text is not JSON (RFC 8259), or lists and objects lie deeper in each other than max_json_depth.
  static std::optional<Document> read(std::string_view text);

  const Value& root() const { return root_; }

 private:
  friend class DocumentReader;

  // Room for many small runs of T that stay where they are.
  template <class T>
  class Store {
   public:
    std::span<T> keep(std::span<const T> run);

   private:
    std::vector<std::unique_ptr<T[]>> blocks_;
    std::size_t left_ = 0;  // at the end of the last block
    T* next_ = nullptr;
  };

  Value root_;
  Store<Value> values_;
  Store<Member> members_;
  std::unique_ptr<char[]> texts_;  // those with escapes, as they are meant
};

}  // namespace remise
