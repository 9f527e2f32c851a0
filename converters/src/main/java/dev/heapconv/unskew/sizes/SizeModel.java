package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells from what heapprofd recorded of stacks, with one sampling interval and cutoff, the laws of
 * their sizes. Thread-safe: it holds a table and a cache.
 */
public final class SizeModel {

  /** Evidence kept, of some 2 KB each. */
  private static final int MAX_CACHED = 20_000;

  /** Up to so many allocations are told apart one by one. */
  private static final int EXACT_COUNT = 32;

  private static final double COUNT_STEPS = 8 / Math.log(2);
  private static final double MIN_STEP = 0.04;
  private static final double MAX_STEP = 0.0625;

  /** Up to so many recorded allocations, the noise of their number is kept. */
  private static final int MAX_KEPT_NOISE = 200;

  final SizeTable table;
  final long unit;
  final double tail;
  private final ConcurrentHashMap<LawKey, SizeEvidence> known = new ConcurrentHashMap<>();

  /**
   * @param interval mean sampling interval T in bytes, above 1
   * @param unit what recorded bytes of sizes below the cutoff are multiples of: the interval, or
   *     what it was at first; at least 1
   * @param cutoff size in bytes from which allocations are always recorded, with their size; above
   *     1
   * @param tail probability that the truth lies beyond either end of an interval
   */
  public SizeModel(long interval, long unit, long cutoff, double tail) {
    table = new SizeTable(interval, cutoff);
    this.unit = unit;
    this.tail = tail;
  }

  /**
   * How far the mean number of recorded allocations may be from the recorded one.
   *
   * @param below ln of the recorded number over the lower end
   * @param above ln of the upper end over it
   */
  record CountNoise(double below, double above) {}

  private final @Nullable CountNoise[] noises = new CountNoise[MAX_KEPT_NOISE + 1];

  /** The noise of a number of recorded allocations, at least 1. */
  CountNoise noise(long n) {
    CountNoise noise = n > MAX_KEPT_NOISE ? null : noises[(int) n];
    if (noise == null) {
      noise =
          new CountNoise(
              Math.log(n / Math.max(1e-3, CountQuantiles.seenPoissonLow(n, tail))),
              Math.log(CountQuantiles.poissonHigh(n, tail) / n));
      if (n <= MAX_KEPT_NOISE) {
        noises[(int) n] = noise;
      }
    }
    return noise;
  }

  /** What the entries of the table cannot tell from one another. */
  record LawKey(
      double pureCount,
      double pureExcess,
      double openCells,
      double mixedCells,
      double mixedCount,
      double mixedExcess,
      double equalSize,
      int number) {
    // Written out because those of a record are linked at run time, which start-up would pay for.
    @Override
    public int hashCode() {
      double sum = pureCount + 3 * pureExcess + 7 * mixedCells + 13 * mixedCount + 31 * mixedExcess;
      return Long.hashCode(
          Double.doubleToRawLongBits(sum + 57 * openCells + equalSize) * 0x9E3779B97F4A7C15L);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof LawKey that
          && pureCount == that.pureCount
          && pureExcess == that.pureExcess
          && openCells == that.openCells
          && mixedCells == that.mixedCells
          && mixedCount == that.mixedCount
          && mixedExcess == that.mixedExcess
          && equalSize == that.equalSize
          && number == that.number;
    }
  }

  /** No cells yet of a stack. */
  public StackCells cells() {
    return new StackCells(unit);
  }

  /** The law of a stack of which nothing but what was recorded of it is known. */
  public SizeLaw law(StackCells cells) {
    SizeEvidence own = evidence(key(cells));
    return SizeLaw.of(this, own, own.of(table.weight));
  }

  /**
   * The stacks of a recording, which tell about the sizes of one another.
   *
   * @param stacks what was recorded of each; null, or without allocations, for nothing
   * @param functions of each stack, innermost first, as numbers from 0; null if nothing is to be
   *     learnt from other stacks
   * @param known what is known of the sizes of each stack from elsewhere; null for nothing
   */
  public RecordingSizes recording(
      @Nullable StackCells[] stacks, int @Nullable [][] functions, @Nullable KnownSizes[] known) {
    return new RecordingSizes(this, stacks, functions, known);
  }

  SizeEvidence evidence(LawKey key) {
    SizeEvidence evidence = known.get(key);
    if (evidence == null) {
      evidence = new SizeEvidence(table, rounded(key));
      if (known.size() < MAX_CACHED) {
        known.put(key, evidence);
      }
    }
    return evidence;
  }

  LawKey key(StackCells cells) {
    double pureExcess = cells.pureExcess(table.interval);
    double mixedExcess = cells.mixedExcess(table.interval);
    double pureCount = rounded(cells.pureCount);
    double mixedCount = rounded(cells.mixedCount);
    double equalSize = cells.equalSize(table);
    return new LawKey(
        pureCount,
        pureExcess <= EXACT_COUNT ? pureExcess : Math.rint(rounded(pureExcess, step(pureExcess))),
        table.isRound ? rounded(cells.openCells) : 0,
        Math.min(mixedCount, rounded(cells.mixedCells)),
        mixedCount,
        mixedExcess > StackCells.MIN_EXCESS
            ? rounded(mixedExcess, Math.min(MAX_STEP, step(mixedExcess)))
            : mixedExcess,
        equalSize,
        equalSize > 0 && equalSize != table.interval ? cells.number : 0);
  }

  private static double step(double excess) {
    return Math.max(MIN_STEP, 0.35 / Math.sqrt(Math.max(excess, 1)));
  }

  /** Within 4 %. */
  private static double rounded(long n) {
    return n <= EXACT_COUNT
        ? n
        : Math.rint(Math.exp(Math.rint(Math.log(n) * COUNT_STEPS) / COUNT_STEPS));
  }

  /**
   * Rounds on the log scale, to a step or less: those of similar numbers are the same ones, so that
   * these become equal to the last bit.
   */
  private static double rounded(double value, double step) {
    double common = Math.scalb(1.0, Math.getExponent(step));
    return Math.exp(Math.rint(Math.log(value) / common) * common);
  }

  private StackCells rounded(LawKey key) {
    StackCells cells = new StackCells(1);
    cells.pureCount = (long) key.pureCount;
    cells.pureBytes = (key.pureCount + key.pureExcess) * table.interval;
    cells.openCells = (long) key.openCells;
    cells.mixedCells = (long) key.mixedCells;
    cells.mixedCount = (long) key.mixedCount;
    cells.mixedBytes = (key.mixedCount + key.mixedExcess) * table.interval;
    cells.equalSize = key.equalSize;
    cells.number = key.number;
    return cells;
  }
}
