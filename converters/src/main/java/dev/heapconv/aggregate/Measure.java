package dev.heapconv.aggregate;

import dev.heapconv.model.View;
import java.util.BitSet;
import java.util.List;

/**
 * The numbers of one view by group: its sums, or how they differ between two recordings. Each
 * {@link Part} of it is a column of a table, and {@link #id} names that column in every output.
 */
public final class Measure {

  /** A kind of number of a measure. */
  public enum Part {
    /** The sum; for a difference, new minus base. */
    VALUE,
    /** Lower end of its interval. */
    LOW,
    /** Upper end of its interval. */
    HIGH,
    /** Its share of the whole, from 0 to 100. */
    PERCENT,
    /** The value of a difference's base side. */
    BASE,
    /** The value of a difference's new side. */
    NEW,
    /** 1 for a difference that is larger than the noise of sampling, else 0. */
    BEYOND_NOISE,
    /** Recorded allocations behind the sum: the same for bytes and objects. */
    SAMPLES
  }

  private static final List<Part> OF_ESTIMATE =
      List.of(Part.VALUE, Part.LOW, Part.HIGH, Part.PERCENT);
  private static final List<Part> OF_DIFFERENCE =
      List.of(Part.BASE, Part.NEW, Part.VALUE, Part.LOW, Part.HIGH, Part.BEYOND_NOISE);

  private final View view;
  private final boolean cumulative;
  private final EstimateSums sums;

  /** The sides of a difference; null otherwise. */
  private final EstimateSums base;

  private final EstimateSums changed;
  private final ViewSums samples;
  private final BitSet withView;
  private final double whole;

  /**
   * @param base the base that {@code sums} are compared with; null for none
   * @param samples numbers of recorded allocations; null if unknown
   * @param withView the groups that have the view; null for all
   * @param whole the value of 100 %; 0 if groups are not parts of a whole
   */
  Measure(
      View view,
      boolean cumulative,
      EstimateSums sums,
      EstimateSums base,
      ViewSums samples,
      BitSet withView,
      double whole) {
    this.view = view;
    this.cumulative = cumulative;
    this.sums = base == null ? sums : sums.minus(base);
    this.base = base;
    this.changed = sums;
    this.samples = samples;
    this.withView = withView;
    this.whole = whole;
  }

  public View view() {
    return view;
  }

  /** Whether it counts all stacks that pass through a group, not only those that end in it. */
  public boolean isCumulative() {
    return cumulative;
  }

  public boolean isDifference() {
    return base != null;
  }

  public boolean hasSamples() {
    return samples != null;
  }

  /** The parts in the order of their columns, except {@link Part#SAMPLES}. */
  public List<Part> parts() {
    return isDifference() ? OF_DIFFERENCE : OF_ESTIMATE;
  }

  /**
   * Id of the column of a part: {@code space}, {@code space_cum_low}, {@code space_diff}, {@code
   * alloc_samples}.
   */
  public String id(Part part) {
    String cum = cumulative ? "_cum" : "";
    String name = view.name() + cum;
    String value = isDifference() ? name + "_diff" : name;
    return switch (part) {
      case VALUE -> value;
      case LOW -> value + "_low";
      case HIGH -> value + "_high";
      case PERCENT -> value + "_percent";
      case BASE -> name + "_base";
      case NEW -> name + "_new";
      case BEYOND_NOISE -> name + "_beyond_noise";
      case SAMPLES -> (view.isLive() ? "samples" : "alloc_samples") + cum;
    };
  }

  /**
   * Whether a group has the view: parts of a recording may lack it, such as the heap of a runtime
   * that reports no frees.
   */
  public boolean has(int group) {
    return withView == null || withView.get(group);
  }

  /** A number of a group; NaN if there is none. */
  public double number(Part part, int group) {
    return switch (part) {
      case VALUE -> value(group);
      case LOW -> sums.hasInterval(group) ? sums.low(group) : Double.NaN;
      case HIGH -> sums.hasInterval(group) ? sums.high(group) : Double.NaN;
      case PERCENT -> whole > 0 ? 100 * value(group) / whole : Double.NaN;
      case BASE -> base.value(group);
      case NEW -> changed.value(group);
      case BEYOND_NOISE -> sums.isBeyondNoise(group) ? 1 : 0;
      case SAMPLES -> samples(group);
    };
  }

  public double value(int group) {
    return sums.value(group);
  }

  /** Lower end of the interval; see {@link EstimateSums#low}. */
  public double low(int group) {
    return sums.low(group);
  }

  /** Upper end of the interval; positive infinity if there is none. */
  public double high(int group) {
    return sums.high(group);
  }

  /** Recorded allocations behind a group. */
  public long samples(int group) {
    return samples.samples(group, view.isLive());
  }

  /** The value of 100 %; 0 if groups are not parts of a whole. */
  public double whole() {
    return whole;
  }

  /** Sort key by a part: groups with larger keys come first. */
  double rank(Part part, int group) {
    return switch (part) {
      case LOW -> sums.low(group);
      case HIGH -> sums.high(group);
      case BASE, NEW, BEYOND_NOISE, SAMPLES -> number(part, group);
      case VALUE, PERCENT -> isDifference() ? Math.abs(value(group)) : value(group);
    };
  }
}
