#include <iostream>

#include "cli/command.h"

namespace remise::cli {
namespace {

// What `remise help` tells beside the commands; the sentences are "cli.topic.NAME".
constexpr std::string_view topics[] = {"bots", "exit-codes", "files", "languages", "seats"};

std::string text_of(std::string_view topic) {
  std::string key(topic);
  std::ranges::replace(key, '-', '_');
  return say("topic." + key);
}

void help_about(const CLI::App& program, const std::string& topic) {
  if (topic.empty()) {
    // Not program.help(): that is the help of the command that is running, which is this one.
    std::cout << program.get_formatter()->make_help(&program, program.get_name(), CLI::AppFormatMode::Normal) << '\n'
              << say("topic_list") << '\n';
    for (const std::string_view one : topics) std::cout << "  remise help " << one << '\n';
    return;
  }
  std::string known;
  for (const CLI::App* sub : program.get_subcommands(nullptr)) {
    if (sub->get_name() == topic) return void(std::cout << sub->help(program.get_name()));
    known += sub->get_name() + ", ";
  }
  for (const std::string_view one : topics) {
    if (one == topic) return void(std::cout << text_of(one) << '\n');
    known.append(one).append(one == topics[std::size(topics) - 1] ? "" : ", ");
  }
  fail(exit_usage, "unknown_topic", {{"topic", topic}, {"known", known}});
}

}  // namespace

void add_help(CLI::App& app) {
  auto topic = std::make_shared<std::string>();
  auto common = std::make_shared<Common>();
  CLI::App* sub = app.add_subcommand("help", "What a command does, or about bots, seats, files, languages, exit codes");
  sub->footer("Example: remise help exit-codes --lang de");
  sub->add_option("TOPIC", *topic, "A command, or a topic (default: lists them)");
  sub->add_option("--lang", common->lang, "Language of the topics: en, de, es, ru (default: from LANG)")
      ->check(CLI::IsMember({"en", "de", "es", "ru"}))
      ->type_name("LANG");
  sub->callback([topic, common, &app] { help_about(app, *topic); });
}

}  // namespace remise::cli
