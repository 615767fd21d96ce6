# cmake -DOUT=file.cpp -DROOT=dir -DVERSION=1.2.3 -DCOMPILER=... -DKIND=... -P version.cmake: the source file that says what this build is
# (cli/version.h). Written anew only where something changed. Outside a repository the file COMMIT of the source ("hash date") is asked.
set(commit unknown)
set(date "an unknown day")
execute_process(COMMAND git -C ${ROOT} log -1 --format=%h\ %cs --abbrev=12 OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT found AND EXISTS ${ROOT}/COMMIT)
  file(STRINGS ${ROOT}/COMMIT found LIMIT_COUNT 1)
endif()
if(found MATCHES "^([0-9a-f]+) ([0-9-]+)$")
  set(commit ${CMAKE_MATCH_1})
  set(date ${CMAKE_MATCH_2})
  execute_process(COMMAND git -C ${ROOT} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND commit " with changes")
  endif()
endif()
file(READ ${ROOT}/data/openapi.json api)
string(JSON wire GET "${api}" info version)
file(CONFIGURE OUTPUT ${OUT} CONTENT
"#include \"cli/version.h\"
namespace remise::cli {
const BuildInfo& build_info() {
  static constexpr BuildInfo info{\"${VERSION}\", \"${commit}\", \"${date}\", \"${COMPILER}\", \"${KIND}\", \"${wire}\"};
  return info;
}
}  // namespace remise::cli
")
