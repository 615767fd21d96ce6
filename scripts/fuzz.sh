#!/usr/bin/env bash
# scripts/fuzz.sh MINUTES [TARGET...]: the fuzzers (fuzz/targets.h), each for its part of the time, two at once. They start
# from fuzz/corpus and keep what they learn in build/fuzz/corpus. An input that breaks something is printed and kept in
# build/fuzz/found: mend the fault and put the input into fuzz/corpus, where every ./test tries it again.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
minutes=$1
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(action moves match_file import data board frames http route)
need "${build_packages[@]}" "${fuzz_packages[@]}"
say "building the fuzzers"
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target "${targets[@]/#/fuzz_}" -- --quiet
seconds=$((minutes * 60 * $(nproc) / ${#targets[@]}))
mkdir -p build/fuzz/found
one() {
  local name=$1 words=()
  mkdir -p "build/fuzz/corpus/$name"
  # The words of the seeds are the fuzzer's dictionary.
  grep -rhoaE '[$A-Za-z0-9_/.-]{3,24}' "fuzz/corpus/$name" | sort | uniq -c | sort -rn | head -400 | awk '{print "\"" $2 "\""}' \
    >"build/fuzz/$name.dict"
  [ ! -s "build/fuzz/$name.dict" ] || words=("-dict=build/fuzz/$name.dict")
  build/fuzz/fuzz/"fuzz_$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=20000 -mutate_depth=2 \
    "${words[@]}" -artifact_prefix="build/fuzz/found/$name-" "build/fuzz/corpus/$name" "fuzz/corpus/$name" \
    >"build/fuzz/$name.log" 2>&1 ||
    { echo "$name found something:"; tail -30 "build/fuzz/$name.log"; return 1; }
  local edges
  edges=$(grep -oh ' cov: [0-9]*' "build/fuzz/$name.log" | grep -o '[0-9]*' | sed -n '1p;$p' | paste -sd ' ' | sed 's/ / -> /')
  echo "$name: nothing found; $(sed -n 's/^depths: //p' "build/fuzz/$name.log"); edges of the program reached: $edges"
}
export -f one
export seconds
say "fuzzing: $seconds s for each of ${#targets[@]} targets"
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'one {}'
