#!/usr/bin/env python3
"""Prints how time and memory of heapconv grow with its input, and which inputs a heap of 1 GB is too small for.

    benchmarks/scale.py [--rows REGEX] [--runs 3] [--cache DIR] [--limit 600]

Environment: that of speed.py. The exponent is log(t2/t1)/log(n2/n1) of processor times, against the line above: 1 is
linear. Inputs and outputs take some 5 GB, and are deleted at the end unless --cache names a folder. A series ends with
the first line that takes longer than --limit seconds or runs out of memory.
"""

import math
import statistics
import tempfile
from pathlib import Path

import speed
from speed import BATCH, CONVERT, OUT, ROOT, Ended, Generated, Line, Made

SMALL_HEAP = "-Xmx1g"
TIMED_OUT = 124  # What timeout(1) ends with.
TABLE = "batch -q {input} -o {out}/batch --totals-only --table {out}/table --date 2026-11-24 --device device-[0-9]+"


class Step(Line):
    """A line of a series: `n` of what its label names."""

    def __init__(self, n, series, source, command):
        super().__init__(f"{n:,} {series}", source, command)
        self.n, self.series = n, series


def lines():
    sizes = 10_000, 100_000, 1_000_000, 10_000_000
    stacks = {n: Generated(f"stacks-{n}.pftrace", "ManyDumpsTrace", OUT, 1, n) for n in sizes}
    logs = {n: Generated(f"stacks-{n}.csv", "SampleLogs", OUT, "csv", n, n, n, 10) for n in sizes}
    dumps = {n: Generated(f"dumps-{n}x2000.pftrace", "ManyDumpsTrace", OUT, n, 2000, 20) for n in (10, 100, 1000)}
    # Of 6.7 KB each.
    traces = {n: Generated(f"traces-{n}", "FleetTraces", OUT, n, 1_200_000, 16, 16) for n in (1000, 10_000, 100_000)}
    script = '"$heapconv" ' + TABLE.format(input='"$input"', out='"$out"')
    tables = {n: Made(f"table-{n}", script, source) for n, source in traces.items()}
    series = {
        "stacks in one dump as pprof": (stacks, CONVERT),
        "stacks in one dump, `top`": (stacks, "top -q {input}"),
        "samples of as many stacks in a log, as pprof": (logs, CONVERT),
        "dumps of 2,000 stacks, `growth`": (dumps, "growth -q {input}"),
        "dumps of 2,000 stacks as a report": (dumps, "-q {input} -o {out}/report.html"),
        "traces, `batch`": (traces, BATCH),
        "traces, `batch --totals-only --table`": (traces, TABLE),
        "traces, `fleet`": (tables, "fleet {input}/table"),
    }
    return [Step(n, name, source, command) for name, (sources, command) in series.items() for n, source in sources.items()]


def measure(bench, command, runs, limit):
    """What the runs used, and "ok", or how the first ended that failed."""
    try:
        return [bench.run(["timeout", str(limit), *command]) for _ in range(runs)], "ok"
    except Ended as ended:
        if ended.status == TIMED_OUT:
            return None, f"more than {limit} s"
        if "out of memory" not in ended.message:
            raise
        return None, f"out of memory after {speed.digits(ended.wall)} s (status {ended.status})"


def print_table(chosen, program, bench, options):
    print("\n| input | size | s | CPU, s | exponent | peak memory | with 1 GB |")
    print("|---|" + "--:|" * 5 + "---|")
    before, ended = {}, set()
    given = bench.environment.get("HEAPCONV_JAVA_OPTS", "")
    for step in chosen:
        if step.series in ended:
            continue
        command = [program, *step.words(bench.out, [])]
        used, outcome = measure(bench, command, options.runs, options.limit)
        cells = [step.label, speed.size(step.bytes)]
        if used:
            cpu = statistics.median(usage.cpu for usage in used)
            n, last = before.get(step.series, (step.n, cpu))
            exponent = f"{math.log(cpu / last) / math.log(step.n / n):.2f}" if step.n > n else ""
            cells += [*speed.times(used), exponent, speed.peak(used)]
            before[step.series] = step.n, cpu
        else:
            cells += [outcome, "", "", ""]
            ended.add(step.series)
        bench.environment["HEAPCONV_JAVA_OPTS"] = f"{given} {SMALL_HEAP}"
        cells.append(measure(bench, command, 1, options.limit)[1])
        bench.environment["HEAPCONV_JAVA_OPTS"] = given
        print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = speed.arguments(__doc__, runs=3)
    parser.set_defaults(cache=None)
    parser.add_argument("--limit", type=speed.positive, default=600, help="seconds for a command (default: %(default)s)")
    options = parser.parse_args()
    programs = speed.find_programs()
    (ROOT / "benchmarks/target").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "benchmarks/target") as folder:
        options.cache = options.cache or Path(folder)
        chosen = speed.prepared(lines(), options)
        print(speed.machine(programs, options))
        print_table(chosen, programs["heapconv"], speed.Bench(Path(folder)), options)


if __name__ == "__main__":
    speed.run_main(main)
