// The exports of the WebAssembly module. Texts go through linear memory: the page asks for room with remise_room,
// writes the request there, calls remise_call, and reads the answer that remise_answer points at.
#include <string>

#include "core/assert.h"
#include "wasm/engine.h"

namespace {

std::string request;
std::string answer;

remise::wasm::Engine make_engine() {
  std::vector<std::unique_ptr<remise::Game>> games;
  for (const auto make : remise::game_makers()) {
    auto game = make(remise::embedded_data);
    REMISE_ASSERT(game.has_value());
    games.push_back(std::move(*game));
  }
  return remise::wasm::Engine(std::move(games));
}

}  // namespace

extern "C" {

[[clang::export_name("remise_room")]] char* remise_room(std::size_t size) {
  request.resize(size);
  return request.data();
}

[[clang::export_name("remise_call")]] std::size_t remise_call() {
  static remise::wasm::Engine engine = make_engine();
  answer = engine.answer(request).dump(-1, ' ', false, remise::Json::error_handler_t::replace);
  return answer.size();
}

[[clang::export_name("remise_answer")]] const char* remise_answer() { return answer.data(); }
}
