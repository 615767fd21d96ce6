#!/usr/bin/env python3
"""How sure is the learned evaluation of 1840? Fits what is told to people; the moves stay as they are.

    tools/learn/calibrate.py MODEL [--only SEATS ...] [--values MODEL] [--] FILE[:WEIGHT] ...

MODEL (data/bots/1840-learned.json) is changed in place. For each number of seats and each round the files give `doubt`, the Gulden by which a
seat must be ahead of another to be e times as likely to win; few games cannot tell one round from the next, so that neighbouring rounds are averaged. What told1840.py
found on top of the old `doubt` (`odds`) is thrown away: fit it anew. Whether chances are honest, honest.py tells, of other games. Needs NumPy.
"""
import argparse

import numpy as np

import train

DOUBTS = np.geomspace(10, 4000, 120)


def values(entry, rows):
    """The expected final wealth of every seat, as src/bots/vienna1840/learned.cpp has it."""
    ahead, table, everybody = (np.array(entry[name], float) / train.UNIT for name in ("ahead", "table", "everybody"))
    own = rows.features @ ahead
    return (rows.table @ table + rows.features.sum(axis=1) @ everybody)[:, None] + own - own.mean(axis=1, keepdims=True)


def chances(value, doubt):
    power = np.exp((value - value.max(axis=1, keepdims=True)) / doubt)
    return power / power.sum(axis=1, keepdims=True)


def best_doubt(value, won, weight):
    loss = lambda doubt: -(weight * (won * np.log(chances(value, doubt) + 1e-12)).sum(axis=1)).sum()
    return min(DOUBTS, key=loss)


class Judged:
    """The rows of one file and one round: values, wins, number of the game. Without a model of the round its forecasts are the values."""

    def __init__(self, head, rows, entry, weight):
        numbers = train.Rows(head, rows, weight)
        forecast = lambda: numbers.features[:, :, head["seat_features"].index("forecast")]
        self.value, self.score, self.weight = values(entry, numbers) if entry else forecast(), numbers.score, numbers.weight
        best = numbers.score == numbers.score.max(axis=1, keepdims=True)
        self.won = best / best.sum(axis=1, keepdims=True)


def fit(parts):
    joined = [np.concatenate([getattr(part, name) for part in parts]) for name in ("value", "won", "weight")]
    return best_doubt(*joined)


def smoothed(doubts):
    """By round: the mean (of logarithms) with two rounds on both sides. The last four, which end in certainty, stay."""
    rounds, weights = sorted(doubts), {0: 1, 1: 0.7, 2: 0.35}
    near = lambda r: [q for q in rounds if abs(q - r) in weights]
    mean = lambda r: np.average([np.log(doubts[q]) for q in near(r)], weights=[weights[abs(q - r)] for q in near(r)])
    return {r: doubts[r] if r in rounds[-4:] else float(np.exp(mean(r))) for r in rounds}


def classes(expected, won):
    for k in range(10):
        here = (expected * 10).clip(0, 9.999).astype(int) == k
        if here.any():
            yield 10 * k, int(here.sum()), 100 * expected[here].mean(), 100 * won[here].mean()


def rounds_told(stages, by_name):
    """The rounds that end where something is known: before the first model the forecast, after the last one nothing."""
    last = max((r for r, name in enumerate(stages) if name in by_name), default=0)
    return range(last)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--only", type=int, nargs="*", help="numbers of seats to change")
    parser.add_argument("--values", metavar="MODEL", help="says what positions are worth where MODEL has no rounds")
    given = parser.parse_args()
    model = train.read_model(given.model)
    values_of = {entry["players"]: entry["rounds"] for entry in train.read_model(given.values)["seats"]} if given.values else {}
    read = [(path, float(weight or 1), *train.read_rows(path, model)) for path, _, weight in (f.partition(":") for f in given.files)]
    for entry in model["seats"]:
        seats = entry["players"]
        by_name = {one["round"]: one for one in entry["rounds"] or values_of.get(seats, [])}
        if given.only and seats not in given.only:
            continue
        here = [one for one in read if one[2]["seats"] == seats]
        stages = read[0][2]["stages"]
        entry.setdefault("doubt", [0] * len(stages))
        known = [r for r, name in enumerate(stages) if name in by_name and here]
        parts = {r: [Judged(head, rows[rows[:, 1] == r], by_name[stages[r]], weight) for _, weight, head, rows in here] for r in known}
        for r, doubt in smoothed({r: fit(parts[r]) for r in known}).items():
            entry["doubt"][r] = int(round(doubt))
        if known:
            entry.pop("odds", None)
        print(f"{seats} seats, doubt:", " ".join(map(str, entry["doubt"])))
    with open(given.model, "w") as file:
        file.write(train.write(model))


if __name__ == "__main__":
    main()
