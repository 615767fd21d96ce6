#!/usr/bin/env python3
"""What a release is made of, as CycloneDX: sbom.py VERSION PROGRAM.

Debian's parts are the packages of the libraries PROGRAM is linked with and of the header libraries it is built from; npm's are those of
web/package-lock.json that the page itself holds (no tools).
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = json.loads((ROOT / "web/vite/third_parties.json").read_text())  # also what the page of licences shows
HEADERS = [part["debian"] for parts in PARTS.values() for part in parts if part.get("headers")]


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def debian(program):
    names = set(HEADERS)
    for line in output("ldd", program).splitlines():
        found = re.search(r"=> (/\S+)", line)
        for path in ([found.group(1), "/usr" + found.group(1)] if found else []):
            owner = output("dpkg-query", "-S", path)
            if owner:
                names.add(owner.split(":")[0])
                break
    for name in sorted(names):
        version = output("dpkg-query", "-W", "-f=${Version}", name)
        if version:
            yield {"type": "library", "name": name, "version": version, "purl": f"pkg:deb/debian/{name}@{version}?distro=bookworm"}


def npm():
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    for path, package in sorted(lock["packages"].items()):
        bundled = path == "node_modules/svelte"  # a tool by its place in package.json, but its runtime is in the page
        if path and (bundled or not (package.get("dev") or package.get("devOptional"))):
            name = path.split("node_modules/")[-1]
            yield {"type": "library", "name": name, "version": package["version"], "purl": f"pkg:npm/{name}@{package['version']}",
                   "licenses": [{"license": {"id": package.get("license", "unknown")}}]}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    version, program = sys.argv[1:]
    print(json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
                      "metadata": {"component": {"type": "application", "name": "remise", "version": version,
                                                 "licenses": [{"license": {"id": "MIT"}}]}},
                      "components": [*debian(program), *npm()]}, indent=1))


main()
