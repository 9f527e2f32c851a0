package dev.heapconv.writer;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Label;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.query.TrimmedStacks;
import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.samples.WholeNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One view of a heap, for outputs that contain whole numbers: a sample for each trimmed stack, in
 * the order of rows. One object serves all views of all heaps of a profile, one after the other:
 *
 * <pre>{@code
 * Samples samples = new Samples(profile.stacks(), false);
 * for (EstimatedHeap heap : profile.heaps()) {
 *   samples.set(heap, View.SPACE);
 *   for (int i = 0; i < samples.count(); i++) {
 *     write(samples.stack(i), samples.value(i));
 *   }
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Samples {

  /**
   * The rows of a heap, one after the other, with whole numbers of some of its views. This is the
   * only place that rounds estimates. It carries what rounding leaves from row to row, so that the
   * sum of a view does not change.
   */
  public static final class Rows {
    private final int count;
    private final @Nullable Column[] columns;
    private final WholeNumbers[] wholeNumbers;
    private final long[] values;
    private int row = -1;

    /**
     * Starts before the first row.
     *
     * @param heap the heap
     * @param views the views; the numbers of views that the heap does not have are 0
     */
    public Rows(EstimatedHeap heap, List<View> views) {
      count = heap.rows();
      columns = new Column[views.size()];
      wholeNumbers = new WholeNumbers[columns.length];
      values = new long[columns.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = heap.column(views.get(i));
        wholeNumbers[i] = new WholeNumbers();
      }
    }

    /** Moves to the next row, and returns whether there is one. */
    public boolean next() {
      if (++row >= count) {
        return false;
      }
      for (int i = 0; i < values.length; i++) {
        Column column = columns[i];
        values[i] = column == null ? 0 : wholeNumbers[i].next(column.value(row));
      }
      return true;
    }

    /** Returns the row of the heap, from 0. */
    public int row() {
      return row;
    }

    /**
     * Returns the whole number of a view in this row.
     *
     * @param view index of the view in the list that the constructor got
     */
    public long value(int view) {
      return values[view];
    }
  }

  private record Labelled(int stack, List<Label> labels) {}

  private final TrimmedStacks trimmed;
  private final boolean labelled;
  private final IntArrayList stacks = new IntArrayList();
  private final List<List<Label>> labels = new ArrayList<>();
  private final LongArrayList values = new LongArrayList();

  /** Of each stack, one more than its sample without labels; 0 if there is none. */
  private final int[] samples;

  /** The samples with labels. */
  private final Map<Labelled, Integer> labelledSamples = new HashMap<>();

  /**
   * Creates an object without samples.
   *
   * @param stacks the stacks of the profile
   * @param labelled whether rows of one stack with different labels are separate samples
   */
  public Samples(StackTable stacks, boolean labelled) {
    trimmed = new TrimmedStacks(stacks, false);
    samples = new int[stacks.stackCount()];
    this.labelled = labelled;
  }

  /** Returns the rule that trims the stacks, which also says which lines of a frame to show. */
  public TrimmedStacks trimmed() {
    return trimmed;
  }

  /**
   * Replaces the samples by those of a view of a heap. Rows that are rounded to 0 have no sample.
   *
   * @param heap a heap of the profile
   * @param view the view; if the heap does not have it, there are no samples
   */
  public void set(EstimatedHeap heap, View view) {
    stacks.forEach((int stack) -> samples[stack] = 0);
    stacks.clear();
    labels.clear();
    values.clear();
    labelledSamples.clear();
    Rows rows = new Rows(heap, List.of(view));
    while (rows.next()) {
      long value = rows.value(0);
      if (value != 0) {
        int stack = trimmed.of(heap.stack(rows.row()));
        int sample = sample(stack, labelled ? heap.labels(rows.row()) : List.of());
        values.set(sample, Saturation.add(values.getLong(sample), value));
      }
    }
  }

  private int sample(int stack, List<Label> itsLabels) {
    int next = stacks.size();
    int found;
    if (itsLabels.isEmpty()) {
      found = samples[stack] == 0 ? next : samples[stack] - 1;
      samples[stack] = found + 1;
    } else {
      Integer known = labelledSamples.putIfAbsent(new Labelled(stack, itsLabels), next);
      found = known == null ? next : known;
    }
    if (found == next) {
      stacks.add(stack);
      values.add(0);
      if (labelled) {
        labels.add(itsLabels);
      }
    }
    return found;
  }

  /** Returns the number of samples. */
  public int count() {
    return stacks.size();
  }

  /**
   * Returns the trimmed stack of a sample.
   *
   * @param sample from 0
   */
  public int stack(int sample) {
    return stacks.getInt(sample);
  }

  /**
   * Returns the labels of a sample; none if labels do not separate samples.
   *
   * @param sample from 0
   */
  public List<Label> labels(int sample) {
    return labelled ? labels.get(sample) : List.of();
  }

  /**
   * Returns the sum of the rows of a sample; 0 only if some of them are negative.
   *
   * @param sample from 0
   */
  public long value(int sample) {
    return values.getLong(sample);
  }

  /** Returns the sum of all samples. */
  public long total() {
    long total = 0;
    for (long value : values) {
      total = Saturation.add(total, value);
    }
    return total;
  }
}
