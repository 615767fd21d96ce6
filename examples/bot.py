#!/usr/bin/env python3
"""A bot for a Remise server, in plain Python.

bot.py http://127.0.0.1:8840 TABLE [NAME]      joins a table and plays there
bot.py http://127.0.0.1:8840 new:GAME [NAME]   makes a table with an easy bot of the server, starts it and plays

It plays legal moves at random until the match is over. It goes on when the server is away for a while, and when it is started again
itself: the token it was given is kept in bot-token.json, and with it the seat.
"""
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

if len(sys.argv) < 3:
    sys.exit(__doc__)
server, table, name = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "bot.py"
TOKENS = "bot-token.json"  # server -> token


def ask(method, path, body=None, token=None):
    """The answer, or the refusal. Asked again while the server is away: what is repeated with the same key is never played twice."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(server + path, data, headers, method=method), timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 502, 503, 504):
                return json.load(refused)
        except (OSError, ValueError):  # no connection, or one that broke in the middle of an answer
            pass
        time.sleep(1)


def my_token():
    tokens = json.load(open(TOKENS)) if os.path.exists(TOKENS) else {}
    if server not in tokens:
        tokens[server] = ask("POST", "/api/players", {})["token"]
        with open(os.open(TOKENS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(tokens, file)
    return tokens[server]


def fill(choice):
    """A legal entry may hold a range instead of a number: choose one of its numbers."""
    if isinstance(choice, dict):
        if "min" in choice and "max" in choice:
            return random.choice(range(choice["min"], choice["max"] + 1, choice.get("step", 1)))
        return {key: fill(value) for key, value in choice.items()}
    return [fill(value) for value in choice] if isinstance(choice, list) else choice


def accepted(answer, what):
    if "error" in answer:
        sys.exit(f"cannot {what}: {answer['error']['code']}")
    return answer


token = my_token()
if table.startswith("new:"):
    seats = [{"kind": "human"}, {"kind": "bot", "level": "easy"}]
    table = accepted(ask("POST", "/api/tables", {"game": table[4:], "seats": seats, "name": name}, token), "make a table")["table"]["id"]
    accepted(ask("POST", f"/api/tables/{table}/start", {}, token), "start")
    print(f"{server}/#/t/{table}", file=sys.stderr)
else:
    accepted(ask("POST", f"/api/tables/{table}/join", {"name": name}, token), "join")
rev, view = -1, None
while view is None or view["outcome"] is None:
    update = accepted(ask("GET", f"/api/tables/{table}/view" + (f"?rev={rev}&wait=25" if rev >= 0 else ""), token=token), "look")
    rev, view = update["rev"], update.get("view", view)
    if view and view["n"] >= 0 and view["legal"]:
        move = {"rev": rev, "key": str(uuid.uuid4()), "action": fill(random.choice(view["legal"]))}
        answer = ask("POST", f"/api/tables/{table}/moves", move, token)
        if "error" in answer and answer["error"]["code"] != "stale":
            print(answer["error"], file=sys.stderr)
print(json.dumps(view["outcome"]))
