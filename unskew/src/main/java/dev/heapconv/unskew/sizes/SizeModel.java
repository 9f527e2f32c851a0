package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells from what heapprofd recorded of stacks, with one sampling interval and cutoff, the laws of
 * their sizes. Thread-safe: it holds a table and a cache.
 */
final class SizeModel {

  /** Up to so many allocations are told apart one by one. */
  private static final int EXACT_COUNT = 12;

  private static final double COUNT_STEPS = 3 / Math.log(2);

  /** A power of two, so that what is rounded alike is equal to the last bit. */
  private static final double EXCESS_STEP = 0.125;

  /** Up to so many recorded allocations, the noise of their number is kept. */
  private static final int MAX_KEPT_NOISE = 200;

  /** Of so many cells the evidence is kept for further recordings, some 10 KB each. */
  private static final int MAX_KEPT_EVIDENCE = 1000;

  final SizeTable table;
  final long unit;
  final double tail;

  /** Of a normal distribution, at the upper end. */
  final double quantile;

  /**
   * @param interval mean sampling interval T in bytes, above 1
   * @param unit what recorded bytes of sizes below the cutoff are multiples of: the interval, or
   *     what it was at first; at least 1
   * @param cutoff size in bytes from which allocations are always recorded, with their size; above
   *     1
   * @param tail probability that the truth lies beyond either end of an interval
   */
  SizeModel(long interval, long unit, long cutoff, double tail) {
    table = new SizeTable(interval, cutoff);
    excess = new HitsExcess.Kept(table);
    this.unit = unit;
    this.tail = tail;
    quantile = -CountQuantiles.normal(tail);
  }

  /**
   * How far the mean number of recorded allocations may be from the recorded one.
   *
   * @param below ln of the recorded number over the lower end
   * @param above ln of the upper end over it
   */
  record CountNoise(double below, double above) {}

  private final ConcurrentHashMap<Long, CountNoise> noises = new ConcurrentHashMap<>();

  /** The noise of a number of recorded allocations, at least 1. */
  CountNoise noise(long n) {
    return n > MAX_KEPT_NOISE ? newNoise(n) : noises.computeIfAbsent(n, this::newNoise);
  }

  private CountNoise newNoise(long n) {
    return new CountNoise(
        Math.log(n / Math.max(1e-3, CountQuantiles.seenPoissonLow(n, tail))),
        Math.log(CountQuantiles.poissonHigh(n, tail) / n));
  }

  /** Of cells with few allocations, which nearly all recordings have. */
  private final ConcurrentHashMap<StackCells, SizeEvidence> evidence = new ConcurrentHashMap<>();

  private final HitsExcess.Kept excess;

  /**
   * How probable cells are under each entry of the table.
   *
   * @param cells as {@link #rounded} returns them
   */
  SizeEvidence evidence(StackCells cells) {
    if (cells.count() > EXACT_COUNT) {
      return SizeEvidence.of(table, excess, cells);
    }
    SizeEvidence known = evidence.get(cells);
    if (known == null) {
      known = SizeEvidence.of(table, excess, cells);
      if (evidence.size() < MAX_KEPT_EVIDENCE) {
        evidence.put(cells, known);
      }
    }
    return known;
  }

  /**
   * What the cells of each stack tell of its sizes at any sampling: one object for those that tell
   * the same; null for nothing.
   */
  @Nullable SizesElsewhere[] sizes(@Nullable StackCells[] stacks) {
    Map<StackCells, SizesElsewhere> distinct = new HashMap<>();
    SizesElsewhere[] sizes = new SizesElsewhere[stacks.length];
    for (int i = 0; i < sizes.length; i++) {
      StackCells cells = stacks[i];
      if (cells != null && cells.count() > 0) {
        sizes[i] = distinct.computeIfAbsent(rounded(cells), this::sizes);
      }
    }
    return sizes;
  }

  /**
   * Blocks of exactly one interval, which may be all there is at a round one, are no site of the
   * library: what looks like them tells nothing.
   */
  private @Nullable SizesElsewhere sizes(StackCells rounded) {
    SizeEvidence told = evidence(rounded);
    return table.isRound && told.mayBeExact()
        ? null
        : new SizesElsewhere(table.ofSites(told.likelihoods));
  }

  /** No cells yet of a stack. */
  StackCells cells() {
    return new StackCells(unit);
  }

  /**
   * The stacks of a recording, or of several, which tell about the sizes of one another.
   *
   * @param stacks what was recorded of each; null, or without allocations, for nothing
   * @param facts what else is known of each stack
   * @param recordings how many of them the cells are of
   */
  RecordingSizes recording(@Nullable StackCells[] stacks, SiteFacts[] facts, int recordings) {
    return new RecordingSizes(this, stacks, facts, recordings);
  }

  /** Cells that the entries of the table cannot tell from those given. */
  StackCells rounded(StackCells cells) {
    double pureExcess = cells.pureExcess(table.interval);
    if (pureExcess > EXACT_COUNT) {
      pureExcess = Math.rint(rounded(pureExcess));
    }
    double mixedExcess = cells.mixedExcess(table.interval);
    if (mixedExcess > StackCells.MIN_EXCESS) {
      mixedExcess = rounded(mixedExcess);
    }
    StackCells rounded = new StackCells(1);
    rounded.pureCount = rounded(cells.pureCount);
    rounded.pureBytes = (rounded.pureCount + pureExcess) * table.interval;
    rounded.openCells = table.isRound && cells.mixedCells > 0 ? rounded(cells.openCells) : 0;
    rounded.mixedCount = rounded(cells.mixedCount);
    rounded.mixedCells = Math.min(rounded.mixedCount, rounded(cells.mixedCells));
    rounded.mixedBytes = (rounded.mixedCount + mixedExcess) * table.interval;
    rounded.equality = cells.equality(table);
    return rounded;
  }

  /** Within 12 %. */
  private static long rounded(long n) {
    return n <= EXACT_COUNT
        ? n
        : Math.round(Math.exp(Math.rint(Math.log(n) * COUNT_STEPS) / COUNT_STEPS));
  }

  /** Within 7 %. */
  private static double rounded(double value) {
    return Math.exp(Math.rint(Math.log(value) / EXCESS_STEP) * EXCESS_STEP);
  }
}
