#!/usr/bin/env python3
"""Prints how often `fleet` and `diff` are right about simulated fleets.

    benchmarks/fleets.py HEAPCONV FOLDER

HEAPCONV is the program. FOLDER is what FleetFilesTest wrote, whose Javadoc says how the groups `a`, `same` and `changed`
differ; `benchmarks/accuracy.sh fleets` runs both. All numbers are objects allocated per device and function.
"""

import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from inputs import Failed
from runs import find

FEWEST_ALLOCATIONS = 20  # Functions with less in the mean are not judged.
MOST, FEWER, TOTAL, SAME, GROWN, STRUCT = COLUMNS = (
    "means: at least half of the devices have it",
    "fewer have it",
    "total",
    "no change: called changed",
    "1.5 times the objects: called changed",
    "larger struct: interval holds no change",
)


class Tally:
    """How often something holds."""

    def __init__(self):
        self.held = self.count = 0

    def add(self, holds):
        self.held += bool(holds)
        self.count += 1

    def __str__(self):
        return f"{self.held / self.count:.3f} ({self.held} of {self.count})" if self.count else ""


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode:
        raise Failed(f"{' '.join(map(str, command))} ended with {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def rows(*command):
    return json.loads(run(*command, "--view", "alloc_objects", "-f", "json", "-n", "0"))["rows"]


def read_truth(folder):
    """Allocations per device by program and function."""
    truth = collections.defaultdict(dict)
    for line in (folder / "truth.tsv").read_text().splitlines():
        program, function, allocations = line.split("\t")
        truth[program][function] = int(allocations)
    return truth


def judge(heapconv, traces, truth, tallies):
    """Adds a program to the tallies of its line."""
    with tempfile.TemporaryDirectory() as work:
        for group in ("a", "same", "changed"):
            run(heapconv, "fleet", "add", "-q", f"{work}/{group}", traces / group,
                "--date", "2026-11-24", "--device", r"(\w+)\.pftrace")
        for row in rows(heapconv, "fleet", f"{work}/a"):
            is_total = row["kind"] == "total"
            mean = sum(truth.values()) if is_total else truth.get(row["function"], 0)
            if mean >= FEWEST_ALLOCATIONS:
                column = TOTAL if is_total else MOST if 2 * row["k"] >= row["n"] else FEWER
                tallies[column].add(row["mean_low"] <= mean <= row["mean_high"])
        for row in rows(heapconv, "diff", f"{work}/a", f"{work}/same"):
            if row.get("p") is not None:
                tallies[SAME].add(row["changed"])
        for row in rows(heapconv, "diff", f"{work}/a", f"{work}/changed"):
            if row["function"].startswith("grow_"):
                tallies[GROWN].add(row["changed"])
            if row["function"].startswith("struct_"):
                tallies[STRUCT].add(row["change_low"] <= 0 <= row["change_high"])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    heapconv, folder = find(sys.argv[1], "build it with ./install.sh"), Path(sys.argv[2])
    truth = read_truth(folder)
    print("| T | devices |", " | ".join(COLUMNS), "|")
    print("| --- " * (2 + len(COLUMNS)) + "|")
    for interval in sorted((path for path in folder.iterdir() if path.is_dir()), key=lambda path: int(path.name)):
        tallies = collections.defaultdict(Tally)
        for program in sorted(interval.iterdir()):
            judge(heapconv, program, truth[program.name], tallies)
        devices = len(list((program / "a").iterdir()))
        print(f"| {interval.name} | {devices} |", " | ".join(str(tallies[column]) for column in COLUMNS), "|", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(f"fleets.py: {failed}")
