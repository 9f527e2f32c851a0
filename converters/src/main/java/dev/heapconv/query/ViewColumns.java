package dev.heapconv.query;

import dev.heapconv.aggregate.Comparison.Compared;
import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.View;
import dev.heapconv.query.ResultColumn.Bound;
import dev.heapconv.query.ResultColumn.Part;
import java.util.ArrayList;
import java.util.List;

/** The columns of sums: for each view those of the self values, and any cumulative ones. */
final class ViewColumns {

  private final Aggregation sums;

  private ViewColumns(Aggregation sums) {
    this.sums = sums;
  }

  /** All columns of rows, those of samples last. */
  static List<ResultColumn> ofRows(Aggregation sums) {
    List<ResultColumn> columns = new ArrayList<>();
    for (boolean samples : new boolean[] {false, true}) {
      for (int view = 0; view < sums.views().size(); view++) {
        ViewColumns of = new ViewColumns(sums);
        of.add(view, false, samples, "self", columns);
        if (sums.options().by().isCumulative()) {
          of.add(view, true, samples, "cum", columns);
        }
      }
    }
    return columns;
  }

  /** The columns of everything together. */
  static List<ResultColumn> ofTotals(Aggregation sums) {
    List<ResultColumn> columns = new ArrayList<>();
    for (int view = 0; view < sums.views().size(); view++) {
      for (boolean samples : new boolean[] {false, true}) {
        new ViewColumns(sums).add(view, false, samples, "totals", columns);
      }
    }
    return columns;
  }

  private void add(
      int view, boolean through, boolean samples, String object, List<ResultColumn> to) {
    for (Part part : samples ? samples(view) : parts(view)) {
      View of = sums.views().get(view);
      ResultColumn column =
          ResultColumn.of(
              of,
              through,
              part,
              object + "/" + of.name(),
              (bound, row) -> number(view, through, part, bound, row));
      to.add(sums.isDifference() ? column.scaledBy(row -> largest(view, through, row)) : column);
    }
  }

  private List<Part> samples(int view) {
    return sums.hasSamples(view) ? List.of(Part.SAMPLES) : List.of();
  }

  private List<Part> parts(int view) {
    if (!sums.isDifference()) {
      return List.of(Part.SUM, Part.PERCENT);
    }
    View of = sums.views().get(view);
    List<Part> parts = new ArrayList<>(List.of(Part.BASE, Part.NEW, Part.DIFF, Part.BEYOND_NOISE));
    if (View.ALL.contains(of) && !of.isBytes()) {
      parts.add(Part.SIZE_BEYOND_NOISE);
    }
    return parts;
  }

  private double number(int view, boolean through, Part part, Bound bound, int row) {
    // Parts of a recording may lack a view, such as the heap of a runtime that reports no frees.
    if (part != Part.SAMPLES && !sums.has(view, row)) {
      return Double.NaN;
    }
    EstimateSums estimates = sums.of(through).sums();
    int sum = sums.at(row, view, Compared.DIFFERENCE);
    if (bound != Bound.VALUE) {
      return part != Part.SUM && part != Part.DIFF
          ? Double.NaN
          : bound == Bound.HIGH
              ? estimates.high(sum)
              : estimates.hasInterval(sum) ? estimates.low(sum) : Double.NEGATIVE_INFINITY;
    }
    return switch (part) {
      case PERCENT ->
          sums.whole(view) > 0 ? 100 * estimates.value(sum) / sums.whole(view) : Double.NaN;
      case SAMPLES -> sums.of(through).samples(row, sums.views().get(view).isLive());
      case BASE -> estimates.value(sums.at(row, view, Compared.BASE));
      case NEW -> estimates.value(sums.at(row, view, Compared.NEW));
      case BEYOND_NOISE -> estimates.isBeyondNoise(sums.at(row, view, Compared.NOISE)) ? 1 : 0;
      case SIZE_BEYOND_NOISE -> estimates.isBeyondNoise(sums.at(row, view, Compared.SIZES)) ? 1 : 0;
      default -> estimates.value(sum);
    };
  }

  /** The largest number of a row of a difference. */
  private double largest(int view, boolean through, int row) {
    double largest = 0;
    for (Compared side : List.of(Compared.DIFFERENCE, Compared.BASE, Compared.NEW)) {
      double value = sums.of(through).sums().value(sums.at(row, view, side));
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
