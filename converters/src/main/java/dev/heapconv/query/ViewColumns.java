package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Kind;
import dev.heapconv.query.ResultColumn.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The columns of the sums of a view: of self values, or of cumulative ones. */
final class ViewColumns {

  /** The column of the sizes of allocations. */
  static final String SIZE = "size";

  private final Aggregation sums;
  private final int view;
  private final View of;
  private final boolean through;
  private final EstimateSums estimates;

  /**
   * @param through whether rows count all stacks that pass through them
   */
  private ViewColumns(Aggregation sums, int view, boolean through) {
    this.sums = sums;
    this.view = view;
    this.through = through;
    of = sums.views().get(view);
    estimates = sums.of(through).sums();
  }

  /** All columns of rows, those of samples last. */
  static List<ResultColumn> ofRows(Aggregation sums) {
    List<ResultColumn> columns = new ArrayList<>();
    for (boolean samples : new boolean[] {false, true}) {
      for (int view = 0; view < sums.views().size(); view++) {
        new ViewColumns(sums, view, false).add(samples, "self", columns);
        if (sums.isCumulative()) {
          new ViewColumns(sums, view, true).add(samples, "cum", columns);
        }
      }
    }
    GroupSizes sizes = sums.sizes();
    if (sizes.isAny()) {
      columns.add(
          ResultColumn.of(
              SIZE,
              Kind.BYTES,
              Part.FACT,
              (bound, row) ->
                  bound == Bound.VALUE && sizes.of(row) > 0 ? sizes.of(row) : Double.NaN));
    }
    return columns;
  }

  /** The columns of everything together. */
  static List<ResultColumn> ofTotals(Aggregation sums) {
    List<ResultColumn> columns = new ArrayList<>();
    for (int view = 0; view < sums.views().size(); view++) {
      for (boolean samples : new boolean[] {false, true}) {
        new ViewColumns(sums, view, false).add(samples, "totals", columns);
      }
    }
    return columns;
  }

  private void add(boolean samples, String object, List<ResultColumn> to) {
    for (Part part : parts(samples)) {
      ResultColumn column =
          ResultColumn.of(
              of,
              through,
              part,
              List.of(object, of.name()),
              (bound, row) -> number(part, bound, row));
      to.add(sums.isDifference() ? column.scaledBy(this::largest) : column);
    }
  }

  private List<Part> parts(boolean samples) {
    if (samples) {
      return sums.hasSamples(view) ? List.of(Part.SAMPLES) : List.of();
    }
    if (!sums.isDifference()) {
      return List.of(Part.SUM, Part.PERCENT);
    }
    List<Part> parts = new ArrayList<>(List.of(Part.BASE, Part.NEW, Part.DIFF, Part.BEYOND_NOISE));
    if (View.ALL.contains(of) && !of.isBytes()) {
      parts.add(Part.SIZE_BEYOND_NOISE);
    }
    return parts;
  }

  private double number(Part part, Bound bound, int row) {
    // Parts of a recording may lack a view, such as the heap of a runtime that reports no frees.
    if (part != Part.SAMPLES && !sums.has(view, row)) {
      return Double.NaN;
    }
    int sum = at(row, side(part));
    if (bound != Bound.VALUE) {
      return end(part, bound, row, sum);
    }
    return switch (part) {
      case PERCENT ->
          sums.whole(view) > 0 ? 100 * estimates.value(sum) / sums.whole(view) : Double.NaN;
      case SAMPLES -> sums.of(through).samples(row, of.isLive());
      case BEYOND_NOISE ->
          estimates.isBeyondNoise(at(row, Compared.DIFFERENCE), estimates, at(row, Compared.NOISE))
              ? 1
              : 0;
      case SIZE_BEYOND_NOISE -> estimates.isBeyondNoise(sum, estimates, sum) ? 1 : 0;
      default -> estimates.value(sum);
    };
  }

  private static Compared side(Part part) {
    return switch (part) {
      case BASE -> Compared.BASE;
      case NEW -> Compared.NEW;
      case BEYOND_NOISE -> Compared.NOISE;
      case SIZE_BEYOND_NOISE -> Compared.SIZES;
      default -> Compared.DIFFERENCE;
    };
  }

  private double end(Part part, Bound bound, int row, int sum) {
    return switch (part) {
      case SUM, BASE, NEW, BEYOND_NOISE ->
          bound == Bound.HIGH
              ? estimates.high(sum)
              : estimates.hasInterval(sum) ? estimates.low(sum) : Double.NEGATIVE_INFINITY;
      case DIFF -> {
        int noise = at(row, Compared.NOISE);
        yield bound == Bound.HIGH
            ? estimates.high(sum, estimates, noise)
            : estimates.low(sum, estimates, noise);
      }
      default -> Double.NaN;
    };
  }

  private int at(int row, Compared side) {
    return sums.at(row, view, side);
  }

  /** The largest number of a row of a difference. */
  private double largest(int row) {
    return Stream.of(Compared.DIFFERENCE, Compared.BASE, Compared.NEW)
        .mapToDouble(side -> Math.abs(estimates.value(at(row, side))))
        .max()
        .orElse(0);
  }
}
