#!/usr/bin/env bash
# Tests of the web client: builds it with the engine, then types, units and components, then the page in Chromium, against the
# real server and without a network. --units stops before Chromium; --long adds complete matches played through the page.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need_node
node_modules
mkdir -p build
types() { (cd web && npm run --silent check) >build/web-types.log 2>&1; }
once build/types.stamp web/src web/tests web/vite web/*.json web/*.ts web/*.js data tests/third_game/web -- types & # beside the build: neither keeps two cores busy
checking=$!
scripts/build-web.sh --third
say "web client: types"
wait "$checking" || { cat build/web-types.log; exit 1; }
tail -1 build/web-types.log
cd web
say "web client: units and components"
npm run --silent test
[ "${1:-}" != --units ] || exit 0
need "${browser_packages[@]}"
say "web client: browser"
export REMISE_SERVER=$PWD/../build/dev/remise REMISE_THIRD=$PWD/../build/dev/tests/remise_third
for program in "$REMISE_SERVER" "$REMISE_THIRD"; do
  [ -x "$program" ] || { echo "no $program: build it first (cmake --build --preset dev --target $(basename "$program"))" >&2; exit 1; }
done
node node_modules/@playwright/test/cli.js test --project=fast
[ "${1:-}" != --long ] || node node_modules/@playwright/test/cli.js test --project=long
