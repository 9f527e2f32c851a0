package dev.heapconv.unskew.samples;

import it.unimi.dsi.fastutil.doubles.DoubleOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds out from the numbers of a profile whether its producer has scaled them, and with which
 * interval T. Each stack has a number of objects c and their bytes b, with the mean m = b/c.
 *
 * <ul>
 *   <li>n scaled samples of size a are c = n/p objects, p = 1 - exp(-a/T), so that {@code c (1 -
 *       exp(-m/T))} is a whole number, up to the rounding of c and b. If the producer scales each
 *       stack by its mean, this holds for every stack. If it scales each sample, this holds for
 *       stacks of one sample, which are those below 2 T.
 *   <li>If the producer uses random weights (tcmalloc), a stack of one sample weighs between T and
 *       T + a.
 *   <li>No scaled stack weighs less than T. The test allows for a sampler that draws by size + 1.
 *   <li>If a mean is a whole number, all objects have this size, because a mean of several sizes
 *       stays whole after rounding only in one of c cases. Then n must be whole, up to the
 *       variation of random weights (a standard deviation of {@code a/T sqrt(n/12)}). Or b must be
 *       a multiple of T, if the producer counts sampled bytes (Chromium, heapprofd).
 * </ul>
 *
 * <p>Each stack that passes does so by chance with the probability of its tolerance. A verdict
 * would come about by chance in one of 10,000 files, and never from one stack alone; stacks with
 * the same mean count once.
 *
 * <p>A file may be a mixture, such as the sum of a scaled profile and one that recorded everything.
 * Suppose that a share q of its stacks was scaled. A stack that passes, with the chance a, is then
 * {@code q/a + 1 - q} times as likely as if no stack was scaled, and a stack that fails is {@code 1
 * - q} times as likely. The best of several shares decides. So a few stacks below T, or a single
 * one, show such a mixture and not a raw file.
 *
 * <p>Add all stacks, then call {@link #of}. Not thread-safe.
 */
public final class ScalingEvidence {

  /** The verdict about the numbers of a profile. */
  public enum Kind {
    /** The producer has scaled the numbers. */
    SCALED,
    /** The numbers are sums of what was sampled. */
    RAW,
    /** The numbers show neither. */
    UNDECIDED
  }

  /**
   * The result of {@link #of}.
   *
   * @param kind the verdict
   * @param interval T in bytes. If the numbers were scaled with several T, it is the largest, which
   *     bounds the error of all; 0 unless scaled
   * @param byMean whether the producer may have scaled each stack by its mean size
   */
  public record Verdict(Kind kind, long interval, boolean byMean) {
    private static final Verdict UNDECIDED = new Verdict(Kind.UNDECIDED, 0, true);
  }

  /** Odds against chance at which a finding counts as shown. */
  private static final double ODDS = 1e4;

  private static final double DECISIVE = Math.log(ODDS);

  /** The most evidence that one stack may contribute; it is less than decisive. */
  private static final double MOST = Math.log(1e3);

  /** A test that passes by chance more often than this is ignored. */
  private static final double TOLERANT = 0.25;

  /** With this many objects, rounding leaves the T of a stack of one sample known to 1 %. */
  private static final int MIN_OBJECTS = 16;

  /** Number of candidates for T that are tried if none is stated. */
  private static final int CANDIDATES = 8;

  /**
   * The smallest interval of any sampler. A stack that weighs less than the stated interval, but
   * not less than this, may have been scaled with a different interval.
   */
  private static final long LEAST_INTERVAL = 512;

  /**
   * This many random multiples of an interval have a further common factor in one of 256 cases
   * only.
   */
  private static final int MIN_HITS = 8;

  /** Shares of the stacks that may have been scaled, beginning with all stacks. */
  private static final double[] SHARES = {1, .99, .95, .9, .8, .5, .2, .1, .05, .02, .01};

  /** The evidence that choosing the best share costs. */
  private static final double CHOICE = Math.log(SHARES.length - 1);

  private boolean byMean;

  /** The stacks that refute the interval, if each stack was scaled by its mean. */
  private IntArrayList refuting = new IntArrayList();

  private final LongArrayList objects = new LongArrayList();
  private final LongArrayList bytes = new LongArrayList();

  /**
   * Adds a stack. A stack whose objects or bytes are not above 0 has no effect.
   *
   * @param count number of objects
   * @param space number of bytes
   */
  public void add(long count, long space) {
    if (count > 0 && space > 0) {
      objects.add(count);
      bytes.add(space);
    }
  }

  /**
   * Returns the verdict about the stacks that you have added.
   *
   * @param interval the T in bytes that the profile states; at most 1 if it states none, or states
   *     that everything was recorded
   * @param sizes whether each row states the size of its objects. Then the producer may have
   *     computed bytes from rounded objects, so a mean that is a whole number shows nothing
   */
  public Verdict of(long interval, boolean sizes) {
    int[] all = IntStream.range(0, objects.size()).toArray();
    boolean stated = interval > 1;
    if (stated && showsScaled(all, interval, 0, 0, 0, false)) {
      return new Verdict(Kind.SCALED, interval, byMean);
    }
    int[] below = stated ? lighterThan(interval) : all;
    long other = otherInterval(all, true);
    if (other > 0) {
      boolean isByMean = byMean;
      // Stacks that refute the other T may have been scaled with the stated one, or with one that
      // is not stated.
      long largest =
          refuting.isEmpty()
              ? other
              : Math.max(Math.max(other, interval), otherInterval(refuting.toIntArray(), false));
      return new Verdict(Kind.SCALED, largest, isByMean);
    }
    if (stated && below.length > 0 && below.length < all.length && otherInterval(below, true) > 0) {
      return new Verdict(Kind.SCALED, interval, true);
    }
    boolean isRaw =
        stated
            && !sizes
            && (below.length > 0
                ? isAnyBelow(LEAST_INTERVAL)
                    && (2 * below.length > all.length || fewScaled(interval) >= DECISIVE)
                : evidenceOfRaw(interval) >= DECISIVE);
    return isRaw ? new Verdict(Kind.RAW, 0, false) : Verdict.UNDECIDED;
  }

  /**
   * Whether bytes count hits that are each worth the interval, as heapprofd's bytes do. A stack of
   * smaller allocations then weighs a multiple of the interval, which happens by chance in one of T
   * cases. Such bytes are scaled; the result does not tell whether the objects are.
   *
   * @param interval the T in bytes that the profile states; at most 1 if it states none
   */
  public boolean areHits(long interval) {
    int small = 0;
    int whole = 0;
    for (int row = 0; interval > 1 && row < objects.size(); row++) {
      if (bytes.getLong(row) / objects.getLong(row) < interval) {
        small++;
        whole += bytes.getLong(row) % interval == 0 ? 1 : 0;
      }
    }
    return whole > 1 && 2 * whole > small;
  }

  /**
   * Finds the interval of bytes that count hits, as {@link #areHits} describes, if the profile
   * states none. It is the common divisor of the bytes of the lightest stacks. A program that
   * repeats everything a thousand times has bytes with a common divisor as well. But then its
   * numbers of objects have one too, or the mean of a stack is a whole number, the size of all its
   * objects.
   *
   * @return the interval in bytes; 0 if the stacks do not show one
   */
  public long hitInterval() {
    int[] lightest =
        IntStream.range(0, objects.size())
            .filter(row -> bytes.getLong(row) % objects.getLong(row) != 0)
            .boxed()
            .sorted(Comparator.comparingLong(bytes::getLong))
            .limit(2 * MIN_HITS)
            .mapToInt(Integer::intValue)
            .toArray();
    long ofBytes = 0;
    long ofObjects = 0;
    for (int row : lightest) {
      ofBytes = gcd(bytes.getLong(row), ofBytes);
      ofObjects = gcd(objects.getLong(row), ofObjects);
    }
    boolean shows = lightest.length >= MIN_HITS && ofBytes >= LEAST_INTERVAL && ofObjects == 1;
    return shows && areHits(ofBytes) ? ofBytes : 0;
  }

  private static long gcd(long one, long other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  /** Whether some stack cannot have been scaled with this interval or a larger one. */
  private boolean isAnyBelow(long interval) {
    for (int row = 0; row < objects.size(); row++) {
      if (samples(row, interval, 1) < 1) {
        return true;
      }
    }
    return false;
  }

  private int[] lighterThan(long interval) {
    return IntStream.range(0, objects.size()).filter(row -> isBelow(row, interval)).toArray();
  }

  private boolean isBelow(int row, double interval) {
    double b = bytes.getLong(row);
    double c = objects.getLong(row);
    return b + c + b / c < interval;
  }

  /**
   * Returns how many samples a stack would consist of, with an allowance for rounding.
   *
   * @param up 1 for the largest numbers that are rounded (or rounded down) to these, 0 for these,
   *     -0.5 for the smallest ones
   */
  private double samples(int row, double interval, double up) {
    double c = objects.getLong(row) + up;
    return -c * Math.expm1(-(bytes.getLong(row) + up) / c / interval);
  }

  /**
   * @param already evidence for the interval before this test, as a logarithm
   * @param known mean of the stack that gave the interval; it is no evidence for it
   * @param uncertain the error of the interval as a fraction of it
   * @param isEach whether all stacks must have been scaled with the interval
   */
  private boolean showsScaled(
      int[] rows, double interval, double already, double known, double uncertain, boolean isEach) {
    Mixture perStack = new Mixture();
    Mixture perSample = new Mixture();
    Mixture weights = new Mixture();
    DoubleOpenHashSet means = new DoubleOpenHashSet();
    means.add(known);
    refuting = new IntArrayList();
    for (int row : rows) {
      if (isBelow(row, interval * (1 - uncertain))) {
        refuting.add(row);
        perStack.addFailed();
        perSample.addFailed();
        weights.addFailed();
        continue;
      }
      double b = bytes.getLong(row);
      double c = objects.getLong(row);
      boolean isFirst = means.add(b / c);
      double high = samples(row, interval, 1) * (1 + uncertain);
      double width = high - samples(row, interval, -0.5) * (1 - uncertain);
      double slack = (2 * b / c + c) / interval;
      boolean isOne = b < 2 * interval - c - b / c;
      if (width <= TOLERANT) {
        boolean isWhole = high >= 1 && Math.floor(high) >= high - width;
        perStack.add(isWhole, isFirst, width);
        if (!isWhole) {
          refuting.add(row);
        }
        if (isOne) {
          perSample.add(isWhole, isFirst, width);
        }
      }
      if (isOne && slack <= TOLERANT) {
        weights.add(b <= interval + 1.5 * b / c + c, isFirst, slack);
      }
    }
    double decisive = DECISIVE - already;
    // Random weights do not determine an interval to the byte.
    boolean areWeights = uncertain == 0 && weights.evidence(isEach) >= decisive;
    // Samples that were scaled one by one look like sums of stacks that were scaled by their means.
    byMean = !areWeights || perStack.evidence(isEach) >= weights.evidence(isEach);
    return areWeights
        || perStack.evidence(isEach) >= decisive
        || perSample.evidence(isEach) >= decisive;
  }

  /** The evidence that a share of the stacks was scaled in one way. */
  private static final class Mixture {
    /** The evidence for each of the {@link #SHARES}. */
    private final double[] evidence = new double[SHARES.length];

    private int failed;

    void addFailed() {
      failed++;
    }

    /**
     * @param accident probability of passing by chance
     */
    void add(boolean passes, boolean isFirst, double accident) {
      if (!passes) {
        addFailed();
      } else if (isFirst) {
        double odds = 1 / Math.max(accident, Math.exp(-MOST));
        for (int i = 0; i < SHARES.length; i++) {
          evidence[i] += Math.log(SHARES[i] * odds + 1 - SHARES[i]);
        }
      }
    }

    /** The logarithm of how much more likely the stacks are than if none was scaled. */
    double evidence(boolean ofEach) {
      double best = failed == 0 ? evidence[0] : Double.NEGATIVE_INFINITY;
      for (int i = 1; i < SHARES.length && !ofEach; i++) {
        best = Math.max(best, evidence[i] + failed * Math.log1p(-SHARES[i]) - CHOICE);
      }
      return best;
    }
  }

  /**
   * The logarithm of how much more likely the light stacks are if no stack was scaled than if half
   * of them were. Only stacks below two intervals count, because heavier ones may be sums of
   * samples that were scaled one by one.
   */
  private double fewScaled(double interval) {
    double evidence = 0;
    DoubleOpenHashSet means = new DoubleOpenHashSet();
    for (int row = 0; row < objects.size(); row++) {
      double b = bytes.getLong(row);
      double c = objects.getLong(row);
      double high = samples(row, interval, 1);
      double width = high - samples(row, interval, -0.5);
      if (b < 2 * interval - c - b / c && width <= TOLERANT) {
        boolean passes = !isBelow(row, interval) && high >= 1 && Math.floor(high) >= high - width;
        if (!passes) {
          evidence += Math.log(2);
        } else if (means.add(b / c)) {
          evidence -= Math.log((1 + 1 / Math.max(width, Math.exp(-MOST))) / 2);
        }
      }
    }
    return evidence;
  }

  /**
   * The logarithm of how much more likely the stacks of one size are if they are raw. The fraction
   * of n is then arbitrary. Otherwise it is normal around 0, or arbitrary in one of c cases.
   */
  private double evidenceOfRaw(double interval) {
    double evidence = 0;
    DoubleOpenHashSet means = new DoubleOpenHashSet();
    for (int row = 0; row < objects.size(); row++) {
      double c = objects.getLong(row);
      double b = bytes.getLong(row);
      double n = samples(row, interval, 0);
      double width = samples(row, interval, 1) - samples(row, interval, -0.5);
      double x = b / c / interval;
      double ofWeights = width + x * Math.sqrt(n / 12);
      double ofHits = width + x / Math.sqrt(12);
      if (b % c == 0 && ofWeights <= TOLERANT && means.add(b / c)) {
        double scaled = density(n, ofWeights) + density(b / interval, ofHits) + 1 / c;
        evidence += Math.min(MOST, -Math.log(scaled));
      }
    }
    return evidence;
  }

  /** The density of the fraction of a number of samples, if the number is whole and at least 1. */
  private static double density(double samples, double deviation) {
    double off = (samples - Math.max(1, Math.rint(samples))) / deviation;
    return Math.exp(-off * off / 2) / (deviation * Math.sqrt(2 * Math.PI));
  }

  /**
   * Returns the T that the stacks show to have scaled them; 0 if none. The lightest stacks are the
   * most likely to consist of one sample, and then {@code T = -m/ln(1 - 1/c)}.
   *
   * @param isEach whether all stacks must have been scaled with it
   */
  private long otherInterval(int[] rows, boolean isEach) {
    int[] known = Arrays.stream(rows).filter(row -> objects.getLong(row) >= MIN_OBJECTS).toArray();
    int[] lightest =
        Arrays.stream(known)
            .boxed()
            .sorted(Comparator.comparingDouble(row -> ofOneSample(row, 0)))
            .limit(CANDIDATES)
            .mapToInt(Integer::intValue)
            .toArray();
    Set<Long> tried = new HashSet<>();
    for (int candidate : lightest) {
      int row = mostPrecise(known, candidate);
      double low = ofOneSample(row, -0.5);
      double high = ofOneSample(row, 1);
      double power = Math.scalb(1.0, Math.getExponent(high));
      boolean isPower = power >= low;
      double interval = isPower ? power : (low + high) / 2;
      // A power of two is one of few numbers, so hitting one is hardly an accident.
      double already = -Math.log(CANDIDATES) - (isPower ? Math.log(2 * (high - low) / power) : 0);
      double mean = (double) bytes.getLong(row) / objects.getLong(row);
      if (interval >= MIN_OBJECTS
          && tried.add(Math.round(interval))
          && showsScaled(
              rows, interval, already, mean, isPower ? 0 : (high - low) / interval, isEach)) {
        return Math.round(interval);
      }
    }
    return 0;
  }

  /**
   * Returns the stack that determines the candidate's T most precisely, if both consist of one
   * sample.
   */
  private int mostPrecise(int[] rows, int candidate) {
    double low = ofOneSample(candidate, -0.5);
    double high = ofOneSample(candidate, 1);
    int best = candidate;
    double width = high - low;
    for (int row : rows) {
      double itsLow = ofOneSample(row, -0.5);
      double itsHigh = ofOneSample(row, 1);
      if (itsHigh - itsLow < width && itsLow <= high && itsHigh >= low) {
        best = row;
        width = itsHigh - itsLow;
      }
    }
    return best;
  }

  private double ofOneSample(int row, double up) {
    double c = objects.getLong(row) + up;
    return -(bytes.getLong(row) + up) / c / Math.log1p(-1 / c);
  }
}
