package dev.heapconv.spark;

/**
 * A command line that is well formed but makes no sense, such as options that exclude each other.
 */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
