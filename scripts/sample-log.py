#!/usr/bin/env python3
"""docs/sample-log.md: twenty moves of each game as the log tells them, in every language.

sample-log.py write REMISE    makes it from the matches in tests/words, which bots played
sample-log.py check REMISE    says where it differs; exits with 1
sample-log.py record REMISE   lets easy bots play these matches anew
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/sample-log.md"
GAMES = {"1840": "1840: Vienna Tramways", "tramways": "Tramways"}
LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "ru": "Русский"}
MOVES = 20
READER = 0


def match_file(game):
    return ROOT / "tests/words" / f"{game}.json"


def remise(program, *args):
    return subprocess.run([program, *args], check=True, capture_output=True, text=True).stdout


def record(program):
    for game in GAMES:
        remise(program, "demo", "--game", game, "-p", "3", "--delay", "0", "--seed", "words", "--out", str(match_file(game)))
        match = json.loads(match_file(game).read_text())
        match["names"] = match["names"][:3]
        match_file(game).write_text(json.dumps(match, ensure_ascii=False, separators=(",", ":")) + "\n")


def chosen(program, game):
    """Moves that together show the most kinds of events: each the first with a kind not shown yet, in order."""
    shown, moves = set(), []
    for line in remise(program, "replay", str(match_file(game)), "--seat", str(READER), "--json").splitlines():
        move = json.loads(line)
        new = {event["kind"] for event in move["events"]} - shown
        if new:
            moves.append((move["n"], new))
            shown |= new
    # Those that say most come in, and stand in the order of the match.
    return sorted(n for n, _ in sorted(moves, key=lambda move: -len(move[1]))[:MOVES])


def told(program, game, lang, moves):
    text = remise(program, "replay", str(match_file(game)), "--seat", str(READER), "--lang", lang)
    blocks, number = {}, None
    for line in text.splitlines():
        head = line[:4].strip()
        if head.isdigit():
            number = int(head)
        if number is not None:
            blocks.setdefault(number, []).append(line.rstrip())
    lines = []
    for number in moves:
        lines += [line for line in blocks[number] if line]
    return lines


def page(program):
    out = [
        "# Sample of the log",
        "",
        "Twenty moves of each game as `remise replay` tells them to Anna, in four languages; easy bots played the matches (`tests/words`). One move is one sentence, its parts stand below it; what",
        "follows by itself has no number; a round is a heading before what it heads. `scripts/sample-log.py` writes this page, and a test compares it.",
    ]
    for game, title in GAMES.items():
        out += ["", f"## {title}"]
        moves = chosen(program, game)
        for lang, name in LANGUAGES.items():
            out += ["", f"### {name}", "", "```", *told(program, game, lang, moves), "```"]
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("write", "check", "record"):
        sys.exit(__doc__)
    task, program = sys.argv[1:]
    if task == "record":
        record(program)
    elif task == "write":
        PAGE.write_text(page(program))
    elif page(program) != PAGE.read_text():
        print("docs/sample-log.md is not what the program tells: read the difference, then scripts/sample-log.py write REMISE")
        sys.exit(1)


main()
