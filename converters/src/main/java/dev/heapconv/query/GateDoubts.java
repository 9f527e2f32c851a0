package dev.heapconv.query;

import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.model.Warning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Why growth could go unnoticed in a comparison: what is not there cannot grow. */
final class GateDoubts {

  private static final int MAX_NAMES = 5;

  private final EstimatedProfile base;
  private final EstimatedProfile changed;
  private final boolean comparable;
  private final Set<String> doubts = new LinkedHashSet<>();
  private boolean baseLacks;

  GateDoubts(EstimatedProfile base, EstimatedProfile changed) {
    this.base = base;
    this.changed = changed;
    List<String> before = heaps(base);
    List<String> missing = new ArrayList<>(before);
    heaps(changed).forEach(missing::remove);
    comparable = missing.size() < before.size();
    if (!comparable) {
      doubts.add(
          "no process and heap in common: BASE has "
              + names(before)
              + ", NEW has "
              + names(heaps(changed)));
    } else if (!missing.isEmpty()) {
      doubts.add("NEW lacks what BASE has: " + names(missing));
    }
    baseLacks = addLosses("BASE", base);
    addLosses("NEW", changed);
  }

  /** By what recordings are compared; as often as there are such heaps. */
  private static List<String> heaps(EstimatedProfile profile) {
    List<String> heaps = new ArrayList<>();
    for (EstimatedHeap heap : profile.latestDumps()) {
      String program = heap.info().program();
      heaps.add((program.isEmpty() ? "a process" : program) + " (" + heap.info().heap() + ")");
    }
    return heaps;
  }

  private static String names(Collection<String> all) {
    String some = String.join(", ", all.stream().limit(MAX_NAMES).toList());
    return all.size() > MAX_NAMES ? some + " and " + (all.size() - MAX_NAMES) + " more" : some;
  }

  private boolean addLosses(String side, EstimatedProfile profile) {
    Set<String> losses = new LinkedHashSet<>();
    for (Warning warning : profile.warnings()) {
      if (warning.id().isLoss()) {
        losses.add(warning.id().wireName());
      }
    }
    return !losses.isEmpty() && doubts.add(side + " is incomplete (" + names(losses) + ")");
  }

  /** Adds what is wrong with the test of a limit to a view. */
  void addOf(GateVerdict.Limit limit, View view, Difference difference, double alpha) {
    baseLacks |= addMissingView("BASE", base, view);
    if (addMissingView("NEW", changed, view)) {
      return;
    }
    boolean filtered = difference.options().filter() != null && !limit.ofTotal();
    int[] rows = difference.inNew();
    if (rows.length == 0) {
      String noun = difference.by().noun(0);
      doubts.add(
          filtered ? "no " + noun + " of NEW match the filter" : "NEW holds nothing to test");
      return;
    }
    int[] tested = filtered ? rows : new int[] {Result.TOTAL};
    if (IntStream.of(tested).noneMatch(row -> difference.isFindable(view, row, alpha))) {
      doubts.add("there are too few samples to find growth (" + limit.text() + ")");
    }
  }

  private boolean addMissingView(String side, EstimatedProfile profile, View view) {
    return !profile.views().contains(view) && doubts.add(side + " has no " + view.name());
  }

  /** Whether the recordings have any heap in common. */
  boolean isComparable() {
    return comparable;
  }

  /** Whether what seems to have grown may be what the base lacks. */
  boolean isGrowthDoubtful() {
    return baseLacks;
  }

  List<String> list() {
    return List.copyOf(doubts);
  }
}
