package dev.heapconv.transform;

import dev.heapconv.model.EstimateBasis;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.Sampling;
import dev.heapconv.unskew.sizes.StackCells;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * What heapprofd recorded of the stacks of one recording, of which {@link LearnedSizes} are the
 * sums over many. Each heap counts once: with what all its dumps tell, or else with its last one.
 *
 * @param heaps none for other recordings, and for those that have been estimated already
 */
public record RecordedSizes(List<HeapSizes> heaps) {

  /** Nothing was recorded. */
  public static final RecordedSizes NONE = new RecordedSizes(List.of());

  public RecordedSizes {
    heaps = List.copyOf(heaps);
  }

  /**
   * A heap.
   *
   * @param stacks of the recording's table
   */
  public record HeapSizes(Sampling sampling, List<StackSizes> stacks) {
    public HeapSizes {
      stacks = List.copyOf(stacks);
    }
  }

  /**
   * A stack of a heap.
   *
   * @param id of the stack
   * @param sums what was recorded of it
   */
  public record StackSizes(int id, CellSums sums) {}

  /**
   * @param setup of which the cutoff counts
   */
  public static RecordedSizes of(RecordedProfile recorded, UnskewSetup setup) {
    List<HeapSizes> heaps = new ArrayList<>();
    Set<Object> recordings = Collections.newSetFromMap(new IdentityHashMap<>());
    for (RecordedHeap said : recorded.heaps()) {
      RecordedHeap heap = SmallerIntervals.shown(said, setup);
      if (heap.basis() instanceof DumpCells basis
          && recordings.add(basis.cells().recording())
          && isSampled(heap, setup)) {
        List<StackSizes> stacks = new ArrayList<>();
        StackCells[] ofStacks = basis.cells().cells();
        for (int i = 0; i < ofStacks.length; i++) {
          add(basis.cells().stack(i), ofStacks[i], stacks);
        }
        heaps.add(new HeapSizes(sampling(heap, setup), stacks));
      }
    }
    for (RecordedHeap said : recorded.latestDumps()) {
      RecordedHeap heap = SmallerIntervals.shown(said, setup);
      if (heap.basis() == EstimateBasis.SUMS && isSampled(heap, setup)) {
        RecordedSums rows = new RecordedSums(heap);
        List<StackSizes> stacks = new ArrayList<>();
        for (int row = 0; row < heap.rows(); row++) {
          StackCells cells = new StackCells(heap.info().samplingInterval());
          rows.addSides(row, cells);
          add(heap.stack(row), cells, stacks);
        }
        heaps.add(new HeapSizes(sampling(heap, setup), stacks));
      }
    }
    return new RecordedSizes(heaps);
  }

  private static void add(int id, StackCells cells, List<StackSizes> stacks) {
    if (cells.count() > 0) {
      stacks.add(new StackSizes(id, CellSums.of(cells)));
    }
  }

  private static Sampling sampling(RecordedHeap heap, UnskewSetup setup) {
    return new Sampling(heap.info().samplingInterval(), setup.cutoff(heap.info()));
  }

  /** Whether one sampling describes all of it: an interval that grew says too little. */
  private static boolean isSampled(RecordedHeap heap, UnskewSetup setup) {
    HeapInfo info = heap.info();
    long original = info.origSamplingInterval();
    return info.scheme() == Scheme.WEIGHTED
        && info.samplingInterval() > 1
        && (original <= 0 || original >= info.samplingInterval())
        && setup.cutoff(info) > 1
        && !heap.isDifference();
  }
}
