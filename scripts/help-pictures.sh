#!/usr/bin/env bash
# Draws the pictures of the help pages (data/help/img) with our own renderer, always from the same seeds. The page draws them itself
# (HelpPicture.svelte of each game), from the same matches: data/help/matches.
#   scripts/help-pictures.sh build/dev/remise
set -euo pipefail
cd "$(dirname "$0")/.."
remise=${1:-build/dev/remise}
out=data/help/img
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Each line: NAME GAME PLAYERS, and what `remise show` is to be told.
while read -r name game players options; do
  [ -f "$work/$game.json" ] || "$remise" demo --game "$game" --players "$players" --seed help --delay 0 --out "$work/$game.json" >/dev/null
  # shellcheck disable=SC2086
  "$remise" show "$work/$game.json" $options --svg "$out/$name"
done <"$out/pictures.txt"
