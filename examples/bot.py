#!/usr/bin/env python3
"""A bot for a Remise server, in plain Python: bot.py http://127.0.0.1:8840 TABLE [NAME]

It joins the table and plays legal moves at random until the match is over.
"""
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

server, table, name = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "bot.py"


def ask(method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(server + path, data, headers, method=method), timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


def fill(choice):
    """A legal entry may hold a range instead of a number: choose one of its numbers."""
    if isinstance(choice, dict):
        if "min" in choice and "max" in choice:
            return random.choice(range(choice["min"], choice["max"] + 1, choice.get("step", 1)))
        return {key: fill(value) for key, value in choice.items()}
    return [fill(value) for value in choice] if isinstance(choice, list) else choice


token = ask("POST", "/api/players", {})["token"]
joined = ask("POST", f"/api/tables/{table}/join", {"name": name}, token)
if "error" in joined:
    sys.exit(f"cannot join: {joined['error']['code']}")
rev, view = -1, None
while view is None or view["outcome"] is None:
    update = ask("GET", f"/api/tables/{table}/view" + (f"?rev={rev}&wait=25" if rev >= 0 else ""), token=token)
    if "error" in update:
        time.sleep(1)  # the server is busy, or away for a moment
        continue
    rev, view = update["rev"], update.get("view", view)
    if view and view["n"] >= 0 and view["legal"]:
        move = {"rev": rev, "key": str(uuid.uuid4()), "action": fill(random.choice(view["legal"]))}
        answer = ask("POST", f"/api/tables/{table}/moves", move, token)
        if "error" in answer and answer["error"]["code"] != "stale":
            print(answer["error"], file=sys.stderr)
print(json.dumps(view["outcome"]))
