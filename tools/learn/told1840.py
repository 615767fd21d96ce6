#!/usr/bin/env python3
"""What people are told of results and chances of 1840, fitted to what players were shown. The moves stay as they are.

    tools/learn/told1840.py MODEL FILE ...

MODEL is changed in place: data/bots/1840-practised.json by games of strong and expert, data/bots/1840-learned.json by those of hard. The files are opinions
(`remise learn-data 1840 --opinions`), made by a program that has MODEL. For each number of seats and each round what results were more than expected on the
average is added to `shown`, each game counting once; neighbouring rounds of a kind, such as the line rounds, count for half. The odds of
winning (`odds`, src/bots/odds.h) are changed for some rounds together, for two seats and for more. `told_by` names the games, with those that were told by before.

Whether it is honest, shown.py tells, of other games. Needs NumPy.
"""
import os.path
import sys

import numpy as np

import odds
import train
from shown import Opinions

# Who is told by which model.
TELLS = {"1840-learned.json": {"hard"}, "1840-practised.json": {"strong", "expert"}}
# The rounds whose odds are told alike, by their last one.
ALIKE = ("CR1", "SR2", "SR3", "SR4", "SR5", "CR6")
NEAR = {0: 1.0, 1: 0.5}  # what games tell of the next round counts so much


def kind(name):
    return name[:2]


def entries_of(model):
    return {entry["players"]: entry for entry in model["seats"]}


def tell_results(entry, files):
    """Adds the mean of what was missing by round, smoothed among neighbours of a kind."""
    stages = files[0].head["stages"]
    missing = {r: np.concatenate([file.missing(file.stage == r) for file in files]) for r in range(len(stages))}
    missing = {r: games for r, games in missing.items() if len(games)}
    for r in missing:
        near = [(q, NEAR[abs(q - r)]) for q in missing if abs(q - r) in NEAR and kind(stages[q]) == kind(stages[r])]
        entry["shown"][r] += int(round(np.average([missing[q].mean() for q, _ in near], weights=[weight for _, weight in near])))


def tell_odds(entries, files):
    stages, first = files[0].head["stages"], 0
    for last in ALIKE:
        rounds = range(first, stages.index(last) + 1)
        first = rounds.stop
        here = [np.isin(file.stage, list(rounds)) for file in files]
        if not any((at & (file.chance >= 0)).any() for file, at in zip(files, here)):
            continue
        for r in rounds:
            had = [entries[file.head["seats"]]["odds"][r] for file in files]
            for file, pair in zip(files, odds.changed(had, files, here)):
                entries[file.head["seats"]]["odds"][r] = list(pair)


def tell(model, files):
    entries = entries_of(model)
    for seats in {file.head["seats"] for file in files}:
        tell_results(entries[seats], [file for file in files if file.head["seats"] == seats])
    for alike in ([file for file in files if file.head["seats"] == 2], [file for file in files if file.head["seats"] > 2]):
        if alike:
            tell_odds(entries, alike)


def note(model, files):
    """Which games it is told by: what they add is added to what others have added before."""
    known = {(one["player"], one["seats"], one["seed"]): one for one in model["about"].get("told_by", []) + [file.source for file in files]}
    model["about"]["told_by"] = list(known.values())


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    path = sys.argv[1]
    model, files = train.read_model(path), [Opinions(name, "1840") for name in sys.argv[2:]]
    levels = TELLS.get(os.path.basename(path))
    if not levels:
        raise SystemExit(f"{path} should be called {' or '.join(TELLS)}: the name says by whose games it is fitted")
    for file in files:
        if file.level not in levels:
            raise SystemExit(f"{file.path}: {file.level} is not told by {path}")
    if len({(file.head["seats"], file.head["seed"]) for file in files}) < len(files):
        raise SystemExit("the same games twice")
    for entry in model["seats"]:
        entry.setdefault("odds", [[0, odds.UNIT] for _ in files[0].head["stages"]])
    tell(model, files)
    note(model, files)
    with open(path, "w") as out:
        out.write(train.write(model))


if __name__ == "__main__":
    main()
