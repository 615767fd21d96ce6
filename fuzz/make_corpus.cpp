// make_corpus FOLDER: writes the seeds of all targets, always the same. All of them are our own: positions and files
// made by the engine, messages written by hand.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "bytes.h"
#include "core/assert.h"
#include "core/random.h"
#include "games/vienna1840/match.h"
#include "targets.h"
#include "vienna1840/support/source_writer.h"

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

// Match files of different length and options, and for every kind of action the first one of the whole games.
void write_matches() {
  for (std::size_t g = 0; g < fuzz::games().size(); ++g) {
    const std::string id(fuzz::games()[g]->id());
    for (const auto& [number, n] : std::map<std::size_t, std::size_t>{{0, 0}, {1, 8}, {6, 30}, {7, 100}})
      write("match_file", id + "-" + std::to_string(n), fuzz::whole_game(g, number).at(n)->file(n == 8).dump());
    std::set<std::string> seen;
    for (std::size_t number = 0; number < fuzz::whole_games; ++number) {
      const Json file = fuzz::whole_game(g, number).file();
      for (std::size_t n = 0; n < file["actions"].size(); ++n) {
        const Json& action = file["actions"][n]["action"];
        const std::string kind = action["type"];
        if (seen.insert(kind).second)
          write("action", id + "-" + kind, action.dump() + "\n" + fuzz::bytes_for(g, number, n));
      }
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
{"type":"move","table":"$T","rev":"$R","key":"a","action":{"type":"add","value":3}}
{"type":"move","table":"$T","rev":"$R","key":"a","action":{"type":"add","value":3}}
{"type":"undo","table":"$T","rev":"$R","key":"b","to":0}
{"type":"chat","table":"$T","key":"c","text":"hello"}
{"type":"notes","table":"$T","key":"d","text":"mine"}
{"type":"history","table":"$T","key":"e","n":0}
{"type":"propose_replace","table":"$T","key":"f","seat":1,"with":"bot","level":"random"}
{"type":"answer","table":"$T","key":"g","proposal":1,"agree":true}
{"type":"check","table":"$T","key":"h","action":{"type":"add","value":10}}
{"type":"hint","table":"$T","key":"i","level":"random"}
{"type":"unwatch","table":"$T"})");
  write("frames", "strange",
        "{\"type\":\"move\"}\n[]\nnull\n{\"type\":7}\n{\"type\":\"watch\",\"table\":\"../../etc\"}\n\xff\xfe");
  write("http", "reading",
        "GET /api/games\n\nGET /api/me\n\nGET /api/tables?status=playing&limit=5\n\nGET /api/tables/$T\n\n"
        "GET /api/tables/$T/view?rev=0&wait=1\n\nGET /health\n\nGET /openapi.json\n\nGET /api/tables/$T/file");
  write("http", "writing",
        "POST /api/tables\n{\"game\":\"nim\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"human\"}],\"name\":\"x\"}\n\n"
        "POST /api/tables/$T/moves\n{\"rev\":\"$R\",\"key\":\"k\",\"action\":{\"type\":\"add\",\"value\":2}}\n\n"
        "POST /api/tables/$T/link\n{}\n\nPOST /api/tables/$T/join\n{\"name\":\"y\"}\n\n"
        "PUT /api/me/preferences\n{\"theme\":\"dark\"}\n\nPOST /api/tables/$T/leave\n{}\n\n"
        "PUT /api/tables/$T/seats/1\n{\"kind\":\"human\"}\n\nPOST /api/players\n{}");
  write("http", "seats",
        "POST /api/tables\n{\"game\":\"nim\",\"seats\":[{\"kind\":\"human\"},{\"kind\":\"bot\",\"level\":\"random\"}],"
        "\"name\":\"x\",\"visibility\":\"private\",\"options\":{}}\n\nGET /api/me/tables\n\n"
        "POST /api/tables/$T/check\n{\"action\":{\"type\":\"add\",\"value\":2}}\n\n"
        "POST /api/tables/$T/hint\n{\"level\":\"random\"}\n\nPOST /api/tables/$T/claim\n{\"link\":\"abc\"}\n\n"
        "GET /api/tables/$T/view?n=1\n\nGET /metrics\n\nPOST /api/tables/$T/start\n{}");
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
