#!/usr/bin/env bash
# Builds the web client into web/dist: the engine as WebAssembly, then the page. --third builds it a second time, with the third
# game of the tests, into build/third/dist.
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
third_page() {
  say "building the page with a third game"
  (cd web && REMISE_GAME_ROOTS=../tests/third_game REMISE_PUBLIC=../build/third/public npm run --silent build -- --mode quick \
    --outDir ../build/third/dist --emptyOutDir --logLevel error)
}
sources=(web/src web/vite web/index.html web/*.json web/*.ts web/*.js data)
[ -f web/dist/index.html ] || rm -f build/page.stamp
once build/page.stamp "${sources[@]}" web/public -- page
[ "${1:-}" = --third ] || exit 0
[ -f build/third/dist/index.html ] || rm -f build/third/page.stamp
once build/third/page.stamp "${sources[@]}" build/third/public tests/third_game/web tests/third_game/data -- third_page
