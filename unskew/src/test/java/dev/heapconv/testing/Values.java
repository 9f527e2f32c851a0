package dev.heapconv.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The values of one case of a property, made as it asks for them. */
public final class Values {

  /** One random value in so many is an edge of its range. */
  private static final int EDGE_IN = 8;

  private final String origin;
  private final boolean edgesOnly;
  private final SplittableRandom random;
  private final List<Object> drawn = new ArrayList<>();

  /** Which combination of edges is left to be spelled out; a digit a value. */
  private long combination;

  private long combinations = 1;

  private Values(String origin, boolean edgesOnly, long number) {
    this.origin = origin;
    this.edgesOnly = edgesOnly;
    this.combination = number;
    this.random = new SplittableRandom(number);
  }

  /** Edges of all ranges: another combination for each number. */
  static Values edges(long number) {
    return new Values("edges " + number, true, number);
  }

  static Values random(long seed) {
    return new Values("seed " + seed, false, seed);
  }

  /** How many combinations of edges there are of the ranges that were asked for; saturates. */
  long combinations() {
    return combinations;
  }

  public long anyLong() {
    return between(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** From {@code min} to {@code max}, both included; half of them near the end nearest to zero. */
  public int between(int min, int max) {
    return (int) between((long) min, (long) max);
  }

  /** From {@code min} to {@code max}, both included; half of them near the end nearest to zero. */
  public long between(long min, long max) {
    List<Long> edges = new ArrayList<>();
    for (long edge : new long[] {min, min + 1, -2, -1, 0, 1, 2, max - 1, max}) {
      if (edge >= min && edge <= max && !edges.contains(edge)) {
        edges.add(edge);
      }
    }
    return drawn(isEdge() ? pick(edges) : random.nextBoolean() ? even(min, max) : near(min, max));
  }

  /** Any number that is one, of any magnitude; infinities and NaN are left out. */
  public double anyDouble() {
    if (isEdge()) {
      return drawn(
          pick(
              List.of(
                  -Double.MAX_VALUE,
                  -1.0,
                  -Double.MIN_VALUE,
                  -0.0,
                  0.0,
                  Double.MIN_VALUE,
                  1.0,
                  Double.MAX_VALUE)));
    }
    double value = Double.longBitsToDouble(random.nextLong());
    return drawn(Double.isFinite(value) ? value : random.nextDouble());
  }

  /** From {@code min} to {@code max}, both included. */
  public double between(double min, double max) {
    List<Double> edges = new ArrayList<>();
    for (double edge : new double[] {min, Math.nextUp(min), -1, 0, 1, Math.nextDown(max), max}) {
      if (edge >= min && edge <= max && !edges.contains(edge)) {
        edges.add(edge);
      }
    }
    if (isEdge()) {
      return drawn(pick(edges));
    }
    double even = min + (max - min) * random.nextDouble();
    // Of a range over many magnitudes, half of the values are small ones.
    boolean small = max > 0 && min >= 0 && random.nextBoolean();
    return drawn(small ? Math.max(min, even * Math.pow(2, -random.nextInt(64))) : even);
  }

  /** For values that have no edges; of one seed in each case. */
  public SplittableRandom random() {
    return random;
  }

  private boolean isEdge() {
    return edgesOnly || random.nextInt(EDGE_IN) == 0;
  }

  private <T> T pick(List<T> edges) {
    if (!edgesOnly) {
      return edges.get(random.nextInt(edges.size()));
    }
    int digit = (int) (combination % edges.size());
    combination /= edges.size();
    combinations =
        combinations > Integer.MAX_VALUE ? Integer.MAX_VALUE : combinations * edges.size();
    return edges.get(digit);
  }

  private long even(long min, long max) {
    // As long as the range is not all of them, which is one value more than a bound can say.
    return max < Long.MAX_VALUE
        ? random.nextLong(min, max + 1)
        : min > Long.MIN_VALUE ? random.nextLong(min - 1, max) + 1 : random.nextLong();
  }

  private long near(long min, long max) {
    long origin = Math.max(min, Math.min(max, 0));
    boolean up = origin == min || (origin != max && random.nextBoolean());
    long room = Math.max(0, up ? max - origin : origin == 0 ? -(min + 1) : origin - min);
    int bits = random.nextInt(65 - Long.numberOfLeadingZeros(room));
    long offset = Math.min(room, bits == 0 ? 0 : random.nextLong() >>> (64 - bits));
    return up ? origin + offset : origin - offset;
  }

  private <T> T drawn(T value) {
    drawn.add(value);
    return value;
  }

  @Override
  public String toString() {
    return drawn + " (" + origin + ")";
  }
}
