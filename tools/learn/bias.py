#!/usr/bin/env python3
"""Is the learned value of a position honest? For the games of the last file, each predicted by a model that has not seen it.

    tools/learn/bias.py FILE[:WEIGHT] ... FILE[:WEIGHT]

All files are of one number of seats. The last one's games are left out a tenth at a time; what is left and all other files
train the table's average (train.py). Printed for each round: games, mean error in per cent of the final wealth with its 95 %
interval, and the mean error of the forecast.
"""
import sys

import numpy as np

import train

RIDGE = 0.03


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    data = []
    for name in sys.argv[1:]:
        path, _, weight = name.partition(":")
        data.append((train.read_rows(path, data[0][0][0] if data else None), float(weight or 1)))
        if data[-1][0][0]["seats"] != data[0][0][0]["seats"]:
            raise SystemExit(f"{path} has another number of seats than the file before it")
    head = data[0][0][0]
    for r in range(train.FIRST_ROUND, len(head["stages"])):
        parts, folds = [], []
        for i, ((one, rows), weight) in enumerate(data):
            here = rows[rows[:, 1] == r]
            parts.append(train.Rows(one, here, weight))
            folds.append(here[:, 0] % train.HELD_OUT if i == len(data) - 1 else np.full(len(here), -1))
        rows, fold = train.join(parts), np.concatenate(folds)
        x = np.concatenate([rows.table, rows.features.sum(axis=1)], axis=1)
        y, forecast = rows.score.mean(axis=1), rows.features[:, :, 0].mean(axis=1)
        guess = np.zeros(len(y))
        for k in range(train.HELD_OUT):
            known = fold != k
            guess[~known] = x[~known] @ train.Sums(x[known], y[known], rows.weight[known]).fit(RIDGE, free=1)
        judged = fold >= 0
        error, scale = guess[judged] - y[judged], y[judged].mean()
        print(
            f"{head['stages'][r]:5} games {judged.sum():4}  model {100 * error.mean() / scale:+5.1f} % "
            f"(+- {196 * error.std() / np.sqrt(judged.sum()) / scale:.1f})  "
            f"forecast {100 * (forecast - y)[judged].mean() / scale:+5.1f} %"
        )


if __name__ == "__main__":
    main()
