#!/usr/bin/env python3
"""Disturbs `heapconv batch` in every way that machines do, and compares the result with that of an undisturbed run.

    benchmarks/faults.py [--kills 1000] [--times 20] [--seed 1] [--only kill,disk,...]

Environment: HEAPCONV, the program (default: heapconv). Full and read-only
disks need root, for a tmpfs; without it, they are skipped and said to be.

After every disturbance: each file with a final name is the one of the undisturbed run, byte by byte; the manifest
parses, up to an unfinished last line; its lines refer to existing outputs; the exit status is one that is documented
for it, with a message. After the last resume, in addition: the same files, nothing temporary, and one line per input
with the same content, except times.
"""

import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAPPROFD = ROOT / "testdata/heapprofd"
SMALL = """customheap_all deeprec deflate_phases dumpmax_cont_i1 dumpmax_i1 inlined inlined_stripped java_i4096 late_attach
    names overrun phases_i512 rejected sqlite_i4096 truth_i1 truth_i32768 truth_i4096 truth_i512 zstd_python""".split()
QUICK = "-XX:TieredStopAtLevel=1"  # Runs are too short for optimized code.
OK, OUTPUT, SOME_FAILED = 0, 4, 5
FULL_RUN_SECONDS = 120


class Broken(Exception):
    """A promise that was not kept."""


def expect(condition, message):
    if not condition:
        raise Broken(message)


class Bench:
    """A folder of inputs, the outputs of an undisturbed run over it, and a place for disturbed runs."""

    def __init__(self, work, program, rng):
        self.work, self.program, self.rng = work, program, rng
        self.inputs = work / "in"
        self.original = work / "original"
        self.place = work / "disturbed"
        make_inputs(self.original)
        self.restore_inputs()
        self.status, message = self.finish(self.run(work / "reference"))
        expect(self.status == SOME_FAILED, f"the undisturbed run ended with {self.status}: {message}")
        self.reference = files(work / "reference")
        self.lines = manifest(work / "reference")
        self.renew()
        start = time.monotonic()
        self.resume_and_check()
        self.seconds = time.monotonic() - start

    def run(self, place, java=QUICK, **popen):
        """Starts a batch."""
        place.mkdir(parents=True, exist_ok=True)
        environment = dict(os.environ, HEAPCONV_JAVA_OPTS=java)
        command = [self.program, "batch", str(self.inputs), "-o", str(place / "out"), "--resume", "-q"]
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **popen
        )

    @staticmethod
    def finish(process):
        """Exit status and messages of a batch."""
        message = process.communicate(timeout=FULL_RUN_SECONDS)[0].decode(errors="replace")
        expect("\tat " not in message and "Exception" not in message, f"a stack trace: {message}")
        return process.returncode, message

    def renew(self):
        """Empties the place of disturbed runs."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()

    def restore_inputs(self):
        """Puts the inputs back, as new files with new times."""
        shutil.rmtree(self.inputs, ignore_errors=True)
        shutil.copytree(self.original, self.inputs, copy_function=shutil.copyfile)

    def check_disturbed(self, totals=True):
        """What holds at any moment; totals are not compared if they are of fewer inputs."""
        found = files(self.place)
        for name, content in found.items():
            if not is_own(name) and (totals or not name.startswith("totals/")):
                expect(name in self.reference, f"an output that the undisturbed run does not have: {name}")
                expect(content == self.reference[name], f"an output that is not complete, or differs: {name}")
        for line in manifest(self.place, unfinished=True).values():
            for output in line["outputs"]:
                expect("out/" + output in found, f"a line without its output: {line}")

    def check_ended(self, totals=True):
        """What holds when a batch ended by itself, whatever its status."""
        self.check_disturbed(totals)
        temporary = [name for name in files(self.place) if name.endswith(".tmp") or "/.heapconv/tmp/" in name]
        expect(not temporary, f"temporary files: {temporary}")

    def resume_and_check(self):
        """Runs the batch to its end, undisturbed."""
        status, message = self.finish(self.run(self.place))
        expect(status == self.status, f"the last run ended with {status}: {message}")
        self.check_final()

    def check_final(self):
        """What holds after a batch that was not disturbed."""
        found = files(self.place)
        leftover = found.keys() - self.reference.keys()
        missing = self.reference.keys() - found.keys()
        expect(not leftover, f"left behind: {sorted(leftover)}")
        expect(not missing, f"missing: {sorted(missing)}")
        differing = [name for name in found if found[name] != self.reference[name] and name != "out/manifest.jsonl"]
        expect(not differing, f"differ: {differing}")
        lines = manifest(self.place)
        text = (self.place / "out/manifest.jsonl").read_bytes()
        expect(text.count(b"\n") == len(lines), "an input has several lines")
        expect(lines == self.lines, f"lines differ: {[k for k in self.lines if lines.get(k) != self.lines[k]]}")


def make_inputs(folder):
    """Small traces in folders, an archive, names that are not easy, a damaged trace and a text."""
    folder.mkdir()
    for i, name in enumerate(SMALL):
        target = folder / ("." if i % 3 else f"week {i % 2}") / f"{name}.pftrace"
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(HEAPPROFD / f"{name}.pftrace", target)
    shutil.copyfile(HEAPPROFD / "names.pftrace", folder / "NAMES.pftrace")
    shutil.copyfile(HEAPPROFD / "names.pftrace", os.fsencode(folder) + b"/gr\xc3\xb6\xc3\x9fe \xff.pftrace")
    (folder / "damaged.pftrace").write_bytes(b"\n\x7f damaged")
    (folder / "README.md").write_text("Traces from the field.\n")
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        for member, name in ("a/t.pftrace", "truth_i1"), ("b/t.pftrace", "truth_i512"), ("b?t.pftrace", "names"):
            archive.write(HEAPPROFD / f"{name}.pftrace", member)


def files(folder):
    """Contents of all files by path."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = Path(parent, name)
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def is_own(name):
    """Whether a file belongs to the batch, or has no final name yet."""
    return any(part.startswith(".") for part in name.split("/")) or name == "out/manifest.jsonl"


def manifest(place, unfinished=False):
    """The lines by input, without times and without what may differ between equal runs."""
    file = place / "out/manifest.jsonl"
    lines = {}
    if unfinished and not file.exists():
        return lines
    *whole, last = file.read_bytes().split(b"\n")
    expect(unfinished or not last, f"the last line is not complete: {last}")
    for text in whole:
        try:
            line = json.loads(text)
        except ValueError as e:
            raise Broken(f"{e}: {text}") from e
        for varying in "seconds", "modified_millis":
            line.pop(varying, None)
        lines[line["input"]] = line
    return lines


def kill(bench, times, tally):
    """SIGKILL at random instants, several times before a batch is let through; sometimes an input is touched."""
    killed = 0
    longest = bench.seconds
    while killed < times:
        bench.renew()
        for _ in range(min(bench.rng.randint(1, 8), times - killed)):
            start = time.monotonic()
            process = bench.run(bench.place)
            try:
                process.communicate(timeout=bench.rng.uniform(0.1, 1) * longest)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                killed += 1
                longest *= 1.1
                tally["killed while " + phase(bench)] += 1
            else:
                # How long it takes depends on what is left to do, and on what else runs on the machine.
                longest = time.monotonic() - start
                tally["ended before it was killed"] += 1
                break
            bench.check_disturbed()
            if bench.rng.random() < 0.2:
                os.utime(bench.rng.choice(sorted(bench.inputs.rglob("*.*"))))
        bench.resume_and_check()
        tally["completed"] += 1


def phase(bench):
    """What a killed batch was doing."""
    found = files(bench.place)
    if "out/manifest.jsonl" not in found:
        return "starting"
    if len(manifest(bench.place, unfinished=True)) < len(bench.lines):
        return "converting"
    return "adding up" if "totals/fleet.pb.gz" not in found else "repeating or ending"


class Tmpfs:
    """A small disk in memory at the place of disturbed runs, or in a folder of it."""

    def __init__(self, folder, size):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], check=True)

    def remount(self, options):
        subprocess.run(["mount", "-o", "remount," + options, str(self.folder)], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        subprocess.run(["umount", str(self.folder)], check=True)


def disk(bench, times, tally):
    """Disks of random sizes up to what is needed: for everything, or only for the totals."""
    need = sum(len(content) + 4096 for content in bench.reference.values())
    for i in range(times):
        bench.renew()
        totals_only = i % 4 == 3
        size = bench.rng.randrange(4096, 12288 if totals_only else need)
        with Tmpfs(bench.place / "totals" if totals_only else bench.place, size) as small:
            status, message = bench.finish(bench.run(bench.place))
            explain(status, message, tally, (OUTPUT, SOME_FAILED))
            bench.check_ended()
            small.remount("size=256m")
            bench.resume_and_check()


def file_size(bench, times, tally):
    """A limit of the size of files, as `ulimit -f` sets."""
    import resource

    for _ in range(times):
        bench.renew()
        limit = bench.rng.randrange(256, 24 << 10)
        limited = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        status, message = bench.finish(bench.run(bench.place, preexec_fn=limited))
        explain(status, message, tally, (OUTPUT, SOME_FAILED))
        bench.check_ended()
        bench.resume_and_check()


def readonly(bench, times, tally):
    """A disk that is read-only from the start, or when a batch is continued."""
    for i in range(times):
        bench.renew()
        with Tmpfs(bench.place, "64m") as disk:
            (bench.place / "totals").mkdir()
            if i % 2:
                process = bench.run(bench.place)
                time.sleep(bench.rng.uniform(0.3, 1) * bench.seconds)
                process.kill()
                process.communicate()
            disk.remount("ro")
            status, message = bench.finish(bench.run(bench.place))
            explain(status, message, tally, (OUTPUT,))
            bench.check_disturbed()
            disk.remount("rw")
            bench.resume_and_check()


def changes(bench, times, tally):
    """Inputs that are replaced, cut, extended, deleted or moved while a batch reads them."""
    for _ in range(times):
        bench.renew()
        stop = threading.Event()
        changer = threading.Thread(target=change_inputs, args=(bench, stop, tally))
        process = bench.run(bench.place)
        changer.start()
        try:
            status, message = bench.finish(process)
        finally:
            stop.set()
            changer.join()
        explain(status, message, tally, (OK, SOME_FAILED))
        manifest(bench.place)
        bench.restore_inputs()
        bench.resume_and_check()


def change_inputs(bench, stop, tally):
    # Without the archive: outputs of members that are gone stay, as documented.
    paths = sorted(path for path in bench.inputs.rglob("*.pftrace"))
    while not stop.wait(bench.rng.uniform(0, 0.02)):
        path, other = bench.rng.choice(paths), bench.rng.choice(paths)
        how = bench.rng.choice(["replaced", "cut", "extended", "deleted"])
        tally["input " + how] += 1
        try:
            if how == "replaced":
                shutil.copyfile(other, bench.work / "new")
                os.replace(bench.work / "new", path)
            elif how == "cut":
                os.truncate(path, path.stat().st_size // 2)
            elif how == "extended":
                with open(path, "ab") as file:
                    file.write(other.read_bytes())
            else:
                path.unlink()
        except FileNotFoundError:
            pass  # It was deleted before.


def memory(bench, times, tally):
    """One large input among the small ones, with too little memory for it; then with enough."""
    large = bench.inputs / "large.heap"
    with open(large, "w") as file:
        file.write("heap_v2/524288\n  t*: 200000: 200000 [0: 0]\n")
        for i in range(200000):
            file.write(f"@ 0x{i + 4096:x} 0x{i % 1000 + 4096:x} 0x1000\n  t*: 1: 1 [0: 0]\n")
    try:
        with_large = Bench.__new__(Bench)
        with_large.__dict__.update(bench.__dict__)
        bench.renew()
        bench.finish(bench.run(bench.place))
        with_large.reference = files(bench.place)
        with_large.lines = manifest(bench.place)
        for _ in range(times):
            with_large.renew()
            megabytes = bench.rng.randint(40, 48)
            status, message = bench.finish(bench.run(bench.place, java=f"{QUICK} -Xmx{megabytes}m"))
            explain(status, message, tally, (SOME_FAILED, OUTPUT))
            lines = manifest(bench.place)
            failed = [k for k in lines if lines[k].get("error") == "out-of-memory"]
            tally[f"out of memory: {len(failed)}"] += 1
            with_large.check_ended(totals=False)
            with_large.resume_and_check()
    finally:
        large.unlink()


def two(bench, times, tally):
    """Two batches in one folder, started within the time that one takes."""
    for _ in range(times):
        bench.renew()
        first = bench.run(bench.place)
        time.sleep(bench.rng.choice([0, bench.rng.uniform(0, 1.2) * bench.seconds]))
        second = bench.run(bench.place)
        ends = [bench.finish(first), bench.finish(second)]
        for status, message in ends:
            explain(status, message, tally, (OUTPUT, SOME_FAILED))
            expect(status != OUTPUT or "another" in message, message)
        expect(SOME_FAILED in [status for status, _ in ends], f"neither batch completed: {ends}")
        bench.check_final()


def explain(status, message, tally, allowed):
    """Statuses have to be documented ones, and those of failures come with a message."""
    expect(status in allowed, f"status {status}: {message}")
    expect(status == OK or message.strip(), f"status {status} without a message")
    tally[f"status {status}"] += 1


CAMPAIGNS = {
    "kill": kill,
    "disk": disk,
    "file-size": file_size,
    "readonly": readonly,
    "changes": changes,
    "memory": memory,
    "two": two,
}
NEED_ROOT = {"disk", "readonly"}


def main():
    parser = argparse.ArgumentParser(description="Disturbs heapconv batch.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--times", type=int, default=20, help="of each other disturbance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(CAMPAIGNS), help=f"of {', '.join(CAMPAIGNS)}")
    arguments = parser.parse_args()
    broken = 0
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(Path(work), os.environ.get("HEAPCONV", "heapconv"), random.Random(arguments.seed))
        print(f"{len(bench.lines)} inputs, undisturbed in {bench.seconds:.1f} s", flush=True)
        for name in arguments.only.split(","):
            if name in NEED_ROOT and os.geteuid() != 0:
                print(f"{name}: skipped, needs root")
                continue
            tally = collections.Counter()
            start = time.monotonic()
            verdict = "all promises kept"
            try:
                CAMPAIGNS[name](bench, arguments.kills if name == "kill" else arguments.times, tally)
            except Broken as e:
                verdict = f"BROKEN: {e}"
                broken += 1
            counts = ", ".join(f"{key}: {tally[key]}" for key in sorted(tally))
            print(f"{name} ({time.monotonic() - start:.0f} s): {verdict}; {counts}", flush=True)
            bench.restore_inputs()
    sys.exit(1 if broken else 0)


main()
