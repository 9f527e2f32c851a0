package dev.heapconv.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What one call stack of a program did, by size.
 *
 * @param leafFirst its innermost functions
 * @param sizes bytes, each once
 * @param freed so many allocations of each size were freed before the dump
 * @param kept so many were not
 */
record ProgramStack(List<String> leafFirst, int[] sizes, long[] freed, long[] kept) {

  long allocations() {
    return LongStream.of(freed).sum() + LongStream.of(kept).sum();
  }

  /** Allocations that were not freed. */
  long live() {
    return LongStream.of(kept).sum();
  }

  /** Bytes allocated. */
  double bytes() {
    double bytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      bytes += (double) (freed[i] + kept[i]) * sizes[i];
    }
    return bytes;
  }

  /** Another run with so many allocations, of which each has a size and is freed by chance. */
  ProgramStack again(long allocations, Draws draws) {
    long[] otherFreed = new long[sizes.length];
    long[] otherKept = new long[sizes.length];
    long left = allocations();
    long rest = allocations;
    for (int i = 0; i < sizes.length; i++) {
      long ofSize = freed[i] + kept[i];
      long drawn = draws.binomial(rest, (double) ofSize / left);
      otherFreed[i] = draws.binomial(drawn, (double) freed[i] / ofSize);
      otherKept[i] = drawn - otherFreed[i];
      left -= ofSize;
      rest -= drawn;
    }
    return new ProgramStack(leafFirst, sizes, otherFreed, otherKept);
  }

  /** What it did between dumps, if its allocations are spread evenly over the recording. */
  List<ProgramStack> parts(int dumps, Draws draws) {
    List<ProgramStack> parts = new ArrayList<>();
    long[] restFreed = freed.clone();
    long[] restKept = kept.clone();
    for (int left = dumps; left > 0; left--) {
      long[] partFreed = new long[sizes.length];
      long[] partKept = new long[sizes.length];
      for (int i = 0; i < sizes.length; i++) {
        partFreed[i] = draws.binomial(restFreed[i], 1.0 / left);
        partKept[i] = draws.binomial(restKept[i], 1.0 / left);
        restFreed[i] -= partFreed[i];
        restKept[i] -= partKept[i];
      }
      parts.add(new ProgramStack(leafFirst, sizes, partFreed, partKept));
    }
    return parts;
  }

  /** So many times as many allocations of each size, rounded half up. */
  ProgramStack times(double factor) {
    return new ProgramStack(leafFirst, sizes, times(freed, factor), times(kept, factor));
  }

  private static long[] times(long[] counts, double factor) {
    return LongStream.of(counts).map(count -> Math.round(factor * count)).toArray();
  }
}
