package dev.heapconv.batch;

import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.Notice;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Something that is made of all inputs of a batch together. Each recording is added once, and each
 * input that failed.
 */
public interface FleetSink extends Closeable {

  /** Adds a recording or a failure; any thread may call this, and several at once. */
  void add(ReadResult result) throws IOException;

  /** The name of the device of an input; empty if it is not known. */
  default String deviceOf(String input) {
    return "";
  }

  /**
   * Writes what was made, after everything was added.
   *
   * @return what to know when reading it
   */
  List<Notice> finish(AtomicFile.Guard guard) throws IOException;

  /** Frees what it holds; what was not finished is gone. */
  @Override
  default void close() throws IOException {}
}
