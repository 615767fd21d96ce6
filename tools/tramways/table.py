#!/usr/bin/env python3
"""The table of docs/tramways-balance.md: table.py NAME FILE... [-- NAME FILE...]...

Each FILE is what bench_tramways_measures wrote; those of a set are added up, so that games may be played in several runs with different seeds.
"""
import json
import math
import sys

USES = ["bid with cards", "left open", "continued", "redirected", "joined", "through", "split by a building", "link upgraded",
        "building upgraded", "$2 taken"]


def added(files):
    sums = {}
    for name in files:
        for seats, measures in json.load(open(name)).items():
            mine = sums.setdefault(int(seats), {})
            for key, value in measures.items():
                mine[key] = mine.get(key, 0) + value
    return sums


def share(part, games):
    return f"{100 * part / games:.0f} %"


def fair(wins, games, seats):
    """Wins in multiples of the fair share, with a 95 % interval (Wilson)."""
    p, z = wins / games, 1.96
    middle, half = (p + z * z / 2 / games), z * math.sqrt(p * (1 - p) / games + z * z / 4 / games / games)
    low, high = (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)
    return f"{p * seats:.2f} ({low * seats:.2f} - {high * seats:.2f})"


def rows(seats, m):
    players, games, deliveries = m["players"], m["games"], m["n deliveries"]
    alone = seats == 1
    get = lambda key: m.get(key, 0)
    yield "games", f"{games:.0f}"
    mean = m["score"] / players
    yield "mean score", f"{mean:.1f}"
    yield "spread of scores", f"{math.sqrt(max(0, m['score squared'] / players - mean * mean)):.1f}"
    yield "second within 10 points", "-" if alone else share(get("close"), games)
    yield "stress at the end", f"{m['stress'] / players:.1f}"
    yield "games with stress above 15", share(get("games above 15"), games)
    for kind, name in zip("RCLI", ("homes", "shops", "leisure", "works")):
        yield "deliveries to " + name, share(get("n to " + kind), deliveries)
    yield "money at the end", f"{m['money'] / players:.1f}"
    yield "complete links", f"{m['links'] / players:.1f}"
    yield "deliveries", f"{deliveries / players:.1f}"
    yield "second symbols", f"{get('n second symbols') / players:.1f}"
    yield "dollars bid", "-" if alone else f"{get('n bid dollars') / players:.1f}"
    for use in USES:
        yield "games with: " + use, "-" if alone and use == "bid with cards" else share(get("games with " + use), games)
    yield "maps without a type", share(get("n incomplete map"), games)
    yield "first place in the first order, x fair", "-" if alone else fair(get("place 0"), games, seats)
    yield "first seat, x fair", "-" if alone else fair(get("seat 0"), games, seats)


def main():
    sets, columns, names = [[]], [], []
    for word in sys.argv[1:]:
        sets.append([]) if word == "--" else sets[-1].append(word)
    if not all(len(one) > 1 for one in sets):
        sys.exit(__doc__)
    for name, *files in sets:
        for i, (seats, m) in enumerate(sorted(added(files).items())):
            names.append(f"{name}: {seats}" if i == 0 else str(seats))
            columns.append(list(rows(seats, m)))
    print("| players | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    for row in zip(*columns):
        print(f"| {row[0][0]} | " + " | ".join(value for _, value in row) + " |")


if __name__ == "__main__":
    main()
