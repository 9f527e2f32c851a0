package dev.heapconv.model;

/**
 * The progress of a long step. The working thread reports it, and another thread shows it. The
 * estimate of the remaining time assumes steps of equal size, so it is a guess.
 */
public final class Progress {

  private volatile long startNanos;
  private volatile long steps;
  private volatile long done;

  /**
   * Starts again.
   *
   * @param count number of steps, at least 0
   */
  public void start(long count) {
    done = 0;
    startNanos = System.nanoTime();
    steps = count;
  }

  /**
   * Reports that further steps are done. Only one thread may call this.
   *
   * @param count number of steps
   */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void advance(long count) {
    done += count;
  }

  /** Returns the share that is done, from 0 to 1; 0 before the start. */
  public double share() {
    long of = steps;
    return of == 0 ? 0 : Math.min(1, (double) done / of);
  }

  /** Returns the seconds that the rest takes at the speed so far; infinite if nothing is done. */
  public double secondsLeft() {
    double share = share();
    return (System.nanoTime() - startNanos) / 1e9 * (1 - share) / share;
  }
}
