// The exports of the WebAssembly module. Texts go through linear memory: the page asks for room with remise_room,
// writes the request there, calls remise_call, and reads the answer that remise_answer points at.
#include <string>

#include "wasm/engine.h"

namespace {

std::string request;
std::string answer;

}  // namespace

extern "C" {

[[clang::export_name("remise_room")]] char* remise_room(std::size_t size) {
  request.resize(size);
  return request.data();
}

[[clang::export_name("remise_call")]] std::size_t remise_call() {
  static remise::wasm::Engine engine;
  answer = engine.answer(request);
  return answer.size();
}

[[clang::export_name("remise_answer")]] const char* remise_answer() { return answer.data(); }
}
