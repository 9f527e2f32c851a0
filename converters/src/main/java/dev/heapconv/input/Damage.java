package dev.heapconv.input;

import org.jspecify.annotations.Nullable;

/** Damage found in the compression around a recording while it is read. */
final class Damage {
  private @Nullable String what;

  /** Keeps what was found before if {@code found} is null. */
  void set(@Nullable String found) {
    what = found == null ? what : found;
  }

  /** The damage, as a clause for a message; null if there is none. */
  @Nullable String what() {
    return what;
  }
}
