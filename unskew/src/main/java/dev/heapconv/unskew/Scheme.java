package dev.heapconv.unskew;

import java.util.Optional;

/**
 * How the numbers of a profile came about, and so how they are unskewed. The wire names are those
 * of the heapconv sample log.
 */
public enum Scheme {
  /**
   * heapprofd: bytes carry the weight {@code T * Poisson(a / T)}, or the size above the cutoff;
   * counts are raw.
   */
  WEIGHTED("weighted"),
  /**
   * jemalloc, gperftools and Go text: the size of each sampled allocation is recorded, inclusion
   * {@code 1 - exp(-a / T)}.
   */
  RECORDED("recorded"),
  /** Sampled bytes, and the bytes that came after the sampled one. */
  TO_SAMPLE("to-sample"),
  /** google/tcmalloc: a weight per sampled allocation, with requested and allocated size. */
  TCMALLOC("tcmalloc"),
  /** Every allocation was recorded. */
  EXACT("exact"),
  /** The producer has already unskewed: never scale again. */
  SCALED("scaled");

  private final String wireName;

  Scheme(String wireName) {
    this.wireName = wireName;
  }

  /** The name used in sample logs, comments and on the command line. */
  public String wireName() {
    return wireName;
  }

  /** Whether the recorded numbers are the estimate: nothing is left to unskew. */
  public boolean isPassThrough() {
    return this == EXACT || this == SCALED;
  }

  /** The scheme of a wire name (exact match), or empty. */
  public static Optional<Scheme> ofWireName(String name) {
    for (Scheme scheme : values()) {
      if (scheme.wireName.equals(name)) {
        return Optional.of(scheme);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return wireName;
  }
}
