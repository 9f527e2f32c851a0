#!/usr/bin/env python3
"""Prints the speed table: whole processes of heapconv beside one pass over the bytes, or a bare start of Java.

    benchmarks/speed.py [--rows REGEX] [--runs 5] [--cache DIR] [--options='--dump all'] [RECORDING ...]

Environment: HEAPCONV, the program (default: heapconv), TRACECONV, the reference converter (default: traceconv if it is
on PATH), JAVA_HOME, and what heapconv itself reads, such as HEAPCONV_JAVA_OPTS.

Large inputs are generated once, into the cache. With RECORDINGs, only these are measured. The programs of a line take
turns, so that a busy moment hits all alike, and a ratio is one of neighbouring runs. Figures are medians, with the
least and the most; peak memory is the most.
"""

import argparse
import collections
import os
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRACES = "dev.heapconv.benchmarks.traces."
CONVERT = "-q {input} -o {out}/profile.pb.gz"
BATCH = "batch -q {input} -o {out}/batch"
SMALL_BYTES = 4_000_000  # Up to here, a start of Java takes longer than a pass over the bytes.
OUT = object()  # The place of a generator's target among its arguments.
NAMING = ("HEAPCONV_SYMBOLS", "PERFETTO_BINARY_PATH", "PERFETTO_PROGUARD_MAP")
HELLO = 'public class Hello { public static void main(String[] a) { System.out.println("hello"); } }'

Usage = collections.namedtuple("Usage", "wall cpu peak")  # seconds, seconds, bytes


class Failed(Exception):
    """What keeps the table from being made."""


class NotThere(Failed):
    """An input that only the project's own machines have, or a program that is not installed."""


class Ended(Failed):
    """A command that did not succeed: its exit status, what it printed, and after how many seconds."""

    def __init__(self, command, status, message, wall):
        super().__init__(f"{shlex.join(map(str, command))} ended with {status}: {message}")
        self.status, self.message, self.wall = status, message, wall


class Recording:
    """A file that is there."""

    def __init__(self, path):
        self.path = Path(path)

    def prepare(self, cache):
        if not self.path.is_file():
            raise Failed(f"{self.path} is not a file")
        return self.path


class Shared:
    """A large recording of a real program, compressed in the data beside the repository."""

    def __init__(self, name):
        self.name = name

    def prepare(self, cache):
        compressed = ROOT / f"../shared/data/heapprofd/large/{self.name}.pftrace.zst"
        path = cache / f"{self.name}.pftrace"
        if not path.exists():
            if not compressed.exists():
                raise NotThere(f"{compressed} is not there")
            unfinished = cache / f"unfinished-{path.name}"
            subprocess.run(["zstd", "-dqf", "--long=27", compressed, "-o", unfinished], check=True)
            unfinished.rename(path)
        return path


class Generated:
    """What a generator of this module writes, in the cache: a file, or a folder of which `member` is measured."""

    def __init__(self, name, generator, *arguments, member=""):
        self.name, self.generator, self.arguments, self.member = name, generator, arguments, member

    def prepare(self, cache):
        path = cache / self.name
        if not path.exists():
            unfinished = cache / f"unfinished-{self.name}"
            shutil.rmtree(unfinished, ignore_errors=True)
            words = [str(self.word(argument, unfinished, cache)) for argument in self.arguments]
            print(f"making {path} ...", file=sys.stderr)
            subprocess.run([ROOT / "benchmarks/run", TRACES + self.generator, *words], check=True)
            unfinished.rename(path)
        return path / self.member

    @staticmethod
    def word(argument, unfinished, cache):
        if argument is OUT:
            return unfinished
        return argument.prepare(cache) if isinstance(argument, (Recording, Generated)) else argument


class Made:
    """What a script for the shell writes to $out, in the cache, given the $input if there is one."""

    def __init__(self, name, script, source=None):
        self.name, self.script, self.source = name, script, source

    def prepare(self, cache):
        path = cache / self.name
        if not path.exists():
            unfinished = cache / f"unfinished-{self.name}"
            source = self.source.prepare(cache) if self.source else ""
            given = {"input": str(source), "out": str(unfinished), "heapconv": os.environ.get("HEAPCONV", "heapconv")}
            subprocess.run(["sh", "-ec", self.script], env=os.environ | given, stdout=subprocess.DEVNULL, check=True)
            unfinished.rename(path)
        return path


class Line:
    """A line of a table: a command of heapconv, and its input if it has one."""

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

    @property
    def bytes(self):
        return sum(file.stat().st_size for file in self.files())

    @property
    def small(self):
        return self.bytes <= SMALL_BYTES

    def words(self, out, options):
        """The words of the command; options are for conversions."""
        words = [word.format(input=self.input, out=out) for word in self.command.split()]
        return words + options if self.command.startswith(CONVERT) else words


def own(name):
    return Recording(ROOT / f"testdata/heapprofd/{name}.pftrace")


def standard_lines():
    truth = own("truth_i4096")
    dumps = Generated("dumps-44x10000.pftrace", "ManyDumpsTrace", OUT, 44, 10_000, 20)
    return [
        Line("`--version`", command="--version"),
        Line("`info truth_i4096`", truth, "info {input}"),
        Line("`truth_i4096`", truth),
        Line("`truth_i4096 --unskew none`", truth, CONVERT + " --unskew none"),
        Line("`phases_i512`, 10 dumps", own("phases_i512")),
        Line("`python_i4096`", own("python_i4096")),
        Line("`cc1plus_i512`, 12,000 stacks", own("cc1plus_i512")),
        Line("`clang_i8192`", Shared("clang_i8192")),
        Line("`clang_i8192 --unskew none`", Shared("clang_i8192"), CONVERT + " --unskew none"),
        Line("`clang_cont_i512`, 44 dumps", Shared("clang_cont_i512")),
        Line("`clang_cont_i512 --unskew none`", Shared("clang_cont_i512"), CONVERT + " --unskew none"),
        Line("`growth clang_cont_i512`", Shared("clang_cont_i512"), "growth -q {input}"),
        Line("`clang_cont_i512 -o report.html`", Shared("clang_cont_i512"), "-q {input} -o {out}/report.html"),
        Line(
            "one dump of 100,000 stacks",
            Generated("fleet-1", "FleetTraces", OUT, 1, 1_200_000, 100_000, 100_000, member="000/device-0000000-1.pftrace"),
        ),
        Line("`batch` of 200 traces", Generated("fleet-200", "FleetTraces", OUT, 200, 1_200_000, 200, 200), BATCH),
        Line(
            "`batch -j 1` of 1,000 traces of 3 to 62 KB",
            Generated("fleet-1000", "FleetTraces", OUT, 1000, 1_200_000, 9, 200),
            BATCH + " -j 1",
        ),
        Line(
            "252 dumps of 20,000 stacks, some of which come and go",
            Generated("dumps-252x22000.pftrace", "ManyDumpsTrace", OUT, 252, 22_000, 20),
        ),
        Line(
            "72 dumps of 248,832 stacks",
            Generated("dumps-72x248832.pftrace", "ManyDumpsTrace", OUT, 72, 248_832),
        ),
        Line(
            "sample log in JSON, 1,000,000 live",
            Generated("samples-1M.jsonl", "SampleLogs", OUT, "json", 1_000_000, 5_000_000),
        ),
        Line(
            "sample log in CSV, 1,000,000 live",
            Generated("samples-1M.csv", "SampleLogs", OUT, "csv", 1_000_000, 5_000_000),
        ),
        Line(
            "44 dumps of 9,000 stacks among other packets",
            Generated("mixed-250MB.pftrace", "FillerTrace", dumps, OUT, 250_000_000),
        ),
        Line(
            "`cc1plus_i512` among other packets",
            Generated("mixed-1GB.pftrace", "FillerTrace", own("cc1plus_i512"), OUT, 1_000_000_000),
        ),
    ]


class Bench:
    """Runs commands, in an environment in which nothing gives names to stacks, and with a place for their outputs."""

    def __init__(self, work):
        self.out = work / "out"
        self.log = work / "log"
        self.environment = {key: value for key, value in os.environ.items() if key not in NAMING}
        # Where traceconv creates a folder for its profiles.
        self.environment["TMPDIR"] = str(self.out)

    def run(self, command):
        """What a command and all that it starts use."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir()
        with open(self.log, "wb") as log:
            start = time.monotonic()
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, env=self.environment
            )
            # The kernel's own account of this one process: no sampling that could miss the peak, nothing to install.
            # (Until it executes the program, the child counts as large as this script, which is less than any JVM.)
            _, status, used = os.wait4(process.pid, 0)
            wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise Ended(command, process.returncode, self.log.read_text(errors="replace").strip(), wall)
        unit = 1 if sys.platform == "darwin" else 1024
        return Usage(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * unit)

    def take_turns(self, commands, runs):
        """A list of `Usage` for each command that can be run; the first may not fail."""
        able = {}
        for name, command in commands.items():
            try:
                self.run(command)  # Reads the input into the page cache, and lets the launcher prepare what it needs.
                able[name] = command
            except Failed as failure:
                if name != "traceconv":
                    raise
                print(f"without traceconv: {failure}", file=sys.stderr)
        used = {name: [] for name in able}
        for _ in range(runs):
            for name, command in able.items():
                used[name].append(self.run(command))
        return used


def spread(values, text):
    return f"{text(statistics.median(values))} ({text(min(values))}–{text(max(values))})"


def digits(value):
    """Seconds, or a ratio, with about three digits."""
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def size(count):
    if count < 1e6:
        return f"{count / 1e3:.1f} KB"
    return f"{count / 1e6:.1f} MB" if count < 1e7 else f"{count / 1e6:,.0f} MB"


def times(used):
    return [spread([usage.wall for usage in used], digits), spread([usage.cpu for usage in used], digits)]


def ratios(ones, others):
    """Of wall and of processor time; other work disturbs the latter less."""
    walls = [one.wall / other.wall for one, other in zip(ones, others)]
    return [spread(walls, digits), spread([one.cpu / other.cpu for one, other in zip(ones, others)], digits)]


def peak(used):
    return f"{max(usage.peak for usage in used) / 1e6:.0f} MB"


def print_table(lines, base, base_command, programs, bench, options):
    """A table of lines that are compared with the same program, which `base_command` gives for a line."""
    head = ["input", "size", "heapconv, s", "CPU, s", f"{base}, s", "CPU, s", "ratio", "of CPU", "peak memory"]
    if "traceconv" in programs:
        head += ["traceconv, s", "CPU, s", "traceconv/heapconv", "of CPU", "its peak memory"]
    print("\n| " + " | ".join(head) + " |")
    print("|---|" + "--:|" * (len(head) - 1))
    for line in lines:
        commands = {
            "heapconv": [programs["heapconv"], *line.words(bench.out, options.options)],
            base: base_command(line),
        }
        if "traceconv" in programs and line.command == CONVERT:
            # Older releases know no --alloc, and none needs it where there is only one type of profile.
            commands["traceconv"] = [programs["traceconv"], "profile", line.input]
        used = bench.take_turns(commands, options.runs)
        ours, theirs = used["heapconv"], used.get("traceconv")
        cells = [line.label, size(line.bytes) if line.input else ""]
        cells += times(ours) + times(used[base]) + ratios(ours, used[base]) + [peak(ours)]
        if theirs:
            cells += times(theirs) + ratios(theirs, ours) + [peak(theirs)]
        cells += [""] * (len(head) - len(cells))
        print("| " + " | ".join(cells) + " |", flush=True)


def first_line(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return (result.stdout.splitlines() or ["?"])[0].strip()


def processor():
    try:
        for text in Path("/proc/cpuinfo").read_text().splitlines():
            if text.startswith("model name"):
                return text.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def machine(programs, options):
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    words = [
        f"{cores} {'core' if cores == 1 else 'cores'} ({processor()})",
        f"{platform.system()} {platform.release()}",
        "Java " + re.sub(r'.*"(.*)".*', r"\1", first_line(programs["java"], "-version")),
        first_line(programs["heapconv"], "--version"),
    ]
    words += [first_line(programs["traceconv"], "--version")] if "traceconv" in programs else []
    words += [f"options {shlex.join(options.options)}"] if options.options else []
    runs = "one run" if options.runs == 1 else f"medians of {options.runs} runs (least–most)"
    return "; ".join(words) + f"; load {os.getloadavg()[0]:.1f} before; {runs}."


def find(program, advice):
    path = shutil.which(program)
    if not path:
        raise Failed(f"there is no {program}; {advice}")
    return path


def find_programs():
    home = os.environ.get("JAVA_HOME")
    programs = {
        "heapconv": find(os.environ.get("HEAPCONV", "heapconv"), "run ./install.sh, or set HEAPCONV to the program"),
        "sha256sum": find("sha256sum", "install the GNU core utilities"),
    }
    for tool in ("java", "javac"):
        programs[tool] = find(f"{home}/bin/{tool}" if home else tool, "install a JDK, or set JAVA_HOME to one")
    if "TRACECONV" in os.environ:
        programs["traceconv"] = find(os.environ["TRACECONV"], "set TRACECONV to the program, or unset it")
    elif shutil.which("traceconv"):
        programs["traceconv"] = shutil.which("traceconv")
    return programs


def arguments(description, runs=5):
    """A parser of what all tables have in common."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="", metavar="REGEX", help="only lines whose first column has a match")
    parser.add_argument("--runs", type=positive, default=runs, help="how often each is run (default: %(default)s)")
    parser.add_argument("--cache", type=Path, default=ROOT / "benchmarks/target/speed", help="for generated inputs")
    parser.set_defaults(options=[])
    return parser


def positive(text):
    if int(text) < 1:
        raise ValueError
    return int(text)


def prepared(lines, options):
    """Those lines that are wanted and whose inputs are there."""
    chosen = [line for line in lines if re.search(options.rows, line.label)]
    if not chosen:
        raise Failed("no line matches --rows; there are:\n" + "\n".join(line.label for line in lines))
    options.cache.mkdir(parents=True, exist_ok=True)
    for line in chosen.copy():
        try:
            line.prepare(options.cache.resolve())
        except NotThere as missing:
            print(f"left out: {line.label}: {missing}", file=sys.stderr)
            chosen.remove(line)
    return chosen


def main():
    parser = arguments(__doc__)
    parser.add_argument("recordings", nargs="*", metavar="RECORDING", help="measure these instead of the usual inputs")
    parser.add_argument("--options", type=shlex.split, default=[], help="further options of heapconv when it converts")
    options = parser.parse_args()
    lines = [Line(f"`{Path(path).name}`", Recording(path)) for path in options.recordings] or standard_lines()
    programs = find_programs()
    chosen = prepared(lines, options)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "Hello.java").write_text(HELLO)
        subprocess.run([programs["javac"], "-d", work, work / "Hello.java"], check=True)
        bench = Bench(work)
        print(machine(programs, options))
        small = [line for line in chosen if line.small]
        large = [line for line in chosen if not line.small]
        if small:
            bare = [programs["java"], "-cp", work, "Hello"]
            print_table(small, "bare JVM", lambda line: bare, programs, bench, options)
        if large:
            print_table(large, "sha256sum", lambda line: [programs["sha256sum"], *sorted(line.files())], programs, bench, options)


def run_main(main):
    try:
        main()
    except (Failed, subprocess.CalledProcessError) as failure:
        sys.exit(f"{Path(sys.argv[0]).name}: {failure}")


if __name__ == "__main__":
    run_main(main)
