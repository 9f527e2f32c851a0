package dev.heapconv.cli;

/** The exit statuses of the program. */
final class ExitStatus {

  static final int OK = 0;
  static final int INTERNAL_ERROR = 1;
  static final int USAGE = 2;
  static final int INPUT = 3;
  static final int OUTPUT = 4;
  static final int SOME_INPUTS_FAILED = 5;

  /** A difference exceeds the limits that were set. */
  static final int GROWN = 6;

  /** A difference says nothing about the limits that were set. */
  static final int INCONCLUSIVE = 7;

  /** What shells report for a program ended by Ctrl-C. */
  static final int INTERRUPTED = 130;

  private ExitStatus() {}
}
