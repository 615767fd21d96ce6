#!/usr/bin/env python3
"""Designs cards and boards of Tramways, and searches for designs that play well.

    design.py make DIR [--design FILE] [--seed N]      write cards.json and boards.json of a design
    design.py search DIR --measures PROGRAM [...]      look for better designs; the best is kept in DIR
    design.py loss FILE                                what is wrong with the measures of a design

A design is a dictionary of a few numbers (DESIGN below) and a seed. Counts, names and printed examples of the game are
fixed; the rest of each card and board is drawn. `bench_tramways_measures` plays games and says how they look.
"""
import argparse
import json
import os
import random
import subprocess
import sys

# name: (value, lowest, highest)
DESIGN = {
    "l_rail": (0.5, 0, 1),  # parcel cards with a rail ...
    "l_rail2": (0.2, 0, 0.6),  # ... of two pieces, a part of these
    "l_dest": (0.5, 0, 1),  # parcel cards with a destination
    "l_other": (0.2, 0, 0.6),  # parcel cards with something else
    "d_rich": (0.5, 0, 1),  # development cards with a further symbol
    "a_rich": (0.4, 0, 1),  # auction cards with four symbols
    "a_poor": (0.3, 0, 0.7),  # auction cards with two
    "b_rich": (0.3, 0, 1),  # building cards with a fourth symbol
    "bite": (0.4, 0, 1),  # rich cards with a consequence
    "bite_auction": (0.5, 0, 1),  # the same for auction cards
    "bite_stress": (0.7, 0, 1),  # consequences that are stress
    "bite_two": (0.3, 0, 1),  # consequences of two
    "rail_sum": (0.5, 0, 1),  # weight of larger rails on cards
    "dest_R": (1.0, 0.3, 2), "dest_C": (1.3, 0.3, 2), "dest_L": (0.7, 0.2, 2), "dest_I": (1.2, 0.3, 2),
    "w_rail": (3.0, 1, 6), "w_dest": (3.0, 1, 6), "w_worker": (0.8, 0.1, 2), "w_stress": (0.6, 0, 2),
    "w_money": (1.0, 0, 3), "w_upgrade_link": (0.9, 0.2, 2), "w_upgrade_building": (0.9, 0.2, 2),
    "w_build": (0.8, 0.2, 2), "w_passenger": (0.5, 0.1, 1.5),
    "buildings": (2.3, 2, 3.4),  # building fields on a board
    "double": (0.3, 0, 0.8),  # boards with a building of two fields
    "mountains": (2.0, 0, 6), "water": (1.0, 0, 3),
}
# Further numbers, which the second set did not have: without them a design is drawn as if they were these, or as the number they name.
FURTHER = {
    "bite_development": ("bite", 0, 1),  # rich development cards with a consequence: the fewer, the more a shop's card is worth
    "bite_building": ("bite", 0, 1),  # the same for building cards
    "bite_parcel": (0, 0, 1), "stress_parcel": (0, 0, 1),  # parcel cards with two further symbols
    "stress_development": ("bite_stress", 0, 1), "stress_building": ("bite_stress", 0, 1), "stress_auction": ("bite_stress", 0, 1),
    "d_four": (0, 0, 1),  # rich development cards with four symbols
    "rail_one": (0, 0, 2), "rail_two": (1, 0, 2),  # more rails of one piece, weight of those of two
    "at_R": (1, 0.5, 2), "at_C": (1, 0.5, 2), "at_L": (1, 0.5, 2), "at_I": (1, 0.5, 2),  # printed buildings by kind
}

PARCELS = {"A": (["A1", "A2"], ["A1", "A2"]), "B": (["B2", "B3"], ["B1", "B2"]), "C": (["C1", "C2"],) * 2,
           "D": (["D1", "D2", "D3"],) * 2, "E": (["E1", "E2", "E3"],) * 2, "F": (["F1", "F2", "F3"],) * 2,
           "G": (["G1", "G2", "G3"],) * 2, "H": (["H1", "H2", "H3"],) * 2, "I": (["I1", "I2"],) * 2,
           "J-1": (["J1"],) * 2, "J-2": (["J1"],) * 2, "J-3": (["J1"],) * 2}
NAMES = ["A1", "A2", "B1", "B2", "B3", "C1", "C2", "D1", "D2", "D3", "E1", "E2", "E3", "F1", "F2", "F3", "G1", "G2", "G3",
         "H1", "H2", "H3", "I1", "I2", "J1"]
VOID = {69, 70, 71, 78, 84, 89, 90}
TYPES = "RCLI"
# What the rules tell of single cards.
FIXED = {1: ["dest_R", "dest_C", "dest_L", "dest_I"], 13: ["money2", "stress_down"], 30: ["parcel_D3", "build"],
         40: ["parcel_H1", "dest_L", "rail1"], 50: ["dest_R", "upgrade_building", "money2"]}
ORDER = ["parcel_", "rail", "dest_", "build", "upgrade_link", "upgrade_building", "worker", "money", "stress_down", "add_passenger"]
BEGINS = {5: ["dest_R"]}
CONSEQUENCES = {72: ("pay", 2), 73: ("stress", 1)}


class Bag:
    """Symbols drawn so that each kind comes as often as its weight says, with little chance."""

    def __init__(self, weights, rng):
        self.weights = {k: w for k, w in weights.items() if w > 0}
        self.owed = {k: rng.random() * w for k, w in self.weights.items()}
        self.rng = rng

    def draw(self, without=()):
        total = sum(self.weights.values())
        for kind, weight in self.weights.items():
            self.owed[kind] += weight / total
        open_kinds = [k for k in self.weights if k not in without]
        best = max(open_kinds, key=lambda k: self.owed[k] + 0.3 * self.rng.random())
        self.owed[best] -= 1
        return best


def whole(design):
    """A design with all numbers."""
    return {**{k: design[v[0]] if isinstance(v[0], str) else v[0] for k, v in FURTHER.items()}, **design}


def card_symbols(d, rng):
    dests = Bag({t: d["dest_" + t] for t in TYPES}, rng)
    rails = Bag({"rail1": 1.2 - d["rail_sum"] + d["rail_one"], "rail2": d["rail_two"], "rail3": 0.1 + 0.5 * d["rail_sum"]}, rng)
    money = Bag({"money1": 1, "money2": 1, "money3": 0.5}, rng)
    works = {"upgrade_link": d["w_upgrade_link"], "upgrade_building": d["w_upgrade_building"], "build": d["w_build"]}
    office = {"worker": d["w_worker"], "stress_down": d["w_stress"], "money": d["w_money"], "add_passenger": d["w_passenger"]}
    kinds = Bag({"rail": d["w_rail"], "dest": d["w_dest"], **works, **office}, rng)
    others = Bag(office, rng)

    def concrete(kind, have):
        if kind == "rail":
            return rails.draw()
        if kind == "dest":
            return "dest_" + dests.draw([s[5:] for s in have if s.startswith("dest_")])
        return money.draw() if kind == "money" else kind

    def fill(have, count):
        while len(have) < count:
            without = {"rail"} if any(s.startswith("rail") for s in have) else set()
            without |= {"money"} if any(s.startswith("money") for s in have) else set()
            without |= set(have) | ({"dest"} if sum(s.startswith("dest") for s in have) > 1 else set())
            have.append(concrete(kinds.draw(without), have))
        return have

    def share(n, part):  # exactly so many of n, in a drawn order
        chosen = [True] * round(n * part) + [False] * (n - round(n * part))
        rng.shuffle(chosen)
        return chosen

    slots = {}
    has_rail, has_dest = share(25, d["l_rail"]), share(25, d["l_dest"])
    for i, name in enumerate(NAMES):
        have = ["parcel_" + name]
        if has_rail[i]:
            have.append("rail2" if rng.random() < d["l_rail2"] else "rail1")
        if has_dest[i]:
            have.append(concrete("dest", have))
        if len(have) == 1 or rng.random() < d["l_other"]:
            have.append(concrete(others.draw(), have))
        slots[21 + i] = have
    rich_d = share(20, d["d_rich"])
    four_d = share(20, d["d_four"]) if d["d_four"] else [False] * 20
    for i in range(20):
        slots[1 + i] = fill(list(BEGINS.get(1 + i, [])), 2 if not rich_d[i] else 4 if four_d[i] else 3)
    rich_b = share(16, d["b_rich"])
    for i in range(16):
        own = "dest_" + TYPES[i // 4]
        have = ["dest_" + dests.draw([own[5:]])]
        slots[46 + i] = fill(have, 4 if rich_b[i] else 3)
    grades = [4] * round(30 * d["a_rich"]) + [2] * round(30 * d["a_poor"])
    grades = (grades + [3] * 30)[:30]
    rng.shuffle(grades)
    for i in range(30):
        slots[62 + i] = fill([], 4 if 62 + i in VOID else grades[i])
    slots.update({k: list(v) for k, v in FIXED.items()})
    for i in range(5):
        slots[92 + i], slots[97 + i] = ["rail2", "worker"], ["money1", "build"]
    return slots


def make_cards(d, rng):
    slots = card_symbols(d, rng)
    cards = []
    for card in range(1, 107):
        kind = next(t for t, last in (("D", 20), ("L", 45), ("B", 61), ("A", 91), ("G", 101), ("O", 106)) if card <= last)
        have = slots.get(card, [])
        consequence = CONSEQUENCES.get(card)
        rich = (kind == "A" and len(have) > 3 and card not in VOID) or (kind == "D" and len(have) > 2) or (kind == "B" and len(have) > 3)
        word = {"A": "auction", "D": "development", "B": "building", "L": "parcel"}.get(kind)
        rich = rich or (kind == "L" and len(have) > 2 and d["bite_parcel"] > 0)
        if rich and not consequence and card not in FIXED and rng.random() < d["bite_" + word]:
            consequence = ("stress" if rng.random() < d["stress_" + word] else "pay", 2 if rng.random() < d["bite_two"] else 1)
        have = have if card in FIXED or kind == "G" else sorted(have, key=lambda s: next(i for i, k in enumerate(ORDER) if s.startswith(k)))
        cards.append({"id": card, "type": kind, "slots": (have + [None] * 4)[:4], "stripe": kind != "O" and card not in VOID,
                      "void": card in VOID, "consequence": consequence and {"kind": consequence[0], "amount": consequence[1]},
                      "min_players": None if kind != "A" else 2 if card < 74 else 3 + (card - 74) // 6,
                      "building_type": TYPES[(card - 46) // 4] if kind == "B" else None,
                      "parcel": NAMES[card - 21] if kind == "L" else None})
    return cards


def neighbours(f):
    x, y = f % 5, f // 5
    return [g for g, ok in ((f - 5, y > 0), (f + 5, y < 2), (f - 1, x > 0), (f + 1, x < 4)) if ok]


def board_ok(fields):
    open_fields = [f for f in range(15) if fields[f] in ".^"]
    seen, left = {open_fields[0]}, [open_fields[0]]
    while left:
        for g in neighbours(left.pop()):
            if fields[g] in ".^" and g not in seen:
                seen.add(g), left.append(g)
    if len(seen) < len(open_fields):
        return False
    for f in range(15):
        if fields[f] in ".^~":
            continue
        beside = [fields[g] for g in neighbours(f)]
        if not any(b in (".", "^") for b in beside):
            return False  # every place can be left
        if any(b in TYPES and b != fields[f] for b in beside if fields[f] in TYPES):
            return False  # no two buildings side by side
        if sum(b not in (".", "^", "~", fields[f]) for b in beside) > 1:
            return False
    return True


def grow(fields, token, count, rng):
    """Lakes and ranges rather than single fields."""
    for _ in range(count):
        free = [f for f in range(15) if fields[f] == "."]
        beside = [f for f in free if any(fields[g] == token for g in neighbours(f))]
        if free:
            fields[rng.choice(beside if beside and rng.random() < 0.75 else free)] = token


def make_side(d, rng, parcels, kinds, old):
    count = int(d["buildings"]) + (rng.random() < d["buildings"] % 1)
    count = max(1, count + (1 if len(parcels) == 1 else 0) - (1 if len(parcels) == 3 and rng.random() < 0.3 else 0))
    names = [kinds.draw()]
    while len(names) < count:
        names.append(kinds.draw(names))
    mountains = round(d["mountains"] + rng.random() - 0.5) + (1 if old else 0)
    water = int(d["water"] + rng.random())
    for tried in range(3000):
        if tried % 500 == 499:  # too much on one board
            water, mountains = max(0, water - 1), max(0, mountains - 1)
        fields = ["."] * 15
        spots = rng.sample(range(15), 15)
        for name in list(parcels) + names:
            fields[spots.pop()] = name
        if rng.random() < d["double"]:
            at = fields.index(names[0])
            beside = [g for g in neighbours(at) if fields[g] == "."]
            if beside:
                fields[rng.choice(beside)] = names[0]
        for token, n in (("~", water), ("^", mountains)):
            grow(fields, token, n, rng)
        if board_ok(fields):
            return fields
    raise RuntimeError("no board")


def make_boards(d, rng):
    bags = {side: Bag({t: d["at_" + t] for t in TYPES}, rng) for side in ("1920", "1910")}
    boards = []
    for board, (new, old) in PARCELS.items():
        sides = {}
        for side, parcels in (("1920", new), ("1910", old)):
            fields = make_side(d, rng, parcels, bags[side], side == "1910")
            sides[side] = {"fields": [fields[r * 5:r * 5 + 5] for r in range(3)]}
        boards.append({"id": board, "sides": sides})
    return boards


def write(design, seed, folder, by_hand=None):
    """`by_hand`: cards and sides of boards that were set by hand afterwards, {"cards": {id: slots}, "boards": {"A 1920": rows}}."""
    rng = random.Random(seed)
    design = whole(design)
    cards, boards = make_cards(design, rng), make_boards(design, rng)
    by_hand = by_hand or {}
    for card, slots in by_hand.get("cards", {}).items():
        cards[int(card) - 1]["slots"] = (slots + [None] * 4)[:4]
    for name, rows in by_hand.get("boards", {}).items():
        board, side = name.split()
        next(b for b in boards if b["id"] == board)["sides"][side]["fields"] = [row.split() for row in rows]
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/cards.json", "w") as out:
        lines = ",\n".join("  " + json.dumps(c) for c in cards)
        out.write('{\n "format": "tramways-cards",\n "version": 1,\n "cards": [\n' + lines + "\n ]\n}\n")
    with open(folder + "/boards.json", "w") as out:
        text = []
        for b in boards:
            sides = ",\n".join('    "%s": {"fields": [\n%s\n     ]}' % (
                side, ",\n".join("      " + json.dumps(row) for row in b["sides"][side]["fields"])) for side in b["sides"])
            text.append('  {"id": "%s",\n   "sides": {\n%s}}' % (b["id"], sides))
        out.write('{\n "format": "tramways-boards",\n "version": 1,\n "width": 5,\n "height": 3,\n "every_type": true,\n "boards": [\n'
                  + ",\n".join(text) + "\n ]\n}\n")


USES = ["new", "left open", "continued", "redirected", "joined", "through", "split by a building", "link upgraded", "built",
        "building upgraded", "passenger moved", "$2 taken", "bid with cards"]


def faults(measures, wanted):
    """What is wrong, by measure. `wanted`: mean score at a table and alone, money at the end."""
    wrong = {}

    def add(name, amount, weight=1.0):
        wrong[name] = wrong.get(name, 0) + weight * max(0.0, amount) ** 2

    for seats, m in measures.items():
        players, games, deliveries = m["players"], m["games"], max(1, m.get("n deliveries", 0))
        mean = m["score"] / players
        add("score", abs(mean - (wanted["alone"] if seats == "1" else wanted["score"])) / 5 - 0.8)
        stress = m["stress"] / players
        add("stress", (6.5 - stress) / 1.5, 1.5), add("stress", (stress - 11) / 1.5)
        add("high stress", 0.05 - m["games above 15"] / games, 300), add("high stress", m["games above 15"] / games - 0.4, 10)
        for kind in TYPES:
            add("to " + kind, 0.145 - m.get("n to " + kind, 0) / deliveries, 500)
        add("money", m["money"] / players / 3 - wanted["money"] / 3, 1.5)
        if seats != "1":
            add("close", 0.62 - m["close"] / games, 20)
        for use in USES:
            if use == "bid with cards" and seats == "1":
                continue
            add(use, 0.36 - m.get("games with " + use, 0) / games, 4)
    return wrong


def measure(args, folder, deals):
    run = subprocess.run([args.measures, args.level, args.games, deals, folder], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr)
    return json.loads(run.stdout)


def together(one, other):
    """The measures of two lots of games."""
    return {seats: {k: one[seats].get(k, 0) + other[seats].get(k, 0) for k in {*one[seats], *other[seats]}} for seats in one}


def evaluate(args, design, seed, by_hand, folder, limit):
    """The loss over both lots of deals; the second is played only where the first is below the limit."""
    write(design, seed, folder, by_hand)
    played = measure(args, folder, args.deals + " 1")
    wrong = faults(played, args.wanted)
    if sum(wrong.values()) < limit:
        wrong = faults(together(played, measure(args, folder, args.deals + " 2")), args.wanted)
    else:
        wrong["limit"] = limit  # no better than that
    return sum(wrong.values()), wrong


def search(args):
    rng = random.Random(args.seed)
    state = args.dir + "/best.json"
    best = json.load(open(state if os.path.exists(state) else args.design))
    best["design"] = whole(best["design"])
    by_hand = best.get("by_hand")  # what was set by hand stays so in every design
    best["loss"], wrong = evaluate(args, best["design"], best["seed"], by_hand, args.dir + "/best", 1e9)
    print("start", round(best["loss"], 2), {k: round(v, 2) for k, v in wrong.items() if v > 0.05}, flush=True)
    bounds = {**DESIGN, **FURTHER}
    for n in range(args.steps):
        design = dict(best["design"])
        for name in rng.sample(sorted(bounds), rng.choice([1, 2, 3, 5])):
            _, low, high = bounds[name]
            design[name] = min(high, max(low, design[name] + rng.gauss(0, 0.2) * (high - low)))
        seed = best["seed"] if rng.random() < 0.7 else rng.randrange(10**6)
        loss, wrong = evaluate(args, design, seed, by_hand, args.dir + "/try", best["loss"] * 1.15)
        if loss < best["loss"]:
            best = {"design": design, "seed": seed, "by_hand": by_hand, "loss": loss, "wrong": wrong}
            json.dump(best, open(state, "w"), indent=1)
            write(design, seed, args.dir + "/best", by_hand)
            print(n, round(loss, 2), {k: round(v, 2) for k, v in wrong.items() if v > 0.05}, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["make", "search", "loss"])
    parser.add_argument("dir")
    parser.add_argument("--design")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measures", default="build/dev/bench/bench_tramways_measures")
    parser.add_argument("--level", default="hard@600")
    parser.add_argument("--games", default="1:24,2:28,3:16,4:12,5:8")
    parser.add_argument("--deals", default="search", help="seed of the games")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--wanted", type=json.loads, default={"score": 50, "alone": 59, "money": 9.5},
                        help="mean scores and money at the end that are wanted of that level")
    args = parser.parse_args()
    if args.what == "make":
        given = json.load(open(args.design)) if args.design else {"design": {k: v[0] for k, v in DESIGN.items()}}
        write(given["design"], given.get("seed", args.seed), args.dir, given.get("by_hand"))
    elif args.what == "search":
        search(args)
    else:
        wrong = faults(json.load(open(args.dir)), args.wanted)
        print(round(sum(wrong.values()), 2), {k: round(v, 2) for k, v in wrong.items() if v > 0.05})


if __name__ == "__main__":
    main()
