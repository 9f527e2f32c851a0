package dev.heapconv.writer.html;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.aggregate.Reliability;
import dev.heapconv.ids.Ids;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.View;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.unskew.samples.Intervals;
import it.unimi.dsi.fastutil.longs.LongList;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One view of a series of dumps, as what {@link EstimateSums} add of each stack: the page need only
 * add. Many stacks have equal numbers, and most keep theirs from one dump to the next. So each
 * distinct estimate has a number, and a dump states the stacks for which it is another one. Read by
 * {@code numbers.js}.
 */
final class SeriesNumbers {

  private static final int PARTS = 7;

  private static final int NOTHING = 0;
  private static final int NO_NUMBER = -1;
  private static final int UNKNOWN = -2;
  private static final int NEW = 0;
  private static final int END_OF_DUMP = 0;

  /** Of a certainty. */
  private static final int PARTS_OF_ONE = 10_000;

  /** Bits of a mantissa after the leading one. */
  private static final int EXACT_BITS = 32;

  private static final int MANTISSA_BITS = 52;
  private static final long EXPONENT_BIAS = 1023;

  /** The binary exponent of the smallest number. */
  private static final long MIN_EXPONENT = -20;

  private final View view;
  private final Intervals intervals;

  /** What each row of the series adds to sums at the last dump. */
  private final EstimateSums sums;

  private final Ids<LongList> estimates = new Ids<>();

  /** What the estimates of this column, and of those that share them, have been coded as. */
  private @Nullable Column coded;

  /** Plus 1, by their numbers in that column; 0 if not coded yet. */
  private int[] codes = new int[0];

  /** The estimate of each row of the series at the last dump. */
  private final int[] current;

  /** Its number in that column, or {@link #NO_NUMBER}; or {@link #UNKNOWN}. */
  private final int[] numbersInColumn;

  private int written;
  private final MessageBuffer changes = new MessageBuffer();
  private final MessageBuffer[] numbers = new MessageBuffer[PARTS];

  /**
   * @param intervals of the level of the estimates
   */
  SeriesNumbers(View view, int rows, Intervals intervals) {
    this.view = view;
    this.intervals = intervals;
    sums = EstimateSums.ofStacks(rows);
    current = new int[rows];
    numbersInColumn = new int[rows];
    Arrays.setAll(numbers, i -> new MessageBuffer());
    written = estimates.id(LongList.of(new long[PARTS])) + 1;
  }

  /**
   * Adds the next dump.
   *
   * @param rows for each row of the series, the row of the dump; negative if it has none
   * @return the sum of all rows; null if the dump lacks the view
   */
  @Nullable EstimateSums add(EstimatedHeap dump, int[] rows) throws IOException {
    Column column = dump.column(view);
    if (column != null && (coded == null || !column.sharesEstimatesOf(coded))) {
      Arrays.fill(codes, 0);
      Arrays.fill(numbersInColumn, UNKNOWN);
      coded = column;
    }
    int before = -1;
    for (int row = 0; row < current.length; row++) {
      int number = column == null || rows[row] < 0 ? NO_NUMBER : column.number(rows[row]);
      if (number == numbersInColumn[row]) {
        continue;
      }
      numbersInColumn[row] = number;
      sums.clear(row);
      int id = column == null || rows[row] < 0 ? NOTHING : estimate(dump, column, rows[row], row);
      if (id != current[row]) {
        changes.appendVarint(row - before);
        writeEstimate(current[row], id);
        current[row] = id;
        before = row;
      }
    }
    changes.appendVarint(END_OF_DUMP);
    if (column == null) {
      return null;
    }
    EstimateSums total = EstimateSums.ofStacks();
    for (int row = 0; row < current.length; row++) {
      total.add(0, sums, row, 1);
    }
    return total;
  }

  private int estimate(EstimatedHeap dump, Column column, int row, int ofSeries) {
    sums.add(ofSeries, column, row);
    int number = column.number(row);
    if (number >= codes.length) {
      codes = Arrays.copyOf(codes, Math.max(number + 1, codes.length * 2));
    }
    if (codes[number] == 0) {
      long recorded = column.value(row) == 0 ? 0 : dump.recorded(view, row);
      codes[number] = estimates.id(parts(column, row, ofSeries, recorded)) + 1;
    }
    return codes[number] - 1;
  }

  /**
   * What a stack adds to sums, as numbers of {@link #code}: the value, squares of what adds in
   * quadrature, and half-widths that add linearly; recorded allocations; and how probable it is
   * that the value is within a factor of two: 0 if unknown, or from 1 to {@value #PARTS_OF_ONE} +
   * 1.
   */
  private LongList parts(Column column, int row, int ofSeries, long recorded) {
    double lower = sums.independentLower(ofSeries);
    double upper = sums.independentUpper(ofSeries);
    double within2x = Reliability.within2x(column, row, intervals);
    return LongList.of(
        code(sums.value(ofSeries)),
        code(lower * lower),
        code(upper * upper),
        code(sums.commonLower(ofSeries)),
        code(sums.commonUpper(ofSeries)),
        recorded,
        Double.isNaN(within2x) ? 0 : 1 + Math.round(PARTS_OF_ONE * within2x));
  }

  /** An estimate by its distance from the newest one, or as the differences from the old one. */
  private void writeEstimate(int old, int id) throws IOException {
    if (id < written) {
      changes.appendVarint(written - id);
      return;
    }
    changes.appendVarint(NEW);
    written++;
    LongList before = estimates.values().get(old);
    LongList now = estimates.values().get(id);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i].appendSigned(now.getLong(i) - before.getLong(i));
    }
  }

  void writeTo(MessageBuffer out) throws IOException {
    out.appendBlock(changes);
    for (MessageBuffer block : numbers) {
      out.appendBlock(block);
    }
  }

  /**
   * A number as an integer that grows with it: 0 for 0, 1 for infinity, and else from 2 its
   * exponent and the first bits of its mantissa; with its sign. Whole numbers below 8 G are exact.
   */
  static long code(double number) {
    double size = Math.abs(number);
    if (size == 0) {
      return 0;
    }
    if (!(size < Double.POSITIVE_INFINITY)) {
      return 1;
    }
    int dropped = MANTISSA_BITS - EXACT_BITS;
    long kept = Double.doubleToRawLongBits(size) + (1L << dropped >> 1) >> dropped;
    long code = Math.max(2, kept - (EXPONENT_BIAS + MIN_EXPONENT << EXACT_BITS) + 2);
    return number < 0 ? -code : code;
  }
}
