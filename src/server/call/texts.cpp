#include "server/call/texts.h"

#include <unicode/dtptngen.h>
#include <unicode/simpletz.h>
#include <unicode/smpdtfmt.h>

#include <algorithm>

#include "server/call/crypto.h"

namespace remise::server {
namespace {

constexpr std::int64_t a_minute = 60'000, an_hour = 60 * a_minute, a_day = 24 * an_hour;
constexpr int digest_minute = 8 * 60;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// RFC 2047, in pieces short enough that never cut a letter in two.
std::string header_text(std::string_view text) {
  constexpr std::size_t most = 42;
  std::string out;
  while (!text.empty()) {
    std::size_t n = std::min(most, text.size());
    while (n < text.size() && n > 0 && (static_cast<unsigned char>(text[n]) & 0xc0) == 0x80) --n;
    out += (out.empty() ? "=?utf-8?B?" : "\r\n =?utf-8?B?") + base64(text.substr(0, n)) + "?=";
    text.remove_prefix(n);
  }
  return out;
}

std::string in_lines(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += 76) out += text.substr(at, 76) + "\r\n";
  return out;
}

std::string mail_date(std::int64_t time) {
  const std::time_t seconds = time / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  static constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d +0000", days[parts.tm_wday], parts.tm_mday,
                months[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text;
}

// Chats read signs in texts; a name must not call everybody, nor look like a link.
std::string for_chat(const std::string& format, std::string text) {
  if (format == "slack") return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
  text = replaced(text, "@", "@\u200b");
  text = replaced(text, "://", ":\u200b//");
  for (const char* sign : {"\\", "[", "]", "*", "_", "`", "~", "|", ">"})
    text = replaced(text, sign, std::string("\\") + sign);
  return text;
}

}  // namespace

std::string moment_text(std::int64_t time, std::int64_t now, const std::string& lang, int zone) {
  UErrorCode fault = U_ZERO_ERROR;
  const icu::Locale locale(lang.c_str());
  std::unique_ptr<icu::DateTimePatternGenerator> patterns(icu::DateTimePatternGenerator::createInstance(locale, fault));
  if (U_FAILURE(fault) || !patterns) return mail_date(time);
  const bool soon = time - now < 6 * a_day && time >= now;
  const auto pattern = patterns->getBestPattern(soon ? u"EEEEHHmm" : u"dMMMMHHmm", fault);
  icu::SimpleDateFormat format(pattern, locale, fault);
  if (U_FAILURE(fault)) return mail_date(time);
  format.adoptTimeZone(new icu::SimpleTimeZone(zone * static_cast<std::int32_t>(a_minute), u"table"));
  icu::UnicodeString text;
  format.format(static_cast<UDate>(time), text);
  std::string out;
  text.toUTF8String(out);
  return out;
}

bool is_mail_address(std::string_view text) {
  const auto at = text.find('@');
  if (text.size() > 254 || at == std::string_view::npos || at == 0 || at > 64) return false;
  const auto host = text.substr(at + 1);
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  const auto in_name = [&](char c) {
    return letter(c) || std::string_view("._%+-=").find(c) != std::string_view::npos;
  };
  const auto in_host = [&](char c) { return letter(c) || c == '.' || c == '-'; };
  const auto tidy = [](std::string_view part) {
    return !part.empty() && !std::string_view(".-").contains(part.front()) &&
           !std::string_view(".-").contains(part.back()) && !part.contains("..");
  };
  return std::ranges::all_of(text.substr(0, at), in_name) && std::ranges::all_of(host, in_host) && tidy(host) &&
         text.front() != '.' && text[at - 1] != '.' && !text.substr(0, at).contains("..") && text.front() != '-' &&
         host.contains('.');
}

std::string mailbox_of(std::string_view address) {
  const auto at = address.find('@');
  const auto plus = std::min(address.substr(0, at).find('+'), at);
  std::string box(address.substr(0, plus));
  if (at != std::string_view::npos) box += address.substr(at);
  for (char& c : box)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return box;
}

CallSettings CallSettings::from(const Json& stored) {
  CallSettings s;
  const auto flag = [&](const char* name, std::optional<bool>& value) {
    if (stored.contains(name) && stored[name].is_boolean()) value = stored[name].get<bool>();
  };
  flag("push", s.push);
  flag("webhook", s.webhook);
  flag("reminder", s.reminder);
  if (stored.contains("mail") && stored["mail"].is_string()) s.mail = stored["mail"].get<std::string>();
  if (stored.contains("quiet_from") && stored.contains("quiet_until"))
    s.quiet = {stored["quiet_from"].get<int>(), stored["quiet_until"].get<int>()};
  if (stored.contains("zone")) s.zone = stored["zone"].get<int>();
  s.lang = stored.value("lang", "");
  return s;
}

Json CallSettings::json() const {
  Json json = Json::object();
  if (push) json["push"] = *push;
  if (webhook) json["webhook"] = *webhook;
  if (reminder) json["reminder"] = *reminder;
  if (mail) json["mail"] = *mail;
  if (quiet) json["quiet_from"] = quiet->first, json["quiet_until"] = quiet->second;
  if (zone) json["zone"] = *zone;
  if (!lang.empty()) json["lang"] = lang;
  return json;
}

CallSettings CallSettings::over(const CallSettings& general) const {
  CallSettings both = *this;
  if (!both.push) both.push = general.push;
  if (!both.webhook) both.webhook = general.webhook;
  if (!both.reminder) both.reminder = general.reminder;
  if (!both.mail) both.mail = general.mail;
  if (!both.quiet) both.quiet = general.quiet;
  if (!both.zone) both.zone = general.zone;
  if (both.lang.empty()) both.lang = general.lang;
  return both;
}

std::int64_t CallSettings::awake(std::int64_t time) const {
  if (!quiet || quiet->first == quiet->second) return time;
  const std::int64_t offset = std::int64_t{zone.value_or(0)} * a_minute;
  const std::int64_t day = floor_div(time + offset, a_day);
  const std::int64_t at = (time + offset - day * a_day) / a_minute;
  const auto [from, until] = *quiet;
  const bool over_midnight = from > until;
  const bool is_quiet = over_midnight ? at >= from || at < until : at >= from && at < until;
  if (!is_quiet) return time;
  const std::int64_t end_day = over_midnight && at >= from ? day + 1 : day;
  return end_day * a_day + until * a_minute - offset;
}

std::int64_t CallSettings::next_digest(std::int64_t time) const {
  const std::int64_t offset = std::int64_t{zone.value_or(0)} * a_minute;
  const std::int64_t day = floor_div(time + offset, a_day);
  const std::int64_t today = day * a_day + digest_minute * a_minute - offset;
  return today > time ? today : today + a_day;
}

std::string CallTexts::seal(const std::string& key, const std::string& purpose, const std::string& way) {
  return way + "." + base64url(std::string_view(hmac_sha256(key, purpose + " " + way)).substr(0, 24));
}

std::string CallTexts::seal_recovery(const std::string& key, const std::string& way, std::int64_t until_s,
                                     const std::string& mark) {
  const std::string until = std::to_string(until_s);
  return way + "." + until + seal(key, "recover " + until + " " + mark, way).substr(way.size());
}

std::string CallTexts::password_mark(const std::string& hash) { return name_of("password " + hash); }

std::optional<std::string> CallTexts::unseal(const std::string& key, const std::string& purpose,
                                             const std::string& token) {
  const std::string way = token.substr(0, token.find('.'));
  return same_secret(seal(key, purpose, way), token) ? std::optional(way) : std::nullopt;
}

const Locale& CallTexts::locale(const std::string& lang) const {
  const auto known = std::ranges::find(languages, lang);
  const auto at = static_cast<std::size_t>(known == std::end(languages) ? 0 : known - std::begin(languages));
  if (!locales_[at]) {
    std::vector<std::string> files{"core", "calls"};
    files.insert(files.end(), games_.begin(), games_.end());
    locales_[at] = std::make_unique<Locale>(languages[at], &embedded_data, files);
  }
  return *locales_[at];
}

std::string CallTexts::lines_of_digest(const Json& value, const Locale& texts) const {
  std::string lines;
  for (const Json& one : value.at("tables")) {
    const std::string game = one.value("game", ""), title = one.value("title", "");
    const std::string name = texts.has(game + ".card.name") ? texts.text(game + ".card.name") : game;
    lines += (title.empty() ? name : title + " (" + name + ")") + "\n" + link("/#/t/" + one.value("table", "")) + "\n";
  }
  return lines;
}

CallTexts::Said CallTexts::say(const store::Letter& letter, const Json& value, const std::string& lang,
                               int zone) const {
  const Locale& texts = locale(lang);
  Json values = value;
  const auto since = value.value("since", std::int64_t{0}), until = value.value("until", std::int64_t{0});
  const auto waited = std::max<std::int64_t>(letter.created - since, 0);
  const std::string game = value.value("game", "");
  values["game"] = texts.has(game + ".card.name") ? texts.text(game + ".card.name") : game;
  if (values.value("title", "").empty()) values["title"] = values["game"];
  const std::string step = value.value("deciding", "");
  values["deciding"] = !step.empty() && texts.has(step) ? texts.text(step) : "";
  values["hours"] = waited / an_hour;
  values["days"] = waited / a_day;
  values["until"] = until > 0 ? moment_text(until, letter.created, lang, zone) : "";
  std::string text = texts.text("calls.text." + letter.kind, values);
  if (letter.kind == "turn" || letter.kind == "reminder") {
    if (!values["deciding"].get<std::string>().empty()) text += " " + texts.text("calls.deciding", values);
    if (waited >= an_hour)
      text += " " + texts.text(waited >= 2 * a_day ? "calls.since_days" : "calls.since_hours", values);
    if (until > 0) text += " " + texts.text("calls.until", values);
  }
  if (letter.kind == "digest") text += "\n\n" + lines_of_digest(value, texts);
  return {texts.text("calls.title." + letter.kind, values), text};
}

std::string CallTexts::mail(const store::Letter& letter, const store::Way& way, const Json& target, const Said& said,
                            const Locale& texts, const std::string& seal_key) const {
  const std::string host = config_.calls.mail_from.substr(config_.calls.mail_from.find('@') + 1);
  const std::string stop = seal(seal_key, "stop", way.id);
  const bool confirm = letter.kind == "confirm", recover = letter.kind == "recover";
  std::string text = said.text + "\n\n";
  if (confirm) {
    text += link("/#/calls/confirm/" + seal(seal_key, "confirm", way.id)) + "\n";
  } else if (recover) {
    const auto value = parse_json(letter.value).value_or(Json::object());
    text += link("/#/recover/" + seal_recovery(seal_key, way.id, value.value("until", std::int64_t{0}) / 1000,
                                               value.value("mark", ""))) +
            "\n";
  } else {
    if (!letter.table.empty()) text += link("/#/t/" + letter.table) + "\n";
    text += "\n-- \n" + texts.text("calls.stop") + "\n" + link("/#/calls/stop/" + stop) + "\n";
  }
  std::string out = "From: Remise <" + config_.calls.mail_from + ">\r\nTo: <" + target.value("address", "") +
                    ">\r\nSubject: " + header_text(said.title) + "\r\nDate: " + mail_date(letter.created) +
                    "\r\nMessage-ID: <" + letter.id + "@" + host + ">\r\nAuto-Submitted: auto-generated\r\n";
  if (!confirm && !recover)
    out += "List-Unsubscribe: <" + link("/api/calls/stop?token=" + stop) +
           ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
  return out +
         "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
         in_lines(base64(replaced(text, "\n", "\r\n")));
}

std::optional<Parcel> CallTexts::parcel(const store::Letter& letter, const store::Way& way,
                                        const std::string& seal_key) const {
  const auto value = parse_json(letter.value), target = parse_json(way.target);
  if (!value || !value->is_object() || !target || !target->is_object()) return std::nullopt;
  const std::string lang = target->value("lang", "en");
  const Said said = say(letter, *value, lang, target->value("zone", 0));
  const std::string url = letter.table.empty() ? link("/") : link("/#/t/" + letter.table);
  Parcel parcel;
  parcel.id = letter.id;
  if (way.kind == "push") {
    parcel.kind = Parcel::Kind::push;
    parcel.to = target->value("endpoint", "");
    parcel.key = target->value("p256dh", "");
    parcel.secret = target->value("auth", "");
    parcel.topic = name_of("topic " + letter.table + " " + std::to_string(letter.seat) + letter.kind.substr(0, 1));
    parcel.urgent = letter.kind == "reminder";
    const auto until = value->value("until", std::int64_t{0});
    if (until > letter.created)
      parcel.lives_s = std::clamp<std::int64_t>((until - letter.created) / 1000, 60, 4 * 7 * 24 * 3600);
    parcel.body =
        Json{{"id", letter.id}, {"title", said.title}, {"text", said.text}, {"table", letter.table}, {"lang", lang}}
            .dump();
  } else if (way.kind == "mail") {
    parcel.kind = Parcel::Kind::mail;
    parcel.to = target->value("address", "");
    parcel.body = mail(letter, way, *target, said, locale(lang), seal_key);
  } else {
    const std::string format = target->value("format", "json");
    parcel.to = target->value("url", "");
    parcel.secret = target->value("secret", "");
    if (format == "json") {
      Json body = *value;
      body.update({{"id", letter.id},
                   {"type", letter.kind},
                   {"table", letter.table},
                   {"url", url},
                   {"title_text", said.title},
                   {"text", said.text}});
      parcel.body = body.dump(-1, ' ', false, Json::error_handler_t::replace);
    } else if (format == "discord") {
      parcel.body =
          Json{{"content", for_chat(format, said.text) + " " + url}, {"allowed_mentions", {{"parse", Json::array()}}}}
              .dump();
    } else {
      parcel.body = Json{{"text", for_chat(format, said.text) + " " + url}}.dump();
    }
  }
  return parcel;
}

}  // namespace remise::server
