# remise_games(target DEPENDS ...): one library for each folder of src/games, and `target`, which knows them all.
# The folder src/games/foo must define remise::foo::make_game and remise::foo::check_data (core/game.h, core/data_check.h); nothing else is
# registered by hand.
function(remise_games target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/games ${CMAKE_SOURCE_DIR}/src/games/*)
  set(declarations "")
  set(entries "")
  set(checkers "")
  set(libraries)
  foreach(folder ${folders})
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/src/games/${folder} AND EXISTS ${CMAKE_SOURCE_DIR}/src/games/${folder}/game.cpp)
      remise_module(${folder} FOLDER games/${folder} DEPENDS ${ARG_DEPENDS})
      list(APPEND libraries remise_${folder})
      string(APPEND declarations "namespace remise::${folder} {\nMadeGame make_game(const DataFiles& data);\nstd::vector<Error> check_data(const DataFiles& data);\n}\n")
      string(APPEND entries "      &${folder}::make_game,\n")
      string(APPEND checkers "      &${folder}::check_data,\n")
    endif()
  endforeach()
  set(out ${CMAKE_BINARY_DIR}/generated/games.cpp)
  file(CONFIGURE OUTPUT ${out} CONTENT
"#include \"core/data_check.h\"
#include \"core/game.h\"
${declarations}
namespace remise {
std::vector<GameMaker> game_makers() {
  return {
${entries}  };
}
std::vector<DataChecker> data_checkers() {
  return {
${checkers}  };
}
}  // namespace remise
")
  add_library(${target} STATIC ${out})
  target_link_libraries(${target} PUBLIC ${libraries} ${ARG_DEPENDS})
endfunction()

# remise_bots(target DEPENDS ...): all of src/bots. A folder src/bots/foo holds the players of src/games/foo and must define
# remise::bots::foo::make_suite, which gives null for another game.
function(remise_bots target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/bots ${CMAKE_SOURCE_DIR}/src/bots/*)
  set(declarations "")
  set(entries "")
  foreach(folder ${folders})
    if(EXISTS ${CMAKE_SOURCE_DIR}/src/bots/${folder}/suite.cpp)
      string(APPEND declarations "namespace remise::bots::${folder} {\nstd::unique_ptr<Suite> make_suite(const Game& game);\n}\n")
      string(APPEND entries "  if (auto suite = ${folder}::make_suite(game)) return suite;\n")
    endif()
  endforeach()
  set(out ${CMAKE_BINARY_DIR}/generated/bots.cpp)
  file(CONFIGURE OUTPUT ${out} CONTENT
"#include \"bots/suite.h\"
${declarations}
namespace remise::bots {
std::unique_ptr<Suite> make_suite([[maybe_unused]] const Game& game) {
${entries}  return nullptr;
}
}  // namespace remise::bots
")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/bots/*.cpp)
  add_library(${target} STATIC ${sources} ${out})
  target_link_libraries(${target} PUBLIC ${ARG_DEPENDS} Threads::Threads)
endfunction()
