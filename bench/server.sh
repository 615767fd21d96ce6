#!/usr/bin/env bash
# server.sh [SECONDS]: the figures of bench/results.md, section "Server", one after the other on this machine: SQLite,
# half load, idle connections, PostgreSQL with two nodes, and boardgame.io beside it. Needs the tests built (release).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
toy=${TOY_SERVER:-build/release/tests/toy_server} remise=${REMISE:-build/release/remise}
work=$(mktemp -d)
chmod 777 "$work"
started=()
trap 'kill "${started[@]}" 2>/dev/null || true; [ -d "$work/pg" ] && as_postgres pg_ctl -D "$work/pg" -m immediate stop >/dev/null 2>&1; rm -rf "$work"' EXIT
as_postgres() {
  local program=/usr/lib/postgresql/15/bin/$1
  shift
  if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$program" "$@"; else "$program" "$@"; fi
}
serve() { # DATABASE PORT
  "$toy" "$1" "$2" >"$work/$2.out" 2>>"$work/log" &
  started+=($!)
  until [ -s "$work/$2.out" ]; do sleep 0.05; done
}
load() { "$remise" load --game tally --players 2 --seconds "$seconds" "$@"; }

echo "== SQLite, 1000 tables, as fast as possible"
serve "$work/remise.db" 18840
load --url 127.0.0.1:18840 --tables 1000 | tee "$work/full"
half=$(($(grep -o '"per_second": [0-9]*' "$work/full" | grep -o '[0-9]*') / 2))
echo "== SQLite, half of the goal: 1500 moves/s"
load --url 127.0.0.1:18840 --tables 1000 --rate 1500
echo "== SQLite, half of what was reached: $half moves/s"
load --url 127.0.0.1:18840 --tables 1000 --rate "$half"
echo "== 10,000 idle connections"
before=$(awk '/VmRSS/ {print $2}' "/proc/${started[0]}/status")
"$remise" load --url 127.0.0.1:18840 --idle 10000 --seconds 8 &
idle=$!
sleep 7
echo "resident: $before KiB before, $(awk '/VmRSS/ {print $2}' "/proc/${started[0]}/status") KiB with 10,000"
wait "$idle"
kill "${started[0]}"

echo "== PostgreSQL, two nodes, 1000 tables"
as_postgres initdb -D "$work/pg" -U remise -A trust >/dev/null
as_postgres pg_ctl -D "$work/pg" -w -l "$work/pg.log" -o "-c listen_addresses='' -k $work -p 5499" start >/dev/null
as_postgres createdb -h "$work" -p 5499 -U remise bench
database="postgresql://remise@/bench?host=$work&port=5499"
serve "$database" 18841
serve "$database" 18842
load --url 127.0.0.1:18841 --url 127.0.0.1:18842 --tables 1000
kill "${started[@]:1:2}"

if [ -d bench/boardgameio/node_modules ]; then
  echo "== boardgame.io, file storage"
  mkdir "$work/bgio"
  node bench/boardgameio/server.cjs 18843 "$work/bgio" >"$work/18843.out" 2>&1 &
  started+=($!)
  until grep -q ready "$work/18843.out"; do sleep 0.1; done
  node bench/boardgameio/load.cjs 18843 20 "$seconds"
  echo "== SQLite again, the same 20 tables"
  serve "$work/again.db" 18844
  load --url 127.0.0.1:18844 --tables 20
fi
