package dev.heapconv.batch;

import dev.heapconv.batch.BatchResult.Failures;
import java.util.List;
import java.util.TreeMap;

/** Counts what becomes of inputs, and knows whether the batch is to end. Thread-safe. */
public final class BatchTally {

  private final TreeMap<String, Failures> failures = new TreeMap<>();
  private final long maxFailures;
  private int inputs;
  private int done;
  private long bytes;
  private long bytesDone;
  private long converted;
  private long kept;
  private long skipped;

  /** Failures of this batch. */
  private long failed;

  private boolean stopped;

  /**
   * @param maxFailures the batch ends when more inputs than this have failed
   */
  public BatchTally(long maxFailures) {
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

  /** Counts recordings that were converted. */
  public synchronized void convert(long recordings) {
    converted += recordings;
  }

  /**
   * Counts a failure.
   *
   * @param error name of the {@link dev.heapconv.model.ErrorId}
   */
  public synchronized void fail(String error, String input, String message) {
    failed++;
    addFailures(error, new Failures(1, input + ": " + message));
  }

  /** Adds what was counted of other inputs. */
  public synchronized void add(BatchResult others) {
    converted += others.converted();
    kept += others.kept();
    skipped += others.skipped();
    failed += others.failed();
    others.failures().forEach(this::addFailures);
  }

  private void addFailures(String error, Failures more) {
    failures.merge(
        error, more, (known, one) -> new Failures(known.count() + one.count(), known.example()));
  }

  /**
   * Counts what an earlier batch did.
   *
   * @param member whether that is no input, but a member of one
   */
  synchronized void keep(ManifestEntry entry, boolean member) {
    kept += member ? 0 : 1;
    if (entry.error() != null) {
      addFailures(entry.error(), new Failures(1, entry.input() + ": failed in an earlier batch"));
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

  synchronized boolean isEnding() {
    return stopped || failed > maxFailures;
  }

  synchronized BatchProgress progress() {
    return new BatchProgress(
        inputs, done, result().failed(), bytesDone, Math.max(0, bytes - bytesDone));
  }

  /** What was counted. */
  public synchronized BatchResult result() {
    return new BatchResult(
        converted,
        kept,
        skipped,
        failures,
        failed > maxFailures
            ? BatchResult.End.TOO_MANY_FAILURES
            : stopped ? BatchResult.End.STOPPED : BatchResult.End.COMPLETE);
  }
}
