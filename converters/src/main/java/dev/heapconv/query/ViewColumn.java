package dev.heapconv.query;

import dev.heapconv.aggregate.Comparison.Compared;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.View;
import java.util.Locale;

/** Sums of one view by group, or how they differ between two recordings. */
final class ViewColumn extends Column {

  enum Part {
    SUM,
    /** The share of the whole. */
    PERCENT,
    /** Recorded allocations behind the sum: the same for bytes and objects. */
    SAMPLES,
    BASE,
    NEW,
    DIFF,
    /** Whether a difference is larger than the noise of sampling. */
    BEYOND_NOISE,
    /** Whether the sizes of allocations differ by more than the noise of sampling. */
    SIZE_BEYOND_NOISE,
    /** Not for programs: 1 if the number of allocations changed, plus 2 if their sizes did. */
    CHANGE;

    boolean hasBounds() {
      return this == SUM || this == DIFF;
    }
  }

  private final Aggregation sums;
  private final boolean through;
  private final int view;
  private final Part part;

  /**
   * @param through whether groups count all stacks that pass through them
   * @param view number of the view in the sums
   * @param object the outer object of the column in JSON
   */
  ViewColumn(Aggregation sums, boolean through, int view, Part part, String object) {
    super(
        id(sums.views().get(view), through, part),
        object + "/" + sums.views().get(view).name(),
        part == Part.SUM ? "value" : part.name().toLowerCase(Locale.ROOT),
        kind(sums.views().get(view), part),
        part.hasBounds());
    this.sums = sums;
    this.through = through;
    this.view = view;
    this.part = part;
  }

  private static String id(View view, boolean through, Part part) {
    String name = part == Part.SAMPLES ? view.isLive() ? "samples" : "alloc_samples" : view.name();
    boolean plain = part == Part.SUM || part == Part.SAMPLES;
    return name
        + (through ? "_cum" : "")
        + (plain ? "" : "_" + part.name().toLowerCase(Locale.ROOT));
  }

  private static Kind kind(View view, Part part) {
    return switch (part) {
      case PERCENT -> Kind.PERCENT;
      case BEYOND_NOISE, SIZE_BEYOND_NOISE -> Kind.FLAG;
      case SAMPLES, CHANGE -> Kind.COUNT;
      default -> view.isBytes() ? Kind.BYTES : Kind.COUNT;
    };
  }

  Part part() {
    return part;
  }

  /** Another column of the same view. */
  ViewColumn with(Part other) {
    return new ViewColumn(sums, through, view, other, "");
  }

  boolean isThrough() {
    return through;
  }

  View view() {
    return sums.views().get(view);
  }

  @Override
  String name(Bound bound) {
    return bound == Bound.VALUE ? super.name(bound) : bound.name().toLowerCase(Locale.ROOT);
  }

  @Override
  boolean isGraded() {
    return part == Part.SUM;
  }

  @Override
  String gradeName() {
    return "grade";
  }

  @Override
  public double number(Bound bound, int row) {
    // Parts of a recording may lack a view, such as the heap of a runtime that reports no frees.
    if (part != Part.SAMPLES && !sums.has(view, row)) {
      return Double.NaN;
    }
    double number = recorded(bound, row);
    boolean unknown = bound == Bound.LOW && isUnknown(row);
    return unknown ? Double.NEGATIVE_INFINITY : number;
  }

  private double recorded(Bound bound, int row) {
    if (bound != Bound.VALUE) {
      int at = sums.at(row, view, Compared.DIFFERENCE);
      return !part.hasBounds()
          ? Double.NaN
          : bound == Bound.LOW ? estimates().low(at) : estimates().high(at);
    }
    return switch (part) {
      case SUM, DIFF -> sum(Compared.DIFFERENCE, row);
      case PERCENT ->
          sums.whole(view) > 0
              ? 100 * sum(Compared.DIFFERENCE, row) / sums.whole(view)
              : Double.NaN;
      case SAMPLES -> sums.of(through).samples(row, view().isLive());
      case BASE -> sum(Compared.BASE, row);
      case NEW -> sum(Compared.NEW, row);
      case BEYOND_NOISE -> isBeyondNoise(row) ? 1 : 0;
      case SIZE_BEYOND_NOISE -> isBeyond(Compared.SIZES, row) ? 1 : 0;
      case CHANGE -> (isBeyondNoise(row) ? 1 : 0) + (isBeyond(Compared.SIZES, row) ? 2 : 0);
    };
  }

  private EstimateSums estimates() {
    return sums.of(through).sums();
  }

  /**
   * @param side of a comparison; sums of one recording have no sides
   */
  double sum(Compared side, int row) {
    return estimates().value(sums.at(row, view, side));
  }

  /** Whether it is known how large the noise of sampling in a difference is. */
  boolean isNoiseKnown(int row) {
    return estimates().hasInterval(sums.at(row, view, Compared.NOISE));
  }

  @Override
  public boolean isBeyondNoise(int row) {
    return sums.isDifference() && isBeyond(Compared.NOISE, row);
  }

  /** Whether a row is known to show no significant change. */
  boolean isNoise(int row) {
    return isNoiseKnown(row) && !isBeyondNoise(row);
  }

  private boolean isBeyond(Compared side, int row) {
    return estimates().isBeyondNoise(sums.at(row, view, side));
  }

  @Override
  double rank(Bound bound, int row) {
    boolean sum = part.hasBounds() || part == Part.PERCENT;
    return bound == Bound.VALUE && sum
        ? Math.abs(sum(Compared.DIFFERENCE, row))
        : recorded(bound, row);
  }

  @Override
  double size(int row) {
    double size = Math.abs(sum(Compared.DIFFERENCE, row));
    return !sums.isDifference()
        ? size
        : Math.max(
            size, Math.max(Math.abs(sum(Compared.BASE, row)), Math.abs(sum(Compared.NEW, row))));
  }

  @Override
  boolean isSigned() {
    return part == Part.DIFF;
  }
}
