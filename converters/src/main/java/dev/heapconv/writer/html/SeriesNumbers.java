package dev.heapconv.writer.html;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.Column;
import dev.heapconv.model.Dictionary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Progress;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import it.unimi.dsi.fastutil.longs.LongList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One view of a series of dumps, as what {@link EstimateSums} add of each stack: the page need only
 * add. Many stacks have equal numbers, and most keep theirs from one dump to the next. So each
 * distinct estimate has a number, and a dump states the stacks for which it is another one. Read by
 * {@code numbers.js}.
 */
final class SeriesNumbers {

  private static final int PARTS = 6;

  private static final int NOTHING = 0;
  private static final int NO_NUMBER = -1;
  private static final int UNKNOWN = -2;
  private static final int NEW = 0;
  private static final int END_OF_DUMP = 0;

  /** Bits of a mantissa after the leading one. */
  private static final int EXACT_BITS = 32;

  /** Those of an upper half-width: no lower end, which may be a whole number, depends on it. */
  private static final int HALF_BITS = 27;

  private static final int MANTISSA_BITS = 52;
  private static final long EXPONENT_BIAS = 1023;

  /** The binary exponent of the smallest number. */
  private static final long MIN_EXPONENT = -20;

  private final View view;

  /** What each row of the series adds to sums at the last dump. */
  private final EstimateSums sums;

  private final Dictionary<LongList> estimates = new Dictionary<>();

  /** What the estimates of this column, and of those that share them, have been coded as. */
  private @Nullable Column coded;

  /** Plus 1, by their numbers in that column; 0 if not coded yet. */
  private int[] codes = new int[0];

  /** The estimate of each row of the series at the last dump. */
  private final int[] current;

  /** Its number in that column, or {@link #NO_NUMBER}; or {@link #UNKNOWN}. */
  private final int[] numbersInColumn;

  private int written;
  private int changeCount;
  private final MessageBuffer changes = new MessageBuffer();
  private final MessageBuffer[] numbers = new MessageBuffer[PARTS];

  private SeriesNumbers(View view, int rows) {
    this.view = view;
    sums = EstimateSums.ofStacks(rows);
    current = new int[rows];
    numbersInColumn = new int[rows];
    Arrays.setAll(numbers, i -> new MessageBuffer());
    written = estimates.id(LongList.of(new long[PARTS])) + 1;
  }

  /**
   * Writes of each view which one it equals, as what is live does what was allocated where nothing
   * was freed, and its numbers if that is itself. One view after the other: each takes much memory.
   *
   * @return the totals of each dump by view; null where it lacks the view
   */
  static List<List<@Nullable EstimateSums>> write(
      HeapSeries series, List<View> views, Progress progress, MessageBuffer blocks)
      throws IOException {
    List<byte[][]> written = new ArrayList<>();
    List<int[]> rows = series.dumps().stream().map(series::rowsOf).toList();
    List<List<@Nullable EstimateSums>> totals = new ArrayList<>();
    rows.forEach(unused -> totals.add(new ArrayList<>()));
    for (View view : views) {
      SeriesNumbers numbers = new SeriesNumbers(view, series.stacks().size());
      for (int dump = 0; dump < rows.size(); dump++) {
        totals.get(dump).add(numbers.add(series.dumps().get(dump), rows.get(dump)));
        progress.advance(1);
      }
      byte[][] encoded = numbers.encoded();
      int equal = 0;
      while (equal < written.size() && !Arrays.deepEquals(written.get(equal), encoded)) {
        equal++;
      }
      blocks.appendVarint(equal);
      if (equal == written.size()) {
        numbers.append(encoded, blocks);
      }
      written.add(equal == written.size() ? encoded : written.get(equal));
    }
    return totals;
  }

  /**
   * Adds the next dump.
   *
   * @param rows for each row of the series, the row of the dump; negative if it has none
   * @return the sum of all rows; null if the dump lacks the view
   */
  private @Nullable EstimateSums add(EstimatedHeap dump, int[] rows) throws IOException {
    Column column = dump.column(view);
    if (column != null && (coded == null || !column.sharesDictionaryOf(coded))) {
      Arrays.fill(codes, 0);
      Arrays.fill(numbersInColumn, UNKNOWN);
      coded = column;
    }
    int before = -1;
    for (int row = 0; row < current.length; row++) {
      int number = column == null || rows[row] < 0 ? NO_NUMBER : column.code(rows[row]);
      if (number == numbersInColumn[row]) {
        continue;
      }
      numbersInColumn[row] = number;
      sums.clear(row);
      int id = column == null || rows[row] < 0 ? NOTHING : estimate(dump, column, rows[row], row);
      if (id != current[row]) {
        changeCount++;
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
    int number = column.code(row);
    if (number >= codes.length) {
      codes = Arrays.copyOf(codes, Math.max(number + 1, codes.length * 2));
    }
    if (codes[number] == 0) {
      long recorded = column.value(row) == 0 ? 0 : dump.samples(view, row);
      codes[number] = estimates.id(parts(ofSeries, recorded)) + 1;
    }
    return codes[number] - 1;
  }

  /**
   * What a stack adds to sums, as numbers of {@link #code}: the value; its lower end by what adds
   * in quadrature, often a whole number, plus 1 unless negative, or 0 if that is the value; that
   * upper half-width, and those that add linearly; and recorded allocations.
   */
  private LongList parts(int ofSeries, long recorded) {
    double value = sums.value(ofSeries);
    double lower = sums.independentLower(ofSeries);
    long end = code(value - lower, EXACT_BITS);
    return LongList.of(
        code(value, EXACT_BITS),
        lower == 0 ? 0 : end < 0 ? end : end + 1,
        code(sums.independentUpper(ofSeries), HALF_BITS),
        code(sums.commonLower(ofSeries), EXACT_BITS),
        code(sums.commonUpper(ofSeries), EXACT_BITS),
        recorded);
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

  /** The changes, and each part of the estimates, none of which is kept. */
  private byte[][] encoded() {
    byte[][] encoded = new byte[1 + PARTS][];
    encoded[0] = changes.takeBytes();
    for (int i = 0; i < PARTS; i++) {
      encoded[1 + i] = numbers[i].takeBytes();
    }
    return encoded;
  }

  /** Appends how many estimates and changes there are, and then what they are. */
  private void append(byte[][] encoded, MessageBuffer blocks) throws IOException {
    blocks.appendVarint(written);
    blocks.appendVarint(changeCount);
    for (byte[] block : encoded) {
      blocks.appendVarint(block.length);
      blocks.append(block);
    }
  }

  /**
   * A number as an integer that grows with it: 0 for 0, 1 for infinity, and else from 2 its
   * exponent and the first bits of its mantissa; with its sign. With 32 bits, whole numbers below 8
   * G are exact.
   */
  static long code(double number, int bits) {
    double size = Math.abs(number);
    if (size == 0) {
      return 0;
    }
    if (!(size < Double.POSITIVE_INFINITY)) {
      return 1;
    }
    int dropped = MANTISSA_BITS - bits;
    long kept = Double.doubleToRawLongBits(size) + (1L << dropped >> 1) >> dropped;
    long code = Math.max(2, kept - (EXPONENT_BIAS + MIN_EXPONENT << bits) + 2);
    return number < 0 ? -code : code;
  }
}
