package dev.heapconv.batch;

import dev.heapconv.model.Notice;
import java.util.List;
import java.util.function.Supplier;

/**
 * Receives the events of a batch, on the threads in which they happen. Every method does nothing by
 * default.
 */
public interface BatchListener {

  /**
   * The inputs are known.
   *
   * @param inputs how many there are
   * @param done how many of them an earlier batch finished
   * @param progress how far the batch is whenever it is asked; any thread may do so
   */
  default void found(int inputs, int done, Supplier<BatchProgress> progress) {}

  /**
   * An input, or a member of an archive, is finished and its line is in the manifest.
   *
   * @param outputs paths in the output folder
   */
  default void finished(ReadResult result, List<String> outputs) {}

  /** A file in a folder is not a profile, and is not an input. */
  default void skipped(ReadResult.Failure reason) {}

  /**
   * An input, or a member of an archive, ran out of memory; it is tried again while no other is.
   */
  default void delayed(String input) {}

  /** All inputs are done; what is made of all together is now written. */
  default void finishing() {}

  /** What to know when reading what is made of all inputs together. */
  default void notice(Notice notice) {}
}
