package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.samples.CountQuantiles;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Infers the laws of the sizes of stacks from what heapprofd recorded at one sampling interval and
 * cutoff. Thread-safe: it holds a table and caches.
 */
final class SizeModel {

  /** Up to this number, allocations are counted exactly; beyond it the number is rounded. */
  private static final int EXACT_COUNT = 12;

  private static final double COUNT_STEPS = 3 / Math.log(2);

  /** A power of two, so that equal rounding gives equal bits. */
  private static final double EXCESS_STEP = 0.125;

  /** Up to this number of recorded allocations, the noise is cached. */
  private static final int MAX_KEPT_NOISE = 200;

  /** The evidence of this many cells is cached for further recordings, at 5 to 20 KB each. */
  private static final int MAX_KEPT_EVIDENCE = 1000;

  final SizeTable table;
  final long unit;
  final double tail;

  /** The normal quantile of the upper end. */
  final double quantile;

  /**
   * @param interval mean sampling interval T in bytes, above 1
   * @param unit recorded bytes of sizes below the cutoff are multiples of it: the interval, or the
   *     interval at the beginning; at least 1
   * @param cutoff size in bytes from which every allocation is recorded with its size; above 1
   * @param tail probability that the truth lies beyond one end of an interval
   */
  SizeModel(long interval, long unit, long cutoff, double tail) {
    table = new SizeTable(interval, cutoff);
    excess = new HitsExcess.Kept(table);
    this.unit = unit;
    this.tail = tail;
    quantile = -CountQuantiles.normal(tail);
  }

  /**
   * How far the expected number of recorded allocations may be from the recorded number.
   *
   * @param below ln of the recorded number divided by the lower end
   * @param above ln of the upper end divided by the recorded number
   */
  record CountNoise(double below, double above) {}

  private final ConcurrentHashMap<Long, CountNoise> noises = new ConcurrentHashMap<>();

  /** Returns the noise of a number of recorded allocations, at least 1. */
  CountNoise noise(long n) {
    return n > MAX_KEPT_NOISE ? newNoise(n) : noises.computeIfAbsent(n, this::newNoise);
  }

  private CountNoise newNoise(long n) {
    return new CountNoise(
        Math.log(n / Math.max(1e-3, CountQuantiles.seenPoissonLow(n, tail))),
        Math.log(CountQuantiles.poissonHigh(n, tail) / n));
  }

  /** The evidence of the first cells. Rounded ones come again in most recordings of a program. */
  private final ConcurrentHashMap<StackCells, SizeEvidence> evidence = new ConcurrentHashMap<>();

  private final HitsExcess.Kept excess;

  /**
   * Returns the probability of cells under each entry of the table.
   *
   * @param cells the result of {@link #rounded(StackCells)}
   */
  SizeEvidence evidence(StackCells cells) {
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
   * Returns the evidence of each stack about its sizes in a form for any sampling. Stacks with the
   * same evidence share an object; stacks without evidence have null.
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
   * Returns the evidence of cells for any sampling. At a round interval all blocks may have exactly
   * one interval, and the library has no such site, so cells that look like it are no evidence.
   */
  private @Nullable SizesElsewhere sizes(StackCells rounded) {
    SizeEvidence told = evidence(rounded);
    return table.isRound && told.mayBeExact()
        ? null
        : new SizesElsewhere(table.ofSites(told.likelihoods));
  }

  /** Returns cells for a stack, without content. */
  StackCells cells() {
    return new StackCells(unit);
  }

  /**
   * Returns the stacks of a recording, or of several recordings, which are evidence for each
   * other's sizes.
   *
   * @param stacks the cells of each stack; null, or cells without allocations, if nothing was
   *     recorded
   * @param facts what else is known of each stack
   * @param recordings how many recordings the cells come from
   */
  RecordingSizes recording(@Nullable StackCells[] stacks, SiteFacts[] facts, int recordings) {
    return new RecordingSizes(this, stacks, facts, recordings);
  }

  /** Returns cells that the entries of the table cannot distinguish from the given ones. */
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

  /** Rounds to within 12 %. */
  private static long rounded(long n) {
    return n <= EXACT_COUNT
        ? n
        : Math.round(Math.exp(Math.rint(Math.log(n) * COUNT_STEPS) / COUNT_STEPS));
  }

  /** Rounds to within 7 %. */
  private static double rounded(double value) {
    return Math.exp(Math.rint(Math.log(value) / EXCESS_STEP) * EXCESS_STEP);
  }
}
