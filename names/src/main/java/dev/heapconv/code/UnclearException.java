package dev.heapconv.code;

/** Nothing certain is known; carries no stack, since that is an everyday answer. */
final class UnclearException extends Exception {
  private static final long serialVersionUID = 1;

  final Unclear reason;

  UnclearException(Unclear reason) {
    super(reason.words(), null, false, false);
    this.reason = reason;
  }
}
