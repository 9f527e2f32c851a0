"""Runs whole processes and says what they used."""

import collections
import os
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from inputs import ROOT, Failed

NAMING = ("HEAPCONV_SYMBOLS", "PERFETTO_BINARY_PATH", "PERFETTO_PROGUARD_MAP")

Usage = collections.namedtuple("Usage", "wall cpu peak")  # seconds, seconds, bytes


class Ended(Failed):
    """A command that did not succeed: its exit status, what it printed, and after how many seconds."""

    def __init__(self, command, status, message, wall):
        super().__init__(f"{shlex.join(map(str, command))} ended with {status}: {message}")
        self.status, self.message, self.wall = status, message, wall


class Bench:
    """Runs commands, in an environment in which nothing tells names or sizes of stacks, and with a place for their outputs."""

    def __init__(self, work):
        self.out = work / "out"
        self.log = work / "log"
        self.environment = {key: value for key, value in os.environ.items() if key not in NAMING}
        # Without it, heapconv reads sizes from those binaries that happen to be on this machine.
        self.environment["HEAPCONV_SYMBOLS"] = ""
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
        """A list of `Usage` for each command; a first run of each, which fills caches, does not count."""
        for command in commands:
            self.run(command)
        turns = [[self.run(command) for command in commands] for _ in range(runs)]
        return [list(used) for used in zip(*turns)]


def spread(values, text):
    if len(values) == 1:
        return text(values[0])
    return f"{text(statistics.median(values))} ({text(min(values))}–{text(max(values))})"


def digits(value):
    """Seconds, or a ratio, with about three digits."""
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def size(count):
    if count < 1e6:
        return f"{count / 1e3:.1f} KB"
    return f"{count / 1e6:.1f} MB" if count < 1e7 else f"{count / 1e6:,.0f} MB"


def wall(used):
    return spread([usage.wall for usage in used], digits)


def cpu(used):
    return spread([usage.cpu for usage in used], digits)


def ratio(ones, others, of="cpu"):
    """Of the processor times of neighbouring runs, or of another of the numbers of `Usage`."""
    return spread([getattr(one, of) / getattr(other, of) for one, other in zip(ones, others)], digits)


def peak(used):
    return f"{max(usage.peak for usage in used) / 1e6:.0f} MB"


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


def commit():
    name = first_line("git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=8", "--exclude=*")
    return f"commit {name}" if re.match(r"[0-9a-f]{8}", name) else "no commit"


def machine(heapconv, java, runs, version):
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    words = [
        f"{time.strftime('%d %B %Y').lstrip('0')}, {version}",
        f"{cores} {'core' if cores == 1 else 'cores'} ({processor()})",
        f"{platform.system()} {platform.release()}",
        "Java " + re.sub(r'.*"(.*)".*', r"\1", first_line(java, "-version")),
        first_line(heapconv, "--version"),
        f"load {os.getloadavg()[0]:.1f} before",
        "one run each" if runs == 1 else f"medians of {runs} runs (least–most)",
    ]
    return "; ".join(words) + "."


def find(program, advice):
    path = shutil.which(program)
    if not path:
        raise Failed(f"there is no {program}; {advice}")
    return path
