package dev.heapconv.linear;

/** The steps of the code that {@link CountingLoader} has loaded. */
public final class Work {

  private static long steps;

  private Work() {}

  /** Called at the start of each method and at the end of each turn of a loop. */
  public static void step() {
    steps++;
  }

  static long steps() {
    return steps;
  }
}
