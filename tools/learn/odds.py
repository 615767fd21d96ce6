"""Odds of winning as they are told: those that a search finds, as logarithms, moved and stretched by what came of games (src/bots/odds.h)."""
import numpy as np

UNIT = 100  # of a shift and a slope
NEARLY = 0.002  # nothing is quite certain
# Holds shift and slope as they are: a hundred games, decided early, know little of a slope (fitted without this to 100 games of hard at two seats it was
# 1.3, and 80 others wanted 0.8).
HELD = np.diag([10.0, 25.0])


def log_odds(chance):
    chance = np.clip(chance, NEARLY, 1 - NEARLY)
    return np.log(chance / (1 - chance))


def fit(found, even, won, weight):
    """Shift and slope of log odds as they are `found`, from those of an `even` share: the likeliest, held near 0 and 1."""
    z, middle = np.stack([np.ones_like(found), found - even]), np.array([0.0, 1.0])

    def loss(at):
        told = even + at @ z
        return (weight * (np.logaddexp(0, told) - won * told)).sum() + (at - middle) @ HELD @ (at - middle) / 2

    at = middle
    for _ in range(50):
        p = 1 / (1 + np.exp(-(even + at @ z)))
        pull = (z * weight * (won - p)).sum(axis=1) - HELD @ (at - middle)
        step = np.linalg.solve((z * (weight * p * (1 - p))) @ z.T + HELD, pull)
        while loss(at + step) > loss(at) and np.abs(step).max() > 1e-9:
            step /= 2
        at = at + step
    return at


def changed(had, files, here):
    """What each of these opinions (shown.py) should be told by, where those `here` (of each file) were told by `had` (of each file): pairs of shift and
    slope. One change for all of them, from an even share; each game counts once for each seat but one, since what the others win tells what the last one does."""
    found, evens, won, weight = [], [], [], []
    for file, at in zip(files, here):
        at = at & (file.chance >= 0)
        _, place, count = np.unique(file.game[at] * 8 + file.seat[at], return_inverse=True, return_counts=True)
        found.append(log_odds(file.chance[at] / 1000)), evens.append(np.full(at.sum(), log_odds(1 / file.head["seats"])))
        won.append(file.won[at] / 1000), weight.append((1 - 1 / file.head["seats"]) / count[place])
    a, b = fit(*(np.concatenate(column) for column in (found, evens, won, weight)))
    pairs = []
    for file, (shift, slope) in zip(files, had):
        even = log_odds(1 / file.head["seats"])
        pairs.append((int(round(UNIT * (a + even + b * (shift / UNIT - even)))), max(1, int(round(b * slope)))))
    return pairs
