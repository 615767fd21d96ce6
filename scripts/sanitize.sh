#!/usr/bin/env bash
# scripts/sanitize.sh asan|tsan [CTEST OPTION...]: the test suite under sanitizers. What has threads (tsan) can be run by
# itself: scripts/sanitize.sh tsan -R '^(store|server_core|server_process|server_games.*|Arena.*|Tuner.*)$'
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
preset=$1
shift
need "${build_packages[@]}" "${test_packages[@]}"
say "building ($preset)"
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset" -- --quiet
say "running the tests ($preset)"
# Reports go to files, so that those of servers started by a test are seen as well.
reports=$PWD/build/$preset/reports
rm -rf "$reports"
mkdir -p "$reports"
export ASAN_OPTIONS=log_path=$reports/asan UBSAN_OPTIONS=log_path=$reports/ubsan:print_stacktrace=1 TSAN_OPTIONS=log_path=$reports/tsan
failed=0
ctest --preset "$preset" --output-on-failure --timeout 3600 -j "$(nproc)" "$@" || failed=1
if [ -n "$(ls "$reports")" ]; then
  head -40 "$reports"/*
  failed=1
fi
exit $failed
