package dev.heapconv.reader.perfetto;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Samples of one kind of memory of one process, in the order of the trace. Of more than {@value
 * #MAX_SAMPLES}, evenly spread ones and the last are kept.
 */
final class NearestSamples {

  private static final int MAX_SAMPLES = 1024;

  /** Numbers of a sample: clock, time, bytes, swapped bytes, bytes of all kinds. */
  private static final int NUMBERS = 5;

  /**
   * What there was at a time.
   *
   * @param time on the profiler's clock
   * @param bytes resident
   * @param swapped bytes of the same that are swapped out
   * @param all bytes of which these are a part; 0 if unknown
   */
  record Sample(long time, long bytes, long swapped, long all) {

    /** How far it is from another time. */
    long apart(long other) {
      return Math.abs(other - time);
    }
  }

  private final ClockTable clocks;
  private long[] numbers = new long[4 * NUMBERS];

  /** How many are kept, and the last one behind them. */
  private int size;

  /** Each how manieth is kept. */
  private int step = 1;

  private int sinceKept;

  /** By time, once all snapshots of the clocks have been read. */
  private @Nullable NavigableMap<Long, Sample> samples;

  NearestSamples(ClockTable clocks) {
    this.clocks = clocks;
  }

  /**
   * @param clock of {@code time}, by {@link ClockTable#key}
   */
  void add(long clock, long time, long bytes, long swapped, long all) {
    if (sinceKept == step) {
      sinceKept = 0;
      size++;
    }
    if (size == MAX_SAMPLES) {
      thin();
    }
    int at = size * NUMBERS;
    if (at == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * at);
    }
    numbers[at] = clock;
    numbers[at + 1] = time;
    numbers[at + 2] = bytes;
    numbers[at + 3] = swapped;
    numbers[at + 4] = all;
    sinceKept++;
  }

  private void thin() {
    size /= 2;
    for (int i = 1; i < size; i++) {
      System.arraycopy(numbers, 2 * i * NUMBERS, numbers, i * NUMBERS, NUMBERS);
    }
    step *= 2;
  }

  /** The sample nearest to a time on the profiler's clock; null if none is that near. */
  @Nullable Sample nearest(long time, long within) {
    NavigableMap<Long, Sample> all = samples();
    Map.Entry<Long, Sample> before = all.floorEntry(time);
    Map.Entry<Long, Sample> after = all.ceilingEntry(time);
    boolean isBefore =
        after == null || before != null && time - before.getKey() <= after.getKey() - time;
    Map.Entry<Long, Sample> nearest = isBefore ? before : after;
    return nearest == null || nearest.getValue().apart(time) > within ? null : nearest.getValue();
  }

  private NavigableMap<Long, Sample> samples() {
    NavigableMap<Long, Sample> all = samples;
    if (all == null) {
      all = new TreeMap<>();
      int end = sinceKept == 0 ? 0 : size + 1;
      for (int i = 0; i < end; i++) {
        int at = i * NUMBERS;
        long time = clocks.toProfiler(numbers[at], numbers[at + 1]);
        if (time > 0) {
          all.put(time, new Sample(time, numbers[at + 2], numbers[at + 3], numbers[at + 4]));
        }
      }
      samples = all;
    }
    return all;
  }
}
