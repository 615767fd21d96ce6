#!/usr/bin/env bash
# Tests of the web client: builds it with the engine, then types, lint, units and components, then the page in Chromium, against the
# real server and without a network. --units stops before Chromium, --browser is the rest; --long adds complete matches played through the page, and the second
# game where the fast run takes one.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
node_modules
mkdir -p build
types() { (cd web && npm run --silent check) >build/web-types.log 2>&1; }
lint() { (cd web && npm run --silent lint) >build/web-lint.log 2>&1; }
units() { (cd web && npm run --silent test) >build/web-units.log 2>&1; }
sources=(web/src web/tests web/vite web/*.json web/*.ts web/*.js tests/third_game/web)
# Types, lint, page, units. Neither of the first two keeps two cores busy: they run beside the build.
without_browser() {
  once build/types.stamp "${sources[@]}" data -- types &
  local checking=$!
  once build/lint.stamp "${sources[@]}" web/.prettierignore -- lint &
  local linting=$!
  scripts/build-web.sh --third
  say "web client: types"
  wait "$checking" || { cat build/web-types.log; exit 1; }
  tail -1 build/web-types.log
  say "web client: ESLint and Prettier"
  wait "$linting" || { cat build/web-lint.log; exit 1; }
  say "web client: units and components"
  once build/units.stamp "${sources[@]}" data src tests/messages.json tests/third_game web/public -- units || { cat build/web-units.log; exit 1; }
  tail -5 build/web-units.log
}
[ "${1:-}" = --browser ] || without_browser
[ "${1:-}" != --units ] || exit 0
need "${browser_packages[@]}"
say "web client: browser"
export REMISE_SERVER=$PWD/build/dev/remise REMISE_THIRD=$PWD/build/dev/tests/remise_third
for program in "$REMISE_SERVER" "$REMISE_THIRD"; do
  [ -x "$program" ] || { echo "no $program: build it first (cmake --build --preset dev --target $(basename "$program"))" >&2; exit 1; }
done
in_browser() { (cd web && node node_modules/@playwright/test/cli.js test --project="$1"); }
# What passed is not played again while pages, programs and tests are the same, byte for byte.
ran=no
fast_in_browser() {
  in_browser fast | tee build/web-browser.log || return 1
  ran=yes
}
made=(web/dist build/third/dist "$REMISE_SERVER" "$REMISE_SERVER-host" "$REMISE_THIRD" "$REMISE_THIRD-host")
read=(web/tests web/src web/playwright.config.ts web/package-lock.json data docs/examples tests/server/deliver.py tests/third_game)
once build/browser.stamp "${made[@]}" "${read[@]}" -- fast_in_browser
[ $ran = yes ] || { echo "nothing changed since they passed:" && tail -n 1 build/web-browser.log; }
[ "${1:-}" != --long ] || in_browser long
