package dev.heapconv.model;

import java.util.Locale;

/**
 * The effect of a notice on the numbers of its recording. Decisions read the effect, never the
 * words of the notice; {@link Effects} states what follows.
 */
public enum Effect {
  /** The numbers are right, or their intervals include the error. */
  NONE,
  /** Frees are missing, so some memory that was freed counts as live. */
  LIVE_TOO_HIGH,
  /** Live memory is missing, but allocations are complete. */
  LIVE_TOO_LOW,
  /** Allocations are missing, but live memory is complete. */
  ALLOCATED_TOO_LOW,
  /** Allocations are missing, and so is the live memory among them. */
  ALL_TOO_LOW,
  /** Allocations are missing from dumps before the last one of a heap, which is complete. */
  EARLIER_TOO_LOW,
  /** The recording continues after the part that could be read. That part is right for its time. */
  END_MISSING,
  /** Only names of functions, files and stacks are missing or in doubt. */
  NAMES_ONLY,
  /** The numbers may be counted twice, or belong to another process. */
  IDENTITY_IN_DOUBT,
  /**
   * The recording does not state a fact, which was assumed, or the numbers contradict a stated
   * fact.
   */
  ASSUMPTION;

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the name in JSON, in kebab-case: {@code live-too-high}. */
  public String wireName() {
    return wireName;
  }

  /** Whether numbers are missing or wrong. */
  public boolean isIncomplete() {
    return switch (this) {
      case LIVE_TOO_HIGH,
          LIVE_TOO_LOW,
          ALLOCATED_TOO_LOW,
          ALL_TOO_LOW,
          EARLIER_TOO_LOW,
          END_MISSING ->
          true;
      case NONE, NAMES_ONLY, IDENTITY_IN_DOUBT, ASSUMPTION -> false;
    };
  }

  /** Whether numbers rest on a doubtful fact. */
  public boolean isDoubt() {
    return this == IDENTITY_IN_DOUBT || this == ASSUMPTION;
  }

  /** Whether any decision depends on this effect. */
  public boolean isOfDecisions() {
    return isIncomplete() || isDoubt();
  }

  /**
   * Whether this effect makes numbers wrong.
   *
   * @param live true for numbers of live memory, false for numbers of allocated memory
   */
  public boolean isWrong(boolean live) {
    return this == ALL_TOO_LOW
        || this == EARLIER_TOO_LOW
        || this == END_MISSING
        || (live ? this == LIVE_TOO_LOW || this == LIVE_TOO_HIGH : this == ALLOCATED_TOO_LOW);
  }
}
