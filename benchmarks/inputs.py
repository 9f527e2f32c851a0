"""Inputs of benchmarks: recordings that are there, and what is generated once into a cache."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRACES = "dev.heapconv.benchmarks.traces."
OUT = object()  # The place of a generator's target among its arguments.


class Failed(Exception):
    """What keeps a table from being made."""


class NotThere(Failed):
    """An input that only the project's own machines have, or a program that is not installed."""


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

        def make(path):
            if not compressed.exists():
                raise NotThere(f"{compressed} is not there")
            subprocess.run(["zstd", "-dqf", "--long=27", compressed, "-o", path], check=True)

        return kept(cache / f"{self.name}.pftrace", make)


class Generated:
    """What a generator of this module writes: a file, or a folder of which `member` is measured."""

    def __init__(self, name, generator, *arguments, member=""):
        self.name, self.generator, self.arguments, self.member = name, generator, arguments, member

    def prepare(self, cache):
        def make(path):
            words = [str(self.word(argument, path, cache)) for argument in self.arguments]
            subprocess.run([ROOT / "benchmarks/run", TRACES + self.generator, *words], check=True)

        return kept(cache / self.name, make) / self.member

    @staticmethod
    def word(argument, path, cache):
        if argument is OUT:
            return path
        return argument.prepare(cache) if isinstance(argument, (Recording, Generated)) else argument


class Made:
    """What a script for the shell writes to $out, given the $input if there is one, and programs of this project and machine."""

    def __init__(self, name, script, source=None):
        self.name, self.script, self.source = name, script, source

    def prepare(self, cache):
        def make(path):
            source = self.source.prepare(cache) if self.source else ""
            given = {
                "input": str(source),
                "out": str(path),
                "heapconv": os.environ.get("HEAPCONV", "heapconv"),
                "python": os.path.realpath(sys.executable),  # Not a script that finds one: profilers do not follow it.
                "root": str(ROOT),
            }
            subprocess.run(["sh", "-ec", self.script], env=os.environ | given, stdout=subprocess.DEVNULL, check=True)

        return kept(cache / self.name, make)


def kept(path, make):
    """A path in the cache that is whole or not there."""
    if not path.exists():
        unfinished = path.with_name(f"unfinished-{path.name}")
        shutil.rmtree(unfinished, ignore_errors=True)
        print(f"making {path} ...", file=sys.stderr)
        make(unfinished)
        unfinished.rename(path)
    return path


def own(name):
    return Recording(ROOT / f"testdata/heapprofd/{name}.pftrace")
