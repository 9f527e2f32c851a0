package dev.heapconv.model;

import dev.heapconv.columns.LongBlocks;
import dev.heapconv.model.EstimateBasis.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a sampler recorded of one heap at one dump. Each row has a stack, and sums over its sampled
 * allocations. A stack occurs in only one row, or with labels in only one row per set of labels,
 * unless something that told stacks apart was lost when the heap was stored. Immutable.
 *
 * <p>Hundreds of dumps of a process have few different rows, because most stacks do not change from
 * one dump to the next. So dumps may share one dictionary with the rows of all of them.
 *
 * <p>The sums are the recorded numbers under every scheme. {@link #basis()} returns what else the
 * estimates are made from.
 */
public final class RecordedHeap {

  // Places of the views in View.ALL.
  private static final int ALLOC_COUNT = 0;
  private static final int ALLOC_BYTES = 1;
  private static final int LIVE_COUNT = 2;
  private static final int LIVE_BYTES = 3;

  private final HeapInfo info;
  private final List<View> views;
  private final Rows rows;
  private final List<View> columns;

  /** By column and code. */
  private final LongBlocks[] numbers;

  private final EstimateBasis basis;

  /** Samples behind scaled numbers by code, if a column that is no view counts them. */
  private final @Nullable LongBlocks allocSamples;

  private final @Nullable LongBlocks liveSamples;

  /**
   * A heap as {@link RecordedRows} collects it. Takes ownership of the arrays without copying.
   *
   * @param views the views of the recording: all four, only the allocated or only the live ones;
   *     then extra ones
   * @param columns views of the numbers: those of {@link View#ALL}, then extra ones
   * @param numbers one column each, by the codes of the rows. What is not among the views is 0, or
   *     counts the samples behind scaled numbers
   */
  RecordedHeap(
      HeapInfo info,
      List<View> views,
      Rows rows,
      List<View> columns,
      LongBlocks[] numbers,
      EstimateBasis basis) {
    this.info = Objects.requireNonNull(info, "info");
    this.views = List.copyOf(views);
    this.rows = rows;
    this.columns = columns;
    this.numbers = numbers;
    this.basis = basis;
    for (LongBlocks column : numbers) {
      if (column.size() != rows.entries()) {
        throw new IllegalArgumentException("columns differ in length");
      }
    }
    allocSamples = samplesBeside(View.ALLOC_SAMPLES);
    liveSamples = samplesBeside(View.SAMPLES);
  }

  private @Nullable LongBlocks samplesBeside(View samples) {
    int index = columns.indexOf(samples);
    return info.sampling().isScaled() && index >= 0 && !views.contains(samples)
        ? numbers[index]
        : null;
  }

  /**
   * Rows of which nothing but recorded allocations are known. Takes ownership of the arrays.
   *
   * @param allocCounts of each row; all 0 if unknown
   * @param liveCounts likewise, those that are live
   */
  static RecordedHeap ofCounts(
      HeapInfo info, List<View> views, Rows rows, long[] allocCounts, long[] liveCounts) {
    LongBlocks unknown = LongBlocks.of(new long[rows.entries()]);
    LongBlocks[] numbers = {
      LongBlocks.of(allocCounts), unknown, LongBlocks.of(liveCounts), unknown
    };
    return new RecordedHeap(info, views, rows, View.ALL, numbers, Sums.PLAIN);
  }

  /** Returns a copy with a different description of the heap. */
  public RecordedHeap withInfo(HeapInfo other) {
    return new RecordedHeap(other, views, rows, columns, numbers, basis);
  }

  /** The same numbers of other rows of the same dictionary. */
  RecordedHeap with(Rows others) {
    return new RecordedHeap(info, views, others, columns, numbers, basis);
  }

  /** Returns a copy with some of the rows. It shares the dictionary. */
  public RecordedHeap pick(Codes some) {
    return with(rows.pick(some));
  }

  /** Returns a copy with some of the views. */
  public RecordedHeap withViews(List<View> some) {
    return new RecordedHeap(info, some, rows, columns, numbers, basis);
  }

  /** Returns a copy without the numbers of live memory. */
  public RecordedHeap withoutLive() {
    LongBlocks none = LongBlocks.of(new long[rows.entries()]);
    LongBlocks[] own = new LongBlocks[numbers.length];
    Arrays.setAll(own, i -> columns.get(i).isLive() ? none : numbers[i]);
    List<View> allocated = views.stream().filter(view -> !view.isLive()).toList();
    return new RecordedHeap(info, allocated, rows, columns, own, basis);
  }

  /** Returns a heap whose rows are the whole dictionary. */
  public RecordedHeap dictionary() {
    return with(rows.dictionary());
  }

  /**
   * Returns a key that is equal for dumps with the same dictionary, views and sampling, so that
   * each entry of the dictionary has one estimate in all of them.
   */
  public Object dictionaryKey() {
    return List.of(numbers, views, info.sampling());
  }

  /**
   * Returns this heap with estimates of its dictionary.
   *
   * @param dictionary the estimates of {@link #dictionary()}
   */
  public EstimatedHeap estimatedFrom(EstimatedHeap dictionary) {
    EstimatedHeap estimated = dictionary.pick(rows.codes());
    return estimated.withInfo(info.withSampling(dictionary.info().sampling()));
  }

  /** Returns a copy whose rows are a dictionary of its own. */
  public RecordedHeap gathered() {
    if (rows.codes().areDictionary()) {
      return this;
    }
    LongBlocks[] own = new LongBlocks[numbers.length];
    Arrays.setAll(own, i -> numbers[i].gather(rows(), this::code));
    return new RecordedHeap(info, views, rows.gathered(), columns, own, basis);
  }

  /**
   * Returns a copy in which each row is a unit of raw samples.
   *
   * @param interval mean sampling interval in bytes
   * @param extras the views besides the four of {@link View#ALL}
   */
  public RecordedHeap asUnits(RecordedUnits.UnitKind kind, long interval, List<View> extras) {
    RecordedRows units = RecordedRows.ofUnits(kind, interval, extras);
    for (int row = 0; row < rows(); row++) {
      int unit = units.newRow(stack(row), labels(row));
      units.addAlloc(unit, allocCount(row), allocBytes(row));
      units.addLive(unit, liveCount(row), liveBytes(row));
      for (int i = 0; i < extras.size(); i++) {
        units.add(unit, View.ALL.size() + i, value(extras.get(i), row));
      }
    }
    return units.heap(info, views);
  }

  /** Returns a copy whose estimates are made from something else. */
  public RecordedHeap withBasis(EstimateBasis other) {
    return new RecordedHeap(info, views, rows, columns, numbers, other);
  }

  /**
   * Returns a copy with different stacks of the same table.
   *
   * @param stackIds maps the id of a stack to that of its replacement; different stacks have
   *     different ones
   */
  public RecordedHeap onStacks(IntUnaryOperator stackIds) {
    EstimateBasis moved =
        basis instanceof EstimateBasis.DumpCells shared
            ? new EstimateBasis.DumpCells(shared.cells().onStacks(stackIds))
            : basis;
    return new RecordedHeap(info, views, rows.on(stackIds), columns, numbers, moved);
  }

  /**
   * Returns this heap with estimates.
   *
   * @param estimated one for each of {@link #views()}
   */
  public EstimatedHeap estimated(List<Column> estimated) {
    // What they were made from is not needed any more, and may be large.
    return new EstimatedHeap(withBasis(Sums.PLAIN), views, estimated);
  }

  /** Returns what the estimates are made from, beside the sums. */
  public EstimateBasis basis() {
    return basis;
  }

  /** Returns which heap it is, when it was dumped, and how it was sampled. */
  public HeapInfo info() {
    return info;
  }

  /**
   * Returns the views: all four of {@link View#ALL}, only the allocated ones or only the live ones,
   * and then extra ones.
   */
  public List<View> views() {
    return views;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows.count();
  }

  /** Returns the code of a row in the dictionary that dumps share. */
  public int code(int row) {
    return rows.code(row);
  }

  /** Returns the id of the stack of a row. */
  public int stack(int row) {
    return rows.stack(row);
  }

  /**
   * Returns how many allocations of a row were recorded since profiling began; 0 if no view has
   * them.
   */
  public long allocCount(int row) {
    return numbers[ALLOC_COUNT].get(code(row));
  }

  /** Returns the bytes that were recorded of these. */
  public long allocBytes(int row) {
    return numbers[ALLOC_BYTES].get(code(row));
  }

  /** Returns how many recorded allocations of a row are not freed; 0 if no view has them. */
  public long liveCount(int row) {
    return numbers[LIVE_COUNT].get(code(row));
  }

  /** Returns the bytes that were recorded of these. */
  public long liveBytes(int row) {
    return numbers[LIVE_BYTES].get(code(row));
  }

  private @Nullable LongBlocks samples(boolean live) {
    return live ? liveSamples : allocSamples;
  }

  /** Whether samples behind scaled numbers are counted in a column that is no view. */
  boolean countsSamples(boolean live) {
    return samples(live) != null;
  }

  /**
   * Returns how many samples the number of a view in a row stands for; 0 unless the producer scaled
   * the numbers and counted the samples in a column that is no view.
   */
  public long samples(View view, int row) {
    LongBlocks samples = samples(view.isLive());
    return samples == null ? 0 : samples.get(code(row));
  }

  /** Returns the recorded number of a view in a row. */
  public long value(View view, int row) {
    return numbers(view).get(code(row));
  }

  /** Returns a copy of the recorded numbers of a view, one per row. */
  public long[] column(View view) {
    LongBlocks numbers = numbers(view);
    long[] values = new long[rows()];
    Arrays.setAll(values, row -> numbers.get(code(row)));
    return values;
  }

  private LongBlocks numbers(View view) {
    return numbers[columns.indexOf(view)];
  }

  /** Returns whether any number is negative, as in a difference of two profiles. */
  public boolean isDifference() {
    for (View view : views) {
      LongBlocks column = numbers(view);
      for (int row = 0; row < rows(); row++) {
        if (column.get(code(row)) < 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the recorded total of a view. */
  public double sum(View view) {
    // In double, because hostile numbers overflow a long.
    LongBlocks numbers = numbers(view);
    double total = 0;
    for (int row = 0; row < rows(); row++) {
      total += numbers.get(code(row));
    }
    return total;
  }

  /** Returns the recorded total of each view. */
  public DumpSummary summary() {
    List<Long> totals = new ArrayList<>();
    for (View view : views) {
      totals.add(Math.round(sum(view)));
    }
    return new DumpSummary(info, views, rows(), totals);
  }

  /**
   * Returns a copy with different labels.
   *
   * @param change maps the labels of a row to different ones
   */
  public RecordedHeap withLabels(UnaryOperator<List<Label>> change) {
    return with(rows.mapLabels(change));
  }

  /** The same rows with other labels, one list a row. */
  RecordedHeap withLabels(List<List<Label>> others) {
    RecordedHeap own = gathered();
    return own.with(own.rows.withLabels(others));
  }

  /** Returns the labels of a row. */
  public List<Label> labels(int row) {
    return rows.labels(row);
  }
}
