package dev.heapconv.model;

/**
 * How far a long step is: told by the thread that works, and asked for by one that shows it. Steps
 * are of equal size at best, so that what is left is a guess.
 */
public final class Progress {

  private volatile long startNanos;
  private volatile long steps;
  private volatile long done;

  /** Begins anew with a number of steps, at least 0. */
  public void start(long count) {
    done = 0;
    startNanos = System.nanoTime();
    steps = count;
  }

  /** So many steps more are done. Only one thread may call it. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void advance(long count) {
    done += count;
  }

  /** The share that is done, from 0 to 1; 0 if nothing has begun. */
  public double share() {
    long of = steps;
    return of == 0 ? 0 : Math.min(1, (double) done / of);
  }

  /** The seconds that the rest takes if it is like what is done; infinite if nothing is. */
  public double secondsLeft() {
    double share = share();
    return (System.nanoTime() - startNanos) / 1e9 * (1 - share) / share;
  }
}
