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

/** The growth that two recordings can show, by {@link DetectableGrowth}. */
final class GateSight {

  private final ComparedGroups groups;
  private final double level;

  /**
   * @param level highest p-value that counts as growth if a single number is tested
   */
  GateSight(ComparedGroups groups, double level) {
    this.groups = groups;
    this.level = level;
  }

  /**
   * Returns the detectable growth of the total and of rows that have a limit and are in the base.
   */
  List<Detectable> of(Limit limit, View view) {
    List<Detectable> found = new ArrayList<>();
    if (limit.isOf(Answer.TOTAL, groups.sums().options()) && isEstimate(view, Answer.TOTAL)) {
      found.add(of(limit, view, Answer.TOTAL));
    }
    Detectable ofRows = limit.ofTotal() ? null : ofRows(limit, view);
    if (ofRows != null) {
      found.add(ofRows);
    }
    return found;
  }

  private boolean isEstimate(View view, int row) {
    return groups.isNoiseKnown(view, row) && groups.value(view, row, Compared.BASE) > 0;
  }

  private @Nullable Detectable ofRows(Limit limit, View view) {
    return Detectable.ofRows(
        IntStream.of(groups.in(Compared.BASE))
            .filter(row -> isEstimate(view, row))
            .mapToObj(row -> of(limit, view, row))
            .toList());
  }

  private Detectable of(Limit limit, View view, int row) {
    double base = groups.value(view, row, Compared.BASE);
    double growth = groups.detectableGrowth(view, row, level);
    return new Detectable(limit, row == Answer.TOTAL, base, growth, view.isBytes(), false);
  }
}
