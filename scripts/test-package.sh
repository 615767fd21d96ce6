#!/usr/bin/env bash
# Tests the package in a clean Debian 12: installs it, starts the service's own command as its own user, plays by HTTP, upgrades under load
# without losing an acknowledged move, downgrades, removes, purges. test-package.sh NEW.deb [OLD.deb]; without OLD the same program under a
# lower version is the one upgraded from. Needs root, mmdebstrap and Debian's mirror, which is read from this machine's apt.
# No systemd runs in the chroot: what it would do (ExecStart, User, StateDirectory, a restart after the upgrade) is done here.
set -euo pipefail
new=$(realpath "${1:?package}")
root=$(mktemp -d /tmp/remise-chroot.XXXXXX)
work=$(mktemp -d /tmp/remise-package.XXXXXX)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  umount "$root/proc" 2>/dev/null || true
  rm -rf "$root" "$work"
}
trap finish EXIT
step() { printf '== %s\n' "$*"; }
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"; }

if [ -n "${2:-}" ]; then
  old=$(realpath "$2")
else
  step "no older package: the same one as version 0.0.1"
  dpkg-deb -R "$new" "$work/old"
  sed -i 's/^Version: .*/Version: 0.0.1/' "$work/old/DEBIAN/control"
  dpkg-deb --root-owner-group -b "$work/old" "$work/remise_old.deb" >/dev/null
  old=$work/remise_old.deb
fi

step "a clean Debian 12"
sources=$(grep -lsE "bookworm" /etc/apt/sources.list /etc/apt/sources.list.d/* | head -n 1 || true)
if [ -n "${REMISE_CHROOT:-}" ]; then # one made before, to be quick
  cp -a "$REMISE_CHROOT/." "$root"
else
  mmdebstrap --quiet --variant=apt --include=adduser,init-system-helpers bookworm "$root" "$sources"
fi
mount -t proc proc "$root/proc"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
in_root apt-get update -qq
cp "$new" "$root/new.deb"
cp "$old" "$root/old.deb"
install_package() { in_root apt-get install -y -qq --no-install-recommends --allow-downgrades "/$1" >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; return 1; }; }

step "install"
install_package old.deb
[ "$(stat -c %U:%a "$root/var/lib/remise")" = "$(in_root id -u remise >/dev/null && stat -c %U "$root/var/lib/remise"):700" ]
in_root remise --version | head -1
in_root remise doctor --db /var/lib/remise/remise.db
for page in remise remise-serve remise-play; do [ -s "$root/usr/share/man/man1/$page.1" ] || [ -s "$root/usr/share/man/man1/$page.1.gz" ] || { echo "no page $page"; exit 1; }; done

step "the service's command as its user"
unit=$root/usr/lib/systemd/system/remise.service
[ -f "$unit" ] || unit=$root/lib/systemd/system/remise.service
exec_start=$(sed -n 's/^ExecStart=//p' "$unit")
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url=http://127.0.0.1:$port
start() {
  # shellcheck disable=SC2086
  chroot --userspec=remise:remise "$root" env -i PATH=/usr/bin:/bin XDG_DATA_HOME=/var/lib REMISE_PORT="$port" REMISE_RATE_LIMIT=0 $exec_start >>"$work/server.log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    python3 - "$url" <<'P' && return
import sys, urllib.request
try: urllib.request.urlopen(sys.argv[1] + "/health", timeout=2)
except OSError: sys.exit(1)
P
    sleep 0.2
  done
  cat "$work/server.log"
  exit 1
}
stop() {
  kill -TERM "$server"
  wait "$server" || true
  server=
}
start
python3 - "$url" <<'P'
import sys, urllib.request
page = urllib.request.urlopen(sys.argv[1] + "/").read()
assert b"<html" in page, "the program carries its page"
P

step "play by HTTP"
(cd "$work" && python3 "$OLDPWD/examples/bot.py" "$url" new:tramways) 2>/dev/null | head -c 200
echo

load() { # in the background, checks its own log at the end: every acknowledged move must be there
  in_root remise load --url "$url" --game tramways --players 2 --tables 5 --rate 20 --seconds "$1" --reconnect >"$work/load.json" 2>&1 &
  loading=$!
}
for package in new.deb old.deb; do
  step "$([ $package = new.deb ] && echo upgrade || echo downgrade) under load"
  load 60
  sleep 6
  install_package $package
  stop
  start
  wait "$loading" || { cat "$work/load.json"; exit 1; }
  python3 -c 'import json, sys; r = json.loads(sys.stdin.read().split("playing\n")[-1]); print({k: v for k, v in r.items() if not isinstance(v, dict)}); sys.exit(1 if r.get("faults") else None if r.get("reconnects") else "nobody lost the connection: the restart came too late")' <"$work/load.json"
done
install_package new.deb
stop

step "remove keeps the games, purge does not"
in_root apt-get remove -y -qq remise >/dev/null 2>&1
[ -f "$root/var/lib/remise/remise.db" ] && [ -f "$root/etc/remise/remise.conf" ] && [ ! -e "$root/usr/bin/remise" ]
in_root apt-get purge -y -qq remise >/dev/null 2>&1
[ ! -e "$root/var/lib/remise" ] && [ ! -e "$root/etc/remise/remise.conf" ] && ! in_root getent passwd remise >/dev/null
step "the package is good"
