package dev.heapconv.batch;

import dev.heapconv.model.Warning;

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
   */
  default void found(int inputs, int done) {}

  /** An input, or a member of an archive, is finished and its line is in the manifest. */
  default void finished(ManifestEntry entry) {}

  /**
   * A file in a folder is not a profile, and is not an input.
   *
   * @param file its path
   * @param reason how that was seen
   */
  default void skipped(String file, String reason) {}

  /**
   * An input, or a member of an archive, ran out of memory; it is retried alone when the others are
   * done.
   */
  default void delayed(String input) {}

  /** All inputs are done; what is made of all together is now written. */
  default void finishing() {}

  /** What to know when reading what is made of all inputs together. */
  default void warning(Warning warning) {}
}
