package dev.heapconv;

import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Removes the negative numbers of a difference, for formats that cannot express them. */
final class WithoutNegatives {

  private WithoutNegatives() {}

  /**
   * @param format name of the format
   * @return the profile itself if it has no negative numbers; otherwise a profile with a warning
   *     that states how much was left out
   */
  static EstimatedProfile of(EstimatedProfile profile, String format) {
    Map<View, Double> leftOut = new LinkedHashMap<>();
    List<EstimatedHeap> heaps = new ArrayList<>();
    for (EstimatedHeap heap : profile.heaps()) {
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < heap.views().size(); i++) {
        Column column = heap.columns().get(i);
        double negative = negative(column);
        if (negative < 0) {
          leftOut.merge(heap.views().get(i), negative, Double::sum);
          column = positive(column);
        }
        columns.add(column);
      }
      heaps.add(heap.with(heap.info(), columns));
    }
    return leftOut.isEmpty()
        ? profile
        : profile
            .withHeaps(heaps)
            .withNotice(Notice.of(ErrorId.NEGATIVES_LEFT_OUT, amounts(leftOut), format));
  }

  private static double negative(Column column) {
    double sum = 0;
    for (int row = 0; row < column.rows(); row++) {
      sum += Math.min(0, column.value(row));
    }
    return sum;
  }

  private static Column positive(Column column) {
    Column.Builder positive = new Column.Builder(column.rows());
    for (int row = 0; row < column.rows(); row++) {
      if (column.value(row) > 0) {
        positive.set(row, column.estimate(row));
      }
    }
    return positive.column();
  }

  private static String amounts(Map<View, Double> leftOut) {
    StringBuilder amounts = new StringBuilder();
    leftOut.forEach(
        (view, sum) ->
            amounts
                .append(amounts.length() == 0 ? "" : ", ")
                .append(view.name())
                .append(' ')
                .append(Math.round(sum))
                .append(view.isBytes() ? " bytes" : ""));
    return amounts.toString();
  }
}
