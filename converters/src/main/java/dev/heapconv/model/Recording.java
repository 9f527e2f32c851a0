package dev.heapconv.model;

import java.util.Objects;

/**
 * Identifies what one profiler wrote in one session. Heaps of one recording are states of the same
 * memory. Two recordings of a process with the same pid, such as the first processes of two
 * containers, are different; {@link Recordings} knows what distinguishes them. The beginning of a
 * recording can differ from heap to heap, because it begins with each process; see {@link
 * Dump#beganNanos}.
 *
 * @param source name of the input
 * @param session number of the recording in that input, from 0
 * @param device the device: its build fingerprint, or system, release and machine; empty if unknown
 */
public record Recording(String source, int session, String device) {

  /** The recording of heaps that no input has, such as a sum. */
  public static final Recording NONE = new Recording("", 0);

  public Recording {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(device, "device");
  }

  /**
   * Creates a recording of an unknown device.
   *
   * @param source name of the input
   * @param session number of the recording in that input, from 0
   */
  public Recording(String source, int session) {
    this(source, session, "");
  }

  /**
   * Returns the same recording on a device.
   *
   * @param other the device
   */
  public Recording on(String other) {
    return new Recording(source, session, other);
  }
}
