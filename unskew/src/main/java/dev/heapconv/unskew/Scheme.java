package dev.heapconv.unskew;

import java.util.Optional;

/**
 * How a profiler sampled the allocations of a profile, which decides how its numbers are unskewed.
 * The wire names are those of the heapconv sample log.
 */
public enum Scheme {
  /**
   * heapprofd: the bytes of an allocation of size a carry the weight {@code T * Poisson(a / T)}, or
   * the size itself from the cutoff on. Counts are raw: they need a correction, and the bytes do
   * not.
   */
  WEIGHTED("weighted"),
  /**
   * jemalloc, gperftools and Go's text format: the profiler records the size a of each sampled
   * allocation, and samples it with probability {@code 1 - exp(-a / T)}.
   */
  RECORDED("recorded"),
  /**
   * The profiler records the number of sampled bytes, and the bytes that follow the sampled one in
   * its allocation.
   */
  TO_SAMPLE("to-sample"),
  /**
   * google/tcmalloc: the profiler records a weight, the requested size and the allocated size of
   * each sampled allocation.
   */
  TCMALLOC("tcmalloc"),
  /** The profiler recorded every allocation. */
  EXACT("exact"),
  /** The producer has already unskewed the numbers, so they must not be scaled again. */
  SCALED("scaled");

  private final String wireName;

  Scheme(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the name used in sample logs, in comments and on the command line. */
  public String wireName() {
    return wireName;
  }

  /**
   * Whether the recorded numbers are the estimates already, so that no correction is left to apply.
   */
  public boolean isPassThrough() {
    return this == EXACT || this == SCALED;
  }

  /**
   * Finds the scheme with a wire name.
   *
   * @param name the wire name; case matters
   * @return the scheme, or empty if no scheme has this name
   */
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
