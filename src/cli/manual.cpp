#include "cli/manual.h"

#include "cli/version.h"

namespace remise::cli {
namespace {

std::string roff(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "" : between).append(word);
  return all;
}

// "-p, --players INT"
std::string option_name(const CLI::Option& option) {
  if (!option.nonpositional()) return option.get_positional() ? option.get_name(true) : "";
  std::string name;
  for (const auto& one : option.get_snames()) name += (name.empty() ? "-" : ", -") + one;
  for (const auto& one : option.get_lnames()) name += (name.empty() ? "--" : ", --") + one;
  return option.get_type_size() == 0 || option.get_expected_max() == 0 ? name : name + " " + option.get_type_name();
}

std::vector<const CLI::Option*> options_of(const CLI::App& command, bool positional) {
  std::vector<const CLI::Option*> found;
  for (const CLI::Option* option : command.get_options())
    if (option->nonpositional() != positional) found.push_back(option);
  return found;
}

void add_options(std::string& page, const CLI::App& command, bool positional) {
  for (const CLI::Option* option : options_of(command, positional)) {
    page += ".TP\n.B " + roff(option_name(*option)) + "\n" + roff(option->get_description());
    if (!option->get_default_str().empty()) page += " (default: " + roff(option->get_default_str()) + ")";
    if (!option->get_envname().empty()) page += "; variable " + option->get_envname();
    page += "\n";
  }
}

std::string verbatim(const std::string& text) { return text.empty() ? "" : ".nf\n" + roff(text) + "\n.fi\n"; }

void collect(std::vector<NamedCommand>& all, std::vector<std::string> words, const CLI::App& parent) {
  for (const CLI::App* sub : parent.get_subcommands(nullptr)) {
    auto to = words;
    to.push_back(sub->get_name());
    all.push_back({to, sub});
    collect(all, to, *sub);
  }
}

// What may follow the words of a command: its options and the commands below it.
std::vector<std::string> follow(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* sub : command.get_subcommands(nullptr)) words.push_back(sub->get_name());
  for (const CLI::Option* option : options_of(command, false))
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  return words;
}

// In the shape 'a b c' of a shell, and with its quotes doubled.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4) text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string bash_completions(const CLI::App& program) {
  std::string cases = "    '') words=" + quoted(joined(follow(program), " ")) + " ;;\n";
  for (const auto& [words, app] : all_commands(program))
    cases += "    " + quoted(joined(words, " ")) + ") words=" + quoted(joined(follow(*app), " ")) + " ;;\n";
  return "# bash completion of remise; written by `remise manual`\n_remise() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} words path=() word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case $word in -*) break ;; *) path+=(\"$word\") ;; esac\n  done\n"
         "  while :; do\n    words=\n    case \"${path[*]}\" in\n" +
         cases +
         "    esac\n    [ -z \"$words\" ] && [ ${#path[@]} -gt 0 ] || break\n    unset 'path[-1]'\n  done\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$current\"))\n}\n"
         "complete -o filenames -F _remise remise\n";
}

std::string zsh_completions(const CLI::App& program) {
  return "#compdef remise\n# zsh completion of remise; written by `remise manual`\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash_completions(program);
}

std::string fish_completions(const CLI::App& program) {
  std::string out = "# fish completion of remise; written by `remise manual`\n";
  const auto escaped = [](const std::string& text) {
    std::string safe;
    for (const char c : text)
      safe += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c == '\n' ? ' ' : c);
    return "'" + safe + "'";
  };
  for (const CLI::App* sub : program.get_subcommands(nullptr))
    out += "complete -c remise -n __fish_use_subcommand -a " + sub->get_name() + " -d " +
           escaped(sub->get_description()) + "\n";
  for (const auto& [words, app] : all_commands(program)) {
    std::string seen = "'__fish_seen_subcommand_from " + words.front();
    if (words.size() > 1) seen += "; and __fish_seen_subcommand_from " + words.back();
    seen += "'";
    for (const CLI::App* sub : app->get_subcommands(nullptr))
      out +=
          "complete -c remise -n " + seen + " -a " + sub->get_name() + " -d " + escaped(sub->get_description()) + "\n";
    for (const CLI::Option* option : options_of(*app, false))
      for (const auto& name : option->get_lnames())
        out += "complete -c remise -n " + seen + " -l " + name + " -d " + escaped(option->get_description()) + "\n";
  }
  return out;
}

}  // namespace

std::vector<NamedCommand> all_commands(const CLI::App& program) {
  std::vector<NamedCommand> all;
  collect(all, {}, program);
  return all;
}

std::string man_page(const CLI::App& command, const CLI::App& program) {
  const bool whole = &command == &program;
  const std::string name = whole ? program.get_name() : program.get_name() + " " + command.get_name();
  std::string title = name, synopsis = name;
  std::ranges::replace(title, ' ', '-');
  for (const CLI::Option* option : options_of(command, true))
    synopsis += option->get_required() ? " " + option_name(*option) : " [" + option_name(*option) + "]";
  std::string upper = title;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::string about = command.get_description();
  std::string page = ".TH " + roff(upper) + " 1 \"" + std::string(build_info().date) + "\" \"Remise " +
                     std::string(build_info().version) + "\"\n.SH NAME\n" + roff(title) + " \\- " +
                     roff(whole ? "tram board games, played by their rules" : about) + "\n.SH SYNOPSIS\n.B " +
                     roff(synopsis) + (command.get_subcommands(nullptr).empty() ? "" : " COMMAND") +
                     "\n.RI [ OPTIONS ]\n";
  page += ".SH DESCRIPTION\n" + (whole ? verbatim(about) : roff(about) + ".\n");
  if (const auto subs = command.get_subcommands(nullptr); !subs.empty()) {
    page += ".SH COMMANDS\n";
    for (const CLI::App* sub : subs) {
      page += ".TP\n.B " + roff(sub->get_name()) + "\n" + roff(sub->get_description()) + "\n";
      if (!whole) add_options(page, *sub, true), add_options(page, *sub, false);
    }
  }
  page += ".SH OPTIONS\n";
  add_options(page, command, true);
  add_options(page, command, false);
  page += ".SH NOTES\n" + verbatim(command.get_footer());
  return page + ".SH SEE ALSO\n" + (whole ? std::string("remise help") : ".BR remise (1)") + "\n";
}

std::string completions(Shell shell, const CLI::App& program) {
  return shell == Shell::bash  ? bash_completions(program)
         : shell == Shell::zsh ? zsh_completions(program)
                               : fish_completions(program);
}

}  // namespace remise::cli
