package dev.heapconv.benchmarks.accuracy;

import java.util.Arrays;
import java.util.Locale;

/** How the stacks of a table of stacks are put into heaps, which matters where a heap is pooled. */
enum HeapPlan {
  /** All families in one heap, each stack with a leaf function of its own. */
  MIXED,
  /** One heap a family, each stack with a leaf function of its own. */
  FAMILY,
  /** All families in one heap, and one leaf function called by all of them. */
  WRAPPER,
  /** All families in one heap; eight stacks share a leaf function, and the sizes of their site. */
  SHARED;

  /** Stacks that share a leaf function in {@link #SHARED}. */
  static final int SHARING = 8;

  static HeapPlan of(String id) {
    for (HeapPlan plan : values()) {
      if (plan.id().equals(id)) {
        return plan;
      }
    }
    throw new IllegalArgumentException("unknown heap " + id + "; known are " + ids());
  }

  private static String ids() {
    return Arrays.toString(values()).toLowerCase(Locale.ROOT);
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The function that allocates. */
  String leaf(String family, int stack) {
    return switch (this) {
      case MIXED, FAMILY -> "leaf_" + family + "_" + stack;
      case WRAPPER -> "allocate_anything";
      case SHARED -> "leaf_" + family + "_" + stack / SHARING;
    };
  }
}
