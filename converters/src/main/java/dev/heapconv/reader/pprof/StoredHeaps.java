package dev.heapconv.reader.pprof;

import dev.heapconv.model.RecordedHeap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The heaps of a file with stored estimates, which get the samples in their order. */
final class StoredHeaps {

  private final StoredEstimates estimates;
  private final List<StoredHeapRows> heaps = new ArrayList<>();
  private int heap = -1;
  private long samplesLeft;

  StoredHeaps(StoredEstimates estimates, PprofColumns columns) {
    this.estimates = estimates;
    for (StoredEstimates.Heap each : estimates.heaps()) {
      heaps.add(new StoredHeapRows(each, columns));
    }
  }

  /** The heap of the next sample; there are as many samples as rows. */
  StoredHeapRows ofNextSample() {
    while (samplesLeft == 0) {
      heap++;
      samplesLeft = estimates.heaps().get(heap).samples();
    }
    samplesLeft--;
    return heaps.get(heap);
  }

  List<PprofRows> rows() {
    return heaps.stream().map(StoredHeapRows::rows).toList();
  }

  /** The heaps; a file may have only some of the dumps of a recording. */
  List<RecordedHeap> heaps() {
    Map<List<Object>, Integer> last = new HashMap<>();
    for (StoredHeapRows each : heaps) {
      last.merge(each.info().series(), each.info().dump(), Math::max);
    }
    List<RecordedHeap> recorded = new ArrayList<>();
    for (StoredHeapRows each : heaps) {
      int dumps = last.getOrDefault(each.info().series(), each.info().dump());
      recorded.add(each.heap(dumps, estimates.confidence()));
    }
    return recorded;
  }
}
