package dev.heapconv.query;

import java.util.Locale;

/** What a function is to those that were searched for, in the order in which they are shown. */
enum Neighbour {
  /** One that was searched for. */
  FUNCTION,
  /** Calls the outermost of them in a stack. */
  CALLER,
  /** The innermost of them, where it allocates itself. */
  SELF,
  /** Called by the innermost of them. */
  CALLEE;

  /** Names it in every output. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
