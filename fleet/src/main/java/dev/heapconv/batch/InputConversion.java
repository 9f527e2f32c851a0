package dev.heapconv.batch;

import dev.heapconv.io.ReadAhead;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of an input, and of its members if it is an archive, by one thread at a time. It
 * is not the one that waits for it: readers that are not this program's may never end, and no
 * thread can be ended from outside. One that takes too long is left alone with what it does.
 */
final class InputConversion {

  /**
   * What the conversions of a batch have in common.
   *
   * @param writer null if there are no outputs, and no manifest
   * @param sink null if nothing is made of all inputs together
   */
  record Shared(
      RecordingReader reader,
      Semaphore cores,
      @Nullable OutputWriter writer,
      @Nullable SinkInputs sink,
      BatchTally tally,
      BatchListener listener,
      Duration maxTime) {}

  private final Shared batch;
  private final BatchInput input;

  /** Finished recordings, which are not read again if memory runs out. */
  private final Set<String> seen = new HashSet<>();

  /** Members that are converted, now or earlier. */
  private int members;

  /** Whether a member was not finished by an earlier batch. */
  private boolean changed;

  /** What is being read since {@link #begun}. */
  private String reading = "";

  private long begun;
  private boolean givenUp;
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
    read(memory);
    batch.tally.finish(input);
  }

  private void read(MemoryBudget memory) throws IOException {
    memory.run(input, this::read);
    if (outOfMemory) {
      // Perhaps another input has taken it: while this one is alone, it is to blame.
      batch.listener.delayed(input.name());
      alone = true;
      memory.runAlone(this::read);
    }
    ReadAhead.rethrow(fatal);
  }

  private void read() {
    batch.cores.acquireUninterruptibly();
    try {
      if (!batch.tally.isStopped()) {
        reading = "it";
        begun = System.nanoTime();
        Thread thread = new Thread(this::readAll, Thread.currentThread().getName() + "-input");
        thread.setDaemon(true);
        thread.start();
        for (long left = batch.maxTime.toNanos(); left > 0; left = thread.isAlive() ? left() : 0) {
          TimeUnit.NANOSECONDS.timedJoin(thread, left);
        }
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(new InterruptedIOException("interrupted while converting"));
    } finally {
      batch.cores.release();
    }
  }

  private void readAll() {
    try {
      batch.reader.read(input, this::isDone, this::accept);
    } catch (Throwable e) {
      accept(RecordingReader.failure(facts(), e));
    }
  }

  private ReadResult.Facts facts() {
    long size = -1;
    long modified = 0;
    try {
      size = input.stat().size();
      modified = input.stat().modified();
    } catch (IOException e) {
      // Then they are unknown.
    }
    return new ReadResult.Facts(input.name(), null, size, modified, null, begun);
  }

  /** The nanoseconds that are left for what is being read; gives it up when there are none. */
  private synchronized long left() {
    long left = begun + batch.maxTime.toNanos() - System.nanoTime();
    if (left <= 0) {
      HeapConvException problem =
          HeapConvException.input(
              ErrorId.TIMED_OUT, input.name(), reading, batch.maxTime.toSeconds());
      accept(RecordingReader.failure(facts(), problem));
      givenUp = true;
    }
    return left;
  }

  private synchronized void fail(Throwable problem) {
    fatal = problem;
    givenUp = true;
    batch.tally.stop();
  }

  /** Whether a member of an archive need not be read. */
  private synchronized boolean isDone(ReadResult.Facts member) {
    if (givenUp) {
      return true;
    }
    begun = System.nanoTime();
    reading = member.name();
    ManifestEntry earlier = earlier(member);
    if (earlier != null) {
      keep(earlier, member);
    }
    return earlier != null || seen.contains(member.name());
  }

  private @Nullable ManifestEntry earlier(ReadResult.Facts facts) {
    return batch.writer == null ? null : batch.writer.done(facts);
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
  private synchronized boolean accept(ReadResult result) {
    if (givenUp) {
      return false;
    }
    try {
      ReadResult ended = isToBeRepeated(result) ? null : isMade(result) ? result : convert(result);
      if (ended != null && batch.sink != null) {
        batch.sink.add(ended);
      }
    } catch (OutOfMemoryError e) {
      fail(HeapConvException.input(ErrorId.OUT_OF_MEMORY, result.facts().name()).causedBy(e));
    } catch (Throwable e) {
      fail(e);
    }
    begun = System.nanoTime();
    return !outOfMemory && !batch.tally.isStopped();
  }

  private boolean isToBeRepeated(ReadResult result) {
    outOfMemory =
        !alone
            && result instanceof ReadResult.Failure failure
            && failure.error() == ErrorId.OUT_OF_MEMORY;
    return outOfMemory;
  }

  /**
   * Whether a result needs no output and no line: it has them, or stands beside recordings. One
   * that became another, for lack of time or memory, has none.
   */
  private boolean isMade(ReadResult result) {
    if (result instanceof ReadResult.Failure failure && failure.isBesideRecordings()) {
      return true;
    }
    ReadResult.Facts facts = result.facts();
    boolean otherMembers = changed && facts.member() == null;
    ManifestEntry earlier = otherMembers ? null : earlier(facts);
    boolean failed = result instanceof ReadResult.Failure;
    if (earlier == null || (earlier.error() != null) != failed) {
      return false;
    }
    keep(earlier, facts);
    return true;
  }

  /** What became of a result; null if that is not known yet, or of no interest. */
  private @Nullable ReadResult convert(ReadResult result) throws IOException {
    OutputWriter writer = batch.writer;
    OutputWriter.Written written =
        writer == null
            ? new OutputWriter.Written(result, List.of(), ByteBuffer.allocate(0))
            : writer.write(result, input.stem(), members);
    if (isToBeRepeated(written.result())) {
      return null;
    }
    ReadResult.Failure failure =
        written.result() instanceof ReadResult.Failure failed ? failed : null;
    if (failure != null && !input.named() && failure.isOtherFile(input.name())) {
      batch.tally.skip();
      batch.listener.skipped(failure);
      // The table of a fleet counts recordings without a heap.
      return failure.isEmpty() ? failure : null;
    }
    if (failure != null && batch.tally.isStopped()) {
      // Its temporary file may have been deleted. The next batch converts the input.
      return null;
    }
    if (writer != null) {
      writer.record(written);
    }
    changed = true;
    seen.add(result.facts().name());
    members += failure == null ? 1 : 0;
    ReadResult ended = failure == null ? result : failure;
    batch.tally.add(ended);
    batch.listener.finished(written.result(), written.outputs());
    return ended;
  }
}
