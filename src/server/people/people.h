// Who is asking. A seat is held by the hash of a random token that only the client has, or by an account. Tokens are
// those this server has issued (tokens.h), or such as hold a seat already.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/app/environment.h"
#include "server/app/limits.h"
#include "server/net/http.h"
#include "server/people/tokens.h"
#include "store/storage.h"

namespace remise::server {

struct Identity {
  std::string account;  // id; empty: not logged in
  std::string account_name;
  std::string player;   // hash of the player token; empty: none
  std::string session;  // hash of the session token
  std::string address;  // where it came from

  // What seats may be held by; the first is the one that takes a new seat.
  std::vector<std::string> holders() const;
  bool nobody() const { return account.empty() && player.empty(); }
  Payer payer() const { return {address, nobody() ? "" : account.empty() ? "g:" + player : "a:" + account}; }
};

// Accounts from before names were compared by their looks; once, before the server begins.
store::Result<void> give_looks(store::Database& db);

class People {
 public:
  using Then = std::function<void(std::expected<Identity, Error>)>;

  People(Loop& loop, store::Storage& storage, Entropy& entropy, Workers& workers)
      : loop_(loop), storage_(storage), entropy_(entropy), workers_(workers) {}

  void identify(const Request& request, Then then);
  // A token for a new player; only after identify() has found out who is asking.
  std::string new_player() { return new_player_token(entropy_, *key_); }
  void forget_all() { known_.clear(); }  // sessions may have ended
  void register_account(const std::string& name, const std::string& password,
                        std::function<void(std::expected<Identity, Error>, std::string token)> then);
  void log_in(const std::string& name, const std::string& password,
              std::function<void(std::expected<Identity, Error>, std::string token)> then);
  void log_out(const Identity& who, std::function<void(std::optional<Error>)> then);
  void change_password(const Identity& who, const std::string& old_one, const std::string& new_one,
                       std::function<void(std::optional<Error>)> then);
  // A new password for who has proved to be this one, and a session. Nothing where the password has changed since.
  void recover(const store::Account& account, const std::string& new_one,
               std::function<void(std::expected<Identity, Error>, std::string token)> then);
  void confirm(const Identity& who, const std::string& password, std::function<void(std::optional<Error>)> then);
  void remove(const Identity& who, std::function<void(std::optional<Error>)> then);

  static constexpr std::int64_t session_lifetime = std::int64_t{90} * 24 * 3600 * 1000;

 private:
  struct Known {
    Identity who;
    std::int64_t until;  // steady
  };
  using IsKnown = std::function<void(store::Result<bool>)>;
  using Checked = std::function<void(std::expected<store::Account, Error>)>;

  void find_player(const std::string& token, IsKnown then);
  void find_session(Identity who, const std::string& token, Then then);
  void check(const std::string& name, const std::string& password, Checked then);
  void open_session(const store::Account& account,
                    std::function<void(std::expected<Identity, Error>, std::string token)> then);
  void forget(const std::string& account);

  Loop& loop_;
  store::Storage& storage_;
  Entropy& entropy_;
  Workers& workers_;
  std::unordered_map<std::string, Known> known_;          // by session hash, for a short while
  std::unordered_map<std::string, std::int64_t> seated_;  // hashes of tokens without a seal that hold a seat, until
  std::optional<TokenKey> key_;                           // read with the first question
  int hashing_ = 0;
};

}  // namespace remise::server
