package dev.heapconv.model;

import java.util.Locale;

/**
 * What a notice means for the numbers of its recording. Decisions read it, never the words: {@link
 * Effects} says which follow.
 */
public enum Effect {
  /** The numbers are right, or their intervals show what is wrong. */
  NONE,
  /** Frees are missing, so that memory seems live that is not. */
  LIVE_TOO_HIGH,
  /** Live memory is missing, but nothing that was allocated. */
  LIVE_TOO_LOW,
  /** Allocations are missing, but nothing that is live. */
  ALLOCATED_TOO_LOW,
  /** Allocations are missing, and so is what is live of them. */
  ALL_TOO_LOW,
  /** The recording goes on after what could be read, which is right for its time. */
  END_MISSING,
  /** Only names of functions, files and stacks are missing or in doubt. */
  NAMES_ONLY,
  /** It may be counted twice, or be of another process. */
  IDENTITY_IN_DOUBT,
  /** A fact was assumed that nothing states, or the numbers refute what was stated. */
  ASSUMPTION;

  private final String wireName = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Its name in JSON, in kebab-case: {@code live-too-high}. */
  public String wireName() {
    return wireName;
  }

  /** Whether numbers are missing or wrong. */
  public boolean isIncomplete() {
    return switch (this) {
      case LIVE_TOO_HIGH, LIVE_TOO_LOW, ALLOCATED_TOO_LOW, ALL_TOO_LOW, END_MISSING -> true;
      case NONE, NAMES_ONLY, IDENTITY_IN_DOUBT, ASSUMPTION -> false;
    };
  }

  /** Whether numbers rest on something that is not sure. */
  public boolean isDoubt() {
    return this == IDENTITY_IN_DOUBT || this == ASSUMPTION;
  }

  /** Whether any decision depends on it. */
  public boolean isOfDecisions() {
    return isIncomplete() || isDoubt();
  }

  /** Whether it makes numbers of live memory, or else of allocated memory, wrong. */
  public boolean isWrong(boolean live) {
    return this == ALL_TOO_LOW
        || this == END_MISSING
        || (live ? this == LIVE_TOO_LOW || this == LIVE_TOO_HIGH : this == ALLOCATED_TOO_LOW);
  }
}
