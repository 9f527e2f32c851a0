package dev.heapconv.cli;

/**
 * A command line that is well formed but makes no sense, such as options that exclude each other.
 */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
