package dev.heapconv.input;

import org.jspecify.annotations.Nullable;

/** Damage in the compression around a recording, found while the recording is read. */
final class Damage {
  private @Nullable String what;

  /** Sets the damage; null leaves what was found before. */
  void set(@Nullable String found) {
    what = found == null ? what : found;
  }

  /** Returns the damage as a clause for a message; null if there is none. */
  @Nullable String what() {
    return what;
  }
}
