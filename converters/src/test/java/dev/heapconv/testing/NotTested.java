package dev.heapconv.testing;

import org.opentest4j.TestAbortedException;

/** Tests that are skipped because this machine lacks a tool. */
public final class NotTested {

  static final String PREFIX = "not tested: ";

  private NotTested() {}

  /**
   * Has {@link NotTestedListener} say what was not tested.
   *
   * @param what remains untested
   * @param remedy what is missing, and how to get it
   * @return to be thrown: it skips the test
   */
  public static TestAbortedException because(String what, String remedy) {
    return new TestAbortedException(PREFIX + what + " (" + remedy + ")");
  }

  /** Skips the test that asks, and has it said, if a tool is not there. */
  public static void unless(boolean isThere, String what, String remedy) {
    if (!isThere) {
      throw because(what, remedy);
    }
  }
}
