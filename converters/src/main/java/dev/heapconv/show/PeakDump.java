package dev.heapconv.show;

import dev.heapconv.model.DumpSummary;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The dump of a recording at which the most memory was in use.
 *
 * @param number of the dump, from 1
 * @param dumps how many dumps there are
 * @param bytes in use at it, an unbiased estimate
 */
public record PeakDump(int number, int dumps, double bytes) {

  /**
   * The peak of all heaps of a profile together. Null if one dump is all there is, or if the heaps
   * have different numbers of dumps, which then have no common times.
   */
  public static @Nullable PeakDump of(EstimatedProfile profile) {
    if (profile.dumps().size() < 2) {
      return null;
    }
    Set<HeapId> shown = new HashSet<>();
    Set<Integer> counts = new HashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      Sampling sampling = info.sampling();
      shown.add(info.id());
      // Of other schemes, recorded bytes are no estimates.
      boolean estimated = sampling.isWeighted() || sampling.isScaled() || sampling.isComplete();
      counts.add(estimated ? info.dump().of() : -1);
    }
    Map<Integer, Double> bytes = new TreeMap<>();
    for (DumpSummary dump : profile.dumps()) {
      int view = dump.views().indexOf(View.SPACE);
      if (view >= 0 && shown.contains(dump.info().id())) {
        bytes.merge(dump.info().dump().number(), (double) dump.totals().get(view), Double::sum);
      }
    }
    if (counts.size() != 1 || counts.contains(-1) || bytes.size() < 2) {
      return null;
    }
    Map.Entry<Integer, Double> peak =
        Collections.max(bytes.entrySet(), Map.Entry.comparingByValue());
    return new PeakDump(peak.getKey(), counts.iterator().next(), peak.getValue());
  }
}
