#!/usr/bin/env bash
# postgresql.sh: what PostgreSQL itself offers beyond one plain database, tried and measured (bench/results.md, section
# "PostgreSQL"; docs/hosting.md has the recipes). PARTS="partitions listeners replica archive" chooses.
#   partitions  the log by hash of its table: commits, sizes and plans beside the plain one, under a real server
#   listeners   what NOTIFY costs with many who listen, to the same channel and to others
#   replica     a streaming replica, from which lists, exports and backups are read
#   archive     continuous archiving, and a restore to the moment before a mistake
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${SECONDS_EACH:-10} entries=${ENTRIES:-2000000} partitions=${PARTITIONS:-16}
toy=${TOY_SERVER:-build/release/tests/toy_server} remise=${REMISE:-build/release/remise}
work=$(mktemp -d)
chmod 777 "$work"
started=() clusters=()
as_postgres() {
  local program=$1
  shift
  [ -x "/usr/lib/postgresql/15/bin/$program" ] && program=/usr/lib/postgresql/15/bin/$program
  if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$program" "$@"; else "$program" "$@"; fi
}
finish() {
  kill "${started[@]}" 2>/dev/null || true
  for one in "${clusters[@]}"; do as_postgres pg_ctl -D "$work/$one" -m immediate stop >/dev/null 2>&1 || true; done
  rm -rf "$work"
}
trap finish EXIT
wants() { [[ " ${PARTS:-partitions listeners replica archive} " == *" $1 "* ]]; }
start() { # FOLDER PORT OPTION...
  local folder=$1 port=$2
  shift 2
  as_postgres pg_ctl -D "$work/$folder" -w -l "$work/$folder.log" -o "-c listen_addresses='' -k $work -p $port $*" start >/dev/null
  clusters+=("$folder")
}
configure() { # FOLDER LINE...
  printf '%s\n' "${@:2}" | as_postgres tee -a "$work/$1/postgresql.conf" >/dev/null
}
new_cluster() { # FOLDER PORT OPTION...
  as_postgres initdb -D "$work/$1" -U remise -A trust >/dev/null
  start "$@"
}
sql() { psql -h "$work" -p "$1" -U remise -d "$2" -v ON_ERROR_STOP=1 -Atq "${@:3}"; } # PORT DATABASE ARGUMENT...
url() { echo "postgresql://remise@/$2?host=$work&port=$1"; }                         # PORT DATABASE
new_database() { # PORT NAME: with the schema of the server
  as_postgres createdb -h "$work" -p "$1" -U remise "$2"
  "$remise" admin --db "$(url "$1" "$2")" tables >/dev/null
}
ticks() { # FOLDER: processor time of a cluster's processes, in 1/100 s
  local sum=0 pid postmaster
  postmaster=$(head -1 "$work/$1/postmaster.pid")
  for pid in "$postmaster" $(pgrep -P "$postmaster"); do
    [ -r "/proc/$pid/stat" ] && sum=$((sum + $(sed 's/.*) //' "/proc/$pid/stat" | awk '{print $12 + $13}')))
  done
  echo "$sum"
}
figure() { grep -o "\"$2\": [0-9.]*" "$1" | head -1 | grep -o '[0-9.]*$' | sed -E 's/\.0$//; s/(\.[0-9])[0-9]*$/\1/'; }
serve() { # DATABASE PORT
  "$toy" "$1" "$2" >"$work/$2.out" 2>>"$work/log" &
  started+=($!)
  until [ -s "$work/$2.out" ]; do sleep 0.05; done
}
play() { # PORT SECONDS TABLES: moves at a server
  "$remise" load --game tally --players 2 --seconds "$2" --tables "$3" --url "127.0.0.1:$1" >"$work/report" 2>"$work/stage"
}

if wants partitions; then
  new_cluster p 5501 -c shared_buffers=512MB -c max_wal_size=4GB
  for kind in plain parted; do
    new_database 5501 $kind
    if [ $kind = parted ]; then
      { # What a host would run once, with the servers stopped.
        echo "BEGIN; ALTER TABLE log RENAME TO log_plain; ALTER INDEX log_pkey RENAME TO log_plain_pkey;"
        echo "CREATE TABLE log (LIKE log_plain, PRIMARY KEY (table_id, number)) PARTITION BY HASH (table_id);"
        for n in $(seq 0 $((partitions - 1))); do
          echo "CREATE TABLE log_$n PARTITION OF log FOR VALUES WITH (MODULUS $partitions, REMAINDER $n);"
        done
        echo "INSERT INTO log SELECT * FROM log_plain; DROP TABLE log_plain; COMMIT;"
      } >"$work/parted.sql"
      sql 5501 parted -f "$work/parted.sql"
    fi
    # Old matches: 400 entries each, as long as those of 1840 on average.
    sql 5501 $kind -c "INSERT INTO log SELECT lpad(t::text, 16, 'Old'), n, 'move', repeat('x', 71), 1700000000000 + n
      FROM generate_series(1, $entries / 400) AS t, generate_series(0, 399) AS n" -c "VACUUM ANALYZE"
    echo "== log $kind: $entries entries, $(sql 5501 $kind -c "SELECT pg_size_pretty(sum(pg_table_size(c.oid))) || ', index ' ||
      pg_size_pretty(sum(pg_indexes_size(c.oid))) || ', largest index ' || pg_size_pretty(max(pg_indexes_size(c.oid)))
      FROM pg_class c WHERE c.relkind = 'r' AND c.relname LIKE 'log%'")"
    sql 5501 $kind -c "PREPARE one(text, bigint) AS SELECT table_id, number, kind, payload, time FROM log
      WHERE table_id = \$1 AND number >= \$2 ORDER BY number" -c "SET plan_cache_mode = force_generic_plan" \
      -c "EXPLAIN (ANALYZE, COSTS OFF, SUMMARY ON, BUFFERS) EXECUTE one(lpad('77', 16, 'Old'), 390)"
    port=$([ $kind = plain ] && echo 18901 || echo 18902)
    serve "$(url 5501 $kind)" "$port"
    : >"$work/stage"
    play "$port" "$seconds" 1000 &
    loader=$!
    until grep -q playing "$work/stage"; do kill -0 "$loader" || break; sleep 0.05; done
    before=$(ticks p)
    sleep "$seconds"
    after=$(ticks p)
    wait "$loader" || { cat "$work/report" "$work/stage"; exit 1; }
    echo "$kind, one node, 1,000 tables: $(figure "$work/report" per_second) moves/s, p50 $(figure "$work/report" p50) ms, p99 $(figure "$work/report" p99) ms;" \
      "PostgreSQL $(((after - before) * 10000 / $(figure "$work/report" acknowledged))) us for a move; load average $(cut -d' ' -f1 /proc/loadavg)"
    kill "${started[-1]}"
  done
fi

if wants listeners; then
  new_cluster l 5502 -c max_connections=200
  as_postgres createdb -h "$work" -p 5502 -U remise l
  echo "SELECT pg_notify('remise_t1', 'log AbCdEfGhIjKlMnOp:' || :client_id || txid_current());" >"$work/notify.sql"
  echo "== NOTIFY on remise_t1, four connections, one notice in each commit"
  all=$(seq -f 'remise_t%g' 2 1024 | tr '\n' ' ')
  notify() { # NAME COUNT CHANNEL...
    local name=$1 count=$2
    shift 2
    mkfifo "$work/end"
    python3 bench/listeners.py "$work" 5502 l "$count" "$@" <"$work/end" >"$work/heard" &
    local listeners=$!
    exec 9>"$work/end"
    [ "$count" -gt 0 ] && until grep -q ready "$work/heard"; do sleep 0.05; done
    local before after
    before=$(ticks l)
    as_postgres pgbench -h "$work" -p 5502 -U remise -n -c 4 -j 1 -t 5000 -f "$work/notify.sql" l >"$work/bench" 2>&1 &
    local bench=$!
    # The connections of pgbench must be counted before they end: what is left of them afterwards is in nobody's time.
    while kill -0 $bench 2>/dev/null; do
      after=$(ticks l)
      sleep 0.1
    done
    wait $bench
    exec 9>&-
    wait $listeners
    rm "$work/end"
    echo "$name: $(sed -n 's/^tps = \([0-9]*\).*/\1/p' "$work/bench") commits/s, PostgreSQL $(((after - before) * 10000 / 20000)) us for each, $(tail -1 "$work/heard") notices delivered"
  }
  notify "nobody listens" 0 remise
  for count in 1 8 50; do
    notify "$count on the same channel" $count remise_t1
    notify "$count on one other channel" $count remise_t2
    # shellcheck disable=SC2086
    notify "$count on all 1,023 other channels" $count $all
  done
fi

if wants replica; then
  echo "== a streaming replica"
  new_cluster first 5503
  new_database 5503 remise
  serve "$(url 5503 remise)" 18903
  as_postgres pg_basebackup -h "$work" -p 5503 -U remise -D "$work/second" -R -X stream -C -S second
  start second 5504
  play 18903 "$seconds" 200
  echo "written: $(figure "$work/report" acknowledged) moves; $(sql 5503 remise -c "SELECT application_name || ', ' || state || ', behind by ' ||
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) || ' bytes, ' || coalesce(replay_lag::text, 'no time') FROM pg_stat_replication")"
  count="SELECT count(*) || ' entries, ' || (SELECT count(*) FROM tables) || ' tables' FROM log"
  echo "first: $(sql 5503 remise -c "$count"); second: $(sql 5504 remise -c "$count")"
  echo "the list from the replica: $("$remise" admin --db "$(url 5504 remise)" tables | grep -c .) lines"
  (cd "$work" && "$OLDPWD/$remise" backup replica.jsonl --db "$(url 5504 remise)") && wc -lc <"$work/replica.jsonl" | xargs echo "a backup from the replica, lines and bytes:"
  echo "a write there: $(sql 5504 remise -c "DELETE FROM log" 2>&1 | head -1)"
  kill "${started[-1]}"
  as_postgres pg_ctl -D "$work/first" -m immediate stop >/dev/null # the machine is gone
  as_postgres pg_ctl -D "$work/second" -w promote >/dev/null
  serve "$(url 5504 remise)" 18904
  play 18904 2 50
  echo "promoted: a server there took $(figure "$work/report" acknowledged) moves"
  kill "${started[-1]}"
fi

if wants archive; then
  echo "== continuous archiving, and back to a moment"
  mkdir -m 777 "$work/wal"
  as_postgres initdb -D "$work/kept" -U remise -A trust >/dev/null
  configure kept "archive_mode = on" "archive_timeout = 60" "archive_command = 'test ! -f $work/wal/%f && cp %p $work/wal/%f'"
  start kept 5505
  new_database 5505 remise
  serve "$(url 5505 remise)" 18905
  play 18905 2 50
  as_postgres pg_basebackup -h "$work" -p 5505 -U remise -D "$work/base" -X none -c fast 2>/dev/null
  play 18905 "$seconds" 50
  sleep 1
  moment=$(sql 5505 remise -c "SELECT now()")
  right=$(sql 5505 remise -c "SELECT count(*) || ' entries of ' || count(DISTINCT table_id) || ' tables' FROM log")
  sleep 1
  sql 5505 remise -c "DELETE FROM log" -c "DELETE FROM tables" # somebody's mistake
  echo "before the mistake: $right; after it: $(sql 5505 remise -c "SELECT count(*) || ' entries' FROM log")"
  sql 5505 remise -c "SELECT pg_switch_wal()" >/dev/null
  for _ in $(seq 100); do [ "$(sql 5505 remise -c "SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216) FROM pg_stat_archiver")" = t ] && break; sleep 0.1; done
  kill "${started[-1]}"
  as_postgres pg_ctl -D "$work/kept" -m immediate stop >/dev/null
  echo "archived: $(ls "$work/wal" | wc -l) files, $(du -sh "$work/wal" | cut -f1)"
  as_postgres touch "$work/base/recovery.signal"
  configure base "archive_mode = off" "restore_command = 'cp $work/wal/%f %p'" "recovery_target_time = '$moment'" \
    "recovery_target_action = promote"
  start base 5506
  for _ in $(seq 100); do [ "$(sql 5506 remise -c "SELECT pg_is_in_recovery()")" = f ] && break; sleep 0.1; done
  echo "restored to $moment: $(sql 5506 remise -c "SELECT count(*) || ' entries of ' || count(DISTINCT table_id) || ' tables' FROM log")"
  serve "$(url 5506 remise)" 18906
  play 18906 2 50
  echo "a server there took $(figure "$work/report" acknowledged) moves"
fi
