# cmake -DOUT=file.cpp -DFILES=a;b;c -DNAMESPACE=remise -DNAME=engine_id -DHEADER=core/known.h -P checksum.cmake: the source file with a
# function, declared in the header, that gives the checksum of the files.
set(all "")
foreach(file ${FILES})
  file(SHA256 ${file} sum)
  string(APPEND all ${sum})
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING ${id} 0 16 id)
file(CONFIGURE OUTPUT ${OUT} CONTENT
"#include \"${HEADER}\"
namespace ${NAMESPACE} {
std::string_view ${NAME}() { return \"${id}\"; }
}  // namespace ${NAMESPACE}
")
