#!/usr/bin/env bash
# scripts/coverage.sh: builds with line counts, runs the tests, and writes build/coverage/index.html with a summary by folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "${build_packages[@]}" "${test_packages[@]}" gcovr
build coverage
say "running the tests"
ctest --preset coverage -j "$(nproc)" --output-on-failure
mkdir -p build/coverage/report
gcovr --root . --filter src/ --object-directory build/coverage --exclude-throw-branches \
  --html-details build/coverage/report/index.html --txt build/coverage/report/summary.txt --print-summary -j "$(nproc)"
