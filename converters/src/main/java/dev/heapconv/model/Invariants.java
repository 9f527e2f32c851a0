package dev.heapconv.model;

import dev.heapconv.unskew.Sampling;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Conditions that hold for every profile, whoever made it. Outputs and sums rely on them: if a
 * reader or a transform broke one, the only sign would be a wrong number. Conditions about every
 * row are checked only with assertions enabled, as in tests.
 */
final class Invariants {

  /** A recording may have sampled parts of a heap in several ways; their sum is the dump. */
  private record HeapPart(HeapId heap, int dump, Sampling sampling) {
    static HeapPart of(HeapInfo info) {
      return new HeapPart(info.id(), info.dump().number(), info.sampling());
    }
  }

  private Invariants() {}

  static void check(RecordedProfile profile) {
    Set<HeapPart> seen = new HashSet<>();
    for (RecordedHeap heap : profile.heaps()) {
      check(heap.info(), seen);
      checkViews(heap.views());
      assert hasStacks(heap, profile.stacks()) : "a stack of " + heap.info() + " is not known";
    }
  }

  static void check(EstimatedProfile profile) {
    Set<HeapPart> seen = new HashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      check(heap.info(), seen);
      assert hasStacks(heap, profile.stacks()) : "a stack of " + heap.info() + " is not known";
      for (Column column : heap.columns()) {
        assert isOrdered(column) : "an end of an interval of " + heap.info() + " is inside of it";
      }
    }
    checkViews(profile.views());
  }

  /** Two entries for one dump of one heap would be added up, and one of them left out. */
  private static void check(HeapInfo info, Set<HeapPart> seen) {
    if (!seen.add(HeapPart.of(info))) {
      throw new IllegalStateException("twice dump " + info.dump().number() + " of " + info.id());
    }
    if (info.dump().number() < 1 || info.dump().number() > info.dump().of()) {
      throw new IllegalStateException("dump " + info.dump().number() + " of " + info.dump().of());
    }
  }

  /** Outputs distinguish views by their names. */
  private static void checkViews(List<View> views) {
    if (!View.renamed(views).isEmpty()) {
      throw new IllegalStateException("views of one name: " + views);
    }
  }

  private static boolean hasStacks(RecordedHeap heap, StackTable stacks) {
    for (int row = 0; row < heap.rows(); row++) {
      if (heap.stack(row) < 0 || heap.stack(row) >= stacks.stackCount()) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasStacks(EstimatedHeap heap, StackTable stacks) {
    for (int row = 0; row < heap.rows(); row++) {
      if (heap.stack(row) < 0 || heap.stack(row) >= stacks.stackCount()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOrdered(Column column) {
    for (int row = 0; row < column.rows(); row++) {
      // NaN fails each of these comparisons.
      if (!(column.low(row) <= column.value(row) && column.value(row) <= column.high(row))) {
        return false;
      }
    }
    return true;
  }
}
