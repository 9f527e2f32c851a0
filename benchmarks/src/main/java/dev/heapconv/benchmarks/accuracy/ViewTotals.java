package dev.heapconv.benchmarks.accuracy;

/**
 * True or recorded numbers of a stack in the four views.
 *
 * @param allocObjects allocations
 * @param allocSpace bytes allocated
 * @param objects allocations not freed
 * @param space bytes not freed
 */
public record ViewTotals(double allocObjects, double allocSpace, double objects, double space) {

  /** The number of a view, by its place in {@link AccuracyTable#VIEWS}. */
  double get(int view) {
    return switch (view) {
      case 0 -> allocObjects;
      case 1 -> allocSpace;
      case 2 -> objects;
      default -> space;
    };
  }
}
