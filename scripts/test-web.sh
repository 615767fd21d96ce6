#!/usr/bin/env bash
# Tests of the web client: builds it with the engine, then types, units and components. With --browser the tests in Chromium
# follow, with --long the complete matches played through the page as well; both also against the real server. The browser
# tests are not part of ./test until all of them pass (web/README.md tells which do not).
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
[ $# -gt 0 ] || exit 0
need "${browser_packages[@]}"
say "web client: browser"
export REMISE_SERVER=$PWD/../build/dev/remise
node node_modules/@playwright/test/cli.js test --project=fast
[ "$1" != --long ] || node node_modules/@playwright/test/cli.js test --project=long
