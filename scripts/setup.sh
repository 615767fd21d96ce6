#!/usr/bin/env bash
# Sourced by ./run and ./test: installs the Debian packages a step needs (only the missing ones), and builds.
# shellcheck shell=bash

say() { printf '\033[1m== %s\033[0m\n' "$*"; }

# beside LOG COMMAND...: begins a command beside this script, with its output in LOG ("-": here), and leaves its number in $begun. What was begun
# ends with the script, however that ends: compilers and browsers too, since each has a group of processes of its own.
begun= all_begun=()
beside() {
  local log=$1
  shift
  [ ${#all_begun[@]} -gt 0 ] || { trap end_begun EXIT; trap 'exit 130' INT; trap 'exit 143' TERM HUP; }
  set -m
  { set +m; exec 9>&-; [ "$log" = - ] || exec >"$log" 2>&1; "$@"; } & # 9: what ./test locks is its own
  begun=$!
  set +m
  all_begun+=("$begun")
}
end_begun() {
  local group
  for group in "${all_begun[@]}"; do kill -- "-$group" 2>/dev/null || true; done
}

# need PACKAGE...: installs what is not there yet, with sudo where the user is not root.
need() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "please install as root: ${missing[*]}" >&2; return 1; }
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

build_packages=(g++ cmake ninja-build ccache mold nlohmann-json3-dev libcli11-dev pkg-config libboost1.81-dev
  libboost-url1.81-dev libsqlite3-dev libpq-dev libsodium-dev libicu-dev libcurl4-openssl-dev libssl-dev libspdlog-dev libfmt-dev prometheus-cpp-dev python3)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev postgresql-15 python3-aiosmtpd)
fuzz_packages=(clang-22 libclang-rt-22-dev)
lint_packages=(clang-tidy-22 clang-format-14 cppcheck)
wasm_packages=(clang-22 lld-22 libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32 wasi-libc)
browser_packages=(chromium-headless-shell)

# build PRESET [CMAKE OPTION...]
build() {
  local preset=$1
  shift
  say "building ($preset)"
  cmake --preset "$preset" "$@" >/dev/null
  with_progress cmake --build --preset "$preset"
}

# with_progress COMMAND...: a build by ninja with a line that says how much is done and how long the rest may take. At a terminal it
# changes in place, elsewhere a new one comes every ten seconds. Everything else ninja says is let through.
with_progress() {
  local terminal=0 line finished all seconds left last=-10
  [ -t 1 ] && terminal=1
  NINJA_STATUS='@%f %t %e@ ' "$@" | while IFS= read -r line; do
    if ! [[ $line =~ ^@([0-9]+)\ ([0-9]+)\ ([0-9]+)[.0-9]*@ ]]; then
      printf '%s\n' "$line"
      continue
    fi
    finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]} left=
    [ "$finished" != 0 ] || continue
    ((finished < 5)) || left=", about $((seconds * (all - finished) / finished)) s left"
    if [ "$finished" = "$all" ]; then
      [ $terminal = 0 ] || printf '\r\033[K'
      printf '   %d of %d in %d s\n' "$finished" "$all" "$seconds"
    elif [ $terminal = 1 ]; then
      printf '\r\033[K   %d of %d%s' "$finished" "$all" "$left"
    elif ((seconds - last >= 10)); then
      last=$seconds
      printf '   %d of %d%s\n' "$finished" "$all" "$left"
    fi
  done
}

# The page needs Node 20 or newer; Debian 12 has 18, so a newer one comes from the npm registry into build/node.
need_node() {
  local major=0
  command -v node >/dev/null && command -v npm >/dev/null && major=$(node -p 'process.versions.node.split(".")[0]')
  [ "$major" -ge 20 ] && return 0
  command -v npm >/dev/null || need nodejs npm
  [ -x build/node/node_modules/node/bin/node ] || npm install --silent --no-fund --no-audit --prefix build/node node@22
  PATH=$PWD/build/node/node_modules/node/bin:$PATH
  export PATH
}

# once STAMP SOURCE... -- COMMAND...: does what is made of these files and folders alone, unless they are as they were when it
# was last done. STAMP keeps their checksum.
once() {
  local stamp=$1 sources=() sum
  while shift && [ "$1" != -- ]; do sources+=("$1"); done
  shift
  sum=$(find "${sources[@]}" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum)
  [ -f "$stamp" ] && [ "$sum" = "$(cat "$stamp")" ] && return 0
  rm -f "$stamp"
  "$@" || return 1
  echo "$sum" >"$stamp"
}

# The packages of web/package-lock.json, once and after every change of it. The file stays as it is.
node_modules() {
  cmp -s web/package-lock.json web/node_modules/.remise-lock && return 0
  say "installing the web client's packages"
  (cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-fund --no-audit)
  cp web/package-lock.json web/node_modules/.remise-lock
}
