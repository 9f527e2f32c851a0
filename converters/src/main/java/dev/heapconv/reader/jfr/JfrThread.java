package dev.heapconv.reader.jfr;

import dev.heapconv.model.Label;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the JDK that one thread took, and what the JDK's statistics say of it. A sample
 * stands for all that its thread allocated since the one before, so that the first holds what the
 * thread allocated before the recording began (JDK-8307488, JDK-8362573), but for JDKs without that
 * bug, or threads that were sampled before: it counts as far as the statistics allow.
 */
final class JfrThread {

  /** How long the JVM takes at most to take the first statistics of a recording, in nanoseconds. */
  private static final long FIRST_STATISTICS = 1_000_000_000;

  /** A sample of the JDK: the weight is in bytes. */
  record Sample(long time, int stack, List<Label> name, long weight) {}

  private final LongArrayList times = new LongArrayList();
  private final LongArrayList weights = new LongArrayList();
  private @Nullable Sample first;
  private boolean started;

  /** The first and last statistics: when, and what it had allocated in its life. */
  private long firstTime = Long.MAX_VALUE;

  private long firstBytes;
  private long lastTime = Long.MIN_VALUE;
  private long lastBytes;

  /** It began while the recording ran. */
  void start() {
    started = true;
  }

  boolean isStarted() {
    return started;
  }

  void addStatistics(long time, long allocated) {
    if (time < firstTime) {
      firstTime = time;
      firstBytes = allocated;
    }
    if (time > lastTime) {
      lastTime = time;
      lastBytes = allocated;
    }
  }

  /** When its first statistics were taken; the largest long if there are none. */
  long firstTime() {
    return firstTime;
  }

  /** Adds a sample, and to the heap all but the first in time: events come in any order. */
  void add(Sample sample, JfrHeap heap) {
    Sample later = sample;
    if (first == null || sample.time < first.time) {
      later = first;
      first = sample;
    }
    if (later != null) {
      times.add(later.time);
      weights.add(later.weight);
      heap.addAllocated(later.stack, later.name, 0, later.weight);
    }
  }

  /** The stack of its first sample; -1 if it took none. */
  int firstStack() {
    return first == null ? -1 : first.stack;
  }

  /**
   * Adds the first sample to the heap.
   *
   * @param began when the first statistics of any thread were taken: who is not in them started
   *     later; the largest long if there are none
   * @return whether it was left out, because nothing says which part of it the recording saw
   */
  boolean addFirst(JfrHeap heap, long began) {
    if (first == null) {
      return false;
    }
    boolean known = firstTime <= first.time;
    boolean whole = started || !known && began < first.time;
    long weight = whole ? first.weight : known ? inRecording(first) : 0;
    heap.addAllocated(first.stack, first.name, 0, weight);
    weights.add(weight);
    return !whole && firstTime - first.time > FIRST_STATISTICS;
  }

  private long inRecording(Sample sample) {
    long unknown = Math.max(0, sample.weight - firstBytes);
    if (lastTime < sample.time) {
      return unknown > 0 ? unknown : sample.weight;
    }
    long allowed = lastBytes - firstBytes;
    for (int i = 0; i < times.size(); i++) {
      if (times.getLong(i) > firstTime && times.getLong(i) <= lastTime) {
        allowed -= weights.getLong(i);
      }
    }
    if (sample.weight <= allowed) {
      return sample.weight;
    }
    return Math.max(0, unknown > 0 ? Math.min(allowed, unknown) : allowed);
  }

  /** What it had allocated when the recording began, as far as the statistics know. */
  long past(long began) {
    return firstTime == Long.MAX_VALUE || firstTime - began > FIRST_STATISTICS ? 0 : firstBytes;
  }

  /** What it allocated in the recording besides what its samples stand for. */
  long unsampled(long began) {
    return Math.max(0, lastBytes - past(began) - weights.longStream().sum());
  }
}
