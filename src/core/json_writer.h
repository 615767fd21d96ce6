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
// written. The text must not be touched while a writer of it is at work.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/ids.h"
#include "core/json.h"

namespace remise {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}
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
    out_ += ':';
    comma_ = false;
  }
  void key(std::integral auto number) {
    separate();
    out_ += '"';
    digits(number);
    out_ += "\":";
    comma_ = false;
  }

 private:
  void separate() {
    if (comma_) out_ += ',';
    comma_ = true;
  }
  void open(char bracket) {
    separate();
    out_ += bracket;
    comma_ = false;
  }
  void close(char bracket) {
    out_ += bracket;
    comma_ = true;
  }
  void word(std::string_view bare) {
    separate();
    out_ += bare;
  }
  void text(std::string_view text);
  void digits(std::integral auto number) {
    char buffer[24];
    out_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
  }

  std::string& out_;
  bool comma_ = false;  // before the next value or key
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
    word(v.dump());
  } else if constexpr (std::same_as<Plain, std::nullptr_t> || std::same_as<Plain, std::nullopt_t>) {
    word("null");
  } else if constexpr (std::same_as<Plain, bool>) {
    word(v ? "true" : "false");
  } else if constexpr (std::integral<Plain>) {
    static_assert(!std::same_as<Plain, char>, "a letter is a text");
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
  JsonWriter w(text);
  w.value(v);
  return text;
}
template <class T>
Json json_tree(T&& v) {
  return tree_of(json_text(v));
}

}  // namespace remise
