package dev.heapconv.model;

import java.util.Locale;
import java.util.Objects;

/**
 * What the recording says of a whole process near a dump: how much memory it had, and how much of
 * that a heap profile can explain. All but the latter's live bytes; what was allocated before the
 * profiler came is among it.
 *
 * @param rss bytes of its resident set; -1 when unknown
 * @param of what {@code held} is of
 * @param held resident bytes; 0 when nothing is known
 * @param swapped bytes of the same that are swapped out
 * @param apartNanos how far from the dump in time this was sampled, before or after
 */
public record ProcessMemory(long rss, Part of, long held, long swapped, long apartNanos) {

  public ProcessMemory {
    Objects.requireNonNull(of, "of");
  }

  /** The part of a process's memory that its live bytes are a part of. */
  public enum Part {
    /** Memory of its native allocators, and no other. */
    HEAP,
    /** All memory that is of no file: that of allocators, stacks, and other heaps. */
    ANONYMOUS,
    /** Unknown. */
    NONE;

    /** The name in outputs and stored profiles. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What live bytes are a part of, in bytes; 0 when unknown. */
  public long whole() {
    return held + swapped;
  }
}
