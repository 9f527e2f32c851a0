package dev.heapconv.reader.perfetto;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** What lost packets mean for the dumps that are taken: most losses harm only some numbers. */
final class LostPackets {

  private final DumpSelector choice;
  private boolean areRowsMissing;
  private long heapsWithDamagedDumps;
  private long heapsWithoutPast;
  private long heapsWithoutEnd;

  LostPackets(DumpSelector choice) {
    this.choice = choice;
  }

  /**
   * @param taken the numbers of its dumps that are taken
   */
  void add(HeapAccumulator heap, Collection<Integer> taken) {
    List<DumpRecord> dumps = heap.dumps();
    DumpLoss loss = DumpLoss.NONE;
    boolean hasAllocated = false;
    boolean isEarlierDamaged = false;
    int latest = taken.isEmpty() ? 0 : Collections.max(taken);
    for (int number : taken) {
      DumpRecord dump = dumps.get(number - 1);
      if (number == latest) {
        loss = dump.loss();
      } else {
        isEarlierDamaged |= dump.loss().mayLackRows();
      }
      for (View view : dump.sums().views()) {
        hasAllocated |= !view.isLive();
      }
    }
    for (DumpRecord dump : isOfAll(heap) ? dumps : List.<DumpRecord>of()) {
      loss = dump.loss() == DumpLoss.NONE ? loss : DumpLoss.WITHIN;
    }
    areRowsMissing |= loss.mayLackRows();
    heapsWithDamagedDumps += isEarlierDamaged ? 1 : 0;
    heapsWithoutPast += loss == DumpLoss.BEFORE && hasAllocated ? 1 : 0;
    boolean isLast = choice instanceof DumpSelector.Last || choice instanceof DumpSelector.All;
    long last = dumps.get(dumps.size() - 1).timestamp();
    boolean hasEnded = last > 0 && heap.machine.flags.disconnection(heap.pid) >= last;
    heapsWithoutEnd += isLast && heap.mayLackEnd() && !hasEnded ? 1 : 0;
  }

  /** A peak may have been in a dump that was lost. */
  private boolean isOfAll(HeapAccumulator heap) {
    return choice instanceof DumpSelector.Max || heap.hasPeaks();
  }

  void report(TraceProblems problems, Notices notices) {
    if (areRowsMissing) {
      TraceProblems.report(
          notices, ErrorId.MISSING_PROFILE_PACKETS, problems.missingProfilePackets);
      TraceProblems.report(notices, ErrorId.DROPPED_PACKETS, problems.droppedSequences);
    } else {
      TraceProblems.report(notices, ErrorId.MISSING_EARLIER_PACKETS, heapsWithDamagedDumps);
    }
    TraceProblems.report(notices, ErrorId.EARLIER_DUMPS_LOST, heapsWithoutPast);
    TraceProblems.report(notices, ErrorId.LATER_DUMPS_LOST, heapsWithoutEnd);
  }
}
