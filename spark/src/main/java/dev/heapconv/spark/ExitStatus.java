package dev.heapconv.spark;

/** The exit statuses of the job, those of the program. */
final class ExitStatus {

  static final int OK = 0;
  static final int USAGE = 2;
  static final int INPUT = 3;
  static final int OUTPUT = 4;
  static final int SOME_INPUTS_FAILED = 5;

  private ExitStatus() {}
}
