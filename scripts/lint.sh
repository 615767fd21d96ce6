#!/usr/bin/env bash
# scripts/lint.sh [FILE...]: clang-format, clang-tidy (.clang-tidy explains its rules) and cppcheck over our sources, or over
# some of them. Needs build/dev/compile_commands.json.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "${lint_packages[@]}"
[ -f build/dev/compile_commands.json ] || cmake --preset dev >/dev/null
files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(git ls-files 'src/*.cpp' ':!src/wasm/*')
failed=0
say "clang-format"
git ls-files 'src/*.cpp' 'src/*.h' 'tests/*.cpp' 'tests/*.h' 'fuzz/*.cpp' 'fuzz/*.h' 'bench/*.cpp' 'bench/*.h' |
  xargs clang-format-14 --dry-run --Werror || failed=1
say "clang-tidy (${#files[@]} files)"
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-22 --quiet -p build/dev --warnings-as-errors='*' 2>/dev/null ||
  failed=1
say "cppcheck"
cppcheck --quiet --std=c++20 --language=c++ --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
  --suppressions-list=scripts/cppcheck.txt -I src -j "$(nproc)" "${files[@]}" || failed=1
exit $failed
