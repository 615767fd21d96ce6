# What makes a fault harder to use, in every build of ours: no writable tables of functions after the start (RELRO, BIND_NOW), a place in
# memory of the system's choice (PIE), guarded stacks, checked copies. tests/attack/hardening_attack_test.cpp reads the program for them.
add_compile_options(-fPIE -fstack-protector-strong -fstack-clash-protection)
add_link_options(-pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
# The sanitizers check the same calls, and more of them. Whoever compiles without optimisation takes it away again (-U_FORTIFY_SOURCE).
if(NOT CMAKE_CXX_FLAGS MATCHES "sanitize=")
  add_compile_options(-D_FORTIFY_SOURCE=3)
endif()
