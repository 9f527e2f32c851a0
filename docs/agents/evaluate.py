#!/usr/bin/env python3
"""Evaluates SKILL.md beside this file on recordings of programs that counted what they did.

  evaluate.py                   runs the commands of the skill, with the heapconv on the PATH, and checks that they tell the truth
  evaluate.py --agent COMMAND   asks an agent: COMMAND gets skill and question on stdin, in a folder with the recordings, and prints its answer
  evaluate.py --questions       prints the questions, one JSON object a line
  evaluate.py --grade FILE      checks answers: a JSON object of answers by the id of their question

The exit status is 1 unless all answers are right.
"""
import argparse
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKILL = pathlib.Path(__file__).with_name("SKILL.md")
TRACES = "testdata/heapprofd/"
ALLOC = "testdata/alloc/"
ORDER = "Answer with a single JSON object, as the last line and without any markup."
# The ends of an interval of a number that counts as known: as the grade "plain".
PLAIN = 1.25 ** 2


def of_truth(name):
    return json.loads((ROOT / (name if "/" in name else TRACES + name)).with_suffix(".truth.json").read_text())


def by_function(field, name="truth_i4096"):
    sums = {}
    for site in of_truth(name)["sites"]:
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


def grown_by(share, base=0, new=-1):
    before, after = live_by_phase()[base], live_by_phase()[new]
    return sorted(f for f in after if after[f] > before[f] * (1 + share))


def leaks():
    of = live_by_phase()
    rising = [f for f in of[0] if all(a[f] <= b[f] for a, b in zip(of, of[1:]))]
    return sorted(f for f in rising if of[-1][f] > of[0][f])


def by_heap():
    heaps = of_truth("customheap_all")["heaps"]
    return {heap: sum(of["alloc_bytes"] - of["free_bytes"] for of in functions.values()) for heap, functions in heaps.items()}


def by_process():
    """The last dump of each process, as the trace was written by hand."""
    live = {}
    for process in (ROOT / TRACES / "synthetic/two_procs_new_iid.textproto").read_text().split("process_dumps {")[1:]:
        allocated, freed = ([int(n) for n in re.findall(field + r": (\d+)", process)] for field in ("self_allocated", "self_freed"))
        live[re.search(r"pid: (\d+)", process)[1]] = sum(allocated) - sum(freed)
    return live


def live_by_row(table):
    """By the last word of the rows' names."""
    return {re.split("[ ,]+", row["name"])[-1]: interval(row["self"]["space"]) for row in table["rows"]}


def fine_enough(error, size):
    """Of samples that are Poisson distributed, by the mean deviation of a normal distribution."""
    return [i for i in (512, 4096, 32768) if math.sqrt(2 / math.pi * i / size) <= error]


def build_id(path):
    """Of an ELF file: its note of type 3 (NT_GNU_BUILD_ID)."""
    return re.search(rb"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0(.{20})", (ROOT / path).read_bytes(), re.S)[1].hex()


COUNT = 'The keys of the answer: "between", [LOW, HIGH] of the interval, and "objects", the same, or null if the number is not known within a factor of two.'
NAME = 'The keys of the answer: "function", and "bytes", [LOW, HIGH] of the interval.'
OUTCOME = 'The keys of the answer: "outcome" (pass, fail or inconclusive), and "grown", the names of the functions, sorted.'

# Id: question, command and its exit status, what an answer takes from its JSON, and what the program counted.
TASKS = {
    "live": (f"Which function holds the most live bytes in {TRACES}truth_i4096.pftrace, and how many? {NAME}",
             ["--limit", "1", TRACES + "truth_i4096.pftrace"], 0, largest("space"),
             lambda: {"function": first(by_function("kept_bytes")), "bytes": max(by_function("kept_bytes").values())}),
    "allocated": (f"Which function allocated the most bytes in {TRACES}truth_i4096.pftrace, freed or not? {NAME}",
                  ["--limit", "1", "--sort", "alloc_space", TRACES + "truth_i4096.pftrace"], 0, largest("alloc_space"),
                  lambda: {"function": first(by_function("alloc_bytes")), "bytes": max(by_function("alloc_bytes").values())}),
    "count": (f"How many objects did site_40000_kept() allocate in {TRACES}truth_i4096.pftrace? {COUNT}",
              ["--filter", "^site_40000_kept", TRACES + "truth_i4096.pftrace"], 0, count,
              lambda: dict.fromkeys(("objects", "between"), by_function("alloc_count")["site_40000_kept()"])),
    "rough-count": (f"How many objects did site_16_kept() allocate in {TRACES}truth_i4096.pftrace? {COUNT}",
                    ["--filter", "^site_16_kept", TRACES + "truth_i4096.pftrace"], 0, count,
                    lambda: {"objects": None, "between": by_function("alloc_count")["site_16_kept()"]}),
    "peak": (f'How many bytes were live at the peak of {TRACES}phases_i512.pftrace? The key of the answer: "bytes", [LOW, HIGH] of the interval.',
             ["--limit", "1", "--dump", "max", TRACES + "phases_i512.pftrace"], 0,
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
                   ["--limit", "1", TRACES + "overrun.pftrace"], 0,
                   lambda table: {"complete": not table["reliability"]["incomplete"], "warnings": sorted(w["id"] for w in table["warnings"])},
                   lambda: {"complete": False, "warnings": ["buffer-overran", "client-timeout"]}),
    "unreadable": (f'What holds the memory in {TRACES}python_truncated.pftrace? The key of the answer: "function", or null if that cannot be told.',
                   ["--limit", "1", TRACES + "python_truncated.pftrace"], 3, lambda table: {"function": table},
                   lambda: {"function": None}),
    "leaks": (f'Which functions leak in {TRACES}phases_i512.pftrace? The key of the answer: "functions", their names, sorted.',
              ["growth", TRACES + "phases_i512.pftrace"], 0,
              lambda table: {"functions": sorted(row["name"] for row in table["rows"] if row["growth"]["grows"])},
              lambda: {"functions": leaks()}),
    "no-stacks": (f'What holds the memory in {TRACES}stream_phases.pftrace? The key of the answer: "function", or null if that cannot be told.',
                  ["--limit", "1", TRACES + "stream_phases.pftrace"], 3, lambda table: {"function": table},
                  lambda: {"function": None}),
    "not-sampled": (f'How many bytes are live in {ALLOC}gperftools/tc_off.heap? The key of the answer: "bytes", [LOW, HIGH] of the interval, or null if that cannot be told.',
                    ["--limit", "1", ALLOC + "gperftools/tc_off.heap"], 0,
                    lambda table: {"bytes": None if table["reliability"]["incomplete"] else interval(table["totals"]["space"])},
                    lambda: {"bytes": None}),
    "lost-elsewhere": (f'Can the numbers of {TRACES}loss/stats_cfg.pftrace be used? The keys of the answer: "complete" (true or false), and "warnings", their ids, sorted.',
                       ["--limit", "1", TRACES + "loss/stats_cfg.pftrace"], 0,
                       lambda table: {"complete": not table["reliability"]["incomplete"], "warnings": sorted(w["id"] for w in table["warnings"])},
                       # What was lost was in a buffer of other data.
                       lambda: {"complete": True, "warnings": []}),
    "raw": (f'Another tool says that {TRACES}truth_i512.pftrace has 58,337 live objects, the number of samples. How many are live? The key of the answer: "between", [LOW, HIGH] of the interval.',
            ["--limit", "1", TRACES + "truth_i512.pftrace"], 0, lambda table: {"between": interval(table["totals"]["objects"])},
            lambda: {"between": sum(by_function("kept_count", "truth_i512").values())}),
    "scaled": (f'How many bytes does main.site16 hold in {ALLOC}go/go123_rate524288.heap.pb.gz? The key of the answer: "bytes", [LOW, HIGH] of the interval.',
               ["--filter", r"^main\.site16$", ALLOC + "go/go123_rate524288.heap.pb.gz"], 0,
               lambda table: {"bytes": interval(table["rows"][0]["self"]["space"])},
               # Go scaled it: scaled once more, it would be more.
               lambda: {"bytes": of_truth(ALLOC + "go/go123_rate524288")["functions"]["main.site16"]["inuse_space"]}),
    "peaks": (f"Each dump of {TRACES}dumpmax_cont_i1.pftrace shows a peak. Which function held the most at the second, and how much? {NAME}",
              ["--limit", "1", TRACES + "dumpmax_cont_i1.pftrace"], 0, largest("space"),
              lambda: {"function": "second_hump()", "bytes": of_truth("dumpmax_cont_i1")["peak2"]["second_hump()"]["bytes"]}),
    "heaps": (f"How many bytes are live in each heap of {TRACES}customheap_all.pftrace at its end? The keys of the answer: the names of the heaps, each with [LOW, HIGH] of its interval.",
              ["--by", "heap", TRACES + "customheap_all.pftrace"], 0, live_by_row, by_heap),
    "processes": (f"How many bytes are live in each process of {TRACES}synthetic/two_procs_new_iid.pftrace at its end? The keys of the answer: the pids, each with [LOW, HIGH] of its interval.",
                  ["--by", "process", TRACES + "synthetic/two_procs_new_iid.pftrace"], 0, live_by_row, by_process),
    "labels": (f"How many bytes hold the threads worker-0 to worker-3 in {ALLOC}jemalloc/je531_lg15_t4_acc1_names.heap? The keys of the answer: their names, each with [LOW, HIGH] of its interval.",
               ["--by", "thread", ALLOC + "jemalloc/je531_lg15_t4_acc1_names.heap"], 0, live_by_row,
               # jemalloc counts what a block of its sizes can hold.
               lambda: {thread: of["inuse_usable"] for thread, of in of_truth(ALLOC + "jemalloc/je531_lg15_t4_acc1_names")["by_thread"].items() if thread.startswith("worker")}),
    "shrunk": (f'Which functions hold less live bytes in the last dump of {TRACES}phases_i512.pftrace than in the first, by over 5 % of the last? The key of the answer: "shrunk", the names of the functions, sorted.',
               ["diff", "--fail-on", "space>5%", TRACES + "phases_i512.pftrace#last", TRACES + "phases_i512.pftrace#first"], 6,
               lambda table: {"shrunk": verdict(table)["grown"]}, lambda: {"shrunk": grown_by(.05, -1, 0)}),
    "warm-up": (f'Does once_at_start() leak in {TRACES}phases_i512.pftrace? The key of the answer: "grows" (true or false).',
                ["growth", TRACES + "phases_i512.pftrace"], 0,
                lambda table: {"grows": next(row for row in table["rows"] if row["name"] == "once_at_start()")["growth"]["grows"]},
                lambda: {"grows": live_by_phase()[-1]["once_at_start()"] > live_by_phase()[0]["once_at_start()"]}),
    "planning": ('At which of the sampling intervals 512, 4096 and 32768 is the expected error of 1 MiB at most 6 %? The key of the answer: "intervals", sorted.',
                 ["plan", "--interval", "512,4096,32768", "--size", "1M"], 0,
                 lambda plan: {"intervals": [of["interval"] for of in plan["figures"] if of["expected_error"] <= .06]},
                 lambda: {"intervals": fine_enough(.06, 2 ** 20)}),
    "symbols": ('Which binary is needed to name the functions of testdata/symbols/pie.pftrace? The key of the answer: "build_id".',
                ["info", "testdata/symbols/pie.pftrace"], 0,
                lambda info: {"build_id": max(info["inputs"][0]["unnamed"], key=lambda binary: binary["share"])["build_id"]},
                lambda: {"build_id": build_id("testdata/symbols/prog")}),
}


def is_true(key, answer, truth):
    """A number of the truth has to lie in the interval of the answer, which is narrow unless it was asked for as it is."""
    if isinstance(truth, bool) or not isinstance(truth, (int, float)):
        return answer == truth
    widest = math.inf if key == "between" else PLAIN
    try:
        low, high = answer
        return low <= truth <= high <= widest * low or widest == math.inf and low <= truth <= high
    except (TypeError, ValueError):
        return False


def run(command, status):
    quiet = [] if command[0] == "plan" else ["-q"]
    made = subprocess.run(["heapconv", *command, "--json", *quiet], cwd=ROOT, capture_output=True, text=True)
    if made.returncode != status:
        sys.exit(f"heapconv {' '.join(command)}: status {made.returncode} instead of {status}: {made.stderr}")
    return json.loads(made.stdout) if made.stdout else None


def recordings(folder):
    """Copies what the questions name, without the truth."""
    for name in re.findall(r"testdata/[\w./]+\w", " ".join(question for question, *_ in TASKS.values())):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)


def ask(agent, text, folder, limit):
    """The object at the end of what the agent prints; None if there is none in time."""
    with subprocess.Popen(agent, shell=True, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            said = process.communicate(text, timeout=limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None
    for start in (match.start() for match in re.finditer("{", said)):
        try:
            return json.loads(said[start:])
        except ValueError:
            pass
    return None


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = options.add_mutually_exclusive_group()
    mode.add_argument("--agent", metavar="COMMAND")
    mode.add_argument("--questions", action="store_true")
    mode.add_argument("--grade", metavar="FILE", type=pathlib.Path)
    options.add_argument("--without-skill", action="store_true", help="ask the agent without the text of the skill")
    options.add_argument("--time-limit", metavar="SECONDS", type=float, default=600, help="for each question (default: %(default)s)")
    options.add_argument("--only", metavar="ID", action="append", help="this question; may be repeated")
    chosen = options.parse_args()
    tasks = {name: task for name, task in TASKS.items() if not chosen.only or name in chosen.only}
    if chosen.questions:
        for name, (question, *_) in tasks.items():
            print(json.dumps({"id": name, "question": question}))
        return 0
    given = json.loads(chosen.grade.read_text()) if chosen.grade else None
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        recordings(pathlib.Path(folder))
        for name, (question, command, status, read, truth) in tasks.items():
            if chosen.agent:
                text = "" if chosen.without_skill else SKILL.read_text() + "\n"
                answer = ask(chosen.agent, f"{text}{question} {ORDER}\n", folder, chosen.time_limit)
            else:
                answer = given.get(name) if chosen.grade else read(run(command, status))
            wanted = truth()
            good = isinstance(answer, dict) and all(key in answer and is_true(key, answer[key], value) for key, value in wanted.items())
            wrong += not good
            print(f"{'ok   ' if good else 'WRONG'} {name}: {json.dumps(answer)}" + ("" if good else f"; the truth: {json.dumps(wanted)}"), flush=True)
    print(f"{len(tasks) - wrong} of {len(tasks)} are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
