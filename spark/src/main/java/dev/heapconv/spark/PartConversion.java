package dev.heapconv.spark;

import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.thread.Cursor;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Converts inputs where an executor runs, into rows of {@link PartRow#SCHEMA}. What is wrong with
 * an input is a row, and never fails the job.
 */
final class PartConversion implements FlatMapFunction<Iterator<Row>, Row> {

  private static final long serialVersionUID = 1L;

  /** An archive is left, to be taken up again, when its rows take this much memory. */
  private static final long MAX_BYTES = 64L << 20;

  /**
   * The memory of this process, which tasks share. An input that did not get enough is tried again
   * while no other one is being read.
   */
  private static final ReadWriteLock MEMORY = new ReentrantReadWriteLock(true);

  private final Broadcast<SerializableConfiguration> hadoop;
  private final Broadcast<ReaderSetup> setup;
  private final String settings;
  private final int attempts;

  /**
   * @param hadoop how to reach the file systems
   * @param settings the hash that rows carry
   * @param attempts how often Spark tries a task
   */
  PartConversion(
      Broadcast<SerializableConfiguration> hadoop,
      Broadcast<ReaderSetup> setup,
      String settings,
      int attempts) {
    this.hadoop = hadoop;
    this.setup = setup;
    this.settings = settings;
    this.attempts = attempts;
  }

  /**
   * @param inputs each a {@link FleetInput}
   * @return rows, made while they are taken: one input is in memory at a time
   * @throws IOException if this machine lacks what reading needs
   */
  @Override
  public Iterator<Row> call(Iterator<Row> inputs) throws IOException {
    return new CursorIterator<>(new Rows(inputs));
  }

  /** An input on its way to rows. */
  private final class Work implements RecordingReader.Sink {
    private final FleetInput input;
    private final Queue<Row> rows;
    private final Set<String> done = new HashSet<>();
    private int recordings;
    private long bytes;
    private boolean complete;

    Work(FleetInput input, Queue<Row> rows) {
      this.input = input;
      this.rows = rows;
    }

    void read(RecordingReader reader, HadoopSource source, boolean alone) {
      bytes = 0;
      reader.read(source, alone, done::contains, this);
    }

    @Override
    public boolean accept(ReadResult result) {
      rows.add(row(result));
      done.add(result.facts().name());
      complete |= result.facts().member() == null;
      return bytes < MAX_BYTES;
    }

    private Row row(ReadResult result) {
      PartRow made = new PartRow(input, settings);
      if (result instanceof ReadResult.Recording recording) {
        Row row = made.recording(recording);
        bytes += row.<byte[]>getAs(PartRow.SCHEMA.fieldIndex(PartRow.PART)).length;
        recordings++;
        return row;
      }
      return result instanceof ReadResult.Failure failure
          ? made.failure(failure)
          : made.archive(result.facts(), recordings);
    }
  }

  private final class Rows implements Cursor<Row> {
    private final Iterator<Row> inputs;
    private final Configuration configuration = hadoop.value().value();
    private final RecordingReader reader;
    private final boolean lastAttempt = TaskContext.get().attemptNumber() >= attempts - 1;
    private final Queue<Row> rows = new ArrayDeque<>();
    private final Queue<Work> delayed = new ArrayDeque<>();
    private @Nullable Work unfinished;

    Rows(Iterator<Row> inputs) throws IOException {
      this.inputs = inputs;
      reader = setup.value().reader(configuration);
    }

    @Override
    public @Nullable Row next() throws IOException {
      while (rows.isEmpty()) {
        Work work = unfinished;
        boolean alone = false;
        if (work == null && inputs.hasNext()) {
          work = new Work(FleetInput.of(inputs.next()), rows);
        } else if (work == null) {
          work = delayed.poll();
          alone = true;
        }
        if (work == null) {
          return null;
        }
        convert(work, alone);
      }
      return rows.remove();
    }

    private void convert(Work work, boolean alone) throws IOException {
      FleetInput input = work.input;
      if (input.error() != null) {
        rows.add(
            new PartRow(input, settings).failure(input.error(), String.valueOf(input.message())));
        return;
      }
      HadoopSource source = new HadoopSource(input, configuration);
      Lock memory = alone ? MEMORY.writeLock() : MEMORY.readLock();
      unfinished = null;
      memory.lock();
      try {
        work.read(reader, source, alone);
        unfinished = work.complete ? null : work;
      } catch (OutOfMemoryError e) {
        delayed.add(work);
      } finally {
        memory.unlock();
      }
      IOException trouble = source.trouble();
      if (trouble != null && !lastAttempt) {
        // The task fails, and is tried again elsewhere.
        throw trouble;
      }
    }
  }
}
