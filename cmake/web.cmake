# remise_web(target dir): a library with every file below dir (the built web client), for server/net/web_files.h. The assembler
# inside the compiler includes the bytes; without the folder, or where the page is not wanted (REMISE_EMBED_PAGE), the list is empty.
function(remise_web target dir)
  set(out ${CMAKE_BINARY_DIR}/web_files)
  set(files)
  if(REMISE_EMBED_PAGE AND EXISTS ${dir}/index.html)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${dir} ${dir}/*)
  endif()
  set(assembly "")
  set(declarations "")
  set(entries "")
  set(number 0)
  foreach(file ${files})
    string(APPEND assembly "asm(\".pushsection .rodata\\nweb_${number}: .incbin \\\"${dir}/${file}\\\"\\nweb_${number}_end:\\n\"\n    \".globl web_${number}, web_${number}_end\\n.popsection\");\n")
    string(APPEND declarations "extern const char web_${number}, web_${number}_end;\n")
    string(APPEND entries "      {\"/${file}\", between(web_${number}, web_${number}_end)},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${out}.cpp CONTENT
"#include \"server/net/web_files.h\"
extern \"C\" {
${declarations}}
${assembly}
namespace remise::server {
[[maybe_unused]] static std::string_view between(const char& first, const char& last) {
  return {&first, static_cast<std::size_t>(&last - &first)};
}
std::vector<std::pair<std::string, std::string_view>> embedded_web() {
  return {
${entries}  };
}
}  // namespace remise::server
")
  if(files)
    list(TRANSFORM files PREPEND ${dir}/)
    set_source_files_properties(${out}.cpp PROPERTIES OBJECT_DEPENDS "${files}")
  endif()
  add_library(${target} STATIC ${out}.cpp)
endfunction()
