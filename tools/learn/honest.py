#!/usr/bin/env python3
"""Are the values and chances of a shipped model honest on games it has not seen?

    tools/learn/honest.py MODEL FILE ...

For each file of `remise learn-data` and each round: mean error of the results that the model expects when the round begins, in per cent of the final wealth, with the
95 % interval by games; then ten classes of chances: how many, expected, won. That is what searches ask; what people are told of it is corrected, and shown.py tells
whether that is honest. Unlike bias.py and calibrate.py it trains nothing. Needs NumPy.
"""
import sys

import numpy as np

import calibrate
import train


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    model = train.read_model(sys.argv[1])
    models = {entry["players"]: entry for entry in model["seats"]}
    for path in sys.argv[2:]:
        head, rows = train.read_rows(path, model)
        if head["seats"] not in models:
            raise SystemExit(f"{sys.argv[1]} knows no {head['seats']} seats")
        entry, stages = models[head["seats"]], head["stages"]
        by_name = {one["round"]: one for one in entry["rounds"]}
        print(f"{path}: {head['player']}, {head['seats']} seats, {len(set(rows[:, 0].tolist()))} games")
        expected, won = [], []
        for before in calibrate.rounds_told(stages, by_name):
            r, name = before + 1, stages[before + 1]
            end = calibrate.Judged(head, rows[rows[:, 1] == r], by_name.get(name), 1)
            error, wealth = (end.value - end.score).mean(axis=1), end.score.mean()
            print(f"{name:5} {100 * error.mean() / wealth:+5.1f} % (+- {196 * error.std() / np.sqrt(len(error)) / wealth:.1f})")
            if name not in by_name:
                continue
            expected.append(calibrate.chances(end.value, entry["doubt"][r]).ravel())
            won.append(end.won.ravel())
        if not expected:
            print("the model knows no round of these")
            continue
        table = calibrate.classes(np.concatenate(expected), np.concatenate(won))
        print(" ".join(f"{k}%: {n} {e:.0f}->{w:.0f}" for k, n, e, w in table))


if __name__ == "__main__":
    main()
