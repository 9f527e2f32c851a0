package dev.heapconv.batch;

import java.util.List;

/** Counts what becomes of inputs, and knows whether the batch is to end. Thread-safe. */
public final class BatchTally {

  private final InputCounts failures = new InputCounts();
  private int inputs;
  private int done;
  private long bytes;
  private long bytesDone;
  private long converted;
  private long kept;
  private long skipped;

  private boolean stopped;

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

  /** Counts a recording that was converted, or a failure; archives are neither. */
  public synchronized void add(ReadResult result) {
    if (result instanceof ReadResult.Failure failure) {
      String input = failure.facts().name();
      failures.count(failure.error().wireName(), input + ": " + failure.message());
    } else if (result instanceof ReadResult.Recording) {
      converted++;
    }
  }

  /** Adds what was counted of other inputs. */
  public synchronized void add(BatchResult others) {
    converted += others.converted();
    kept += others.kept();
    skipped += others.skipped();
    others.failures().forEach(failures::add);
  }

  /**
   * Counts what an earlier batch did.
   *
   * @param member whether that is no input, but a member of one
   */
  synchronized void keep(ManifestEntry entry, boolean member) {
    if (entry.error() == null) {
      kept += member ? 0 : 1;
    } else {
      failures.count(entry.error(), entry.input() + ": failed in an earlier batch");
    }
  }

  /** Counts a file that is no profile. */
  synchronized void skip() {
    skipped++;
  }

  synchronized void stop() {
    stopped = true;
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  synchronized BatchProgress progress() {
    return new BatchProgress(
        inputs, done, result().failed(), bytesDone, Math.max(0, bytes - bytesDone));
  }

  /** What was counted. */
  public synchronized BatchResult result() {
    return new BatchResult(converted, kept, skipped, failures.all(), stopped);
  }
}
