package dev.heapconv.reader.perfetto;

import dev.heapconv.columns.LongBlocks;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.unskew.Saturation;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.StackCells;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
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
 * numbers are extracted. In a new generation, or where packets were lost that may have begun one, a
 * new id tells nothing of the dumps before: its row is found by the stack. Often several rows would
 * do; what is carried is then the least that is possible, so that nothing is counted twice. The
 * cost depends on the number of samples in the trace, not on the number of dumps or of stacks that
 * are no longer sent.
 */
final class HeapCounters {

  /** Ends the search for a row in a damaged trace; a real stack has two or three. */
  private static final int MAX_CANDIDATES = 100;

  private final IdMap rowOfCallstack = new IdMap();
  private final RowCells cells = new RowCells();

  private int rows;
  private int[] stack = new int[0];
  private int[] lastDump = new int[0];

  /** What was allocated before the counters of a row began anew; of the first rows, if of any. */
  private long[] carriedBytes = new long[0];

  private long[] carriedCount = new long[0];
  private final LongBlocks allocBytes = new LongBlocks();
  private final LongBlocks allocCount = new LongBlocks();
  private final LongBlocks freeBytes = new LongBlocks();
  private final LongBlocks freeCount = new LongBlocks();

  /** The last row of each stack; of each row, the one of its stack before it, which few have. */
  private final IdMap rowOfStack = new IdMap();

  private final IdMap older = new IdMap();

  /** The id by which each row was found last. */
  private final LongBlocks callstackOfRow = new LongBlocks();

  /** Rows of stacks of which parts are not defined: they may be those of others. */
  private final IntArrayList rowsWithGaps = new IntArrayList(0);

  private final BitSet rowsSinceRestart = new BitSet();

  /** Those of the dump that the totals are of, and of the dumps since. */
  private final BitSet rowsSinceTotals = new BitSet();

  /** Number of dumps added. */
  private int ordinal;

  /** The last dump from which the absence of a stack proves that it was forgotten. */
  private int lastCompleteOrdinal;

  private int generation = -1;

  /** The dump that began the current generation. */
  private int generationOrdinal;

  /**
   * Whether a stack that is known may be in this generation under an id that tells nothing of it.
   */
  private boolean stacksAreLost;

  /** The totals of stacks at all dumps that were asked for; most are those of many dumps. */
  final RecordedRows totals = RecordedRows.ofSums(List.of());

  /** Of the first row of each stack, the row of its totals; -1 if it has no numbers. */
  private int[] totalsOfStack = new int[0];

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

  /** Whether it has all that was live at the last dump that surely lacked nothing. */
  boolean hasAllThatLived;

  // Running totals, in double because hostile numbers overflow a long.
  double totalAllocBytes;
  double totalAllocCount;

  /** How many stacks there were in all dumps. */
  int stacks() {
    return rowOfStack.size();
  }

  /** All counters restart: they continue on top of the previous counts. */
  void restart() {
    for (int row = rowsSinceRestart.nextSetBit(0);
        row >= 0;
        row = rowsSinceRestart.nextSetBit(row + 1)) {
      carry(row);
      lastDump[row] = 0;
    }
    rowsSinceRestart.clear();
    rowOfCallstack.clear();
    generation = -1;
  }

  /** Adds one complete dump. */
  void add(HeapRows dump, CallstackResolver resolver, TraceFacts facts) {
    if (ordinal++ == 1) {
      for (int row = 0; row < rows; row++) {
        addFirstCell(row);
      }
    }
    cells.begin(dump, facts);
    boolean isNewGeneration = dump.generation.number() != generation;
    if (isNewGeneration) {
      rowOfCallstack.clear();
      generation = dump.generation.number();
      generationOrdinal = ordinal;
      stacksAreLost = false;
    }
    boolean isLossless =
        lastCompleteOrdinal == ordinal - 1 && !dump.loss.mayLackRows() && !stacksAreLost;
    // A new id has new counters, unless what would have told of a new generation may have been
    // lost.
    boolean idsTell = ordinal == 1 || !isNewGeneration && isLossless;
    liveBytes = 0;
    liveCount = 0;
    dumpedRows = 0;
    IntArrayList lived =
        dump.loss == DumpLoss.BEGINNING_IN_DOUBT ? rowsThatLived() : new IntArrayList(0);
    Int2ObjectMap<IntArrayList> ofKnownStacks = new Int2ObjectLinkedOpenHashMap<>(0);
    for (int i = 0; i < dump.size; i++) {
      int row = rowOfCallstack.get(dump.callstack.get(i));
      if (row >= 0) {
        addSample(row, dump, i);
      } else {
        addNewId(dump, i, resolver, idsTell ? null : ofKnownStacks);
      }
    }
    for (Int2ObjectMap.Entry<IntArrayList> samples : ofKnownStacks.int2ObjectEntrySet()) {
      addSamples(samples.getIntKey(), samples.getValue(), dump, isLossless && !stacksAreLost);
    }
    hasAllThatLived =
        !lived.isEmpty() && lived.intStream().allMatch(row -> lastDump[row] == ordinal);
    if (isNewGeneration) {
      rowsWithGaps.forEach(this::forgetIfAbsent);
      rowsWithGaps.removeIf(row -> lastDump[row] != ordinal);
    }
    if (!dump.loss.mayLackRows() && !stacksAreLost) {
      lastCompleteOrdinal = ordinal;
    }
  }

  /** Those that were live at the last complete dump: each later one has them, if only as freed. */
  private IntArrayList rowsThatLived() {
    IntArrayList lived = new IntArrayList(0);
    for (int row = rowsSinceRestart.nextSetBit(0);
        row >= 0;
        row = rowsSinceRestart.nextSetBit(row + 1)) {
      if (lastDump[row] == lastCompleteOrdinal && allocBytes.get(row) > freeBytes.get(row)) {
        lived.add(row);
      }
    }
    return lived;
  }

  /**
   * Adds a sample with a new id.
   *
   * @param ofKnownStacks where to add it if its stack is known; null if the id tells that its
   *     counters are new
   */
  private void addNewId(
      HeapRows dump,
      int i,
      CallstackResolver resolver,
      @Nullable Int2ObjectMap<IntArrayList> ofKnownStacks) {
    long callstack = dump.callstack.get(i);
    int stackId = resolver.resolve(dump.generation, callstack);
    if (isLost(stackId, resolver)) {
      resolver.reportUndefined(callstack);
    } else if (ofKnownStacks != null && rowOfStack.get(stackId) >= 0) {
      ofKnownStacks.computeIfAbsent(stackId, unused -> new IntArrayList(1)).add(i);
    } else {
      int row = bind(callstack, newRow(stackId));
      if (resolver.hasGaps(stackId)) {
        rowsWithGaps.add(row);
      }
      addSample(row, dump, i);
    }
  }

  /**
   * Whether nothing is known of the stack of a new id, which may then be one of the dumps before;
   * after the first generation that is so as well if parts of it are not defined.
   */
  private boolean isLost(int stackId, CallstackResolver resolver) {
    boolean isWhole = stackId >= 0 && !resolver.hasGaps(stackId);
    stacksAreLost |= ordinal > 1 && !isWhole;
    return stackId < 0 || generationOrdinal > 1 && !isWhole;
  }

  /** In a new generation, a stack whose parts were not defined has come back with them. */
  private void forgetIfAbsent(int row) {
    if (lastDump[row] != ordinal) {
      carry(row);
      totalAllocBytes -= carriedBytes[row];
      totalAllocCount -= carriedCount[row];
      carriedBytes[row] = 0;
      carriedCount[row] = 0;
    }
  }

  private void addSample(int row, HeapRows dump, int i) {
    if (lastDump[row] == ordinal) {
      addToRow(row, dump, i);
    } else {
      if (lastDump[row] != 0 && startsAgain(row, dump, i)) {
        carry(row);
      }
      setRow(row, dump, i);
      dumpedRows++;
    }
    liveBytes += Math.max(0, dump.allocBytes.get(i) - dump.freeBytes.get(i));
    liveCount += Math.max(0, dump.allocCount.get(i) - dump.freeCount.get(i));
  }

  /** Adds the samples of a stack that is known, to whichever of its rows they continue. */
  private void addSamples(int stackId, IntArrayList samples, HeapRows dump, boolean isLossless) {
    RowMatching matching = new RowMatching(samples, (row, i) -> !startsAgain(row, dump, i));
    for (int row : candidates(stackId, isLossless)) {
      if (!matching.match(row) && !isLossless && matching.hasRivals()) {
        if (dump.loss.mayLackRows()) {
          // The next complete dump may tell which rows these samples continue.
          return;
        }
        matching.rivals().forEach(rival -> limitCount(row, allocCount.get(rival)));
      }
    }
    for (int i : samples) {
      int row = matching.row(i);
      addSample(bind(dump.callstack.get(i), row < 0 ? newRow(stackId) : row), dump, i);
    }
  }

  /** Makes a row that of a callstack id, and no longer that of another. */
  private int bind(long callstack, int row) {
    if (rowOfCallstack.get(callstackOfRow.get(row)) == row) {
      rowOfCallstack.remove(callstackOfRow.get(row));
    }
    rowOfCallstack.put(callstack, row);
    callstackOfRow.set(row, callstack);
    return row;
  }

  /**
   * The rows that a stack may continue, those first that must be continued if they can: without
   * losses, a stack of which something is live was not forgotten; otherwise that with most bytes,
   * so that the fewest are carried.
   */
  private int[] candidates(int stackId, boolean isLossless) {
    IntArrayList candidates = new IntArrayList(1);
    int tries = MAX_CANDIDATES;
    for (int row = rowOfStack.get(stackId); row >= 0 && tries-- > 0; row = older.get(row)) {
      if (lastDump[row] >= Math.max(1, lastCompleteOrdinal) && lastDump[row] < ordinal) {
        candidates.add(row);
      }
    }
    candidates.sort(
        (a, b) -> {
          boolean live = isLossless && allocCount.get(a) > freeCount.get(a);
          boolean otherLive = isLossless && allocCount.get(b) > freeCount.get(b);
          return live != otherLive
              ? live ? -1 : 1
              : Long.compare(allocBytes.get(b), allocBytes.get(a));
        });
    return candidates.toIntArray();
  }

  /** Carries no more objects than a row has that may have ended instead. */
  private void limitCount(int row, long count) {
    totalAllocCount -= Math.max(0, allocCount.get(row) - count);
    allocCount.set(row, Math.min(allocCount.get(row), count));
    freeCount.set(row, Math.min(freeCount.get(row), count));
    changed.set(row);
  }

  /**
   * Whether the counters of a row restarted since it was last seen. One that was live then cannot
   * have been forgotten: the dump after it was damaged.
   */
  private boolean startsAgain(int row, HeapRows dump, int i) {
    return lastDump[row] < lastCompleteOrdinal && !wasLive(row)
        || dump.allocBytes.get(i) < allocBytes.get(row)
        || dump.allocCount.get(i) < allocCount.get(row)
        || dump.freeBytes.get(i) < freeBytes.get(row)
        || dump.freeCount.get(i) < freeCount.get(row);
  }

  private boolean wasLive(int row) {
    return allocCount.get(row) > freeCount.get(row) || allocBytes.get(row) > freeBytes.get(row);
  }

  private long carriedBytes(int row) {
    return row < carriedBytes.length ? carriedBytes[row] : 0;
  }

  private long carriedCount(int row) {
    return row < carriedCount.length ? carriedCount[row] : 0;
  }

  private long totalBytes(int row) {
    return Saturation.add(carriedBytes(row), allocBytes.get(row));
  }

  private long totalCount(int row) {
    return Saturation.add(carriedCount(row), allocCount.get(row));
  }

  private void carry(int row) {
    if (row >= carriedBytes.length) {
      carriedBytes = Arrays.copyOf(carriedBytes, stack.length);
      carriedCount = Arrays.copyOf(carriedCount, stack.length);
    }
    carriedBytes[row] = Saturation.add(carriedBytes[row], allocBytes.get(row));
    carriedCount[row] = Saturation.add(carriedCount[row], allocCount.get(row));
    allocBytes.set(row, 0);
    allocCount.set(row, 0);
    freeBytes.set(row, 0);
    freeCount.set(row, 0);
    changed.set(row);
  }

  private void setRow(int row, HeapRows dump, int i) {
    long bytes = dump.allocBytes.get(i);
    long count = dump.allocCount.get(i);
    long bytesFreed = dump.freeBytes.get(i);
    long countFreed = dump.freeCount.get(i);
    // Most are what they were in the dump before.
    boolean isSame =
        bytes == allocBytes.get(row)
            && count == allocCount.get(row)
            && bytesFreed == freeBytes.get(row)
            && countFreed == freeCount.get(row);
    if (!isSame || lastDump[row] != ordinal - 1) {
      changed.set(row);
    }
    if (lastDump[row] == 0) {
      rowsSinceRestart.set(row);
    }
    if (lastDump[row] == 0 || lastDump[row] < totalsOrdinal) {
      rowsSinceTotals.set(row);
    }
    lastDump[row] = ordinal;
    if (isSame) {
      return;
    }
    long bytesBefore = allocBytes.get(row);
    long countBefore = allocCount.get(row);
    if (ordinal > 1) {
      cells.add(row, count - countBefore, bytes - bytesBefore);
    }
    totalAllocBytes += (double) bytes - bytesBefore;
    totalAllocCount += (double) count - countBefore;
    allocBytes.set(row, bytes);
    allocCount.set(row, count);
    freeBytes.set(row, bytesFreed);
    freeCount.set(row, countFreed);
  }

  /**
   * Adds what a row has at the first dump, unless it was done. Most recordings have no other dump,
   * and do not need it.
   */
  private void addFirstCell(int row) {
    if (!cells.has(row)) {
      cells.add(row, totalCount(row), totalBytes(row));
    }
  }

  private void addToRow(int row, HeapRows dump, int i) {
    if (ordinal == 1) {
      addFirstCell(row);
    }
    cells.add(row, dump.allocCount.get(i), dump.allocBytes.get(i));
    totalAllocBytes += dump.allocBytes.get(i);
    totalAllocCount += dump.allocCount.get(i);
    allocBytes.set(row, Saturation.add(allocBytes.get(row), dump.allocBytes.get(i)));
    allocCount.set(row, Saturation.add(allocCount.get(row), dump.allocCount.get(i)));
    freeBytes.set(row, Saturation.add(freeBytes.get(row), dump.freeBytes.get(i)));
    freeCount.set(row, Saturation.add(freeCount.get(row), dump.freeCount.get(i)));
    changed.set(row);
  }

  private int newRow(int stackId) {
    int row = rows++;
    if (row == stack.length) {
      int capacity = Math.max(4, row + (row >> 1));
      stack = Arrays.copyOf(stack, capacity);
      totalsOfStack = Arrays.copyOf(totalsOfStack, capacity);
      lastDump = Arrays.copyOf(lastDump, capacity);
    }
    stack[row] = stackId;
    callstackOfRow.append();
    allocBytes.append();
    allocCount.append();
    freeBytes.append();
    freeCount.append();
    int before = rowOfStack.put(stackId, row);
    if (before >= 0) {
      older.put(row, before);
    }
    totalsOfStack[row] = -1;
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
      changed.set(0, rows);
      totalsHaveAllocs = allocs;
      totalsHaveFrees = frees;
    }
    for (int row = rowsSinceTotals.nextSetBit(0);
        row >= 0;
        row = rowsSinceTotals.nextSetBit(row + 1)) {
      if (lastDump[row] < ordinal) {
        rowsSinceTotals.clear(row);
        changed.set(row);
      }
    }
    for (int row = changed.nextSetBit(0); row >= 0; row = changed.nextSetBit(row + 1)) {
      addTotals(stack[row]);
    }
    totalsOrdinal = ordinal;
  }

  /** The numbers of all stacks when they were last added, as rows of {@link #totals}. */
  int[] lastTotals() {
    int[] present = new int[stacks()];
    int size = 0;
    for (int row = 0; row < rows; row++) {
      if (older.get(row) < 0 && totalsOfStack[row] >= 0) {
        present[size++] = totalsOfStack[row];
      }
    }
    return Arrays.copyOf(present, size);
  }

  private void addTotals(int stackId) {
    long count = 0;
    long bytes = 0;
    long liveCount = 0;
    long liveBytes = 0;
    int first = -1;
    for (int row = rowOfStack.get(stackId); row >= 0; row = older.get(row)) {
      if (totalsHaveAllocs) {
        count = Saturation.add(count, totalCount(row));
        bytes = Saturation.add(bytes, totalBytes(row));
      }
      if (totalsHaveFrees && lastDump[row] == ordinal) {
        liveCount =
            Saturation.add(liveCount, Math.max(0, allocCount.get(row) - freeCount.get(row)));
        liveBytes =
            Saturation.add(liveBytes, Math.max(0, allocBytes.get(row) - freeBytes.get(row)));
      }
      changed.clear(row);
      first = row;
    }
    totalsOfStack[first] = -1;
    if ((count | bytes | liveCount | liveBytes) != 0) {
      int row = totals.newRow(stackId, List.of());
      totals.addAlloc(row, count, bytes);
      totals.addLive(row, liveCount, liveBytes);
      totalsOfStack[first] = row;
    }
  }

  /**
   * What all dumps tell about the sizes of stacks, or null.
   *
   * @param expectedUnit what recorded bytes of small sizes are multiples of
   */
  @Nullable RecordingCells cells(long expectedUnit) {
    return cells.ofStacks(expectedUnit, Arrays.copyOf(stack, rows), this::addSides);
  }

  private void addSides(StackCells sides, int row) {
    sides.addSides(
        totalCount(row),
        totalBytes(row),
        Saturation.add(carriedCount(row), freeCount.get(row)),
        Saturation.add(carriedBytes(row), freeBytes.get(row)));
  }
}
