package dev.heapconv.writer.perfetto;

import dev.heapconv.unskew.Saturation;
import java.util.Arrays;

/**
 * What a dump says of each stack: how many objects, or bytes, have been allocated and freed since
 * profiling began. Readers take differences between dumps, so neither may fall, while the estimate
 * of what was allocated may, as each dump is estimated by itself. Then the larger one stays. What
 * is live, the difference, is always the estimate of the dump.
 */
final class Counters {

  private double[] allocatedNow = {};
  private double[] liveNow = {};
  private long[] allocated = {};
  private long[] freed = {};

  /** Begins a dump of so many stacks at least, of which nothing is known yet. */
  void begin(int stacks) {
    allocatedNow = new double[stacks];
    liveNow = new double[stacks];
    allocated = Arrays.copyOf(allocated, stacks);
    freed = Arrays.copyOf(freed, stacks);
  }

  /** Adds an estimate of a stack in this dump. */
  void add(int stack, double allocatedEstimate, double liveEstimate) {
    allocatedNow[stack] += allocatedEstimate;
    liveNow[stack] += liveEstimate;
  }

  /** Rounds the estimates of this dump. */
  void end() {
    for (int stack = 0; stack < allocatedNow.length; stack++) {
      long live = live(stack);
      long least = Math.max(allocated[stack], Saturation.add(freed[stack], live));
      allocated[stack] = Math.max(Math.round(allocatedNow[stack]), least);
      freed[stack] = allocated[stack] - live;
    }
  }

  long live(int stack) {
    return Math.round(liveNow[stack]);
  }

  long allocated(int stack) {
    return allocated[stack];
  }

  long freed(int stack) {
    return freed[stack];
  }
}
