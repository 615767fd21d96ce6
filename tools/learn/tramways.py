#!/usr/bin/env python3
"""Trains the learned evaluation of Tramways from what `remise learn-data tramways` wrote.

    tools/learn/tramways.py --out data/bots/tramways-learned.json [--keep MODEL --only CARDS/SEATS ... --] FILE[:WEIGHT] ...

For each set of cards, number of seats and half round one ridge regression: the final points of a seat from its numbers and those of
the table. Games at other numbers of seats with the same cards help, for less. With `--keep` the tables named by `--only` are made, or made anew, and all others are those of that model. One game in eight is held out: it chooses the strength of the ridge and gives the figures printed. Needs NumPy (Debian: python3-numpy).
"""
import argparse
import json

import numpy as np

from train import UNIT, read_rows

RIDGES = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3]
# Of ridges that serve nearly as well the largest is taken. Numbers that move together (pieces and fares) else get large weights of
# opposite sign, which cancel in the games seen and not in positions that a search finds.
NEARLY = 1.004
HELD_OUT = 8
OTHER_SEATS = 0.15  # what a row of a game at another number of seats counts for
FIRST, LAST = 3, 12  # half rounds in which a search may end: from the administration of round 1 to the beginning of round 6


def flat(head, rows):
    """A row for each seat: numbers of the table and of the seat, result, held out or not."""
    n, seats, t, f = len(rows), head["seats"], len(head["table_features"]), len(head["seat_features"])
    table = np.repeat(rows[:, 2 + seats : 2 + seats + t], seats, axis=0)
    own = rows[:, 2 + seats + t :].reshape(n * seats, f)
    return (np.concatenate([table, own], axis=1).astype(float), rows[:, 2 : 2 + seats].reshape(-1).astype(float),
            np.repeat(rows[:, 0] % HELD_OUT == 0, seats))


def fit(x, y, weight, ridge):
    """Weights, the first of them for the constant one."""
    x = x[:, 1:]
    mean, level = np.average(x, axis=0, weights=weight), np.average(y, weights=weight)
    spread = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weight))
    spread[spread == 0] = 1
    z = (x - mean) / spread
    gram, pull = (z * weight[:, None]).T @ z / weight.sum(), (z * weight[:, None]).T @ (y - level) / weight.sum()
    found = np.linalg.solve(gram + ridge * np.eye(len(pull)), pull) / spread
    return np.concatenate([[level - mean @ found], found])


def train(parts, others):
    """Rows of this number of seats, and of others, which never decide about the ridge."""
    others = [(x, y, np.full(len(y), False), OTHER_SEATS * weight) for x, y, _, weight in others]
    x, y, held, weight = (np.concatenate(part) for part in zip(*parts, *others))
    errors = {}
    for ridge in RIDGES:
        found = fit(x[~held], y[~held], weight[~held], ridge)
        errors[ridge] = float(np.sqrt(np.average((x[held] @ found - y[held]) ** 2, weights=weight[held])))
    ridge = max(r for r in RIDGES if errors[r] <= NEARLY * min(errors.values()))
    figures = {"rows": len(y), "spread": float(y.std()), "rmse": errors[ridge], "ridge": ridge}
    return [int(round(w * UNIT)) for w in fit(x, y, weight, ridge)], figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="FILE or FILE:WEIGHT, what a row of it counts for")
    parser.add_argument("--out", required=True)
    parser.add_argument("--keep", metavar="MODEL", help="a model whose other tables stay as they are")
    parser.add_argument("--only", nargs="+", default=[], metavar="CARDS/SEATS", help="the tables to make")
    given = parser.parse_args()
    if bool(given.keep) != bool(given.only):
        parser.error("--keep and --only belong together")
    names, parts, sources = None, {}, []
    for name in given.files:
        path, _, weight = name.partition(":")
        head, rows = read_rows(path, game="tramways")
        facts = {key: head[key] for key in ("seat_features", "table_features")}
        if names is not None and facts != names:
            raise SystemExit(f"{path} has other features than the files before it")
        names = facts
        cards = head["options"].get("options", {}).get("cards", "first")
        sources.append({key: head[key] for key in ("player", "seats", "seed", "deviate")}
                       | {"cards": cards, "games": len(set(rows[:, 0].tolist())), "weight": float(weight or 1)})
        for stage in range(FIRST, LAST + 1):
            here = rows[rows[:, 1] == stage]
            if len(here):
                x, y, held = flat(head, here)
                model = parts.setdefault((cards, head["seats"]), {})
                model.setdefault(stage, []).append((x, y, held, np.full(len(y), float(weight or 1))))
    t = len(names["table_features"])
    models, wanted = [], set(parts)
    if given.keep:
        with open(given.keep) as file:
            kept = json.load(file)
        if any(kept.get(key) != names[key] for key in names):
            raise SystemExit(f"{given.keep} has other features")
        wanted = {(cards, int(seats)) for cards, _, seats in (name.partition("/") for name in given.only)}
        if missing := wanted - set(parts):
            raise SystemExit(f"there are no games of {sorted(missing)}")
        models = [entry for entry in kept["models"] if (entry["cards"], entry["players"]) not in wanted]
        sources = kept["about"]["trained_on"] + [source for source in sources if (source["cards"], source["seats"]) in wanted]
    for (cards, seats), stages in sorted((table, stages) for table, stages in parts.items() if table in wanted):
        entry = {"cards": cards, "players": seats, "stages": []}
        for stage, list_of in sorted(stages.items()):
            others = [part for (c, n), model in parts.items() if c == cards and n != seats for part in model.get(stage, [])]
            weights, figures = train(list_of, others)
            entry["stages"].append({"stage": stage, "table": weights[:t], "seat": weights[t:]})
            print(cards, seats, stage, " ".join(f"{k} {v:.4g}" for k, v in figures.items()), flush=True)
        models.append(entry)
    models.sort(key=lambda entry: (entry["cards"], entry["players"]))
    model = {"about": {"trained_on": sources, "by": "tools/learn/tramways.py"}, "unit": UNIT} | names | {"models": models}
    text = json.dumps(model, separators=(",", ":"))
    for mark in ('{"cards"', '{"stage"', '"seat_features"', '"table_features"', '{"player"', '"unit"', '"models"'):
        text = text.replace(mark, "\n" + mark)
    with open(given.out, "w") as file:
        file.write(text + "\n")


if __name__ == "__main__":
    main()
