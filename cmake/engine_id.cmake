# cmake -DOUT=file.cpp -DFILES=a;b;c -P engine_id.cmake: the source file with the checksum of everything the engine is made of. Two
# programs with the same one lay out a state in the same bytes and judge it alike (core/known.h).
set(all "")
foreach(file ${FILES})
  file(SHA256 ${file} sum)
  string(APPEND all ${sum})
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING ${id} 0 16 id)
file(CONFIGURE OUTPUT ${OUT} CONTENT
"#include \"core/known.h\"
namespace remise {
std::string_view engine_id() { return \"${id}\"; }
}  // namespace remise
")
