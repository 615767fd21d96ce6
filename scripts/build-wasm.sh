#!/usr/bin/env bash
# Builds the engine as WebAssembly into web/public/engine.wasm, and with the third game of the tests into build/third/public.
# Only changed files are compiled again.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need "${wasm_packages[@]}" "${build_packages[@]}"
need_node
say "building the engine for the browser"
cmake -S src/wasm -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
with_progress cmake --build build/wasm -- -k 0
mkdir -p web/public build/third/public
cmp -s build/wasm/engine.wasm web/public/engine.wasm || cp build/wasm/engine.wasm web/public/engine.wasm
cp web/public/* build/third/public
cp build/wasm/engine_third.wasm build/third/public/engine.wasm
