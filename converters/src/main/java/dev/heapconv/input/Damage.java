package dev.heapconv.input;

/** What is found broken in the compression around a recording, while it is read. */
final class Damage {
  private String what;

  void set(String found) {
    what = found;
  }

  /** What is broken, as a clause for a message; null when nothing is. */
  String what() {
    return what;
  }
}
