package dev.heapconv.model;

import java.util.Objects;

/**
 * What one profiler wrote in one session: its heaps are states of the same memory only with those
 * of the same recording. Two recordings of a process with the same pid, such as the first process
 * of two containers, are different ones. {@link Recordings} knows what tells them apart. When a
 * recording began differs from heap to heap, as that of a process begins with it: {@link
 * HeapInfo#beganNanos} says it.
 *
 * @param source name of the input
 * @param session which recording of that input, from 0
 * @param device what it was made on: the build fingerprint, or system, release and machine; empty
 *     if unknown
 */
public record Recording(String source, int session, String device) {

  /** Of heaps that no input has, such as a sum. */
  public static final Recording NONE = new Recording("", 0);

  public Recording {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(device, "device");
  }

  /** A recording of an unknown device. */
  public Recording(String source, int session) {
    this(source, session, "");
  }

  /** The same recording, made on a device. */
  public Recording on(String other) {
    return new Recording(source, session, other);
  }
}
