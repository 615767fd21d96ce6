#!/usr/bin/env bash
# Builds the web client into web/dist: the engine as WebAssembly, then the page.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
scripts/build-wasm.sh
need_node
node_modules
page() {
  say "building the page"
  (cd web && npm run --silent build -- --logLevel warn)
}
[ -f web/dist/index.html ] || rm -f build/page.stamp
once build/page.stamp web/src web/public web/index.html web/*.json web/*.ts web/*.js data -- page
