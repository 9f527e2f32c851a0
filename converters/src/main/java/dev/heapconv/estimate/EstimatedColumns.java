package dev.heapconv.estimate;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The columns of a heap while its rows are estimated, one for each of its views. */
final class EstimatedColumns {

  private final List<View> views;
  private final Column.Builder[] builders;

  /**
   * @param rows how many rows the columns have
   */
  EstimatedColumns(RecordedHeap heap, int rows) {
    views = heap.views();
    builders = new Column.Builder[views.size()];
    Arrays.setAll(builders, i -> new Column.Builder(rows));
  }

  List<View> views() {
    return views;
  }

  /**
   * Sets the estimate of a view in a row.
   *
   * @param view its place among the views
   */
  void set(int row, int view, Estimate estimate) {
    builders[view].set(row, estimate);
  }

  List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (Column.Builder builder : builders) {
      columns.add(builder.column());
    }
    return columns;
  }

  /** A heap with estimates of each row by itself. */
  static EstimatedHeap estimated(RecordedHeap heap, RowEstimator estimator) {
    EstimatedColumns estimates = new EstimatedColumns(heap, heap.rows());
    for (int row = 0; row < heap.rows(); row++) {
      for (int view = 0; view < estimates.views.size(); view++) {
        estimates.set(row, view, estimator.estimate(row, estimates.views.get(view)));
      }
    }
    return heap.estimated(estimates.columns());
  }

  /** A heap with its recorded numbers, as if they were exact. */
  static EstimatedHeap asRecorded(RecordedHeap heap) {
    List<Column> columns = new ArrayList<>();
    for (View view : heap.views()) {
      columns.add(Column.exact(recorded(heap, view)));
    }
    return heap.estimated(columns);
  }

  /** The recorded numbers of a view. */
  static double[] recorded(RecordedHeap heap, View view) {
    long[] column = heap.column(view);
    double[] values = new double[column.length];
    Arrays.setAll(values, row -> column[row]);
    return values;
  }
}
