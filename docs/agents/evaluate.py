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
QUESTIONS = "testdata/questions/"
ORDER = "Answer with a single JSON object, as the last line and without any markup."
# The ends of an interval of a number that counts as known: as the grade "plain".
PLAIN = 1.25 ** 2


def of_truth(name):
    return json.loads((ROOT / (name if "/" in name else TRACES + name)).with_suffix(".truth.json").read_text())


def of_program(name):
    return json.loads((ROOT / QUESTIONS / "truth.json").read_text())[name]


def by_function(field, name="truth_i32768"):
    sums = {}
    for site in of_truth(name)["sites"]:
        sums[site["function"]] = sums.get(site["function"], 0) + site[field]
    return sums


def total(field, functions):
    return sum(of[field] for of in functions.values())


def interval(estimate):
    return [estimate["low"], estimate["high"]]


def largest(view):
    return lambda table: {"function": table["rows"][0]["name"], "bytes": interval(table["rows"][0]["self"][view])}


def count(table):
    """A count is told if it is within a factor of two."""
    objects = row_of(table)["self"]["objects"]
    told = objects["grade"] != "magnitude"
    return {"objects": interval(objects) if told else None, "between": interval(objects)}


def row_of(table, name=""):
    return next(row for row in table["rows"] if row["name"].startswith(name))


def named(row):
    """A function that has no name is a binary and an address; one that R8 renamed has no package."""
    return None if re.search(r"\+0x|^[a-z]\.[a-z]\.[a-z]$", row["name"]) else row["name"]


def usable(estimate, table, *effects):
    """An interval, unless a warning has one of these effects."""
    return None if any(warning["effect"] in effects for warning in table["warnings"]) else interval(estimate)


def whole_processes(table):
    """Live bytes of the processes that no warning names."""
    lost = [warning["values"]["heap"].split(" ")[0] for warning in table["warnings"] if warning["effect"] in ("all-too-low", "end-missing")]
    return {row["process"]: None if row["process"] in lost else interval(row["self"]["space"]) for row in table["rows"]}


def quotable(table):
    estimates = row_of(table, "shelf::queue")["self"]
    return {key: estimates[view]["grade"] != "magnitude" for key, view in (("bytes", "alloc_space"), ("objects", "alloc_objects"))}


def is_near(number, truth, factor):
    return truth / factor <= number <= truth * factor


def grew(table):
    """What is not found is not there only if it would have been found."""
    verdict = table["verdict"]
    return {"grew": True if verdict["failures"] else None if verdict["unseen"] or verdict["doubts"] else False}


def changed_in_fleet(table):
    return {"grown": sorted({row["function"] for row in table["rows"] if row["kind"] == "row" and row["changed"] and row["change"] > 0})}


def grown_in_each_class(limit):
    of = of_program("phones")
    return sorted(f for f in of["41 small"] if all(of[f"42 {kind}"][f] > of[f"41 {kind}"][f] * (1 + limit) for kind in ("small", "large")))


def in_cache():
    return sum(of["space"] for stack, of in of_program("engine").items() if "Cache::" in stack)


def allocated_by(program, function):
    sites = [site for site in of_truth(f"testdata/code/{program}")["sites"] if site["function"].split("(")[0] == function]
    return {field: sum(site[field] for site in sites) for field in ("alloc_count", "alloc_bytes")}


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
    return {re.split("[ ,]+", row["name"])[-1]: interval(row["self"]["space"]) for row in table["rows"] if "space" in row["self"]}


def fine_enough(error, size):
    """Of samples that are Poisson distributed, by the mean deviation of a normal distribution."""
    return [i for i in (512, 4096, 32768) if math.sqrt(2 / math.pi * i / size) <= error]


COUNT = 'The keys of the answer: "between", [LOW, HIGH] of the interval, and "objects", the same, or null if the number is not known within a factor of two.'
NAME = 'The keys of the answer: "function", and "bytes", [LOW, HIGH] of the interval.'
UNUSABLE = "[LOW, HIGH] of the interval, or null if no number may be quoted"
BYTES = 'The key of the answer: "bytes", [LOW, HIGH] of the interval.'
FLEET = "{folder}/fleet"

# Id: question, commands and the exit status of each, what an answer takes from their JSON, and what the programs counted.
TASKS = {
    "rough-count": (f"How many live objects does site_calloc_48() hold in {TRACES}truth_i32768.pftrace? {COUNT}",
                    [(["--filter", "^site_calloc_48", TRACES + "truth_i32768.pftrace"], 0)], count,
                    lambda: {"objects": None, "between": by_function("kept_count")["site_calloc_48()"]}),
    "unreadable": (f'What holds the memory in {TRACES}python_truncated.pftrace? The key of the answer: "function", or null if that cannot be told.',
                   [(["--limit", "1", TRACES + "python_truncated.pftrace"], 3)], lambda table: {"function": table},
                   lambda: {"function": None}),
    "no-stacks": (f'What holds the memory in {TRACES}stream_phases.pftrace? The key of the answer: "function", or null if that cannot be told.',
                  [(["--limit", "1", TRACES + "stream_phases.pftrace"], 3)], lambda table: {"function": table},
                  lambda: {"function": None}),
    "not-sampled": (f'How many bytes are live in {ALLOC}gperftools/tc_off.heap? The key of the answer: "bytes", {UNUSABLE}.',
                    [(["--limit", "1", ALLOC + "gperftools/tc_off.heap"], 0)],
                    lambda table: {"bytes": None if table["reliability"]["incomplete"] else interval(table["totals"]["space"])},
                    lambda: {"bytes": None}),
    "lost-elsewhere": (f'Can the numbers of {TRACES}loss/stats_svc.pftrace be used? The keys of the answer: "complete" (true or false), and "warnings", their ids, sorted.',
                       [(["--limit", "1", TRACES + "loss/stats_svc.pftrace"], 0)],
                       lambda table: {"complete": not table["reliability"]["incomplete"], "warnings": sorted(w["id"] for w in table["warnings"])},
                       # What was lost since the service started was not of this trace.
                       lambda: {"complete": True, "warnings": []}),
    "raw": (f'Another tool says that {TRACES}truth_i32768.pftrace has 3,048 live objects, the number of samples. How many are live? The key of the answer: "between", [LOW, HIGH] of the interval.',
            [(["--limit", "1", TRACES + "truth_i32768.pftrace"], 0)], lambda table: {"between": interval(table["totals"]["objects"])},
            lambda: {"between": sum(by_function("kept_count").values())}),
    "scaled": (f'How many bytes does main.site16 hold in {ALLOC}go/go123_rate524288.heap.pb.gz? {BYTES}',
               [(["--filter", r"^main\.site16$", ALLOC + "go/go123_rate524288.heap.pb.gz"], 0)],
               lambda table: {"bytes": interval(table["rows"][0]["self"]["space"])},
               # Go scaled it: scaled once more, it would be more.
               lambda: {"bytes": of_truth(ALLOC + "go/go123_rate524288")["functions"]["main.site16"]["inuse_space"]}),
    "peaks": (f"Each dump of {TRACES}dumpmax_cont_i1.pftrace shows a peak. Which function held the most at the second, and how much? {NAME}",
              [(["--limit", "1", TRACES + "dumpmax_cont_i1.pftrace"], 0)], largest("space"),
              lambda: {"function": "second_hump()", "bytes": of_truth("dumpmax_cont_i1")["peak2"]["second_hump()"]["bytes"]}),
    "heaps": (f"How many bytes are live in each heap of {TRACES}customheap_all.pftrace at its end? The keys of the answer: the names of the heaps, each with [LOW, HIGH] of its interval.",
              [(["--by", "heap", TRACES + "customheap_all.pftrace"], 0)], live_by_row, by_heap),
    "processes": (f"How many bytes are live in each process of {TRACES}synthetic/two_procs_new_iid.pftrace at its end? The keys of the answer: the pids, each with [LOW, HIGH] of its interval.",
                  [(["--by", "process", TRACES + "synthetic/two_procs_new_iid.pftrace"], 0)], live_by_row, by_process),
    "labels": (f"How many bytes hold the threads worker-0 to worker-3 in {ALLOC}jemalloc/je531_lg15_t4_acc1_names.heap? The keys of the answer: their names, each with [LOW, HIGH] of its interval.",
               [(["--by", "thread", ALLOC + "jemalloc/je531_lg15_t4_acc1_names.heap"], 0)], live_by_row,
               # jemalloc counts what a block of its sizes can hold.
               lambda: {thread: of["inuse_usable"] for thread, of in of_truth(ALLOC + "jemalloc/je531_lg15_t4_acc1_names")["by_thread"].items() if thread.startswith("worker")}),
    "planning": ('At which of the sampling intervals 512, 4096 and 32768 is the expected error of 1 MiB at most 6 %? The key of the answer: "intervals", sorted.',
                 [(["plan", "--interval", "512,4096,32768", "--size", "1M"], 0)],
                 lambda plan: {"intervals": [of["interval"] for of in plan["figures"] if of["expected_error"] <= .06]},
                 lambda: {"intervals": fine_enough(.06, 2 ** 20)}),
    "names": (f'Which function holds the most live bytes in {QUESTIONS}viewer.pftrace, and which the second most? There are testdata/symbols/prog.mini and testdata/symbols/prog_nopie to name them. The keys of the answer: "first" and "second", each a name, or null if it cannot be told.',
              [(["--symbols", "testdata/symbols/prog.mini", "--symbols", "testdata/symbols/prog_nopie", QUESTIONS + "viewer.pftrace"], 0)],
              lambda table: dict(zip(("first", "second"), map(named, table["rows"]))), lambda: of_program("viewer")),
    "java-names": (f'Which method allocated the most bytes in each process of {QUESTIONS}shop.pftrace? {QUESTIONS}shop-mapping.txt is the R8 mapping of com.example.shop. The keys of the answer: the names of the processes, each with the name of the method in the source, or null if it cannot be told.',
                   [(["--proguard-map", f"com.example.shop={QUESTIONS}shop-mapping.txt", "--process", app, "--sort", "alloc_space", QUESTIONS + "shop.pftrace"], 0) for app in ("com.example.shop", "com.example.chat")],
                   lambda *tables: {table["heaps"][0]["process"]: named(table["rows"][0]) for table in tables},
                   # The map restores one of the two, whose short names are equal.
                   lambda: {"com.example.shop": "com.example.shop.Cart.refresh", "com.example.chat": None}),
    "mixture": (f"load_segment() makes small nodes and a few large pages. How many live objects does it hold in {QUESTIONS}index.pftrace? {COUNT}",
                [(["--filter", "^load_segment", QUESTIONS + "index.pftrace"], 0)], count,
                lambda: {"objects": None, "between": of_program("index")["load_segment"]["objects"]}),
    "code": (f'How many blocks did shelf::queue allocate in testdata/code/shelf-rust_i32768.pftrace, freed or not? testdata/code/bin/shelf-rust is the program that ran. The key of the answer: "blocks", [LOW, HIGH] of an interval whose ends are at most 1.6 times apart, or null if it is not known that well.',
             [(["--symbols", "testdata/code/bin/shelf-rust", "--filter", "^shelf::queue", "testdata/code/shelf-rust_i32768.pftrace"], 0)],
             lambda table: {"blocks": interval(row_of(table)["self"]["alloc_objects"])},
             lambda: {"blocks": allocated_by("shelf-rust", "shelf::queue")["alloc_count"]}),
    "quote": ('A draft says of testdata/code/shelf_i32768.pftrace: "shelf::queue allocated 4.8 MiB in 57,000 blocks." Which of the two numbers may be quoted as it is? The keys of the answer: "bytes" and "objects", each true or false.',
              [(["--filter", "^shelf::queue", "testdata/code/shelf_i32768.pftrace"], 0)], quotable,
              lambda: {"bytes": is_near(4.8 * 2 ** 20, allocated_by("shelf", "shelf::queue")["alloc_bytes"], 1.25),
                       "objects": is_near(57_000, allocated_by("shelf", "shelf::queue")["alloc_count"], 2)}),
    "half": (f'How many live bytes of each process of {QUESTIONS}daemons.pftrace may be quoted? The keys of the answer: the names of the processes, each with {UNUSABLE}.',
             [(["--by", "process", QUESTIONS + "daemons.pftrace"], 0)], whole_processes,
             lambda: {"syncd": None, "maild": total("space", of_program("daemons")["maild"])}),
    "two-recordings": (f'{QUESTIONS}camera1.pftrace and {QUESTIONS}camera2.pftrace are recordings of the same run. Frame::grab holds 17.2 MiB in the first and 6.0 MiB in the second. How many bytes did it hold? The key of the answer: "bytes", {UNUSABLE}.',
                       [(["--filter", "^Frame::grab", QUESTIONS + name], 0) for name in ("camera1.pftrace", "camera2.pftrace")],
                       lambda *tables: {"bytes": next(interval(row_of(of)["self"]["space"]) for of in tables if not of["reliability"]["incomplete"])},
                       lambda: {"bytes": of_program("camera")["Frame::grab"]["space"]}),
    "ring": (f'How many bytes are live at the end of {QUESTIONS}ring.pftrace, and how many were allocated? The keys of the answer: "live" and "allocated", each {UNUSABLE}.',
             [(["--limit", "1", QUESTIONS + "ring.pftrace"], 0)],
             lambda table: {"live": usable(table["totals"]["space"], table, "all-too-low", "end-missing", "live-too-low", "live-too-high"), "allocated": usable(table["totals"]["alloc_space"], table, "all-too-low", "end-missing", "allocated-too-low")},
             # What Setup::run allocated and freed is in no dump that is left.
             lambda: {"live": total("space", of_program("ring")), "allocated": None}),
    "pid": (f'Which process has pid 7701 at the end of {QUESTIONS}launcher.pftrace, and how many live bytes does it hold? The keys of the answer: "process", and "bytes", [LOW, HIGH] of the interval.',
            [(["--by", "process", QUESTIONS + "launcher.pftrace"], 0)],
            lambda table: {"process": table["rows"][0]["process"], "bytes": interval(table["rows"][0]["self"]["space"])},
            lambda: {"process": "com.example.backup", "bytes": total("space", of_program("launcher")["com.example.backup"])}),
    "fleet": (f'{QUESTIONS}phones.zip has a recording of each of 72 phones, {QUESTIONS}phones.csv their versions and classes. Which functions hold over 5 % more live bytes per phone of the same class in version 42 than in 41? The key of the answer: "grown", their names, sorted.',
              [(["fleet", "add", FLEET, QUESTIONS + "phones.zip", "--device", r"phone-\d+", "--labels", QUESTIONS + "phones.csv"], 0),
               (["diff", FLEET + "?version_code=41", FLEET + "?version_code=42", "--by", "labels.class,function"], 0)],
              lambda _, table: changed_in_fleet(table), lambda: {"grown": grown_in_each_class(.05)}),
    "art": (f'How many bytes are live in the native heap of {QUESTIONS}reader.pftrace, how many in its Java heap, and which Java method allocated the most bytes, and how many? The keys of the answer: "native", "java" and "allocated", each {UNUSABLE}, and "method".',
            [(["--by", "heap", QUESTIONS + "reader.pftrace"], 0), (["--heap", "com.android.art", "--limit", "1", QUESTIONS + "reader.pftrace"], 0)],
            lambda heaps, java: {"native": live_by_row(heaps)["libc.malloc"], "java": live_by_row(heaps).get("com.android.art"), "method": row_of(java)["name"], "allocated": interval(row_of(java)["self"]["alloc_space"])},
            # ART tells of no frees.
            lambda: {"native": total("space", of_program("reader")["libc.malloc"]), "java": None, "method": "com.example.reader.Chapter.split", "allocated": of_program("reader")["com.android.art"]["com.example.reader.Chapter.split"]["alloc_space"]}),
    "unseen": (f'Do the functions of the program together hold over 1 % more live bytes in {QUESTIONS}router-b.pftrace than in {QUESTIONS}router-a.pftrace? The key of the answer: "grew" (true, false, or null if that cannot be told).',
               [(["diff", "--fail-on", "total:space>1%", QUESTIONS + "router-a.pftrace", QUESTIONS + "router-b.pftrace"], 0)], grew,
               # The program holds 3 % more, a tenth of what such recordings show.
               lambda: {"grew": None}),
    "callees": (f"How many live bytes were allocated by functions of the class Cache, or by what they call, in {QUESTIONS}engine.pftrace? {BYTES}",
                [(["--focus", "^Cache::", QUESTIONS + "engine.pftrace"], 0)], lambda table: {"bytes": interval(table["totals"]["space"])},
                lambda: {"bytes": in_cache()}),
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


def run(commands):
    """The JSON that each command prints; None where it prints none."""
    with tempfile.TemporaryDirectory() as folder:
        return [output([word.replace("{folder}", folder) for word in command], status) for command, status in commands]


def output(command, status):
    quiet = [] if command[0] == "plan" else ["-q"]
    json_of = [] if command[:2] == ["fleet", "add"] else ["--json"]
    made = subprocess.run(["heapconv", *command, *json_of, *quiet], cwd=ROOT, capture_output=True, text=True)
    if made.returncode != status:
        sys.exit(f"heapconv {' '.join(command)}: status {made.returncode} instead of {status}: {made.stderr}")
    return json.loads(made.stdout) if made.stdout else None


def recordings(folder):
    """Copies what the questions name, without the truth."""
    for name in re.findall(r"testdata/[\w./-]+\w", " ".join(question for question, *_ in TASKS.values())):
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
        for name, (question, commands, read, truth) in tasks.items():
            if chosen.agent:
                text = "" if chosen.without_skill else SKILL.read_text() + "\n"
                answer = ask(chosen.agent, f"{text}{question} {ORDER}\n", folder, chosen.time_limit)
            else:
                answer = given.get(name) if chosen.grade else read(*run(commands))
            wanted = truth()
            good = isinstance(answer, dict) and all(key in answer and is_true(key, answer[key], value) for key, value in wanted.items())
            wrong += not good
            print(f"{'ok   ' if good else 'WRONG'} {name}: {json.dumps(answer)}" + ("" if good else f"; the truth: {json.dumps(wanted)}"), flush=True)
    print(f"{len(tasks) - wrong} of {len(tasks)} are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
