#!/usr/bin/env bash
# Tests of the web client: builds it with the engine, then types, units and components, then the page in Chromium, against the
# real server and without a network. --units stops before Chromium; --long adds complete matches played through the page.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
scripts/build-web.sh
need_node
cd web
say "web client: types"
npm run --silent check
say "web client: units and components"
npm run --silent test
[ "${1:-}" != --units ] || exit 0
need "${browser_packages[@]}"
say "web client: browser"
export REMISE_SERVER=$PWD/../build/dev/remise
[ -x "$REMISE_SERVER" ] || { echo "no $REMISE_SERVER: build it first (cmake --build --preset dev --target remise)" >&2; exit 1; }
node node_modules/@playwright/test/cli.js test --project=fast
[ "${1:-}" != --long ] || node node_modules/@playwright/test/cli.js test --project=long
