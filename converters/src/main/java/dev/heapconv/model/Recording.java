package dev.heapconv.model;

import java.util.Objects;

/**
 * What one profiler wrote in one session: its heaps are states of the same memory only with those
 * of the same recording. Two recordings of a process with the same pid, such as the first process
 * of two containers, are different ones.
 *
 * @param source name of the input
 * @param session which recording of that input, from 0
 */
public record Recording(String source, int session) {

  /** Of heaps that no input has, such as a sum. */
  public static final Recording NONE = new Recording("", 0);

  public Recording {
    Objects.requireNonNull(source, "source");
  }
}
