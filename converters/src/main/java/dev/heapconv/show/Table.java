package dev.heapconv.show;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.View;
import dev.heapconv.query.GateVerdict;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.ProcessShare;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Result;
import dev.heapconv.query.ResultColumn;
import dev.heapconv.unskew.Estimate;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every table format shows: ordered rows of numbers, and where they come from.
 *
 * @param tool name and version of this program
 * @param profile that the rows are of; of a difference the new one, with what is to be known of
 *     both
 * @param base what it is compared with; null for nothing
 * @param heaps the totals of the heaps, where it helps to tell them apart; null elsewhere
 * @param verdict whether what a difference shows is allowed; null if that was not asked
 */
public record Table(
    String tool,
    EstimatedProfile profile,
    @Nullable EstimatedProfile base,
    Result result,
    @Nullable Result heaps,
    @Nullable GateVerdict verdict) {

  /** A table of one profile. */
  public Table(String tool, EstimatedProfile profile, Result result) {
    this(tool, profile, null, result, null, null);
  }

  /** Descriptions of the heaps that were summed up. */
  public List<HeapInfo> infos() {
    return infos(profile);
  }

  /** Likewise, of one of the profiles. */
  List<HeapInfo> infos(EstimatedProfile of) {
    return result.by().heaps(of).stream().map(EstimatedHeap::info).toList();
  }

  /** The dump with the most memory in use, where there are several; null if unknown. */
  public @Nullable PeakDump peak() {
    return base == null ? PeakDump.of(profile) : null;
  }

  /**
   * Names of the heaps that numbers of live memory, or else of allocated memory, are not of, while
   * they are of others: a heap of Java may not tell what is live. Whoever has ended holds nothing.
   */
  public List<String> heapsWithout(boolean live) {
    Set<String> without = new LinkedHashSet<>();
    boolean any = false;
    for (EstimatedHeap heap : result.by().heaps(profile)) {
      if (heap.has(live)) {
        any = true;
      } else if (heap.has(!live) && heap.info().provenance().live() != Live.ENDED) {
        without.add(heap.info().heap());
      }
    }
    return any && base == null ? List.copyOf(without) : List.of();
  }

  /** How much of their processes' memory the shown heaps explain, where that is known. */
  List<ProcessShare> processes() {
    return result.by() == GroupBy.DUMP ? List.of() : ProcessShare.of(result.by().heaps(profile));
  }

  /** Likewise, in words; empty for a difference, which is of two times. */
  List<String> memory() {
    return base == null ? HeapText.memory(processes(), infos()) : List.of();
  }

  /** Whether every heap with several dumps, and at least one, is shown at its selected peak. */
  private boolean arePeaks() {
    List<HeapInfo> heaps = infos();
    return heaps.stream().anyMatch(HeapInfo::peak)
        && heaps.stream().allMatch(heap -> heap.peak() || heap.dumps() <= 1);
  }

  /** What live numbers are, of all heaps together. */
  Live live() {
    boolean arePeaks = arePeaks();
    return infos().stream()
        .map(heap -> arePeaks ? Live.PEAK : heap.provenance().live())
        .reduce(Live::and)
        .orElse(Live.MOMENT);
  }

  /** Between which dumps of one recording the difference is; empty if it is between others. */
  String between() {
    EstimatedProfile other = base;
    List<HeapInfo> after = infos();
    List<HeapInfo> before = other == null ? List.of() : infos(other);
    Set<String> dumps = new HashSet<>();
    for (int i = 0; i < after.size() && after.size() == before.size(); i++) {
      HeapInfo first = before.get(i);
      HeapInfo second = after.get(i);
      dumps.add(
          Recordings.areOfOneRun(second, first) && first.dump() < second.dump()
              ? "between dump " + first.dump() + " and dump " + second.dump()
              : "");
    }
    return dumps.size() == 1 ? dumps.iterator().next() : "";
  }

  /** How far its numbers can be trusted, or its changes. */
  public Trust trust() {
    return trust(Trust.SIZES_HINT, Trust.CODE_HINT);
  }

  /**
   * Likewise.
   *
   * @param sizesHint how to know the sizes of allocations better; empty for no hint
   * @param codeHint before the name of a binary, how to know them from its code
   */
  Trust trust(String sizesHint, String codeHint) {
    Reliability reliability =
        base == null
            ? Reliability.of(profile).withTotals(profile.confidence(), this::total)
            : new Reliability(List.of(), profile.effects(), List.of());
    String changes = new ResultText(result).significance();
    String hint =
        base == null ? CodeAdvice.before(sizesHint, codeHint, profile, reliability) : sizesHint;
    return Trust.of(reliability, infos(), profile.remarks(), hint, changes);
  }

  private @Nullable Estimate total(View view) {
    if (!result.views().contains(view)) {
      return null;
    }
    ResultColumn total = result.total(view);
    return new Estimate(
        total.value(Result.TOTAL), total.low(Result.TOTAL), total.high(Result.TOTAL));
  }
}
