#!/usr/bin/env python3
"""Makes the estimator's library of sizes from programs that reduce.py wrote.

    library.py PROGRAMS.tsv.gz sizes.txt

Of each program at most 120 stacks count, chosen by what recordings would show of them; each stands for two sites, whose
sizes are 0.8 and 1.25 times as large (but multiples of 1024, which stay). A part is made up: sites of two sizes, log-normal
and even ones. Sites that heapprofd would record alike at sampling intervals from 256 bytes to 256 KiB form a cluster, of
which the member next to its centre is kept, with the deviations of the others from it. Needs NumPy.
"""

import gzip
import math
import sys

import numpy as np

CLUSTERS = 450
STACKS = 120
SCALES = (0.8, 1.25)
MADE_UP, MADE_UP_SITES = 0.2, 1800
ATOMS = 8
INTERVALS = (256, 1024, 4096, 16384, 65536, 262144)
ROUNDS = 15
FEATURES = 4


def read(path):
    """Sizes and counts of the stacks of each program."""
    programs = {}
    for line in gzip.open(path, "rt"):
        cells = line.rstrip("\n").split("\t")
        if cells[0] == "P":
            stacks = programs.setdefault(cells[1], [])
        elif cells[0] == "S":
            sizes = [tuple(map(int, size.split(":"))) for size in cells[2].split(" ")]
            sizes = [size for size in sizes if size[0] > 0]
            if sizes:
                stacks.append((np.array([s[0] for s in sizes], float), np.array([s[1] for s in sizes], float)))
    return programs


def fewer(sizes, counts):
    """At most ATOMS sizes and their shares: neighbours are joined where that changes least."""
    order = np.argsort(sizes)
    sizes, shares = list(sizes[order]), list(counts[order] / counts.sum())
    while len(sizes) > ATOMS:
        s, p = np.array(sizes), np.array(shares)
        space = s * p / (s * p).sum()
        loss = np.log(s[1:] / s[:-1]) ** 2 * (np.minimum(p[1:], p[:-1]) + np.minimum(space[1:], space[:-1]))
        at = int(np.argmin(loss))
        both = p[at] + p[at + 1]
        mean = (s[at] * p[at] + s[at + 1] * p[at + 1]) / both
        for one in (at, at + 1):
            if s[one] * p[one] > 0.8 * mean * both:
                mean = s[one]
                break
        sizes[at : at + 2], shares[at : at + 2] = [mean], [both]
    return np.maximum(1, np.rint(sizes)), np.array(shares)


def scaled(sizes, factor):
    return np.where(sizes % 1024 == 0, sizes, np.maximum(1, np.rint(sizes * factor)))


def features(sizes, shares):
    """What recordings depend on, for each interval: allocations per recorded one, visible share, excess of all and of the others."""
    row = []
    for interval in INTERVALS:
        x, large = sizes / interval, sizes >= interval
        chance = np.where(large, 1, -np.expm1(-x))
        recorded = (shares * chance).sum()
        of = shares * chance / recorded
        visible = large & (sizes % interval != 0)
        excess = np.where(large, x - 1, x / chance - 1)
        hidden = of * ~visible
        row += [
            math.log(recorded),
            1.5 * math.asin(math.sqrt(min(1, (of * visible).sum()))),
            0.5 * math.log((of * excess).sum() + 0.02),
            0.5 * math.log((hidden * excess).sum() / max(hidden.sum(), 1e-300) + 0.02),
        ]
    return row


def sites(programs):
    """(sizes, shares, ln(allocations), weight)"""
    random = np.random.default_rng(5)
    for name in sorted(programs):
        stacks = programs[name]
        space = np.array([(s * c).sum() for s, c in stacks])
        shown = sum(np.minimum(1, space / interval) for interval in (4096, 65536, 1e6))
        chosen = random.choice(len(stacks), min(STACKS, len(stacks)), replace=False, p=shown / shown.sum())
        weight = (1 - MADE_UP) / len(programs) / len(chosen) / len(SCALES)
        for at in chosen:
            sizes, shares = fewer(*stacks[at])
            for factor in SCALES:
                yield scaled(sizes, factor), shares, math.log(stacks[at][1].sum()), weight
    random = np.random.default_rng(9)
    for at in range(MADE_UP_SITES):
        count = random.uniform(math.log(20), math.log(3e5))
        sizes, shares = made_up(at % 6, random)
        yield np.maximum(1, np.rint(sizes)), shares / shares.sum(), count, MADE_UP / MADE_UP_SITES


def made_up(kind, random):
    """Sizes and their shares of a kind of site that programs have rarely."""

    def size(low, high):
        return math.exp(random.uniform(math.log(low), math.log(high)))

    if kind == 0:  # two sizes
        share = 1 / (1 + math.exp(random.normal(0, 2.5)))
        return np.array([size(8, 60000), size(8, 200000)]), np.array([share, 1 - share])
    if kind == 1:  # few large ones beside many small ones
        share = size(0.0005, 0.5)
        return np.array([size(8, 512), size(2000, 1e6)]), np.array([1 - share, share])
    if kind == 2:  # log-normal
        z = np.linspace(-2, 2, ATOMS)
        return size(8, 60000) * np.exp(random.uniform(0.3, 1.8) * z), np.exp(-z * z / 2)
    if kind == 3:  # even
        low = size(1, 60000)
        return np.linspace(low, low * size(2, 200), ATOMS), np.ones(ATOMS)
    if kind == 4:  # buffers that double
        steps = np.arange(random.integers(3, ATOMS + 1))
        return size(8, 4096) * 2.0**steps, random.choice([0.5, 0.7, 1]) ** steps
    # blocks of a power of two, and small ones for what manages them
    share = size(0.2, 1)
    return np.array([size(8, 512), 2.0 ** random.integers(8, 18)]), np.array([1 - share, share])


def clusters(all_sites):
    """Lines of numbers: k-means over the features and, less, the number of allocations."""
    shown = np.array([features(sizes, shares) for sizes, shares, _, _ in all_sites])
    counts = np.array([site[2] for site in all_sites])
    weights = np.array([site[3] for site in all_sites])
    points = np.hstack([shown, 0.25 * counts[:, None]])
    random = np.random.default_rng(3)
    centres = points[random.choice(len(points), CLUSTERS, replace=False, p=weights / weights.sum())]
    for _ in range(ROUNDS + 1):
        distance = (points**2).sum(1)[:, None] - 2 * points @ centres.T + (centres**2).sum(1)[None]
        nearest = distance.argmin(1)
        for k in range(CLUSTERS):
            if (nearest == k).any():
                centres[k] = np.average(points[nearest == k], axis=0, weights=weights[nearest == k])
    for k in range(CLUSTERS):
        members = np.flatnonzero(nearest == k)
        if len(members):
            middle = members[np.argmin(distance[members, k])]
            weight = weights[members] / weights[members].sum()
            # Intervals from 1 KiB to 64 KiB.
            off = (shown[members] - shown[middle])[:, FEATURES : 5 * FEATURES]
            count_error = math.sqrt(weight @ (off[:, 0::FEATURES] ** 2).mean(1))
            excess_error = math.sqrt(weight @ ((2 * off[:, 2::FEATURES]) ** 2).mean(1))
            mean = weight @ counts[members]
            deviation = math.sqrt(weight @ (counts[members] - mean) ** 2)
            sizes, shares, _, _ = all_sites[middle]
            yield sizes, shares, weights[members].sum(), mean, deviation, count_error, excess_error


def main():
    programs = read(sys.argv[1])
    with open(sys.argv[2], "w") as out:
        print("# Sizes of call sites, made by benchmarks/alloclog/library.py from", *sorted(programs), file=out)
        print("# weight in millionths; mean and deviation of ln(allocations), deviations of the other members of the", file=out)
        print("# cluster, all in hundredths; size:share in thousandths ...", file=out)
        for sizes, shares, weight, *numbers in sorted(
            clusters(list(sites(programs))), key=lambda one: ((one[0] * one[1]).sum(), one[2])
        ):
            atoms = [f"{size:.0f}:{share:.0f}" for size, share in zip(sizes, np.rint(1000 * shares)) if share > 0]
            print(max(1, round(1e6 * weight)), *(round(100 * number) for number in numbers), *atoms, file=out)


main()
