package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.GateVerdict.Detectable;
import dev.heapconv.query.GateVerdict.Limit;
import dev.heapconv.unskew.growth.DetectableGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What growth two recordings are enough to find, by {@link DetectableGrowth}. */
final class GateSight {

  private final Difference difference;
  private final double level;

  /**
   * @param level highest p-value of a growth that is alone and not taken for noise
   */
  GateSight(Difference difference, double level) {
    this.difference = difference;
    this.level = level;
  }

  /** What can be found of the total and of rows, as far as they are limited and in the base. */
  List<Detectable> of(Limit limit, View view) {
    List<Detectable> found = new ArrayList<>();
    Result result = difference.result();
    if (limit.isOf(Result.TOTAL, result) && isEstimate(view, Result.TOTAL)) {
      found.add(of(limit, view, Result.TOTAL));
    }
    Detectable ofRows = limit.ofTotal() ? null : ofRows(limit, view);
    if (ofRows != null) {
      found.add(ofRows);
    }
    return found;
  }

  private boolean isEstimate(View view, int row) {
    return difference.isNoiseKnown(view, row) && difference.value(view, row, Compared.BASE) > 0;
  }

  private @Nullable Detectable ofRows(Limit limit, View view) {
    return Detectable.ofRows(
        IntStream.of(difference.in(Compared.BASE))
            .filter(row -> isEstimate(view, row))
            .mapToObj(row -> of(limit, view, row))
            .toList());
  }

  private Detectable of(Limit limit, View view, int row) {
    double base = difference.value(view, row, Compared.BASE);
    double growth = difference.detectableGrowth(view, row, level);
    return new Detectable(limit, row == Result.TOTAL, base, growth, view.isBytes(), false);
  }
}
