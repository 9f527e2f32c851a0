package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.ToSampleUnskewer;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Scheme 3: every byte is hit with chance 1/T; of an allocation that is hit, the first hit and the
 * rest are recorded.
 */
final class ToSampleScheme implements SimulatedScheme {

  @Override
  public String name() {
    return "to-sample";
  }

  @Override
  public Sampler sampler(long interval, double confidence) {
    Intervals intervals = Intervals.of(confidence);
    return (stack, random) -> sample(stack, interval, intervals, random);
  }

  private static Optional<StackEstimates> sample(
      SimulatedStack stack, long interval, Intervals intervals, SplittableRandom random) {
    ToSampleUnskewer all = new ToSampleUnskewer(interval);
    ToSampleUnskewer live = new ToSampleUnskewer(interval);
    boolean seen = false;
    for (int i = 0; i < stack.sizes().length; i++) {
      int size = stack.sizes()[i];
      long hit = hitPosition(interval, random);
      if (hit <= size) {
        seen = true;
        all.allocate(size, size - hit);
        live.allocate(size, size - hit);
        if (stack.freed()[i]) {
          live.free(size, size - hit);
        }
      }
    }
    return seen
        ? Optional.of(
            new StackEstimates(
                all.objects(intervals),
                all.space(intervals),
                live.objects(intervals),
                live.space(intervals)))
        : Optional.empty();
  }

  /** The number of bytes up to and with the first sampled one: geometric with mean T. */
  static long hitPosition(long interval, SplittableRandom random) {
    if (interval <= 1) {
      return 1;
    }
    return 1 + (long) (Math.log(1 - random.nextDouble()) / Math.log1p(-1.0 / interval));
  }
}
