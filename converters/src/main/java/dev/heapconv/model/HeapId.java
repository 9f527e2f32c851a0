package dev.heapconv.model;

import java.util.Objects;

/**
 * Which heap it is: equal for all dumps of a heap in its recording, and for nothing else.
 *
 * @param heap name of the heap
 */
public record HeapId(Recording recording, Process process, String heap) {

  public HeapId {
    Objects.requireNonNull(recording, "recording");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(heap, "heap");
  }

  /** What heaps of several recordings have in common that name them equally. */
  public HeapId inAnyRecording() {
    return new HeapId(Recording.NONE, process, heap);
  }

  /** What all heaps of a process have in common. */
  public HeapId ofProcess() {
    return new HeapId(recording, process, "");
  }
}
