package dev.heapconv.batch;

/**
 * The output folder holds the outputs of an earlier batch, and nothing was said of what to do with
 * them.
 */
public final class BatchInUseException extends Exception {

  private static final long serialVersionUID = 1L;

  BatchInUseException(String message) {
    super(message);
  }
}
