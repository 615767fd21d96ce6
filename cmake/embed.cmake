# remise_write_data_index(source declarations entries): the source file that finds embedded data by name.
function(remise_write_data_index source declarations entries)
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"core/data_files.h\"
namespace remise::embedded {
${declarations}}
namespace remise {
std::optional<std::string_view> embedded_data(std::string_view name) {
${entries}  return std::nullopt;
}
}  // namespace remise
")
endfunction()

# remise_embed_sources(sources out DIRS ... [KNOWN ...]): the source files, below the folder `out`, that hold every JSON
# file of the folders, read through core/data_files.h. A small host program writes one for each data file.
# Files of KNOWN folders are listed as well; a library that is linked holds them.
function(remise_embed_sources sources_variable out)
  cmake_parse_arguments(ARG "" "" "DIRS;KNOWN" ${ARGN})
  if(NOT TARGET remise_embedder)
    add_executable(remise_embedder ${CMAKE_SOURCE_DIR}/cmake/embed.cpp)
  endif()
  set(sources ${out}/index.cpp)
  set(declarations "")
  set(entries "")
  foreach(dir ${ARG_KNOWN} ${ARG_DIRS})
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${dir} ${dir}/*.json)
    list(FILTER files EXCLUDE REGEX "^(learn|rules|puzzles|help)/|-(learn|rules)\\.json$") # lessons belong to the page alone
    list(SORT files)
    foreach(file ${files})
      string(MAKE_C_IDENTIFIER ${file} symbol)
      if(dir IN_LIST ARG_DIRS)
        add_custom_command(OUTPUT ${out}/${symbol}.cpp DEPENDS ${dir}/${file} remise_embedder
          COMMAND remise_embedder ${dir}/${file} ${symbol} ${out}/${symbol}.cpp)
        list(APPEND sources ${out}/${symbol}.cpp)
      endif()
      string(APPEND declarations "extern const std::string_view ${symbol};\n")
      string(APPEND entries "  if (name == \"${file}\") return embedded::${symbol};\n")
    endforeach()
  endforeach()
  remise_write_data_index(${out}/index.cpp "${declarations}" "${entries}")
  set(${sources_variable} ${sources} PARENT_SCOPE)
endfunction()

# remise_embed(target dir): a library holding every JSON file below dir.
function(remise_embed target dir)
  remise_embed_sources(sources ${CMAKE_BINARY_DIR}/embedded DIRS ${dir})
  add_library(${target} STATIC ${sources})
  remise_together(${target})
  # A program with more data has an index of its own, and of this library only the data.
  set_source_files_properties(${CMAKE_BINARY_DIR}/embedded/index.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(${target} PUBLIC remise_core)
endfunction()
