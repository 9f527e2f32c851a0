package dev.heapconv.model;

import dev.heapconv.unskew.samples.Intervals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The estimated numbers of any number of heaps over one table of stacks. Questions are asked of it,
 * and outputs write it.
 *
 * @param stacks frozen by this constructor
 * @param dumps the dumps of the recording, of which {@code heaps} may have only some; empty for a
 *     sum or difference of recordings
 * @param remarks how the numbers were computed, for outputs that can carry text
 * @param confidence confidence level of the intervals, such as 0.95
 */
public record EstimatedProfile(
    CaptureInfo capture,
    StackTable stacks,
    List<EstimatedHeap> heaps,
    List<DumpSummary> dumps,
    List<Remark> remarks,
    double confidence,
    List<Notice> notices) {

  public EstimatedProfile {
    Objects.requireNonNull(capture, "capture");
    stacks.freeze();
    heaps = named(heaps);
    dumps = List.copyOf(dumps);
    remarks = List.copyOf(remarks);
    notices = List.copyOf(notices);
  }

  /** Recordings that are combined may call different kinds of numbers by one name. */
  private static List<EstimatedHeap> named(List<EstimatedHeap> heaps) {
    Set<View> views = new LinkedHashSet<>();
    for (EstimatedHeap heap : heaps) {
      views.addAll(heap.views());
    }
    Map<View, View> renamed = View.renamed(views);
    List<EstimatedHeap> named = new ArrayList<>(heaps);
    if (!renamed.isEmpty()) {
      named.replaceAll(heap -> heap.withViews(renamed));
    }
    return List.copyOf(named);
  }

  /** Creates a sum or difference of recordings, which has no dumps. */
  public EstimatedProfile(
      CaptureInfo capture,
      StackTable stacks,
      List<EstimatedHeap> heaps,
      List<Remark> remarks,
      double confidence,
      List<Notice> notices) {
    this(capture, stacks, heaps, List.of(), remarks, confidence, notices);
  }

  /**
   * Returns this profile after a check of everything that must hold for a profile.
   *
   * @throws IllegalStateException if something does not hold, which is a fault of the code that
   *     made the profile
   */
  public EstimatedProfile check() {
    Invariants.check(this);
    return this;
  }

  /** Returns a copy with different heaps over the same stacks. */
  public EstimatedProfile withHeaps(List<EstimatedHeap> others) {
    return new EstimatedProfile(capture, stacks, others, dumps, remarks, confidence, notices);
  }

  /** Returns a copy with different descriptions of its heaps and dumps. */
  public EstimatedProfile withInfos(UnaryOperator<HeapInfo> others) {
    return new EstimatedProfile(
        capture,
        stacks,
        heaps.stream().map(heap -> heap.withInfo(others.apply(heap.info()))).toList(),
        dumps.stream().map(dump -> dump.withInfo(others.apply(dump.info()))).toList(),
        remarks,
        confidence,
        notices);
  }

  /** Returns how many standard deviations an interval reaches on each side, for normal errors. */
  public double normalQuantile() {
    return Intervals.of(confidence).normalQuantile();
  }

  /**
   * Returns this profile after a check of the level of its intervals. Intervals of different levels
   * do not add up.
   *
   * @throws IllegalArgumentException if the level differs
   */
  public EstimatedProfile at(double level) {
    if (level != confidence) {
      throw new IllegalArgumentException(
          "intervals of " + percent(confidence) + " % and of " + percent(level) + " %");
    }
    return this;
  }

  /** Returns the texts of the remarks. */
  public List<String> comments() {
    return Remark.texts(remarks);
  }

  /** Returns a level as a percentage with up to three decimals, without the sign. */
  public static String percent(double level) {
    return new BigDecimal(level * 100)
        .setScale(3, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Returns a copy with one more warning. */
  public EstimatedProfile withNotice(Notice notice) {
    List<Notice> more = new ArrayList<>(notices);
    more.add(notice);
    return new EstimatedProfile(capture, stacks, heaps, dumps, remarks, confidence, more);
  }

  /**
   * Returns the views that at least one heap has: first those of {@link View#ALL} in their order,
   * then the others.
   */
  public List<View> views() {
    LinkedHashSet<View> present = new LinkedHashSet<>();
    for (EstimatedHeap heap : heaps) {
      present.addAll(heap.views());
    }
    return View.ordered(present);
  }

  /** Returns what the notices mean for the numbers. */
  public Effects effects() {
    return Effects.of(notices, views());
  }

  /**
   * Returns what the notices mean for the numbers of some dumps.
   *
   * @param ofAllDumps whether earlier dumps are among them, and not only the last one of each heap
   */
  public Effects effects(boolean ofAllDumps) {
    return ofAllDumps ? effects() : effects().ofLastDumps();
  }

  /** Returns the view to show by default, which the producer may state. */
  public View defaultView() {
    View wanted = capture.presentation().view();
    List<View> views = views();
    return wanted != null && views.contains(wanted) ? wanted : View.preferred(views);
  }

  /**
   * Returns the heaps whose numbers may be added up. Dumps of one heap are states of the same
   * memory, so only the last dump of each heap is included. If other processes still live, a heap
   * of a process that has ended keeps its allocated memory only, because it holds nothing any more.
   */
  public List<EstimatedHeap> latestDumps() {
    if (heaps.size() < 2) {
      return heaps;
    }
    List<EstimatedHeap> latest = HeapInfo.latestDumps(heaps, EstimatedHeap::info);
    return latest.stream().anyMatch(EstimatedProfile::hasEnded)
            && latest.stream().anyMatch(heap -> heap.has(true) && !hasEnded(heap))
        ? latest.stream()
            .map(heap -> hasEnded(heap) ? heap.withoutLive() : heap)
            .filter(heap -> !heap.views().isEmpty())
            .toList()
        : latest;
  }

  private static boolean hasEnded(EstimatedHeap heap) {
    return heap.info().provenance().live() == Provenance.Live.ENDED;
  }

  /**
   * Returns a view that this profile has.
   *
   * @param wanted is returned if the profile has it; otherwise, and for null, {@link
   *     #defaultView()}
   */
  public View viewOr(@Nullable View wanted) {
    return wanted != null && views().contains(wanted) ? wanted : defaultView();
  }

  /** Returns whether some heap has more than one dump here, so that dumps must be distinguished. */
  public boolean holdsSeveralDumps() {
    Map<HeapId, Integer> dumps = new HashMap<>();
    for (EstimatedHeap heap : heaps) {
      HeapInfo info = heap.info();
      Integer before = dumps.put(info.id(), info.dump().number());
      if (before != null && before != info.dump().number()) {
        return true;
      }
    }
    return false;
  }
}
