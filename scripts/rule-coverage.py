#!/usr/bin/env python3
"""Which tests cite which rule, and whether they pass.

    scripts/rule-coverage.py                                       fails where a rule has no test
    scripts/rule-coverage.py --junit build/dev/tests.xml --out build/dev/rule-coverage.md     also writes the page

Results also tell which refusals happened (tests/support/refused.h): every code of every game must have.

A test cites a rule by its name (R30_R31_..., Section8_4_1_..., E12_...) or in a comment of its body. A test named after
a group (Section8_5_...) does not stand for the rules of the group. The rules of a game are listed in
tests/GAME/rules.txt.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)


class Test:
    def __init__(self, file, suite, name, body):
        self.file, self.suite, self.name = file, suite, name
        comments = " ".join(re.findall(r"//(.*)", body))
        self.named = set(names_in(name))
        self.cited = set(re.findall(r"(?<![\w.])(?:[A-Z]\d+|\d+(?:\.\d+)+)(?![\w.]\d|\w)", comments))
        self.passed = None  # until a result is read

    def full_name(self):
        return f"{self.suite}.{self.name}"


def names_in(name):
    """R30_R31_X -> R30, R31; Section8_4_1_X -> 8.4.1; E12_X -> E12."""
    for number in re.findall(r"(?:^|_)Section(\d+(?:_\d+)*)(?=_|$)", name):
        yield number.replace("_", ".")
    yield from re.findall(r"(?:^|_)([A-Z]\d+)a?(?=_|$)", name)


def tests_of(folder):
    found = []
    for path in sorted((ROOT / "tests" / folder).glob("*.cpp")):
        text = path.read_text()
        starts = list(TEST.finditer(text))
        for i, match in enumerate(starts):
            end = starts[i + 1].start() if i + 1 < len(starts) else len(text)
            found.append(Test(path.relative_to(ROOT), match[1], match[2], text[match.end():end]))
    return found


def rules_of(path):
    """The title and the rules of a list: `8.4.1 what it is about <- Tests.That Prove.It`, or `R1..R123 PAGE`, where the rows of a
    table on that page say in their second column what each is about."""
    title, rules = path.parent.name, []
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        rule, about = line.split(" ", 1)
        if rule == "title":
            title = about
        elif ".." in rule:
            letter, first, last = re.fullmatch(r"([A-Z])(\d+)\.\.\1(\d+)", rule).groups()
            page = (ROOT / about).read_text()
            described = dict(re.findall(rf"^\| ({letter}\d+) \| (.*?) \|", page, re.MULTILINE))
            rules += [(f"{letter}{n}", described.get(f"{letter}{n}", "")) for n in range(int(first), int(last) + 1)]
        else:
            about, _, shown = about.partition(" <- ")
            shown_by[rule] = shown.split()
            rules.append((rule, about))
    return title, rules


shown_by = {}  # rule -> full names of tests that prove it without naming it


def citing(rule, tests):
    return [t for t in tests if rule in t.named or rule in t.cited or t.full_name() in shown_by.get(rule, [])]


def read_results(junit, tests):
    """ctest's own file: the name of a parametrised test has more around it, and its failures count for all."""
    by_name = {}
    for test in tests:
        by_name.setdefault(test.full_name(), []).append(test)
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        name = case.get("name")
        plain = re.sub(r"/\w+(?: #.*)?$", "", name)
        plain = plain.split("/", 1)[-1]
        if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
            continue  # it needs something that is not here; the other tests of the rule count
        passed = case.get("status") == "run" and case.find("failure") is None
        for test in by_name.get(plain, []):
            test.passed = passed and test.passed is not False


def refusals(junit):
    """The codes of the games that no test of this run has met, and how many there are."""
    said = "\n".join(out.text or "" for out in xml.etree.ElementTree.parse(junit).getroot().iter("system-out"))
    known = set(re.findall(r"^refusal of (\w+: \w+)$", said, re.MULTILINE))
    met = set(re.findall(r"^refused in (\w+: \w+)$", said, re.MULTILINE))
    return sorted(known - met), len(known)


def mark(tests):
    if any(t.passed is False for t in tests):
        return "**fails**"
    return "passes" if any(t.passed for t in tests) else "not run"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--junit", help="results, as ctest --output-junit writes them")
    parser.add_argument("--out", help="the page to write (Markdown)")
    arguments = parser.parse_args()

    lists = sorted((ROOT / "tests").glob("*/rules.txt"))
    games = [(*rules_of(path), tests_of(path.parent.name)) for path in lists]
    if arguments.junit:
        read_results(arguments.junit, [test for _, _, tests in games for test in tests])
    names = {test.full_name() for _, _, tests in games for test in tests}
    missing = [f"the test {name} named for {rule}" for rule, list_ in shown_by.items() for name in list_ if name not in names]
    page, failing, silent = ["# Rules and the tests that cite them", ""], [], []
    for title, rules, tests in games:
        page += [f"## {title}", "", "| rule | about | tests | result |", "| --- | --- | --- | --- |"]
        for rule, about in rules:
            found = citing(rule, tests)
            if not found:
                missing.append(f"{title}: {rule} ({about})")
            elif arguments.junit and mark(found) != "passes":
                (failing if mark(found) != "not run" else silent).append(f"{title}: {rule}")
            names = "<br>".join(f"`{t.full_name()}`" for t in found) or "**none**"
            page.append(f"| {rule} | {about} | {names} | {mark(found) if found else '**missing**'} |")
        page.append("")
        print(f"{title}: {sum(bool(citing(r, tests)) for r, _ in rules)} of {len(rules)} rules cited by "
              f"{sum(any(t in citing(r, tests) for r, _ in rules) for t in tests)} tests")
    unmet = []
    if arguments.junit:
        unmet, known = refusals(arguments.junit)
        print(f"refusals: {known - len(unmet)} of {known} codes met by tests")
        unmet = unmet if known else ["anything: the tests that list the codes did not run"]
    if arguments.out:
        pathlib.Path(arguments.out).write_text("\n".join(page))
        print(f"written: {arguments.out}")
    for name, list_ in (("no test cites", missing), ("a test fails for", failing), ("no result for", silent),
                        ("no test was refused by", unmet)):
        for entry in list_:
            print(f"{name} {entry}", file=sys.stderr)
    return 1 if missing or failing or silent or unmet else 0


if __name__ == "__main__":
    sys.exit(main())
