package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.RecordedUnskewer;
import dev.heapconv.unskew.StackEstimates;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Scheme 2: an allocation of size a is recorded, with its size, with chance {@code 1 - exp(-a/T)}.
 */
final class RecordedScheme implements SimulatedScheme {

  /** How the recorded allocations of a stack reach the reader. */
  enum Lines {
    /** One unit per size: Go text, single samples. */
    PER_SIZE("recorded"),
    /**
     * One line per stack, cooked by jemalloc 5.3 so that unskewing the line gives unbiased totals.
     */
    COOKED("rec-cooked"),
    /**
     * One line per stack with plain sums (jemalloc before 5.3): mixed sizes are biased for good.
     */
    PLAIN_SUMS("rec-plain");

    private final String scheme;

    Lines(String scheme) {
      this.scheme = scheme;
    }
  }

  private final Lines lines;

  RecordedScheme(Lines lines) {
    this.lines = lines;
  }

  @Override
  public String name() {
    return lines.scheme;
  }

  @Override
  public Sampler sampler(long interval, double confidence) {
    Intervals intervals = Intervals.of(confidence);
    return (stack, random) -> sample(stack, interval, intervals, random);
  }

  private Optional<StackEstimates> sample(
      SimulatedStack stack, long interval, Intervals intervals, SplittableRandom random) {
    Map<Integer, long[]> counts = new TreeMap<>();
    for (int i = 0; i < stack.sizes().length; i++) {
      int size = stack.sizes()[i];
      if (random.nextDouble() < -Math.expm1(-(double) size / interval)) {
        long[] count = counts.computeIfAbsent(size, key -> new long[2]);
        count[0]++;
        count[1] += stack.freed()[i] ? 0 : 1;
      }
    }
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    RecordedUnskewer all = unskew(counts, 0, interval);
    RecordedUnskewer live = unskew(counts, 1, interval);
    return Optional.of(
        new StackEstimates(
            all.objects(intervals),
            all.space(intervals),
            live.objects(intervals),
            live.space(intervals)));
  }

  private RecordedUnskewer unskew(Map<Integer, long[]> counts, int side, long interval) {
    RecordedUnskewer unskewer = new RecordedUnskewer(interval);
    long count = 0;
    long bytes = 0;
    double objects = 0;
    double space = 0;
    for (Map.Entry<Integer, long[]> entry : counts.entrySet()) {
      long size = entry.getKey();
      long n = entry.getValue()[side];
      double weight = RecordedUnskewer.weight(size, interval);
      count += n;
      bytes += n * size;
      objects += n * weight;
      space += n * weight * size;
      if (lines == Lines.PER_SIZE) {
        unskewer.add(n, n * size);
      }
    }
    if (lines == Lines.PLAIN_SUMS) {
      unskewer.addPlainLine(count, bytes);
    } else if (lines == Lines.COOKED && count > 0) {
      double weight = RecordedUnskewer.weight(space / objects, interval);
      unskewer.addCookedLine(Math.max(1, Math.round(objects / weight)), Math.round(space / weight));
    }
    return unskewer;
  }
}
