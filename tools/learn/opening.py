#!/usr/bin/env python3
"""What SR1 begins with and is worth among strong players of 1840, for the players that look ahead in the opening.

    tools/learn/opening.py --out data/bots/1840-opening.json [--keep MODEL] FILE ...

The files are what `remise learn-data` wrote, of strong players alone: among medium ones hardly anything is decided before the first line
round, among strong ones whoever plays first has the cheap trams. Two ridge regressions as in train.py, with one ridge, since these few numbers
(order, cash, privates) hardly move together; every fifth game is held out for the figures printed. Numbers of seats without games get no
model: the forecast serves there. Needs NumPy (Debian: python3-numpy).
"""
import argparse

import numpy as np

from train import UNIT, Rows, Sums, flat, join, read_model, read_rows, whole, write

ROUND = 1  # SR1. In CR1 cash would count against its owner: what strong players have left is what they could not use
RIDGE = 0.1
HELD_OUT = 5
DOUBT = 600  # Gulden, as LearnedModel::doubt; no chances of winning are shown so early


def fit(rows, games):
    x, y, weight, _ = flat(rows)
    seats = rows.features.shape[1]
    everybody = np.concatenate([rows.table, rows.features.sum(axis=1)], axis=1)
    out = np.repeat(games % HELD_OUT == 0, seats)
    guess = x[out] @ Sums(x[~out], y[~out], weight[~out]).fit(RIDGE)
    print(f"{seats} seats, {len(rows.score)} games: error {np.sqrt(np.mean((guess - y[out]) ** 2)):.0f}, correlation {np.corrcoef(guess, y[out])[0, 1]:.2f}")
    level = Sums(everybody, rows.score.mean(axis=1), rows.weight).fit(RIDGE, free=1)
    t = rows.table.shape[1]
    return {"ahead": whole(Sums(x, y, weight).fit(RIDGE)), "table": whole(level[:t]), "everybody": whole(level[t:])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--keep", help="a model whose numbers of seats stay as they are where there are no games of them")
    given = parser.parse_args()
    parts, games, sources, facts = {}, {}, [], None
    for path in given.files:
        head, rows = read_rows(path)
        here = {key: head[key] for key in ("weights", "seat_features", "table_features", "stages")}
        if facts not in (None, here):
            raise SystemExit(f"{path} has other features than the files before it")
        facts = here
        rows = rows[rows[:, 1] == ROUND]
        parts.setdefault(head["seats"], []).append(Rows(head, rows, 1.0))
        games.setdefault(head["seats"], []).append(rows[:, 0])
        sources.append({key: head[key] for key in ("player", "seats", "seed", "deviate")} | {"games": len(rows)})
    stages = facts.pop("stages")
    kept = {}
    if given.keep:
        known = read_model(given.keep)
        if any(known[name] != facts[name] for name in facts):
            raise SystemExit(f"{given.keep} has other features")
        kept = {entry["players"]: entry for entry in known["seats"] if entry["players"] not in parts}
        sources = [source for source in known["about"]["trained_on"] if source["seats"] in kept] + sources
    model = {"about": {"trained_on": sources, "by": "tools/learn/opening.py"}, "unit": UNIT} | facts | {"seats": []}
    for seats in range(2, 7):
        if seats in kept:
            model["seats"].append(kept[seats])
            continue
        entry = {"players": seats, "rounds": [], "shown": [0] * len(stages), "doubt": [0] * len(stages)}
        if seats in parts:
            entry["rounds"] = [{"round": stages[ROUND]} | fit(join(parts[seats]), np.concatenate(games[seats]))]
            entry["doubt"][ROUND] = DOUBT
        model["seats"].append(entry)
    with open(given.out, "w") as file:
        file.write(write(model))


if __name__ == "__main__":
    main()
