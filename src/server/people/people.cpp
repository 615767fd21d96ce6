#include "server/people/people.h"

#include "server/people/text.h"
#include "server/people/tokens.h"
#include "server/table/table.h"

namespace remise::server {
namespace {

constexpr std::int64_t remember_ms = 30'000;
constexpr std::size_t remember_most = 20'000;
constexpr int most_hashing = 16;  // passwords waiting for a thread: each takes 19 MiB for a moment

// A stand-in, so that an unknown name takes as long as a wrong password.
const std::string& dummy_hash() {
  static const std::string hash = hash_password("nobody's password").value_or("");
  return hash;
}

}  // namespace

store::Result<void> give_looks(store::Database& db) {
  auto accounts = db.accounts_without_look();
  if (!accounts) return std::unexpected(accounts.error());
  if (accounts->empty()) return {};
  if (auto r = db.sql().query("BEGIN"); !r) return std::unexpected(r.error());
  for (auto& account : *accounts) {
    const auto [look, capital_look] = looks(account.name);
    account.look = look;
    account.capital_look = capital_look;
    if (auto r = db.set_look(account); !r) {
      (void)db.sql().query("ROLLBACK");
      return r;
    }
  }
  if (auto r = db.sql().query("COMMIT"); !r) return std::unexpected(r.error());
  return {};
}

std::vector<std::string> Identity::holders() const {
  std::vector<std::string> list;
  if (!account.empty()) list.push_back("a:" + account);
  if (!player.empty()) list.push_back("g:" + player);
  return list;
}

void People::identify(const Request& request, Then then) {
  Identity who;
  who.address = request.address;
  constexpr std::string_view bearer = "Bearer ";
  const bool by_header = !request.authorization.empty();
  const std::string token(
      by_header ? std::string_view(request.authorization).substr(std::min(bearer.size(), request.authorization.size()))
                : request.cookie_named("remise_player"));
  const std::string session(by_header ? "" : request.cookie_named("remise_session"));
  if (by_header && (!request.authorization.starts_with(bearer) || !is_token(token)))
    return then(refuse(ErrorCode::login_needed));
  find_player(token, [this, who = std::move(who), token, session, by_header,
                      then = std::move(then)](const store::Result<bool>& known) mutable {
    if (!known) return then(refuse(ErrorCode::database_unavailable));
    if (by_header && !*known) return then(refuse(ErrorCode::login_needed));
    if (*known) who.player = token_hash(token);
    if (!is_token(session)) return then(std::move(who));
    find_session(std::move(who), session, std::move(then));
  });
}

// A token is ours when it bears our seal, or holds a seat: one from before there were seals, or of a restored database.
void People::find_player(const std::string& token, IsKnown then) {
  if (key_ && (!is_token(token) || is_sealed(token, *key_))) return then(is_token(token));
  const std::string hash = is_token(token) ? token_hash(token) : "";
  if (const auto seated = seated_.find(hash); key_ && seated != seated_.end() && seated->second > loop_.steady())
    return then(true);
  auto key = std::make_shared<store::Result<std::string>>();
  auto seated = std::make_shared<store::Result<bool>>();
  storage_.query(
      [key, seated, fresh = new_token_key(entropy_), hash](store::Database& db) {
        *key = db.secret("player_tokens", fresh);
        if (*key) *seated = hash.empty() ? store::Result<bool>(false) : db.has_seat("g:" + hash);
      },
      [this, key, seated, token, hash, then = std::move(then)] {
        if (!*key) return then(std::unexpected(key->error()));
        if (!*seated) return then(std::unexpected(seated->error()));
        key_ = read_token_key(**key);
        if (!key_) return then(std::unexpected(store::Fault{store::Fault::Kind::broken, "the key of player tokens"}));
        if (**seated) {
          if (seated_.size() >= remember_most) seated_.clear();
          seated_[hash] = loop_.steady() + remember_ms;
        }
        then(is_token(token) && (**seated || is_sealed(token, *key_)));
      });
}

void People::find_session(Identity who, const std::string& token, Then then) {
  const std::string hash = token_hash(token);
  if (const auto known = known_.find(hash); known != known_.end() && known->second.until > loop_.steady()) {
    who.account = known->second.who.account;
    who.account_name = known->second.who.account_name;
    who.session = hash;
    return then(std::move(who));
  }
  auto found = std::make_shared<store::Result<std::vector<store::Account>>>();
  storage_.query([found, hash, now = loop_.now()](store::Database& db) { *found = db.session(hash, now); },
                 [this, found, hash, who = std::move(who), then = std::move(then)]() mutable {
                   if (!*found) return then(refuse(ErrorCode::database_unavailable));
                   if ((*found)->empty()) return then(std::move(who));
                   who.account = (*found)->front().id;
                   who.account_name = (*found)->front().name;
                   who.session = hash;
                   if (known_.size() >= remember_most) known_.clear();
                   known_[hash] = {who, loop_.steady() + remember_ms};
                   then(std::move(who));
                 });
}

void People::forget(const std::string& account) {
  std::erase_if(known_, [&](const auto& one) { return one.second.who.account == account; });
}

void People::open_session(const store::Account& account,
                          std::function<void(std::expected<Identity, Error>, std::string)> then) {
  const std::string token = new_token(entropy_);
  Identity who;
  who.account = account.id;
  who.account_name = account.name;
  who.session = token_hash(token);
  auto done = std::make_shared<store::Result<bool>>();
  storage_.query([done, session = who.session, account, expires = loop_.now() + session_lifetime](
                     store::Database& db) { *done = db.add_session(session, account, expires); },
                 [done, who, token, then = std::move(then)] {
                   if (!*done) return then(refuse(ErrorCode::database_unavailable), "");
                   if (!**done) return then(refuse(ErrorCode::bad_login), "");  // changed while it was checked
                   then(who, token);
                 });
}

void People::register_account(const std::string& name, const std::string& password,
                              std::function<void(std::expected<Identity, Error>, std::string)> then) {
  const auto kept = account_name(name);
  if (!kept) return then(refuse(ErrorCode::bad_name), "");
  if (password.size() < 8 || password.size() > 200) return then(refuse(ErrorCode::bad_password), "");
  if (hashing_ >= most_hashing) return then(refuse(ErrorCode::server_busy), "");
  ++hashing_;
  auto hash = std::make_shared<std::optional<std::string>>();
  workers_.run([hash, password] { *hash = hash_password(password); },
               [this, hash, name = *kept, then = std::move(then)] {
                 --hashing_;
                 if (!*hash) return then(refuse(ErrorCode::server_busy), "");
                 const auto [look, capital_look] = looks(name);
                 const store::Account account{new_table_id(entropy_), name, **hash,      loop_.now(), false,
                                              name_key(name),         look, capital_look};
                 auto added = std::make_shared<store::Result<bool>>();
                 storage_.query([added, account](store::Database& db) { *added = db.add_account(account); },
                                [this, added, account, then] {
                                  if (!*added) return then(refuse(ErrorCode::database_unavailable), "");
                                  if (!**added) return then(refuse(ErrorCode::name_taken), "");
                                  open_session(account, then);
                                });
               });
}

void People::check(const std::string& name, const std::string& password, Checked then) {
  if (password.size() > 200) return then(refuse(ErrorCode::bad_login));
  if (hashing_ >= most_hashing) return then(refuse(ErrorCode::server_busy));
  ++hashing_;
  auto found = std::make_shared<store::Result<std::vector<store::Account>>>();
  storage_.query([found, name](store::Database& db) { *found = db.find_account(name, name_key(name)); },
                 [this, found, password, then = std::move(then)] {
                   if (!*found) {
                     --hashing_;
                     return then(refuse(ErrorCode::database_unavailable));
                   }
                   auto right = std::make_shared<bool>(false);
                   workers_.run(
                       [found, password, right] {
                         const bool known = !(*found)->empty();
                         *right = check_password(password, known ? (*found)->front().password : dummy_hash()) && known;
                       },
                       [this, found, right, then] {
                         --hashing_;
                         if (!*right) return then(refuse(ErrorCode::bad_login));
                         if ((*found)->front().banned) return then(refuse(ErrorCode::banned));
                         then((*found)->front());
                       });
                 });
}

void People::log_in(const std::string& name, const std::string& password,
                    std::function<void(std::expected<Identity, Error>, std::string)> then) {
  check(name, password, [this, then = std::move(then)](std::expected<store::Account, Error> account) {
    if (!account) return then(std::unexpected(account.error()), "");
    open_session(*account, then);
  });
}

void People::log_out(const Identity& who, std::function<void(std::optional<Error>)> then) {
  known_.erase(who.session);
  auto done = std::make_shared<store::Result<void>>();
  storage_.query([done, session = who.session](store::Database& db) { *done = db.remove_session(session); },
                 [done, then = std::move(then)] {
                   then(*done ? std::nullopt : std::optional(server_error(ErrorCode::database_unavailable)));
                 });
}

void People::change_password(const Identity& who, const std::string& old_one, const std::string& new_one,
                             std::function<void(std::optional<Error>)> then) {
  if (new_one.size() < 8 || new_one.size() > 200) return then(server_error(ErrorCode::bad_password));
  check(
      who.account_name, old_one,
      [this, who, new_one, then = std::move(then)](std::expected<store::Account, Error> account) {
        if (!account) return then(account.error());
        auto done = std::make_shared<store::Result<void>>();
        auto hash = std::make_shared<std::optional<std::string>>();
        workers_.run(
            [hash, new_one] { *hash = hash_password(new_one); },
            [this, who, hash, done, then] {
              if (!*hash) return then(server_error(ErrorCode::server_busy));
              forget(who.account);
              storage_.query(
                  [who, hash, done](store::Database& db) { *done = db.set_password(who.account, **hash, who.session); },
                  [done, then] {
                    then(*done ? std::nullopt : std::optional(server_error(ErrorCode::database_unavailable)));
                  });
            });
      });
}

void People::recover(const store::Account& account, const std::string& new_one,
                     std::function<void(std::expected<Identity, Error>, std::string)> then) {
  if (new_one.size() < 8 || new_one.size() > 200) return then(refuse(ErrorCode::bad_password), "");
  if (hashing_ >= most_hashing) return then(refuse(ErrorCode::server_busy), "");
  ++hashing_;
  auto hash = std::make_shared<std::optional<std::string>>();
  workers_.run([hash, new_one] { *hash = hash_password(new_one); },
               [this, hash, account, then = std::move(then)] {
                 --hashing_;
                 if (!*hash) return then(refuse(ErrorCode::server_busy), "");
                 auto done = std::make_shared<store::Result<bool>>();
                 storage_.query(
                     [done, account, hash](store::Database& db) {
                       *done = db.replace_password(account.id, account.password, **hash);
                     },
                     [this, done, hash, account, then] {
                       if (!*done) return then(refuse(ErrorCode::database_unavailable), "");
                       if (!**done) return then(refuse(ErrorCode::link_expired), "");
                       forget(account.id);
                       store::Account now = account;
                       now.password = **hash;
                       open_session(now, then);
                     });
               });
}

void People::confirm(const Identity& who, const std::string& password, std::function<void(std::optional<Error>)> then) {
  check(who.account_name, password, [then = std::move(then)](std::expected<store::Account, Error> account) {
    then(account ? std::nullopt : std::optional(account.error()));
  });
}

void People::remove(const Identity& who, std::function<void(std::optional<Error>)> then) {
  forget(who.account);
  auto done = std::make_shared<store::Result<void>>();
  storage_.query([who, done](store::Database& db) { *done = db.remove_account(who.account); },
                 [done, then = std::move(then)] {
                   then(*done ? std::nullopt : std::optional(server_error(ErrorCode::database_unavailable)));
                 });
}

}  // namespace remise::server
