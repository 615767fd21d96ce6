#!/usr/bin/env python3
"""Runs the examples of README.md and docs/*.md: check-docs.py REMISE [PAGE...] [--list]

Every block of code is accounted for. Lines that begin with `remise ` are run in a folder of their own, from top to bottom of the page, and must
end with code 0. Blocks of other kinds are checked as CHECKED says (JSON is read, a match file verified, a board asked for its route, a conversation
with a server held). What cannot be run here stands in SKIPPED with the reason; a block that nothing fits is a fault, and so is an entry that fits
no block. Of `remise ...` within a sentence the command and its options must exist. --list tells what is not run, and why.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of lines with a command: what is not run.
SKIPPED = {
    r"^remise serve": "runs until it is ended; tests/server and scripts/test-package.sh start it",
    r"\./mine": "a program of the reader",
    r"\[--|\.\.\.|COMMAND|DIR$": "a form, not an example",
}
# Of whole blocks, by page and how the block begins: what is not run.
NOT_RUN = {
    ("README.md", r"\./run"): "build and serve; ./test runs itself, tests/browser/serve.mjs what ./run serves",
    ("architecture.md", r"data/"): "a drawing of the parts",
    ("bot-authors.md", r"remise serve"): "ServerProcess tests and scripts/test-package.sh run examples/bot.py against a server",
    ("bot-authors.md", r"class Greedy"): "a form in C++; tests/bots has such players",
    ("explore.md", r"\{\"format\""): "shortened; explore.test.ts reads and writes whole ones",
    ("hosting.md", r"apt install"): "scripts/test-package.sh installs the package in a clean system",
    ("hosting.md", r"scripts/nodes\.sh"): "needs a PostgreSQL; tests of several nodes start them",
    ("hosting.md", r"BEGIN; ALTER TABLE"): "needs a PostgreSQL; bench/postgresql.sh runs these lines",
    ("hosting.md", r"pg_basebackup"): "needs two PostgreSQL servers; bench/postgresql.sh runs these lines",
    ("hosting.md", r"archive_mode"): "settings of PostgreSQL",
    ("hosting.md", r"restore_command"): "settings of PostgreSQL",
    ("moves-in-the-making.md", r"let action"): "a form in JavaScript; tramways_engine.test.ts makes every move so",
    ("moves-in-the-making.md", r"\{\"action\": \{\},"): "an answer, shortened; tests/compose has whole ones",
    ("route-solver.md", r"10 +20"): "a drawing",
    ("route-solver.md", r"o---o"): "a drawing",
    ("route-solver.md", r"value "): "a drawing",
    ("sample-log.md", r"0  "): "written and checked by scripts/sample-log.py",
    ("tramways-balance.md", r"bench_tramways_measures"): "takes hours",
    ("tramways-balance.md", r"cmake --preset release"): "takes hours",
    ("views-tramways.md", r"draft_parcel card"): "a grammar; tests of the codec read and write every action",
    ("web.md", r"interface Sentence"): "a type of the page, checked by svelte-check",
}
# A game of 18xx.games with one move, for `remise import game.json`.
SOURCE = {"title": "1840", "players": [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Bruno"}], "settings": {"seed": 5},
          "actions": [{"type": "pass", "id": 1, "entity": 1, "entity_type": "player"}]}


def blocks(text):
    """Blocks of code as lists of lines: fenced, or indented after an empty line (and not the rest of a list)."""
    fenced, block, before, listed = False, [], "", False
    for line in [*text.splitlines(), "end"]:
        if line.startswith("```"):
            fenced = not fenced
            if not fenced:
                yield block
                block = []
        elif fenced:
            block.append(line)
        elif line.startswith("    ") and line.strip() and not listed and (block or not before.strip()):
            block.append(line[4:])
        else:
            if block:
                yield block
                block = []
            if line.strip() and not line.startswith(" "):
                listed = bool(re.match(r"([*-]|\d+\.) ", line))
        before = line


def command_of(line):
    return re.split(r"\s{2,}#|\s+# ", line)[0].rstrip(" &")


class Check:
    def __init__(self, program):
        self.program, self.faults, self.used, self.ran, self.left = program, [], set(), 0, []
        self.environment = {**os.environ, "PATH": os.path.dirname(program) + ":" + os.environ["PATH"], "LC_ALL": "C"}
        self.helps = {}

    def run(self, arguments, **more):
        self.ran += 1
        return subprocess.run(arguments, env=self.environment, capture_output=True, text=True, timeout=300, **more)

    def fault(self, page, text):
        self.faults.append(f"{page}: {text}")

    # ---- blocks ----

    def commands(self, page, block, folder):
        for command in map(command_of, block):
            if not command.startswith("remise "):
                continue
            skip = next((pattern for pattern in SKIPPED if re.search(pattern, command)), None)
            if skip:
                self.used.add(skip)
                self.left.append((page, command, SKIPPED[skip]))
                continue
            done = self.run(["bash", "-c", command], cwd=folder, input="")
            if done.returncode:
                self.fault(page, f"{command}\n    ends with {done.returncode}: {(done.stderr or done.stdout).strip()[:300]}")

    def json_block(self, page, block, folder):
        text = "\n".join(block)
        try:
            value = json.loads(text)
        except ValueError as error:
            return self.fault(page, f"no JSON: {error}: {text[:80]}")
        self.ran += 1
        if value.get("format") != "remise-match-1":
            return None
        path = pathlib.Path(folder, "example.json")
        path.write_text(text)
        done = self.run([self.program, "verify", str(path)])
        if done.returncode:
            self.fault(page, f"the match file is refused: {done.stderr.strip()}")

    def board(self, page, block, folder):
        """A whole board, as a reader would copy it: the program finds its best route."""
        path = pathlib.Path(folder, "printed.board")
        path.write_text("\n".join(block) + "\n")
        done = self.run([self.program, "route", str(path)])
        if done.returncode:
            self.fault(page, f"the board is refused: {done.stderr.strip()}")

    def mistakes(self, page, block, folder):
        path = pathlib.Path(folder, "my.board")
        path.write_text("era blue\nline 2\n\ntile I25 57 0\n")
        done = self.run([self.program, "route", path.name], cwd=folder)
        if done.stderr.strip().splitlines() != [line.rstrip() for line in block]:
            self.fault(page, f"the mistakes are told otherwise: {done.stderr}")

    def commitment(self, page, block, folder):
        seed = json.loads(pathlib.Path(folder, "match.json").read_text())["setup"]["seed"]
        digest = self.run(["bash", "-c", f"SEED={seed!r}; {command_of(block[0])}"]).stdout.split()[0]
        shown = self.run([self.program, "verify", folder + "/match.json"]).stdout
        if digest not in shown:
            self.fault(page, f"{digest} is not what verify shows: {shown}")

    @contextlib.contextmanager
    def server(self, folder):
        process = subprocess.Popen([self.program, "serve", "--port", "0", "--db", folder + "/docs.db"], env=self.environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        try:
            for line in process.stdout:
                found = re.search(r"http://127\.0\.0\.1:\d+", line)
                if found:
                    yield found.group(0)
                    return
            raise RuntimeError("the server does not start")
        finally:
            process.terminate()
            process.wait()

    def conversation(self, page, block, folder):
        """The lines as they stand, with the server's address, and the table's id where the text says to put it."""
        lines = [command_of(line) for line in block]
        with self.server(folder) as address:
            script = ["set -e"]
            for line in lines:
                line = line.replace("http://127.0.0.1:8840", address)
                if line == "TABLE=...":
                    line = 'TABLE=$(echo "$ANSWER" | python3 -c \'import json, sys; print(json.load(sys.stdin)["table"]["id"])\')'
                elif line.startswith("call -X"):
                    line = f'ANSWER=$({line}); case "$ANSWER" in *\'"error"\'*) echo "$ANSWER"; exit 1;; esac'
                script.append(line)
            done = self.run(["bash", "-c", "\n".join(script)], cwd=folder)
        if done.returncode:
            self.fault(page, f"the conversation ends with {done.returncode}: {(done.stdout + done.stderr)[:300]}")

    CHECKED = {
        ("board-format.md", r"era green"): board,
        ("board-format.md", r"remise: my\.board"): mistakes,
        ("bot-authors.md", r"SERVER="): conversation,
        ("match-file.md", r"printf"): commitment,
    }

    def block(self, page, block, folder):
        first = block[0].strip()
        fits = [key for key in [*self.CHECKED, *NOT_RUN] if key[0] == page and re.match(key[1], first)]
        if fits:
            self.used.add(fits[0])
            if fits[0] in self.CHECKED:
                self.CHECKED[fits[0]](self, page, block, folder)
            else:
                self.left.append((page, first, NOT_RUN[fits[0]]))
            if fits[0] not in self.CHECKED or fits[0][1] != "printf":
                return
        elif first.startswith("{"):
            return self.json_block(page, block, folder)
        elif not all(command_of(line).startswith("remise ") for line in block):
            return self.fault(page, f"nothing runs or checks this block: {first}")
        self.commands(page, block, folder)

    # ---- commands within sentences ----

    def help_of(self, command):
        if command not in self.helps:
            done = self.run([self.program, *command.split(), "--help"])
            self.helps[command] = done.stdout if done.returncode == 0 and f"Usage: remise {command} " in done.stdout else None
        return self.helps[command]

    def sentences(self, page, text):
        for span in re.findall(r"`remise ([a-z][^`]*)`", text):
            words = span.split()
            name = words[0]
            if name == "commitment":  # the text that is hashed
                continue
            told = self.help_of(name)
            if told is None:
                self.fault(page, f"`remise {span}`: there is no such command")
                continue
            if "Subcommands:" in told and len(words) > 1 and re.fullmatch(r"[a-z-]+", words[1]):
                told = self.help_of(f"{name} {words[1]}") or ""
                if not told:
                    self.fault(page, f"`remise {span}`: there is no such command")
            for option in re.findall(r"(?<!\S)--?[a-z][\w-]*", span):
                if not re.search(rf"(?<![\w-]){re.escape(option)}\b", told):
                    self.fault(page, f"`remise {span}`: {option} is no option")

    # ---- pages ----

    def page(self, path):
        text = path.read_text()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "docs/examples", folder + "/docs/examples")
            shutil.copytree(ROOT / "examples", folder + "/examples")
            pathlib.Path(folder, "game.json").write_text(json.dumps(SOURCE))
            if path.name != "README.md":
                prepared = [self.program, "new", "1840", "--players", "3", "--seed", "docs", "--out", "match.json"]
                subprocess.run(prepared, cwd=folder, env=self.environment, check=True)
                shutil.copy(folder + "/match.json", folder + "/my.json")
            for block in blocks(text):
                self.block(path.name, block, folder)
        self.sentences(path.name, re.sub(r"^( {4}|```).*$", "", text, flags=re.M))


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    if not arguments:
        sys.exit(__doc__)
    check = Check(os.path.abspath(arguments[0]))
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if len(arguments) == 1 or path.name in arguments[1:]:
            check.page(path)
    if len(arguments) == 1:
        check.faults += [f"nothing fits the exception {entry}" for entry in [*SKIPPED, *NOT_RUN, *Check.CHECKED] if entry not in check.used]
    if "--list" in sys.argv:
        print("\n".join(f"{page}: {what[:70]}\n    not run: {why}" for page, what, why in check.left))
    print("\n".join(check.faults) if check.faults else f"{check.ran} examples do what they say.")
    sys.exit(1 if check.faults else 0)


main()
