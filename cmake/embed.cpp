// embed FILE SYMBOL OUT.cpp: writes the JSON of FILE, without the spaces between its tokens, as a C++ source defining
// remise::embedded::SYMBOL. What is not there need not be read at every start.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

static std::string without_spaces(const std::string& json) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r')) continue;
    out += c;
    if (quoted && c == '\\' && i + 1 < json.size()) out += json[++i];
  }
  return out;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string bytes = without_spaces({std::istreambuf_iterator<char>(in), {}});
  std::ofstream out(argv[3]);
  out << "#include <string_view>\nnamespace remise::embedded {\nstatic const unsigned char " << argv[2]
      << "_bytes[] = {";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % 32 == 0) out << '\n';
    out << static_cast<int>(static_cast<unsigned char>(bytes[i])) << ',';
  }
  out << (bytes.empty() ? "0" : "") << "};\n";
  out << "extern const std::string_view " << argv[2] << ";\n";
  out << "const std::string_view " << argv[2] << "{reinterpret_cast<const char*>(" << argv[2] << "_bytes), "
      << bytes.size() << "};\n}\n";
  return out ? 0 : 1;
}
