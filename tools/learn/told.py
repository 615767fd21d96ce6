#!/usr/bin/env python3
"""What people are told of results and chances of Tramways, fitted to games of the players who tell it. The moves stay as they are.

    tools/learn/told.py MODEL ROWS ...
    tools/learn/told.py MODEL OPINIONS ...

MODEL (data/bots/tramways-told.json) is changed in place. Rows of games of strong or expert give `doubt`, the points by which a seat must be ahead of
another to be e times as likely to win when a half round begins: the same for all tables, neighbouring half rounds averaged, since few games cannot tell
them apart.

A file of opinions (`remise learn-data tramways --opinions`), made by a program that has MODEL with this `doubt`, says what a seat expected of each of its moves, and its
result: what is missing on the average is added, for each set of cards, number of seats and part of the match (setting up, then the half rounds), each game
counting once. Of hard it changes `lacks`, of strong and expert, who ask the learned evaluation, `lacks_learned`, and how the odds of winning that are found are told,
`shift` and `slope`: for each set, for two seats and for more, and for two half rounds together.

Whether all of this is honest, shown.py tells, of other games. Needs NumPy.
"""
import argparse
import json

import numpy as np

import calibrate
import odds
import train
from shown import Opinions
from tramways import FIRST, LAST

UNIT = 100
PARTS = 13
END_DOUBT = 2  # points at the end of the match as a search in round 6 sees it: rivals are played quickly there
# Parts whose odds are told alike: by rounds, the last two by themselves. While setting up nobody is told a chance (src/bots/tramways/told.h).
ALIKE = [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11,), (12,)]
# Who asks the learned evaluation; hard plays on to the end.
LEARNED = {"strong", "expert"}


def table_of(head):
    return head["options"].get("options", {}).get("cards", "first"), head["seats"]


def part_of(opinions):
    return np.maximum(opinions.stage - 1, 0)


class Known:
    """What the learned evaluation says at the beginning of half rounds (src/bots/tramways/learned.cpp)."""

    def __init__(self, path):
        with open(path) as file:
            model = json.load(file)
        self.tables = {(t["cards"], t["players"]): {s["stage"]: (np.array(s["table"]), np.array(s["seat"])) for s in t["stages"]} for t in model["models"]}
        self.unit = model["unit"]

    def values(self, head, rows, stage):
        cards, seats = table_of(head)
        there = sorted(n for c, n in self.tables if c == cards)
        table, seat = self.tables[cards, max((n for n in there if n <= seats), default=there[0])][stage]
        numbers = train.Rows(head, rows, 1)
        return ((numbers.table @ table)[:, None] + numbers.features @ seat) / self.unit, numbers.score


def doubts(known, files):
    """By half round, what suits all files best."""
    found = {}
    for stage in range(FIRST, LAST + 1):
        parts = []
        for head, rows in files:
            value, score = known.values(head, rows[rows[:, 1] == stage], stage)
            best = score == score.max(axis=1, keepdims=True)
            parts.append((value, best / best.sum(axis=1, keepdims=True)))
        loss = lambda doubt: -sum((won * np.log(calibrate.chances(value, doubt) + 1e-12)).sum() for value, won in parts)
        found[stage] = min(np.geomspace(0.5, 60, 120), key=loss)
    near = lambda stage: [s for s in found if abs(s - stage) <= 1]
    return {stage: float(np.exp(np.mean([np.log(found[s]) for s in near(stage)]))) for stage in found}


def tell_odds(tables, files):
    """Changes shift and slope of the tables of these opinions."""
    for parts in ALIKE:
        here = [np.isin(part_of(file), parts) for file in files]
        for part in parts:
            had = [(tables[table_of(file.head)]["shift"][part], tables[table_of(file.head)]["slope"][part]) for file in files]
            for file, (shift, slope) in zip(files, odds.changed(had, files, here)):
                tables[table_of(file.head)]["shift"][part], tables[table_of(file.head)]["slope"][part] = shift, slope


def read_file(path):
    """Opinions, or the head and rows of positions."""
    with open(path, "rb") as file:
        opinions = b'"remise-opinions' in file.readline()
    return Opinions(path, "tramways") if opinions else train.read_rows(path, game="tramways")


def positions_of(files):
    return [file for file in files if not isinstance(file, Opinions)]


def tables_of(model):
    return {(table["cards"], table["players"]): table for table in model["tables"]}


def lacks_of(file):
    return "lacks_learned" if file.level in LEARNED else "lacks"


def tell(model, files):
    tables, alike = tables_of(model), {}
    for file in files:
        table, part = tables[table_of(file.head)], part_of(file)
        name = lacks_of(file)
        table[name] = [had + (int(round(UNIT * file.missing(part == p).mean())) if (part == p).any() else 0) for p, had in enumerate(table[name])]
        if (file.chance >= 0).any():
            cards, seats = table_of(file.head)
            alike.setdefault((cards, min(seats, 3)), []).append(file)
    for files_alike in alike.values():
        tell_odds(tables, files_alike)


def tell_doubt(model, positions, learned):
    found = doubts(Known(learned), positions)
    if min(found.values()) < 1:
        raise SystemExit("too few games to say how sure a lead is")
    print("doubt:", " ".join(f"{stage}: {doubt:.1f}" for stage, doubt in found.items()))
    for (_, players), table in tables_of(model).items():
        if players > 1:
            table["doubt"] = [int(round(UNIT * found.get(part + 1, 0))) for part in range(PARTS - 1)] + [UNIT * END_DOUBT]


def note(model, heads):
    """Which games it was made of."""
    known = {(one["player"], one["cards"], one["seats"], one["kind"]): one for one in model["about"]["made_of"]}
    for kind, head, games in heads:
        cards, seats = table_of(head)
        known[head["player"], cards, seats, kind] = {key: head[key] for key in ("player", "seats", "seed")} | {"cards": cards, "games": games, "kind": kind}
    model["about"]["made_of"] = [one for _, one in sorted(known.items())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--learned", default="data/bots/tramways-learned.json")
    given = parser.parse_args()
    files = [read_file(path) for path in given.files]
    opinions = [file for file in files if isinstance(file, Opinions)]
    with open(given.model) as file:
        model = json.load(file)
    if not isinstance(model, dict) or "tables" not in model:
        raise SystemExit(f"{given.model} is not what is told of Tramways")
    for head in [file.head if isinstance(file, Opinions) else file[0] for file in files]:
        if head["options"].get("options", {}).keys() - {"cards"}:
            raise SystemExit(f"games of {head['seed']} were played by other rules: {head['options']['options']}")
    for file in opinions:
        if file.level not in LEARNED | {"hard"}:
            raise SystemExit(f"{file.path}: {file.level} tells nobody anything")
    if len({(table_of(head), head["seed"]) for head, _ in positions_of(files)}) < len(positions_of(files)):
        raise SystemExit("the same rows twice")
    if opinions and len(opinions) < len(files):
        raise SystemExit("rows first, then opinions of a program that has their doubt")
    if len({(table_of(file.head), lacks_of(file)) for file in opinions}) < len(opinions):
        raise SystemExit("two files of opinions for one table: what is missing would be added twice")
    if opinions:
        tell(model, opinions)
        note(model, [("opinions", file.head, file.games) for file in opinions])
    else:
        tell_doubt(model, [file for file in files if file[0]["seats"] > 1], given.learned)
        note(model, [("rows", head, len(np.unique(rows[:, 0]))) for head, rows in files])
    lines = ",\n".join(json.dumps(table) for _, table in sorted(tables_of(model).items()))
    sources = ",\n".join(json.dumps(source) for source in model["about"]["made_of"])
    with open(given.model, "w") as file:
        file.write(f'{{"about": {{"by": "tools/learn/told.py", "made_of": [\n{sources}]}},\n"unit": {UNIT},\n"tables": [\n{lines}]}}\n')


if __name__ == "__main__":
    main()
