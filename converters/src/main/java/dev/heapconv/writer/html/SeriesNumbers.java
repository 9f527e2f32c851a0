package dev.heapconv.writer.html;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.View;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.query.Reliability;
import dev.heapconv.unskew.samples.Intervals;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One view of a series of dumps. Many stacks have equal numbers, and these change together from one
 * dump to the next, because a model of the whole heap estimates them. So each distinct estimate has
 * a number, and a dump states which estimate replaces which, and the stacks for which that does not
 * hold. Read by {@code numbers.js}.
 */
final class SeriesNumbers {

  private static final int NOTHING = 0;
  private static final int NEW = 0;

  /** The place of the recorded allocations in a tuple. */
  private static final int RECORDED = 5;

  private static final int WITHIN_2X = 6;

  /** Of a certainty. */
  private static final int PARTS_OF_ONE = 10_000;

  private final View view;
  private final Precision precision;
  private final Intervals intervals;
  private final EstimateSums sums = EstimateSums.ofStacks();

  /**
   * Value, independent and common half-widths as codes, recorded allocations, and how probable it
   * is that the value is within a factor of two: 0 if unknown, or from 1 to {@value #PARTS_OF_ONE}
   * + 1.
   */
  private final TupleIds estimates = new TupleIds();

  /** What the estimates of this column, and of those that share them, have been coded as. */
  private @Nullable Column coded;

  /** Plus 1, by their numbers in that column; 0 if not coded yet. */
  private int[] codes = new int[0];

  private final long[] tuple = new long[TupleIds.WIDTH];

  /** Numbers of estimates as written, and the reverse. */
  private final IntArrayList writtenOf = new IntArrayList();

  private final IntArrayList estimateOf = new IntArrayList();

  private final MessageBuffer changes = new MessageBuffer();
  private final MessageBuffer[] numbers = new MessageBuffer[TupleIds.WIDTH];

  /** The estimate of each row of the series at the last dump. */
  private int[] current;

  /**
   * @param intervals of the level of the estimates
   */
  SeriesNumbers(View view, int rows, Precision precision, Intervals intervals) {
    this.view = view;
    this.intervals = intervals;
    this.precision = precision;
    current = new int[rows];
    Arrays.setAll(numbers, i -> new MessageBuffer());
    estimates.id(tuple);
    written(NOTHING);
  }

  /**
   * Adds the next dump.
   *
   * @param rows for each row of the dump, the row of the series; each another one
   * @return the sum of all rows; null if the dump lacks the view
   */
  @Nullable EstimateSums add(EstimatedHeap dump, int[] rows) throws IOException {
    Column column = dump.column(view);
    int[] next = new int[current.length];
    EstimateSums total = null;
    if (column != null) {
      total = EstimateSums.ofStacks();
      total.addAll(0, column);
      estimateRows(dump, column, rows, next);
    }
    writeChanges(next);
    current = next;
    return total;
  }

  private void estimateRows(EstimatedHeap dump, Column column, int[] rows, int[] next) {
    if (coded == null || !column.sharesEstimatesOf(coded)) {
      Arrays.fill(codes, 0);
    }
    coded = column;
    for (int row = 0; row < rows.length; row++) {
      int number = column.number(row);
      if (number >= codes.length) {
        codes = Arrays.copyOf(codes, Math.max(number + 1, codes.length * 2));
      }
      long recorded = dump.recorded(view, row);
      int code = codes[number];
      if (code == 0 || estimates.number(code - 1, RECORDED) != recorded) {
        sums.clear();
        sums.add(0, column, row);
        code = estimate(recorded, Reliability.within2x(column, row, intervals)) + 1;
        codes[number] = code;
      }
      next[rows[row]] = code - 1;
    }
  }

  private int estimate(long recorded, double within2x) {
    int bits = precision.halfWidths();
    tuple[0] = Precision.code(sums.value(0), precision.values(view));
    tuple[1] = Precision.code(sums.independentLower(0), bits);
    tuple[2] = Precision.code(sums.independentUpper(0), bits);
    tuple[3] = Precision.code(sums.commonLower(0), bits);
    tuple[4] = Precision.code(sums.commonUpper(0), bits);
    tuple[RECORDED] = recorded;
    tuple[WITHIN_2X] = Double.isNaN(within2x) ? 0 : 1 + Math.round(PARTS_OF_ONE * within2x);
    int id = estimates.id(tuple);
    if (id == writtenOf.size()) {
      writtenOf.add(-1);
    }
    return id;
  }

  private void writeChanges(int[] next) throws IOException {
    int[] replacements = replacements(next);
    int count = 0;
    for (int old = 0; old < replacements.length; old++) {
      count += replacements[old] == old ? 0 : 1;
    }
    changes.appendVarint(count);
    int before = 0;
    for (int place = 0, end = estimateOf.size(); place < end; place++) {
      int old = estimateOf.getInt(place);
      if (replacements[old] != old) {
        changes.appendVarint(place - before);
        before = place;
        writeEstimate(old, replacements[old]);
      }
    }
    writeExceptions(next, replacements);
  }

  /**
   * For each estimate the one that most of its stacks have next, if one is that of most. A stack
   * without numbers stays so.
   */
  private int[] replacements(int[] next) {
    int[] candidates = new int[estimates.size()];
    int[] votes = new int[candidates.length];
    Arrays.setAll(candidates, id -> id);
    for (int row = 0; row < next.length; row++) {
      int old = current[row];
      if (votes[old] == 0) {
        candidates[old] = next[row];
        votes[old] = 1;
      } else {
        votes[old] += candidates[old] == next[row] ? 1 : -1;
      }
    }
    candidates[NOTHING] = NOTHING;
    return candidates;
  }

  private void writeExceptions(int[] next, int[] replacements) throws IOException {
    int count = 0;
    for (int row = 0; row < next.length; row++) {
      count += replacements[current[row]] == next[row] ? 0 : 1;
    }
    changes.appendVarint(count);
    int before = 0;
    for (int row = 0; row < next.length; row++) {
      if (replacements[current[row]] != next[row]) {
        changes.appendVarint(row - before);
        before = row;
        writeEstimate(current[row], next[row]);
      }
    }
  }

  /** An estimate by its distance from the newest one, or as the differences from the old one. */
  private void writeEstimate(int old, int id) throws IOException {
    if (writtenOf.getInt(id) >= 0) {
      changes.appendVarint(estimateOf.size() - writtenOf.getInt(id));
      return;
    }
    changes.appendVarint(NEW);
    written(id);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i].appendSigned(estimates.number(id, i) - estimates.number(old, i));
    }
  }

  private void written(int id) {
    if (id == writtenOf.size()) {
      writtenOf.add(-1);
    }
    writtenOf.set(id, estimateOf.size());
    estimateOf.add(id);
  }

  void writeTo(MessageBuffer out) throws IOException {
    out.appendBlock(changes);
    for (MessageBuffer block : numbers) {
      out.appendBlock(block);
    }
  }
}
