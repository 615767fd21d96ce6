# What makes a fault harder to use, in every build of ours: a place in memory of the system's choice (PIE), guarded stacks, checked copies,
# and for the programs people run no writable tables of functions after the start (RELRO, BIND_NOW).
# tests/attack/hardening_attack_test.cpp reads the program for them.
add_compile_options(-fPIE -fstack-protector-strong -fstack-clash-protection)
# mold 1.10 lets RELRO begin with .tbss, which has no place in the file: where that falls on the end of a page the program does not start
# ("cannot apply additional memory protection"). So what mold links goes without, and remise_harden takes the system's own linker.
add_link_options(-pie -Wl,-z,now -Wl,-z,noexecstack -Wl,-z,norelro)
# The sanitizers check the same calls, and more of them. Whoever compiles without optimisation takes it away again (-U_FORTIFY_SOURCE).
if(NOT CMAKE_CXX_FLAGS MATCHES "sanitize=")
  add_compile_options(-D_FORTIFY_SOURCE=3)
endif()

# remise_harden(target): a program for people.
function(remise_harden target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -fuse-ld=bfd)
  endif()
  target_link_options(${target} PRIVATE -Wl,-z,relro)
endfunction()
