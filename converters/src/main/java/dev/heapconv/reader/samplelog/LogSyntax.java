package dev.heapconv.reader.samplelog;

import dev.heapconv.io.Cursor;
import dev.heapconv.io.LineReader;
import dev.heapconv.io.ReadAhead;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.reader.RecordingBuilder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a log, by the syntax of its lines. Another thread may read them ahead of their
 * use: nothing else adds frames or stacks to the recording until the last one.
 */
abstract class LogSyntax implements Cursor<LogBatch> {

  /** A line of a record may end a header. */
  static final int MOST_OF_LINE = 2;

  /** How many batches may be read ahead. */
  static final int MAX_AHEAD = 2;

  /** Besides those that wait ahead, one is in use, and one is being made or waits for room. */
  private final LogBatch[] batches = new LogBatch[MAX_AHEAD + 2];

  final RecordingBuilder recording;
  private final LineReader lines;
  private int place;
  private @Nullable Throwable failure;
  private boolean ended;

  LogSyntax(LineReader lines, RecordingBuilder recording) {
    this.lines = lines;
    this.recording = recording;
  }

  /** Adds what a line says to a batch: nothing, a record, or a header and a record. */
  abstract void read(LineReader lines, LogBatch batch) throws IOException;

  /** Adds what the end of the log ends. */
  void end(LogBatch batch) {}

  /** The next records, until that is called again as often as there are batches. */
  @Override
  public @Nullable LogBatch next() throws IOException {
    ReadAhead.rethrow(failure);
    LogBatch batch = batches[place] == null ? new LogBatch() : batches[place];
    batches[place] = batch;
    place = (place + 1) % batches.length;
    batch.clear();
    try {
      while (!batch.isFull() && !ended) {
        if (lines.next()) {
          read(lines, batch);
        } else {
          ended = true;
          end(batch);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      // What is wrong with an earlier line goes first.
      failure = e;
    }
    if (batch.size() == 0) {
      ReadAhead.rethrow(failure);
    }
    return batch.size() == 0 ? null : batch;
  }

  /** A frame of which only the name is known. */
  int frame(String function) {
    return recording.stacks().addFrame(StackTable.NO_MAPPING, 0, new SourceLine(function, "", 0));
  }
}
