package dev.heapconv.table;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Remark;
import dev.heapconv.model.Remark.Topic;
import dev.heapconv.model.Warning;
import dev.heapconv.select.GroupBy;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the numbers of a table come from.
 *
 * @param tool name and version of this program
 * @param source name of the input
 * @param base name of the input that {@code source} is compared with; empty for none
 * @param heaps the heaps that were summed up
 * @param baseHeaps those of the base
 * @param peak the dump with the most memory in use, where there are several; null if unknown
 * @param remarks how the numbers were computed
 * @param confidence confidence level of the intervals
 * @param reliability how far the numbers of one profile can be trusted; of two, whether either
 *     lacks allocations
 */
public record TableHeader(
    String tool,
    String source,
    String base,
    List<HeapInfo> heaps,
    List<HeapInfo> baseHeaps,
    @Nullable PeakDump peak,
    List<Remark> remarks,
    List<Warning> warnings,
    double confidence,
    Reliability reliability) {

  /** How to know the sizes of allocations better, unless a program has better words. */
  static final String SIZES_HINT = "sizes from a reference recording";

  /** The header of a table of one profile. */
  public static TableHeader of(EstimatedProfile profile, GroupBy by, String tool) {
    return new TableHeader(
        tool,
        profile.capture().source(),
        "",
        heaps(profile, by),
        List.of(),
        PeakDump.of(profile),
        profile.remarks(),
        profile.warnings(),
        profile.confidence(),
        Reliability.of(profile));
  }

  /**
   * The header of a table of the differences between two profiles.
   *
   * @param remarks about both
   * @param warnings about both
   */
  public static TableHeader ofDifference(
      EstimatedProfile base,
      EstimatedProfile changed,
      List<Remark> remarks,
      List<Warning> warnings,
      GroupBy by,
      String tool) {
    return new TableHeader(
        tool,
        changed.capture().source(),
        base.capture().source(),
        heaps(changed, by),
        heaps(base, by),
        null,
        remarks,
        warnings,
        changed.confidence(),
        new Reliability(List.of(), Warning.anyLoss(warnings), List.of()));
  }

  /** How to record better; empty for nothing. */
  public String advice() {
    return trust(reliability, SIZES_HINT).advice();
  }

  /** What live numbers are, of all heaps together. */
  Live live() {
    Live live = heaps.isEmpty() ? Live.MOMENT : heaps.get(0).provenance().live();
    for (HeapInfo heap : heaps) {
      live = live.and(heap.provenance().live());
    }
    return live;
  }

  /**
   * How far the numbers can be trusted.
   *
   * @param ofNumbers the reliability with what their totals tell of it
   * @param sizesHint how to know the sizes of allocations better; empty for no hint
   */
  Trust trust(Reliability ofNumbers, String sizesHint) {
    long interval = 0;
    boolean lacksSizes = !heaps.isEmpty();
    Set<String> doubts = new LinkedHashSet<>();
    for (HeapInfo heap : heaps) {
      interval = Math.max(interval, heap.samplingInterval());
      lacksSizes &= heap.scheme() == Scheme.WEIGHTED && heap.samplingInterval() > 0;
      doubts.add(ProvenanceText.doubt(heap));
    }
    for (Remark remark : remarks) {
      lacksSizes &= remark.topic() != Topic.REFERENCE_SIZES;
    }
    doubts.remove("");
    return ReliabilityText.of(ofNumbers, doubts, interval, lacksSizes ? sizesHint : "");
  }

  private static List<HeapInfo> heaps(EstimatedProfile profile, GroupBy by) {
    List<HeapInfo> heaps = new ArrayList<>();
    for (EstimatedHeap heap : by.heaps(profile)) {
      heaps.add(heap.info());
    }
    return heaps;
  }
}
