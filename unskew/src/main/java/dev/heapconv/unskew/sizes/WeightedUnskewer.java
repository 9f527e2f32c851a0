package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.CountQuantiles;
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
 * <p><b>Objects.</b> The estimate is the median of the posterior of N, over what call sites of real
 * programs allocate ({@link SizeLaw}); the interval is its quantiles, widened by the sampling noise
 * of n. Where what was recorded leaves the size open (few or no collisions) the interval spans
 * orders of magnitude. That is the truth about such a stack.
 *
 * <p><b>Bytes.</b> The estimate is S; the interval is Garwood's for the intervals that were
 * recorded below the cutoff, and a point for what was recorded to the byte. Its lower end takes
 * into account that a stack without samples is not seen at all (zero-truncated Poisson).
 *
 * <p>All methods accept any input: negative numbers count as 0, frees beyond the allocations as all
 * of them. An interval T of at most 1, or a cutoff of at most 1, means that everything was
 * recorded: estimates are the recorded numbers, intervals points. Instances are immutable but for a
 * cache and may be shared between threads.
 */
public final class WeightedUnskewer {

  /** A deviance that is larger by chance in one of 10^8 stacks. */
  private static final double REFUTED = 32;

  private final long interval;
  private final double tail;
  private final boolean exact;
  private final SizeModel model;
  private final @Nullable WeightedUnskewer original;

  private WeightedUnskewer(
      long interval,
      long unit,
      long cutoff,
      double confidence,
      @Nullable WeightedUnskewer original) {
    this.interval = Math.max(2, interval);
    this.original = original;
    tail = (1 - Math.min(Math.max(confidence, 0.01), 1 - 1e-9)) / 2;
    exact = interval <= 1 || cutoff <= 1;
    model = new SizeModel(this.interval, Math.max(1, unit), Math.max(2, cutoff), tail);
  }

  /**
   * @param interval mean sampling interval T in bytes
   * @param cutoff size in bytes from which allocations are always recorded, with their size: T in
   *     Perfetto as shipped
   * @param confidence level of the intervals, such as 0.95
   */
  public static WeightedUnskewer create(long interval, long cutoff, double confidence) {
    return new WeightedUnskewer(interval, interval, cutoff, confidence, null);
  }

  /**
   * For adaptive sampling, where the interval grew from {@code originalInterval} to {@code
   * interval} during the run: see {@link GrownInterval}. Stacks are estimated each on its own.
   */
  public static WeightedUnskewer create(
      long interval, long originalInterval, long cutoff, double confidence) {
    if (originalInterval <= 0 || originalInterval >= interval) {
      return create(interval, cutoff, confidence);
    }
    long originalCutoff = Math.min(cutoff, originalInterval);
    return new WeightedUnskewer(
        interval,
        originalInterval,
        cutoff,
        confidence,
        create(originalInterval, originalCutoff, confidence));
  }

  /** No cells yet of a stack. */
  public StackCells cells() {
    return model.cells();
  }

  /**
   * What recordings of stacks tell of their sizes, for recordings with other samplings; null for
   * nothing.
   *
   * @param cells what was recorded of each stack in all of them; null for nothing
   */
  public @Nullable SizesElsewhere[] sizes(@Nullable StackCells[] cells) {
    return exact || original != null ? new SizesElsewhere[cells.length] : model.sizes(cells);
  }

  /**
   * All views of a stack that is alone.
   *
   * @param allocCount recorded allocations
   * @param allocBytes their recorded bytes
   * @param freeCount recorded frees
   * @param freeBytes their recorded bytes
   */
  public StackEstimates stack(long allocCount, long allocBytes, long freeCount, long freeBytes) {
    StackCells cells = cells();
    cells.addSides(allocCount, allocBytes, freeCount, freeBytes);
    return recording(new StackCells[] {cells}, new SiteFacts[] {SiteFacts.of(0)})
        .estimate(0, 0, allocCount, allocBytes, freeCount, freeBytes);
  }

  /**
   * The stacks of one recording, to be estimated together: they tell about the sizes of one
   * another.
   *
   * @param cells what was recorded of each stack in all its dumps; null for nothing
   * @param facts what else is known of each stack
   */
  public RecordingUnskewer recording(@Nullable StackCells[] cells, SiteFacts[] facts) {
    return recordings(cells, facts, 1);
  }

  /**
   * Likewise the stacks of several recordings of one program, each of which has the same sizes in
   * all of them.
   *
   * @param cells what was recorded of each stack in all recordings
   * @param facts what else is known of each stack
   * @param recordings how many there are
   */
  public RecordingUnskewer recordings(
      @Nullable StackCells[] cells, SiteFacts[] facts, int recordings) {
    return new RecordingUnskewer(cells, facts, recordings);
  }

  /** The stacks of one recording, or of several. Not thread-safe. */
  public final class RecordingUnskewer {

    private final SiteFacts[] facts;
    private final @Nullable RecordingSizes sizes;
    private final @Nullable RecordingUnskewer ofOriginal;
    private int refuted;

    private RecordingUnskewer(@Nullable StackCells[] cells, SiteFacts[] all, int recordings) {
      facts = fitting(cells, all);
      if (original == null) {
        sizes = exact ? null : model.recording(cells, facts, recordings);
        ofOriginal = null;
        return;
      }
      StackCells[] large = new StackCells[cells.length];
      for (int i = 0; i < cells.length; i++) {
        StackCells own = cells[i];
        large[i] = own == null ? null : GrownInterval.large(own, interval);
      }
      sizes = exact ? null : model.recording(large, facts, recordings);
      ofOriginal = original.recordings(cells, facts, recordings);
    }

    /** Without the sizes that cannot be those of what was recorded. */
    private SiteFacts[] fitting(@Nullable StackCells[] cells, SiteFacts[] all) {
      SiteFacts[] fitting = all;
      for (int i = 0; i < all.length; i++) {
        StackCells own = cells[i];
        KnownSizes sizes = all[i].known();
        if (own != null && sizes != null && sizes.size() > 0 && !fits(sizes.size(), own)) {
          fitting = fitting == all ? all.clone() : fitting;
          fitting[i] = all[i].withoutKnown();
          refuted++;
        }
      }
      return fitting;
    }

    /** What tells of the sizes of a stack besides what was recorded; null for nothing. */
    public @Nullable KnownSizes known(int stack) {
      return facts[stack].known();
    }

    /** How many stacks have numbers that none of their known sizes can have. */
    public int refuted() {
      return refuted;
    }

    /** Equal for stacks of which equal numbers have equal estimates. */
    public long lawNumber(int stack) {
      long own = sizes == null ? 0 : sizes.lawNumber(stack);
      long first = ofOriginal == null ? 0 : ofOriginal.lawNumber(stack);
      return first << Integer.SIZE ^ own & 0xffff_ffffL;
    }

    /**
     * All views of a stack at a dump.
     *
     * @param stack its number
     * @param whole recorded allocations of the stack in all dumps of the recording; 0 if there is
     *     one recording only
     * @param allocCount recorded allocations
     * @param allocBytes their recorded bytes
     * @param freeCount recorded frees
     * @param freeBytes their recorded bytes
     */
    public StackEstimates estimate(
        int stack, long whole, long allocCount, long allocBytes, long freeCount, long freeBytes) {
      long allocs = Math.max(allocCount, 0);
      long bytes = Math.max(allocBytes, 0);
      long frees = Math.min(Math.max(freeCount, 0), allocs);
      long freed = Math.min(Math.max(freeBytes, 0), bytes);
      SideEstimates allocated = side(stack, whole, allocs, bytes, false);
      if (frees == 0 && freed == 0) {
        return new StackEstimates(
            allocated.objects, allocated.bytes, allocated.objects, allocated.bytes);
      }
      if (!exact && (allocs == frees || bytes == freed)) {
        double perRecord = allocated.objects.high() / Math.max(1, allocs);
        return new StackEstimates(
            allocated.objects,
            allocated.bytes,
            nothingSampled(allocs - frees, allocated.objects, allocated.exact, perRecord),
            nothingSampled(bytes - freed, allocated.bytes, allocated.exact, interval));
      }
      SideEstimates live = side(stack, whole, allocs - frees, bytes - freed, true);
      return new StackEstimates(
          allocated.objects,
          allocated.bytes,
          live.objects.atMost(allocated.objects),
          live.bytes.atMost(allocated.bytes));
    }

    private SideEstimates side(int stack, long whole, long n, long bytes, boolean isSeenAnyway) {
      if (exact || n == 0 && bytes == 0) {
        return new SideEstimates(Estimate.exact(n), Estimate.exact(bytes), true);
      }
      if (n == 0) {
        // Old peaks have no counts: blocks below the interval would have the widest noise.
        Estimate noisy = bytes((double) bytes / interval, 0, bytes, isSeenAnyway);
        return new SideEstimates(Estimate.exact(0), noisy, false);
      }
      CountEstimate count = bytes == 0 ? null : count(stack, whole, n, bytes);
      if (count == null) {
        // Not what a profiler writes; nothing can be said beyond what was recorded.
        double unseen = interval * CountQuantiles.poissonHigh(0, tail);
        return new SideEstimates(
            new Estimate(n, n, n), new Estimate(bytes, 0, bytes + unseen), false);
      }
      Estimate objects =
          new Estimate(
              count.value(), count.low(), count.high(), count.modelLow(), count.modelHigh());
      Estimate sum =
          count.exact()
              ? Estimate.exact(bytes)
              : bytes(count.smallBytes() / interval, n, bytes, isSeenAnyway);
      return new SideEstimates(objects, sum, count.exact());
    }

    private @Nullable CountEstimate count(int stack, long whole, long n, long bytes) {
      if (sizes == null) {
        return new CountEstimate(n, n, n, n, n, true, 0);
      }
      KnownSizes ofStack = facts[stack].known();
      long size = ofStack == null ? 0 : ofStack.size();
      if (size > 0) {
        return ofOriginal == null ? sizes.ofSize(size).estimate(n, bytes) : grown(size, n, bytes);
      }
      SizeLaw law = sizes.law(stack);
      CountEstimate last =
          law == null ? null : whole == 0 ? law.estimate(n, bytes) : law.estimate(n, bytes, whole);
      CountEstimate first = ofOriginal == null ? null : ofOriginal.count(stack, whole, n, bytes);
      return first == null
          ? last
          : GrownInterval.between(first, last, n, bytes, interval, model.noise(n).above());
    }
  }

  /** Whether what was recorded may be of allocations of one size. */
  private boolean fits(long size, StackCells cells) {
    if (size >= model.table.cutoff) {
      return cells.bytes() == (double) size * cells.count();
    }
    if (size < model.unit && cells.mixedCells > 0) {
      return false;
    }
    return original != null || isExcessOf(size, cells);
  }

  /**
   * Whether so many intervals may be recorded beyond one for each recorded allocation. Their number
   * in each is K - 1 with K ~ Poisson(a/T) given K &gt; 0; their sum is judged by the deviance of a
   * Poisson variable (McCullagh and Nelder 1989, Generalized Linear Models, 2.3), divided by how
   * much more it varies than one.
   */
  private boolean isExcessOf(long size, StackCells cells) {
    double x = (double) size / interval;
    double hits = x / -Math.expm1(-x);
    double variance = hits * (1 + x - hits);
    double expected = cells.count() * (hits - 1);
    double excess = Math.max(0, cells.bytes() / interval - cells.count());
    double logarithm = excess > 0 ? excess * Math.log(excess / expected) : 0;
    double deviance = 2 * (logarithm - (excess - expected));
    return deviance <= REFUTED * Math.max(1, variance / (hits - 1));
  }

  /**
   * The allocations of one size, where the interval grew: at which interval they were recorded is
   * not known, but what their bytes are.
   */
  private CountEstimate grown(long size, long n, long bytes) {
    if (size >= model.table.cutoff) {
      return new CountEstimate(n, n, n, n, n, true, 0);
    }
    Estimate all = bytes((double) bytes / interval, n, bytes, false);
    double value = Math.max(n, all.value() / size);
    return new CountEstimate(
        value,
        Math.max(n, all.low() / size),
        Math.max(value, all.high() / size),
        value,
        value,
        false,
        bytes);
  }

  /** The estimates of what was allocated, or of what is live. */
  private record SideEstimates(Estimate objects, Estimate bytes, boolean exact) {}

  /**
   * Nothing of what is live was sampled: at most 3.7 sampling units are likely to be there.
   *
   * @param mostPerSample objects, or bytes, that a recorded allocation is worth at most
   */
  private Estimate nothingSampled(
      long recorded, Estimate allocated, boolean allRecorded, double mostPerSample) {
    double value = Math.min(recorded, allocated.value());
    if (allRecorded) {
      return Estimate.exact(value);
    }
    double unseen = CountQuantiles.poissonHigh(0, tail) * mostPerSample;
    return new Estimate(value, 0, Math.max(value, Math.min(allocated.high(), value + unseen)));
  }

  /**
   * @param small how many intervals were recorded of blocks below the interval
   */
  private Estimate bytes(double small, long n, long bytes, boolean isSeenAnyway) {
    boolean seen = isSeenAnyway || bytes % interval != 0;
    double below =
        small
            - (seen
                ? CountQuantiles.poissonLow(small, tail)
                : CountQuantiles.seenPoissonLow(small, tail));
    double above = CountQuantiles.poissonHigh(small, tail) - small;
    double low = Math.max(Math.min(n, bytes), bytes - interval * below);
    return new Estimate(bytes, low, bytes + interval * above);
  }
}
