package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.unskew.Intervals;
import dev.heapconv.unskew.StackEstimates;
import dev.heapconv.unskew.TcmallocUnskewer;
import java.util.Optional;
import java.util.SplittableRandom;

/** Scheme 4: the counter runs over requested + 1 bytes; space is in bytes of size classes. */
final class TcmallocScheme implements SimulatedScheme {

  @Override
  public String name() {
    return "tcmalloc";
  }

  @Override
  public Sampler sampler(long interval, double confidence) {
    Intervals intervals = Intervals.of(confidence);
    return (stack, random) -> sample(stack, interval, intervals, random);
  }

  @Override
  public ViewTotals truth(SimulatedStack stack) {
    double bytes = 0;
    double liveBytes = 0;
    for (int i = 0; i < stack.sizes().length; i++) {
      long allocated = allocated(stack.sizes()[i]);
      bytes += allocated;
      liveBytes += stack.freed()[i] ? 0 : allocated;
    }
    ViewTotals requested = stack.truth();
    return new ViewTotals(requested.allocObjects(), bytes, requested.objects(), liveBytes);
  }

  private static Optional<StackEstimates> sample(
      SimulatedStack stack, long interval, Intervals intervals, SplittableRandom random) {
    TcmallocUnskewer all = new TcmallocUnskewer(interval);
    TcmallocUnskewer live = new TcmallocUnskewer(interval);
    boolean seen = false;
    for (int i = 0; i < stack.sizes().length; i++) {
      int size = stack.sizes()[i];
      long hit = ToSampleScheme.hitPosition(interval, random);
      if (hit <= size + 1L) {
        seen = true;
        double weight = all.weightOf(size + 1 - hit);
        all.allocate(size, allocated(size), weight);
        live.allocate(size, allocated(size), weight);
        if (stack.freed()[i]) {
          live.free(size, allocated(size), weight);
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

  /**
   * A size class much like tcmalloc's: multiples of 8 up to 64, then about eight steps to a power
   * of two, pages above 256 KiB.
   */
  private static long allocated(long requested) {
    long step = 8;
    if (requested > 262_144) {
      step = 8192;
    } else if (requested > 64) {
      step = Math.max(8, Long.highestOneBit(requested - 1) / 8);
    }
    return Math.max(8, (requested + step - 1) / step * step);
  }
}
