#!/usr/bin/env python3
"""Checks every relative link and picture in the Markdown files of the repository: the file must exist, and the heading where
one is named. Files written as code that look like paths of this repository (`docs/api.md`) must exist as well."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def pages():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return sorted(ROOT / name for name in set(listed.stdout.split("\n")) if name and (ROOT / name).exists())
    skip = {"node_modules", "build", "dist"}
    return sorted(p for p in ROOT.rglob("*.md") if not skip & set(p.relative_to(ROOT).parts))


def anchors(path):
    found = set()
    for heading in re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE):
        text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
        found.add(text.replace(" ", "-"))
    return found


def faults(page):
    text = page.read_text()
    prose = re.sub(r"^(?: {4}|```).*$", "", text, flags=re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists():
            yield f"no such file: {target}"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"no such heading: {target}"
    for name in re.findall(r"`((?:docs|data|src|tests|scripts|fuzz|bench|web|examples|cmake|deploy)/[\w./-]+\.\w+)`", prose):
        placeholder = re.search(r"\b[A-Z]{4,}\b", name)
        if not placeholder and not any((root / name).exists() for root in (ROOT, ROOT / "tests/third_game")):
            yield f"no such file: {name}"


def main():
    count = wrong = 0
    for page in pages():
        count += 1
        for fault in faults(page):
            wrong += 1
            print(f"{page.relative_to(ROOT)}: {fault}", file=sys.stderr)
    print(f"{count} pages, {wrong} broken links")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
