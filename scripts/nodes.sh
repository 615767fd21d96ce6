#!/usr/bin/env bash
# nodes.sh COUNT postgresql://...: starts COUNT nodes on ports 8841, 8842, ... of this machine, on one database, and stops
# them all on Ctrl-C. A node that dies is started again. deploy/nginx.conf stands in front of them.
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;; esac
if [ $# -lt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
  sed -n '2,3s/^# //p' "$0" >&2
  exit 2
fi
count=$1 database=$2
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
