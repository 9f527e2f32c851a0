package dev.heapconv.model;

import java.util.Objects;

/**
 * Which heap it is: equal for all dumps of a heap in its recording, and for nothing else. Its
 * projections leave out what does not tell heaps apart where these come from elsewhere.
 *
 * @param heap name of the heap
 */
public record HeapId(Recording recording, Process process, String heap) {

  public HeapId {
    Objects.requireNonNull(recording, "recording");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(heap, "heap");
  }

  /** A heap of a process with this pid, where the recording and the machine are clear. */
  public static HeapId of(long pid, String heap) {
    return new HeapId(Recording.NONE, new Process(pid, ""), heap);
  }

  /** What heaps of several recordings have in common that name them equally. */
  public HeapId inAnyRecording() {
    return new HeapId(Recording.NONE, process, heap);
  }

  /** What a heap has in common in several runs of its program, in which pids differ. */
  public HeapId inAnyRun() {
    return new HeapId(Recording.NONE, process.named(-1, process.fullName()), heap);
  }

  /** What a heap has in common in several runs of its program, wherever that is installed. */
  public HeapId ofProgram() {
    return new HeapId(Recording.NONE, process.named(-1, process.program()), heap);
  }

  /** What all heaps of a process have in common. */
  public HeapId ofProcess() {
    return new HeapId(recording, process, "");
  }

  /** What all heaps of this name have in common. */
  public HeapId ofHeap() {
    return new HeapId(Recording.NONE, Process.UNKNOWN, heap);
  }

  /** A dump of this heap. */
  public DumpId dump(int number) {
    return new DumpId(this, number);
  }
}
