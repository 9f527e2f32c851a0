package dev.heapconv.model;

import java.util.Objects;

/**
 * Which dump of which heap it is.
 *
 * @param heap or what several heaps have in common whose dumps belong together
 * @param number from 1; 0 for whichever dump there is
 */
public record DumpId(HeapId heap, int number) {

  public DumpId {
    Objects.requireNonNull(heap, "heap");
  }
}
