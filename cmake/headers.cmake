# Headers that nearly every file includes, parsed once for all targets with the same options: a quarter of the compile time
# of a clean clone. Every file still includes what it uses (the preset fuzz has no precompiled headers).

# remise_together(target): its files are compiled a few at a time, where the preset says so: most of their time goes into the same
# headers. Presets for checks compile each file by itself.
function(remise_together target)
  if(REMISE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${REMISE_TOGETHER})
  endif()
endfunction()

# remise_headers(target [more headers]): the first target of each set of options (remise_*, test_* ...) keeps the headers for
# the others.
function(remise_headers target)
  remise_together(${target})
  if(REMISE_FUZZ)
    return()
  endif()
  get_target_property(options ${target} COMPILE_OPTIONS)
  string(MD5 key "${options};${ARGN}")
  get_property(owner GLOBAL PROPERTY remise_headers_${key})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    return()
  endif()
  set_property(GLOBAL PROPERTY remise_headers_${key} ${target})
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <deque> <expected> <functional> <map> <memory> <mutex>
    <optional> <random> <span> <string> <string_view> <thread> <variant> <vector> <nlohmann/json.hpp> ${ARGN})
endfunction()
