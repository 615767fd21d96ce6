#!/usr/bin/env bash
# scripts/valgrind.sh: a sample of the tests under valgrind (memcheck with leaks): what the sanitizers do not see, values read
# before they are set. Needs build/dev.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need valgrind
failed=0
# memcheck PROGRAM TESTS
memcheck() {
  local said
  said=$(valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
    "build/dev/tests/test_$1" --gtest_brief=1 --gtest_filter="$2" 2>&1) || { failed=1; echo "$said"; }
  grep -q '^\[  PASSED  \] [1-9]' <<<"$said" || failed=1  # a name that fits no test proves nothing
  echo "$1: $(grep -o '[0-9]* tests\? from .*' <<<"$said")"
}
say "valgrind"
# tests/FOLDER/valgrind.txt: lines `PROGRAM TESTS`
while read -r program tests; do memcheck "$program" "$tests"; done < <(cat tests/*/valgrind.txt)
exit $failed
