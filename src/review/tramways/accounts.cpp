#include "review/tramways/accounts.h"

#include "games/tramways/rounds/scoring.h"

namespace remise::review::tramways {
namespace {

constexpr std::string_view letters[] = {"R", "C", "L", "I"};

// Happiness is booked by what was told before it; links, money and stress by how the terms of the score change (16.1).
class Bookkeeper {
 public:
  Bookkeeper(const Tables& tables, const State& start) : tables_(tables), seats_(start.player_count) {
    book_.begin_round(std::to_string(start.round));
    for (int i = 0; i < seats_; ++i) {
      const auto seat = id_at<Seat>(i);
      const ScoreTerms terms = score_terms(tables, start, seat);
      book_.add(seat, "start", "", terms.sum());
      terms_[index(seat)] = terms;
    }
  }

  void follow(Seat mover, const std::vector<Event>& events, const State& before, const State& after) {
    mover_ = mover;
    for (const Event& event : events) follow(event, before);
    for (int i = 0; i < seats_; ++i) {
      const auto seat = id_at<Seat>(i);
      const ScoreTerms now = score_terms(tables_, after, seat);
      ScoreTerms& was = terms_[index(seat)];
      book_.add(seat, "links", "", now.links - was.links);
      book_.add(seat, "money", "", now.money - was.money);
      book_.add(seat, "stress", "", now.stress - was.stress);
      was = now;
    }
    // A round begins at the end of a move: what the move brought belongs to the round before.
    if (after.round != before.round) book_.begin_round(std::to_string(after.round));
  }

  Accounts finish() {
    return book_.finish({"start", "links", "passengers", "others", "bought", "link_upgrades", "buildings",
                         "building_upgrades", "money", "stress", "stress_maximum"});
  }

 private:
  void follow(const Event& e, const State& before) {
    switch (e.kind) {
      case EventKind::passenger_moved: {
        to_ = letter(before, e.args[2]);
        because_ = e.kind;
        break;
      }
      case EventKind::link_upgraded:
      case EventKind::built:
      case EventKind::building_upgraded:
      case EventKind::hp_bought:
      case EventKind::link_travelled:
      case EventKind::stress_changed:
      case EventKind::stress_at_maximum: because_ = e.kind; break;
      case EventKind::hp_changed: happiness(id_at<Seat>(e.args[0]), e.args[1]); break;
      default: break;
    }
  }

  void happiness(Seat seat, int change) {
    switch (because_) {
      case EventKind::link_travelled: return book_.add(seat, seat == mover_ ? "passengers" : "others", to_, change);
      case EventKind::link_upgraded: return book_.add(seat, "link_upgrades", "", change);
      case EventKind::built: return book_.add(seat, "buildings", "", change);
      case EventKind::building_upgraded: return book_.add(seat, "building_upgrades", "", change);
      case EventKind::hp_bought: return book_.add(seat, "bought", "", change);
      default: return book_.add(seat, "stress_maximum", "", change);
    }
  }

  // A coordinate leads to a parcel without a building, too.
  std::string_view letter(const State& s, int packed) const {
    for (std::size_t f = 0; f < s.map.fields; ++f)
      if (pack(s.map.spots[f]) == packed)
        if (const Building b = s.building_at(id_at<FieldId>(f)); index(b) < std::size(letters))
          return letters[index(b)];
    return "parcel";
  }

  const Tables& tables_;
  int seats_;
  Seat mover_ = Seat::none;
  EventKind because_ = EventKind::game_ended;
  std::string_view to_;
  std::array<ScoreTerms, max_players> terms_{};
  Ledger book_;
};

}  // namespace

Accounts score_accounts(const TramwaysMatch& match) {
  const Tramways& rules = match.rules();
  const auto first = match.at(0);
  State s = static_cast<const TramwaysMatch&>(*first).state();
  Bookkeeper keeper(rules.tables(), s);
  Tramways::Workspace work;
  for (const auto& move : match.moves()) {
    const State before = s;
    const auto refusal = rules.apply(s, move.seat, move.action, nullptr, work);
    REMISE_ASSERT(!refusal);
    keeper.follow(move.seat, move.events, before, s);
  }
  return keeper.finish();
}

}  // namespace remise::review::tramways
