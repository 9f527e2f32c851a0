package dev.heapconv.cli;

/** A command line that is well formed but asks for something that does not go together. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
