package dev.heapconv.demangle;

/**
 * Ends an attempt to demangle: the symbol is not what it looked like, or it exceeds a limit.
 * Contains nothing and never leaves the package.
 */
final class DemangleFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One shared instance without stack trace: failing is a normal result and must be cheap. */
  @SuppressWarnings("StaticAssignmentOfThrowable")
  static final DemangleFailure INSTANCE = new DemangleFailure();

  private DemangleFailure() {
    super(null, null, false, false);
  }
}
