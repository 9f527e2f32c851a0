package dev.heapconv.fleet;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds recordings with the same content, which the totals count several times. */
public final class FleetCopies {

  private final Map<String, String> firsts = new HashMap<>();
  private long copies;
  private String copy = "";
  private String original = "";

  /**
   * Adds a recording.
   *
   * @param hash of its content; empty if unknown
   */
  public void add(String input, String hash) {
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
  public Optional<Warning> warning() {
    return copies == 0 ? Optional.empty() : Optional.of(warning(copies, copy, original));
  }

  /**
   * Warns of copies.
   *
   * @param copies how many recordings have the content of another; of equal ones, all but the first
   * @param copy the name of one
   * @param original the name of another with the same content
   */
  public static Warning warning(long copies, String copy, String original) {
    return Warning.of(ErrorId.COPIED_INPUTS, copies, copy, original);
  }
}
