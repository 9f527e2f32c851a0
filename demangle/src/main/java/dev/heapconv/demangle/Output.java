package dev.heapconv.demangle;

/**
 * The text under construction and the budget for making it: substitutions let a short symbol ask
 * for terabytes.
 */
final class Output {
  static final int MAX_LENGTH = 1 << 18;

  /** Nodes visited; a real symbol of 10,000 characters needs some 30,000. */
  static final int MAX_STEPS = 1_000_000;

  private final StringBuilder text;
  private int steps;

  /** Length at which something was taken back; c++filt then no longer knows what stands there. */
  private int forgotten = -1;

  Output(int sizeHint) {
    text = new StringBuilder(sizeHint);
  }

  void step() {
    if (++steps > MAX_STEPS) {
      throw DemangleFailure.INSTANCE;
    }
  }

  Output append(String more) {
    text.append(more);
    if (text.length() > MAX_LENGTH) {
      throw DemangleFailure.INSTANCE;
    }
    return this;
  }

  Output append(char more) {
    text.append(more);
    return this;
  }

  Output append(int more) {
    text.append(more);
    return this;
  }

  int length() {
    return text.length();
  }

  void truncate(int length) {
    text.setLength(length);
  }

  /**
   * Takes back a separator that turned out to separate nothing. {@link #last} then answers blank,
   * as in c++filt: hence its {@code A<B<C>>}.
   */
  void takeBack(int length) {
    truncate(length);
    forgotten = length;
  }

  /**
   * The character written last, NUL before the first, blank for one that was uncovered by {@link
   * #takeBack}.
   */
  char last() {
    if (text.length() == forgotten) {
      return ' ';
    }
    return text.length() == 0 ? '\0' : text.charAt(text.length() - 1);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
