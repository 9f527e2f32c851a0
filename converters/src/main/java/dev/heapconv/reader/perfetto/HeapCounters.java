package dev.heapconv.reader.perfetto;

import dev.heapconv.model.RecordedRows;
import dev.heapconv.reader.perfetto.HeapRows.HeapSampleRow;
import dev.heapconv.unskew.samples.Saturation;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the stacks of one heap of one process.
 *
 * <p>They are cumulative, but the profiler forgets a stack whose allocations have all been freed:
 * it is absent from the next dump, and when it reappears its counters restart at 0, under the same
 * callstack id or a new one. So the counts of a vanished stack are carried forward: a row that was
 * absent from a dump, or whose counters fell, continues on top of its previous counts. Live numbers
 * need no such history: they are correct in each dump.
 *
 * <p>Rows are per callstack id, and several rows may belong to one stack; they are joined when
 * numbers are extracted. In a new scope, or where packets were lost that may have begun one, a new
 * id tells nothing of the dumps before: its row is found by the stack. Often several rows would do;
 * what is carried is then the least that is possible, so that nothing is counted twice. The cost
 * depends on the number of samples in the trace, not on the number of dumps or of stacks that are
 * no longer sent.
 */
final class HeapCounters {

  /** Ends the search for a row in a damaged trace; a real stack has two or three. */
  private static final int MAX_CANDIDATES = 100;

  private final IdMap rowOfCallstack = new IdMap();
  private final RowCells cells = new RowCells();

  /** One row; with what is carried forward, its counters are those since profiling began. */
  private static final class CounterRow extends StackCounters {
    final int number;
    final int stack;

    /** The number of the row of its stack before this one; -1 for none. */
    final int older;

    /** The id by which it was found last. */
    long callstack;

    int lastDump;
    long carriedBytes;
    long carriedCount;

    /** The row of the totals of its stack, if it is the first of that; -1 without numbers. */
    int totals = -1;

    CounterRow(int number, int stack, int older) {
      this.number = number;
      this.stack = stack;
      this.older = older;
    }

    long totalBytes() {
      return Saturation.add(carriedBytes, allocBytes);
    }

    long totalCount() {
      return Saturation.add(carriedCount, allocCount);
    }
  }

  private final List<CounterRow> rows = new ArrayList<>(0);

  /** The last row of each stack. */
  private final IdMap rowOfStack = new IdMap();

  /** Rows of stacks of which parts are not defined: they may be those of others. */
  private final List<CounterRow> rowsWithGaps = new ArrayList<>(0);

  private final List<CounterRow> rowsSinceRestart = new ArrayList<>(0);

  /** Those of the dump that the totals are of, and of the dumps since. */
  private final List<CounterRow> rowsSinceTotals = new ArrayList<>(0);

  /** Number of dumps added. */
  private int ordinal;

  /** The last dump from which the absence of a stack proves that it was forgotten. */
  private int lastCompleteOrdinal;

  private int scope = -1;

  /** The dump that began the current scope. */
  private int scopeOrdinal;

  /** Whether a stack that is known may be in this scope under an id that tells nothing of it. */
  private boolean stacksAreLost;

  /** The totals of stacks at all dumps that were asked for; most are those of many dumps. */
  final RecordedRows totals = RecordedRows.ofSums(List.of());

  /** The rows whose numbers are no longer those of the totals. */
  private final BitSet changed = new BitSet();

  /** The dump that the totals are of, and what it says. */
  private int totalsOrdinal;

  private boolean totalsHaveAllocs;
  private boolean totalsHaveFrees;

  // Of the last dump.
  double liveBytes;
  double liveCount;
  int dumpedRows;

  // Running totals, in double because hostile numbers overflow a long.
  double totalAllocBytes;
  double totalAllocCount;

  /** How many stacks there were in all dumps. */
  int stacks() {
    return rowOfStack.size();
  }

  /** All counters restart: they continue on top of the previous counts. */
  void restart() {
    for (CounterRow row : rowsSinceRestart) {
      carry(row);
      row.lastDump = 0;
    }
    rowsSinceRestart.clear();
    rowOfCallstack.clear();
    scope = -1;
  }

  /** Adds one complete dump. */
  void add(HeapRows dump, SequenceState sequence, TraceFacts facts) {
    ordinal++;
    cells.begin(dump, facts);
    boolean isNewScope = sequence.scope() != scope;
    if (isNewScope) {
      rowOfCallstack.clear();
      scope = sequence.scope();
      scopeOrdinal = ordinal;
      stacksAreLost = false;
    }
    boolean isLossless = lastCompleteOrdinal == ordinal - 1 && !dump.lossy && !stacksAreLost;
    // A new id has new counters, unless what would have told of a new scope may have been lost.
    boolean idsTell = ordinal == 1 || !isNewScope && isLossless;
    liveBytes = 0;
    liveCount = 0;
    dumpedRows = 0;
    Int2ObjectMap<IntArrayList> ofKnownStacks = new Int2ObjectLinkedOpenHashMap<>(0);
    for (int i = 0; i < dump.size; i++) {
      HeapSampleRow sample = dump.sample(i);
      int known = rowOfCallstack.get(sample.callstack);
      CounterRow row;
      if (known >= 0) {
        row = rows.get(known);
      } else {
        int stackId = sequence.resolveCallstack(sample.callstack);
        if (isLost(stackId, sequence)) {
          sequence.reportUndefined(sample.callstack);
          continue;
        }
        if (!idsTell && rowOfStack.get(stackId) >= 0) {
          ofKnownStacks.computeIfAbsent(stackId, unused -> new IntArrayList(1)).add(i);
          continue;
        }
        row = newRow(stackId);
        bind(sample.callstack, row);
        if (sequence.hasGaps(stackId)) {
          rowsWithGaps.add(row);
        }
      }
      addSample(row, sample);
    }
    for (Int2ObjectMap.Entry<IntArrayList> samples : ofKnownStacks.int2ObjectEntrySet()) {
      addSamples(samples.getIntKey(), samples.getValue(), dump, isLossless && !stacksAreLost);
    }
    if (isNewScope) {
      rowsWithGaps.forEach(this::forgetIfAbsent);
      rowsWithGaps.removeIf(row -> row.lastDump != ordinal);
    }
    if (!dump.lossy && !stacksAreLost) {
      lastCompleteOrdinal = ordinal;
    }
  }

  /**
   * Whether nothing is known of the stack of a new id, which may then be one of the dumps before;
   * after the first scope that is so as well if parts of it are not defined.
   */
  private boolean isLost(int stackId, SequenceState sequence) {
    boolean isWhole = stackId >= 0 && !sequence.hasGaps(stackId);
    stacksAreLost |= ordinal > 1 && !isWhole;
    return stackId < 0 || scopeOrdinal > 1 && !isWhole;
  }

  /** In a new scope, a stack whose parts were not defined has come back with them. */
  private void forgetIfAbsent(CounterRow row) {
    if (row.lastDump != ordinal) {
      carry(row);
      totalAllocBytes -= row.carriedBytes;
      totalAllocCount -= row.carriedCount;
      row.carriedBytes = 0;
      row.carriedCount = 0;
    }
  }

  private void addSample(CounterRow row, StackCounters sample) {
    if (row.lastDump == ordinal) {
      cells.add(row.number, sample.allocCount, sample.allocBytes);
      totalAllocBytes += sample.allocBytes;
      totalAllocCount += sample.allocCount;
      row.add(sample);
      changed.set(row.number);
    } else {
      if (row.lastDump != 0 && startsAgain(row, sample)) {
        carry(row);
      }
      setRow(row, sample);
      dumpedRows++;
    }
    liveBytes += sample.liveBytes();
    liveCount += sample.liveCount();
  }

  /** Adds the samples of a stack that is known, to whichever of its rows they continue. */
  private void addSamples(int stackId, IntArrayList samples, HeapRows dump, boolean isLossless) {
    RowMatching matching =
        new RowMatching(samples, (row, i) -> !startsAgain(rows.get(row), dump.sample(i)));
    for (CounterRow row : candidates(stackId, isLossless)) {
      if (!matching.match(row.number) && !isLossless && matching.hasRivals()) {
        if (dump.lossy) {
          // The next complete dump may tell which rows these samples continue.
          return;
        }
        matching.rivals().forEach(rival -> limitCount(row, rows.get(rival).allocCount));
      }
    }
    for (int i : samples) {
      HeapSampleRow sample = dump.sample(i);
      int found = matching.row(i);
      CounterRow row = found < 0 ? newRow(stackId) : rows.get(found);
      bind(sample.callstack, row);
      addSample(row, sample);
    }
  }

  /** Makes a row that of a callstack id, and no longer that of another. */
  private void bind(long callstack, CounterRow row) {
    if (rowOfCallstack.get(row.callstack) == row.number) {
      rowOfCallstack.remove(row.callstack);
    }
    rowOfCallstack.put(callstack, row.number);
    row.callstack = callstack;
  }

  /**
   * The rows that a stack may continue, those first that must be continued if they can: without
   * losses, a stack of which something is live was not forgotten; otherwise that with most bytes,
   * so that the fewest are carried.
   */
  private List<CounterRow> candidates(int stackId, boolean isLossless) {
    List<CounterRow> candidates = new ArrayList<>(1);
    int tries = MAX_CANDIDATES;
    for (int number = rowOfStack.get(stackId); number >= 0 && tries-- > 0; ) {
      CounterRow row = rows.get(number);
      if (row.lastDump >= Math.max(1, lastCompleteOrdinal) && row.lastDump < ordinal) {
        candidates.add(row);
      }
      number = row.older;
    }
    candidates.sort(
        (a, b) -> {
          boolean live = isLossless && a.allocCount > a.freeCount;
          boolean otherLive = isLossless && b.allocCount > b.freeCount;
          return live != otherLive ? live ? -1 : 1 : Long.compare(b.allocBytes, a.allocBytes);
        });
    return candidates;
  }

  /** Carries no more objects than a row has that may have ended instead. */
  private void limitCount(CounterRow row, long count) {
    totalAllocCount -= Math.max(0, row.allocCount - count);
    row.allocCount = Math.min(row.allocCount, count);
    row.freeCount = Math.min(row.freeCount, count);
    changed.set(row.number);
  }

  /**
   * Whether the counters of a row restarted since it was last seen. One that was live then cannot
   * have been forgotten: the dump after it was damaged.
   */
  private boolean startsAgain(CounterRow row, StackCounters sample) {
    return row.lastDump < lastCompleteOrdinal && !row.isLive() || sample.isBelow(row);
  }

  private void carry(CounterRow row) {
    row.carriedBytes = row.totalBytes();
    row.carriedCount = row.totalCount();
    row.clear();
    changed.set(row.number);
  }

  private void setRow(CounterRow row, StackCounters sample) {
    if (row.lastDump != ordinal - 1 || !row.isSame(sample)) {
      changed.set(row.number);
    }
    if (row.lastDump == 0) {
      rowsSinceRestart.add(row);
    }
    if (row.lastDump == 0 || row.lastDump < totalsOrdinal) {
      rowsSinceTotals.add(row);
    }
    cells.add(row.number, sample.allocCount - row.allocCount, sample.allocBytes - row.allocBytes);
    totalAllocBytes += (double) sample.allocBytes - row.allocBytes;
    totalAllocCount += (double) sample.allocCount - row.allocCount;
    row.set(sample);
    row.lastDump = ordinal;
  }

  private CounterRow newRow(int stackId) {
    int number = rows.size();
    CounterRow row = new CounterRow(number, stackId, rowOfStack.put(stackId, number));
    rows.add(row);
    return row;
  }

  /**
   * Adds the numbers of all stacks at the last dump to the {@link #totals}, unless they did not
   * change.
   *
   * @param allocs whether dumps say what was allocated since profiling began
   * @param frees whether they say what is live
   */
  void addTotals(boolean allocs, boolean frees) {
    if (allocs != totalsHaveAllocs || frees != totalsHaveFrees) {
      changed.set(0, rows.size());
      totalsHaveAllocs = allocs;
      totalsHaveFrees = frees;
    }
    rowsSinceTotals.removeIf(
        row -> {
          boolean isAbsent = row.lastDump < ordinal;
          if (isAbsent) {
            changed.set(row.number);
          }
          return isAbsent;
        });
    for (int row = changed.nextSetBit(0); row >= 0; row = changed.nextSetBit(row + 1)) {
      addTotals(rows.get(row).stack);
    }
    totalsOrdinal = ordinal;
  }

  /** The numbers of all stacks when they were last added, as rows of {@link #totals}. */
  int[] lastTotals() {
    int[] present = new int[stacks()];
    int size = 0;
    for (CounterRow row : rows) {
      if (row.older < 0 && row.totals >= 0) {
        present[size++] = row.totals;
      }
    }
    return Arrays.copyOf(present, size);
  }

  private void addTotals(int stackId) {
    long count = 0;
    long bytes = 0;
    long liveCount = 0;
    long liveBytes = 0;
    CounterRow row;
    int next = rowOfStack.get(stackId);
    do {
      row = rows.get(next);
      if (totalsHaveAllocs) {
        count = Saturation.add(count, row.totalCount());
        bytes = Saturation.add(bytes, row.totalBytes());
      }
      if (totalsHaveFrees && row.lastDump == ordinal) {
        liveCount = Saturation.add(liveCount, row.liveCount());
        liveBytes = Saturation.add(liveBytes, row.liveBytes());
      }
      changed.clear(next);
      next = row.older;
    } while (next >= 0);
    row.totals = -1;
    if ((count | bytes | liveCount | liveBytes) != 0) {
      row.totals = totals.newRow(stackId, List.of());
      totals.addAlloc(row.totals, count, bytes);
      totals.addLive(row.totals, liveCount, liveBytes);
    }
  }

  /**
   * What all dumps tell about the sizes of stacks, or null.
   *
   * @param expectedUnit what recorded bytes of small sizes are multiples of
   */
  @Nullable RecordingCells cells(long expectedUnit) {
    int[] stacks = new int[rows.size()];
    Arrays.setAll(stacks, number -> rows.get(number).stack);
    return cells.ofStacks(expectedUnit, stacks, this::addSides);
  }

  private void addSides(StackCells sides, int number) {
    CounterRow row = rows.get(number);
    sides.addSides(
        row.totalCount(),
        row.totalBytes(),
        Saturation.add(row.carriedCount, row.freeCount),
        Saturation.add(row.carriedBytes, row.freeBytes));
  }
}
