package dev.heapconv.query;

import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Facts;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The share of a process's memory that its live bytes explain.
 *
 * @param info description of one of its heaps
 * @param facts the facts of the process
 * @param live sum of the live bytes of its heaps; all NaN if it, or the memory that it is a share
 *     of, is unknown
 */
public record ProcessShare(HeapInfo info, Facts facts, Live live) {

  /** An estimate in bytes and its interval, whose upper end is infinite if it is unknown. */
  public record Live(double value, double low, double high) {}

  private static final Live UNKNOWN = new Live(Double.NaN, Double.NaN, Double.NaN);

  /**
   * Returns the shares of all processes whose memory the recording states, the largest process
   * first.
   *
   * @param heaps whose numbers may be added up, over one table of stacks
   */
  public static List<ProcessShare> of(List<EstimatedHeap> heaps) {
    List<ProcessShare> shares = new ArrayList<>();
    Map<List<Object>, List<EstimatedHeap>> processes = new LinkedHashMap<>();
    for (EstimatedHeap heap : heaps) {
      HeapInfo info = heap.info();
      Facts facts = info.dump().facts();
      if (!facts.values().isEmpty() && isOfMoment(heap)) {
        // Its heaps are dumped one after the other, so that only the times differ.
        processes
            .computeIfAbsent(
                List.of(info.id().ofProcess(), facts.get(Fact.RSS), held(facts)),
                unused -> new ArrayList<>())
            .add(heap);
      }
    }
    for (List<EstimatedHeap> ofProcess : processes.values()) {
      HeapInfo info = ofProcess.get(0).info();
      Facts facts = info.dump().facts();
      shares.add(new ProcessShare(info, facts, facts.whole() > 0 ? live(ofProcess) : UNKNOWN));
    }
    if (shares.size() > 1) {
      shares.sort((one, other) -> Double.compare(other.size(), one.size()));
    }
    return shares;
  }

  private static long held(Facts facts) {
    Fact part = facts.part();
    return part == null ? 0 : facts.get(part);
  }

  /** Not a difference or a sum over times, and not of who has ended where others live. */
  private static boolean isOfMoment(EstimatedHeap heap) {
    return switch (heap.info().provenance().live()) {
      case MOMENT, UNCOLLECTED -> true;
      case ENDED -> heap.has(true);
      case DIFFERENCE, OVER_TIME, PEAK, PEAKS -> false;
    };
  }

  private double size() {
    return Math.max(facts.get(Fact.RSS), facts.whole());
  }

  private static Live live(List<EstimatedHeap> heaps) {
    Column bytes = StackSums.of(heaps).column(View.SPACE);
    if (bytes == null) {
      return UNKNOWN;
    }
    EstimateSums sum = EstimateSums.ofStacks(1);
    sum.addAll(0, bytes);
    return new Live(sum.value(0), sum.low(0), sum.high(0));
  }

  /** Returns live bytes as a share of the whole that they are a part of; NaN if unknown. */
  public double explained() {
    return live.value / facts.whole();
  }
}
