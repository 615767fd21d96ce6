// Links a player could lay now, and journeys passengers could make: the promising ones, without payment.
#pragma once

#include <array>
#include <vector>

#include "games/tramways/action.h"
#include "games/tramways/board/passengers.h"

namespace remise::bots::tramways {

namespace game = remise::tramways;

// A link that would be complete: new, continued, redirected, joined to another, or built through an own parcel.
struct LinkPlan {
  game::TrackDeed deed;
  game::FieldId from{}, to{};                // places
  int rails = 0;                             // cost
  int pieces = 0;                            // of the whole link
  game::LinkId joined = game::LinkId::none;  // 8.4.4
  int over = 0;                              // own open parcels on the way
};

// Finds for every two places, and every cost, one path (8): by waves of equal cost from each place.
class TrackWaves {
 public:
  static constexpr int max_cost = 10;

  // `all`: with redirections, joins, paths over own open parcels and through them. Few of these break a rule that the
  // waves do not know (8.3.4); the game itself is asked about them (plan_track).
  // What was found last on a board like this one is remembered: valid until the next call.
  const std::vector<LinkPlan>& find(const game::Tables& tables, const game::State& s, Seat seat, int most, bool all);

 private:
  // All that the plans depend on, beside the map.
  using Key = InplaceVector<std::uint8_t, 400, std::uint16_t>;
  struct Found {
    Key key;
    std::vector<LinkPlan> plans;
  };
  static void make_key(const game::State& s, Seat seat, int most, bool all, Key& key);
  void search(const game::Tables& tables, const game::State& s, Seat seat, int most, bool all,
              std::vector<LinkPlan>& out);

  struct Head {  // a piece is to be laid here
    game::FieldId field{};
    game::Edge entry{};
    std::int16_t before = -1;
    game::FieldId start{};  // of the first: the field left
  };

  // Where the heads come from.
  struct Start {
    const game::Base* base = nullptr;  // null: a new link
    game::FieldId from{};
    int laid = 0;                            // pieces that lie already
    int cost = 0;                            // of turning the last of them ...
    game::Edge redirect = game::Edge::none;  // ... to this edge
  };

  void survey(const game::Tables& tables, const game::State& s);
  void begin(const game::State& s, game::FieldId field, game::Edge edge);
  void redirections(const game::State& s, const game::Link& link, int most, std::vector<LinkPlan>& out);
  void through_parcels(const game::State& s, const game::Link& link, int most, std::vector<LinkPlan>& out);
  void spread(const game::State& s, const Start& start, int most, std::vector<LinkPlan>& out);
  void arrive(const game::State& s, const Start& start, std::int16_t at, game::Edge exit, game::FieldId next, int cost,
              std::vector<LinkPlan>& out);
  bool trace(const game::State& s, std::int16_t at, game::Edge exit, LinkPlan& plan) const;

  static constexpr std::size_t remembered = 128;
  std::vector<Found> found_;  // by the hash of the key
  game::Map map_;             // of those
  Key key_;
  Seat seat_{};
  bool all_ = false;
  std::uint32_t stamp_ = 0;
  std::array<std::uint8_t, game::max_fields> ground_{};  // cost of a piece; 0: none
  std::array<game::FieldId, game::max_fields> place_{};  // where a link may end
  std::array<std::uint32_t, (max_cost + 1) * game::max_fields * 4> visited_{};
  std::array<std::uint32_t, (max_cost + 1) * game::max_fields> reached_{};
  std::vector<Head> heads_;
  std::array<std::vector<std::int16_t>, max_cost + 1> waves_;
};

// A journey (12) before ticket and destination symbol are chosen.
struct Trip {
  game::FieldId field{}, to{};  // of the passenger; the place reached
  InplaceVector<game::LinkId, 62> route;
  int own = 0, foreign = 0;  // links
  int income = 0, fare = 0;  // dollars
};

// The best trips from each place with a passenger to each place named by `useful`: those with most own links, then
// those with most income. Routes use few links of others, and the search is bounded.
class Trips {
 public:
  void find(const game::Tables& tables, const game::State& s, Seat seat, game::Places useful, int most_foreign,
            int most_steps, std::vector<Trip>& out);

 private:
  struct Way {
    game::LinkId link{};
    game::FieldId to{};
    std::uint8_t foreign = 0;
    std::uint8_t value = 0;
  };

  void walk(const game::State& s, game::FieldId at, game::Places passed);

  std::array<std::uint8_t, game::max_fields + 1> first_{};
  InplaceVector<Way, 2 * game::max_links> ways_;
  std::array<bool, game::max_fields> visited_{};
  std::array<std::int16_t, game::max_fields> found_{};  // by place reached, into out
  game::Places useful_;
  int most_foreign_ = 0, steps_left_ = 0;
  Trip trip_;
  std::vector<Trip>* out_ = nullptr;
};

}  // namespace remise::bots::tramways
