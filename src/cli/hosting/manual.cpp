#include "cli/manual.h"

#include <filesystem>

#include "cli/command.h"

namespace remise::cli {
namespace {

void write_manual(const CLI::App& program, const std::filesystem::path& folder) {
  const auto write = [&](const std::filesystem::path& to, const std::string& text) {
    std::error_code problem;
    std::filesystem::create_directories((folder / to).parent_path(), problem);
    if (problem) fail(exit_input, "in_file", {{"file", (folder / to).string()}, {"reason", problem.message()}});
    write_file((folder / to).string(), text);
  };
  write("man/man1/remise.1", man_page(program, program));
  for (const CLI::App* sub : program.get_subcommands(nullptr))
    write("man/man1/remise-" + sub->get_name() + ".1", man_page(*sub, program));
  write("bash-completion/completions/remise", completions(Shell::bash, program));
  write("zsh/vendor-completions/_remise", completions(Shell::zsh, program));
  write("fish/vendor_completions.d/remise.fish", completions(Shell::fish, program));
}

}  // namespace

void add_manual(CLI::App& app) {
  auto folder = std::make_shared<std::string>();
  CLI::App* sub = add_hosting_command(app, "manual");
  sub->footer(
      "They are made from the commands themselves. DIR gets the layout of /usr/share. Example: remise manual share");
  sub->add_option("DIR", *folder, "Folder to write to")->required();
  add_lang(*sub);
  sub->callback([folder, &app] { write_manual(app, *folder); });
}

}  // namespace remise::cli
