#!/usr/bin/env python3
"""Are the values and chances of a shipped model honest on games it has not seen?

    tools/learn/honest.py MODEL FILE ...

For each file of `remise learn-data` and each round: mean error of the expected results in per cent of the final wealth, as the model has them and as they
are shown (`shown`), with the 95 % interval of the latter by games; then ten classes of chances: how many, expected, won. Unlike bias.py and calibrate.py it
trains nothing. Needs NumPy.
"""
import json
import sys

import numpy as np

import calibrate
import train


def main():
    with open(sys.argv[1]) as file:
        models = {entry["players"]: entry for entry in json.load(file)["seats"]}
    for path in sys.argv[2:]:
        head, rows = train.read_rows(path)
        entry, stages = models[head["seats"]], head["stages"]
        by_name = {one["round"]: one for one in entry["rounds"]}
        print(f"{path}: {head['player']}, {head['seats']} seats, {len(set(rows[:, 0].tolist()))} games")
        expected, won = [], []
        for r, name in enumerate(stages):
            if name not in by_name:
                continue
            # A search in the round before ends here, and what it expects is corrected by that round.
            end = calibrate.Judged(head, rows[rows[:, 1] == r], by_name[name], 1)
            offset, slope = entry["shown"][r - 1]
            shown, wealth = offset + slope / train.UNIT * end.value, end.score.mean()
            error = (shown - end.score).mean(axis=1)
            print(
                f"{name:5} model {100 * (end.value - end.score).mean() / wealth:+5.1f} %  shown {100 * error.mean() / wealth:+5.1f} % "
                f"(+- {196 * error.std() / np.sqrt(len(error)) / wealth:.1f})"
            )
            expected.append(calibrate.chances(end.value, entry["doubt"][r]).ravel())
            won.append(end.won.ravel())
        table = calibrate.classes(np.concatenate(expected), np.concatenate(won))
        print(" ".join(f"{k}%: {n} {e:.0f}->{w:.0f}" for k, n, e, w in table))


if __name__ == "__main__":
    main()
