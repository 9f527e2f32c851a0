#!/usr/bin/env python3
"""Evaluates SKILL.md beside this file on recordings of programs that counted what they did.

  evaluate.py               runs the commands of the skill, with the heapconv on the PATH, and checks that they tell the truth
  evaluate.py --questions   prints the questions for an agent that has the skill, one JSON object a line
  evaluate.py --grade FILE  checks its answers: a JSON object of answers by the id of their question
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRACES = "testdata/heapprofd/"
# The ends of an interval of a number that counts as known: as the grade "plain".
PLAIN = 1.25 ** 2


def of_truth(name):
    return json.loads((ROOT / TRACES / f"{name}.truth.json").read_text())


def by_function(field):
    sums = {}
    for site in of_truth("truth_i4096")["sites"]:
        sums[site["function"]] = sums.get(site["function"], 0) + site[field]
    return sums


def live_by_phase():
    phases = of_truth("phases_i512")["phases"]
    return [{f: n["alloc_bytes"] - n["free_bytes"] for f, n in phase["cumulative"].items()} for phase in phases]


def interval(estimate):
    return [estimate["low"], estimate["high"]]


def first(sums):
    return max(sums, key=sums.get)


def largest(view):
    return lambda table: {"function": table["rows"][0]["name"], "bytes": interval(table["rows"][0]["self"][view])}


def count(table):
    """A count is told if it is within a factor of two."""
    objects = table["rows"][0]["self"]["alloc_objects"]
    told = objects["grade"] != "magnitude"
    return {"objects": interval(objects) if told else None, "between": interval(objects)}


def verdict(table):
    grown = sorted(failure["name"] for failure in table["verdict"]["failures"] if not failure["total"])
    return {"outcome": table["verdict"]["outcome"], "grown": grown}


def grown_by(share):
    before, after = live_by_phase()[0], live_by_phase()[-1]
    return sorted(f for f in after if after[f] > before[f] * (1 + share))


def leaks():
    of = live_by_phase()
    rising = [f for f in of[0] if all(a[f] <= b[f] for a, b in zip(of, of[1:]))]
    return sorted(f for f in rising if of[-1][f] > of[0][f])


def build_id(path):
    """Of an ELF file: its note of type 3 (NT_GNU_BUILD_ID)."""
    return re.search(rb"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0(.{20})", (ROOT / path).read_bytes(), re.S)[1].hex()


COUNT = 'The keys of the answer: "between", [LOW, HIGH] of the interval, and "objects", the same, or null if the number is not known within a factor of two.'
NAME = 'The keys of the answer: "function", and "bytes", [LOW, HIGH] of the interval.'
OUTCOME = 'The keys of the answer: "outcome" (pass, fail or inconclusive), and "grown", the names of the functions, sorted.'

# Id: question, command and its exit status, what an answer takes from its JSON, and what the program counted.
TASKS = {
    "live": (f"Which function holds the most live bytes in {TRACES}truth_i4096.pftrace, and how many? {NAME}",
             ["top", "--limit", "1", TRACES + "truth_i4096.pftrace"], 0, largest("space"),
             lambda: {"function": first(by_function("kept_bytes")), "bytes": max(by_function("kept_bytes").values())}),
    "allocated": (f"Which function allocated the most bytes in {TRACES}truth_i4096.pftrace, freed or not? {NAME}",
                  ["top", "--limit", "1", "--sort", "alloc_space", TRACES + "truth_i4096.pftrace"], 0, largest("alloc_space"),
                  lambda: {"function": first(by_function("alloc_bytes")), "bytes": max(by_function("alloc_bytes").values())}),
    "count": (f"How many objects did site_40000_kept() allocate in {TRACES}truth_i4096.pftrace? {COUNT}",
              ["top", "--filter", "^site_40000_kept", TRACES + "truth_i4096.pftrace"], 0, count,
              lambda: dict.fromkeys(("objects", "between"), by_function("alloc_count")["site_40000_kept()"])),
    "rough-count": (f"How many objects did site_16_kept() allocate in {TRACES}truth_i4096.pftrace? {COUNT}",
                    ["top", "--filter", "^site_16_kept", TRACES + "truth_i4096.pftrace"], 0, count,
                    lambda: {"objects": None, "between": by_function("alloc_count")["site_16_kept()"]}),
    "peak": (f'How many bytes were live at the peak of {TRACES}phases_i512.pftrace? The key of the answer: "bytes", [LOW, HIGH] of the interval.',
             ["top", "--limit", "1", "--dump", "max", TRACES + "phases_i512.pftrace"], 0,
             lambda table: {"bytes": interval(table["totals"]["space"])},
             lambda: {"bytes": max(sum(live.values()) for live in live_by_phase())}),
    "same": (f"Which functions hold more live bytes in {TRACES}truth_i4096.pftrace than in {TRACES}truth_i512.pftrace? {OUTCOME}",
             ["diff", "--fail-on", "space>0%", TRACES + "truth_i512.pftrace", TRACES + "truth_i4096.pftrace"], 0, verdict,
             # The program did the same twice.
             lambda: {"outcome": "pass", "grown": [s for s in of_truth("truth_i512")["sites"] if s not in of_truth("truth_i4096")["sites"]]}),
    "grown": (f"Which functions hold over 5 % more live bytes in the last dump of {TRACES}phases_i512.pftrace than in the first? {OUTCOME}",
              ["diff", "--fail-on", "space>5%", TRACES + "phases_i512.pftrace#first", TRACES + "phases_i512.pftrace#last"], 6, verdict,
              lambda: {"outcome": "fail", "grown": grown_by(.05)}),
    "other-program": (f"Did live bytes grow by over 5 % from {TRACES}truth_i512.pftrace to {TRACES}python_i4096.pftrace? {OUTCOME}",
                      ["diff", "--fail-on", "space>5%", TRACES + "truth_i512.pftrace", TRACES + "python_i4096.pftrace"], 7, verdict,
                      lambda: {"outcome": "inconclusive", "grown": []}),
    "incomplete-new": (f"Did live bytes grow by over 5 % from {TRACES}loss/stats_cfg.pftrace to {TRACES}loss/stats_buf.pftrace? {OUTCOME}",
                       ["diff", "--fail-on", "space>5%", TRACES + "loss/stats_cfg.pftrace", TRACES + "loss/stats_buf.pftrace"], 7, verdict,
                       lambda: {"outcome": "inconclusive", "grown": []}),
    "incomplete": (f'Can the numbers of {TRACES}overrun.pftrace be used? The keys of the answer: "complete" (true or false), and "warnings", their ids, sorted.',
                   ["top", "--limit", "1", TRACES + "overrun.pftrace"], 0,
                   lambda table: {"complete": not table["reliability"]["incomplete"], "warnings": sorted(w["id"] for w in table["warnings"])},
                   lambda: {"complete": False, "warnings": ["buffer-overran", "client-timeout"]}),
    "unreadable": (f'What holds the memory in {TRACES}python_truncated.pftrace? The key of the answer: "function", or null if that cannot be told.',
                   ["top", "--limit", "1", TRACES + "python_truncated.pftrace"], 3, lambda table: {"function": table},
                   lambda: {"function": None}),
    "leaks": (f'Which functions leak in {TRACES}phases_i512.pftrace? The key of the answer: "functions", their names, sorted.',
              ["growth", TRACES + "phases_i512.pftrace"], 0,
              lambda table: {"functions": sorted(row["name"] for row in table["rows"] if row["growth"]["grows"])},
              lambda: {"functions": leaks()}),
    "symbols": ('Which binary is needed to name the functions of testdata/symbols/pie.pftrace? The key of the answer: "build_id".',
                ["info", "testdata/symbols/pie.pftrace"], 0,
                lambda info: {"build_id": max(info["inputs"][0]["unnamed"], key=lambda binary: binary["share"])["build_id"]},
                lambda: {"build_id": build_id("testdata/symbols/prog")}),
}


def is_true(key, answer, truth):
    """A number of the truth has to lie in the interval of the answer, which is narrow unless it was asked for as it is."""
    if isinstance(truth, bool) or not isinstance(truth, (int, float)):
        return answer == truth
    return isinstance(answer, list) and answer[0] <= truth <= answer[1] and (key == "between" or answer[1] <= PLAIN * answer[0])


def run(command, status):
    made = subprocess.run(["heapconv", command[0], "--json", "-q", *command[1:]], cwd=ROOT, capture_output=True, text=True)
    if made.returncode != status:
        sys.exit(f"heapconv {' '.join(command)}: status {made.returncode} instead of {status}: {made.stderr}")
    return json.loads(made.stdout) if made.stdout else None


def main(arguments):
    if arguments == ["--questions"]:
        for name, (question, *_) in TASKS.items():
            print(json.dumps({"id": name, "question": question}))
        return 0
    if arguments and (len(arguments) != 2 or arguments[0] != "--grade"):
        sys.exit(__doc__)
    given = json.loads(pathlib.Path(arguments[1]).read_text()) if arguments else None
    wrong = 0
    for name, (_, command, status, read, truth) in TASKS.items():
        answer = given.get(name) if arguments else read(run(command, status))
        wanted = truth()
        good = isinstance(answer, dict) and all(is_true(key, answer.get(key), value) for key, value in wanted.items())
        wrong += not good
        print(f"{'ok   ' if good else 'WRONG'} {name}: {json.dumps(answer)}" + ("" if good else f"; the truth: {json.dumps(wanted)}"))
    print(f"{len(TASKS) - wrong} of {len(TASKS)} are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
