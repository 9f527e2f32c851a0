package dev.heapconv.fleet;

/**
 * What is known of a frame everywhere: the hash of what identifies it, and of the name of each of
 * its functions. Never changes, so any thread may read it.
 */
final class FrameId {

  private final int number;
  private final Hash128 identity;
  private final long[] names;
  private final int hiddenLines;

  /**
   * @param number its id in the table it comes from
   * @param names two numbers for each function, innermost first
   * @param hiddenLines how many functions, from the innermost, are not shown
   */
  FrameId(int number, Hash128 identity, long[] names, int hiddenLines) {
    this.number = number;
    this.identity = identity;
    this.names = names;
    this.hiddenLines = hiddenLines;
  }

  int number() {
    return number;
  }

  /** The same frame in another table. */
  FrameId withNumber(int other) {
    return new FrameId(other, identity, names, hiddenLines);
  }

  Hash128 identity() {
    return identity;
  }

  int lines() {
    return names.length / 2;
  }

  /**
   * @param half 0 or 1
   */
  long name(int line, int half) {
    return names[2 * line + half];
  }

  int hiddenLines() {
    return hiddenLines;
  }
}
