#!/usr/bin/env python3
"""Counts instructions under callgrind and compares them with the record: those of the work in bench/instructions.cpp, and those of
whole runs of `remise` that do next to nothing (start-...), from the loader to the end.

    scripts/instructions.py BUILD           fails where something takes more than 5 % more than bench/instructions.json says
    scripts/instructions.py BUILD --update  writes the record again; commit it with the change that explains it

BUILD is a build folder with remise and bench_instructions in it (build/dev).
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "bench/instructions.json"
ALLOWED = 0.05


# What is started; GAME.json is a match in which nobody has moved yet.
STARTS = {
    "start-version": ["--version"],
    "start-new": ["new"],
    "start-verify-1840": ["verify", "1840.json"],
    "start-verify-tramways": ["verify", "tramways.json"],
    "start-show-1840": ["show", "1840.json"],
}
# The language is chosen by variables, and the loader reads some: none of whoever runs this.
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C"}


def begin_matches(remise, folder):
    for game in ("1840", "tramways"):
        subprocess.run([remise, "new", game, "--players", "3", "--seed", "instructions", "--out", f"{game}.json"],
                       cwd=folder, check=True)


def count(name, options, command, folder):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *options, *command],
                         capture_output=True, text=True, env=ENVIRONMENT, cwd=folder)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found or int(found[1]) == 0:
        sys.exit(f"{name} could not be counted:\n{run.stderr}")
    return int(found[1])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    program, remise = str(build / "bench/bench_instructions"), str(build / "remise")
    work = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    names = work + list(STARTS)
    compiler = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        begin_matches(remise, folder)

        def counted_one(name):
            if name in work:
                return count(name, ["--toggle-collect=*measured_work*"], [program, name], folder)
            return count(name, [], [remise, *STARTS[name]], folder)
        counted = dict(zip(names, pool.map(counted_one, names)))
    if "--update" in sys.argv:
        RECORD.write_text(json.dumps({"compiler": f"g++ {compiler}", "flags": "preset dev", "instructions": counted}, indent=1)
                          + "\n")
        print(f"written: {RECORD.relative_to(ROOT)}")
        return 0
    record = json.loads(RECORD.read_text())
    if record["compiler"] != f"g++ {compiler}":
        print(f"note: the record was made with {record['compiler']}, this is g++ {compiler}")
    failed = set(record["instructions"]) ^ set(names)
    for name in sorted(failed):
        print(f"{name}: only in the record or only in the program; update the record")
    for name in names:
        before = record["instructions"].get(name)
        if not before:
            continue
        change = counted[name] / before - 1
        print(f"{name:22} {before:>12} -> {counted[name]:>12}  {change:+.1%}")
        if change > ALLOWED:
            failed.add(name)
            print(f"{name}: more than {ALLOWED:.0%} slower; fix it, or explain it and run with --update")
        elif change < -ALLOWED:
            print(f"{name}: faster; update the record so that it stays so")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
