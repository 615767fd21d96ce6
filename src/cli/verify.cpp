#include <iostream>

#include "cli/command.h"
#include "core/seed.h"

namespace remise::cli {

namespace {

struct VerifyOptions {
  std::string file;
  std::string out;
  std::shared_ptr<Common> common;
};

void run_verify(const VerifyOptions& given) {
  const OpenMatch open = open_match(*given.common, given.file);  // checks every move and every hash in the file
  const bool hashes = open.file.contains("hashes") && open.file["hashes"].is_array();
  // The file we would write must be this one: what the engine ignored would otherwise be lost in silence.
  const Json again = open.match->file();
  for (const char* key : {"setup", "actions"})
    if (again[key] != open.file[key])
      fail(exit_difference, "written_differently", {{"file", given.file}, {"part", key}});
  if (!given.out.empty()) {
    write_file(given.out, with_notes(open.match->file(true), open.file).dump(1) + "\n");
  }
  const Json seed = open.file["setup"].value("seed", Json());
  const std::string commitment = seed.is_string() ? commitment_to(seed.get<std::string>()) : "";
  if (given.common->json) {
    Json result{{"game", open.game->id()},
                {"moves", open.match->length()},
                {"hashes", hashes},
                {"over", open.match->to_act().empty()}};
    if (const auto outcome = open.match->outcome()) result["outcome"] = *outcome;
    if (!commitment.empty()) result["commitment"] = commitment;
    std::cout << result.dump(2) << '\n';
    return;
  }
  std::cout << say("verify.good", {{"n", open.match->length()},
                                   {"game", open.game->id()},
                                   {"hashes", hashes},
                                   {"over", open.match->to_act().empty()}})
            << '\n';
  if (!commitment.empty()) std::cout << say("verify.commitment", {{"commitment", commitment}}) << '\n';
}

}  // namespace

void add_verify(CLI::App& app) {
  auto given = std::make_shared<VerifyOptions>();
  CLI::App* sub = app.add_subcommand("verify", "Check every move of a match file, and every state hash stored in it");
  sub->footer("Exit code 1: a move is refused or a hash differs; the message names the move, from 0.");
  sub->add_option("FILE", given->file, "Match file")->required();
  sub->add_option("--out", given->out, "Write the match again, with a hash for every move")->type_name("FILE");
  given->common = add_common(*sub);
  sub->callback([given] { run_verify(*given); });
}

}  // namespace remise::cli
