package dev.heapconv.aggregate;

import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.FalseDiscoveries;
import dev.heapconv.unskew.Intervals;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How live memory changed during a recording with several dumps, by group. Each {@link Part} is a
 * column of a table, and {@link #id} names that column in every output.
 */
public final class Growth {

  /** A kind of number. */
  public enum Part {
    /** Live at the first dump. */
    FIRST,
    /** The most that was live at one dump. */
    PEAK,
    /** Live at the last dump. */
    LAST,
    /** Last minus first, per minute. */
    SLOPE,
    /** Lower end of its interval: what really happened in this run, but for sampling. */
    SLOPE_LOW,
    /** Upper end of its interval. */
    SLOPE_HIGH,
    /**
     * 1 if the group grew by more than what sampling, objects that come and go at random, and its
     * own ups and downs explain, else 0.
     */
    GROWS,
    /**
     * Share of false findings, from 0 to 1, among the groups with such a number or a smaller one,
     * if all of them were said to grow; {@link #GROWS} compares it with the level of the intervals.
     */
    FALSE_SHARE,
    /** Mean lifetime in seconds, by Little's law. */
    LIFETIME,
    /** Lower end of its interval. */
    LIFETIME_LOW,
    /** Upper end of its interval. */
    LIFETIME_HIGH
  }

  /** The number of the group of everything together; what it {@link Part#GROWS} is unknown. */
  public static final int TOTAL = -1;

  private final View view;
  private final boolean cumulative;
  private final int dumps;
  private final double seconds;
  private final int single;
  private final List<RowGrowth> rows;
  private final RowGrowth total;
  private final double tail;
  private final double z;
  private final double[] pValues;
  private final double[] falseShares;
  private final int tested;

  /**
   * @param cumulative whether groups count all stacks that pass through them
   * @param rows by group
   * @param single how many heaps have a single dump, and are left out
   * @param confidence level of the intervals
   */
  Growth(
      View view,
      boolean cumulative,
      int dumps,
      double seconds,
      int single,
      List<RowGrowth> rows,
      RowGrowth total,
      double confidence) {
    this.view = view;
    this.cumulative = cumulative;
    this.dumps = dumps;
    this.seconds = seconds;
    this.single = single;
    this.rows = List.copyOf(rows);
    this.total = total;
    tail = (1 - confidence) / 2;
    z = Intervals.of(confidence).normalQuantile();
    pValues = new double[rows.size()];
    falseShares = new double[rows.size()];
    int[] some = new int[rows.size()];
    int count = 0;
    RowGrowth.Evidence evidence = new RowGrowth.Evidence(dumps, falseShare());
    for (int group = 0; group < pValues.length; group++) {
      RowGrowth row = rows.get(group);
      pValues[group] = evidence.pValue(row);
      falseShares[group] = 1;
      if (row.peak() > 0) {
        some[count++] = group;
      }
    }
    tested = count;
    double[] ofSome = new double[count];
    for (int i = 0; i < count; i++) {
      ofSome[i] = pValues[some[i]];
    }
    ofSome = FalseDiscoveries.adjusted(ofSome);
    for (int i = 0; i < count; i++) {
      falseShares[some[i]] = ofSome[i];
    }
  }

  /** The live view whose growth this is. */
  public View view() {
    return view;
  }

  /** How many different times dumps were made at. */
  public int dumps() {
    return dumps;
  }

  /** Seconds from the first dump to the last. */
  public double seconds() {
    return seconds;
  }

  /** How many heaps were left out because they have a single dump. */
  public int single() {
    return single;
  }

  /** How many groups were looked at: all that ever held memory, shown or not. */
  public int tested() {
    return tested;
  }

  /** The share of groups said to grow that is expected to be wrong, at most. */
  public double falseShare() {
    return 2 * tail;
  }

  /** Id of the column of a part: {@code space_first}, {@code space_cum_slope_low}. */
  public String id(Part part) {
    return view.name() + (cumulative ? "_cum_" : "_") + part.name().toLowerCase(Locale.ROOT);
  }

  /** A number of a group, or of {@link #TOTAL}; NaN if there is none. */
  public double number(Part part, int group) {
    RowGrowth row = group == TOTAL ? total : rows.get(group);
    Estimate lifetime = row.lifetime(seconds, z);
    boolean between = row.change().hasInterval();
    return switch (part) {
      case FIRST -> row.first();
      case PEAK -> row.peak();
      case LAST -> row.last();
      case SLOPE -> row.slope();
      case SLOPE_LOW -> between ? row.change().low(row.slope(), tail) : Double.NaN;
      case SLOPE_HIGH -> between ? row.change().high(row.slope(), tail) : Double.NaN;
      case LIFETIME -> lifetime == null ? Double.NaN : lifetime.value();
      case LIFETIME_LOW -> lifetime == null || !between ? Double.NaN : lifetime.low();
      case LIFETIME_HIGH -> lifetime == null || !between ? Double.NaN : lifetime.high();
      case FALSE_SHARE -> group == TOTAL ? Double.NaN : falseShares[group];
      case GROWS -> group == TOTAL ? Double.NaN : falseShares[group] <= falseShare() ? 1 : 0;
    };
  }

  /** Whether a group ever held memory. */
  boolean isSomething(int group) {
    return rows.get(group).peak() > 0;
  }

  /** The part with a column id, or with the end of one such as {@code slope}; null for none. */
  @Nullable Part part(String id) {
    for (Part part : Part.values()) {
      if (id(part).equals(id) || part.name().equalsIgnoreCase(id)) {
        return part;
      }
    }
    return null;
  }

  /**
   * Orders groups: first those that grow, by the lower ends of their slopes; then the others, those
   * first for which chance explains least.
   */
  Comparator<Integer> leaksFirst() {
    return Comparator.<Integer>comparingDouble(group -> -number(Part.GROWS, group))
        .thenComparingDouble(
            group -> number(Part.GROWS, group) != 0 ? -lowest(group) : pValues[group])
        .thenComparingDouble(group -> -rows.get(group).slope());
  }

  private double lowest(int group) {
    double low = number(Part.SLOPE_LOW, group);
    return Double.isNaN(low) ? 0 : low;
  }

  /** Orders groups by a part, descending; those without come last. */
  Comparator<Integer> by(Part part) {
    return Comparator.comparingDouble(
        group -> {
          double number = number(part, group);
          return Double.isNaN(number) ? Double.POSITIVE_INFINITY : -number;
        });
  }

  /** Groups in an order; equal ones by name. */
  static int[] sorted(int[] groups, Comparator<Integer> order) {
    Integer[] boxed = Arrays.stream(groups).boxed().toArray(Integer[]::new);
    Arrays.sort(boxed, order);
    return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
  }
}
