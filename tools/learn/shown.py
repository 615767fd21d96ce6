#!/usr/bin/env python3
"""Is what people are told honest? Of either game, from what players were shown of their own moves.

    tools/learn/shown.py FILE ...

The files are opinions (`remise learn-data --opinions`): expected results and chances as hints have them, and what came of the games. Printed for each
file and stage of the game (-1: before the first, as while setting up): the mean error of the expected results in per cent of the
mean result, with its 95 % interval by games, and the mean chance, expected and won. Then, for each player and game, ten classes of chances: how many, expected, won. Games that what is told was
fitted to (told.py, told1840.py) flatter; half of them judged by the other half would too, since what one half lacks the other has too much. Needs NumPy.
"""
import sys

import numpy as np

import calibrate
import train


class Opinions:
    """What was expected of each move, and what came of it; each column by move."""

    COLUMNS = ("game", "stage", "seat", "expected", "result", "chance", "won")

    def __init__(self, path, game=None):
        with open(path) as file:
            self.head = train.read_head(path, file, "remise-opinions-2", game)
            rows = np.array([[int(x) for x in line.split(",")] for line in train.whole_lines(file)]).reshape(-1, len(self.COLUMNS))
        if not len(rows):
            raise SystemExit(f"{path} holds no games")
        self.path = path
        for name, column in zip(self.COLUMNS, rows.T):
            setattr(self, name, column)

    @property
    def level(self):
        return self.head["player"].partition("@")[0]

    @property
    def games(self):
        return len(np.unique(self.game))

    @property
    def source(self):
        return {key: self.head[key] for key in ("player", "seats", "seed")} | {"games": self.games}

    def missing(self, here):
        """By how much the results there were more than expected: the mean of each game."""
        short = self.result - self.expected
        return np.array([short[here & (self.game == g)].mean() for g in np.unique(self.game[here])])


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    told = {}
    for opinions in map(Opinions, sys.argv[1:]):
        head, scale = opinions.head, opinions.result.mean()
        print(f"{opinions.path}: {head['game']} {head['options'].get('options', {})}, {head['player']}, {head['seats']} seats, {opinions.games} games, mean result {scale:.1f}")
        for stage in np.unique(opinions.stage):
            off = -opinions.missing(opinions.stage == stage)
            name = head["stages"][stage] if stage >= 0 else stage
            told_here = (opinions.stage == stage) & (opinions.chance >= 0)
            chance = f", chance {opinions.chance[told_here].mean() / 10:.0f}->{opinions.won[told_here].mean() / 10:.0f}" if told_here.any() else ""
            print(f"  {name}: {100 * off.mean() / scale:+.1f} % (+- {196 * off.std() / np.sqrt(len(off)) / scale:.1f}){chance}")
        told.setdefault((head["game"], opinions.level), []).append(opinions)
    for (game, level), of in told.items():
        expected, won = (np.concatenate([column(o)[o.chance >= 0] for o in of]) / 1000 for column in (lambda o: o.chance, lambda o: o.won))
        if len(expected):
            print(f"{game}, {level}: chances", " ".join(f"{k}%: {n} {e:.0f}->{w:.0f}" for k, n, e, w in calibrate.classes(expected, won)))


if __name__ == "__main__":
    main()
