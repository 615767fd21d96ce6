#!/usr/bin/env bash
# nodes.sh COUNT postgresql://...: starts COUNT nodes on ports 8841, 8842, ... of this machine, on one database, and stops
# them all on Ctrl-C. A node that dies is started again. deploy/nginx.conf stands in front of them.
set -euo pipefail
count=${1:?how many nodes} database=${2:?postgresql://...}
shift 2
remise=${REMISE:-$(dirname "$0")/../build/release/remise}
first=${FIRST_PORT:-8841}

keep_running() {
  local port=$1 child=
  shift
  trap '[ -n "$child" ] && kill "$child" 2>/dev/null && wait "$child"; exit 0' TERM INT
  while :; do
    "$remise" serve --address 127.0.0.1 --port "$port" --db "$database" --trust-proxy "$@" &
    child=$!
    wait "$child" && exit 0
    echo "node on port $port ended; starting it again" >&2
    sleep 1
  done
}

nodes=()
for ((i = 0; i < count; ++i)); do
  keep_running $((first + i)) "$@" &
  nodes+=($!)
done
trap 'kill "${nodes[@]}" 2>/dev/null; wait "${nodes[@]}"; exit 0' TERM INT
wait
