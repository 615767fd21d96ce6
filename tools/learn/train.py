#!/usr/bin/env python3
"""Trains the learned evaluation of 1840 from what `remise learn-data` wrote.

    tools/learn/train.py --out data/bots/1840-learned.json [--onto MODEL] [--opinions FILE ...] FILE[:WEIGHT] ...

For each number of seats and each round two ridge regressions: how far a seat's final wealth is from the table's average
(numbers of the seat less their average), and that average (numbers of the table, and the sums over the seats). One game in
ten is held out: it chooses the strength of the ridge and gives the figures printed. With `--onto` the games correct a model that there is, which few
games of stronger players can do; numbers of seats without games stay as they are. Needs NumPy (Debian: python3-numpy).
"""
import argparse
import json

import numpy as np

UNIT = 4096
RIDGES = [0.3, 1, 3, 10, 30, 100, 300, 1000]
RIDGES_ONTO = [100, 300, 1000, 3000, 10000, 1e9]  # the last: as it was
HELD_OUT = 10
FIRST_ROUND = 3  # LR1a. Before it hardly anything is decided yet: the forecast serves as well


def read_rows(path):
    with open(path, "rb") as file:
        head = json.loads(file.readline())
        rows = np.frombuffer(file.read(), dtype="<i4")
    width = head["row"]
    return head, rows[: len(rows) // width * width].reshape(-1, width)


class Rows:
    """The rows of one round at one number of seats: scores [n, seats], table [n, t], features [n, seats, f]."""

    def __init__(self, head, rows, weight):
        n, seats = len(rows), head["seats"]
        t, f = len(head["table_features"]), len(head["seat_features"])
        self.score = rows[:, 2 : 2 + seats].astype(float)
        self.table = rows[:, 2 + seats : 2 + seats + t].astype(float)
        self.features = rows[:, 2 + seats + t :].reshape(n, seats, f).astype(float)
        self.held_out = rows[:, 0] % HELD_OUT == 0
        self.weight = np.full(n, weight, dtype=float)


def join(parts):
    whole = parts[0]
    for name in ("score", "table", "features", "held_out", "weight"):
        setattr(whole, name, np.concatenate([getattr(part, name) for part in parts]))
    return whole


class Sums:
    """What a ridge regression without intercept needs to know of its rows, whatever the ridge."""

    def __init__(self, x, y, weight):
        self.scale = np.sqrt((weight[:, None] * x * x).sum(0) / weight.sum())
        self.scale[self.scale == 0] = 1
        z = x / self.scale
        self.gram, self.pull = (z * weight[:, None]).T @ z, (z * weight[:, None]).T @ y

    def fit(self, ridge, free):
        """The first `free` columns are not held back."""
        hold = np.full(len(self.pull), float(ridge))
        hold[:free] = 1e-6
        return np.linalg.solve(self.gram + np.diag(hold), self.pull) / self.scale


def best_fit(x, y, weight, held_out, free=0, ridges=RIDGES):
    """Weights from all rows, weights without those held out, and the ridge that served these best."""
    train = Sums(x[~held_out], y[~held_out], weight[~held_out])
    x_out, y_out, w_out = x[held_out], y[held_out], weight[held_out]
    error = lambda ridge: np.average((x_out @ train.fit(ridge, free) - y_out) ** 2, weights=w_out)
    ridge = min(ridges, key=error)
    return Sums(x, y, weight).fit(ridge, free), train.fit(ridge, free), ridge


def centred(a):
    return a - a.mean(axis=1, keepdims=True)


def whole(weights):
    return [int(round(w * UNIT)) for w in weights]


def train_round(rows, onto=None):
    n, seats, f = rows.features.shape
    x, y = centred(rows.features).reshape(n * seats, f), centred(rows.score).reshape(-1)
    each = lambda a: np.repeat(a, seats)
    held_out = rows.held_out
    everybody = np.concatenate([rows.table, rows.features.sum(axis=1)], axis=1)
    mean = rows.score.mean(axis=1)
    known_ahead, known_level, ridges = np.zeros(f), np.zeros(everybody.shape[1]), RIDGES
    if onto:
        known_ahead = np.array(onto["ahead"], float) / UNIT
        known_level = np.array(onto["table"] + onto["everybody"], float) / UNIT
        ridges = RIDGES_ONTO
    better = lambda known, fitted: (known + fitted[0], known + fitted[1], fitted[2])
    ahead, ahead_train, ridge = better(
        known_ahead, best_fit(x, y - x @ known_ahead, each(rows.weight), each(held_out), ridges=ridges))
    level, level_train, _ = better(
        known_level, best_fit(everybody, mean - everybody @ known_level, rows.weight, held_out, free=1, ridges=ridges))
    test = each(held_out)
    forecast = centred(rows.features[:, :, :1]).reshape(-1)
    error = lambda guess: float(np.sqrt(np.average((guess - y[test]) ** 2, weights=each(rows.weight)[test])))
    figures = {
        "rows": int(n),
        "held_out": int(held_out.sum()),
        "ridge": ridge,
        "rmse_forecast": error(forecast[test]),
        "rmse_before": error(x[test] @ known_ahead) if onto else 0.0,
        "rmse": error(x[test] @ ahead_train),
        "correlation": float(np.corrcoef(x[test] @ ahead_train, y[test])[0, 1]),
        "rmse_level": float(np.sqrt(np.mean((everybody[held_out] @ level_train - mean[held_out]) ** 2))),
        "sd_level": float(np.std(mean[held_out])),
    }
    t = rows.table.shape[1]
    return {"ahead": whole(ahead), "table": whole(level[:t]), "everybody": whole(level[t:])}, figures


def calibrate(files, rounds, seats):
    """What to show for a move of each round: offset and slope, from opinions (shown without correction) and results."""
    lines = [np.loadtxt(path, delimiter=",", ndmin=2) for path in files]
    shown = []
    for r in range(rounds):
        value, score = [], []
        for data in lines:
            here = data[data[:, 1] == r]
            value.append(here[:, 3]), score.append(here[:, 4])
        value, score = np.concatenate(value or [[]]), np.concatenate(score or [[]])
        if len(value) < 200:
            shown.append([0, UNIT])
            continue
        spread = np.var(value)
        slope = np.cov(value, score)[0, 1] / spread if spread > 0 else 1.0
        slope = min(1.2, max(0.3, slope))
        shown.append([int(round(score.mean() - slope * value.mean())), int(round(slope * UNIT))])
    return shown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="FILE or FILE:WEIGHT, what a row of it counts for")
    parser.add_argument("--opinions", nargs="*", default=[], help="SEATS:FILE of remise learn-data --opinions")
    parser.add_argument("--out", required=True)
    parser.add_argument("--onto", help="a model that the games correct")
    parser.add_argument("--figures", help="write the figures as JSON")
    given = parser.parse_args()

    heads, parts, sources = None, {}, []
    for name in given.files:
        path, _, weight = name.partition(":")
        head, rows = read_rows(path)
        facts = {key: head[key] for key in ("seat_features", "table_features", "stages", "weights")}
        if heads is not None and facts != heads:
            raise SystemExit(f"{path} has other features than the files before it")
        heads = facts
        sources.append({key: head[key] for key in ("player", "seats", "seed", "deviate")}
                       | {"games": len(set(rows[:, 0].tolist())), "weight": float(weight or 1)})
        for r in range(FIRST_ROUND, len(head["stages"])):
            here = rows[rows[:, 1] == r]
            if len(here):
                parts.setdefault((head["seats"], r), []).append(Rows(head, here, float(weight or 1)))

    model = {"about": {"trained_on": sources, "by": "tools/learn/train.py"}, "unit": UNIT, "weights": heads["weights"],
             "seat_features": heads["seat_features"], "table_features": heads["table_features"], "seats": []}
    figures, before = [], {}
    if given.onto:
        with open(given.onto) as file:
            known = json.load(file)
        if any(known[name] != heads[name] for name in ("weights", "seat_features", "table_features")):
            raise SystemExit(f"{given.onto} has other features")
        model["about"]["onto"] = known["about"]
        before = {(entry["players"], one["round"]): one for entry in known["seats"] for one in entry["rounds"]}
        kept = {entry["players"]: entry for entry in known["seats"]}
    for seats in sorted({key[0] for key in parts} | {key[0] for key in before}):
        if before and not any(key[0] == seats for key in parts):
            model["seats"].append(kept[seats])
            continue
        entry = {"players": seats, "rounds": []}
        for r in range(FIRST_ROUND, len(heads["stages"])):
            if (seats, r) not in parts:
                continue
            weights, found = train_round(join(parts.pop((seats, r))), before.get((seats, heads["stages"][r])))
            entry["rounds"].append({"round": heads["stages"][r]} | weights)
            figures.append({"seats": seats, "round": heads["stages"][r]} | found)
            print(f"{seats} {heads['stages'][r]:5}", " ".join(f"{k} {v:.4g}" for k, v in found.items()), flush=True)
        files = [name.partition(":")[2] for name in given.opinions if name.partition(":")[0] == str(seats)]
        entry["shown"] = calibrate(files, len(heads["stages"]), seats)
        entry["doubt"] = [0] * FIRST_ROUND + [400] * (len(heads["stages"]) - FIRST_ROUND)  # calibrate.py knows better
        model["seats"].append(entry)
    with open(given.out, "w") as file:
        file.write(write(model))
    if given.figures:
        with open(given.figures, "w") as file:
            json.dump({"sources": sources, "rounds": figures}, file, indent=1)


def write(model):
    """One line for each list of numbers."""
    text = json.dumps(model, separators=(",", ":"))
    for mark in ('"ahead"', '"table":', '"everybody"', '"round"', '"shown"', '"doubt"', '"players"', '"seats":[{', '"seat_features"',
                 '"table_features"', '"trained_on"', '{"player"', '"unit"'):
        text = text.replace(mark, "\n" + mark)
    return text + "\n"


if __name__ == "__main__":
    main()
