#!/usr/bin/env python3
"""Makes data/bots/1840-corrections.json: where the quick judgement of 1840's players is usually wrong.

    tools/learn/correct.py --out data/bots/1840-corrections.json [--onto CORRECTIONS] FILE ...

The files are what `remise learn-data --plans` wrote: one line for each decision planned in a playout, with the judgement of
every move weighed, what its playout came to, and its kind. For each number of seats, round and step one ridge regression over pairs
(a move and the first of its list): how much a difference of the judgement is worth, and what each kind gains or loses. One game's
decisions are alike, so small tables alone are fitted. With `--onto` the plans were made with corrections, which are corrected.
Needs NumPy (Debian: python3-numpy).
"""
import argparse
import collections
import json

import numpy as np

FEWEST = 60  # pairs, for a table of its own
MOST = 300  # Gulden: what differs by more is decided anyway
RIDGE = 6.0  # pairs
LEAST_SCALE = 0.02


def read_plans(paths):
    plans = collections.defaultdict(list)
    for path in paths:
        with open(path) as file:
            for line in file:
                head, *moves = line.rstrip("\n").split(" | ")
                round_name, step, seats = head.split()
                moves = [move.split() for move in moves]
                plans[int(seats), round_name, step].append([(float(judged), float(found), kind) for judged, found, kind in moves])
    return plans


def clip(x):
    return max(-MOST, min(MOST, x))


def fit(decisions):
    kinds = sorted({kind for moves in decisions for _, _, kind in moves})
    place = {kind: i + 1 for i, kind in enumerate(kinds)}
    rows, gains = [], []
    for moves in decisions:
        judged, found, kind = moves[0]
        for other in moves[1:]:
            row = np.zeros(len(kinds) + 1)
            row[0] = clip(other[0] - judged) / 100
            row[place[other[2]]] += 1
            row[place[kind]] -= 1
            rows.append(row)
            gains.append(clip(other[1] - found))
    if len(rows) < FEWEST:
        return None
    x, y = np.array(rows), np.array(gains)
    hold = np.full(x.shape[1], RIDGE)
    pull = x.T @ y
    pull[0] += hold[0] * 30  # without pairs that tell, a difference counts for a third
    weights = np.linalg.solve(x.T @ x + np.diag(hold), pull)
    return max(LEAST_SCALE, weights[0] / 100), {kind: int(round(weights[place[kind]])) for kind in kinds}


def regret(decisions, scale, gain):
    chosen = lambda moves: max(moves, key=lambda move: scale * move[0] + gain.get(move[2], 0))
    lost = [max(move[1] for move in moves) - chosen(moves)[1] for moves in decisions]
    return sum(lost) / len(lost)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--onto", help="corrections that the plans were made with")
    parser.add_argument("--steps", nargs="*", default="shares dividend trams name_line bid_line trams_won trams_after build bonus".split())
    given = parser.parse_args()
    before = {}
    if given.onto:
        with open(given.onto) as file:
            for one in json.load(file)["corrections"]:
                before[one["players"], one["round"], one["step"]] = one
    found, total = dict(before), collections.Counter()
    for key, decisions in sorted(read_plans(given.files).items()):
        fitted = fit(decisions) if key[2] in given.steps else None
        if not fitted:
            continue
        scale, gain = fitted
        old = before.get(key, {"scale": 1000, "gain": {}})
        lost = regret(decisions, 1, {}), regret(decisions, scale, gain)
        total[key[0], key[2], 0] += lost[0] * len(decisions)
        total[key[0], key[2], 1] += lost[1] * len(decisions)
        total[key[0], key[2], 2] += len(decisions)
        if lost[1] > lost[0]:
            continue
        kinds = set(gain) | set(old["gain"])
        found[key] = {"players": key[0], "round": key[1], "step": key[2], "scale": int(round(scale * old["scale"])),
                      "gain": {kind: int(round(scale * old["gain"].get(kind, 0) + gain.get(kind, 0))) for kind in sorted(kinds)}}
    for seats, step in sorted({key[:2] for key in total}):
        n = total[seats, step, 2]
        print(f"{seats} {step:12} {n:6} decisions, lost by each: {total[seats, step, 0] / n:6.1f} -> {total[seats, step, 1] / n:6.1f}")
    with open(given.out, "w") as file:
        file.write('{"about":{"by":"tools/learn/correct.py"},\n"corrections":[\n')
        file.write(",\n".join(json.dumps(found[key], separators=(",", ":")) for key in sorted(found)))
        file.write("\n]}\n")


if __name__ == "__main__":
    main()
