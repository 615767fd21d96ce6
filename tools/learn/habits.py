#!/usr/bin/env python3
"""What players of 1840 do with their lines and trams, from games kept by `remise learn-data --moves`.

    tools/learn/habits.py REMISE FILE.moves ...

    tools/learn/habits.py REMISE MATCH.json ...

REMISE is the program that plays the moves again (build/dev/remise). Printed for each file: games, line turns and how many of them had no
tram (in each line round too), runs at a loss, what was paid for lines on average and at most, lines bought that never ran, trams bought and scrapped in a game.
A match file (of people, say) is looked at in the same way.
"""
import collections
import json
import subprocess
import sys
import tempfile


def matches_of(path):
    """What the file is of, how many seats, and its matches."""
    try:
        with open(path) as file:
            text = file.read()
        first, _, rest = text.partition("\n")
        head = json.loads(first) if first.endswith("}") else json.loads(text)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("game") != "1840" or head.get("format") not in ("remise-match-1", "remise-moves-1"):
        raise SystemExit(f"{path} holds no games of 1840")
    if head["format"] != "remise-moves-1":
        return path, head["setup"]["players"], [head]
    games = []
    for line in rest.splitlines():
        try:
            games.append(json.loads(line))
        except json.JSONDecodeError:
            if not line.startswith('{"actions":['):  # else it was stopped there, and went on on the next line
                raise
    setup = lambda game: head["options"] | {"players": head["seats"], "seed": f"{head['seed']}/{game['n']}"}
    return head["player"], head["seats"], [{"format": "remise-match-1", "game": head["game"], "rules": game.get("rules", 3), "setup": setup(game),
                                            "actions": game["actions"]} for game in games]


def events_of(remise, match):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(match, file)
        file.flush()
        told = subprocess.run([remise, "replay", "--json", file.name], check=True, capture_output=True, text=True).stdout
    return [event for line in told.splitlines() for event in json.loads(line)["events"]]


def main():
    remise, files = sys.argv[1], sys.argv[2:]
    for path in files:
        name, seats, matches = matches_of(path)
        count, paid, idle = collections.Counter(), [], 0
        turns, stayed = collections.Counter(), collections.Counter()  # by line round: LR1 to LR5
        losses = []
        for match in matches:
            bought, ran, line_round = set(), set(), ""
            for event in events_of(remise, match):
                count[event["kind"]] += 1
                if event["kind"] == "round_started":
                    line_round = event["round"][:3]
                elif event["kind"] == "line_sold":
                    bought.add(event["line"])
                    paid.append(event["price"])
                elif event["kind"] == "line_ran":
                    ran.add(event["line"])
                    if event["net"] < 0:
                        losses.append(event["net"])
                if event["kind"] in ("line_ran", "line_stayed"):
                    turns[line_round] += 1
                    stayed[line_round] += event["kind"] == "line_stayed"
            idle += len(bought - ran)
        if not matches:
            raise SystemExit(f"{path} holds no games yet")
        games, all_turns = len(matches), sum(turns.values())
        print(
            f"{name}, {seats} seats, {games} games: {all_turns} line turns, {100 * sum(stayed.values()) / max(1, all_turns):.1f} % without a tram ("
            + ", ".join(f"{r} {stayed[r]} of {turns[r]}" for r in sorted(turns))
            + f"), {len(losses)} runs at a loss ({sum(losses)}); {len(paid)} lines bought for {sum(paid) / max(1, len(paid)):.0f} on average, at most {max(paid, default=0)}, "
            f"{idle} of them never ran; a game: {count['tram_bought'] / games:.1f} trams bought, {count['tram_scrapped'] / games:.1f} scrapped"
        )


if __name__ == "__main__":
    main()
