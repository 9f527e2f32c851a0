package dev.heapconv.reader.pprof;

import dev.heapconv.proto.pprof.Estimates;
import dev.heapconv.proto.pprof.Estimates.Form;

/** Decodes the estimates of one view of a part, row by row. */
final class StoredColumn {

  private static final int ALL = 31;

  /** Which column {@link Form#SAME} refers to. */
  private static final int COLUMNS_BEFORE = 2;

  private final Estimates.Column column;
  private int next;

  /**
   * @param column with as many forms as rows, or none, and the numbers that these need
   */
  StoredColumn(Estimates.Column column) {
    this.column = column;
  }

  /**
   * @param index of the column
   */
  static boolean isForm(int form, int index) {
    return (form & ~ALL) == 0 && ((form & Form.SAME_VALUE) == 0 || index >= COLUMNS_BEFORE);
  }

  /** How many numbers belong to an estimate. */
  static int numbers(int form) {
    return (form & Form.FRACTION_VALUE)
        + (form & Form.INTERVAL_VALUE)
        + ((form & Form.MODEL_VALUE) == 0 ? 0 : 2);
  }

  /**
   * Decodes the numbers of a row, those of a column's {@code set}. Rows come in order, and columns
   * in order within a row.
   *
   * @param value the value of the sample
   * @param decoded of the columns before
   * @param index of this column
   */
  double[] decode(int row, long value, double[][] decoded, int index) {
    int form = column.getFormCount() == 0 ? 0 : column.getForm(row);
    double estimate = (form & Form.FRACTION_VALUE) == 0 ? value : number();
    boolean known = (form & Form.UNKNOWN_VALUE) == 0;
    double low = (form & Form.INTERVAL_VALUE) == 0 ? estimate : number();
    double high = (form & Form.INTERVAL_VALUE) == 0 ? estimate : number();
    double modelLow = (form & Form.MODEL_VALUE) == 0 ? estimate : number();
    double modelHigh = (form & Form.MODEL_VALUE) == 0 ? estimate : number();
    if ((form & Form.SAME_VALUE) != 0) {
      return decoded[index - COLUMNS_BEFORE];
    }
    return known
        ? new double[] {estimate, low, high, modelLow, modelHigh}
        : new double[] {estimate, 0, Double.POSITIVE_INFINITY, estimate, estimate};
  }

  private double number() {
    return column.getNumber(next++);
  }
}
