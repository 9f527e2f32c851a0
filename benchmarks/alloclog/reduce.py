#!/usr/bin/env python3
"""Reduces logs of alloclog.c to what the accuracy suite reads.

    reduce.py OUT.tsv.gz NAME=LOG ...

The lines of OUT: P and a program; F and a function, numbered from 0 within the program; S, the functions of
a stack (leaf first, at most 8) and size:allocated:freed of each size. Functions without a symbol are named
after their library and where they begin, by the unwind tables. Stacks of equal functions are one. Of a program
with many stacks the 3000 that allocated most bytes are kept, and 1500 of the others chosen by chance; more than 120
sizes of a stack are put into steps of 3 %.
"""

import bisect
import collections
import gzip
import hashlib
import math
import re
import subprocess
import sys

FRAMES, LARGEST_STACKS, OTHER_STACKS, SIZES = 8, 3000, 1500, 120


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace").stdout


class Library:
    """The functions of an ELF file by address."""

    def __init__(self, path):
        self.name = path.rsplit("/", 1)[-1]
        self.loads = [
            tuple(int(x, 16) for x in m)
            for m in re.findall(r"LOAD\s+0x(\w+)\s+0x(\w+)\s+0x\w+\s+0x(\w+)", output("readelf", "-lW", path))
        ]
        found = {}
        for flags in (["-D"], []):
            for line in output("nm", *flags, "--defined-only", path).splitlines():
                part = line.split(" ")
                if len(part) == 3 and part[1] in "tTwWiuV":
                    found[int(part[0], 16)] = part[2].split("@")[0]
        if len(found) < 20000:
            for begin in re.findall(r"FDE .*pc=([0-9a-f]+)\.\.", output("readelf", "-wf", path)):
                found.setdefault(int(begin, 16), None)
        self.begins = sorted(found)
        self.names = found

    def function(self, offset):
        address = offset
        for file, virtual, size in self.loads:
            if file <= offset < file + size:
                address = offset - file + virtual
        at = bisect.bisect_right(self.begins, address) - 1
        if at < 0:
            return f"{self.name}+{address:#x}"
        return self.names[self.begins[at]] or f"{self.name}+{self.begins[at]:#x}"


libraries = {}


def symbolize(mappings, pc):
    pc -= 1  # into the call
    at = bisect.bisect_right(mappings, (pc, math.inf)) - 1
    if at < 0 or pc >= mappings[at][1]:
        return "[generated code]"
    begin, _, offset, path = mappings[at]
    if not path.startswith("/"):
        return "[generated code]"
    if path not in libraries:
        libraries[path] = Library(path)
    return libraries[path].function(pc - begin + offset)


def read(log):
    mappings, stacks, counts = [], {}, collections.defaultdict(dict)
    with open(log) as lines:
        for line in lines:
            part = line.rstrip("\n").split("\t")
            if part[0] == "M":
                mappings.append((int(part[1], 16), int(part[2], 16), int(part[3], 16), part[4]))
            elif part[0] == "S":
                stacks[part[1]] = tuple(int(pc, 16) for pc in part[2 : 2 + FRAMES])
            elif part[0] == "C":
                counts[part[1]][int(part[2])] = (int(part[3]), int(part[4]))
            elif part[0] == "L" and part[1] != "0":
                print(f"{log}: {part[1]} allocations lost", file=sys.stderr)
    mappings.sort()
    names = {pc: symbolize(mappings, pc) for pc in set(pc for stack in stacks.values() for pc in stack)}
    merged = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
    for stack, sizes in counts.items():
        key = tuple(names[pc] for pc in stacks[stack])
        for size, (allocated, freed) in sizes.items():
            merged[key][size][0] += allocated
            merged[key][size][1] += freed
    return merged


def readable(names):
    text = subprocess.run(["c++filt", "-p"], input="\n".join(names), capture_output=True, text=True).stdout
    result = []
    for name in text.split("\n"):
        while (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
            name = shorter
        result.append(name[:80])
    return dict(zip(names, result))


def fewer(sizes):
    if len(sizes) <= SIZES:
        return sizes
    steps = collections.defaultdict(lambda: [0, 0, 0])
    for size, (allocated, freed) in sizes.items():
        step = steps[round(math.log(size) / math.log(1.03))]
        step[0] += size * allocated
        step[1] += allocated
        step[2] += freed
    result = collections.defaultdict(lambda: [0, 0])
    for total, allocated, freed in steps.values():
        result[max(1, round(total / allocated))][0] += allocated
        result[max(1, round(total / allocated))][1] += freed
    return result


def by_chance(key):
    return hashlib.sha1("\0".join(key).encode()).digest()


def main():
    with gzip.GzipFile(sys.argv[1], "wb", 9, mtime=0) as raw:
        for argument in sys.argv[2:]:
            program, log = argument.split("=", 1)
            stacks = read(log)
            bytes_of = lambda key: sum(s * n[0] for s, n in stacks[key].items())
            ordered = sorted(stacks, key=lambda key: (-bytes_of(key), key))
            rest = sorted(ordered[LARGEST_STACKS:], key=by_chance)[:OTHER_STACKS]
            kept = sorted(ordered[:LARGEST_STACKS] + rest)
            names = readable(sorted(set(name for key in kept for name in key)))
            functions = {}
            lines = [f"P\t{program}"]
            body = []
            for key in kept:
                frames = [functions.setdefault(names[name], len(functions)) for name in key]
                sizes = fewer(stacks[key])
                body.append(
                    "S\t" + ",".join(map(str, frames)) + "\t"
                    + " ".join(f"{s}:{n[0]}:{n[1]}" if n[1] else f"{s}:{n[0]}" for s, n in sorted(sizes.items()))
                )
            lines += [f"F\t{name}" for name in functions] + body
            raw.write(("\n".join(lines) + "\n").encode())
            allocations = sum(n[0] for key in kept for n in stacks[key].values())
            all_allocations = sum(n[0] for sizes in stacks.values() for n in sizes.values())
            print(
                f"{program}: {len(kept)} of {len(stacks)} stacks, {allocations} of {all_allocations} allocations,"
                f" {sum(map(bytes_of, kept)) / sum(map(bytes_of, stacks)):.3f} of the bytes, {len(functions)} functions"
            )


main()
