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
once build/types.stamp web/src web/tests web/*.json web/*.ts web/*.js data -- types & # beside the build: neither keeps two cores busy
checking=$!
scripts/build-web.sh
say "web client: types"
wait "$checking" || { cat build/web-types.log; exit 1; }
tail -1 build/web-types.log
cd web
say "web client: units and components"
npm run --silent test
[ "${1:-}" != --units ] || exit 0
need "${browser_packages[@]}"
say "web client: browser"
export REMISE_SERVER=$PWD/../build/dev/remise
[ -x "$REMISE_SERVER" ] || { echo "no $REMISE_SERVER: build it first (cmake --build --preset dev --target remise)" >&2; exit 1; }
node node_modules/@playwright/test/cli.js test --project=fast
[ "${1:-}" != --long ] || node node_modules/@playwright/test/cli.js test --project=long
