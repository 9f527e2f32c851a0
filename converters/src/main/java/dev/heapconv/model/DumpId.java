package dev.heapconv.model;

import java.util.Objects;

/**
 * Identifies a dump of a heap.
 *
 * @param heap the heap, or the common part of several heaps whose dumps belong together
 * @param number number of the dump, from 1; 0 for any dump
 */
public record DumpId(HeapId heap, int number) {

  public DumpId {
    Objects.requireNonNull(heap, "heap");
  }
}
