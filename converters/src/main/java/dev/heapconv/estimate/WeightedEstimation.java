package dev.heapconv.estimate;

import dev.heapconv.estimate.SizeKnowledge.KnowledgeSource;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.StackTable;
import dev.heapconv.query.StackNames;
import dev.heapconv.unskew.sizes.KnownSizes;
import dev.heapconv.unskew.sizes.NamedSizes;
import dev.heapconv.unskew.sizes.SiteFacts;
import dev.heapconv.unskew.sizes.StackCells;
import dev.heapconv.unskew.sizes.StackEstimates;
import dev.heapconv.unskew.sizes.WeightedUnskewer;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/** The laws of the sizes of the stacks of a heapprofd recording, which all its dumps share. */
final class WeightedEstimation {

  /** Finds what tells of the sizes of a stack besides what was recorded of it. */
  static final class Facts {
    private final StackNames names = new StackNames();

    /** Those of stacks whose sizes are not known, by function and what its name says. */
    private final Long2ObjectOpenHashMap<SiteFacts> unknown = new Long2ObjectOpenHashMap<>();

    private final ReferenceSizes.@Nullable Lookup reference;
    private StackTable stacks = new StackTable();

    Facts(UnskewSetup setup) {
      reference = setup.sizes() == null ? null : setup.sizes().lookup(names);
    }

    /** Sets the table that stacks are of from now on. */
    void over(StackTable stacks) {
      this.stacks = stacks;
      names.over(stacks);
    }

    SiteFacts of(int stack) {
      int function = names.innermost(stack);
      NamedSizes named = names.sizes(stack);
      KnownSizes known = known(stack);
      if (known != null) {
        return new SiteFacts(function, named, known);
      }
      long key = (long) function << Integer.SIZE | (named == null ? 0 : 1 + named.ordinal());
      SiteFacts found = unknown.get(key);
      if (found == null) {
        found = new SiteFacts(function, named, null);
        unknown.put(key, found);
      }
      return found;
    }

    /** What the code of the program states, or else reference recordings know; null for nothing. */
    private @Nullable KnownSizes known(int stack) {
      long size = stacks.allocationSize(stack);
      if (size > 0) {
        return KnownSizes.ofCode(size);
      }
      return reference == null ? null : reference.of(stack);
    }
  }

  /** The laws of stacks. */
  static final class Laws {
    private final WeightedUnskewer.RecordingUnskewer ofStacks;
    private final int recordings;

    /**
     * @param facts what else is known of each stack
     * @param recordings how many the cells are of
     * @param others how many with other samplings tell of the stacks, too
     */
    Laws(
        WeightedUnskewer unskewer,
        StackCells[] cells,
        SiteFacts[] facts,
        int recordings,
        int others) {
      ofStacks = unskewer.recordings(cells, facts, recordings);
      this.recordings = recordings + others;
    }
  }

  /** The same object for all heaps of one recording. */
  private final Object recording;

  private final Laws laws;

  /** Numbers of the stacks of a recording by their ids; null if rows are the stacks. */
  private final int @Nullable [] numbers;

  /** Numbers in the laws of the stacks of several recordings; null if there is only this one. */
  private final int @Nullable [] pooled;

  /** What was recorded of each stack, if others tell, too; else none. */
  private final StackCells[] cells;

  /**
   * The recording alone.
   *
   * @param heap of any dump
   * @param unskewer for its sampling
   * @param numberOf for the ids of all stacks; those of the recording are written
   */
  static WeightedEstimation alone(
      RecordedHeap heap,
      StackTable stacks,
      WeightedUnskewer unskewer,
      UnskewSetup setup,
      int[] numberOf) {
    StackEvidence evidence = StackEvidence.of(heap, unskewer);
    int[] ids = evidence.stacks;
    SiteFacts[] facts = new SiteFacts[ids.length];
    Facts known = new Facts(setup);
    known.over(stacks);
    for (int i = 0; i < ids.length; i++) {
      facts[i] = known.of(ids[i]);
    }
    Laws laws = new Laws(unskewer, evidence.cells, facts, 1, 0);
    return new WeightedEstimation(evidence, laws, null, numberOf);
  }

  /**
   * @param laws of the stacks of this and other recordings, or of this alone
   * @param pooled their numbers by those of the recording; null if they are the same
   * @param numberOf for the ids of all stacks; those of the recording are written
   */
  WeightedEstimation(StackEvidence evidence, Laws laws, int @Nullable [] pooled, int[] numberOf) {
    recording = evidence.recording;
    cells = pooled == null ? new StackCells[0] : evidence.cells;
    this.laws = laws;
    this.pooled = pooled;
    numbers = evidence.areRows ? null : numberOf;
    for (int i = 0; numbers != null && i < evidence.stacks.length; i++) {
      numbers[evidence.stacks[i]] = i;
    }
  }

  /** How many recordings tell about the sizes of its stacks. */
  int recordings() {
    return laws.recordings;
  }

  /** How many stacks cannot have been recorded with the sizes that the code states. */
  int refutedSizes() {
    return laws.ofStacks.refuted();
  }

  /** Whether a heap is of the same recording. */
  boolean isOf(RecordedHeap heap) {
    return recording == StackEvidence.recording(heap);
  }

  private int number(RecordedHeap heap, int row) {
    return numbers == null ? row : numbers[heap.stack(row)];
  }

  private int lawNumber(int number) {
    return pooled == null ? number : pooled[number];
  }

  /** Of a row what decides its estimates. */
  EqualRows equalRows(RecordedHeap heap, int row, RecordedSums sums) {
    int number = number(heap, row);
    int stack = lawNumber(number);
    long whole = pooled == null ? 0 : cells[number].count();
    return sums.equalRows(row, stack, laws.ofStacks.lawNumber(stack), whole);
  }

  /** The estimates of all rows of which the same was recorded. */
  StackEstimates estimate(EqualRows rows) {
    return laws.ofStacks.estimate(
        rows.stack, rows.whole, rows.allocCount, rows.allocBytes, rows.freeCount, rows.freeBytes);
  }

  /**
   * Rows of which the same was recorded, of stacks with the same sizes.
   *
   * @param stack number of one of the stacks; which one makes no difference
   * @param whole recorded allocations of the stack in the recording, where others tell, too; else 0
   */
  record EqualRows(
      int stack,
      long law,
      long whole,
      long allocCount,
      long allocBytes,
      long freeCount,
      long freeBytes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof EqualRows rows
          && law == rows.law
          && whole == rows.whole
          && allocCount == rows.allocCount
          && allocBytes == rows.allocBytes
          && freeCount == rows.freeCount
          && freeBytes == rows.freeBytes;
    }

    @Override
    public int hashCode() {
      long counts = 31 * (31 * (31 * whole + law) + allocCount) + freeCount;
      return Long.hashCode((31 * (31 * counts + allocBytes) + freeBytes) * 0x9E3779B97F4A7C15L);
    }
  }

  /** Where the sizes of a stack are known from. */
  KnowledgeSource source(RecordedHeap heap, int row) {
    KnownSizes sizes = laws.ofStacks.known(lawNumber(number(heap, row)));
    if (sizes == null) {
      return KnowledgeSource.STACK;
    }
    return sizes.size() > 0 ? KnowledgeSource.CODE : ReferenceSizes.source(sizes);
  }
}
