"""Writes a heapconv sample log of a toy allocator that samples each byte with probability 1/T."""

import json
import math
import random
import sys

T = 4099  # mean bytes between two samples


class Sampler:
    def __init__(self, out, process):
        self.out = out
        self.random = random.Random(1)
        self.stacks = {}
        self.until_sample = self.exponential()
        self.write(heapconv=1, scheme="to-sample", interval=T, process=process, heap="toy")

    def exponential(self):
        return -T * math.log(1 - self.random.random())

    def write(self, **record):
        self.out.write(json.dumps(record, separators=(",", ":")) + "\n")

    def stack(self, *frames):
        """Number of a stack, leaf first; written once."""
        if frames not in self.stacks:
            self.stacks[frames] = len(self.stacks) + 1
            self.write(stack=self.stacks[frames], frames=frames)
        return self.stacks[frames]

    def alloc(self, address, size, *frames):
        """Call for every allocation; true when it was recorded."""
        if self.until_sample >= size:
            self.until_sample -= size
            return False
        to_sample = size - 1 - int(self.until_sample)
        self.write(alloc=hex(address), size=size, to_sample=to_sample, stack=self.stack(*frames))
        self.until_sample = self.exponential()
        return True

    def free(self, address):
        self.write(free=hex(address))


if __name__ == "__main__":
    sampler = Sampler(sys.stdout, "emit")
    for i in range(20000):
        size, site = (100, "small") if i % 10 else (5000, "large")
        if sampler.alloc(0x10000 + 64 * i, size, site, "main") and i % 2:
            sampler.free(0x10000 + 64 * i)
    sampler.write(dump="end")
