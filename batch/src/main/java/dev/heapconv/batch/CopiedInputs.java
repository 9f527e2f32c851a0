package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds inputs with the same content, which the totals count several times. */
final class CopiedInputs {

  private final Map<String, String> firsts = new HashMap<>();
  private long copies;
  private String copy = "";
  private String original = "";

  /**
   * Adds an input.
   *
   * @param hash of its content; empty if unknown
   */
  void add(String input, String hash) {
    String first = hash.isEmpty() ? null : firsts.putIfAbsent(hash, input);
    if (first == null) {
      return;
    }
    if (copies == 0) {
      copy = input;
      original = first;
    }
    copies++;
  }

  /** Warns of copies, if there are any; the example is the first that was added. */
  Optional<Warning> warning() {
    return copies == 0
        ? Optional.empty()
        : Optional.of(Warning.of(ErrorId.COPIED_INPUTS, copies, copy, original));
  }
}
