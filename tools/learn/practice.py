#!/usr/bin/env python3
"""Makes data/bots/1840-practice.json of what `remise learn-data 1840 --lessons FILE` wrote.

    tools/learn/practice.py --out data/bots/1840-practice.json FILE ...

A line of a file is a move that a search tried: game, number of the decision, round, kind of decision, playouts, what the search found, and
numbers of the move, the first of which is what the quick judgement thinks of it. For each kind of decision in each round a ridge regression tells
what the search would have found. It is held near that of all rounds together, since few decisions of a round are seen. Moves far worse than the
best hardly count: which of the good ones is best matters. Every fifth decision is held out for the figures printed: how much worse, by what
the search found, the move chosen is than the best one, as judged and as practised. Needs NumPy (Debian: python3-numpy).
"""
import argparse
import json

import numpy as np

from train import read_head, whole_lines

FEWEST_SEATS = 4  # at three it brought nothing, at two it has not been tried
HEAD = 6
RIDGE, RIDGE_NEAR = 3.0, 60.0
FAR = 300.0  # so many Gulden behind the best a move counts e times less
FEWEST_MOVES = 8
TAUGHT_FROM = 2  # in SR1 the searches found too little to learn from


def read(paths):
    heads, lines, games = None, [], 0
    for path in paths:
        with open(path) as file:
            head = read_head(path, file, "remise-lessons-1")
            if heads not in (None, head["decisions"]):
                raise SystemExit(f"{path} has other numbers than the files before it")
            heads = head["decisions"]
            here = [[float(x) for x in line.split(",")] for line in whole_lines(file)]
        if any(len(line) != HEAD + len(heads[int(line[3])]["numbers"]) for line in here):
            raise SystemExit(f"{path} has a line with too few or too many numbers")
        for line in here:  # games of different files are different games
            line[0] += games
        games = max((line[0] for line in here), default=games) + 1
        lines += here
    if not lines:
        raise SystemExit("no lessons")
    width = HEAD + max(len(d["numbers"]) for d in heads)
    return head["rounds"], heads, np.array([line + [0.0] * (width - len(line)) for line in lines])


def centred(a, group, weight):
    sums = np.zeros((group.max() + 1,) + a.shape[1:])
    np.add.at(sums, group, (a.T * weight).T)
    return a - (sums.T / np.bincount(group, weight)).T[group]


class Moves:
    """The moves of some decisions, as far as they are from the average of theirs."""

    def __init__(self, rows):
        _, self.group = np.unique(rows[:, 0] * 1e5 + rows[:, 1], return_inverse=True)
        self.found = rows[:, 5]
        best = np.full(self.group.max() + 1, -1e18)
        np.maximum.at(best, self.group, self.found)
        self.behind = best[self.group] - self.found
        self.weight = np.sqrt(rows[:, 4]) * (0.05 + np.exp(-self.behind / FAR))
        self.numbers = rows[:, HEAD:]
        self.x, self.y = centred(self.numbers, self.group, self.weight), centred(self.found, self.group, self.weight)

    def fit(self, ridge, scale, near=None):
        z = self.x / scale
        gram = (z.T * self.weight) @ z + ridge * np.eye(z.shape[1])
        pull = (z.T * self.weight) @ self.y + (0 if near is None else ridge * near * scale)
        return np.linalg.solve(gram, pull) / scale

    def given_away(self, value):
        order = np.lexsort((-value, self.group))
        first = order[np.r_[True, np.diff(self.group[order]) != 0]]
        return self.behind[first].mean(), len(first)


def lessons(rows, count, rounds):
    """By round: weights, and the figures of those held out."""
    if not len(rows):
        return
    rows = rows[:, : HEAD + count]
    spread = np.sqrt((Moves(rows).x ** 2).mean(0))
    spread[spread == 0] = 1e9
    test = rows[:, 1].astype(int) % 5 == 0
    for r in range(TAUGHT_FROM, rounds):
        here = rows[:, 2] == r
        if min(here.sum(), (here & ~test).sum(), (here & test).sum()) < FEWEST_MOVES:
            continue
        fit = lambda chosen: Moves(rows[here & chosen]).fit(RIDGE_NEAR, spread, Moves(rows[chosen]).fit(RIDGE, spread))
        held_out = Moves(rows[here & test])
        judged, decisions = held_out.given_away(held_out.numbers[:, 0])
        practised, _ = held_out.given_away(held_out.numbers @ fit(~test))
        yield r, fit(np.full(len(rows), True)), decisions, judged, practised


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    given = parser.parse_args()
    rounds, decisions, data = read(given.files)
    abouts = [{key: head[key] for key in ("player", "seats", "seed", "deviate", "teacher_nodes")}
              for head in (json.loads(open(path).readline()) for path in given.files)]
    parts = []
    for number, decision in enumerate(decisions):
        names, entries = decision["numbers"], []
        for r, weights, count, judged, practised in lessons(data[data[:, 3] == number], len(names), len(rounds)):
            print(f"{decision['decision']:9} {rounds[r]:5} {count:4} decisions, given away as judged {judged:6.1f}, as practised {practised:6.1f}")
            entries.append(json.dumps({"round": rounds[r], "worth": [float(f"{w:.5g}") for w in weights]}, separators=(",", ":")))
        parts.append(f'\n{{"decision":"{decision["decision"]}",\n"numbers":{json.dumps(names, separators=(",", ":"))},\n"rounds":[\n' + ",\n".join(entries) + "]}")
    about = json.dumps({"by": "tools/learn/practice.py", "trained_on": abouts}, separators=(",", ":"))
    with open(given.out, "w") as file:
        file.write(f'{{"about":{about},\n"fewest_players":{FEWEST_SEATS},\n"decisions":[{",".join(parts)}]}}\n')


if __name__ == "__main__":
    main()
