#!/usr/bin/env python3
"""Trains the learned evaluation of 1840 from what `remise learn-data` wrote.

    tools/learn/train.py --out data/bots/1840-learned.json [--onto MODEL | --like MODEL] FILE[:WEIGHT] ...

For each number of seats and each round two ridge regressions: how far a seat's final wealth is from the table's average
(numbers of the seat less their average), and that average (numbers of the table, and the sums over the seats). One game in
ten is held out: it chooses the strength of the ridge and gives the figures printed. How far a seat is ahead is fitted for all numbers of seats together
first, then corrected for each; and what is good to have never counts against a seat (SIGNS). With `--onto` the games correct a model that there is, which few
games of stronger players can do; numbers of seats without games stay as they are. With `--like` a model made of many games is fitted again by few: they say
which numbers move together, the model what they are worth, and how far the table's average will go is kept. Needs NumPy (Debian: python3-numpy).
"""
import argparse
import json

import numpy as np

UNIT = 4096
# Per weighted row, so that they mean the same for few games and many.
RIDGES = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2]
RIDGES_ONTO = [0.01, 0.03, 0.1, 0.3, 1, 3, 1e6]  # the last: as it was
# Of ridges that serve nearly as well the largest is taken. Numbers that move together (cash and its worth) else get large weights of
# opposite sign, which cancel in the games seen and not in positions that a search finds.
NEARLY = 1.005
# What a number may count: more of it is never bad (1), never good (-1), or either (0). A player who likes to buy red trams too early makes
# them look bad; a search that believes it buys none at all.
EITHER = {"places", "place", "preemptive", "directed", "shares", "shares_s", "unsold", "certificates", "markers", "not_begun", "privates", "face"}
BAD = {"loans", "no_tram"}
HELD_OUT = 10
COUNTED = 21  # LR5c: from here on hardly more than counting is left, which no ridge improves
FIRST_ROUND = 3  # LR1a. Before it hardly anything is decided yet: the forecast serves as well


def read_head(path, file, form, game="1840"):
    """What a file of remise learn-data says of itself in its first line; of any game where none is named."""
    try:
        head = json.loads(file.readline())
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != form or game not in (None, head.get("game")):
        raise SystemExit(f"{path} holds no {form}{f' of {game}' if game else ''}, as remise learn-data writes it")
    return head


def whole_lines(file):
    """The last line may be cut; a game of which there is nothing has its number alone."""
    return [line for line in file if line.endswith("\n") and not line.endswith(",\n")]


def read_model(path):
    try:
        with open(path) as file:
            model = json.load(file)
    except ValueError:
        model = None
    if not isinstance(model, dict) or not {"unit", "weights", "seat_features", "table_features", "seats"} <= model.keys():
        raise SystemExit(f"{path} is no model of 1840")
    return model


def read_rows(path, like=None, game="1840"):
    """What a file says of itself, and its rows. With a model, or what another file says: the numbers must mean the same."""
    with open(path, "rb") as file:
        head = read_head(path, file, "remise-learn-1", game)
        rows = np.frombuffer(file.read(), dtype="u1")
    rows = rows[: len(rows) // 4 * 4].view("<i4")  # the last row may be cut
    if like is not None and any(head.get(key) != like.get(key) for key in ("weights", "seat_features", "table_features")):
        raise SystemExit(f"{path} has other features than the model or the file before it")
    width = head["row"]
    if len(rows) < width:
        raise SystemExit(f"{path} holds no games")
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


def signs_of(names):
    kinds = [name.partition(".")[0] for name in names]
    return np.array([0 if kind in EITHER else -1 if kind in BAD else 1 for kind in kinds])


class Sums:
    """What a ridge regression without intercept needs to know of its rows, whatever the ridge."""

    def __init__(self, x, y, weight):
        self.scale = np.sqrt((weight[:, None] * x * x).sum(0) / weight.sum())
        self.scale[self.scale == 0] = 1
        z = x / self.scale
        self.gram, self.pull = (z * weight[:, None]).T @ z / weight.sum(), (z * weight[:, None]).T @ y / weight.sum()

    def fit(self, ridge, free=0, near=None, signs=None):
        """The first `free` columns are not held back; the others are held near `near` (else 0), with these signs."""
        hold = np.full(len(self.pull), float(ridge))
        hold[:free] = 1e-9
        pull = self.pull if near is None else self.pull + hold * near * self.scale
        gram = self.gram + np.diag(hold)
        found = np.linalg.solve(gram, pull)
        return (found if signs is None else with_signs(gram, pull, found, signs)) / self.scale


def with_signs(gram, pull, start, signs):
    """The least squares among weights of these signs: one weight after the other, until none changes."""
    allowed = lambda w, sign: max(w, 0.0) if sign > 0 else min(w, 0.0) if sign < 0 else w
    found = np.array([allowed(w, sign) for w, sign in zip(start, signs)])
    slope = gram @ found - pull
    for _ in range(500):
        most = 0.0
        for i, sign in enumerate(signs):
            w = allowed(found[i] - slope[i] / gram[i, i], sign)
            if w != found[i]:
                most = max(most, abs(w - found[i]))
                slope += gram[:, i] * (w - found[i])
                found[i] = w
        if most < 1e-3:
            break
    return found


def best_fit(x, y, weight, held_out, ridges=RIDGES, near=(None, None), teacher=None, **how):
    """Weights from all rows, weights without those held out, and the ridge that served these well. `near`: for both fits.
    With a teacher's values to learn from, the results choose the ridge alone, and all rows can do that."""
    x_out, y_out, w_out = x[held_out], y[held_out], weight[held_out]
    if teacher is not None:
        x_out, y_out, w_out, y, held_out = x, y, weight, teacher, np.full(len(y), False)
    train = Sums(x[~held_out], y[~held_out], weight[~held_out])
    fits = {ridge: train.fit(ridge, near=near[1], **how) for ridge in ridges}
    errors = {ridge: np.average((x_out @ fits[ridge] - y_out) ** 2, weights=w_out) for ridge in ridges}
    ridge = max(ridge for ridge in ridges if errors[ridge] <= NEARLY**2 * min(errors.values()))
    return Sums(x, y, weight).fit(ridge, near=near[0], **how), fits[ridge], ridge


def centred(a):
    return a - a.mean(axis=1, keepdims=True)


def whole(weights):
    return [int(round(w * UNIT)) for w in weights]


def flat(rows):
    """A row for each seat: numbers and result, both as far as they are from the table's average; weight; held out or not."""
    n, seats, f = rows.features.shape
    each = lambda a: np.repeat(a, seats)
    return centred(rows.features).reshape(n * seats, f), centred(rows.score).reshape(-1), each(rows.weight), each(rows.held_out)


def weights_of(entry):
    return np.array(entry["ahead"], float) / UNIT


def in_common(tables, signs, teachers):
    """How far a seat is ahead, for all numbers of seats together; each of them counts for the same."""
    x, y, weight, held_out = zip(*(flat(rows) for rows in tables))
    weight = [w / w.sum() for w in weight]
    taught = np.concatenate([a @ weights_of(t) for a, t in zip(x, teachers)]) if all(teachers) else None
    return best_fit(*map(np.concatenate, (x, y, weight, held_out)), signs=signs, teacher=taught)[:2]


def train_round(rows, signs, common, onto=None, teacher=None):
    x, y, weight, test = flat(rows)
    seats, held_out = rows.features.shape[1], rows.held_out
    everybody = np.concatenate([rows.table, rows.features.sum(axis=1)], axis=1)
    mean = rows.score.mean(axis=1)
    near_level, ridges = (None, None), RIDGES
    if onto:
        common = (weights_of(onto),) * 2
        near_level = (np.array(onto["table"] + onto["everybody"], float) / UNIT,) * 2
        ridges = RIDGES_ONTO
    ahead, ahead_train, ridge = best_fit(x, y, weight, test, RIDGES_ONTO, common,
                                         teacher=x @ weights_of(teacher) if teacher else None, signs=signs)
    level, level_train, _ = best_fit(everybody, mean, rows.weight, held_out, ridges, near_level, free=1)
    forecast = centred(rows.features[:, :, :1]).reshape(-1)
    error = lambda guess: float(np.sqrt(np.average((guess - y[test]) ** 2, weights=weight[test])))
    figures = {
        "rows": len(rows.score),
        "held_out": int(held_out.sum()),
        "ridge": ridge,
        "rmse_forecast": error(forecast[test]),
        "rmse_before": error(x[test] @ common[1]),
        "rmse": error(x[test] @ ahead_train),
        "correlation": float(np.corrcoef(x[test] @ ahead_train, y[test])[0, 1]),
        "rmse_level": float(np.sqrt(np.mean((everybody[held_out] @ level_train - mean[held_out]) ** 2))),
        "sd_level": float(np.std(mean[held_out])),
    }
    t = rows.table.shape[1]
    if teacher:
        return {"ahead": whole(ahead), "table": teacher["table"], "everybody": teacher["everybody"]}, figures
    return {"ahead": whole(ahead), "table": whole(level[:t]), "everybody": whole(level[t:])}, figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="FILE or FILE:WEIGHT, what a row of it counts for")
    parser.add_argument("--out", required=True)
    parser.add_argument("--onto", help="a model that the games correct")
    parser.add_argument("--like", help="a model to be fitted again: its values are learned, in the positions of the games")
    parser.add_argument("--only", type=int, nargs="*", help="with --onto or --like: numbers of seats to change; the others help to fit and stay")
    parser.add_argument("--figures", help="write the figures as JSON")
    given = parser.parse_args()

    if given.only and not (given.onto or given.like):
        raise SystemExit("--only goes with --onto or --like")
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
    figures, before, teachers, kept = [], {}, {}, {}
    if given.onto or given.like:
        known = read_model(given.onto or given.like)
        if any(known[name] != heads[name] for name in ("weights", "seat_features", "table_features")):
            raise SystemExit(f"{given.onto or given.like} has other features")
        model["about"]["onto" if given.onto else "like"] = known["about"]
        entries = {(entry["players"], one["round"]): one for entry in known["seats"] for one in entry["rounds"]}
        before, teachers = (entries, {}) if given.onto else ({}, entries)
        kept = {entry["players"]: entry for entry in known["seats"]}
        if given.only:
            model["about"]["only"] = given.only
    signs = signs_of(heads["seat_features"])
    joined = {key: join(list_of) for key, list_of in parts.items()}
    stage = heads["stages"]
    if given.like and (untaught := min((key for key in joined if (key[0], stage[key[1]]) not in teachers), default=None)):
        raise SystemExit(f"{given.like} has nothing to learn from for {untaught[0]} seats in {stage[untaught[1]]}")
    common = {}
    for r in {key[1] for key in joined}:
        here = [key for key in joined if key[1] == r]
        common[r] = in_common([joined[key] for key in here], signs, [teachers.get((key[0], stage[r])) for key in here])
    for seats in sorted({key[0] for key in parts} | set(kept)):
        if kept and (not any(key[0] == seats for key in parts) or given.only and seats not in given.only):
            model["seats"].append(kept[seats])
            continue
        entry = {"players": seats, "rounds": []}
        for r in range(FIRST_ROUND, len(heads["stages"])):
            if (seats, r) not in parts:
                continue
            weights, found = train_round(joined[seats, r], signs, common[r], before.get((seats, stage[r])), teachers.get((seats, stage[r])))
            if given.like and r >= COUNTED:
                weights["ahead"] = teachers[seats, stage[r]]["ahead"]
            entry["rounds"].append({"round": heads["stages"][r]} | weights)
            figures.append({"seats": seats, "round": heads["stages"][r]} | found)
            print(f"{seats} {heads['stages'][r]:5}", " ".join(f"{k} {v:.4g}" for k, v in found.items()), flush=True)
        entry["shown"] = [0 for _ in heads["stages"]]  # told1840.py knows better
        entry["doubt"] = [0] * FIRST_ROUND + [400] * (len(heads["stages"]) - FIRST_ROUND)  # calibrate.py knows better
        entry |= {name: value for name, value in kept.get(seats, {}).items() if name in ("shown", "doubt", "odds")}
        model["seats"].append(entry)
    with open(given.out, "w") as file:
        file.write(write(model))
    if given.figures:
        with open(given.figures, "w") as file:
            json.dump({"sources": sources, "rounds": figures}, file, indent=1)


def write(model):
    """One line for each list of numbers."""
    text = json.dumps(model, separators=(",", ":"))
    for mark in ('"ahead"', '"table":', '"everybody"', '"round"', '"shown"', '"odds"', '"doubt"', '"players"', '"seats":[{', '"seat_features"',
                 '"table_features"', '"trained_on"', '{"player"', '"unit"'):
        text = text.replace(mark, "\n" + mark)
    return text + "\n"


if __name__ == "__main__":
    main()
