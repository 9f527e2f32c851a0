package dev.heapconv.cli;

/** What the program tells its caller. */
final class ExitStatus {

  static final int OK = 0;
  static final int INTERNAL_ERROR = 1;
  static final int USAGE = 2;
  static final int INPUT = 3;
  static final int OUTPUT = 4;
  static final int SOME_INPUTS_FAILED = 5;

  /** As a shell tells of a program that Ctrl-C ended. */
  static final int INTERRUPTED = 130;

  private ExitStatus() {}
}
