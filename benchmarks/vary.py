#!/usr/bin/env python3
"""Writes variants of a heapprofd trace: vary.py TRACE COUNT DIR PREFIX.

Every sample's numbers are multiplied by a random factor from 1 to 50, small ones more often, so that little of what was
computed for one variant can be reused for another as it could for plain copies.
"""

import random
import sys

PROFILE_PACKET, PROCESS_DUMPS, SAMPLES = 37, 5, 2
NUMBERS = {2, 3, 5, 6}  # self_allocated, self_freed, alloc_count, free_count


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def rewrite(data, path, rng):
    """Copies a message; messages along `path` are copied field by field, numbers of the last are multiplied."""
    out = bytearray()
    at = 0
    factor = 1 + int(50 ** rng.random() - 1)
    while at < len(data):
        tag, at = read_varint(data, at)
        field, wire = tag >> 3, tag & 7
        out += varint(tag)
        if wire == 0:
            value, at = read_varint(data, at)
            out += varint(value * factor if not path and field in NUMBERS else value)
        elif wire == 2:
            length, at = read_varint(data, at)
            part = data[at : at + length]
            at += length
            if path and field == path[0]:
                part = rewrite(part, path[1:], rng)
            out += varint(len(part)) + part
        else:
            width = 8 if wire == 1 else 4
            out += data[at : at + width]
            at += width
    return bytes(out)


def main():
    trace, count, folder, prefix = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    with open(trace, "rb") as file:
        data = file.read()
    for i in range(count):
        with open(f"{folder}/{prefix}-{i:05d}.pftrace", "wb") as file:
            file.write(rewrite(data, [1, PROFILE_PACKET, PROCESS_DUMPS, SAMPLES], random.Random(f"{prefix}{i}")))


main()
