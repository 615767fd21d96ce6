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

// As the text of a string literal, which compilers read many times faster than a list of numbers.
static std::string literal(const std::string& bytes) {
  std::string out = "\n\"";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (i % 100 == 0 && i > 0) out += "\"\n\"";
    if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
      out += static_cast<char>(c);
    } else {
      char escaped[5];
      std::snprintf(escaped, sizeof escaped, "\\%03o", static_cast<unsigned>(c));
      out += escaped;
    }
  }
  return out + '"';
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string bytes = without_spaces({std::istreambuf_iterator<char>(in), {}});
  const std::string symbol = argv[2];
  std::ofstream out(argv[3]);
  out << "#include <string_view>\nnamespace remise::embedded {\nextern const std::string_view " << symbol << ";\n"
      << "const std::string_view " << symbol << "{" << literal(bytes) << ", " << bytes.size() << "};\n}\n";
  return out ? 0 : 1;
}
