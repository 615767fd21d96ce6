// Events and refusals are records: a kind and a few numbers. A table of specifications, one entry per kind, names them
// for JSON and for the catalogues in data/locale. Kinds and table come from one list, so that each fact about a kind
// stands in one place and neither can lack what the other has:
//
//   #define MY_EVENTS(X, REVEALING)
//     X(tile_laid, "R67", {"hex", FieldType::hex}, {"cost", FieldType::money})
//     REVEALING(card_drawn, "R3", {"card", FieldType::card})
//   REMISE_RECORDS(EventKind, event_specs, FieldType, MY_EVENTS)
//
// An event after which a player knows more than before is REVEALING: it cannot be taken back alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace remise {

inline constexpr std::size_t max_record_fields = 6;

template <class Kind>
struct Record {
  Kind kind{};
  std::array<std::int32_t, max_record_fields> args{};

  bool operator==(const Record&) const = default;
};

template <class Kind, class... Args>
constexpr Record<Kind> record(Kind kind, Args... args) {
  static_assert(sizeof...(Args) <= max_record_fields);
  return {kind, {static_cast<std::int32_t>(args)...}};
}

// The name of an argument, and how to write it: `type` is an enum of the game (a player, a hex, a sum, ...).
template <class FieldType>
struct FieldSpec {
  std::string_view name;
  FieldType type{};
};

template <class FieldType>
struct RecordSpec {
  std::string_view name;  // "tile_laid"
  std::string_view rule;  // "R67", "8.4.1"; what a refusal rests on
  std::array<FieldSpec<FieldType>, max_record_fields> fields{};
  bool reveals = false;
};

#define REMISE_RECORD_KIND(kind, ...) kind,
#define REMISE_RECORD_SPEC(kind, rule, ...) {#kind, rule, {{__VA_ARGS__}}, false},
#define REMISE_REVEALING_SPEC(kind, rule, ...) {#kind, rule, {{__VA_ARGS__}}, true},
#define REMISE_RECORDS(Kind, specs, Field, LIST)                                   \
  enum class Kind : std::uint8_t { LIST(REMISE_RECORD_KIND, REMISE_RECORD_KIND) }; \
  inline constexpr RecordSpec<Field> specs[] = {LIST(REMISE_RECORD_SPEC, REMISE_REVEALING_SPEC)};

}  // namespace remise
