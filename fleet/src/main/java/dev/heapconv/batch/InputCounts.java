package dev.heapconv.batch;

import java.io.Serializable;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** How many inputs something is true of, by a word for that. Thread-safe. */
public final class InputCounts implements Serializable {

  private static final Counted NONE = new Counted(0, "");

  private final ConcurrentSkipListMap<String, Counted> counts = new ConcurrentSkipListMap<>();

  /**
   * Some inputs.
   *
   * @param example the first of them in order of text
   */
  public record Counted(long count, String example) implements Serializable {
    private Counted and(Counted other) {
      String first = example.compareTo(other.example) <= 0 ? example : other.example;
      return new Counted(count + other.count, first);
    }
  }

  /** Counts an input. */
  public void count(String word, String input) {
    add(word, new Counted(1, input));
  }

  /** Adds other inputs. */
  public void add(InputCounts others) {
    others.counts.forEach(this::add);
  }

  void add(String word, Counted others) {
    counts.merge(word, others, Counted::and);
  }

  /** Of which a word is true. */
  public Counted of(String word) {
    return counts.getOrDefault(word, NONE);
  }

  /** All that were counted. */
  public SortedMap<String, Counted> all() {
    return counts;
  }
}
