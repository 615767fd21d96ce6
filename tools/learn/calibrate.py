#!/usr/bin/env python3
"""How sure is the learned evaluation of 1840? Fits what is told to people; the moves stay as they are.

    tools/learn/calibrate.py MODEL [--shown FILE ...] [--only SEATS ... --] FILE[:WEIGHT] ...

MODEL (data/bots/1840-learned.json) is changed in place. For each number of seats and each round the files give `doubt`, the Gulden by which a
seat must be ahead of another to be e times as likely to win; few games cannot tell one round from the next, so that neighbouring rounds are averaged. Printed: for each file ten classes of chances with the part of them that won;
even games are judged by what odd ones gave and the other way round. `--shown` files, of strong players among themselves, correct the results that are shown: the mean
error of the values at the end of a round is taken from what a search in that round expects (tools/learn/README.md). Needs NumPy.
"""
import argparse
import json

import numpy as np

import train

DOUBTS = np.geomspace(10, 4000, 120)
FEWEST = 40  # games a correction needs


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
    """The rows of one file and one round: values, wins, number of the game."""

    def __init__(self, head, rows, entry, weight):
        numbers = train.Rows(head, rows, weight)
        self.value, self.score, self.weight = values(entry, numbers), numbers.score, numbers.weight
        best = numbers.score == numbers.score.max(axis=1, keepdims=True)
        self.won = best / best.sum(axis=1, keepdims=True)
        self.odd = rows[:, 0] % 2 == 1


def fit(parts, keep=lambda part: np.full(len(part.value), True)):
    joined = [np.concatenate([getattr(part, name)[keep(part)] for part in parts]) for name in ("value", "won", "weight")]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--shown", nargs="*", default=[])
    parser.add_argument("--only", type=int, nargs="*", help="numbers of seats to change")
    given = parser.parse_args()
    with open(given.model) as file:
        model = json.load(file)
    read = [(path, float(weight or 1), *train.read_rows(path)) for path, _, weight in (f.partition(":") for f in given.files)]
    strong = [train.read_rows(path) for path in given.shown]
    for entry in model["seats"]:
        seats, by_name = entry["players"], {one["round"]: one for one in entry["rounds"]}
        if given.only and seats not in given.only:
            continue
        here = [one for one in read if one[2]["seats"] == seats]
        stages = read[0][2]["stages"]
        entry.setdefault("doubt", [0] * len(stages))
        expected, won = {}, {}
        known = [r for r, name in enumerate(stages) if name in by_name and here]
        parts = {r: [Judged(head, rows[rows[:, 1] == r], by_name[stages[r]], weight) for _, weight, head, rows in here] for r in known}
        for r, doubt in smoothed({r: fit(parts[r]) for r in known}).items():
            entry["doubt"][r] = int(round(doubt))
        halves = [smoothed({r: fit(parts[r], lambda part, odd=odd: part.odd == odd) for r in known}) for odd in (True, False)]
        for r in known:
            for (path, *_), part in zip(here, parts[r]):
                doubt = np.where(part.odd, halves[1][r], halves[0][r])[:, None]
                expected.setdefault(path, []).append(chances(part.value, doubt).ravel())
                won.setdefault(path, []).append(part.won.ravel())
        for path in expected:
            table = list(classes(np.concatenate(expected[path]), np.concatenate(won[path])))
            print(path, " ".join(f"{k}%: {n} {e:.0f}->{w:.0f}" for k, n, e, w in table))
        games = [(head, rows) for head, rows in strong if head["seats"] == seats]
        if sum(len(set(rows[:, 0].tolist())) for _, rows in games) >= FEWEST:
            for r in range(len(stages) - 1):
                if stages[r + 1] in by_name:
                    ends = [Judged(head, rows[rows[:, 1] == r + 1], by_name[stages[r + 1]], 1) for head, rows in games]
                    errors = np.concatenate([(end.score - end.value).ravel() for end in ends])
                    entry["shown"][r] = [int(round(errors.mean())), train.UNIT]
            print(f"{seats} seats, shown:", " ".join(f"{stages[r]} {entry['shown'][r][0]:+d}" for r in range(len(stages))))
        print(f"{seats} seats, doubt:", " ".join(map(str, entry["doubt"])))
    with open(given.model, "w") as file:
        file.write(train.write(model))


if __name__ == "__main__":
    main()
