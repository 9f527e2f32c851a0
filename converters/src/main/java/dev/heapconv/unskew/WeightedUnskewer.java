package dev.heapconv.unskew;

import dev.heapconv.unskew.occupancy.CountEstimate;
import dev.heapconv.unskew.occupancy.CountQuantiles;
import dev.heapconv.unskew.occupancy.KnownSizes;
import dev.heapconv.unskew.occupancy.RecordingCounts;
import dev.heapconv.unskew.occupancy.StackCounts;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Unskews what heapprofd recorded: bytes are unbiased as they are, object counts are estimated from
 * how often the sampled bytes of a stack fell into the same allocation.
 *
 * <p>The client of Perfetto's heap profiler records an allocation of a bytes as a bytes if a is at
 * or above the cutoff, and otherwise as T K bytes with K ~ Poisson(a / T), if K is at least 1
 * (src/profiling/memory/sampler.h). A profile holds, per stack, the number n and the sum S of what
 * was recorded, for allocations and for frees. So S needs no correction, while n counts only what
 * was hit: at T = 4096 a stack that made 60,000 allocations of 16 bytes shows n = 240.
 *
 * <p><b>Objects.</b> The estimate is the median of the posterior of N given (n, S), over hypotheses
 * about the sizes that the stack allocates ({@link StackCounts}); the interval is its quantiles,
 * widened by the sampling noise of n. Where n and S leave the size open (few or no collisions) the
 * interval spans orders of magnitude. That is the truth about such a stack.
 *
 * <p><b>Bytes.</b> The estimate is S; the interval is Garwood's for the intervals that were
 * recorded below the cutoff, and a point for what was recorded to the byte. Its lower end takes
 * into account that a stack without samples is not seen at all (zero-truncated Poisson).
 *
 * <p>All methods accept any input: negative numbers count as 0, frees beyond the allocations as all
 * of them. An interval T of at most 1, or a cutoff of at most 1, means that everything was
 * recorded: estimates are the recorded numbers, intervals points. Instances are immutable but for a
 * cache of results and may be shared between threads.
 */
public final class WeightedUnskewer {

  /** Results kept; heaps repeat few small (n, S) very often. */
  private static final int CACHED = 200_000;

  /** Results kept while a group of stacks is estimated. */
  private static final int CACHED_OF_GROUP = 10_000;

  private final long interval;
  private final long cutoff;
  private final double alpha;
  private final boolean exact;
  private final @Nullable WeightedUnskewer original;
  private volatile @Nullable StackCounts counts;
  private final ConcurrentHashMap<Recorded, Side> sides = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<RecordedStack, StackEstimates> stacks = new ConcurrentHashMap<>();

  // The keys compare themselves: what the compiler generates for records is linked at run time,
  // which costs a small conversion 20 ms.

  private record Recorded(long n, long bytes) {
    @Override
    public int hashCode() {
      return Long.hashCode(n * 0x9E3779B97F4A7C15L + bytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Recorded that && n == that.n && bytes == that.bytes;
    }
  }

  private record RecordedStack(long allocs, long allocBytes, long frees, long freeBytes) {
    @Override
    public int hashCode() {
      long hash = allocs * 0x9E3779B97F4A7C15L + allocBytes;
      hash = hash * 0x9E3779B97F4A7C15L + frees;
      return Long.hashCode(hash * 0x9E3779B97F4A7C15L + freeBytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof RecordedStack that
          && allocs == that.allocs
          && allocBytes == that.allocBytes
          && frees == that.frees
          && freeBytes == that.freeBytes;
    }
  }

  /** The estimates of one side. */
  private record Side(Estimate objects, Estimate bytes, boolean exact) {}

  private WeightedUnskewer(
      long interval, long cutoff, double confidence, @Nullable WeightedUnskewer original) {
    this.interval = interval;
    this.cutoff = cutoff;
    this.original = original;
    alpha = (1 - Math.min(Math.max(confidence, 0.01), 1 - 1e-9)) / 2;
    exact = interval <= 1 || cutoff <= 1;
  }

  /**
   * @param interval mean sampling interval T in bytes
   * @param cutoff size in bytes from which allocations are always recorded, with their size: T in
   *     Perfetto as shipped
   * @param confidence level of the intervals, such as 0.95
   */
  public static WeightedUnskewer create(long interval, long cutoff, double confidence) {
    return new WeightedUnskewer(interval, cutoff, confidence, null);
  }

  /**
   * For adaptive sampling, where the interval grew from {@code originalInterval} to {@code
   * interval} during the run. Counts are estimated with the last interval; their lower ends reach
   * down to what the original interval would give.
   */
  public static WeightedUnskewer create(
      long interval, long originalInterval, long cutoff, double confidence) {
    if (originalInterval <= 0 || originalInterval >= interval) {
      return create(interval, cutoff, confidence);
    }
    long originalCutoff = Math.min(cutoff, originalInterval);
    return new WeightedUnskewer(
        interval, cutoff, confidence, create(originalInterval, originalCutoff, confidence));
  }

  /**
   * The cutoff of Perfetto's published design: the size with a 99 % chance of a sample, 1 +
   * floor(ln 0.01 / ln(1 - 1/T)). It was in the sources from 2021-02-16 to 2021-06-10 only. 32768:
   * 150900.
   */
  public static long documentedCutoff(long interval) {
    if (interval <= 1) {
      return 1;
    }
    double size = Math.log(0.01) / Math.log1p(-1.0 / interval);
    return 1 + (long) Math.floor(size);
  }

  /** Objects behind n recorded ones of together {@code bytes} bytes. */
  public Estimate objects(long n, long bytes) {
    return side(n, bytes).objects();
  }

  /**
   * Bytes behind n recorded objects of together {@code bytes} bytes: the same, with an interval.
   */
  public Estimate bytes(long n, long bytes) {
    return side(n, bytes).bytes();
  }

  /**
   * All views of a stack.
   *
   * @param allocCount recorded allocations
   * @param allocBytes their recorded bytes
   * @param freeCount recorded frees
   * @param freeBytes their recorded bytes
   */
  public StackEstimates stack(long allocCount, long allocBytes, long freeCount, long freeBytes) {
    RecordedStack key = recorded(allocCount, allocBytes, freeCount, freeBytes);
    StackEstimates known = stacks.get(key);
    if (known == null) {
      known = estimate(key);
      if (stacks.size() < CACHED) {
        stacks.put(key, known);
      }
    }
    return known;
  }

  private StackEstimates estimate(RecordedStack stack) {
    return estimate(stack, side(stack.allocs, stack.allocBytes), this::live);
  }

  /** Counts what is live of a stack of which some was freed. */
  @FunctionalInterface
  private interface LiveCounts {
    CountEstimate of(long live, long liveBytes, long frees, long freeBytes);
  }

  private CountEstimate live(long live, long liveBytes, long frees, long freeBytes) {
    // Frees without bytes, or bytes without frees, are not what a profiler writes.
    return frees == 0 || freeBytes == 0
        ? counts().estimate(live, liveBytes, alpha)
        : counts().estimate(live, liveBytes, frees, freeBytes, alpha);
  }

  private StackEstimates estimate(RecordedStack stack, Side allocated, LiveCounts counts) {
    if (exact) {
      return new StackEstimates(
          allocated.objects,
          allocated.bytes,
          Estimate.exact(stack.allocs - stack.frees),
          Estimate.exact(stack.allocBytes - stack.freeBytes));
    }
    if (stack.frees == 0 && stack.freeBytes == 0) {
      return new StackEstimates(
          allocated.objects, allocated.bytes, allocated.objects, allocated.bytes);
    }
    long live = stack.allocs - stack.frees;
    long liveBytes = stack.allocBytes - stack.freeBytes;
    if (live == 0 || liveBytes == 0) {
      return new StackEstimates(
          allocated.objects,
          allocated.bytes,
          nothingSampled(
              live,
              allocated.objects,
              allocated.exact,
              allocated.objects.high() / Math.max(1, stack.allocs)),
          nothingSampled(liveBytes, allocated.bytes, allocated.exact, interval));
    }
    CountEstimate kept = counts.of(live, liveBytes, stack.frees, stack.freeBytes);
    return new StackEstimates(
        allocated.objects,
        allocated.bytes,
        objects(kept, live, liveBytes).atMost(allocated.objects),
        bytes(kept, live, liveBytes, true).atMost(allocated.bytes));
  }

  /** Takes the estimates of the stacks of a recording, in any order. */
  @FunctionalInterface
  public interface Sink {
    void accept(int row, StackEstimates estimates);
  }

  /**
   * The stacks of one recording, to be estimated together: they tell about the sizes of one
   * another. A stack that stands alone gets nearly what {@link #stack} says of it.
   *
   * @param allocCount recorded allocations, one element a stack
   * @param allocBytes their recorded bytes
   * @param freeCount recorded frees
   * @param freeBytes their recorded bytes
   * @param poolOf number of the pool of each stack, from 0: stacks of one pool mostly allocate the
   *     same sizes; negative for none; null if nothing is to be learnt from other stacks
   * @param known what is known of the sizes of each stack; null for nothing
   */
  public Recording recording(
      long[] allocCount,
      long[] allocBytes,
      long[] freeCount,
      long[] freeBytes,
      int @Nullable [] poolOf,
      @Nullable KnownSizes[] known) {
    RecordedStack[] rows = new RecordedStack[allocCount.length];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = recorded(allocCount[row], allocBytes[row], freeCount[row], freeBytes[row]);
    }
    return new Recording(rows, poolOf, known);
  }

  private static RecordedStack recorded(
      long allocCount, long allocBytes, long freeCount, long freeBytes) {
    long allocs = Math.max(allocCount, 0);
    long bytes = Math.max(allocBytes, 0);
    return new RecordedStack(
        allocs,
        bytes,
        Math.min(Math.max(freeCount, 0), allocs),
        Math.min(Math.max(freeBytes, 0), bytes));
  }

  /** The stacks of one recording. Parts may be estimated by several threads, each part by one. */
  public final class Recording {

    private final RecordedStack[] rows;
    private final RecordingCounts recording;

    private Recording(RecordedStack[] rows, int @Nullable [] poolOf, @Nullable KnownSizes[] known) {
      this.rows = rows;
      long[] n = new long[exact ? 0 : rows.length];
      long[] bytes = new long[n.length];
      for (int row = 0; row < n.length; row++) {
        n[row] = rows[row].allocs;
        bytes[row] = rows[row].allocBytes;
      }
      recording = counts().recording(n, bytes, exact ? null : poolOf, known);
    }

    /** Whether other stacks tell about the sizes of a stack. */
    public boolean isPooled(int row) {
      return recording.isPooled(row);
    }

    /** How many parts there are. */
    public int parts() {
      return recording.groups() + 1;
    }

    /** Estimates the stacks of a part, by its number from 0; every stack is in one part. */
    public void estimate(int part, Sink sink) {
      if (part < recording.groups()) {
        estimate(recording.group(part), sink);
        return;
      }
      for (int row = 0; row < rows.length; row++) {
        if (exact || rows[row].allocs == 0 || rows[row].allocBytes == 0) {
          sink.accept(row, WeightedUnskewer.this.estimate(rows[row]));
        }
      }
    }

    private void estimate(RecordingCounts.Group group, Sink sink) {
      Map<RecordedStack, StackEstimates> alike = new HashMap<>();
      for (int row : group.rows()) {
        RecordedStack stack = rows[row];
        boolean hasTwins = group.isByRecordAlone(row);
        StackEstimates estimates = hasTwins ? alike.get(stack) : null;
        if (estimates == null) {
          estimates = estimate(group, row, stack);
          if (hasTwins && alike.size() < CACHED_OF_GROUP) {
            alike.put(stack, estimates);
          }
        }
        sink.accept(row, estimates);
      }
    }

    private StackEstimates estimate(RecordingCounts.Group group, int row, RecordedStack stack) {
      return WeightedUnskewer.this.estimate(
          stack,
          side(group.estimate(row, alpha), stack.allocs, stack.allocBytes),
          (live, liveBytes, frees, freeBytes) ->
              group.live(row, live, liveBytes, frees, freeBytes, alpha));
    }
  }

  /**
   * Nothing of what is live was sampled: at most 3.7 sampling units are likely to be there.
   *
   * @param unit objects, or bytes, that a recorded allocation is worth at most
   */
  private Estimate nothingSampled(
      long recorded, Estimate allocated, boolean allRecorded, double unit) {
    if (allRecorded) {
      return Estimate.exact(Math.min(recorded, allocated.value()));
    }
    double value = Math.min(recorded, allocated.value());
    double high = Math.min(allocated.high(), value + CountQuantiles.poissonHigh(0, alpha) * unit);
    return new Estimate(value, 0, Math.max(high, value));
  }

  private Side side(long count, long bytes) {
    Recorded key = new Recorded(Math.max(count, 0), Math.max(bytes, 0));
    Side known = sides.get(key);
    if (known == null) {
      known = estimate(key.n, key.bytes);
      if (sides.size() < CACHED) {
        sides.put(key, known);
      }
    }
    return known;
  }

  private Side estimate(long n, long bytes) {
    if (exact || n == 0 && bytes == 0) {
      return new Side(Estimate.exact(n), Estimate.exact(bytes), true);
    }
    if (n == 0 || bytes == 0) {
      // Not what a profiler writes; nothing can be said beyond what was recorded.
      return new Side(new Estimate(n, n, n), new Estimate(bytes, 0, bytes + unseenBytes()), false);
    }
    return side(counts().estimate(n, bytes, alpha), n, bytes);
  }

  private Side side(CountEstimate count, long n, long bytes) {
    return new Side(objects(count, n, bytes), bytes(count, n, bytes, false), count.exact());
  }

  private double unseenBytes() {
    return interval * CountQuantiles.poissonHigh(0, alpha);
  }

  /** Built at first use: a trace without heap profiles pays nothing. */
  private StackCounts counts() {
    StackCounts built = counts;
    if (built == null) {
      long unit = original == null ? interval : original.interval;
      built = new StackCounts(Math.max(2, interval), Math.max(1, unit), Math.max(2, cutoff));
      counts = built;
    }
    return built;
  }

  private Estimate objects(CountEstimate count, long n, long bytes) {
    double low = count.low();
    if (original != null) {
      low = Math.min(low, original.objects(n, bytes).low());
    }
    return new Estimate(count.value(), low, count.high(), count.modelLow(), count.modelHigh());
  }

  private Estimate bytes(CountEstimate count, long n, long bytes, boolean seenAnyway) {
    if (count.exact()) {
      return Estimate.exact(bytes);
    }
    double small = count.smallBytes() / interval;
    boolean seen = seenAnyway || bytes % interval != 0;
    double below =
        small
            - (seen
                ? CountQuantiles.poissonLow(small, alpha)
                : CountQuantiles.seenPoissonLow(small, alpha));
    double above = CountQuantiles.poissonHigh(small, alpha) - small;
    double low = Math.max(Math.min(n, bytes), bytes - interval * below);
    return new Estimate(bytes, low, bytes + interval * above);
  }
}
