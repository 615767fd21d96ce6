// How people are called, as `remise serve` is told and `remise doctor` looks at it.
#pragma once

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>

#include "cli/command.h"
#include "server/app/config.h"
#include "server/call/texts.h"

namespace remise::cli {

// `add(flag, value, text, variable)` and `add_flag` of the subcommand.
template <class Add, class AddFlag>
void add_call_settings(Add&& add, AddFlag&& add_flag, server::CallConfig& calls, std::string& smtp_password_file) {
  add("--contact", calls.contact,
      "Call people by Web Push; push services write to this address: mailto:you@trams.example", "REMISE_CONTACT")
      ->check([](const std::string& text) {
        const bool good = text.empty() || text.starts_with("mailto:") || text.starts_with("https://");
        return good ? std::string() : text + " is not of the form mailto:you@trams.example";
      });
  add("--smtp", calls.smtp, "Call people by mail, through this server: smtps://mail.example, smtp://mail.example:587",
      "REMISE_SMTP")
      ->check([](const std::string& text) {
        const bool good = text.empty() || text.starts_with("smtp://") || text.starts_with("smtps://");
        return good ? std::string() : text + " is not of the form smtps://mail.example";
      });
  add("--smtp-user", calls.smtp_user, "Name for it", "REMISE_SMTP_USER");
  add("--smtp-password-file", smtp_password_file, "File with the password for it", "REMISE_SMTP_PASSWORD_FILE");
  add_flag("--smtp-plain", calls.smtp_plain, "Send mail without TLS (only to a relay on this machine)",
           "REMISE_SMTP_PLAIN");
  add("--mail-from", calls.mail_from, "Address that mail comes from", "REMISE_MAIL_FROM");
  add_flag("--webhooks", calls.webhooks, "Call people by webhooks", "REMISE_WEBHOOKS");
}

// What is set up must be whole: links in mails need the public address, mail an address of its own. Reads the password;
// says what is wrong, or nothing.
inline std::string calls_fault(server::CallConfig& calls, const std::string& origin,
                               const std::string& smtp_password_file) {
  if ((calls.mail() || calls.webhooks) && origin.empty()) return say("calls.origin");
  if (calls.mail() && !server::is_mail_address(calls.mail_from)) return say("calls.mail_from");
  if (smtp_password_file.empty()) return "";
  std::ifstream in(smtp_password_file);
  return std::getline(in, calls.smtp_password) ? "" : say("error.cannot_read", {{"file", smtp_password_file}});
}

}  // namespace remise::cli
