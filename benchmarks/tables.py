#!/usr/bin/env python3
"""Prints the tables of docs/dev/benchmarks.md: time and memory of whole processes of heapconv.

    benchmarks/tables.py [--runs 5] [--rows REGEX] [--cache DIR] [--limit 600] [--update] TABLE ...

  recordings   conversions beside the least that reading takes, one plain pass of Java over the same file
  warm         the same within one process whose code is compiled
  start        the shortest commands beside a start of Java that does nothing
  commands     other commands, and larger inputs
  peers        heapconv beside other programs that do the same with the same file
  scale        series of inputs: how time and memory grow, and which inputs a heap of 1 GB is too small for

Environment: HEAPCONV, the program (default: heapconv), JFRCONV, the jar of async-profiler's converter, JAVA_HOME, and what
heapconv itself reads, such as HEAPCONV_JAVA_OPTS. Lines whose input or program is not there are left out, with advice.

Inputs are generated once, into the cache. The programs of a line take turns, so that a busy moment hits all alike, and a
ratio is one of the processor times of neighbouring runs. Figures are medians, with the least and the most; peak memory is
the most. A series of `scale` ends with the first line that takes longer than --limit seconds or runs out of memory.
--update puts the tables into the document, with the date and the commit.
"""

import argparse
import collections
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from inputs import OUT, ROOT, Failed, Generated, Made, NotThere, Shared, own
from runs import Bench, Ended, commit, cpu, digits, find, first_line, machine, peak, ratio, size, spread, wall

DOCUMENT = ROOT / "docs/dev/benchmarks.md"
PASS = "dev/heapconv/benchmarks/PlainPass"
WARM = "dev.heapconv.benchmarks.WarmPasses"
WARM_SECONDS = 1.5  # Of each round of each kind.
INFO = "info {input}"
CONVERT = "-q {input} -o {out}/profile.pb.gz"
NONE = CONVERT + " --raw"
TOP = "-q {input}"
BATCH = "batch -q {input} -o {out}/batch"
TABLE = "fleet add -q {out}/table {input} --date 2026-11-24 --device device-[0-9]+"
SMALL_HEAP = "-Xmx1g"
SOME_DUMPS = Generated("dumps-252x22000.pftrace", "ManyDumpsTrace", OUT, 252, 22_000, 20)
TIMED_OUT = 124  # What timeout(1) ends with.


class Line:
    """A line of a table: what it is called, its input if it has one, and the command of heapconv."""

    def __init__(self, label, source=None, command=CONVERT):
        self.label, self.source, self.command = label, source, command
        self.input = None

    def prepare(self, cache):
        if self.source:
            self.input = self.source.prepare(cache)

    def files(self):
        """One by one: the kernel counts the memory of this process as that of the programs that it starts."""
        if self.input and self.input.is_file():
            yield self.input
        elif self.input:
            yield from (Path(folder, name) for folder, _, names in os.walk(self.input) for name in names)

    def size(self):
        return size(sum(file.stat().st_size for file in self.files())) if self.input else ""

    def words(self, command, out):
        return [str(word).replace("{input}", str(self.input)).replace("{out}", str(out)) for word in command]

    def own_words(self, tables, command=None):
        return [tables.heapconv, *self.words((command or self.command).split(), tables.bench.out)]


class Tables:
    """What all tables need."""

    def __init__(self, options, work):
        home = os.environ.get("JAVA_HOME")
        advice = "install a JDK, or set JAVA_HOME to one"
        self.options = options
        self.heapconv = find(os.environ.get("HEAPCONV", "heapconv"), "run ./install.sh, or set HEAPCONV to the program")
        self.java = find(f"{home}/bin/java" if home else "java", advice)
        self.javac = find(f"{home}/bin/javac" if home else "javac", advice)
        self.work = work
        self.bench = Bench(work)
        self.commit = commit()  # Before the document is changed.
        source = work / "Nothing.java"
        source.write_text("class Nothing { public static void main(String[] arguments) {} }")
        self.nothing = [self.java, "-cp", work, "Nothing"]
        subprocess.run([self.javac, "-d", work, source], check=True)

    def chosen(self, lines):
        """Those lines that are wanted and whose inputs are there."""
        self.options.cache.mkdir(parents=True, exist_ok=True)
        for line in lines:
            if re.search(self.options.rows, line.label):
                try:
                    line.prepare(self.options.cache.resolve())
                    yield line
                except NotThere as missing:
                    print(f"left out: {line.label}: {missing}", file=sys.stderr)

    def take_turns(self, *commands):
        return self.bench.take_turns(commands, self.options.runs)


def recordings(tables):
    yield ["recording", "size", "pass, s", "`--raw`", "of the pass", "MB", "as pprof", "of the pass", "MB", "table", "of the pass", "MB"]
    source = ROOT / f"benchmarks/src/main/java/{PASS}.java"
    subprocess.run([tables.javac, "-d", tables.work, source], check=True)
    plain = [tables.java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", tables.work, PASS.replace("/", ".")]
    many = Generated("dumps-72x248832.pftrace", "ManyDumpsTrace", OUT, 72, 248_832)
    lines = [
        *(Line(f"`{name}`", own(name)) for name in ("truth_i4096", "python_i4096", "cc1plus_i512")),
        *(Line(f"`{name}`", Shared(name)) for name in ("clang_i8192", "clang_cont_i512")),
        Line("252 dumps of 20,000 stacks, some of which come and go", SOME_DUMPS),
        Line("72 dumps of 248,832 stacks", many),
    ]
    for line in tables.chosen(lines):
        commands = [line.own_words(tables, command) for command in (NONE, CONVERT, TOP)]
        least, *ours = tables.take_turns([*plain, line.input], *commands)
        cells = [line.label, line.size(), cpu(least)]
        for used in ours:
            cells += [cpu(used), ratio(used, least), peak(used).removesuffix(" MB")]
        yield cells


def warm(tables):
    yield ["recording", "size", "pass, ms", "read", "estimate", "write", "of the pass"]
    names = "truth_i4096", "python_i4096", "cc1plus_i512"
    for line in tables.chosen([*(Line(f"`{name}`", own(name)) for name in names), Line("`clang_cont_i512`", Shared("clang_cont_i512"))]):
        command = [ROOT / "benchmarks/run", WARM, line.input, str(WARM_SECONDS)]
        environment = tables.bench.environment | {"BENCHMARK_JAVA_OPTS": "-XX:+UseSerialGC"}
        printed = (subprocess.check_output(command, env=environment, text=True) for _ in range(tables.options.runs))
        runs = [[float(word) for word in text.split()] for text in printed]
        ratios = [sum(ours) / least for least, *ours in runs]
        yield [line.label, line.size(), *(spread(column, digits) for column in (*zip(*runs), ratios))]


def start(tables):
    yield ["command", "bare Java, s", "heapconv, s", "of bare Java", "peak memory"]
    truth = own("truth_i4096")
    lines = [
        Line("`--version`", command="--version"),
        *(Line(f"`truth_i4096`, {name}", truth, command) for name, command in (("pprof", CONVERT), ("table", TOP), ("`info`", INFO))),
    ]
    for line in tables.chosen(lines):
        least, ours = tables.take_turns(tables.nothing, line.own_words(tables))
        yield [line.label, cpu(least), cpu(ours), ratio(ours, least), peak(ours)]


def commands(tables):
    yield ["command", "size", "s", "CPU, s", "peak memory"]
    cont, dumps = Shared("clang_cont_i512"), Generated("dumps-44x10000.pftrace", "ManyDumpsTrace", OUT, 44, 10_000, 20)
    lines = [
        Line("`growth clang_cont_i512`", cont, "growth -q {input}"),
        Line("`clang_cont_i512 -o report.html`", cont, "-q {input} -o {out}/report.html"),
        Line("`clang_cont_i512 --dump all`", cont, CONVERT + " --dump all"),
        Line("`batch` of 200 traces of 62 KB", Generated("fleet-200", "FleetTraces", OUT, 200, 1_200_000, 200, 200), BATCH),
        *(
            Line(f"`{name} -j 1` of 1,000 traces of 3 to 62 KB", fleet(1000), command + " -j 1")
            for name, command in (("batch", BATCH), ("fleet add", TABLE))
        ),
        *(
            Line(f"sample log in {name.upper()}, 1,000,000 live", Generated(f"samples-1M.{end}", "SampleLogs", OUT, name, 1_000_000, 5_000_000))
            for name, end in (("json", "jsonl"), ("csv", "csv"))
        ),
        Line("44 dumps of 9,000 stacks among other packets", Generated("mixed-250MB.pftrace", "FillerTrace", dumps, OUT, 250_000_000)),
        Line("`cc1plus_i512` among other packets", Generated("mixed-1GB.pftrace", "FillerTrace", own("cc1plus_i512"), OUT, 1_000_000_000)),
    ]
    for line in tables.chosen(lines):
        (used,) = tables.take_turns(line.own_words(tables))
        yield [line.label, line.size(), wall(used), cpu(used), peak(used)]


def fleet(traces):
    return Generated(f"fleet-{traces}", "FleetTraces", OUT, traces, 1_200_000, 9, 200)


# How to call it, what prints its version, and how to get it.
Peer = collections.namedtuple("Peer", "name command version advice")

JFRCONV = os.environ.get("JFRCONV", "jfr-converter.jar")
SPEEDSCOPE = ROOT / "converters/src/test/node/node_modules/speedscope"

# An allocation is live if its address is not freed later: in this log, no address is used twice.
LIVE_JQ = r"""
reduce inputs as $r ({};
  if $r.alloc then setpath([$r.alloc]; $r) elif $r.free then setpath([$r.free]; null)
  elif $r.frames then setpath(["\($r.stack)"]; $r.frames | join(";")) else . end)
| . as $all | reduce (.[] | objects) as $a ({}; setpath(["\($a.stack)"]; .["\($a.stack)"] + $a.size))
| to_entries | sort_by(-.value)[] | [.value, $all[.key]] | @tsv"""
LIVE_SQL = """
COPY (WITH log AS (FROM read_json('{input}', format = 'newline_delimited', columns = {alloc: 'VARCHAR',
    free: 'VARCHAR', size: 'BIGINT', stack: 'BIGINT', frames: 'VARCHAR[]'})),
  live AS (SELECT sum(size) AS bytes, stack FROM (FROM log WHERE alloc IS NOT NULL) a
    ANTI JOIN (FROM log WHERE free IS NOT NULL) f ON f.free = a.alloc GROUP BY stack)
  SELECT bytes, array_to_string(n.frames, ';') FROM live JOIN (FROM log WHERE frames IS NOT NULL) n USING (stack)
  ORDER BY bytes DESC
) TO '{out}/live.tsv'"""

PPROF = Peer(
    "`go tool pprof -top`",
    ["go", "tool", "pprof", "-symbolize=none", "-top", "{input}"],
    ["go", "version"],
    "apt-get install golang-go",
)
IMPORTER = Peer(
    "Speedscope's importer",
    ["node", ROOT / "benchmarks/speedscope.cjs", SPEEDSCOPE, "{input}"],
    ["node", "-p", f"'Speedscope ' + require('{SPEEDSCOPE}/package.json').version"],
    "apt-get install nodejs npm, and npm ci in converters/src/test/node",
)
JEPROF = Peer(
    "`jeprof --text`",
    ["sh", "-c", "jeprof --text $(g++ -print-prog-name=cc1plus) {input}"],
    ["jeprof", "--version"],
    "apt-get install g++ binutils libjemalloc-dev",
)
HEAPTRACK = Peer(
    "`heaptrack_print`",
    ["heaptrack_print", "-a0", "-T0", "-l0", "{input}"],
    ["heaptrack_print", "--version"],
    "apt-get install heaptrack",
)
MS_PRINT = Peer("`ms_print`", ["ms_print", "{input}"], ["valgrind", "--version"], "apt-get install valgrind")
TRACECONV = Peer(
    "`traceconv profile`",
    ["traceconv", "profile", "{input}"],
    ["traceconv", "--version"],
    "take the program, not the script, from https://perfetto.dev/docs/quickstart/traceconv",
)
CONVERTER = Peer(
    "`jfrconv --alloc --total`",
    ["java", "-jar", JFRCONV, "--alloc", "--total", "{input}", "{out}/profile.pb.gz"],
    ["sh", "-c", 'java -jar "$0" --help >/dev/null && basename "$0"', JFRCONV],
    "take tools.profiler:jfr-converter from Maven Central, and set JFRCONV to the jar",
)
JQ = Peer("jq", ["jq", "-nr", LIVE_JQ, "{input}"], ["jq", "--version"], "apt-get install jq")
DUCKDB = Peer(
    "DuckDB",
    [sys.executable, "-c", "import duckdb, sys; duckdb.sql(sys.argv[1])", LIVE_SQL],
    [sys.executable, "-c", "import duckdb; print('DuckDB', duckdb.__version__)"],
    "pip install duckdb",
)


class Comparison(Line):
    """A line with a peer."""

    def __init__(self, label, source, command, peer):
        super().__init__(f"{label}, {peer.name}", source, command)
        self.peer = peer

    def prepare(self, cache):
        try:
            subprocess.run(self.peer.version, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise NotThere(f"the peer is not there; {self.peer.advice}") from None
        super().prepare(cache)


# What reads the source of a module of Python as often as $1, under $2 and what follows.
PYTHON = """
parse() {
  times=$1; shift
  PYTHONMALLOC=malloc "$@" "$python" -c "import ast, argparse, inspect; [ast.parse(inspect.getsource(argparse)) for _ in range($times)]"
}"""


def compared():
    """Several sizes of each kind of input. Programs ran under other profilers, some with far more samples than usual."""
    cc1plus, clang, clang_cont = own("cc1plus_i512"), Shared("clang_i8192"), Shared("clang_cont_i512")
    traces = {"cc1plus_i512": cc1plus, "clang_i8192": clang, "clang_cont_i512": clang_cont}
    stacks = Generated("stacks-1000000.csv", "SampleLogs", OUT, "csv", 1_000_000, 1_000_000, 1_000_000, 10)
    sources = {"python_i4096": own("python_i4096"), "cc1plus_i512": cc1plus, "clang_cont_i512": clang_cont, "stacks-1000000": stacks}
    profiles = [Made(f"{name}.pb.gz", '"$heapconv" -q "$input" -o "$out"', source) for name, source in sources.items()]
    foreign = [
        Made(f"go-{rate}.pb.gz", f"""
            export CGO_ENABLED=0
            go run "$root/benchmarks/typecheck.go" "$out" {rate} $(go list std | grep -v vendor/)""")
        for rate in (4096, 512, 64)
    ]
    jemalloc = Made("cc1plus.heap", """
        echo '#include <regex>\nbool f(std::string s) { return std::regex_match(s, std::regex(s)); }' |
          LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=prof:true,prof_accum:true,lg_prof_sample:9,prof_final:true,prof_prefix:"$out" \\
          g++ -O2 -x c++ -c - -o /dev/null
        mv "$(ls -S "$out".*.heap | head -1)" "$out"
        rm "$out".*.heap""")
    heaptracks = [Made(f"heaptrack-{times}.zst", f'{PYTHON}\nparse {times} heaptrack -o "$out"; mv "$out".zst "$out"') for times in (0, 1, 100)]
    massifs = [
        Made(f"massif-{name}.out", f'{PYTHON}\nparse 1 valgrind -q --tool=massif --massif-out-file="$out" {options}')
        for name, options in (
            ("usual", ""), ("detailed", "--threshold=0.1"), ("most", "--threshold=0.1 --detailed-freq=1 --max-snapshots=150"))
    ]
    flights = [
        Made(f"heapconv-{name}.jfr", f"""
            export HEAPCONV_JAVA_OPTS="-XX:TLABSize={tlab} -XX:MinTLABSize=1k -XX:-ResizeTLAB \\
              -XX:StartFlightRecording:filename=$out,settings=profile,jdk.ObjectAllocationSample#throttle=off"
            "$heapconv" {command} "$input"
            rm -f "$out".html""", source)
        for name, tlab, command, source in (
            ("table", "4k", "-q", own("truth_i4096")),
            ("growth", "4k", "growth -q", clang_cont),
            ("report", "1k", '-q -o "$out".html', SOME_DUMPS))
    ]
    logs = [
        Generated(f"samples-{name}.jsonl", "SampleLogs", OUT, "json", live, 5 * live)
        for name, live in (("10k", 10_000), ("100k", 100_000), ("1M", 1_000_000))
    ]
    return [
        *(Comparison(f"table of {made.name}", made, TOP, PPROF) for made in (*profiles, *foreign)),
        *(Comparison(f"table of {made.name}", made, TOP, IMPORTER) for made in (*profiles[1:3], *foreign[1:])),
        *(Comparison(f"`{name}`", source, CONVERT, TRACECONV) for name, source in traces.items()),
        Comparison("table of a jemalloc dump of cc1plus", jemalloc, TOP, JEPROF),
        *(Comparison(f"table of {made.name}", made, TOP, HEAPTRACK) for made in heaptracks),
        *(Comparison(f"table of {made.name}", made, TOP, MS_PRINT) for made in massifs),
        *(Comparison(f"{made.name} as pprof", made, CONVERT, CONVERTER) for made in flights),
        Comparison(f"live bytes per stack of {logs[-1].name}", logs[-1], NONE, JQ),
        *(Comparison(f"live bytes per stack of {log.name}", log, NONE, DUCKDB) for log in logs),
        Comparison(f"the same with estimates, {logs[-1].name}", logs[-1], CONVERT, DUCKDB),
    ]


def peers(tables):
    yield ["input, peer", "size", "bare Java, s", "heapconv, s", "CPU, s", "MB", "peer, s", "CPU, s", "MB", "of time", "of CPU"]
    versions = {}
    for line in tables.chosen(compared()):
        peer = line.words(line.peer.command, tables.bench.out)
        least, ours, theirs = tables.take_turns(tables.nothing, line.own_words(tables), peer)
        versions[first_line(*line.peer.version)] = None
        cells = [line.label, line.size(), cpu(least)]
        for used in (ours, theirs):
            cells += [wall(used), cpu(used), peak(used).removesuffix(" MB")]
        yield [*cells, ratio(ours, theirs, "wall"), ratio(ours, theirs)]
    tables.note = f"Peers: {'; '.join(versions)}."


class Step(Line):
    """A line of a series: `n` of what its label names."""

    def __init__(self, n, series, source, command):
        super().__init__(f"{n:,} {series}", source, command)
        self.n, self.series = n, series


def series():
    sizes = 10_000, 100_000, 1_000_000, 10_000_000
    stacks = {n: Generated(f"stacks-{n}.pftrace", "ManyDumpsTrace", OUT, 1, n) for n in sizes}
    logs = {n: Generated(f"stacks-{n}.csv", "SampleLogs", OUT, "csv", n, n, n, 10) for n in sizes}
    dumps = {n: Generated(f"dumps-{n}x2000.pftrace", "ManyDumpsTrace", OUT, n, 2000, 20) for n in (10, 100, 1000)}
    # Of 6.7 KB each.
    traces = {n: Generated(f"traces-{n}", "FleetTraces", OUT, n, 1_200_000, 16, 16) for n in (1000, 10_000, 100_000)}
    script = '"$heapconv" ' + TABLE.format(input='"$input"', out='"$out"')
    made = {n: Made(f"table-{n}", script, source) for n, source in traces.items()}
    kinds = {
        "stacks in one dump as pprof": (stacks, CONVERT),
        "stacks in one dump, table": (stacks, TOP),
        "samples of as many stacks in a log, as pprof": (logs, CONVERT),
        "samples of as many stacks in a log, table": (logs, TOP),
        "dumps of 2,000 stacks, `growth`": (dumps, "growth -q {input}"),
        "dumps of 2,000 stacks as a report": (dumps, "-q {input} -o {out}/report.html"),
        "traces, `batch`": (traces, BATCH),
        "traces, `fleet add`": (traces, TABLE),
        "traces, `fleet`": (made, "fleet {input}/table"),
    }
    return [Step(n, name, source, command) for name, (sources, command) in kinds.items() for n, source in sources.items()]


def measured(tables, command):
    """What the runs used, and "ok", or how the first ended that failed."""
    limit = tables.options.limit
    try:
        return tables.bench.take_turns([["timeout", str(limit), *command]], tables.options.runs)[0], "ok"
    except Ended as ended:
        if ended.status == TIMED_OUT:
            return None, f"more than {limit} s"
        if "out of memory" not in ended.message:
            raise
        return None, f"out of memory after {digits(ended.wall)} s (status {ended.status})"


def scale(tables):
    yield ["input", "size", "s", "CPU, s", "exponent", "peak memory", "with 1 GB"]
    before, ended = {}, set()
    environment = tables.bench.environment
    given = environment.get("HEAPCONV_JAVA_OPTS", "")
    for step in tables.chosen(series()):
        if step.series in ended:
            continue
        command = step.own_words(tables)
        used, outcome = measured(tables, command)
        if not used:
            ended.add(step.series)
            yield [step.label, step.size(), outcome, "", "", "", ""]
            continue
        middle = statistics.median(usage.cpu for usage in used)
        n, last = before.get(step.series, (step.n, middle))
        exponent = f"{math.log(middle / last) / math.log(step.n / n):.2f}" if step.n > n else ""
        before[step.series] = step.n, middle
        environment["HEAPCONV_JAVA_OPTS"] = f"{given} {SMALL_HEAP}"
        small = measured(tables, command)[1]
        environment["HEAPCONV_JAVA_OPTS"] = given
        yield [step.label, step.size(), wall(used), cpu(used), exponent, peak(used), small]


ALL = {"recordings": recordings, "warm": warm, "start": start, "commands": commands, "peers": peers, "scale": scale}


def printed(table, tables):
    """The text of a table, whose lines are printed when they are there."""
    tables.note = ""
    text = [machine(tables.heapconv, tables.java, tables.options.runs, tables.commit), ""]
    print("\n".join(text))
    for cells in ALL[table](tables):
        text.append("| " + " | ".join(cells) + " |")
        print(text[-1], flush=True)
        if len(text) == 3:
            text.append("|---|" + "--:|" * (len(cells) - 1))
            print(text[-1])
    if tables.note:
        text += ["", tables.note]
        print("\n" + tables.note)
    return "\n".join(text)


def update(table, text):
    """Replaces what is between the marks of a table in the document."""
    begin, end = f"<!-- {table} -->\n", f"<!-- end of {table} -->"
    document = DOCUMENT.read_text()
    before, _, rest = document.partition(begin)
    after = rest.partition(end)[2]
    DOCUMENT.write_text(before + begin + text + "\n" + end + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", metavar="TABLE", choices=ALL)
    parser.add_argument("--rows", default="", metavar="REGEX", help="only lines whose first column has a match")
    parser.add_argument("--runs", type=positive, default=5, help="how often each is run (default: %(default)s)")
    parser.add_argument("--cache", type=Path, default=ROOT / "benchmarks/target/inputs", help="for generated inputs")
    parser.add_argument("--limit", type=positive, default=600, help="seconds for a command of a series (default: %(default)s)")
    parser.add_argument("--update", action="store_true", help="put the tables into the document")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        tables = Tables(options, Path(work))
        for table in options.tables:
            text = printed(table, tables)
            if options.update:
                update(table, text)


def positive(text):
    if int(text) < 1:
        raise ValueError
    return int(text)


if __name__ == "__main__":
    try:
        main()
    except (Failed, subprocess.CalledProcessError) as failure:
        sys.exit(f"{Path(sys.argv[0]).name}: {failure}")
