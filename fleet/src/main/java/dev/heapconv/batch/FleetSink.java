package dev.heapconv.batch;

import dev.heapconv.io.AtomicFile;
import dev.heapconv.model.Notice;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Something that is made of all inputs of a batch together. Each recording is added once, also
 * those that an earlier batch converted, and each input that failed.
 */
public interface FleetSink extends Closeable {

  /** Adds a recording or a failure; any thread may call this, and several at once. */
  void add(ReadResult result) throws IOException;

  /**
   * Writes what was made, after everything was added.
   *
   * @return what to know when reading it
   */
  List<Notice> finish(AtomicFile.Guard guard) throws IOException;

  /** Whether what it makes depends on the order of results: then it gets them as inputs follow. */
  default boolean isOfOrder() {
    return false;
  }

  /** Whether it adds recordings up, so that copies count several times. */
  default boolean isSum() {
    return false;
  }

  /** The file that it writes; none if it writes a folder. */
  default List<Path> files() {
    return List.of();
  }

  /** Frees what it holds; what was not finished is gone. */
  @Override
  default void close() throws IOException {}
}
