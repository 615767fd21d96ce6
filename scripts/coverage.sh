#!/usr/bin/env bash
# scripts/coverage.sh [CTEST OPTION...]: the suite under AddressSanitizer and UndefinedBehaviorSanitizer, whose build counts
# the executed lines, and what the counts say: a table by folder, and build/asan/coverage/index.html with every line. The
# counters are not atomic (-fprofile-update=single): threads may lose a count but never the last one, and tests with tight loops
# run 27 times faster.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need gcovr
find build/asan -name '*.gcda' -delete 2>/dev/null || true
failed=0
scripts/sanitize.sh asan "$@" || failed=1
say "executed lines"
mkdir -p build/asan/coverage
gcovr --root . --filter src/ --object-directory build/asan --exclude-throw-branches --gcov-ignore-parse-errors \
  --html-details build/asan/coverage/index.html --json build/asan/coverage/lines.json -j "$(nproc)"
scripts/coverage-report.py build/asan/coverage/lines.json
exit $failed
