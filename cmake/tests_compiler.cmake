# Tests are compiled by clang, without optimisation, where the preset names it: half the processor time of g++ with -Og, and a second
# pair of eyes. What they test is compiled by g++ all the same; presets for checks (asan, tsan) compile everything by it. CMake has one
# compiler for a language, so that what it knows of g++ and precompiled headers is said anew for this folder.
set(REMISE_TESTS_COMPILER "" CACHE STRING "a clang that compiles the tests; empty: the compiler of everything else")
set(REMISE_TESTS_OPTIONS -Og)
if(REMISE_TESTS_COMPILER)
  find_program(TESTS_COMPILER ${REMISE_TESTS_COMPILER} REQUIRED)
  set(CMAKE_CXX_COMPILER ${TESTS_COMPILER})
  set(CMAKE_PCH_EXTENSION .pch)
  set(CMAKE_CXX_COMPILE_OPTIONS_CREATE_PCH -Xclang -emit-pch -Xclang -include -Xclang <PCH_HEADER> -x c++-header)
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE> -Xclang -include -Xclang <PCH_HEADER>)
  set(CMAKE_CXX_COMPILE_OPTIONS_INSTANTIATE_TEMPLATES_PCH -fpch-instantiate-templates)
  set(REMISE_TESTS_OPTIONS -O0 -U_FORTIFY_SOURCE)
  # What is said to g++ about its own warnings is not for clang, nor that std::stable_sort of libstdc++ 12 uses what is deprecated.
  add_compile_options(-Wno-unknown-warning-option -Wno-deprecated-declarations)
endif()
