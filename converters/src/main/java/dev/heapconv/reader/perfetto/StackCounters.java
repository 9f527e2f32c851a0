package dev.heapconv.reader.perfetto;

import dev.heapconv.unskew.samples.Saturation;

/** What the profiler counts of one stack, in samples and the bytes that they stand for. */
class StackCounters {
  long allocBytes;
  long allocCount;
  long freeBytes;
  long freeCount;

  final void set(StackCounters other) {
    allocBytes = other.allocBytes;
    allocCount = other.allocCount;
    freeBytes = other.freeBytes;
    freeCount = other.freeCount;
  }

  final void clear() {
    allocBytes = 0;
    allocCount = 0;
    freeBytes = 0;
    freeCount = 0;
  }

  final void add(StackCounters other) {
    allocBytes = Saturation.add(allocBytes, other.allocBytes);
    allocCount = Saturation.add(allocCount, other.allocCount);
    freeBytes = Saturation.add(freeBytes, other.freeBytes);
    freeCount = Saturation.add(freeCount, other.freeCount);
  }

  final boolean isSame(StackCounters other) {
    return !isBelow(other) && !other.isBelow(this);
  }

  /** Whether any counter is below that of another: those of one stack only grow. */
  final boolean isBelow(StackCounters other) {
    return allocBytes < other.allocBytes
        || allocCount < other.allocCount
        || freeBytes < other.freeBytes
        || freeCount < other.freeCount;
  }

  /** Whether something was not freed. */
  final boolean isLive() {
    return allocCount > freeCount || allocBytes > freeBytes;
  }

  final long liveBytes() {
    return Math.max(0, allocBytes - freeBytes);
  }

  final long liveCount() {
    return Math.max(0, allocCount - freeCount);
  }
}
