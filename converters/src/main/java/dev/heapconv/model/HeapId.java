package dev.heapconv.model;

import java.util.Objects;

/**
 * Identifies a heap: it is equal for all dumps of a heap in its recording, and for nothing else.
 * The methods {@code in...} and {@code of...} return a part of the id, which compares heaps of
 * different recordings, processes or runs.
 *
 * @param recording the recording
 * @param process the process
 * @param heap name of the heap
 */
public record HeapId(Recording recording, Process process, String heap) {

  public HeapId {
    Objects.requireNonNull(recording, "recording");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(heap, "heap");
  }

  /**
   * Returns the id of a heap where recording and machine are clear.
   *
   * @param pid process id
   * @param heap name of the heap
   */
  public static HeapId of(long pid, String heap) {
    return new HeapId(Recording.NONE, new Process(pid, ""), heap);
  }

  /** Returns the part that is equal in all recordings with the same names. */
  public HeapId inAnyRecording() {
    return new HeapId(Recording.NONE, process, heap);
  }

  /** Returns the part that is equal in all runs of a program, whatever their pids. */
  public HeapId inAnyRun() {
    return new HeapId(Recording.NONE, process.named(-1, process.fullName()), heap);
  }

  /** Returns the part that is equal in all runs of a program, wherever it is installed. */
  public HeapId ofProgram() {
    return new HeapId(Recording.NONE, process.named(-1, process.program()), heap);
  }

  /** Returns the part that is equal for all heaps of a process. */
  public HeapId ofProcess() {
    return new HeapId(recording, process, "");
  }

  /** Returns the part that is equal for all heaps with this name. */
  public HeapId ofHeap() {
    return new HeapId(Recording.NONE, Process.UNKNOWN, heap);
  }

  /**
   * Returns the id of a dump of this heap.
   *
   * @param number number of the dump, from 1
   */
  public DumpId dump(int number) {
    return new DumpId(this, number);
  }
}
