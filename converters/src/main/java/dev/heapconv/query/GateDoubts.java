package dev.heapconv.query;

import dev.heapconv.model.Effect;
import dev.heapconv.model.Effects;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison.Compared;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The reasons why growth could go unnoticed in a comparison, or may not be real. */
final class GateDoubts {

  private static final int MAX_NAMES = 5;

  private final EstimatedProfile base;
  private final EstimatedProfile changed;
  private final boolean comparable;
  private final Notices doubts = new Notices();

  /** Whether apparent growth may come from what the base lacks, or from what NEW counts twice. */
  private boolean mayBeNone;

  GateDoubts(EstimatedProfile base, EstimatedProfile changed) {
    this.base = base;
    this.changed = changed;
    List<HeapId> before = heaps(base);
    List<HeapId> after = heaps(changed);
    List<HeapId> missing = new ArrayList<>(before);
    after.forEach(missing::remove);
    comparable = missing.size() < before.size();
    if (!comparable) {
      doubts.add(ErrorId.NO_COMMON_HEAP, heapNames(before), heapNames(after));
    } else if (!missing.isEmpty()) {
      doubts.add(ErrorId.MISSING_HEAPS, heapNames(missing));
    }
    addFacts();
    mayBeNone = isShorter("BASE", base, "NEW", changed);
    isShorter("NEW", changed, "BASE", base);
    isInDoubt("BASE", base, changed);
    mayBeNone |= isInDoubt("NEW", changed, base);
    if (!comparable) {
      addWrong(View.SPACE);
      addWrong(View.ALLOC_SPACE);
    }
  }

  /** The ids by which heaps are compared. */
  private static List<HeapId> heaps(EstimatedProfile profile) {
    return profile.latestDumps().stream().map(heap -> heap.info().id().ofProgram()).toList();
  }

  private static String name(HeapId heap) {
    return heap.process().name() + " (" + heap.heap() + ")";
  }

  private static String heapNames(List<HeapId> heaps) {
    return names(heaps.stream().map(GateDoubts::name).toList());
  }

  private static Map<HeapId, List<HeapInfo>> byProgram(EstimatedProfile profile) {
    return profile.latestDumps().stream()
        .map(EstimatedHeap::info)
        .collect(
            Collectors.groupingBy(
                heap -> heap.id().ofProgram(), LinkedHashMap::new, Collectors.toList()));
  }

  /** Whether a heap was last dumped earlier than its counterpart, by the numbers of dumps. */
  private boolean isShorter(
      String side, EstimatedProfile profile, String otherSide, EstimatedProfile other) {
    Map<HeapId, List<HeapInfo>> others = byProgram(other);
    boolean any = false;
    for (Map.Entry<HeapId, List<HeapInfo>> heap : byProgram(profile).entrySet()) {
      HeapInfo last = last(heap.getValue());
      HeapInfo otherLast = last(others.getOrDefault(heap.getKey(), heap.getValue()));
      boolean areLast = last.dump().isLast() && otherLast.dump().isLast();
      if (areLast && isShorter(last, otherLast)) {
        any |=
            doubts.add(
                ErrorId.ENDS_EARLIER,
                side,
                last.dump().of(),
                name(heap.getKey()),
                otherSide,
                otherLast.dump().of());
      }
    }
    return any;
  }

  private static HeapInfo last(List<HeapInfo> heaps) {
    return Collections.max(heaps, Comparator.comparingInt(heap -> heap.dump().of()));
  }

  /** One dump more or less is chance. */
  private static boolean isShorter(HeapInfo heap, HeapInfo other) {
    long duration = other.dump().durationNanos();
    boolean isTimed = heap.dump().durationNanos() > 0 && duration > 0;
    return heap.dump().of() + 1 < other.dump().of()
        && (!isTimed || heap.dump().durationNanos() < duration - duration / other.dump().of());
  }

  /** Whether a program of NEW began anew, and allocated again what it does at its start. */
  private boolean restarts() {
    Map<HeapId, List<HeapInfo>> before = byProgram(base);
    boolean any = false;
    for (Map.Entry<HeapId, List<HeapInfo>> heap : byProgram(changed).entrySet()) {
      List<HeapInfo> runs = heap.getValue();
      List<HeapInfo> runsBefore = before.getOrDefault(heap.getKey(), runs);
      if (Recordings.isRestart(runs, runsBefore)) {
        any |= doubts.add(ErrorId.RAN_AGAIN, name(heap.getKey()), runs.size(), runsBefore.size());
      }
    }
    return any;
  }

  /** Adds a doubt if the two sides know their sampling from different evidence. */
  private void addFacts() {
    Set<Provenance> before = facts(base);
    Set<Provenance> after = facts(changed);
    boolean isSure =
        Stream.concat(before.stream(), after.stream()).allMatch(from -> from.sampling().isSure());
    boolean isAssumedAlike =
        ids(base, Effect.ASSUMPTION::equals).equals(ids(changed, Effect.ASSUMPTION::equals));
    if (!isSure && !before.equals(after) || !isAssumedAlike) {
      doubts.add(ErrorId.SAMPLED_UNLIKE);
    }
    String live = lives(before);
    String liveAfter = lives(after);
    if (!live.isEmpty() && !liveAfter.isEmpty() && !live.equals(liveAfter)) {
      doubts.add(ErrorId.LIVE_UNLIKE, live, liveAfter);
    }
  }

  private static Set<Provenance> facts(EstimatedProfile profile) {
    return profile.latestDumps().stream()
        .map(heap -> heap.info().provenance())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String lives(Set<Provenance> facts) {
    return facts.stream()
        .map(Provenance::live)
        .filter(live -> live != Live.ENDED)
        .distinct()
        .sorted()
        .map(Live::wireName)
        .collect(Collectors.joining(", "));
  }

  private static String names(Collection<String> all) {
    String some = String.join(", ", all.stream().limit(MAX_NAMES).toList());
    return all.size() > MAX_NAMES ? some + " and " + (all.size() - MAX_NAMES) + " more" : some;
  }

  /** Adds what is wrong with the numbers of a view. */
  private void addWrong(View view) {
    boolean live = view.isLive();
    for (boolean ofBase : new boolean[] {true, false}) {
      EstimatedProfile profile = ofBase ? base : changed;
      Set<String> wrong = ids(profile, effect -> effect.isWrong(live));
      if (!wrong.isEmpty()) {
        doubts.add(ErrorId.INCOMPLETE_SIDE, ofBase ? "BASE" : "NEW", names(wrong));
      }
      Effects effects = profile.effects();
      mayBeNone |=
          ofBase ? effects.isTooLow(live) || effects.lacksEnd() : live && effects.isTooHigh();
    }
  }

  /** Adds what is in doubt on one side only; whether memory of it may be counted twice. */
  private boolean isInDoubt(String side, EstimatedProfile profile, EstimatedProfile other) {
    Set<String> twice = ids(profile, effect -> effect == Effect.IDENTITY_IN_DOUBT);
    twice.removeAll(ids(other, effect -> effect == Effect.IDENTITY_IN_DOUBT));
    return !twice.isEmpty() && doubts.add(ErrorId.DOUBTFUL_SIDE, side, names(twice));
  }

  private static Set<String> ids(EstimatedProfile profile, Predicate<Effect> wanted) {
    return profile.notices().stream()
        .map(Notice::id)
        .filter(id -> wanted.test(id.effect()))
        .map(ErrorId::wireName)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Adds what is wrong with the test of a limit to a view. */
  void addOf(GateVerdict.Limit limit, View view, ComparedGroups groups, double alpha) {
    addWrong(view);
    mayBeNone |= lacks("BASE", base, view);
    if (view.isLive()) {
      mayBeNone |= hasEnded("BASE", base);
      hasEnded("NEW", changed);
    } else {
      mayBeNone |= restarts();
    }
    boolean filtered = groups.sums().options().filter() != null && !limit.ofTotal();
    int[] rows = groups.in(Compared.NEW);
    int[] tested = filtered ? rows : new int[] {Answer.TOTAL};
    if (lacks("NEW", changed, view)) {
      return;
    } else if (rows.length == 0 || isUnseen(view, groups)) {
      String noun = groups.sums().options().by().noun(0);
      if (filtered && rows.length == 0) {
        doubts.add(ErrorId.NO_MATCHING_ROW, noun);
      } else {
        doubts.add(ErrorId.NOTHING_TO_TEST);
      }
    } else if (IntStream.of(tested).noneMatch(row -> groups.isFindable(view, row, alpha))) {
      doubts.add(ErrorId.TOO_FEW_SAMPLES, limit.text());
    }
  }

  /** Whether neither side has a sample of a view, which says little about what there is. */
  private boolean isUnseen(View view, ComparedGroups groups) {
    boolean isSampled =
        Stream.of(base, changed)
            .flatMap(profile -> profile.latestDumps().stream())
            .map(EstimatedHeap::info)
            .anyMatch(heap -> !heap.sampling().isComplete());
    return isSampled
        && groups.value(view, Answer.TOTAL, Compared.BASE) == 0
        && groups.value(view, Answer.TOTAL, Compared.NEW) == 0;
  }

  /** Adds a doubt if apparent growth depends on unknown sizes of allocations. */
  void addUnsure(GateVerdict.Limit limit, String name) {
    String what = name.isEmpty() ? "the total" : name;
    doubts.add(ErrorId.UNKNOWN_SIZES, limit.view(), what);
  }

  /**
   * Whether a process ended before the last dump: what it held is not live, so its growth is
   * invisible.
   */
  private boolean hasEnded(String side, EstimatedProfile profile) {
    List<String> ended =
        profile.latestDumps().stream()
            .filter(heap -> heap.info().provenance().live() == Live.ENDED)
            .filter(heap -> !heap.has(true))
            .map(heap -> heap.info().id().process().displayProgram())
            .distinct()
            .toList();
    return !ended.isEmpty() && doubts.add(ErrorId.ENDED_PROCESSES, side, names(ended));
  }

  private boolean lacks(String side, EstimatedProfile profile, View view) {
    return !profile.views().contains(view) && doubts.add(ErrorId.MISSING_VIEW, side, view.name());
  }

  boolean isComparable() {
    return comparable;
  }

  GateVerdict.Outcome outcome(boolean anyGrowth) {
    if (anyGrowth && !mayBeNone) {
      return GateVerdict.Outcome.FAIL;
    }
    return anyGrowth || !doubts.isEmpty()
        ? GateVerdict.Outcome.INCONCLUSIVE
        : GateVerdict.Outcome.PASS;
  }

  List<Notice> list() {
    return doubts.list();
  }
}
