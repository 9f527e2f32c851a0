package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.samples.CountQuantiles;
import org.jspecify.annotations.Nullable;

/**
 * Unskews what heapprofd recorded. The recorded bytes are unbiased, so they do not change. Object
 * counts are estimated from how often several sampled bytes of a stack fell into the same
 * allocation.
 *
 * <p>The client of Perfetto's heap profiler records an allocation of a bytes as a bytes if a is at
 * or above the cutoff. Otherwise it records T K bytes with K ~ Poisson(a / T), if K is at least 1
 * (src/profiling/memory/sampler.h). A profile contains the number n and the sum S of the recorded
 * allocations of each stack, and likewise of the frees. So S needs no correction, but n counts only
 * allocations that were hit. For example, at T = 4096 a stack that made 60,000 allocations of 16
 * bytes shows n = 240.
 *
 * <p><b>Objects.</b> The posterior of the number of objects rests on the sizes that call sites of
 * real programs allocate ({@link SizeLaw}). The estimate is the mean of the middle of this
 * posterior, next to its median. The interval is given by its quantiles, widened by the sampling
 * noise of n. If the recorded numbers leave the size open, because there are few collisions or
 * none, the interval spans orders of magnitude. That is the truth about such a stack.
 *
 * <p><b>Bytes.</b> The estimate is S. The interval is Garwood's for intervals that were recorded
 * below the cutoff, and a point for allocations that were recorded with their size. Its lower end
 * allows for the fact that a stack without samples does not appear at all (zero-truncated Poisson).
 *
 * <p>All methods accept any input. Negative numbers count as 0, and frees beyond the allocations
 * count as all of them. An interval T of at most 1, or a cutoff of at most 1, means that everything
 * was recorded: then the estimates are the recorded numbers, and the intervals are points.
 * Instances are immutable except for a cache, and threads may share them.
 *
 * <pre>{@code
 * WeightedUnskewer unskewer = WeightedUnskewer.create(4096, 4096, 0.95);
 * StackCells[] cells = {unskewer.cells(), unskewer.cells()};
 * cells[0].addSides(240, 983040, 0, 0);
 * cells[1].addSides(3, 12288, 1, 4096);
 * SiteFacts[] facts = {SiteFacts.of(0), SiteFacts.of(1)};
 * WeightedUnskewer.RecordingUnskewer recording = unskewer.recording(cells, facts);
 * StackEstimates first = recording.estimate(0, 0, 240, 983040, 0, 0);
 * StackEstimates second = recording.estimate(1, 0, 3, 12288, 1, 4096);
 * }</pre>
 */
public final class WeightedUnskewer {

  /** Only one of 10^8 stacks has a larger deviance by chance. */
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
   * Creates an unskewer for a constant sampling interval.
   *
   * @param interval mean sampling interval T in bytes
   * @param cutoff size in bytes from which every allocation is recorded with its size; T in
   *     Perfetto as shipped
   * @param confidence level of the intervals, such as 0.95; limited to 0.01 to 1 - 10^-9
   */
  public static WeightedUnskewer create(long interval, long cutoff, double confidence) {
    return new WeightedUnskewer(interval, interval, cutoff, confidence, null);
  }

  /**
   * Creates an unskewer for adaptive sampling, where the interval grew during the run. The
   * recording does not show which samples were taken at which interval, so the intervals of the
   * estimates are wider ({@link GrownInterval}).
   *
   * @param interval mean sampling interval at the end, in bytes
   * @param originalInterval mean sampling interval at the beginning, in bytes. If it is not above 0
   *     and below {@code interval}, the interval counts as constant
   * @param cutoff size in bytes from which every allocation is recorded with its size
   * @param confidence level of the intervals, such as 0.95; limited to 0.01 to 1 - 10^-9
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

  /** Returns cells for one stack, without content. Add the recorded numbers to them. */
  public StackCells cells() {
    return model.cells();
  }

  /**
   * Returns the evidence of these recordings about the sizes of stacks, for recordings with other
   * samplings.
   *
   * @param cells the cells of each stack from all recordings; null if nothing was recorded of it
   * @return an element for each stack; null if there is no evidence about it, or if the interval
   *     grew
   */
  public @Nullable SizesElsewhere[] sizes(@Nullable StackCells[] cells) {
    return exact || original != null ? new SizesElsewhere[cells.length] : model.sizes(cells);
  }

  /**
   * Estimates one stack by itself, in all views.
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
   * Returns the stacks of one recording, to be estimated together, because each is evidence for the
   * sizes of the others.
   *
   * @param cells the cells of each stack from all dumps; null if nothing was recorded of it
   * @param facts what else is known of each stack, as many as {@code cells}
   */
  public RecordingUnskewer recording(@Nullable StackCells[] cells, SiteFacts[] facts) {
    return recordings(cells, facts, 1);
  }

  /**
   * Returns the stacks of several recordings of one program, to be estimated together. A stack is
   * assumed to have the same sizes in all of them.
   *
   * @param cells the cells of each stack from all recordings; null if nothing was recorded of it
   * @param facts what else is known of each stack, as many as {@code cells}
   * @param recordings number of recordings, at least 1
   */
  public RecordingUnskewer recordings(
      @Nullable StackCells[] cells, SiteFacts[] facts, int recordings) {
    return new RecordingUnskewer(cells, facts, recordings);
  }

  /** The stacks of one recording, or of several, which are estimated together. Not thread-safe. */
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

    /** Drops known sizes that contradict the recorded numbers. */
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

    /**
     * Returns the known sizes of a stack.
     *
     * @param stack the number of the stack, from 0
     * @return null if they are unknown, or if they contradict the recorded numbers
     */
    public @Nullable KnownSizes known(int stack) {
      return facts[stack].known();
    }

    /** Returns how many stacks have recorded numbers that contradict their known sizes. */
    public int refuted() {
      return refuted;
    }

    /**
     * Returns a number for a stack. If it is equal for two stacks, equal recorded numbers give
     * equal estimates.
     *
     * @param stack the number of the stack, from 0
     */
    public long lawNumber(int stack) {
      long own = sizes == null ? 0 : sizes.lawNumber(stack);
      long first = ofOriginal == null ? 0 : ofOriginal.lawNumber(stack);
      return first << Integer.SIZE ^ own & 0xffff_ffffL;
    }

    /**
     * Estimates all views of a stack at a dump.
     *
     * @param stack the number of the stack, from 0
     * @param whole recorded allocations of the stack in all dumps of its recording; 0 if there is
     *     only one recording
     * @param allocCount recorded allocations at the dump
     * @param allocBytes their recorded bytes
     * @param freeCount recorded frees at the dump
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
        // Old peaks have no counts. The noise is widest if all blocks are below the interval.
        Estimate noisy = bytes((double) bytes / interval, 0, bytes, isSeenAnyway);
        return new SideEstimates(Estimate.exact(0), noisy, false);
      }
      CountEstimate count = bytes == 0 ? null : count(stack, whole, n, bytes);
      if (count == null) {
        // No profiler writes this, and nothing is known beyond the recorded numbers.
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

  /** Whether the recorded numbers may be those of allocations of one size. */
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
   * Whether the recorded intervals beyond one for each allocation fit a size. Their number in each
   * allocation is K - 1 with K ~ Poisson(a/T) given K &gt; 0. The test uses the deviance of a
   * Poisson variable (McCullagh and Nelder 1989, Generalized Linear Models, 2.3) for their sum,
   * divided by how much more the sum varies than such a variable.
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
   * Estimates allocations of one known size after the interval grew. The intervals of the samples
   * are unknown, but their bytes are known.
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

  /** The estimates of the allocated or of the live memory. */
  private record SideEstimates(Estimate objects, Estimate bytes, boolean exact) {}

  /**
   * Estimates live memory without a sample: at 95 %, at most 3.7 sampling units are likely to be
   * there.
   *
   * @param mostPerSample the most objects, or bytes, that a recorded allocation is worth
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
   * @param small number of intervals recorded of blocks below the interval
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
