#include "io/golden/playthrough.h"

#include <algorithm>

#include "core/hash.h"
#include "core/range.h"

namespace remise {

namespace {

// The member of an action that holds a range; nothing where none does.
std::optional<Range> range_of(const Json& action, std::string& key) {
  for (const auto& [name, value] : action.items())
    if (const auto range = read_range(value)) {
      key = name;
      return range;
    }
  return std::nullopt;
}

std::uint64_t count_positions(Match& match, int depth) {
  if (match.to_act().empty() || depth == 0) return 1;
  std::uint64_t count = 0;
  for (int s = 0; s < match.seats(); ++s) {
    const Seat seat = id_at<Seat>(s);
    if (!match.to_act().has(seat)) continue;
    if (depth == 1) {
      for (const Json& action : match.legal(seat)) {
        std::string key;
        const auto range = range_of(action, key);
        count += range ? static_cast<std::uint64_t>(range->count()) : 1;
      }
      continue;
    }
    for (const Json& action : expanded_moves(match, seat)) {
      if (!match.play(seat, action)) continue;
      count += count_positions(match, depth - 1);
      match.undo(1);
    }
  }
  return count;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t both[2] = {a, b};
  return hash_bytes(both, sizeof both);
}

}  // namespace

std::vector<Json> expanded_moves(const Match& match, Seat seat) {
  std::vector<Json> moves;
  for (const Json& action : match.legal(seat)) {
    std::string key;
    const auto range = range_of(action, key);
    if (!range) {
      moves.push_back(action);
      continue;
    }
    for (std::int64_t i = 0; i < range->count(); ++i) {
      Json one = action;
      one[key] = (*range)[i];
      moves.push_back(std::move(one));
    }
  }
  return moves;
}

std::optional<SeatMove> random_move(const Match& match, Random& random) {
  std::vector<Seat> seats;
  for (int s = 0; s < match.seats(); ++s)
    if (match.to_act().has(id_at<Seat>(s))) seats.push_back(id_at<Seat>(s));
  if (seats.empty()) return std::nullopt;
  const Seat seat = seats[random.below(static_cast<std::uint32_t>(seats.size()))];
  // Mostly low numbers.
  const auto low = [](Random& draws, std::uint32_t count) {
    return std::min({draws.below(count), draws.below(count), draws.below(count)});
  };
  auto action = match.pick(seat, random, low);
  if (!action) return std::nullopt;
  return SeatMove{seat, std::move(*action)};
}

std::size_t play_random(Match& match, Random& random, std::size_t most) {
  std::size_t played = 0;
  for (; played < most; ++played) {
    const auto move = random_move(match, random);
    if (!move || !match.play(move->seat, move->action)) break;
  }
  return played;
}

std::vector<PerftEntry> perft(Match& match, int depth) {
  std::vector<PerftEntry> entries;
  if (depth < 1) return entries;
  for (int s = 0; s < match.seats(); ++s) {
    const Seat seat = id_at<Seat>(s);
    if (!match.to_act().has(seat)) continue;
    for (Json& action : expanded_moves(match, seat)) {
      if (!match.play(seat, action)) continue;
      entries.push_back({{seat, std::move(action)}, count_positions(match, depth - 1)});
      match.undo(1);
    }
  }
  return entries;
}

Signature signature(const Game& game, int games, std::size_t moves_each) {
  Signature result;
  const Json about = game.about();
  const auto players = about.find("players");
  const bool range = players != about.end() && players->is_array() && players->size() == 2;
  const int least = range ? (*players)[0].get<int>() : 2, most = range ? (*players)[1].get<int>() : 2;
  for (int g = 0; g < games; ++g) {
    const std::string seed = "bench " + std::to_string(g);
    auto match = game.start({{"players", least + g % (most - least + 1)}, {"seed", seed}});
    if (!match) continue;
    Random random = Random::from_seed(seed);
    for (std::size_t n = 0; n < moves_each; ++n) {
      const auto move = random_move(**match, random);
      if (!move || !(*match)->play(move->seat, move->action)) break;
      result.number = mix(result.number, (*match)->hash());
      result.number = mix(result.number, (*match)->legal_count(move->seat));
      ++result.moves;
    }
  }
  return result;
}

}  // namespace remise
