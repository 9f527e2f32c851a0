package dev.heapconv.batch;

import java.util.List;

/** How far a batch is, and whether it is to end. Thread-safe. */
final class BatchState {

  private final BatchResult.Tally tally = new BatchResult.Tally();
  private final long maxFailures;
  private int inputs;
  private int done;
  private long bytes;
  private long bytesDone;

  /** Failures of this batch. */
  private long failures;

  private boolean stopped;

  /**
   * @param maxFailures the batch ends when more inputs than this have failed
   */
  BatchState(long maxFailures) {
    this.maxFailures = maxFailures;
  }

  /** The inputs to be read are known. */
  synchronized void begin(List<BatchInput> work) {
    inputs = work.size();
    bytes = work.stream().mapToLong(BatchInput::size).sum();
  }

  /** An input was read. */
  synchronized void finish(BatchInput input) {
    done++;
    bytesDone += input.size();
  }

  /** Counts the line of an input that an earlier batch finished. */
  void keep(ManifestEntry entry, boolean member) {
    if (!member) {
      tally.keep();
    }
    if (entry.error() != null) {
      tally.fail(entry.error(), entry.input(), "failed in an earlier batch");
    }
  }

  void skip() {
    tally.skip();
  }

  /** Counts a result that is in the manifest now. */
  synchronized void count(ReadResult result) {
    if (result instanceof ReadResult.Failure failure) {
      failures++;
      tally.fail(failure.error().wireName(), failure.facts().name(), failure.message());
    } else if (result instanceof ReadResult.Recording) {
      tally.convert(1);
    }
  }

  synchronized void stop() {
    stopped = true;
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  synchronized boolean isEnding() {
    return stopped || failures > maxFailures;
  }

  synchronized BatchProgress progress() {
    return new BatchProgress(
        inputs, done, result().failed(), bytesDone, Math.max(0, bytes - bytesDone));
  }

  synchronized BatchResult result() {
    return tally.result(
        failures > maxFailures
            ? BatchResult.End.TOO_MANY_FAILURES
            : stopped ? BatchResult.End.STOPPED : BatchResult.End.COMPLETE);
  }
}
