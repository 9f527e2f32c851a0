package dev.heapconv.model;

import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Recordings.Evidence;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.Arrays;

/**
 * The allocated bytes of some stacks of a heap: those with the smallest hashes, so that all heaps
 * with these stacks choose the same ones. In two dumps of one process, every stack of the earlier
 * dump is in the later one, and none has fewer bytes there. At least a third have exactly as many
 * bytes, because programs allocate many things only once. Samples of two runs of a program agree
 * like this only by chance, and stacks agree only if the program is loaded to the same addresses.
 */
final class AllocationCounters {

  static final AllocationCounters NONE =
      new AllocationCounters(new long[0], new double[0], new double[0], Long.MIN_VALUE, -1, false);

  /** So many stacks that agreement of a third of them is no chance. */
  private static final int MAX_STACKS = 64;

  /** Fewer stacks than this may agree by chance. */
  private static final int MIN_STACKS = 5;

  private static final int UNCHANGED = 3;

  /**
   * The odds that a pair needs, because one in a hundred other pairs may agree. With several
   * inputs, each pair needs more.
   */
  private static final double MIN_CHANCES = 50;

  /** Sums of the same numbers in a different order differ by less than this fraction. */
  private static final double ROUNDING = 1e-9;

  /** Hashes of the stacks, ascending. */
  private final long[] stacks;

  private final double[] bytes;

  /**
   * For each stack, minus the logarithm of the probability that another run has exactly as many
   * bytes.
   */
  private final double[] surprise;

  /** This object contains all stacks of the heap with hashes up to this one. */
  private final long upTo;

  private final long total;
  private final boolean sampled;

  private AllocationCounters(
      long[] stacks, double[] bytes, double[] surprise, long upTo, long total, boolean sampled) {
    this.stacks = stacks;
    this.bytes = bytes;
    this.surprise = surprise;
    this.upTo = upTo;
    this.total = total;
    this.sampled = sampled;
  }

  /**
   * Returns the counters of a heap. They are {@link #NONE} unless the heap counts allocations since
   * its process or its recording began.
   */
  static AllocationCounters of(EstimatedHeap heap, StackTable table) {
    Column column = heap.column(View.ALLOC_SPACE);
    if (column == null
        || !View.ALL.containsAll(heap.views())
        || heap.info().provenance().allocated() == Allocated.STRETCH) {
      return NONE;
    }
    long[] hashes = hashes(table);
    Long2DoubleOpenHashMap sums = new Long2DoubleOpenHashMap();
    Long2DoubleOpenHashMap surprises = new Long2DoubleOpenHashMap();
    for (int row = 0; row < heap.rows(); row++) {
      double size = column.value(row);
      if (size > 0) {
        long hash = hashes[heap.stack(row)];
        sums.addTo(hash, size);
        // The chance that two Poisson numbers of n samples are equal is one in the square root of 4
        // pi n.
        surprises.addTo(hash, Math.log1p(2 * Math.PI * samples(heap, row, size)) / 2);
      }
    }
    long[] all = sums.keySet().toLongArray();
    Arrays.sort(all);
    long[] stacks = all.length <= MAX_STACKS ? all : Arrays.copyOf(all, MAX_STACKS);
    return new AllocationCounters(
        stacks,
        Arrays.stream(stacks).mapToDouble(sums::get).toArray(),
        Arrays.stream(stacks).mapToDouble(surprises::get).toArray(),
        stacks.length == all.length ? Long.MAX_VALUE : stacks[MAX_STACKS - 1],
        all.length == 0 ? -1 : Math.round(column.total()),
        !heap.info().sampling().isComplete());
  }

  private static double samples(EstimatedHeap heap, int row, double size) {
    HeapInfo info = heap.info();
    double recorded = heap.recordedAlloc(row);
    return info.sampling().isScaled() && info.sampling().isIntervalKnown()
        ? Math.min(recorded, size / info.samplingInterval())
        : recorded;
  }

  /** Returns a hash for each stack; equal stacks of any table have equal hashes. */
  private static long[] hashes(StackTable table) {
    long[] frames = new long[table.frameCount()];
    for (int frame = 0; frame < frames.length; frame++) {
      int mapping = table.frameMapping(frame);
      long place = mapping == StackTable.NO_MAPPING ? 0 : table.mapping(mapping).hashCode();
      frames[frame] = mixed(mixed(place, table.frameRelPc(frame)), table.lines(frame).hashCode());
    }
    long[] stacks = new long[table.stackCount()];
    for (int stack = 1; stack < stacks.length; stack++) {
      stacks[stack] = mixed(stacks[table.parent(stack)], frames[table.frame(stack)]);
    }
    return stacks;
  }

  /** The finalizer of MurmurHash3 over a sum. */
  private static long mixed(long one, long other) {
    long hash = one * 0x9e3779b97f4a7c15L + other;
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  /** Returns the allocated bytes of all stacks; -1 if unknown. */
  long total() {
    return total;
  }

  /**
   * Returns a number for each stack and its bytes; it is equal for the same stack with the same
   * bytes.
   */
  long[] cells() {
    long[] cells = new long[stacks.length];
    for (int at = 0; at < cells.length; at++) {
      cells[at] = mixed(stacks[at], Math.round(bytes[at]));
    }
    return cells;
  }

  /**
   * Returns the evidence that another dump is a later dump of the same process.
   *
   * @param inputs number of inputs among which the dump was found
   */
  Evidence repeatedBy(AllocationCounters later, int inputs) {
    int seen = 0;
    int unchanged = 0;
    double surprises = 0;
    for (int at = 0; at < stacks.length && stacks[at] <= later.upTo; at++) {
      double after = later.bytes(stacks[at]);
      if (after < bytes[at] * (1 - ROUNDING)) {
        return Evidence.NONE;
      }
      if (after <= bytes[at] * (1 + ROUNDING)) {
        unchanged++;
        surprises += surprise[at];
      }
      seen++;
    }
    // Two runs that are recorded completely may well be the same.
    boolean fits = total < later.total || sampled && total == later.total;
    return !fits || seen < MIN_STACKS || unchanged * UNCHANGED < seen
        ? Evidence.NONE
        : surprises < Math.log(MIN_CHANCES * inputs) ? Evidence.LIKELY : Evidence.SURE;
  }

  /**
   * Whether some stack has fewer bytes here than in another dump, so that this is not a later dump
   * of it.
   */
  boolean isBelow(AllocationCounters earlier) {
    for (int at = 0; stacks.length > 0 && at < earlier.stacks.length; at++) {
      long stack = earlier.stacks[at];
      if (stack <= upTo && bytes(stack) < earlier.bytes[at] * (1 - ROUNDING)) {
        return true;
      }
    }
    return false;
  }

  private double bytes(long stack) {
    int at = Arrays.binarySearch(stacks, stack);
    return at < 0 ? 0 : bytes[at];
  }
}
