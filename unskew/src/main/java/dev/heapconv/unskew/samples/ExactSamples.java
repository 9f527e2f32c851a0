package dev.heapconv.unskew.samples;

import dev.heapconv.unskew.Estimate;
import org.jspecify.annotations.Nullable;

/** Scheme {@code exact}: the profiler recorded every allocation, so the sums are the estimates. */
final class ExactSamples extends StackSamples {

  private double objects;
  private double space;

  @Override
  public String method() {
    return "as recorded";
  }

  @Override
  public @Nullable String missing(boolean size, boolean toSample, boolean weight) {
    return size ? null : "size";
  }

  @Override
  public @Nullable String problemWithTotals(boolean sampledBytes, boolean sums) {
    return sums ? null : "a total needs count and bytes";
  }

  @Override
  public void add(long size, long allocated, double extra) {
    objects++;
    space += size;
  }

  @Override
  public Estimate objects(Intervals intervals) {
    return Estimate.exact(objects);
  }

  @Override
  public Estimate space(Intervals intervals) {
    return Estimate.exact(space);
  }
}
