#!/usr/bin/env python3
"""What players of 1840 do with their lines and trams, from games kept by `remise learn-data --moves`.

    tools/learn/habits.py REMISE FILE.moves ...

REMISE is the program that plays the moves again (build/dev/remise). Printed for each file: games, line turns and how many of them had no
tram, what was paid for lines on average and at most, lines bought that never ran, trams bought and scrapped in a game.
"""
import collections
import json
import subprocess
import sys
import tempfile


def events_of(remise, head, game):
    setup = head["options"] | {"players": head["seats"], "seed": f"{head['seed']}/{game['n']}"}
    match = {"format": "remise-match-1", "game": head["game"], "rules": game.get("rules", 3), "setup": setup, "actions": game["actions"]}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(match, file)
        file.flush()
        told = subprocess.run([remise, "replay", "--json", file.name], check=True, capture_output=True, text=True).stdout
    return [event for line in told.splitlines() for event in json.loads(line)["events"]]


def main():
    remise, files = sys.argv[1], sys.argv[2:]
    for path in files:
        with open(path) as file:
            head, *games = (json.loads(line) for line in file)
        count, paid, idle = collections.Counter(), [], 0
        for game in games:
            bought, ran = set(), set()
            for event in events_of(remise, head, game):
                count[event["kind"]] += 1
                if event["kind"] == "line_sold":
                    bought.add(event["line"])
                    paid.append(event["price"])
                elif event["kind"] == "line_ran":
                    ran.add(event["line"])
            idle += len(bought - ran)
        turns = count["line_ran"] + count["line_stayed"]
        print(
            f"{head['player']}, {head['seats']} seats, {len(games)} games: {turns} line turns, {100 * count['line_stayed'] / max(1, turns):.1f} % "
            f"without a tram; {len(paid)} lines bought for {sum(paid) / max(1, len(paid)):.0f} on average, at most {max(paid, default=0)}, "
            f"{idle} of them never ran; a game: {count['tram_bought'] / len(games):.1f} trams bought, {count['tram_scrapped'] / len(games):.1f} scrapped"
        )


if __name__ == "__main__":
    main()
