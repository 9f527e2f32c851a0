package dev.heapconv.benchmarks.accuracy;

/** What a profile holds of a stack: recorded allocations, frees, and their bytes. */
record RecordedStack(long allocs, long allocBytes, long frees, long freeBytes) {

  static final RecordedStack NONE = new RecordedStack(0, 0, 0, 0);

  boolean seen() {
    return allocs > 0;
  }

  RecordedStack plus(RecordedStack other) {
    return new RecordedStack(
        allocs + other.allocs,
        allocBytes + other.allocBytes,
        frees + other.frees,
        freeBytes + other.freeBytes);
  }
}
