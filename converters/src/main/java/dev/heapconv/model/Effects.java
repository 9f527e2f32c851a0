package dev.heapconv.model;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the notices of a profile mean for its numbers, and what follows:
 *
 * <ul>
 *   <li>Numbers that are too low or too high make it incomplete: nothing is called exact, they are
 *       rough at best, a reader that is strict fails, and growth that is not seen cannot be denied.
 *   <li>What is in doubt makes its numbers rough at best.
 *   <li>Names that are missing change no number, and nothing follows.
 * </ul>
 *
 * @param all those of its notices
 * @param hasLive whether it has numbers of live memory that could be wrong
 * @param hasAllocated whether it has numbers of allocated memory
 */
public record Effects(Set<Effect> all, boolean hasLive, boolean hasAllocated) {

  public Effects {
    all = Set.copyOf(all);
  }

  /**
   * @param views those that the profile has; if none, it could have any
   */
  public static Effects of(Collection<Notice> notices, Collection<View> views) {
    Set<Effect> all = EnumSet.noneOf(Effect.class);
    for (Notice notice : notices) {
      all.add(notice.id().effect());
    }
    boolean hasLive = views.isEmpty();
    boolean hasAllocated = views.isEmpty();
    for (View view : views) {
      hasLive |= view.isLive();
      hasAllocated |= !view.isLive();
    }
    return new Effects(all, hasLive, hasAllocated);
  }

  /** Whether any of its numbers is missing or wrong. */
  public boolean isIncomplete() {
    return isTooLow(true) || isTooLow(false) || isTooHigh() || lacksEnd();
  }

  /** Whether its numbers of live memory, or else of allocated memory, are too low. */
  public boolean isTooLow(boolean live) {
    return (live ? hasLive : hasAllocated)
        && (all.contains(Effect.ALL_TOO_LOW)
            || all.contains(live ? Effect.LIVE_TOO_LOW : Effect.ALLOCATED_TOO_LOW));
  }

  /** Whether its numbers of live memory are too high; those of allocated memory never are. */
  public boolean isTooHigh() {
    return hasLive && all.contains(Effect.LIVE_TOO_HIGH);
  }

  /** Whether the numbers of a view are too low or too high. */
  public boolean isWrong(View view) {
    return isTooLow(view.isLive()) || view.isLive() && isTooHigh();
  }

  /** Whether what came later is missing. */
  public boolean lacksEnd() {
    return all.contains(Effect.END_MISSING);
  }

  /**
   * Whether numbers are rough at best.
   *
   * @param ofAll whether they are of all heaps: which of several an assumption is about, their own
   *     facts say
   */
  public boolean areDoubtful(boolean ofAll) {
    return all.contains(Effect.IDENTITY_IN_DOUBT) || ofAll && all.contains(Effect.ASSUMPTION);
  }

  /** Whether numbers may be called exact; {@code ofAll} as above. */
  public boolean allowExact(boolean ofAll) {
    return !isIncomplete() && !areDoubtful(ofAll);
  }

  /**
   * Whether it can be told what of live memory grew from dump to dump: not if frees are missing, or
   * allocations, which may be more at one time than at another.
   */
  public boolean tellGrowth() {
    return !isTooHigh() && !isTooLow(true);
  }
}
