# remise_game_list(source libraries ROOTS ... DEPENDS ...): one library for each folder of the roots, and the source file
# that knows them all. The folder foo must define remise::foo::make_game (see core/game.h); nothing is registered by hand.
# A root is a folder like src/: its games are in ROOT/games.
function(remise_game_list source libraries)
  cmake_parse_arguments(ARG "" "" "ROOTS;DEPENDS" ${ARGN})
  set(declarations "")
  set(entries "")
  set(found)
  foreach(root ${ARG_ROOTS})
    file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${root}/games ${root}/games/*)
    foreach(folder ${folders})
      if(NOT EXISTS ${root}/games/${folder}/game.cpp)
        continue()
      endif()
      if(NOT TARGET remise_${folder})
        remise_module(${folder} PATH ${root}/games/${folder} DEPENDS ${ARG_DEPENDS})
        target_include_directories(remise_${folder} PUBLIC ${root})
      endif()
      list(APPEND found remise_${folder})
      string(APPEND declarations "namespace remise::${folder} {\nMadeGame make_game(const DataFiles& data);\n}\n")
      string(APPEND entries "      &${folder}::make_game,\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"core/game.h\"
${declarations}
namespace remise {
std::vector<GameMaker> game_makers() {
  return {
${entries}  };
}
}  // namespace remise
")
  set(${libraries} ${found} PARENT_SCOPE)
endfunction()

# remise_games(target DEPENDS ...): the games of src/games.
function(remise_games target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  remise_game_list(${CMAKE_BINARY_DIR}/generated/games.cpp libraries ROOTS ${CMAKE_SOURCE_DIR}/src DEPENDS ${ARG_DEPENDS})
  add_library(${target} STATIC ${CMAKE_BINARY_DIR}/generated/games.cpp)
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
