package dev.heapconv.benchmarks.accuracy;

/** What a profile holds of a stack: recorded allocations, frees, and their bytes. */
record RecordedStack(long allocs, long allocBytes, long frees, long freeBytes) {

  boolean seen() {
    return allocs > 0;
  }

  /** Recorded allocations behind a view, by its place in {@link ViewTotals#VIEWS}. */
  long recorded(int view) {
    return view < 2 ? allocs : allocs - frees;
  }

  RecordedStack plus(RecordedStack other) {
    return new RecordedStack(
        allocs + other.allocs,
        allocBytes + other.allocBytes,
        frees + other.frees,
        freeBytes + other.freeBytes);
  }
}
