package dev.heapconv.query;

import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.NumberColumn.Meta;

/** Sums of a view by group. */
class SumColumn implements NumberColumn {

  private final Meta meta;
  final Aggregation sums;
  final int view;
  private final Compared side;

  /**
   * @param view its place among those of the sums
   * @param side which number of a comparison; any for sums of one profile
   */
  SumColumn(Meta meta, Aggregation sums, int view, Compared side) {
    this.meta = meta;
    this.sums = sums;
    this.view = view;
    this.side = side;
  }

  @Override
  public final Meta meta() {
    return meta;
  }

  final EstimateSums estimates(int row) {
    return sums.of(meta.cumulative(), row).sums();
  }

  final int place(int row, Compared of) {
    return sums.at(row, view, of);
  }

  /** Parts of a recording may lack a view, such as the heap of a runtime that reports no frees. */
  @Override
  public final Cell at(int row) {
    return sums.has(view, row) ? cell(row, place(row, side)) : Cell.NOTHING;
  }

  /** The number of a row that has the view. */
  Cell cell(int row, int place) {
    return estimates(row).cell(place);
  }

  @Override
  public final double value(int row) {
    return sums.has(view, row) ? estimates(row).value(place(row, side)) : Double.NaN;
  }
}
