package dev.heapconv.code;

/** What the code of a program says of the sizes that a stack allocates. */
public sealed interface SizeOfCode {

  /** All allocations have this size, above 0. */
  record Constant(long bytes) implements SizeOfCode {}

  /** The code says nothing certain. */
  record Unknown(Unclear reason) implements SizeOfCode {}
}
