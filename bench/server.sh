#!/usr/bin/env bash
# server.sh [SECONDS]: the figures of bench/results.md, section "Server", one after the other on this machine: the real games, how
# their cost grows, then the tiny game of the tests: SQLite, half load, idle connections, PostgreSQL with one, two and four nodes, boardgame.io
# beside it. Needs a release build with the tests, and for the last part `npm ci` in bench/boardgameio. REMISE_BEFORE names an older
# program to set beside. Processor time is printed beside the rates: on a machine that does other things as well it is the steadier
# figure. PARTS="games growth start sqlite idle postgresql boardgameio" chooses. For PostgreSQL also
# NODES="1 2 4", TABLES=1000, RATE=0 (moves/s in all; 0: as fast as possible) and GAME=tally (or 1840, tramways: then the
# nodes are `remise serve`).
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,8s/^# //p' "$0"; exit 0 ;; esac
if [ $# -gt 1 ] || ! [[ ${1:-10} =~ ^[1-9][0-9]*$ ]]; then
  sed -n '2,8s/^# //p' "$0" >&2
  exit 2
fi
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
game=${GAME:-tally}
serve() { # DATABASE PORT
  if [ "$game" = tally ]; then
    "$toy" "$1" "$2" >"$work/$2.out" 2>>"$work/log" &
  else
    "$remise" serve --db "$1" --port "$2" --rate-limit 0 --max-connections-per-address 100000 --log error >"$work/$2.out" 2>>"$work/log" &
  fi
  started+=($!)
  until [ -s "$work/$2.out" ]; do sleep 0.05; done
}
serve_games() { # PROGRAM PORT: the real games
  "$1" serve --port "$2" --db "$work/$2.db" --rate-limit 0 --max-connections 100000 --max-connections-per-address 100000 --max-tables 100000 --log off \
    >"$work/$2.out" 2>>"$work/log" &
  started+=($!)
  until grep -qs http "$work/$2.out"; do sleep 0.05; done
}
tiny=(--game tally --players 2)
wants() { [[ " ${PARTS:-games growth start sqlite idle postgresql boardgameio} " == *" $1 "* ]]; }
figure() { grep -o "\"$2\": [0-9.]*" "$1" | head -1 | grep -o '[0-9.]*$' | sed -E 's/\.0$//; s/(\.[0-9])[0-9]*$/\1/'; }
ticks() { # PID...: processor time of processes and their children, in 1/100 s
  local sum=0 pid
  for pid in "$@" $(for p in "$@"; do pgrep -P "$p" || true; done); do
    [ -r "/proc/$pid/stat" ] && sum=$((sum + $(sed 's/.*) //' "/proc/$pid/stat" | awk '{print $12 + $13}')))
  done
  echo "$sum"
}
load() { # NAME PIDS OPTION...: plays, shows the report, and what it cost
  local name=$1 pids=$2 before after
  shift 2
  : >"$work/stage"
  "$remise" load --seconds "$seconds" "$@" >"$work/report" 2>"$work/stage" &
  local loader=$!
  until grep -q playing "$work/stage"; do sleep 0.05; done
  before=$(ticks $pids)
  sleep "$seconds"
  after=$(ticks $pids)
  wait "$loader" || { cat "$work/report"; exit 1; }
  printf '%s: %s moves/s, p50 %s ms, p99 %s ms, %s bytes a move; processor time a move: server %s us, load %s us; %s positions folded as the server has them; load average %s\n' "$name" \
    "$(figure "$work/report" per_second)" "$(figure "$work/report" p50)" "$(figure "$work/report" p99)" "$(figure "$work/report" bytes_per_move)" \
    "$(((after - before) * 10000 / $(figure "$work/report" acknowledged)))" "$(figure "$work/report" load_us_per_move)" \
    "$(figure "$work/report" compared)" "$(cut -d' ' -f1 /proc/loadavg)"
}

if wants games; then
  for real in 1840 tramways; do
    echo "== $real, SQLite, full durability, 100 tables of four"
    half=1500
    [ $real = 1840 ] || half=1250
    if [ -n "${REMISE_BEFORE:-}" ]; then
      serve_games "$REMISE_BEFORE" 18850
      load "before, as fast as possible" "${started[-1]}" --game $real --players 4 --url 127.0.0.1:18850 --tables 100 --whole-views
      kill "${started[-1]}"
      rm -f "$work"/18850.db*
    fi
    serve_games "$remise" 18851
    load "as fast as possible" "${started[-1]}" --game $real --players 4 --url 127.0.0.1:18851 --tables 100
    load "half of the goal" "${started[-1]}" --game $real --players 4 --url 127.0.0.1:18851 --tables 100 --rate $half
    load "whole views" "${started[-1]}" --game $real --players 4 --url 127.0.0.1:18851 --tables 100 --whole-views
    kill "${started[-1]}"
    rm -f "$work"/18851.db*
  done
fi

if wants growth; then
  echo "== how the cost of a move of 1840 grows"
  serve_games "$remise" 18852
  server=${started[-1]}
  for seats in 2 3 4 5 6; do load "$seats seats" "$server" --game 1840 --players $seats --url 127.0.0.1:18852 --tables 20; done
  for watchers in 0 10 100 500 1000; do
    load "$watchers watchers" "$server" --game 1840 --players 4 --url 127.0.0.1:18852 --tables 1 --watchers $watchers --rate 20
    echo "   until the last watcher has it: $(figure "$work/report" last_watcher_ms) ms (median)"
  done
  most=$((($(ulimit -Hn) - 500) / 2)) # two connections each; a process has no more descriptors than its hard limit
  for tables in 10 100 1000 10000; do
    [ "$tables" -le "$most" ] || tables=$most
    load "$tables tables" "$server" --game 1840 --players 2 --url 127.0.0.1:18852 --tables "$tables"
  done
  kill "$server"
fi

if wants start; then
  echo "== start-up of remise serve, ms, ten times"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    t0=$(date +%s%N)
    "$remise" serve --port 0 --db "$work/start.db" --log off >"$work/start.out" &
    one=$!
    until [ -s "$work/start.out" ]; do sleep 0.001; done
    echo -n "$((($(date +%s%N) - t0) / 1000000)) "
    kill "$one"
    wait "$one" || true
    : >"$work/start.out"
  done
  echo
fi

if wants sqlite; then
  echo "== SQLite, full durability, 1000 tables"
  serve "$work/remise.db" 18840
  server=${started[-1]}
  load "as fast as possible" "$server" "${tiny[@]}" --url 127.0.0.1:18840 --tables 1000
  half=$(($(figure "$work/report" per_second) / 2))
  load "half of the goal" "$server" "${tiny[@]}" --url 127.0.0.1:18840 --tables 1000 --rate 1500
  load "half of what was reached" "$server" "${tiny[@]}" --url 127.0.0.1:18840 --tables 1000 --rate "$half"
  kill "$server"
fi

if wants idle; then
  echo "== 10,000 idle connections"
  serve "$work/idle.db" 18845
  server=${started[-1]}
  before=$(awk '/VmRSS/ {print $2}' "/proc/$server/status")
  "$remise" load --url 127.0.0.1:18845 --idle 10000 --seconds 5 >"$work/idle" &
  idle=$!
  most=0
  while kill -0 "$idle" 2>/dev/null; do
    now=$(awk '/VmRSS/ {print $2}' "/proc/$server/status")
    [ "$now" -gt "$most" ] && most=$now
    sleep 0.2
  done
  wait "$idle"
  echo "resident: $((before / 1024)) MiB before, $((most / 1024)) MiB with 10,000"
  kill "$server"
fi

if wants postgresql; then
  tables=${TABLES:-1000}
  as_postgres initdb -D "$work/pg" -U remise -A trust >/dev/null
  as_postgres pg_ctl -D "$work/pg" -w -l "$work/pg.log" \
    -o "-c listen_addresses='' -k $work -p 5499 -c shared_preload_libraries=pg_stat_statements" start >/dev/null
  postmaster=$(head -1 "$work/pg/postmaster.pid")
  sql() { psql -h "$work" -p 5499 -U remise -d "$1" -Atqc "$2"; }
  statements() { sql "$1" "SELECT sum(calls) FROM pg_stat_statements"; }
  notices() { # PORT...: heard by all nodes, of moves
    for port in "$@"; do curl -s "http://127.0.0.1:$port/metrics"; done |
      awk '/^remise_notices_total.kind="log"/ {sum += $2} END {print sum + 0}'
  }
  for count in ${NODES:-1 2 4}; do
    echo "== PostgreSQL, nodes: $count, tables of $game: $tables"
    as_postgres createdb -h "$work" -p 5499 -U remise "bench$count"
    sql "bench$count" "CREATE EXTENSION pg_stat_statements"
    nodes=() urls=() ports=()
    for n in $(seq "$count"); do
      port=$((18850 + count * 10 + n))
      serve "postgresql://remise@/bench$count?host=$work&port=5499" "$port"
      nodes+=("${started[-1]}") urls+=(--url "127.0.0.1:$port") ports+=("$port")
    done
    : >"$work/stage"
    "$remise" load --game "$game" --players 2 --seconds "$seconds" --tables "$tables" --rate "${RATE:-0}" "${urls[@]}" \
      >"$work/report" 2>"$work/stage" &
    loader=$!
    until grep -q playing "$work/stage"; do sleep 0.05; done
    asked=$(statements "bench$count") heard=$(notices "${ports[@]}")
    server=$(ticks "${nodes[@]}") database=$(ticks "$postmaster")
    sleep "$seconds"
    server=$(($(ticks "${nodes[@]}") - server)) database=$(($(ticks "$postmaster") - database))
    asked=$(($(statements "bench$count") - asked)) heard=$(($(notices "${ports[@]}") - heard))
    wait "$loader" || { cat "$work/report"; exit 1; }
    moves=$(figure "$work/report" acknowledged)
    per_move() { awk -v n="$1" -v moves="$moves" 'BEGIN {printf "%.2f", n / moves}'; }
    printf '%s nodes: %s moves/s, p50 %s ms, p99 %s ms; for a move: nodes %s us, PostgreSQL %s us, %s statements, %s notices heard; load average %s\n' \
      "$count" "$(figure "$work/report" per_second)" "$(figure "$work/report" p50)" "$(figure "$work/report" p99)" \
      "$((server * 10000 / moves))" "$((database * 10000 / moves))" "$(per_move "$asked")" "$(per_move "$heard")" \
      "$(cut -d' ' -f1 /proc/loadavg)"
    kill "${nodes[@]}"
    wait "${nodes[@]}" 2>/dev/null || true
  done
fi

if wants boardgameio && [ -d bench/boardgameio/node_modules ]; then
  echo "== boardgame.io, file storage"
  mkdir "$work/bgio"
  node bench/boardgameio/server.cjs 18843 "$work/bgio" >"$work/18843.out" 2>&1 &
  started+=($!)
  until grep -qs ready "$work/18843.out"; do sleep 0.1; done
  node bench/boardgameio/load.cjs 18843 20 "$seconds"
  echo "== Remise with SQLite, the same 20 tables"
  serve "$work/again.db" 18846
  load "20 tables" "${started[-1]}" "${tiny[@]}" --url 127.0.0.1:18846 --tables 20
  echo "== Remise with SQLite, 1840 at 20 tables of four"
  serve_games "$remise" 18847
  load "1840, 20 tables" "${started[-1]}" --game 1840 --players 4 --url 127.0.0.1:18847 --tables 20
fi
