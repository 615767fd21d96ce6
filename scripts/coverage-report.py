#!/usr/bin/env python3
"""What the counts of executed lines say (scripts/coverage.sh).

    scripts/coverage-report.py LINES.json [FOLDER]     lines by folder, or by file of one folder

LINES.json is gcovr's.
"""
import collections
import json
import pathlib
import sys


def folder_of(path):
    parts = pathlib.PurePath(path).parts
    return "/".join(parts[:3] if parts[1] in ("games", "bots") and len(parts) > 3 else parts[:2])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    only = sys.argv[2] if len(sys.argv) == 3 else None
    files = {}
    for entry in json.loads(pathlib.Path(sys.argv[1]).read_text())["files"]:
        counts = files.setdefault(entry["file"], {})
        for line in entry["lines"]:
            if not line.get("gcovr/noncode"):
                counts[line["line_number"]] = counts.get(line["line_number"], 0) + line["count"]
    table = collections.defaultdict(lambda: [0, 0])
    for path, counts in files.items():
        if only and folder_of(path) != only:
            continue
        for row in (table[path if only else folder_of(path)], table["all"]):
            row[0] += len(counts)
            row[1] += sum(count > 0 for count in counts.values())
    print("| folder | lines | executed |\n| --- | --- | --- |")
    for folder, (lines, hit) in sorted(table.items(), key=lambda row: (row[0] == "all", row[0])):
        print(f"| {folder} | {lines} | {hit / max(lines, 1):.1%} |")


if __name__ == "__main__":
    main()
