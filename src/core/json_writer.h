// Writes JSON into a text, value after value. What leaves the engine is written once, not built as a tree first.
//
//   JsonWriter w(text);
//   w.object("hex", name, "rotation", 3, "stops", json_list(stops, [&](const Stop& stop) {
//              w.object("value", stop.value, "bonus", stop.bonus);
//            }));
//
// What can be written: null, true and false, whole numbers, texts (UTF-8), std::optional (null where empty), ranges (a
// list), Json, everything with a function write_json(JsonWriter&, const T&) beside its type, and functions: without a
// result they write one value themselves, or nothing where it shall be left out of a list; else their result is
// written. The text is complete when its writer is gone, and not to be touched before.
#pragma once

#include <charconv>
#include <concepts>
#include <cstring>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/assert.h"
#include "core/ids.h"
#include "core/json.h"

namespace remise {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}
  ~JsonWriter() { flush(); }
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  template <class T>
  void value(T&& v);

  // object("key", value, "key", value, ...), or object(function that writes the members).
  template <class... Parts>
  void object(const Parts&... parts) {
    begin_object();
    if constexpr (sizeof...(Parts) == 1)
      (parts(), ...);
    else
      members(parts...);
    end_object();
  }
  void members() {}
  template <class Key, class T, class... Rest>
  void members(const Key& name, T&& v, Rest&&... rest) {
    key(name);
    value(v);
    members(rest...);
  }

  // list(range), list(range, function for each item), or list(function that writes the items).
  template <class Contents>
  requires std::invocable<const Contents&>
  void list(const Contents& contents) {
    begin_list();
    contents();
    end_list();
  }
  template <std::ranges::input_range Range>
  void list(Range&& range) {
    begin_list();
    for (auto&& item : range) value(item);
    end_list();
  }
  template <std::ranges::input_range Range, class Each>
  void list(Range&& range, Each&& each) {
    begin_list();
    for (auto&& item : range)
      if constexpr (std::is_void_v<decltype(each(item))>)
        each(item);
      else
        value(each(item));
    end_list();
  }
  // A text of at most 25 characters in which nothing needs escaping.
  void letters(std::string_view text) {
    REMISE_ASSERT(text.size() <= 25);
    room(30);
    separate();
    *at_++ = '"';
    for (const char c : text) *at_++ = c;
    *at_++ = '"';
  }
  // A list of exactly these.
  template <class... Items>
  void tuple(const Items&... items) {
    begin_list();
    (value(items), ...);
    end_list();
  }

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_list() { open('['); }
  void end_list() { close(']'); }
  void key(std::string_view name) {
    text(name);
    after_key();
  }
  template <std::size_t N>
  void key(const char (&name)[N]) {  // a literal: nothing in it needs escaping
    static_assert(N < 100);
    room(N + 4);
    separate();
    *at_++ = '"';
    std::memcpy(at_, name, N - 1);
    at_ += N - 1;
    *at_++ = '"';
    after_key();
  }
  void key(std::integral auto number) {
    room(30);
    separate();
    *at_++ = '"';
    digits(number);
    *at_++ = '"';
    after_key();
  }

 private:
  // There is room for so many characters from at_ on, at most 200.
  void room(std::ptrdiff_t size) {
    if (buffer_ + sizeof buffer_ - at_ < size) flush();
  }
  void flush();
  void separate() {
    if (comma_) *at_++ = ',';
    comma_ = true;
  }
  void after_key() {
    *at_++ = ':';
    comma_ = false;
  }
  void open(char bracket) {
    room(2);
    separate();
    *at_++ = bracket;
    comma_ = false;
  }
  void close(char bracket) {
    room(1);
    *at_++ = bracket;
    comma_ = true;
  }
  void bare(std::string_view word);     // as it is
  void text(std::string_view text);     // in quotes; leaves room for a colon
  void careful(std::string_view text);  // escaped, or long
  void digits(std::integral auto number) { at_ = std::to_chars(at_, at_ + 24, number).ptr; }

  std::string& out_;
  bool comma_ = false;  // before the next value or key
  char* at_ = buffer_;  // what is written comes here first: appending single characters to a string is slow
  char buffer_[1024];
};

// The same as values of an object: "stops", json_list(stops, each). What has no name is kept, the rest looked at when
// it is written.
template <class... Parts>
[[nodiscard]] auto json_list(Parts&&... parts) {
  return [kept = std::tuple<Parts...>(std::forward<Parts>(parts)...)](JsonWriter& w) {
    std::apply([&](const auto&... each) { w.list(each...); }, kept);
  };
}
template <class Contents>
[[nodiscard]] auto json_object(Contents contents) {
  return [contents](JsonWriter& w) { w.object(contents); };
}

inline void write_json(JsonWriter& w, Seat seat) {
  seat == Seat::none ? w.value(nullptr) : w.value(static_cast<int>(seat));
}

template <class T>
void JsonWriter::value(T&& v) {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (std::same_as<Plain, Json>) {
    bare(v.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else if constexpr (std::same_as<Plain, std::nullptr_t> || std::same_as<Plain, std::nullopt_t>) {
    bare("null");
  } else if constexpr (std::same_as<Plain, bool>) {
    bare(v ? "true" : "false");
  } else if constexpr (std::integral<Plain>) {
    static_assert(!std::same_as<Plain, char>, "a letter is a text");
    room(30);
    separate();
    digits(v);
  } else if constexpr (std::convertible_to<T, std::string_view>) {
    text(v);
  } else if constexpr (requires { v.has_value(), *v; }) {
    v.has_value() ? value(*v) : value(nullptr);
  } else if constexpr (requires { v(*this); }) {
    v(*this);
  } else if constexpr (requires { v(); }) {
    if constexpr (std::is_void_v<decltype(v())>)
      v();
    else
      value(v());
  } else if constexpr (requires { write_json(*this, v); }) {
    write_json(*this, v);
  } else {
    list(v);
  }
}

// What is written, as a text of its own or as a tree; null where nothing is.
template <class T>
std::string json_text(T&& v) {
  std::string text;
  JsonWriter(text).value(v);
  return text;
}
template <class T>
Json json_tree(T&& v) {
  return tree_of(json_text(v));
}

}  // namespace remise
