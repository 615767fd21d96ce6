// The HTTP half of the API (docs/api.md): a new password for who has forgotten the old one, by mail to the confirmed
// address of the account. Nobody learns from it whether there is such an account, or whether it has an address.
#include <charconv>

#include "server/app/app.h"
#include "server/call/crypto.h"
#include "server/people/text.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

constexpr std::int64_t recovery_ms = 3600 * 1000;

// The mail address of the account, where it is confirmed.
store::Result<std::optional<store::Way>> confirmed_mail(store::Database& db, const std::string& account) {
  auto ways = db.ways_of({"a:" + account});
  if (!ways) return std::unexpected(ways.error());
  for (auto& way : *ways) {
    const auto target = parse_json(way.target);
    if (way.kind == "mail" && target && target->value("confirmed", false)) return std::move(way);
  }
  return std::nullopt;
}

struct RecoveryToken {
  std::string way;
  std::int64_t until_s = 0;
};
std::optional<RecoveryToken> read_recovery(const std::string& token) {
  const auto first = token.find('.'), second = token.find('.', first + 1);
  if (first == std::string::npos || second == std::string::npos || second - first > 13) return std::nullopt;
  RecoveryToken read{token.substr(0, first), 0};
  const char* end = token.data() + second;
  const auto [stopped, fault] = std::from_chars(token.data() + first + 1, end, read.until_s);
  if (fault != std::errc{} || stopped != end) return std::nullopt;
  return read;
}

}  // namespace

// Answered before anything is looked at: neither words nor time tell what is known.
void App::post_recover(Call call) {
  const auto refuse_with = [&](ErrorCode code) { answer(call, error_response(server_error(code))); };
  if (!caller_.on() || !config_.calls.mail()) return refuse_with(ErrorCode::calls_off);
  const auto read = wire::read_recover(call.body);
  if (!read) return answer(call, error_response(read.error()));
  if (!secrets_.take(call.request.address, loop_.steady()) || !new_mails_.take(call.request.address, loop_.steady()))
    return refuse_with(ErrorCode::too_fast);
  answer(call, json_response(Json::object()));
  struct Found {
    std::optional<store::Account> account;
    std::optional<store::Way> way;
  };
  auto found = std::make_shared<Found>();
  storage_.query(
      [found, name = read->name](store::Database& db) {
        const auto accounts = db.find_account(name, name_key(name));
        if (!accounts || accounts->empty() || accounts->front().banned) return;
        const auto way = confirmed_mail(db, accounts->front().id);
        if (!way || !*way) return;
        found->account = accounts->front();
        found->way = **way;
      },
      [this, found] {
        if (!found->way) return;
        const auto target = parse_json(found->way->target).value_or(Json::object());
        if (!mails_to_one_.take(mailbox_of(target.value("address", "")), loop_.steady())) return;
        const auto now = loop_.now();
        const Json value{{"name", found->account->name},
                         {"until", now + recovery_ms},
                         {"mark", CallTexts::password_mark(found->account->password)}};
        const store::Letter letter{name_of("recover " + found->way->id + " " + new_token(entropy_)),
                                   found->way->id,
                                   "recover",
                                   "",
                                   0,
                                   0,
                                   value.dump(-1, ' ', false, Json::error_handler_t::replace),
                                   now,
                                   0,
                                   now};
        storage_.query([letter](store::Database& db) { (void)db.add_letter(letter); }, [this] { caller_.look(); });
      });
}

void App::put_recover(Call call) {
  if (!secrets_.take(call.request.address, loop_.steady()))
    return answer(call, error_response(server_error(ErrorCode::too_fast)));
  const auto read = wire::read_recovered(call.body);
  if (!read) return answer(call, error_response(read.error()));
  auto account = std::make_shared<store::Result<std::optional<store::Account>>>();
  auto shared = std::make_shared<Call>(std::move(call));
  storage_.query(
      [account, token = read->token, now = loop_.now(), fresh = new_token(entropy_)](store::Database& db) {
        *account = std::nullopt;
        const auto parts = read_recovery(token);
        if (!parts || parts->until_s <= now / 1000) return;
        const auto key = seal_key_of(db, fresh);
        const auto way = db.way(parts->way);
        if (!key || !way) return void(*account = std::unexpected(key ? way.error() : key.error()));
        if (!*way || !(*way)->holder.starts_with("a:")) return;
        const auto accounts = db.account((*way)->holder.substr(2));
        if (!accounts) return void(*account = std::unexpected(accounts.error()));
        if (accounts->empty() || accounts->front().banned) return;
        const auto mark = CallTexts::password_mark(accounts->front().password);
        if (!same_secret(CallTexts::seal_recovery(*key, parts->way, parts->until_s, mark), token)) return;
        *account = accounts->front();
      },
      [this, account, shared, password = read->password] {
        if (!*account) return answer(*shared, error_response(server_error(ErrorCode::database_unavailable)));
        if (!**account) return answer(*shared, error_response(server_error(ErrorCode::link_expired)));
        const store::Account known = ***account;
        people_.recover(
            known, password,
            [this, shared, id = known.id](const std::expected<Identity, Error>& who, const std::string& token) {
              if (who) {
                end_sessions([&](const Identity& one) { return one.account == id; });
                unlink_devices("a:" + id);
                forget_browsers("a:" + id);
              }
              logged_in(*shared, who, token);
            });
      });
}

}  // namespace remise::server
