package dev.heapconv.combine;

import dev.heapconv.model.DumpId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Process;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Recording;
import dev.heapconv.model.Remark;
import dev.heapconv.query.StackSums;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the estimates of heaps with the same labels. Estimates are added, never samples, because
 * samples with different intervals or schemes are not comparable.
 */
public final class Merging {

  private Merging() {}

  /**
   * Puts the heaps of several profiles into one, side by side: their estimates add up when a reader
   * sums over labels.
   *
   * @param profiles at least one, with intervals of one level
   * @return the profile itself if there is only one, otherwise a new one
   */
  public static EstimatedProfile sideBySide(List<EstimatedProfile> profiles) {
    return Concatenation.of(profiles);
  }

  /**
   * @param profiles at least one, with intervals of one level
   * @param byProcess whether heaps with the same name are added regardless of pid and dump
   */
  public static EstimatedProfile of(List<EstimatedProfile> profiles, boolean byProcess) {
    EstimatedProfile all = Concatenation.of(profiles);
    Map<DumpId, List<EstimatedHeap>> groups = new LinkedHashMap<>();
    boolean byDump = !byProcess && all.holdsSeveralDumps();
    for (EstimatedHeap heap : all.heaps()) {
      HeapId id = heap.info().id();
      DumpId group =
          (byProcess ? id.inAnyRun() : id.inAnyRecording())
              .dump(byDump ? heap.info().dump().number() : 0);
      groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(heap);
    }
    List<EstimatedHeap> merged = new ArrayList<>();
    groups.forEach(
        (group, heaps) ->
            merged.add(
                heaps.size() == 1 && !byProcess
                    ? heaps.get(0)
                    : StackSums.of(heaps, info(group.heap(), heaps), true)));
    List<Remark> remarks = new ArrayList<>(all.remarks());
    if (byProcess) {
      remarks.add(Remark.note("added up processes of the same name"));
    }
    return new EstimatedProfile(
        all.capture(), all.stacks(), merged, remarks, all.confidence(), all.notices());
  }

  private static HeapInfo info(HeapId id, List<EstimatedHeap> heaps) {
    HeapInfo first = heaps.get(0).info();
    int dump = 0;
    int dumps = 0;
    long time = 0;
    long duration = 0;
    long firstInterval = Long.MAX_VALUE;
    boolean isAlike = true;
    for (EstimatedHeap heap : heaps) {
      HeapInfo info = heap.info();
      dump = Math.max(dump, info.dump().number());
      dumps = Math.max(dumps, info.dump().of());
      time = Math.max(time, info.dump().timeNanos());
      duration = Math.max(duration, info.dump().durationNanos());
      firstInterval = Math.min(firstInterval, info.sampling().first());
      isAlike &= info.sampling().withFirst(0).equals(first.sampling().withFirst(0));
    }
    boolean onePid = heaps.stream().allMatch(heap -> heap.info().pid() == first.pid());
    HeapInfo merged =
        first
            .withRecording(Recording.NONE)
            .withProcess(new Process(onePid ? first.pid() : -1, id.process().fullName()))
            .withDump(dump, dumps)
            .withTimes(time, duration)
            .withPeak(heaps.stream().allMatch(heap -> heap.info().dump().peak()))
            .withProvenance(provenance(heaps))
            .withFacts(Facts.NONE);
    // Where the interval of one of them grew, so did that of the sum.
    return merged.withSampling(
        isAlike ? first.sampling().withFirst(firstInterval) : Sampling.scaled(0));
  }

  /** As sure as the least sure of the heaps; what is live at different moments is over a time. */
  private static Provenance provenance(List<EstimatedHeap> heaps) {
    Provenance all = heaps.get(0).info().provenance();
    for (EstimatedHeap heap : heaps) {
      all = all.and(heap.info().provenance());
    }
    return all;
  }
}
