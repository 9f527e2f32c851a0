package dev.heapconv.model;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * The effects of the notices of a profile on its numbers, and what follows from them:
 *
 * <ul>
 *   <li>A profile with numbers that are too low or too high is incomplete. Nothing in it is called
 *       exact, its numbers are approximate at best, a strict reader fails, and growth in it may go
 *       unseen.
 *   <li>A doubtful profile has numbers that are approximate at best.
 *   <li>Missing names change no number, and nothing follows from them.
 * </ul>
 *
 * @param all the effects of all notices
 * @param hasLive whether the profile has numbers of live memory
 * @param hasAllocated whether the profile has numbers of allocated memory
 */
public record Effects(Set<Effect> all, boolean hasLive, boolean hasAllocated) {

  public Effects {
    all = Set.copyOf(all);
  }

  /**
   * Collects the effects of notices.
   *
   * @param notices the notices of the profile
   * @param views the views of the profile; if empty, it counts as having live and allocated memory
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

  /** Returns the effects on the last dump of each heap, as if the others had not been read. */
  public Effects ofLastDumps() {
    Set<Effect> ofLast = EnumSet.noneOf(Effect.class);
    ofLast.addAll(all);
    ofLast.remove(Effect.EARLIER_TOO_LOW);
    return new Effects(ofLast, hasLive, hasAllocated);
  }

  /** Whether any number is missing or wrong. */
  public boolean isIncomplete() {
    return isTooLow(true) || isTooLow(false) || isTooHigh() || lacksEnd();
  }

  /**
   * Whether numbers are too low.
   *
   * @param live true for numbers of live memory, false for numbers of allocated memory
   */
  public boolean isTooLow(boolean live) {
    return (live ? hasLive : hasAllocated)
        && (all.contains(Effect.ALL_TOO_LOW)
            || all.contains(Effect.EARLIER_TOO_LOW)
            || all.contains(live ? Effect.LIVE_TOO_LOW : Effect.ALLOCATED_TOO_LOW));
  }

  /** Whether numbers of live memory are too high. Numbers of allocated memory never are. */
  public boolean isTooHigh() {
    return hasLive && all.contains(Effect.LIVE_TOO_HIGH);
  }

  /**
   * Whether the numbers of a view are too low or too high.
   *
   * @param view the view
   */
  public boolean isWrong(View view) {
    return isTooLow(view.isLive()) || view.isLive() && isTooHigh();
  }

  /** Whether the end of the recording is missing. */
  public boolean lacksEnd() {
    return all.contains(Effect.END_MISSING);
  }

  /**
   * Whether numbers are approximate at best.
   *
   * @param ofAll whether the numbers are sums over all heaps. An assumption may concern only some
   *     heaps, and the facts of a heap itself show whether it concerns that heap
   */
  public boolean areDoubtful(boolean ofAll) {
    return all.contains(Effect.IDENTITY_IN_DOUBT) || ofAll && all.contains(Effect.ASSUMPTION);
  }

  /**
   * Whether numbers may be called exact.
   *
   * @param ofAll whether the numbers are sums over all heaps, as in {@link #areDoubtful}
   */
  public boolean allowExact(boolean ofAll) {
    return !isIncomplete() && !areDoubtful(ofAll);
  }

  /**
   * Whether the dumps can show which live memory grew. They cannot if frees or allocations are
   * missing, because more may be missing at one time than at another.
   */
  public boolean tellGrowth() {
    return !isTooHigh() && !isTooLow(true);
  }
}
