package dev.heapconv.aggregate;

import dev.heapconv.aggregate.Measure.Part;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Orders numbers descending and names from a to z. A class and boxed rows, because fastutil's
 * sorting and a lambda would both slow start-up more.
 */
final class RowOrder implements Comparator<Integer> {

  private final Ranking ranking;

  /** By group; null where only names count. */
  private final double @Nullable [] first;

  private final double @Nullable [] second;

  private RowOrder(Ranking ranking, Measure measure, @Nullable Part part, int[] rows) {
    this.ranking = ranking;
    first = part == null ? null : ranks(measure, part, rows);
    second = part == null || part == Part.VALUE ? first : ranks(measure, Part.VALUE, rows);
  }

  private static double[] ranks(Measure measure, Part part, int[] rows) {
    // Rows are in the order of their numbers.
    double[] ranks = new double[rows.length == 0 ? 0 : rows[rows.length - 1] + 1];
    for (int row : rows) {
      ranks[row] = measure.rank(part, row);
    }
    return ranks;
  }

  /**
   * @param rows groups in the order of their numbers
   */
  static int[] sorted(int[] rows, Ranking ranking, SortColumn column) {
    Integer[] boxed = new Integer[rows.length];
    for (int i = 0; i < rows.length; i++) {
      boxed[i] = rows[i];
    }
    Arrays.sort(boxed, new RowOrder(ranking, column.measure(), column.part(), rows));
    int[] sorted = new int[rows.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = boxed[i];
    }
    return sorted;
  }

  @Override
  public int compare(Integer a, Integer b) {
    int order = first == null ? 0 : Double.compare(first[b], first[a]);
    if (order == 0 && second != null && second != first) {
      order = Double.compare(second[b], second[a]);
    }
    return order != 0 ? order : ranking.name(a).compareTo(ranking.name(b));
  }
}
