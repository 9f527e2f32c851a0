/**
 * Estimates what a program allocated, with intervals, from the samples of a heap profiler. The
 * module knows numbers only: no files, no stacks, no names. {@link dev.heapconv.unskew} is the
 * entry to its manual.
 */
module dev.heapconv.unskew {
  requires it.unimi.dsi.fastutil.core;
  requires org.apache.commons.statistics.distribution;
  requires static org.jspecify;

  exports dev.heapconv.unskew;
  exports dev.heapconv.unskew.growth;
  exports dev.heapconv.unskew.samples;
  exports dev.heapconv.unskew.sizes;
}
