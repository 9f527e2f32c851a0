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
 * One view of a heap as outputs have it that hold whole numbers: a sample for each trimmed stack,
 * in the order of rows. One object serves all views of all heaps of a profile, one after the other.
 * Not thread-safe.
 */
public final class Samples {

  /**
   * The rows of a heap, one after the other, with numbers of some of its views. Estimates are
   * rounded here and nowhere else, so that the sum of a view stays what it is.
   */
  public static final class Rows {
    private final int count;
    private final @Nullable Column[] columns;
    private final WholeNumbers[] wholeNumbers;
    private final long[] values;
    private int row = -1;

    /**
     * Before the first row.
     *
     * @param views those that the heap does not have are 0
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

    /** Goes to the next row; false if there is none. */
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

    /** The number of the row in the heap. */
    public int row() {
      return row;
    }

    /**
     * The number of a view.
     *
     * @param view its place among the views that were asked for
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
   * @param labelled whether rows of a stack stay apart where their labels differ
   */
  public Samples(StackTable stacks, WriteOptions options, boolean labelled) {
    trimmed = new TrimmedStacks(stacks, options.allocatorFrames());
    samples = new int[stacks.stackCount()];
    this.labelled = labelled;
  }

  /** What trims the stacks. */
  public TrimmedStacks trimmed() {
    return trimmed;
  }

  /** Replaces the samples by those of a view of a heap. */
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

  /** How many samples there are. */
  public int count() {
    return stacks.size();
  }

  /** The trimmed stack of a sample. */
  public int stack(int sample) {
    return stacks.getInt(sample);
  }

  /** The labels of a sample; none if they were not asked for. */
  public List<Label> labels(int sample) {
    return labelled ? labels.get(sample) : List.of();
  }

  /** What the rows of a sample hold together; 0 only if some of them are negative. */
  public long value(int sample) {
    return values.getLong(sample);
  }

  /** What all samples hold together. */
  public long total() {
    long total = 0;
    for (long value : values) {
      total = Saturation.add(total, value);
    }
    return total;
  }
}
