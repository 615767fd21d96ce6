#!/usr/bin/env bash
# Games for the next evaluation of 1840: medium for breadth, hard with few nodes for what strong players meet.
#
#   tools/learn/generation.sh FOLDER [REMISE]
#
# Goes on where it was stopped; all numbers of seats grow together, so that it may be stopped at any time. From the environment:
#   THREADS games at a time (2), ROUNDS (20) of 60, 30, 20, 14 and 10 games of hard at two to six seats, NODES of hard (300),
#   MEDIUM games of medium at each number of seats (1500).
# Then: train.py, calibrate.py, a new build (the model is part of it), and contests on other seeds (README.md).
set -euo pipefail
folder=${1:?folder for the games} remise=${2:-build/release/remise}
mkdir -p "$folder"

games() { # LEVEL SEATS COUNT DEVIATE NAME
  "$remise" learn-data 1840 -l "$1" -p "$2" -n "$3" --deviate "$4" -s "$5/$2" -t "${THREADS:-2}" -o "$folder/$5-$2.bin" \
    --moves "$folder/$5-$2.moves" 2>"$folder/progress" || { tr '\r' '\n' <"$folder/progress" | tail -n 1 >&2; return 1; }
}

for seats in 2 3 4 5 6; do games medium $seats "${MEDIUM:-1500}" 120 medium; done
for round in $(seq "${ROUNDS:-20}"); do
  for each in 2:60 3:30 4:20 5:14 6:10; do games "hard@${NODES:-300}" ${each%:*} $((round * ${each#*:})) 40 hard; done
done
