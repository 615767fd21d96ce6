# remise_games(target DEPENDS ...): one library for each folder of src/games, and `target`, which knows them all.
# The folder src/games/foo must define remise::foo::make_game (see core/game.h); nothing else is registered by hand.
function(remise_games target)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/games ${CMAKE_SOURCE_DIR}/src/games/*)
  set(declarations "")
  set(entries "")
  set(libraries)
  foreach(folder ${folders})
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/src/games/${folder} AND EXISTS ${CMAKE_SOURCE_DIR}/src/games/${folder}/game.cpp)
      remise_module(${folder} FOLDER games/${folder} DEPENDS ${ARG_DEPENDS})
      list(APPEND libraries remise_${folder})
      string(APPEND declarations "namespace remise::${folder} {\nMadeGame make_game(const DataFiles& data);\n}\n")
      string(APPEND entries "      &${folder}::make_game,\n")
    endif()
  endforeach()
  set(out ${CMAKE_BINARY_DIR}/generated/games.cpp)
  file(CONFIGURE OUTPUT ${out} CONTENT
"#include \"core/game.h\"
${declarations}
namespace remise {
std::vector<GameMaker> game_makers() {
  return {
${entries}  };
}
}  // namespace remise
")
  add_library(${target} STATIC ${out})
  target_link_libraries(${target} PUBLIC ${libraries} ${ARG_DEPENDS})
endfunction()
