#!/usr/bin/env python3
"""Runs the examples of README.md and docs/*.md: check-docs.py REMISE

Every line of a block that begins with `remise ` is run in a folder of its own, from top to bottom of its page, and must end with code 0. A server is
started where a page needs one. What cannot be run here is listed in SKIPPED with the reason; an entry that fits no line is a fault.
JSON that is a whole match file is verified.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = {
    r"^remise serve": "runs until it is ended; tests/server and scripts/test-package.sh start it",
    r"\./mine": "a program of the reader",
    r"postgresql://": "needs a PostgreSQL; bench/postgresql.sh runs these lines",
    r"\[--|\.\.\.|COMMAND|DIR$": "a form, not an example",
}
# A game of 18xx.games with one move, for `remise import game.json`.
SOURCE = {"title": "1840", "players": [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Bruno"}], "settings": {"seed": 5},
          "actions": [{"type": "pass", "id": 1, "entity": 1, "entity_type": "player"}]}


def blocks(text):
    """Lines of code, fenced or indented."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            yield line.strip()


def commands(path):
    for line in blocks(path.read_text()):
        if line.startswith("remise "):
            yield re.split(r"\s{2,}#|\s+# ", line)[0].rstrip(" &")


def reason(command):
    for pattern, why in SKIPPED.items():
        if why and re.search(pattern, command):
            return pattern
    return None


def match_files(text):
    for found in re.finditer(r'^    (\{"format": "remise-match-1".*?\]\})$', text, re.M | re.S):
        yield re.sub(r"\n    ", "\n", found.group(1))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    faults, used, ran = [], set(), 0
    environment = {**os.environ, "PATH": os.path.dirname(program) + ":" + os.environ["PATH"], "LC_ALL": "C"}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "docs/examples", folder + "/docs/examples")
            shutil.copytree(ROOT / "examples", folder + "/examples")
            for name, content in (("game.json", SOURCE),):
                pathlib.Path(folder, name).write_text(json.dumps(content))
            prepared = ["new", "1840", "--players", "3", "--seed", "docs", "--out", "match.json"]
            if page.name != "README.md":
                subprocess.run([program, *prepared], cwd=folder, env=environment, check=True)
                shutil.copy(folder + "/match.json", folder + "/my.json")
            for number, text in enumerate(match_files(page.read_text())):
                file = pathlib.Path(folder, f"example-{number}.json")
                file.write_text(text)
                done = subprocess.run([program, "verify", str(file)], capture_output=True, text=True, env=environment)
                ran += 1
                if done.returncode:
                    faults.append(f"{page.name}: the match file is refused: {done.stderr.strip()}")
            for command in commands(page):
                skip = reason(command)
                if skip:
                    used.add(skip)
                    continue
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, input="", capture_output=True, text=True, timeout=300)
                ran += 1
                if done.returncode:
                    faults.append(f"{page.name}: {command}\n    ends with {done.returncode}: {(done.stderr or done.stdout).strip()[:300]}")
    faults += [f"nothing fits the exception {pattern}" for pattern, why in SKIPPED.items() if why and pattern not in used]
    print("\n".join(faults) if faults else f"{ran} examples do what they say.")
    sys.exit(1 if faults else 0)


main()
