package dev.heapconv.demangle;

/**
 * The text under construction and its budget: through substitutions a short symbol can expand to
 * terabytes.
 */
final class Output {
  static final int MAX_LENGTH = 1 << 18;

  /** Nodes visited; a real symbol of 10,000 characters needs about 30,000. */
  static final int MAX_STEPS = 1_000_000;

  private final StringBuilder text;
  private int steps;

  /**
   * Length at which something was taken back; c++filt then no longer knows the preceding character.
   */
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
   * Takes back a separator that turned out to separate nothing. {@link #last} then returns a blank,
   * as in c++filt, which is why that prints {@code A<B<C>>}.
   */
  void takeBack(int length) {
    truncate(length);
    forgotten = length;
  }

  /**
   * The last character written, NUL if there is none, a blank if it was uncovered by {@link
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
