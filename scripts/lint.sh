#!/usr/bin/env bash
# scripts/lint.sh [FILE...]: clang-format, clang-tidy (.clang-tidy explains its rules) and cppcheck over our sources, or over
# some of them.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "${build_packages[@]}" "${test_packages[@]}" "${lint_packages[@]}"
# Compile commands for each file, without precompiled headers: clang cannot read those of g++, and calls every file faulty for it.
cmake --preset dev -B build/lint -DREMISE_TOGETHER= -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(git ls-files 'src/*.cpp' ':!src/wasm/*')
failed=0
say "clang-format"
git ls-files 'src/*.cpp' 'src/*.h' 'tests/*.cpp' 'tests/*.h' 'fuzz/*.cpp' 'fuzz/*.h' 'bench/*.cpp' 'bench/*.h' |
  xargs clang-format-14 --dry-run --Werror || failed=1
tidy() {
  local checks=
  # Asio suspends a coroutine through a pointer the analyzer loses on the way, and so it blames Asio's own header.
  case $1 in */net.cpp) checks=-clang-analyzer-core.NullDereference ;; esac
  clang-tidy-22 --quiet -p build/lint --checks="$checks" --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-unused-command-line-argument --warnings-as-errors='*' "$1" 2>/dev/null
}
export -f tidy
say "clang-tidy (${#files[@]} files)"
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -I FILE bash -c 'tidy FILE' || failed=1
say "cppcheck"
cppcheck --quiet --std=c++20 --language=c++ --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
  --suppressions-list=scripts/cppcheck.txt -I src -j "$(nproc)" "${files[@]}" || failed=1
exit $failed
