#!/usr/bin/env bash
# Draws the pictures of the help pages (data/help/img) with our own renderer, always from the same seeds.
#   scripts/help-pictures.sh build/dev/remise
set -euo pipefail
cd "$(dirname "$0")/.."
remise=${1:-build/dev/remise}
out=data/help/img
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$remise" demo --game 1840 --players 2 --seed help --delay 0 --out "$work/1840.json" >/dev/null
"$remise" demo --game tramways --players 3 --seed help --delay 0 --out "$work/tramways.json" >/dev/null
"$remise" show "$work/1840.json" --move 0 --svg "$out/1840-start.svg"
"$remise" show "$work/1840.json" --move 200 --route 7 --svg "$out/1840-route.svg"
"$remise" show "$work/tramways.json" --move 0 --svg "$out/tramways-start.svg"
"$remise" show "$work/tramways.json" --svg "$out/tramways-end.svg"
