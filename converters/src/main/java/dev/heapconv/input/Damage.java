package dev.heapconv.input;

import org.jspecify.annotations.Nullable;

/** What is found broken in the compression around a recording, while it is read. */
final class Damage {
  private @Nullable String what;

  void set(String found) {
    what = found;
  }

  /** What is broken, as a clause for a message; null when nothing is. */
  @Nullable String what() {
    return what;
  }
}
