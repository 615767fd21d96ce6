# Games and their players are found by their folders; nothing is registered by hand. Used by the native build and by src/wasm.

# remise_folders(out parent file): the folders of `parent` that hold `file`.
function(remise_folders out parent file)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE ${parent} ${parent}/*)
  set(found)
  foreach(name ${names})
    if(EXISTS ${parent}/${name}/${file})
      list(APPEND found ${name})
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# remise_write_games(source folder...): the source file that knows the games of these folders. The folder foo must define
# remise::foo::game_id, remise::foo::rules_version, remise::foo::make_game and remise::foo::check_data (core/game.h, core/data_check.h).
function(remise_write_games source)
  set(declarations "")
  set(makers "")
  set(checkers "")
  foreach(folder ${ARGN})
    string(APPEND declarations "namespace remise::${folder} {\nstd::string_view game_id();\nint rules_version();\nMadeGame make_game(const DataFiles& data);\nstd::vector<Error> check_data(const DataFiles& data);\n}\n")
    string(APPEND makers "      {${folder}::game_id(), ${folder}::rules_version(), &${folder}::make_game},\n")
    string(APPEND checkers "      &${folder}::check_data,\n")
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"core/data_check.h\"
#include \"core/game.h\"
${declarations}
namespace remise {
std::vector<GameMaker> game_makers() {
  return {
${makers}  };
}
std::vector<DataChecker> data_checkers() {
  return {
${checkers}  };
}
}  // namespace remise
")
endfunction()

# remise_checksum(source root namespace name header files...): the source file with the function NAME, which gives the checksum of the files.
function(remise_checksum source root namespace name header)
  list(SORT ARGN)
  add_custom_command(OUTPUT ${source} DEPENDS ${ARGN} ${root}/cmake/checksum.cmake
    COMMAND ${CMAKE_COMMAND} -DOUT=${source} -DNAMESPACE=${namespace} -DNAME=${name} -DHEADER=${header} "-DFILES=${ARGN}"
      -P ${root}/cmake/checksum.cmake VERBATIM)
endfunction()

# remise_engine_id(source root): of everything the engine is made of, with the games' data below the root. Two programs with the same one
# lay out a state in the same bytes and judge it alike (core/known.h).
function(remise_engine_id source root)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${root}/src/core/*.h ${root}/src/core/*.cpp ${root}/src/routes/*.h ${root}/src/routes/*.cpp
    ${root}/src/games/*.h ${root}/src/games/*.cpp ${root}/data/*.json)
  list(FILTER files EXCLUDE REGEX "/data/(locale/|openapi|bots/|help/|learn/|rules/|puzzles/)|/faces\\.json$")
  remise_checksum(${source} ${root} remise engine_id core/known.h ${files})
endfunction()

# remise_players_id(source root): of everything that decides how the players move, the engine aside (bots/suite.h); not of what lets them
# compete and counts.
function(remise_players_id source root)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${root}/src/bots/*.h ${root}/src/bots/*.cpp ${root}/data/bots/*.json)
  list(FILTER files EXCLUDE REGEX
    "/bots/(arena|game_file|ladder|learn_data|ordered|puzzles|self_play|statistics|tuner)\\.|-puzzle-kinds\\.json$")
  remise_checksum(${source} ${root} remise::bots players_id bots/suite.h ${files})
endfunction()

# remise_write_bots(source folder...): the source file that knows the players of these folders. The folder foo must define
# remise::bots::foo::make_suite, which gives null for another game.
function(remise_write_bots source)
  set(declarations "")
  set(entries "")
  foreach(folder ${ARGN})
    string(APPEND declarations "namespace remise::bots::${folder} {\nstd::unique_ptr<Suite> make_suite(const Game& game);\n}\n")
    string(APPEND entries "  if (auto suite = ${folder}::make_suite(game)) return suite;\n")
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"bots/suite.h\"
${declarations}
namespace remise::bots {
std::unique_ptr<Suite> make_suite([[maybe_unused]] const Game& game) {
${entries}  return nullptr;
}
}  // namespace remise::bots
")
endfunction()

# remise_write_reviewers(source folder...): the source file that knows what src/review has for the games of these folders. The folder foo
# must define remise::review::foo::make_reviewer, which gives null for another game.
function(remise_write_reviewers source)
  set(declarations "")
  set(entries "")
  foreach(folder ${ARGN})
    string(APPEND declarations "namespace remise::review::${folder} {\nstd::unique_ptr<Reviewer> make_reviewer(const Game& game);\n}\n")
    string(APPEND entries "  if (auto reviewer = ${folder}::make_reviewer(game)) return reviewer;\n")
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"review/reviewer.h\"
${declarations}
namespace remise::review {
std::unique_ptr<Reviewer> make_reviewer([[maybe_unused]] const Game& game) {
${entries}  return nullptr;
}
}  // namespace remise::review
")
endfunction()

# remise_write_io(source header type function list file ROOTS root...): the source file that lists what the folders io/GAME of the roots
# bring: each folder foo that holds `file` must define remise::foo::<function>, which gives a `type` of `header`.
function(remise_write_io source header type function list file)
  cmake_parse_arguments(ARG "" "" "ROOTS" ${ARGN})
  set(declarations "")
  set(entries "")
  foreach(root ${ARG_ROOTS})
    remise_folders(folders ${root}/io ${file})
    foreach(folder ${folders})
      string(APPEND declarations "namespace remise::${folder} {\n${type} ${function}();\n}\n")
      string(APPEND entries "${folder}::${function}(), ")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"${header}\"
${declarations}
namespace remise {
std::vector<${type}> ${list}() { return {${entries}}; }
}  // namespace remise
")
endfunction()

# The importers and the renderers of the roots.
function(remise_write_importers source)
  remise_write_io(${source} io/import/import.h Importer importer importers import/import.cpp ${ARGN})
endfunction()
function(remise_write_renderers source)
  remise_write_io(${source} io/text/renderer.h Renderer renderer renderers render.cpp ${ARGN})
endfunction()

# Pictures of boards of the roots.
function(remise_write_boards source)
  remise_write_io(${source} io/board/board.h BoardArt board_art board_arts board/board.cpp ${ARGN})
endfunction()

# remise_game_list(source libraries ROOTS ... DEPENDS ...): one library for each game of the roots, and the source file that
# knows them all. A root is a folder like src/: its games are in ROOT/games.
function(remise_game_list source libraries)
  cmake_parse_arguments(ARG "" "" "ROOTS;DEPENDS" ${ARGN})
  set(games)
  set(found)
  foreach(root ${ARG_ROOTS})
    remise_folders(folders ${root}/games game.cpp)
    foreach(folder ${folders})
      if(NOT TARGET remise_${folder})
        remise_module(${folder} PATH ${root}/games/${folder} DEPENDS ${ARG_DEPENDS} OPTIONS ${REMISE_ENGINE_OPTIONS})
        target_include_directories(remise_${folder} PUBLIC ${root})
      endif()
      list(APPEND found remise_${folder})
    endforeach()
    list(APPEND games ${folders})
  endforeach()
  remise_write_games(${source} ${games})
  set(${libraries} ${found} PARENT_SCOPE)
endfunction()

# remise_games(target DEPENDS ...): the games of src/games.
function(remise_games target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  remise_game_list(${CMAKE_BINARY_DIR}/generated/games.cpp libraries ROOTS ${CMAKE_SOURCE_DIR}/src DEPENDS ${ARG_DEPENDS})
  add_library(${target} STATIC ${CMAKE_BINARY_DIR}/generated/games.cpp)
  target_link_libraries(${target} PUBLIC ${libraries} ${ARG_DEPENDS})
endfunction()

# remise_bots(target DEPENDS ...): all of src/bots.
function(remise_bots target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  remise_folders(folders ${CMAKE_SOURCE_DIR}/src/bots suite.cpp)
  set(out ${CMAKE_BINARY_DIR}/generated/bots.cpp)
  remise_write_bots(${out} ${folders})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/bots/*.cpp)
  set(id ${CMAKE_BINARY_DIR}/generated/players_id.cpp)
  remise_players_id(${id} ${CMAKE_SOURCE_DIR})
  add_library(${target} STATIC ${sources} ${out} ${id})
  target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} Threads::Threads)
  target_compile_options(${target} PRIVATE ${REMISE_ENGINE_OPTIONS})
  remise_headers(${target})
endfunction()

# remise_review(target DEPENDS ...): all of src/review.
function(remise_review target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  remise_folders(folders ${CMAKE_SOURCE_DIR}/src/review reviewer.cpp)
  set(out ${CMAKE_BINARY_DIR}/generated/reviewers.cpp)
  remise_write_reviewers(${out} ${folders})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/review/*.cpp)
  add_library(${target} STATIC ${sources} ${out})
  target_link_libraries(${target} PUBLIC ${ARG_DEPENDS})
  target_compile_options(${target} PRIVATE ${REMISE_ENGINE_OPTIONS})
  remise_headers(${target})
endfunction()
