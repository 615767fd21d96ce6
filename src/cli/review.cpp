// remise review: every decision of a match judged, on all cores.
#include "review/review.h"

#include <atomic>
#include <iostream>
#include <mutex>
#include <thread>

#include "cli/command.h"
#include "io/import/import.h"
#include "io/report/report.h"

namespace remise::cli {

namespace {

struct ReviewOptions {
  std::string file, out, level;
  std::uint64_t budget = 0;
  unsigned threads = 0;
  bool html = false, text = false;
  std::shared_ptr<Common> common;
};

// A match of this program, or a file an importer knows, as far as it goes.
OpenMatch open_any(const ReviewOptions& given) {
  Json file = read_json(given.file);
  for (const Importer& importer : importers()) {
    if (!importer.recognises(file)) continue;
    OpenMatch open{make_game(*given.common, importer.game), nullptr, nullptr};
    ImportFiles files;
    files.source = file;
    auto imported = importer.import(*open.game, files);
    if (!imported) fail(exit_input, imported.error());
    if (!imported->match) fail(exit_input, "not_a_match", {{"file", given.file}});
    open.match = std::move(imported->match);
    open.file = open.match->file();
    if (!imported->names.empty()) open.file["names"] = imported->names;
    return open;
  }
  return open_match(*given.common, given.file, std::move(file), -1);
}

// On all cores; which of them judges what does not matter to the result.
std::vector<Json> judge_all(const review::Review& review, unsigned threads) {
  const std::size_t moves = review.moves();
  std::vector<Json> judged(moves);
  std::atomic<std::size_t> next = 0, done = 0;
  std::mutex speaking;
  const auto work = [&] {
    for (std::size_t n; (n = next++) < moves;) {
      judged[n] = review.judge(n);
      const std::size_t now = ++done;
      if (now % 20 && now != moves) continue;
      const std::lock_guard lock(speaking);
      std::cerr << '\r' << say("review.progress", {{"n", now}, {"of", moves}}) << std::flush;
    }
  };
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < threads; ++i) pool.emplace_back(work);
  }
  if (moves > 0) std::cerr << '\n';
  return judged;
}

Json review_of(const ReviewOptions& given, const OpenMatch& open) {
  auto review = review::Review::of(*open.match, {given.level, given.budget, review::Settings{}.seed});
  if (!review) fail(exit_usage, review.error());
  const unsigned threads = given.threads ? given.threads : std::max(1u, std::thread::hardware_concurrency());
  return review->file(judge_all(*review, threads), open.file.value("names", Json()));
}

void run_review(const ReviewOptions& given) {
  expect_writable(given.out);
  const Json source = read_json(given.file);
  const bool done = source.is_object() && source.value("format", Json()) == "remise-review";
  Json file;
  if (done) {
    if (const auto wrong = review::check_file(source)) fail(exit_input, *wrong);
    file = source;
  } else {
    file = review_of(given, open_any(given));
  }
  std::string text;
  if (given.common->json || (!given.html && !given.text && given.out.ends_with(".json"))) {
    text = file.dump(1) + "\n";
  } else {
    const auto game = make_game(*given.common, file["game"].get_ref<const std::string&>());
    const auto match = game->load(file["match"]);
    if (!match) fail(exit_input, match.error());
    if ((*match)->seats() != file["seats"].get<int>())
      fail(exit_input, form_error("out_of_range", "review.seats", file["seats"]));
    const Locale texts = review_texts(*given.common);
    const bool html = given.html || given.out.ends_with(".html");
    text = harmless(html ? report_html(file, **match, texts) : report_text(file, **match, texts));
  }
  write_file(given.out.empty() ? "-" : given.out, text);
}

}  // namespace

void add_review(CLI::App& app) {
  auto given = std::make_shared<ReviewOptions>();
  CLI::App* sub = app.add_subcommand("review", "Judge every decision of a match: where it was won and lost");
  sub->footer(
      "Each decision is judged from what the player could know then. The same budget gives the same review.\n"
      "FILE may also be a game recorded elsewhere (remise import), or a review made before, to be shown again.\n"
      "Examples: remise review my.json\n"
      "          remise review my.json --html --out review.html");
  sub->add_option("FILE", given->file, "Match file, a file `remise import` reads, or a review")->required();
  sub->add_option("-b,--budget", given->budget, "Nodes for each decision (default: by game)")
      ->check(CLI::Range(std::uint64_t{100}, std::uint64_t{100'000'000}));
  sub->add_option("-l,--level", given->level,
                  "Player who judges, one that searches (default: hard, or else the strongest)");
  sub->add_option("-j,--threads", given->threads, "Threads (default: all cores)")->check(CLI::Range(1, 256));
  auto* html = sub->add_flag("--html", given->html, "A page to keep, in one file (default for --out NAME.html)");
  sub->add_flag("--text", given->text, "Text for the terminal (the default)")->excludes(html);
  sub->add_option("-o,--out", given->out, "Write here instead of to the terminal; NAME.json: the review file");
  given->common = add_common(*sub);
  sub->callback([given] { run_review(*given); });
}

}  // namespace remise::cli
