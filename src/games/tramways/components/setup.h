// Setup (3, 17.2-17.5): by chance from the seed, or explicitly, part by part.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "games/tramways/position.h"

namespace remise::tramways {

enum class Sides : std::uint8_t { y1920, y1910, random, explicit_layout };

struct Options {
  int players = 2;
  Variant variant = Variant::standard;
  Development development = Development::original;
  bool draft = false;
  Sides sides = Sides::y1920;
  std::optional<bool> limited_passengers;  // 2.4; without a value as the version of the rules has it
  std::array<bool, max_players> hard{};
};

// A board on the map: x, y is the field of its north-west corner after turning it by `quarter_turns` clockwise.
struct Placement {
  const Board* board = nullptr;
  std::size_t side = 0;
  int x = 0, y = 0, quarter_turns = 0;
};

struct GivenShuffle {
  Shuffles::Entry entry;
  std::vector<CardId> order;
};

// What is not left to chance.
struct Deal {
  struct Auction {
    std::vector<CardId> removed, deck;
  };
  std::optional<std::vector<Placement>> boards;
  std::optional<std::vector<Seat>> turn_order;
  std::optional<std::vector<std::vector<CardId>>> parcels;
  std::optional<Auction> auction;
  std::optional<std::vector<std::vector<CardId>>> development;  // books, or the deal of the alternative rule
  std::optional<std::array<std::vector<CardId>, 4>> buildings;
  std::optional<std::vector<Building>> discs;
  std::optional<std::vector<GivenShuffle>> shuffles;

  bool complete(const Options& options) const;  // nothing but later shuffles is left to chance
};

struct Setup {
  Options options;
  Deal deal;
  std::optional<std::string> seed;
};

std::expected<Setup, Error> read_setup(const Tables& tables, const Json& json);  // setup_json.cpp
CardSetId named_cards(const Json& setup);  // the first where nothing is said, or nothing that is known
// Everything that is wrong with a setup; what could be read of it is in `setup`.
std::vector<Error> read_setup(const Tables& tables, const Json& json, Setup& setup);
std::expected<State, Error> start_state(const Tables& tables, const Setup& setup, const Random& stream, int rules);

Error setup_error(std::string_view problem, std::string_view rule, std::string_view where, Json found = nullptr);

// Puts the fields into reading order with their neighbours; false when two share a spot.
bool make_map(Map& map, std::vector<std::pair<Spot, Ground>> fields);
bool lay_boards(Map& map, const std::vector<Placement>& boards);
int boards_needed(const Options& options);
// Which boards, and how many (3.1.1-3.1.3); how they lie (3.1.5). All that is wrong.
std::vector<Error> wrong_boards(const Tables& tables, const Options& options, const std::vector<Placement>& boards);
std::vector<Error> wrong_places(const std::vector<Placement>& boards, bool in_one_piece);
// One field of each area of open fields (3.1.6).
std::vector<FieldId> open_areas(const Map& map);
Spot spot_on(const Placement& p, int u, int v);  // where a field of a board lies on the map
Ground ground_on(const Placement& p, int u, int v);
// The boards a map is made of; nothing when it is not made of boards.
std::optional<std::vector<Placement>> boards_of(const Tables& tables, const Map& map);
void find_parcels(State& s);  // where they lie on the map
// [{board, side, x, y, rotation}]
std::expected<std::vector<Placement>, Error> read_placements(const Tables& tables, const Json& list,
                                                             const std::string& where);
Json placements_json(const std::vector<Placement>& boards);
std::vector<std::string_view> side_names();
Json fields_json(const Tables& tables, const Placement& p);  // rows of grounds as the board lies

Seat draft_seat(const State& s);  // 3.3.2
// 3.4-3.7: after the parcels are dealt or drafted, up to the first decision about development cards.
void continue_setup(const Mover& mover);

}  // namespace remise::tramways
