#!/usr/bin/env python3
"""The words of catalogues and help pages.

words.py check    no text uses a word to avoid (tests/words/avoid.json), the languages have the same keys, and every key
                  is used somewhere; prints what is wrong, exits with 1
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = ["en", "de", "es", "ru"]
GAMES = ["1840", "tramways"]


def catalogue(lang, name):
    return json.loads((ROOT / "data/locale" / lang / f"{name}.json").read_text())


def catalogues(lang):
    return {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "data/locale" / lang).glob("*.json"))}


def texts(lang):
    """(game or None, name of the text, text) of everything people read in a language."""
    for name, messages in catalogues(lang).items():
        for key, message in messages.items():
            yield next((game for game in GAMES if key.startswith(game + ".")), None), key, message
    for path in sorted((ROOT / "data/help" / lang).glob("*.md")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield path.stem, f"help {path.stem}", line


# A message without what a program reads: names of values and selectors of choices.
def spoken(message):
    message = re.sub(r"\{\w+\}", "…", message)
    message = re.sub(r"\{(\w+), (plural|select),", "", message)
    return re.sub(r"(=?\w+) \{", " ", message)


def avoided(rules):
    faults = []
    unused = {(e["lang"], e["text"], e["word"]) for e in rules["exceptions"]}
    excused = set(unused)
    for lang in LANGUAGES:
        words = {group: [(word, re.compile(word, re.IGNORECASE)) for word in found] for group, found in rules["avoid"][lang].items()}
        for game, name, text in texts(lang):
            shown = spoken(text)
            for word, pattern in words["all"] + words.get(game, []):
                found = pattern.search(text if "\\{" in word else shown)
                if not found:
                    continue
                if (lang, name, word) in excused:
                    unused.discard((lang, name, word))
                else:
                    faults.append(f"{lang} {name}: “{found.group(0)}” is a word to avoid: {text}")
    faults += [f"{lang} {name}: the exception for {word} is not needed" for lang, name, word in sorted(unused)]
    faults += [f"exception without a reason: {e}" for e in rules["exceptions"] if not e.get("why")]
    return faults


def differing():
    faults = []
    for name, english in catalogues("en").items():
        for lang in LANGUAGES[1:]:
            other = catalogue(lang, name)
            faults += [f"{lang} lacks {key}" for key in english if key not in other]
            faults += [f"{lang} has {key}, which English lacks" for key in other if key not in english]
    return faults


# Keys that programs put together: "1840.web.verb.${type}" in the page, "tramways.symbol." + word in C++, and the parts of the
# contract, which every game has.
CONTRACT = ["event", "events", "item", "action", "error", "effect", "option", "option_help", "plan", "plan_kind", "plan_field", "plan_stop", "plan_choice", "review", "study"]


def unused_keys():
    source = []
    for folder, ends in (("src", (".cpp", ".h")), ("web/src", (".ts", ".svelte")), ("web/vite", (".ts",))):
        source += [path.read_text() for path in (ROOT / folder).rglob("*") if path.suffix in ends]
    source = "\n".join(source)
    made = set(re.findall(r"`([\w.]+[._])\$\{", source)) | set(re.findall(r'"([\w.]+\.)" ?[+)]', source))
    made = {prefix for prefix in made if prefix.count(".") > 1}  # less is a scope, not a group of words
    made |= {f"{game}.{part}." for game in GAMES for part in CONTRACT}
    made |= {f"{scope}.error." for scope in ("core", "server", "web")}
    # 1840.round.SR1: a word of a member, made readable (io/text/sentences.h, texts.ts).
    made |= {f"1840.{member}." for member in re.findall(r"case '(\w+)':", source)} | {"1840.private.", "1840.tram.", "1840.trams.", "1840.lot.", "1840.map."}
    say = set(re.findall(r'say\("([\w.]+)"', source)) | {prefix for prefix in re.findall(r'say\("([\w.]+\.)" ?\+', source)}
    # Errors of the command line: fail(exit_usage, "unknown_game", ...)
    made |= {f"cli.error.{code}" for code in re.findall(r'(?:fail\(exit_\w+|tell)\(?,?\s*"(\w+)"', source)}
    faults = []
    for name, messages in catalogues("en").items():
        if name.endswith(("-learn", "-rules")):  # web/tests/unit/learn.test.ts and rules.test.ts know
            continue
        for key in messages:
            short = key.split(".", 1)[1]
            if key in source or any(key.startswith(prefix) for prefix in made):
                continue
            if short in say or any(short.startswith(prefix) for prefix in say if prefix.endswith(".")):
                continue
            if ".card." in key:  # shown by the start page for every game (web/vite/games.ts)
                continue
            faults.append(f"{name}: nothing uses {key}")
    return faults


def main():
    if sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    rules = json.loads((ROOT / "tests/words/avoid.json").read_text())
    faults = avoided(rules) + differing() + unused_keys()
    print("\n".join(faults) if faults else "Every word is one of ours.")
    sys.exit(1 if faults else 0)


main()
