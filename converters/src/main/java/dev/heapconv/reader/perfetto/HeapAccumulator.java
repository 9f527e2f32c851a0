package dev.heapconv.reader.perfetto;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.View;
import dev.heapconv.select.DumpSelector;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.Saturation;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the dumps of one heap of one process.
 *
 * <p>The counters of a stack are cumulative, but the profiler forgets a stack whose allocations
 * have all been freed: it is absent from the next dump, and when it reappears its counters restart
 * at 0, under the same callstack id or a new one. So the counts of a vanished stack are carried
 * forward: a row that was absent from a dump, or whose counters fell, continues on top of its
 * previous counts. Live numbers need no such history: they are correct in each dump.
 *
 * <p>Rows are per callstack id, and several rows may belong to one stack; they are joined when
 * numbers are extracted. The cost depends on the number of samples in the trace, not on the number
 * of dumps or of stacks that are no longer sent.
 */
final class HeapAccumulator {

  private static final List<View> LIVE_VIEWS = List.of(View.OBJECTS, View.SPACE);
  private static final List<View> LIVE_VIEWS_WITHOUT_COUNT = List.of(View.SPACE);
  private static final List<View> ALLOC_VIEWS = List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE);

  /** The heap of Android's runtime: its profiler reports no meaningful frees. */
  private static final String ART_HEAP = "com.android.art";

  final Machine machine;
  final long pid;
  final String heap;
  private final DumpSelector choice;

  private final IdMap rowOfCallstack = new IdMap();
  private final RowPrediction prediction = new RowPrediction();
  private int scope = -1;
  private int rows;
  private int[] stack = new int[0];
  private int[] lastDump = new int[0];
  private long[] carriedBytes = new long[0];
  private long[] carriedCount = new long[0];
  private long[] allocBytes = new long[0];
  private long[] allocCount = new long[0];
  private long[] freeBytes = new long[0];
  private long[] freeCount = new long[0];

  /** The stacks of all rows: fewer than rows if a stack had several ids. */
  private final IntOpenHashSet distinctStacks = new IntOpenHashSet();

  /** Number of dumps applied, including those that repeat the time of the previous one. */
  private int ordinal;

  /** The last dump without lost packets. */
  private int lastCompleteOrdinal;

  // Running totals, in double because hostile numbers overflow a long.
  private double totalAllocBytes;
  private double totalAllocCount;

  private List<View> views;
  private final List<DumpRecord> dumps = new ArrayList<>();

  /** The selected dumps so far, by number; described only when all have been read. */
  private final SortedMap<Integer, RecordedHeap> selected = new TreeMap<>();

  private boolean peaks;

  private final RowCells cells = new RowCells();
  private double bestLiveBytes = -1;

  HeapAccumulator(Machine machine, long pid, String heap, DumpSelector choice) {
    this.machine = machine;
    this.pid = pid;
    this.heap = heap;
    this.choice = choice;
    this.views = heap.equals(ART_HEAP) ? ALLOC_VIEWS : View.ALL;
  }

  List<DumpRecord> dumps() {
    return dumps;
  }

  /**
   * The profiler restarted on the same sequence: all counters continue on top of the previous
   * counts.
   */
  void restart() {
    for (int row = 0; row < rows; row++) {
      carry(row);
      lastDump[row] = 0;
    }
    rowOfCallstack.clear();
    prediction.clear();
    scope = -1;
  }

  /** Adds one complete dump. */
  void add(HeapRows dump, SequenceState sequence, TraceFacts facts) {
    boolean sameState =
        dump.timestamp != 0
            && !dumps.isEmpty()
            && dumps.get(dumps.size() - 1).timestamp() == dump.timestamp;
    ordinal++;
    DumpRecord replaced = sameState ? dumps.remove(dumps.size() - 1) : null;
    Producer producer = facts.producer(dump);
    if (dump.hasMax || (facts.dumpAtMax && dump.size == 0)) {
      addPeak(dump, sequence, producer, replaced);
    } else {
      cells.begin(dump, facts);
      if (producer.isScaled() && dump.size > 0) {
        views = producer == Producer.CHROMIUM ? LIVE_VIEWS : dump.presentViews();
      }
      addTotals(dump, sequence, producer);
    }
    if (!dump.lossy) {
      lastCompleteOrdinal = ordinal;
    }
  }

  private void addTotals(HeapRows dump, SequenceState sequence, Producer producer) {
    Int2IntOpenHashMap rowOfStack = null;
    if (sequence.scope() != scope) {
      // Callstack ids have new meanings: find rows by their stacks.
      rowOfStack = ordinal == 1 ? null : rowsByStack();
      rowOfCallstack.clear();
      prediction.clear();
      scope = sequence.scope();
    }
    prediction.begin(dump.size);
    double liveBytes = 0;
    double liveCount = 0;
    int rowsOfDump = 0;
    for (int i = 0; i < dump.size; i++) {
      long callstack = dump.callstack[i];
      int row = prediction.predict(callstack);
      if (row < 0) {
        row = rowOfCallstack.get(callstack);
      }
      if (row < 0) {
        int stackId = sequence.resolveCallstack(callstack);
        if (stackId < 0) {
          continue;
        }
        row = rowOfStack == null ? -1 : rowOfStack.remove(stackId);
        if (row < 0 || startsAgain(row, dump, i)) {
          row = newRow(stackId);
        }
        rowOfCallstack.put(callstack, row);
      }
      prediction.add(callstack, row);
      if (lastDump[row] == ordinal) {
        addToRow(row, dump, i);
      } else {
        if (lastDump[row] != 0 && startsAgain(row, dump, i)) {
          carry(row);
        }
        setRow(row, dump, i);
        rowsOfDump++;
      }
      liveBytes += Math.max(0, dump.allocBytes[i] - dump.freeBytes[i]);
      liveCount += Math.max(0, dump.allocCount[i] - dump.freeCount[i]);
    }
    List<Long> totals = new ArrayList<>();
    for (View view : views) {
      double bytes = view.isLive() ? liveBytes : totalAllocBytes;
      double count = view.isLive() ? liveCount : totalAllocCount;
      totals.add((long) (view.isBytes() ? bytes : count));
    }
    int stacks = hasTotals() ? distinctStacks.size() : rowsOfDump;
    record(describe(dump, producer, views, stacks, totals), liveBytes);
  }

  /** Whether the counters of a row restarted since it was last seen. */
  private boolean startsAgain(int row, HeapRows dump, int i) {
    return lastDump[row] < lastCompleteOrdinal
        || dump.allocBytes[i] < allocBytes[row]
        || dump.allocCount[i] < allocCount[row]
        || dump.freeBytes[i] < freeBytes[row]
        || dump.freeCount[i] < freeCount[row];
  }

  private void carry(int row) {
    carriedBytes[row] = Saturation.add(carriedBytes[row], allocBytes[row]);
    carriedCount[row] = Saturation.add(carriedCount[row], allocCount[row]);
    allocBytes[row] = 0;
    allocCount[row] = 0;
    freeBytes[row] = 0;
    freeCount[row] = 0;
  }

  private void setRow(int row, HeapRows dump, int i) {
    cells.add(row, dump.allocCount[i] - allocCount[row], dump.allocBytes[i] - allocBytes[row]);
    totalAllocBytes += (double) dump.allocBytes[i] - allocBytes[row];
    totalAllocCount += (double) dump.allocCount[i] - allocCount[row];
    allocBytes[row] = dump.allocBytes[i];
    allocCount[row] = dump.allocCount[i];
    freeBytes[row] = dump.freeBytes[i];
    freeCount[row] = dump.freeCount[i];
    lastDump[row] = ordinal;
  }

  private void addToRow(int row, HeapRows dump, int i) {
    cells.add(row, dump.allocCount[i], dump.allocBytes[i]);
    totalAllocBytes += dump.allocBytes[i];
    totalAllocCount += dump.allocCount[i];
    allocBytes[row] = Saturation.add(allocBytes[row], dump.allocBytes[i]);
    allocCount[row] = Saturation.add(allocCount[row], dump.allocCount[i]);
    freeBytes[row] = Saturation.add(freeBytes[row], dump.freeBytes[i]);
    freeCount[row] = Saturation.add(freeCount[row], dump.freeCount[i]);
  }

  private int newRow(int stackId) {
    int row = rows++;
    if (row == stack.length) {
      int capacity = Math.max(64, row * 2);
      stack = Arrays.copyOf(stack, capacity);
      lastDump = Arrays.copyOf(lastDump, capacity);
      carriedBytes = Arrays.copyOf(carriedBytes, capacity);
      carriedCount = Arrays.copyOf(carriedCount, capacity);
      allocBytes = Arrays.copyOf(allocBytes, capacity);
      allocCount = Arrays.copyOf(allocCount, capacity);
      freeBytes = Arrays.copyOf(freeBytes, capacity);
      freeCount = Arrays.copyOf(freeCount, capacity);
    }
    stack[row] = stackId;
    distinctStacks.add(stackId);
    return row;
  }

  /** The row of each stack in the previous dump; the last one if there are several. */
  private Int2IntOpenHashMap rowsByStack() {
    Int2IntOpenHashMap byStack = new Int2IntOpenHashMap();
    byStack.defaultReturnValue(-1);
    for (int row = 0; row < rows; row++) {
      if (lastDump[row] >= lastCompleteOrdinal) {
        byStack.put(stack[row], row);
      }
    }
    return byStack;
  }

  /**
   * @param replaced the previous dump if it has the same time, otherwise null
   */
  private void addPeak(
      HeapRows dump, SequenceState sequence, Producer producer, @Nullable DumpRecord replaced) {
    peaks = true;
    RecordedRows peak = RecordedRows.ofSums(List.of());
    int size = 0;
    double peakBytes = 0;
    double peakCount = 0;
    for (int i = 0; i < dump.size; i++) {
      int stackId = sequence.resolveCallstack(dump.callstack[i]);
      if (stackId >= 0) {
        addTo(peak, false, stackId, 0, 0, dump.allocCount[i], dump.allocBytes[i]);
        peakBytes += dump.allocBytes[i];
        peakCount += dump.allocCount[i];
        size++;
      }
    }
    if (replaced != null && peakBytes < replaced.totals().get(replaced.totals().size() - 1)) {
      // The last dump of an exiting process repeats the peak without the stacks that have been
      // freed.
      dumps.add(replaced);
      return;
    }
    List<View> views = dump.hasMaxCount || dump.size == 0 ? LIVE_VIEWS : LIVE_VIEWS_WITHOUT_COUNT;
    List<Long> totals =
        views.size() == 1 ? List.of((long) peakBytes) : List.of((long) peakCount, (long) peakBytes);
    dumps.add(describe(dump, producer, views, size, totals));
    boolean highest = peakBytes >= bestLiveBytes;
    bestLiveBytes = Math.max(bestLiveBytes, peakBytes);
    if (highest && (choice instanceof DumpSelector.Max || choice instanceof DumpSelector.Last)) {
      // Each dump has the peak so far: the profile is the one with the highest peak, never a sum of
      // several.
      selected.clear();
      select(peak, views);
    } else if (DumpSelector.takes(choice, dumps.size())) {
      select(peak, views);
    }
  }

  private static DumpRecord describe(
      HeapRows dump, Producer producer, List<View> views, int stacks, List<Long> totals) {
    return new DumpRecord(
        dump.timestamp,
        dump.startTimestamp,
        dump.samplingInterval,
        dump.origSamplingInterval,
        producer,
        views,
        stacks,
        totals);
  }

  /** Whether dumps say what was allocated since profiling began. */
  private boolean hasTotals() {
    return views.contains(View.ALLOC_SPACE) || views.contains(View.ALLOC_OBJECTS);
  }

  private void record(DumpRecord dump, double liveBytes) {
    dumps.add(dump);
    boolean highest = choice instanceof DumpSelector.Max && liveBytes > bestLiveBytes;
    if (highest) {
      bestLiveBytes = liveBytes;
      selected.clear();
    }
    if (highest || DumpSelector.takes(choice, dumps.size())) {
      selectTotals();
    }
  }

  /** Selects the last dump with the numbers of all rows. */
  private void selectTotals() {
    RecordedRows totals = RecordedRows.ofSums(List.of());
    boolean frees = views.contains(View.SPACE) || views.contains(View.OBJECTS);
    boolean all = hasTotals();
    boolean areDistinct = distinctStacks.size() == rows;
    for (int row = 0; row < rows; row++) {
      boolean live = frees && lastDump[row] == ordinal;
      addTo(
          totals,
          areDistinct,
          stack[row],
          all ? Saturation.add(carriedCount[row], allocCount[row]) : 0,
          all ? Saturation.add(carriedBytes[row], allocBytes[row]) : 0,
          live ? Math.max(0, allocCount[row] - freeCount[row]) : 0,
          live ? Math.max(0, allocBytes[row] - freeBytes[row]) : 0);
    }
    select(totals, views);
  }

  /**
   * Adds to the row of a stack; one without numbers gets none.
   *
   * @param isNew whether the stack surely has no row yet
   */
  private static void addTo(
      RecordedRows sums,
      boolean isNew,
      int stackId,
      long count,
      long bytes,
      long liveCount,
      long liveBytes) {
    if ((count | bytes | liveCount | liveBytes) != 0) {
      int row = isNew ? sums.newRow(stackId, List.of()) : sums.row(stackId);
      sums.addAlloc(row, count, bytes);
      sums.addLive(row, liveCount, liveBytes);
    }
  }

  private void select(RecordedRows numbers, List<View> views) {
    int number = dumps.size();
    HeapInfo info = new HeapInfo(pid, "", heap, number, number, 0, 0, Scheme.WEIGHTED, 0, 0);
    selected.put(number, numbers.heap(info, views));
  }

  /**
   * What all dumps tell about the sizes of stacks; null if there is only one, or they do not say
   * what was allocated.
   *
   * @param expectedUnit what recorded bytes of small sizes are multiples of
   */
  @Nullable RecordingCells cells(long expectedUnit) {
    return dumps.size() < 2 || peaks || !views.contains(View.ALLOC_SPACE)
        ? null
        : cells.ofStacks(expectedUnit, Arrays.copyOf(stack, rows), this::addSides);
  }

  private void addSides(StackCells sides, int row) {
    sides.addSides(
        Saturation.add(carriedCount[row], allocCount[row]),
        Saturation.add(carriedBytes[row], allocBytes[row]),
        Saturation.add(carriedCount[row], freeCount[row]),
        Saturation.add(carriedBytes[row], freeBytes[row]));
  }

  /**
   * The selected dumps, in order, by number. Nothing but their numbers is known. Call after the
   * last dump.
   */
  SortedMap<Integer, RecordedHeap> selected() {
    if (choice instanceof DumpSelector.Last && !peaks && !dumps.isEmpty()) {
      selectTotals();
    }
    return selected;
  }
}
