#!/usr/bin/env python3
"""A player for the arena, in plain Python: remise arena tramways -l easy --program 'python3 examples/program.py'

It is told positions and answers with moves, a line of JSON each (docs/bot-authors.md), and plays at random.
"""
import json
import random
import sys


def fill(choice):
    """A legal entry may hold a range instead of a number: choose one of its numbers."""
    if isinstance(choice, dict):
        if "min" in choice and "max" in choice:
            return random.choice(range(choice["min"], choice["max"] + 1, choice.get("step", 1)))
        return {key: fill(value) for key, value in choice.items()}
    return [fill(value) for value in choice] if isinstance(choice, list) else choice


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "game":
        random.seed(1)  # what is drawn at random is the same in every contest
    elif told["type"] == "move":
        print(json.dumps({"action": fill(random.choice(told["view"]["legal"]))}), flush=True)
