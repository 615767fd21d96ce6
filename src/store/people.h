// What the database knows about people beyond their accounts: results and ratings, friends and blocks, invitations,
// reports. Holders are those of seats ("a:" + id of an account, "b:" + level of a bot). docs/people.md.
#pragma once

#include <functional>

#include "store/database.h"

namespace remise::store {

struct KeptRating {
  double mu = 0, sigma = 0;
  std::int64_t matches = 0;
};

// Somebody's part in a finished match.
struct PlayedPart {
  std::int64_t seat = 0;
  std::string holder, name;
  std::int64_t place = 0;
  bool rated = false;
  std::optional<KeptRating> before{}, after{};
};

struct PlayedMatch {
  std::string table, game;
  std::int64_t ended = 0, players = 0;
  std::vector<PlayedPart> parts;
};

// Finished matches whose results are not kept yet, the oldest first.
Result<std::vector<std::string>> unscored_tables(Database& db, std::int64_t limit);
// Keeps the results of a match and the ratings that follow, once: false, and nothing is done, where that has happened.
// `rate` gets the rated parts with the ratings before, and fills in those after.
Result<bool> score(Database& db, PlayedMatch match, const std::function<void(std::vector<PlayedPart*>&)>& rate);
Result<std::optional<KeptRating>> rating(Database& db, const std::string& holder, const std::string& game);

struct GameRecord {
  std::string game;
  std::int64_t played = 0, won = 0;
  std::optional<KeptRating> rating;
};
struct OpponentRecord {
  std::string holder, name, game;
  std::int64_t played = 0, ahead = 0, behind = 0;
  std::optional<KeptRating> rating;
};
Result<std::vector<GameRecord>> game_records(Database& db, const std::string& holder);
// All of them, or one.
Result<std::vector<OpponentRecord>> opponent_records(Database& db, const std::string& holder, const std::string& other);
// The first part is the holder's own.
Result<std::vector<PlayedMatch>> played_matches(Database& db, const std::string& holder, std::int64_t limit);

// What `holder` has said about others.
struct Related {
  std::string holder, name, kind;  // "friend", "block"
  std::string known_as{};          // the name by which that one knows this one; empty: that of the account
};
inline constexpr std::int64_t most_related = 500;
// What is said of a name that nobody has stands in one's list like everything else: it must not tell who exists.
inline std::string nobody_named(const std::string& name_key) { return "n:" + name_key; }
// Both ways: what they have said of each other, "" where nothing.
Result<std::pair<std::string, std::string>> relation(Database& db, const std::string& holder, const std::string& other);
Result<std::vector<Related>> related(Database& db, const std::string& holder);     // by name
Result<std::vector<Related>> related_by(Database& db, const std::string& holder);  // who has asked this one
// False where there are too many. A block ends what the other has said as a friend.
Result<bool> set_relation(Database& db, const std::string& holder, const Related& other, std::int64_t now);
// Has one of these blocked that one?
Result<bool> blocked_by(Database& db, const std::string& holder, const std::vector<std::string>& others);

struct Invitation {
  std::string table, by, summary;
};
inline constexpr std::int64_t most_invitations = 50;  // open ones of who invites, and of who is invited
Result<void> invite(Database& db, const std::string& holder, const std::string& table, const std::string& by,
                    const std::string& by_name, std::int64_t now);
Result<std::vector<Invitation>> invitations(Database& db, const std::string& holder);
Result<void> decline(Database& db, const std::string& holder, const std::string& table);

struct Reported {
  std::string by, table, holder, name, reason, text;
  std::int64_t seat = 0, created = 0;
};
inline constexpr std::int64_t most_reports = 20;  // of one person in a day
// One for each person and seat: the newest. False where there are too many.
Result<bool> report(Database& db, const Reported& what);
Result<std::vector<Reported>> reports(Database& db, std::int64_t limit);

// With the account: others keep their results, without the name.
Result<void> forget_person(Database& db, const std::string& holder);

}  // namespace remise::store
