package dev.heapconv.aggregate;

import dev.heapconv.aggregate.Measure.Part;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Orders numbers descending and names from a to z. A class and boxed rows, because fastutil's
 * sorting and a lambda would both slow start-up more.
 */
final class RowOrder implements Comparator<Integer> {

  private final Ranking ranking;
  private final Measure measure;
  private final Part part;

  private RowOrder(Ranking ranking, Ranking.SortColumn column) {
    this.ranking = ranking;
    this.measure = column.measure();
    this.part = column.part();
  }

  static int[] sorted(int[] rows, Ranking ranking, Ranking.SortColumn column) {
    Integer[] boxed = new Integer[rows.length];
    for (int i = 0; i < rows.length; i++) {
      boxed[i] = rows[i];
    }
    Arrays.sort(boxed, new RowOrder(ranking, column));
    int[] sorted = new int[rows.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = boxed[i];
    }
    return sorted;
  }

  @Override
  public int compare(Integer a, Integer b) {
    int order = 0;
    if (part != null) {
      order = Double.compare(measure.rank(part, b), measure.rank(part, a));
      if (order == 0) {
        order = Double.compare(measure.rank(Part.VALUE, b), measure.rank(Part.VALUE, a));
      }
    }
    return order != 0 ? order : ranking.name(a).compareTo(ranking.name(b));
  }
}
