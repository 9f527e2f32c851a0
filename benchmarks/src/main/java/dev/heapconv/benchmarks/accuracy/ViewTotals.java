package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.model.View;
import java.util.List;

/**
 * True numbers in the four views.
 *
 * @param allocObjects allocations
 * @param allocSpace bytes allocated
 * @param objects allocations not freed
 * @param space bytes not freed
 */
record ViewTotals(double allocObjects, double allocSpace, double objects, double space) {

  static final List<View> VIEWS = View.ALL;

  static final ViewTotals ZERO = new ViewTotals(0, 0, 0, 0);

  /** The number of a view, by its place in {@link #VIEWS}. */
  double get(int view) {
    return switch (view) {
      case 0 -> allocObjects;
      case 1 -> allocSpace;
      case 2 -> objects;
      default -> space;
    };
  }

  ViewTotals plus(ViewTotals other) {
    return new ViewTotals(
        allocObjects + other.allocObjects,
        allocSpace + other.allocSpace,
        objects + other.objects,
        space + other.space);
  }
}
