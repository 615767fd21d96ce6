#!/usr/bin/env python3
"""What a server tells its host, against what the documents promise: every event of the log stands in docs/hosting.md with its level and no other does;
the dashboard and the alerts name only metrics that exist, and the dashboard shows them all."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sources = "\n".join(p.read_text() for p in sorted((ROOT / "src").rglob("*.cpp")))
faults = []

logged = {(event, level) for level, event in re.findall(r'log_line\(\s*(?:server::)?LogLevel::(\w+),\s*"(\w+)"', sources)}
page = (ROOT / "docs/hosting.md").read_text()
section = page[page.index("## Logs and metrics"):]
section = section[:section.index("\n## ", 5)]
told = set()
for row in re.findall(r"^\| (`.*)$", section, re.M):
    events, level, _ = (cell.strip() for cell in row.strip("|").split("|", 2))
    told |= {(event, level) for event in re.findall(r"`(\w+)`", events)}
faults += [f"docs/hosting.md does not tell of the event {e} ({level})" for e, level in sorted(logged - told)]
faults += [f"docs/hosting.md tells of {e} ({level}), which nothing logs" for e, level in sorted(told - logged)]

metrics = set(re.findall(r'"(remise_\w+)"', (ROOT / "src/server/app/metrics.cpp").read_text()))


def named(text):
    return {re.sub(r"_(bucket|sum|count)$", "", name) if name not in metrics else name for name in re.findall(r"\bremise_\w+", text)}


board = json.loads((ROOT / "deploy/grafana-dashboard.json").read_text())
shown = named(json.dumps([target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]))
alerts = named("\n".join(re.findall(r"expr:(.*)", (ROOT / "deploy/alerts.yml").read_text())))
faults += [f"the dashboard shows {m}, which does not exist" for m in sorted(shown - metrics)]
faults += [f"the dashboard does not show {m}" for m in sorted(metrics - shown)]
faults += [f"the alerts ask for {m}, which does not exist" for m in sorted(alerts - metrics)]

if not logged or not metrics or not alerts:
    faults.append("nothing was found to compare")
print("\n".join(faults) if faults else f"{len(logged)} events, {len(metrics)} metrics, {len(alerts)} of them with alerts: as told.")
sys.exit(1 if faults else 0)
