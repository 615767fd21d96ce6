#!/usr/bin/env bash
# Tries what release.sh made, each part where its users would: the packages in a clean Debian 12 (test-package.sh), the library by a program of its
# own there, the tarball on another system (Debian 13), the image of deploy/Containerfile built by buildah and run. test-release.sh FOLDER [OLD.deb]
# Needs root and Debian's mirror, which is read from this machine's apt.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need mmdebstrap dpkg-dev buildah
release=$(realpath "${1:?folder of a release}")
work=$(mktemp -d /tmp/remise-release.XXXXXX)
store=(--storage-driver vfs --root "$work/images" --runroot "$work/containers")
end_begun() { # what setup.sh calls at the end; here all else goes as well
  local group
  for group in "${all_begun[@]}"; do kill -- "-$group" 2>/dev/null || true; done
  sleep 1
  umount "$work"/*/proc 2>/dev/null || true
  buildah "${store[@]}" rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap end_begun EXIT
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# serves URL: waits until the page and its health answer there.
serves() {
  python3 - "$1" <<'P'
import sys, time, urllib.request
for attempt in range(150):
    try:
        urllib.request.urlopen(sys.argv[1] + "/health", timeout=2)
        page = urllib.request.urlopen(sys.argv[1] + "/", timeout=2).read()
        sys.exit(0 if b"<html" in page else "it carries no page")
    except OSError:
        time.sleep(0.2)
sys.exit("it does not answer")
P
}
# in_root ROOT COMMAND...: in a system below the work folder
in_root() {
  local root=$work/$1
  shift
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"
}

say "a clean Debian 12"
mirror=$(grep -lsE "bookworm" /etc/apt/sources.list /etc/apt/sources.list.d/* | head -n 1 || true)
mmdebstrap --quiet --variant=apt --include=adduser,init-system-helpers bookworm "$work/debian" "$mirror"
cp /etc/resolv.conf /etc/hosts "$work/debian/etc/"

say "the package"
REMISE_CHROOT=$work/debian scripts/test-package.sh "$release"/remise_*.deb ${2:+"$2"}

say "a program with the library"
cp -a "$work/debian" "$work/builder"
mount -t proc proc "$work/builder/proc"
cp "$release"/libremise-dev_*.deb "$release"/remise_*.deb "$work/builder/"
in_root builder apt-get update -qq
in_root builder sh -c 'apt-get install -y -qq --no-install-recommends /*.deb g++ pkg-config cmake make' >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; exit 1; }
# shellcheck disable=SC2016
in_root builder sh -ec 'cp -r /usr/share/doc/libremise-dev/route /tmp/route; cd /tmp/route
  g++ -std=c++23 main.cpp $(pkg-config --cflags --libs remise) -o by-pkg-config
  cmake -S . -B build >/dev/null && cmake --build build >/dev/null
  board=$(ls /usr/share/doc/libremise-dev/examples/*.board | head -n 1)
  ./by-pkg-config "$board" >one; build/route "$board" >two; remise route "$board" >three
  test -s one; cmp one two; cmp one three; cat one'

say "the tarball in Debian 13"
sed 's/bookworm/trixie/g' "$mirror" >"$work/trixie.sources"
mmdebstrap --quiet --variant=essential trixie "$work/other" "$work/trixie.sources"
mount -t proc proc "$work/other/proc"
tar -C "$work/other/opt" -xzf "$release"/remise-*.tar.gz
in_root other sh -c '/opt/remise-*/bin/remise --version'
port=$(free_port)
beside "$work/other.log" in_root other sh -c "exec /opt/remise-*/bin/remise serve --db /tmp/remise.db --port $port"
serves "http://127.0.0.1:$port" || { cat "$work/other.log"; exit 1; }

say "the image"
container=$(buildah "${store[@]}" from scratch)
buildah "${store[@]}" add -q "$container" "$work/debian" / >/dev/null
buildah "${store[@]}" commit -q "$container" docker.io/library/debian:12-slim >/dev/null # its name in the Containerfile; none is fetched
buildah "${store[@]}" bud -q --isolation chroot --network host --pull-never -f deploy/Containerfile -t remise "$release" >/dev/null
port=$(free_port)
container=$(buildah "${store[@]}" from --pull-never localhost/remise)
entry=$(buildah "${store[@]}" inspect --format '{{range .OCIv1.Config.Entrypoint}}{{.}} {{end}}' "$container")
# shellcheck disable=SC2086
beside "$work/image.log" buildah "${store[@]}" run --isolation chroot --network host "$container" -- $entry --port "$port"
serves "http://127.0.0.1:$port" || { cat "$work/image.log"; exit 1; }
[ "$(ps -o uid= -p "$(pgrep -n -f "^/usr/bin/remise.* serve.*--port $port")")" -ne 0 ] || { echo "it runs as root"; exit 1; }
say "the release is good"
