// make_corpus FOLDER: writes the seeds of all targets, always the same. All of them are our own: positions and files
// made by the engine, messages written by hand.
#include <filesystem>
#include <fstream>

#include "bytes.h"
#include "core/assert.h"
#include "core/random.h"
#include "core/typed_match.h"
#include "support/source_writer_1840.h"
#include "targets.h"

namespace {

using namespace remise;

std::filesystem::path root;

void write(const std::string& target, const std::string& name, std::string_view bytes) {
  REMISE_ASSERT(fuzz::find_target(target));
  std::filesystem::create_directories(root / target);
  std::ofstream(root / target / name, std::ios::binary) << bytes;
}

std::string draws(const std::string& seed, std::size_t size) {
  Random random = Random::from_seed(seed);
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random.below(256));
  return bytes;
}

// A match of the first moves, drawn.
std::unique_ptr<Match> some_match(const Game& game, std::size_t players, std::size_t moves) {
  auto match = *game.start({{"players", players}, {"seed", "corpus"}});
  const std::string decisions = draws("corpus moves", 4000);
  fuzz::Bytes bytes(decisions);
  while (match->length() < moves && !match->to_act().empty()) {
    const Seat seat = match->to_act().lowest();
    const Json legal = match->legal(seat);
    REMISE_ASSERT(match->play(seat, fuzz::filled(legal[bytes.below(legal.size())], bytes)));
  }
  return match;
}

void write_matches() {
  for (const auto& game : fuzz::games()) {
    const std::string id(game->id());
    for (const std::size_t moves : {0, 8, 30})
      write("match_file", id + "-" + std::to_string(moves), some_match(*game, 3, moves)->file(moves == 8).dump());
    const auto match = some_match(*game, 2, 12);
    int n = 0;
    for (const Json& choice : match->legal(match->to_act().lowest())) {
      if (++n > 4) break;
      write("action", id + "-" + std::to_string(n), draws(id + std::to_string(n), 24) + choice.dump());
    }
  }
}

void write_sources() {
  for (const auto& game : fuzz::games()) {
    const auto* typed = dynamic_cast<const TypedGame<vienna1840::Vienna1840>*>(game.get());
    if (!typed) continue;
    for (const int players : {2, 4}) {
      testing::SourceWriter writer(typed->rules(), players, false, 7);
      Json file = writer.play();
      while (file["actions"].size() > 150) file["actions"].erase(file["actions"].size() - 1);
      write("import", "1840-" + std::to_string(players), file.dump());
    }
  }
}

void write_texts() {
  write("frames", "all", R"({"type":"hello"}
{"type":"ping"}
{"type":"watch","table":"$T"}
{"type":"move","table":"$T","rev":1,"key":"a","action":{"type":"add","value":3}}
{"type":"move","table":"$T","rev":1,"key":"a","action":{"type":"add","value":3}}
{"type":"undo","table":"$T","rev":2,"key":"b","to":0}
{"type":"chat","table":"$T","key":"c","text":"hello"}
{"type":"notes","table":"$T","key":"d","text":"mine"}
{"type":"history","table":"$T","key":"e","n":0}
{"type":"propose_replace","table":"$T","key":"f","seat":1,"with":"bot","level":"random"}
{"type":"answer","table":"$T","key":"g","proposal":1,"agree":true}
{"type":"unwatch","table":"$T"})");
  write("frames", "strange",
        "{\"type\":\"move\"}\n[]\nnull\n{\"type\":7}\n{\"type\":\"watch\",\"table\":\"../../etc\"}\n\xff\xfe");
  write("http", "reading",
        "GET /api/games\n\nGET /api/me\n\nGET /api/tables?status=playing&limit=5\n\nGET /api/tables/$T\n\n"
        "GET /api/tables/$T/view?rev=0&wait=1\n\nGET /health\n\nGET /openapi.json\n\nGET /api/tables/$T/file");
  write("http", "writing",
        "POST /api/tables\n{\"game\":\"nim\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}],\"name\":\"x\"}\n\n"
        "POST /api/tables/$T/moves\n{\"rev\":1,\"key\":\"k\",\"action\":{\"type\":\"add\",\"value\":2}}\n\n"
        "POST /api/tables/$T/link\n{}\n\nPOST /api/tables/$T/join\n{\"name\":\"y\"}\n\n"
        "PUT /api/me/preferences\n{\"theme\":\"dark\"}\n\nPOST /api/tables/$T/leave\n{}\n\n"
        "PUT /api/tables/$T/seats/1\n{\"kind\":\"human\"}\n\nPOST /api/players\n{}");
  for (const char* name : {"city", "early", "late"}) {
    std::ifstream in(std::string(REMISE_SOURCE_DIR "/docs/examples/") + name + ".board", std::ios::binary);
    write("board", name, std::string(std::istreambuf_iterator<char>(in), {}));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  root = argv[1];
  for (int n = 1; n <= 4; ++n) {
    write("moves", std::to_string(n), draws("moves " + std::to_string(n), 300));
    write("data", std::to_string(n), draws("data " + std::to_string(n), 40));
    write("route", std::to_string(n), draws("route " + std::to_string(n), 60));
  }
  write_matches();
  write_sources();
  write_texts();
  return 0;
}
