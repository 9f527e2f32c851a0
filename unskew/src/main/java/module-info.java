/**
 * Estimates of what was allocated, with intervals, from sampled allocations. It knows numbers only:
 * no files, no stacks, no names.
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
