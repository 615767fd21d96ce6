// Two readers of one description (position.cpp): PositionWriter turns what it is shown into JSON, PositionReader fills
// it from JSON that anybody may have written. Both have the same members, so that what is written is what is read.
#pragma once

#include <span>

#include "games/tramways/edge/codec.h"
#include "games/tramways/state.h"

namespace remise::tramways {

using Words = std::vector<std::string_view>;

class PositionWriter {
 public:
  static constexpr bool reading = false;
  explicit PositionWriter(Json& out) : out_(out) { out_ = Json::object(); }

  template <class T>
  void number(const char* key, const T& value, std::int64_t, std::int64_t) {
    out_[key] = json(value);
  }
  template <class T>
  void number_or_none(const char* key, const T& value, T none, std::int64_t, std::int64_t) {
    out_[key] = value == none ? Json(nullptr) : json(value);
  }
  void flag(const char* key, std::uint8_t value) { out_[key] = value != 0; }
  void text(const char* key, const std::string& value) { out_[key] = value; }
  template <class E>
  void word(const char* key, E value, const Words& words) {
    out_[key] = words[static_cast<std::size_t>(value)];
  }
  // Numbers in a range; null for no seat.
  template <class List>
  void list(const char* key, const List& values, std::int64_t, std::int64_t) {
    out_[key] = list_json(values);
  }
  template <class T>
  void exactly(const char* key, std::span<T> values, std::int64_t, std::int64_t) {
    out_[key] = list_json(values);
  }
  template <class List>
  void lists(const char* key, std::span<List> values, std::int64_t, std::int64_t) {
    Json all = Json::array();
    for (const List& list : values) all.push_back(list_json(list));
    out_[key] = std::move(all);
  }
  void set(const char* key, const CardSet& cards) {
    Json all = Json::array();
    for (std::size_t id = 1; id <= max_cards; ++id)
      if (cards.has(id_at<CardId>(id))) all.push_back(id);
    out_[key] = std::move(all);
  }
  void set(const char* key, SeatSet seats, int players) {
    Json all = Json::array();
    for (int i = 0; i < players; ++i)
      if (seats.has(id_at<Seat>(i))) all.push_back(i);
    out_[key] = std::move(all);
  }
  template <class Visit>
  void object(const char* key, Visit&& visit) {
    Json& inner = out_[key];
    PositionWriter io(inner);
    visit(io);
  }
  // A list of objects; `count` is how many there are, or where they are counted in.
  template <class Visit>
  void objects(const char* key, std::size_t& count, std::size_t, Visit&& visit) {
    Json all = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
      Json inner;
      PositionWriter io(inner);
      visit(io, i);
      all.push_back(std::move(inner));
    }
    out_[key] = std::move(all);
  }

 private:
  template <class T>
  static Json json(const T& value) {
    return static_cast<std::int64_t>(value);
  }
  static Json json(Seat seat) { return seat == Seat::none ? Json(nullptr) : Json(index(seat)); }
  template <class List>
  static Json list_json(const List& values) {
    Json all = Json::array();
    for (const auto& value : values) all.push_back(json(value));
    return all;
  }

  Json& out_;
};

// The first fault is kept, in one place for all objects within each other; after it nothing is filled.
class PositionReader {
 public:
  static constexpr bool reading = true;
  PositionReader(const Json& json, std::string where, std::optional<Error>& error)
      : in_(json, where), where_(std::move(where)), error_(error) {}

  bool failed() const { return in_.failed() || error_.has_value(); }
  void fail(std::string_view code, std::string_view key, Json found = nullptr) {
    in_.fail(code, key, std::move(found));
  }
  bool has(const char* key) const { return in_.has(key); }
  const Json& array(const char* key, std::size_t max) { return in_.array(key, max); }
  std::optional<Error> finish() {
    auto error = in_.finish();
    if (!error_) error_ = std::move(error);
    return error_;
  }

  template <class T>
  void number(const char* key, T& value, std::int64_t min, std::int64_t max) {
    value = static_cast<T>(in_.integer(key, min, max));
  }
  template <class T>
  void number_or_none(const char* key, T& value, T none, std::int64_t min, std::int64_t max) {
    value = in_.has(key) ? static_cast<T>(in_.integer(key, min, max)) : none;
    if (value == none && !in_.present(key)) in_.fail("missing", key);
    in_.skip(key);
  }
  void flag(const char* key, std::uint8_t& value) { value = in_.boolean(key); }
  void text(const char* key, std::string& value) { value = in_.text(key); }
  template <class E>
  void word(const char* key, E& value, const Words& words) {
    value = static_cast<E>(in_.one_of(key, words));
  }
  template <class List>
  void list(const char* key, List& values, std::int64_t min, std::int64_t max) {
    fill(key, in_.array(key, List::capacity()), values, min, max);
  }
  template <class T>
  void exactly(const char* key, std::span<T> values, std::int64_t min, std::int64_t max) {
    const Json& all = in_.array(key);
    if (all.size() != values.size()) return in_.fail("wrong_count", key, all.size());
    for (std::size_t i = 0; i < values.size(); ++i) item(key, all[i], values[i], min, max);
  }
  template <class List>
  void lists(const char* key, std::span<List> values, std::int64_t min, std::int64_t max) {
    const Json& all = in_.array(key);
    if (all.size() != values.size()) return in_.fail("wrong_count", key, all.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!all[i].is_array()) return in_.fail("not_a_list", key, all[i]);
      if (all[i].size() > List::capacity()) return in_.fail("too_large", key, all[i].size());
      fill(key, all[i], values[i], min, max);
    }
  }
  void set(const char* key, CardSet& cards) {
    InplaceVector<CardId, max_cards> all;
    list(key, all, 1, max_cards);
    for (const CardId card : all) {
      if (cards.has(card)) return in_.fail("named_twice", key, index(card));
      cards.add(card);
    }
  }
  void set(const char* key, SeatSet& seats, int players) {
    InplaceVector<std::uint8_t, max_players> all;
    list(key, all, 0, players - 1);
    for (const std::uint8_t seat : all) {
      if (seats.has(id_at<Seat>(seat))) return in_.fail("named_twice", key, seat);
      seats.add(id_at<Seat>(seat));
    }
  }
  template <class Visit>
  void object(const char* key, Visit&& visit) {
    const Json& inner = in_.object(key);
    if (failed()) return;
    PositionReader io(inner, path(key), error_);
    visit(io);
    io.finish();
  }
  template <class Visit>
  void objects(const char* key, std::size_t& count, std::size_t max, Visit&& visit) {
    const Json& all = in_.array(key, max);
    count = all.size();
    for (std::size_t i = 0; i < all.size() && !failed(); ++i) {
      PositionReader io(all[i], path(key) + "." + std::to_string(i), error_);
      visit(io, i);
      io.finish();
    }
  }

 private:
  std::string path(const char* key) const { return where_ + "." + key; }

  template <class List>
  void fill(const char* key, const Json& all, List& values, std::int64_t min, std::int64_t max) {
    values.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) item(key, all[i], values[i], min, max);
  }
  template <class T>
  void item(const char* key, const Json& json, T& value, std::int64_t min, std::int64_t max) {
    if constexpr (std::is_same_v<T, Seat>)
      if (json.is_null()) {
        value = Seat::none;
        return;
      }
    if (!json.is_number_integer()) return in_.fail("not_an_integer", key, json);
    const bool huge = json.is_number_unsigned() && json.get<std::uint64_t>() > INT32_MAX;
    if (huge || json.get<std::int64_t>() < min || json.get<std::int64_t>() > max)
      return in_.fail("out_of_range", key, json);
    value = static_cast<T>(json.get<std::int64_t>());
  }

  ObjectReader in_;
  std::string where_;
  std::optional<Error>& error_;
};

}  // namespace remise::tramways
