// What a letter says, in the language and the zone of whoever reads it.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "io/text/locale.h"
#include "server/app/config.h"
#include "server/app/environment.h"
#include "store/database.h"

namespace remise::server {

// How somebody wants to be called, in general or at one table. What a table leaves open is as in general.
struct CallSettings {
  std::optional<bool> push, webhook, reminder;
  std::optional<std::string> mail;           // "off", "at_once", "digest"
  std::optional<std::pair<int, int>> quiet;  // minutes of the day, from and until
  std::optional<int> zone;                   // minutes east of UTC
  std::string lang;

  static CallSettings from(const Json& stored);
  Json json() const;
  CallSettings over(const CallSettings& general) const;  // these, and where they say nothing the general ones
  // When it is no longer quiet: `time` itself, or the end of the quiet hours.
  std::int64_t awake(std::int64_t time) const;
  std::int64_t next_digest(std::int64_t time) const;  // eight in the morning
};

class CallTexts {
 public:
  CallTexts(const Config& config, std::vector<std::string> games) : config_(config), games_(std::move(games)) {}

  // Nothing where the way is broken, or there is nothing to say.
  std::optional<Parcel> parcel(const store::Letter& letter, const store::Way& way, const std::string& seal_key) const;
  // A token for links in mails: who has it may do this with the way, and nothing else.
  static std::string seal(const std::string& key, const std::string& purpose, const std::string& way);
  static std::optional<std::string> unseal(const std::string& key, const std::string& purpose,
                                           const std::string& token);
  // A token for a new password: good until that second, for the account of this mail address, and as long as its
  // password is the one `mark` was made of (so, once).
  static std::string seal_recovery(const std::string& key, const std::string& way, std::int64_t until_s,
                                   const std::string& mark);
  static std::string password_mark(const std::string& hash);

 private:
  struct Said {
    std::string title, text;
  };
  const Locale& locale(const std::string& lang) const;
  Said say(const store::Letter& letter, const Json& value, const std::string& lang, int zone) const;
  std::string lines_of_digest(const Json& value, const Locale& texts) const;
  std::string link(const std::string& path) const { return config_.origin + path; }
  std::string mail(const store::Letter& letter, const store::Way& way, const Json& target, const Said& said,
                   const Locale& texts, const std::string& seal_key) const;

  const Config& config_;
  std::vector<std::string> games_;
  mutable std::array<std::unique_ptr<Locale>, 4> locales_;
};

// "Thursday 18:00", or with the date where that is far away.
std::string moment_text(std::int64_t time, std::int64_t now, const std::string& lang, int zone);
bool is_mail_address(std::string_view text);
// The same for all ways to write one mailbox: small letters, and nothing from a plus sign on.
std::string mailbox_of(std::string_view address);

}  // namespace remise::server
