package dev.heapconv.aggregate;

import dev.heapconv.model.View;
import dev.heapconv.unskew.GrowthProbability;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    /** 1 where the sizes of allocations differ by more than the noise of sampling, else 0. */
    SIZE_BEYOND_NOISE,
    /** Recorded allocations behind the sum: the same for bytes and objects. */
    SAMPLES
  }

  private static final List<Part> OF_ESTIMATE =
      List.of(Part.VALUE, Part.LOW, Part.HIGH, Part.PERCENT);
  private static final List<Part> OF_DIFFERENCE =
      List.of(Part.BASE, Part.NEW, Part.VALUE, Part.LOW, Part.HIGH, Part.BEYOND_NOISE);
  private static final List<Part> OF_DIFFERENCE_OF_OBJECTS =
      List.of(
          Part.BASE,
          Part.NEW,
          Part.VALUE,
          Part.LOW,
          Part.HIGH,
          Part.BEYOND_NOISE,
          Part.SIZE_BEYOND_NOISE);

  // What a comparison has sums of.
  private static final int BASE = 0;
  private static final int NEW = 1;
  private static final int DIFFERENCE = 2;
  private static final int NOISE = 3;
  private static final int SIZES = 4;
  private static final int EXPECTED = 5;
  private static final int BASE_WORTH = 6;
  private static final int NEW_WORTH = 7;

  private final View view;
  private final int index;
  private final boolean cumulative;

  /** The sums; or those of a base, of what is compared with it, of their difference and noise. */
  private final List<ViewSums> sides;

  /** What is shown. */
  private final ViewSums sums;

  private final boolean hasSamples;
  private final @Nullable BitSet withView;
  private final double whole;

  /**
   * @param index number of the view in the sums
   * @param sides the sums of a recording, or those of a {@link Comparison}
   * @param hasSamples whether numbers of recorded allocations are known
   * @param withView the groups that have the view; null for all
   * @param whole the value of 100 %; 0 if groups are not parts of a whole
   */
  Measure(
      View view,
      int index,
      boolean cumulative,
      List<ViewSums> sides,
      boolean hasSamples,
      @Nullable BitSet withView,
      double whole) {
    this.view = view;
    this.index = index;
    this.cumulative = cumulative;
    this.sides = sides;
    sums = sides.get(sides.size() == 1 ? 0 : DIFFERENCE);
    this.hasSamples = hasSamples;
    this.withView = withView;
    this.whole = whole;
  }

  public View view() {
    return view;
  }

  public boolean isDifference() {
    return sides.size() > 1;
  }

  public boolean hasSamples() {
    return hasSamples;
  }

  /** The parts in the order of their columns, except {@link Part#SAMPLES}. */
  public List<Part> parts() {
    if (!isDifference()) {
      return OF_ESTIMATE;
    }
    return View.ALL.contains(view) && !view.isBytes() ? OF_DIFFERENCE_OF_OBJECTS : OF_DIFFERENCE;
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
      case SIZE_BEYOND_NOISE -> name + "_size_beyond_noise";
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
      case LOW -> high(group) < Double.POSITIVE_INFINITY ? low(group) : Double.NaN;
      case HIGH -> high(group) < Double.POSITIVE_INFINITY ? high(group) : Double.NaN;
      case PERCENT -> whole > 0 ? 100 * value(group) / whole : Double.NaN;
      case BASE -> isDifference() ? valueOf(sides.get(BASE), group) : Double.NaN;
      case NEW -> isDifference() ? valueOf(sides.get(NEW), group) : Double.NaN;
      case BEYOND_NOISE -> isDifference() && isBeyondNoise(sides.get(NOISE), group) ? 1 : 0;
      case SIZE_BEYOND_NOISE -> isDifference() && isBeyondNoise(sides.get(SIZES), group) ? 1 : 0;
      case SAMPLES -> samples(group);
    };
  }

  private double valueOf(ViewSums side, int group) {
    return side.sums().value(side.cell(group, index));
  }

  /** Whether it is known how large the noise of sampling in a difference is. */
  public boolean isNoiseKnown(int group) {
    ViewSums noise = sides.get(NOISE);
    return noise.sums().hasInterval(noise.cell(group, index));
  }

  /**
   * The probability that sampling alone makes a difference look as large as it does, or larger; see
   * {@link GrowthProbability}. Its noise must be known.
   */
  double probabilityOfGrowth(int group) {
    return GrowthProbability.probability(
        value(group),
        number(Part.BASE, group) + number(Part.NEW, group),
        valueOf(sides.get(EXPECTED), group),
        worth(BASE_WORTH, group),
        worth(NEW_WORTH, group));
  }

  /**
   * The least that {@link #probabilityOfGrowth} could be with so many samples; without any, what it
   * is.
   */
  double leastProbabilityOfGrowth(int group) {
    double expected = valueOf(sides.get(EXPECTED), group);
    return expected > 0
        ? GrowthProbability.leastProbability(
            expected, worth(BASE_WORTH, group), worth(NEW_WORTH, group))
        : probabilityOfGrowth(group);
  }

  private double worth(int side, int group) {
    return valueOf(sides.get(side), group) / valueOf(sides.get(EXPECTED), group);
  }

  private boolean isBeyondNoise(ViewSums noise, int group) {
    return noise.sums().isBeyondNoise(noise.cell(group, index));
  }

  public double value(int group) {
    return sums.sums().value(sums.cell(group, index));
  }

  /** Lower end of the interval; see {@link EstimateSums#low}. */
  public double low(int group) {
    return sums.sums().low(sums.cell(group, index));
  }

  /** Upper end of the interval; positive infinity if there is none. */
  public double high(int group) {
    return sums.sums().high(sums.cell(group, index));
  }

  /** Recorded allocations behind a group. */
  public long samples(int group) {
    return sides.get(0).samples(group, view.isLive());
  }

  /** The value of 100 %; 0 if groups are not parts of a whole. */
  public double whole() {
    return whole;
  }

  /** Sort key by a part: groups with larger keys come first. */
  double rank(Part part, int group) {
    return switch (part) {
      case LOW -> low(group);
      case HIGH -> high(group);
      case BASE, NEW, BEYOND_NOISE, SIZE_BEYOND_NOISE, SAMPLES -> number(part, group);
      case VALUE, PERCENT -> isDifference() ? Math.abs(value(group)) : value(group);
    };
  }
}
