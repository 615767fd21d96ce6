#!/usr/bin/env bash
# Tests of the web client: types, units and components, then the browser. test-web.sh --long plays complete matches too.
# With a `remise` that can serve (build/dev/remise) the tests against the real server run as well.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "${browser_packages[@]}"
scripts/build-web.sh
need_node
cd web
say "web client: types"
npm run --silent check
say "web client: units and components"
npm run --silent test
say "web client: browser"
REMISE_SERVER=$PWD/../build/dev/remise npm run --silent browser -- --project=fast
[ "${1:-}" != --long ] || REMISE_SERVER=$PWD/../build/dev/remise npm run --silent browser -- --project=long
