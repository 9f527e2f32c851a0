package dev.heapconv.cli;

/** How many threads may work on one thing. */
final class ThreadOption extends OptionGroup {

  private final Argument<Integer> threads =
      value(
          Integer.class,
          option(Heading.GENERAL, "--threads")
              .paramLabel("N")
              .description("Use at most N threads (default: the number of cores)."));

  /**
   * @throws UsageException if the number makes no sense
   */
  int count() {
    int count = threads.valueOr(Runtime.getRuntime().availableProcessors());
    if (count < 1) {
      throw new UsageException("--threads must be at least 1");
    }
    return count;
  }
}
