#!/usr/bin/env bash
# Makes a release of the present commit: release.sh VERSION [--twice]. Into build/release-VERSION: the packages remise and libremise-dev, a
# portable tarball, an SBOM (CycloneDX), notes from the changelog, SHA256SUMS. --twice builds a second time, engine and page
# included, in another folder, at another time, in another zone, with another mask, home and number of jobs, and compares the bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
version=${1:?version, such as 1.0.0}
out=$PWD/build/release-$version
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "there are changes that are not committed" >&2; exit 1; }
grep -q "project(remise VERSION $version " CMakeLists.txt || { echo "CMakeLists.txt has another version" >&2; exit 1; }
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
need "${build_packages[@]}" dpkg-dev file
scripts/build-web.sh

# packages SOURCE BUILD OUT: the two packages of a source tree.
packages() {
  cmake -S "$1" -B "$2" -G Ninja -DCMAKE_CXX_COMPILER=g++ "-DCMAKE_CXX_FLAGS=-O2 -ffile-prefix-map=$1=. -ffile-prefix-map=$2=build" -DREMISE_ENGINE_OPTIONS=-O3 \
    -DREMISE_TOGETHER=8 -DREMISE_TESTS=OFF -DREMISE_BENCH=OFF -DREMISE_LIBRARY=ON -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_SYSCONFDIR=/etc >/dev/null
  with_progress cmake --build "$2"
  (umask 022 && cd "$2" && cpack -G DEB >/dev/null) # whatever mask the builder has, everybody may read what is installed
  mkdir -p "$3"
  cp "$2"/*.deb "$3"
}

# Other distributions: both programs with the libraries they need beside them, but for the C library (2.36 or newer).
tarball() {
  local tree=$out/remise-$version
  cmake --install build/package --strip --prefix "$tree" --component program >/dev/null
  rm -rf "$tree/lib/systemd"
  mkdir -p "$tree/lib/remise"
  mv "$tree/bin/remise-host" "$tree/lib/remise/remise-host"
  ldd "$tree/lib/remise/remise-host" | awk '$3 ~ /^\// {print $3}' | grep -vE '/(libc|libm|libresolv|libpthread|ld-linux[^/]*)\.so' | xargs cp -t "$tree/lib/remise"
  printf '#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\nLD_LIBRARY_PATH=$here/../lib/remise exec "$here/../lib/remise/remise-host" "$@"\n' >"$tree/bin/remise-host"
  chmod 755 "$tree/bin/remise-host"
  tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -czf "$out/remise-$version-linux-$(uname -m).tar.gz" "remise-$version"
  rm -rf "$tree"
}

say "packages"
packages "$PWD" "$PWD/build/package" "$out"
say "tarball"
tarball
say "SBOM, notes, checksums"
scripts/sbom.py "$version" build/package/remise-host >"$out/remise-$version.cdx.json"
awk '/^## /{n++} n==1' CHANGELOG.md >"$out/notes.md"
if [ "${2:-}" = --twice ]; then
  say "the same commit once more, in another folder"
  again=$(mktemp -d)
  git worktree add -q "$again/source" HEAD
  cp -r web/node_modules "$again/source/web/node_modules"
  (
    export TZ=Pacific/Kiritimati LC_ALL=C.UTF-8 HOME=$again USER=somebody CMAKE_BUILD_PARALLEL_LEVEL=3 CCACHE_DISABLE=1
    umask 0077
    "$again/source/scripts/build-web.sh"
    packages "$again/source" "$again/build" "$again/out"
  )
  diff -rq web/dist "$again/source/web/dist" || true
  git worktree remove --force "$again/source"
  differs=0
  for package in "$again"/out/*.deb; do
    cmp "$package" "$out/$(basename "$package")" && continue
    differs=1
    name=$(basename "$package" .deb)
    dpkg-deb -R "$out/$name.deb" "$again/$name-first"
    dpkg-deb -R "$package" "$again/$name-second"
    diff -rq "$again/$name-first" "$again/$name-second" || true
    diff <(dpkg-deb -c "$out/$name.deb") <(dpkg-deb -c "$package") || true
  done
  rm -rf "$again"
  [ $differs = 0 ] || { echo "the two builds differ" >&2; exit 1; }
  echo "both builds are the same, byte for byte"
fi
(cd "$out" && sha256sum -- *.deb *.tar.gz *.json >SHA256SUMS && cat SHA256SUMS)
