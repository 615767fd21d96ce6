// The best route of a board (docs/board-format.md), by the library: route FILE [LINE]
//   g++ -std=c++23 main.cpp $(pkg-config --cflags --libs remise) -o route
#include <fstream>
#include <iostream>
#include <iterator>

#include "io/text/renderer.h"

int main(int argc, char** argv) {
  std::ifstream in(argc > 1 ? argv[1] : "early.board");
  const std::string board{std::istreambuf_iterator<char>(in), {}};
  const remise::Locale texts("en", remise::embedded_data, {"core", "1840"});
  for (const remise::Renderer& renderer : remise::renderers()) {
    if (!renderer.board) continue;
    const auto route = renderer.board(board, argc > 2 ? argv[2] : "", remise::embedded_data, texts);
    for (const std::string& fault : route ? std::vector<std::string>() : route.error()) std::cerr << fault << '\n';
    if (!route) return 1;
    std::cout << route->text;
  }
}
