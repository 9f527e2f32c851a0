package dev.heapconv.model;

import java.util.Locale;
import java.util.Objects;

/**
 * The memory of a whole process near a dump, and the part of it that a heap profile can explain.
 * What live bytes do not explain of that part includes allocations from before profiling began.
 *
 * @param rss bytes of the resident set; -1 if unknown
 * @param of the part of the process's memory that {@code held} counts
 * @param held resident bytes of that part; 0 if unknown
 * @param swapped swapped-out bytes of that part
 * @param apartNanos time between this measurement and the dump, in nanoseconds, before or after
 */
public record ProcessMemory(long rss, Part of, long held, long swapped, long apartNanos) {

  public ProcessMemory {
    Objects.requireNonNull(of, "of");
  }

  /** The part of a process's memory that contains its live bytes. */
  public enum Part {
    /** Only the memory of its native allocators. */
    HEAP,
    /** All memory without a file: that of allocators, stacks and other heaps. */
    ANONYMOUS,
    /** An unknown part. */
    NONE;

    /** Returns the name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the bytes of the part that contains the live bytes; 0 if unknown. */
  public long whole() {
    return held + swapped;
  }
}
