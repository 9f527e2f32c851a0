package dev.heapconv.batch;

/**
 * Is told what happens in a batch, by the threads in which it happens. Every method does nothing by
 * default.
 */
public interface BatchListener {

  /**
   * The inputs are known.
   *
   * @param inputs how many there are
   * @param done how many of them an earlier batch has finished
   */
  default void found(int inputs, int done) {}

  /** An input, or a member of an archive, is finished and its line is in the manifest. */
  default void finished(ManifestEntry entry) {}

  /**
   * An input needed more memory than there was; it is tried again by itself when the others are
   * done.
   */
  default void delayed(String input) {}

  /** All inputs are done; the totals of the fleet are being made of so many parts. */
  default void merging(int parts) {}
}
