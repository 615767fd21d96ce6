# The readers of messages and the codes of errors, from data/openapi.json (scripts/wire.py). Written when CMake runs, and
# again when the description changes, so that lint and editors find the header without a build.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(remise_wire target)
  set(script ${CMAKE_SOURCE_DIR}/scripts/wire.py)
  set(out ${CMAKE_BINARY_DIR}/generated)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script} ${CMAKE_SOURCE_DIR}/data/openapi.json)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${script} cpp ${out} COMMAND_ERROR_IS_FATAL ANY)
  add_library(${target} STATIC ${out}/wire.cpp)
  target_include_directories(${target} PUBLIC ${CMAKE_BINARY_DIR})
  target_link_libraries(${target} PUBLIC remise_core)
  remise_headers(${target})
endfunction()
