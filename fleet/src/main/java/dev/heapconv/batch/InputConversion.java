package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.thread.Ahead;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The conversion of an input, and of its members if it is an archive, by one thread. */
final class InputConversion {

  /** What the conversions of a batch have in common. */
  record Shared(
      RecordingReader reader,
      Semaphore cores,
      Past past,
      OutputWriter writer,
      FleetSinks sinks,
      BatchTally tally,
      BatchListener listener) {}

  private final Shared batch;
  private final BatchInput input;

  /** Finished recordings, which are not read again if memory runs out. */
  private final Set<String> seen = new HashSet<>();

  /** Members that are converted, now or earlier. */
  private int members;

  /** Whether a member was not finished by an earlier batch. */
  private boolean changed;

  private boolean alone;
  private boolean outOfMemory;
  private @Nullable Throwable fatal;

  InputConversion(Shared batch, BatchInput input) {
    this.batch = batch;
    this.input = input;
  }

  /**
   * Converts the input.
   *
   * @param memory where memory for it comes from
   * @throws IOException if the batch cannot go on
   */
  void run(MemoryBudget memory) throws IOException {
    memory.run(input, this::read);
    if (outOfMemory) {
      // Perhaps another input has taken it: while this one is alone, it is to blame.
      batch.listener.delayed(input.name());
      alone = true;
      memory.runAlone(this::read);
    }
    Ahead.rethrow(fatal);
    batch.tally.finish(input);
  }

  private void read() {
    batch.cores.acquireUninterruptibly();
    try {
      if (!batch.tally.isEnding()) {
        batch.reader.read(input, this::isDone, this::accept);
      }
    } finally {
      batch.cores.release();
    }
  }

  /** Whether a member of an archive need not be read. */
  private boolean isDone(ReadResult.Facts member) {
    ManifestEntry earlier = batch.sinks.isEmpty() ? batch.past.done(member) : null;
    if (earlier != null) {
      keep(earlier, member);
    }
    return earlier != null || seen.contains(member.name());
  }

  /** Counts what an earlier batch did, once. */
  private void keep(ManifestEntry earlier, ReadResult.Facts facts) {
    if (seen.add(facts.name())) {
      batch.tally.keep(earlier, facts.member() != null);
      members += earlier.error() == null ? 1 : 0;
    }
  }

  /**
   * Does what is to be done with a result.
   *
   * @return whether the batch continues; if not, archives are not read any further
   */
  private boolean accept(ReadResult result) {
    try {
      ReadResult ended = isToBeRepeated(result) ? null : isMade(result) ? result : convert(result);
      if (ended != null) {
        batch.sinks.add(ended);
      }
    } catch (OutOfMemoryError e) {
      fatal = HeapConvException.input(ErrorId.OUT_OF_MEMORY, result.facts().name()).causedBy(e);
    } catch (IOException | RuntimeException e) {
      fatal = e;
    }
    if (fatal != null) {
      batch.tally.stop();
    }
    return !outOfMemory && !batch.tally.isEnding();
  }

  private boolean isToBeRepeated(ReadResult result) {
    outOfMemory =
        !alone
            && result instanceof ReadResult.Failure failure
            && failure.error() == ErrorId.OUT_OF_MEMORY;
    return outOfMemory;
  }

  /** Whether a result needs no output and no line: it has them, or stands beside recordings. */
  private boolean isMade(ReadResult result) {
    if (result instanceof ReadResult.Failure failure && failure.isBesideRecordings()) {
      return true;
    }
    ReadResult.Facts facts = result.facts();
    boolean otherMembers = changed && facts.member() == null;
    ManifestEntry earlier = otherMembers ? null : batch.past.done(facts);
    if (earlier != null) {
      keep(earlier, facts);
    }
    return earlier != null;
  }

  /** What became of a result; null if that is not known yet, or of no interest. */
  private @Nullable ReadResult convert(ReadResult result) throws IOException {
    OutputWriter.Written written = batch.writer.write(result, input.stem(), members);
    if (isToBeRepeated(written.result())) {
      return null;
    }
    ReadResult.Failure failure =
        written.result() instanceof ReadResult.Failure failed ? failed : null;
    if (failure != null && !input.named() && failure.isOtherFile(input.name())) {
      batch.tally.skip();
      batch.listener.skipped(failure);
      return null;
    }
    if (failure != null && batch.tally.isStopped()) {
      // Its temporary file may have been deleted. The next batch converts the input.
      return null;
    }
    batch.writer.record(written);
    changed = true;
    seen.add(result.facts().name());
    members += failure == null ? 1 : 0;
    if (failure != null) {
      batch.tally.fail(failure.error().wireName(), failure.facts().name(), failure.message());
    } else if (result instanceof ReadResult.Recording) {
      batch.tally.convert(1);
    }
    batch.listener.finished(written.result(), written.outputs());
    return failure == null ? result : failure;
  }
}
